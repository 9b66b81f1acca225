"""A spell that a line of a fight or a meeting speaks of, by its name or by what it does: who has it casts it; else why
not, with what else there is. `Cast elemental wall between us and them`, `turn into a bear`, `cast sleep on them`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from importlib import resources

from underkeep.kernel.event import Action
from underkeep.table import aiming
from underkeep.table.naming import listing
from underkeep.table.speech.casting_words import cast, goes_on
from underkeep.table.speech.lexicon import alike, group
from underkeep.table.speech.matching import meaning
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say, ours
from underkeep.table.speech.spells_told import uses
from underkeep.table.speech.supposing import refused
from underkeep.table.speech.wording import first_part, folded, parts
from underkeep.world.creature import Creature

_CASTS = re.compile(r"\b(?:casts?|casting)\b")
_USES = re.compile(
    r"\b(?:uses?|reads?|readies|ready|declares?|announces?|prepares?|invokes?|unleash(?:es)?|recites?)\b"
)
_NAMED_SO = re.compile(r"\b(?:spell|spells|spellbook|book)\b")
_COMMON = {"light", "sleep", "push", "pull", "shield", "hold", "command", "charm", "leap", "fly", "gate", "web", "pit"}
_AIMED = re.compile(
    r"^(?:spell|spellbook|book)?\s*(?:now )?(?:(?:on|at|upon|against|over|in|into|to|for|around|near|under|before"
    r"|through)"
    r" )?"
)
_UNMEANT = re.compile(r"\b(?:do not|don'?t|never|without|instead of|no)\b")
_FEWEST = 2
TO_BE_CAST = "Is it to be cast?"


@cache
def _words() -> dict[str, frozenset[str]]:
    """What people say for each spell who do not name it."""
    text = resources.files(__package__).joinpath("content/spells.toml").read_text(encoding="utf-8")
    return {name: frozenset(words.split()) for name, words in tomllib.loads(text)["words"].items()}


@cache
def _all_words() -> frozenset[str]:
    return frozenset(word for name, words in _words().items() for word in (*words, *parts(name)))


def of_spells(reader: Reader, said: str) -> Meaning | None:
    """What a line that casts a spell by its name comes to; None of any other line."""
    if reader.state.prompts or _UNMEANT.search(said) or said.endswith("?"):
        return None
    offered = meaning(reader.rules, reader.state, reader.options.listed, said)
    if offered and all(hasattr(x, "spell") for x in offered):
        return None
    found = _named(reader, said)
    if found is None:
        return _any_of_hers(reader, said) or _of_no_name(reader, said) or by_effect(reader, said, _sure(said))
    name, before, after = found
    own = ours(reader)
    named = _caster(own, before)
    if not _is_cast(name, before, after, named):
        return None
    if reader.state.fight is not None and goes_on(reader, said):
        return None
    aim = _EYES.sub(lambda found: _WHOSE[found["whose"]], _AIMED.sub("", after).strip(" ,."))
    return _by_whom(reader, own, named, name, aim)


_FLUNG = re.compile(
    r"(?:(?P<who>\w+),? )?(?:throws?|hurls?|flings?|shoots?|launch(?:es)?|fires?|sends?|does|goes|uses?|tries) "
    r"(?:(?:an?|the|his|her|my|some) )?(?P<spell>[a-z]+(?: [a-z]+)?)(?P<rest>(?: (?:at|on|into|against) .+)?)"
)


def worded(reader: Reader, said: str) -> str:
    """`Sleep!` and `Jorun throws a fireball` as the casting of it, where no thing goes by that name."""
    names = {_plain(name) for name in reader.rules.spells()}
    forms = names | {name.replace(" ", "") for name in names if " " in name}
    has = (
        {_plain(x) for c in ours(reader) for x in _held(reader, c)} | {"sleep"} if said.rstrip("! ") in names else set()
    )
    if said.rstrip("! ") in names & has:
        return f"cast {said.rstrip('! ')}"
    found = _FLUNG.fullmatch(said)
    if found is None or found["spell"] not in forms:
        return said
    who = _caster(ours(reader), found["who"] or "")
    if found["spell"] in _COMMON and not (who is not None and found["rest"] and found["spell"] in _known(reader, who)):
        return said
    if any(found["spell"] in " ".join(parts(i.name)) for c in ours(reader) for i in c.items):
        return said
    return (
        f"{found['who']} casts {found['spell']}{found['rest']}"
        if found["who"]
        else f"cast {found['spell']}{found['rest']}"
    )


def _known(reader: Reader, creature: Creature) -> set[str]:
    """The spells of somebody, in plain words."""
    return {_plain(name) for name in _held(reader, creature)}


_EYES = re.compile(r"\b(?P<whose>his|her|its|their) (?:eyes?|faces?|heads?)\b")
_WHOSE = {"his": "him", "her": "her", "its": "it", "their": "them"}


_HERS = re.compile(
    r"(?:(?P<who>\w+),? )?(?:casts?|readies|ready|prepares?|declares?|announces?|uses?|invokes?) (?:(?:his|her|my"
    r"|their|the) )"
    r"(?:only |one |own )?(?:spell|magic|spellbook)(?: (?:on|at|upon|against|over) (?P<aim>.+)| ready| now)?"
)


def _any_of_hers(reader: Reader, said: str) -> Meaning | None:
    """`Petra readies her spell`: the one that she has."""
    found = _HERS.fullmatch(said) if reader.state.fight is not None else None
    who = _caster(ours(reader), found["who"] or "") if found is not None else None
    held = _held(reader, who) if who is not None else []
    if found is None or who is None or len(held) != 1:
        return None
    return _by_whom(reader, ours(reader), who, _plain(held[0]), found["aim"] or "")


def by_effect(reader: Reader, said: str, least: int = 0) -> Meaning | None:
    """A spell that somebody here has, by what it does: offered, or why it cannot be cast now."""
    own, words = ours(reader), set(parts(said))
    if _UNMEANT.search(said) or said.endswith("?") or sum(alike(w, _all_words()) for w in words) < (least or 1):
        return None
    named = _caster(own, said)
    held = {name: who for c in ([named] if named is not None else own) for name in _held(reader, c) if (who := c)}
    scored = {name: sum(alike(word, _meant_by(name)) for word in words) for name in held}
    best = max(scored, key=lambda name: scored[name], default="")
    if not best or scored[best] < (least or (1 if _has_stem(words, best) else _FEWEST)):
        return None
    telling = [w for w in words if len(w) > _STEM - 2 and w not in group("small")]
    if least and _SHARE * scored[best] < len(telling):
        return None
    best, caster = _plain(best), held[best]
    ways = _ways(reader, caster, best)
    if ways:
        return Ask(f"{caster.name} has the spell {_title(reader, best)}. {TO_BE_CAST}", tuple(ways[:6]))
    meant = _by_whom(reader, own, caster, best, _foe_of(reader, said))
    return Ask("Is this meant?", (meant.action,)) if isinstance(meant, Do) else meant


_SURE, _SHARE, _STEM = 3, 2, 4


def _sure(said: str) -> int:
    """How many words of a spell a line has to have that is read as one at once: fewer, if it speaks of magic."""
    if re.search(r"\b(?:turns?|changes?|transforms?) (?:himself |herself |itself )?into\b|\bbecomes?\b", said):
        return _FEWEST
    return _FEWEST if {"magic", "magical", "spell", "spells"} & set(parts(said)) else _SURE


def _has_stem(words: set[str], name: str) -> bool:
    """Whether a word has the beginning of a spell's own name."""
    own = [w for w in parts(name) if len(w) >= _STEM]
    return any(len(w) >= _STEM and (w.startswith(x[:_STEM]) or alike(w, frozenset((x,)))) for w in words for x in own)


def _plain(name: str) -> str:
    return " ".join(parts(name.partition(" (")[0]))


def _meant_by(name: str) -> frozenset[str]:
    """The words for what a spell does, those of its own name with them."""
    key = folded(name.partition(" (")[0])
    return _words().get(key, frozenset()) | {word for word in parts(key) if len(word) > 3}


def _named(reader: Reader, said: str) -> tuple[str, str, str] | None:
    """The spell that a line names, what stands before it and what after it."""
    text = f" {' '.join(parts(said))} "
    best: tuple[str, str, str] | None = None
    for name in reader.rules.spells():
        plain = " ".join(parts(name.partition(" (")[0]))
        joined = plain.replace(" ", "")
        for form in (plain, joined):
            at = text.find(f" {form} ")
            if at >= 0 and (best is None or len(plain) > len(best[0])):
                best = (plain, text[:at].strip(), text[at + len(form) + 1 :].strip())
    return best


def _caster(own: Sequence[Creature], before: str) -> Creature | None:
    """The first of one's own who is named."""
    words = parts(before)
    named = [c for c in own if first_part(c.name) in words]
    return min(named, key=lambda c: words.index(first_part(c.name))) if named else None


def _is_cast(name: str, before: str, after: str, caster: Creature | None) -> bool:
    """Whether a line casts the spell: it says so, or speaks of the spell as one."""
    if _CASTS.search(before) or re.match(r"(?:spell|spellbook)\b", after):
        return True
    words = [w for w in before.split() if caster is None or w != first_part(caster.name)]
    is_used = _USES.search(" ".join(words)) is not None and len(words) <= _SHORT
    if caster is not None and is_used and re.match(r"(?:on|at|to|against)\b", after):
        return True
    if name in _COMMON:
        return is_used and _NAMED_SO.search(f"{before} {after}") is not None
    return is_used or not words


_SHORT = 4


def _held(reader: Reader, creature: Creature) -> list[str]:
    """The spells that somebody has in mind, in a book or on a scroll at hand, by their names."""
    card = reader.rules.card(reader.state, creature)
    told = {
        _plain(x)
        for _, rows in card.sections
        for label, value in rows
        if "mind" in parts(label)
        for x in value.split(",")
    }
    told |= {_plain(str(getattr(x, "spell", ""))) for x in reader.options.listed if _is_by(x, creature)}
    books = [
        f" {' '.join(parts(i.name))} " for i in creature.items if {"spellbook", "scroll", "book"} & set(parts(i.name))
    ]
    found = [
        name.partition(" (")[0]
        for name in reader.rules.spells()
        if _plain(name) in told or any(f" of {_plain(name)} " in book for book in books)
    ]
    return list(dict.fromkeys(found))


def _is_by(action: Action, creature: Creature) -> bool:
    return getattr(action, "actor", "") == creature.id and bool(getattr(action, "spell", ""))


def _ways(reader: Reader, caster: Creature, name: str) -> list[Action]:
    """What is offered of a spell to whoever casts it."""
    wanted = parts(name)
    return [x for x in reader.options.listed if _is_by(x, caster) and parts(str(getattr(x, "spell", ""))) == wanted]


_OTHERWISE = ("cure", "turn", "heal")
"""What is done in other ways as well."""


def _by_whom(reader: Reader, own: Sequence[Creature], named: Creature | None, name: str, aim: str) -> Meaning | None:
    """The casting by who is named, or by whoever has the spell; else who has it, or that nobody does."""
    holders = [c for c in own if _ways(reader, c, name)]
    holders = (
        [c for c in own if c in holders or name in map(_plain, _held(reader, c))]
        if not holders or (named is not None and named not in holders)
        else holders
    )
    spell = _title(reader, name)
    if not holders and name.split()[0] in _OTHERWISE:
        return None
    hand = named.id if named is not None else ""
    line = f"cast {name} with {first_part(named.name)}" if named is not None and not holders else ""
    against = refused(reader.rules, reader.state, reader.options, reader.seat, line, hand) if line else None
    if against is not None and getattr(against[0], "actor", "") == hand and not _OF_STEP.search(against[1].sentence):
        return Say(f"{against[1].sentence.rstrip('.')}. {all_held(reader, own)}", against[1].rule)
    if not holders:
        has = f"{named.name} does not have {spell}, nor has anybody here" if named else f"Nobody here has {spell}"
        return Say(f"{has}. {all_held(reader, own)}")
    if named is not None and named not in holders:
        has = "has" if len(holders) == 1 else "have"
        return Say(f"{named.name} does not have {spell}; {listing([c.name for c in holders])} {has}.")
    caster = named or next((c for c in holders if c.id == reader.focus), holders[0])
    return _cast(reader, caster, name, aim) or _why_not(reader, caster, name, aim)


_OF_STEP = re.compile(r"did not announce|cannot act now")
"""What hangs on the step of the round, and not on the spell: it is no reason for who does not have it."""


def _title(reader: Reader, name: str) -> str:
    """The name of a spell as it is written."""
    full = next((x for x in reader.rules.spells() if " ".join(parts(x.partition(" (")[0])) == name), name)
    return full.partition(" (")[0]


def all_held(reader: Reader, own: Sequence[Creature]) -> str:
    told = [f"{c.name} has {listing(held)}" for c in own if (held := _held(reader, c))]
    return f"What there is: {'; '.join(told)}." if told else "Nobody of the party has any spell at hand."


def _cast(reader: Reader, caster: Creature, name: str, aim: str) -> Meaning | None:
    """The casting of one who has it, at whom the line means if that says anything."""
    who, state = first_part(caster.name), reader.state
    foe = _foe_of(reader, aim)
    if state.fight is not None and not foe and re.search(r"\w+ \d+$", aim):
        return Say("There is no such foe here.")
    tries = [f"{who} casts {name} on {x}" for x in dict.fromkeys((aim, foe)) if x]
    friend = who if {"himself", "herself", "self", "itself", "oneself", "themselves"} & set(parts(aim)) else ""
    friend = friend or next((first_part(c.name) for c in ours(reader) if first_part(c.name) in parts(aim)), "")
    tries += [f"{who} casts {name} on {friend}"] if friend else []
    is_at_one = bool(aim) and not (state.fight is not None and aiming.are_several(state.enemies_of(caster), aim))
    for line in [*tries, f"{who} casts {name}"]:
        meant = cast(reader, line)
        if meant is not None and not isinstance(meant, Say) and not (is_at_one and isinstance(meant, Ask)):
            return meant
    ways = _ways(reader, caster, name)
    named = {id for id, c in state.creatures.items() if c.name.lower() == foe}
    ways = (
        [x for x in ways if not is_at_one or getattr(x, "target", "") in {"", *named}]
        if state.fight is not None
        else ways
    )
    own_self = [x for x in ways if getattr(x, "target", "") == caster.id] if friend == who else []
    ways = own_self or ways
    if len(ways) == 1:
        return Do(ways[0])
    if ways:
        return Ask("Which do you mean?", tuple(ways[:12]))
    squares = [m for m in reader.options.moves if m.actor == caster.id and m.is_aim]
    aims = [m for m in squares if parts(str(getattr(m.to(m.grid.first(m.mask)), "spell", ""))) == parts(name)]
    goal = next((f.at for f in state.enemies_of(caster) if f.at is not None), None) if state.fight is not None else None
    if aims and goal is not None:
        at = next((m.to(goal) for m in aims if m.has(goal)), None)
        return Ask("Is this meant?", (at,)) if at is not None else None
    return None


def _foe_of(reader: Reader, words: str) -> str:
    """The one foe whom the words mean, by name; the nearest of several."""
    own, state = ours(reader), reader.state
    if state.fight is None or not own or not words:
        return ""
    foes = [foe for foe in aiming.meant(own[0], state.enemies_of(own[0]), words, own) if foe.at is not None]
    return " ".join(parts(min(foes, key=own[0].steps_to).name)) if foes and own[0].at is not None else ""


def _why_not(reader: Reader, caster: Creature, name: str, aim: str) -> Say:
    """What the rules say against it, and where such a spell is cast."""
    who, foe = first_part(caster.name), _foe_of(reader, aim)
    friend = next((first_part(c.name) for c in ours(reader) if first_part(c.name) in parts(aim)), "")
    lines = [f"{who} casts {name} on {foe or friend}"] if foe or friend else []
    for line in (*lines, f"cast {name} with {who}"):
        found = refused(reader.rules, reader.state, reader.options, reader.seat, line, caster.id)
        if found is not None and found[1].sentence:
            where = "" if "cast" in parts(found[1].sentence) else _uses(reader, name)
            return Say(f"{found[1].sentence.rstrip('.')}. {where}".strip(), found[1].rule)
    return Say(f"{caster.name} has {_title(reader, name)}, but it cannot be cast now. {_uses(reader, name)}".strip())


def _uses(reader: Reader, name: str) -> str:
    """Where a spell is cast, and at whom."""
    lines = [line.partition(": ")[0] for line in uses(reader.rules, name)]
    told = [f"{line[:1].lower()}{line[1:]}" for line in lines if line.startswith(("In ", "On ", "While "))]
    return f"It is cast {'; or '.join(dict.fromkeys(told))}." if told else ""


# A spell that no book has

_UNKNOWN = re.compile(
    r"(?:(?P<who>\w+),? )?casts? (?:(?:a|an|the|his|her|my|our|some|that) )*(?P<spell>(?!from\b|at\b"
    r"|on\b)[a-z ]+?)(?: spell)?"
    r"(?: (?:on|at|upon|over|against|in|into|between|to|towards?) .+)?"
)
_ANY = {"spell", "spells", "magic", "something", "anything", "it", "that", "this", "one", "best", "off"}


def _of_no_name(reader: Reader, said: str) -> Meaning | None:
    """A spell by a name that no book has, nor the beginning of one."""
    found = _UNKNOWN.fullmatch(said)
    if found is None or set(parts(found["spell"])) & _ANY or goes_on(reader, said):
        return None
    own = ours(reader)
    if found["who"] and found["who"] not in {first_part(c.name) for c in own} | {"we", "i", "somebody", "someone"}:
        return None
    some = {word for word in parts(found["spell"]) if len(word) > _STEM - 1}
    mine = [(c, _plain(x)) for c in own for x in _held(reader, c) if some & set(parts(x))]
    if len(mine) == 1:
        return _by_whom(reader, own, mine[0][0], mine[0][1], "")
    known = [" ".join(parts(x)) for x in reader.rules.spells()]
    if any(x.startswith(found["spell"]) or set(parts(found["spell"])) & set(x.split()) for x in known):
        return None
    return Say(f"There is no spell called {found['spell']} in this game. {all_held(reader, own)}")
