"""Questions in a fight about the plight somebody is in: what water, the dark or a hold does, how one gets out of it,
who dies, where the ways out are, what can be done with fire, whether the undead can be turned now."""

from __future__ import annotations

import re
from collections.abc import Sequence

from underkeep.table.naming import listing
from underkeep.table.speech import fight_fire, fight_prayers
from underkeep.table.speech.besides import together
from underkeep.table.speech.describe import verb
from underkeep.table.speech.fight_subjects import foes_of, friends_named
from underkeep.table.speech.fighting_words import FOCUS
from underkeep.table.speech.lexicon import alike, group
from underkeep.table.speech.meanings import Do, Meaning, Reader, Say, Show
from underkeep.table.speech.past_pages import TOLD, spoken_of
from underkeep.table.speech.those_told import called_so
from underkeep.table.speech.topics import known
from underkeep.table.speech.wording import parts, tokens
from underkeep.world.creature import Creature

SAID = "said"


def of_plights(reader: Reader, own: Sequence[Creature], said: str) -> Meaning | None:
    """The answer to such a question; None to any other."""
    for answer in (
        _of_options,
        _of_number,
        _of_ways,
        _of_turning,
        _of_freeing,
        _of_dying,
        _of_fire,
        _of_rules,
        _of_hunger,
    ):
        if (found := answer(reader, own, said)) is not None:
            return found
    return None


def _of_options(reader: Reader, own: Sequence[Creature], said: str) -> Meaning | None:
    """What somebody who is named may choose from."""
    named = [c for c in friends_named(own, reader, said) if c.is_up]
    if len(named) != 1 or not {"options", "choices"} & set(parts(said)):
        return None
    able = any(getattr(x, "actor", "") == named[0].id for x in reader.options.listed)
    return Show(FOCUS, named[0].id) if able else Say(f"{named[0].name} has nothing to do in this step.")


_NUMBER = re.compile(
    r"how many (?:of (?:them|those|the \w+)|foes|enemies|opponents|there)\b(?!.*\b(?:did|have|died|dead|run|shoot)\b).*"
)


def _of_number(reader: Reader, own: Sequence[Creature], said: str) -> Meaning | None:
    """How many foes there are, and where they stand."""
    return Show("foes") if _NUMBER.fullmatch(said) else None


_WHERE_OUT = re.compile(r"(?:where|which way|what way|which ways|what ways|how many)\b")
_OUT = {"run", "flee", "escape", "out", "exit", "exits", "retreat", "ways", "doors", "rooms", "openings", "go"}


def _of_ways(reader: Reader, own: Sequence[Creature], said: str) -> Meaning | None:
    """The ways out, and how all take one."""
    words = set(parts(said))
    is_theirs = words & {"they", "them", "it", "he", "she"} or friends_named(own, reader, said)
    if _WHERE_OUT.match(said) is None or not words & _OUT or is_theirs or "squares" in words:
        return None
    return together([Show("exits"), Show(SAID, "To get out, back the way the party came, say: everyone run away.")])


def _of_turning(reader: Reader, own: Sequence[Creature], said: str) -> Meaning | None:
    """Whether the undead can be turned in this round, and by whom."""
    found = _TURNED.search(said)
    whom = found["whom"] if found is not None else ""
    if not whom or not (_IS_UNDEAD.search(whom) or _names(foes_of(reader, own)) & set(parts(whom))):
        return None
    named = [c for c in friends_named(own, reader, said) if c.is_up]
    able = [c for c in named or own if fight_prayers.can_turn_undead(reader, c)]
    if not able:
        return Say(f"{listing([c.name for c in named]) or 'Nobody of the party'} cannot turn the undead.")
    told = []
    for one in able:
        meant = fight_prayers.turned(reader, own, one, "turn the undead")
        when = "now" if isinstance(meant, Do) else "in this round, when it is time for that"
        how = f"{one.name} can do it {when}: say {one.name} turns the undead."
        told.append(meant.text if isinstance(meant, Say) else how)
    return Say(" ".join(dict.fromkeys(told)))


_TURNED = re.compile(r"\b(?:can|could|may|does|do|is|will)\b.*\b(?:turn|turns|rebuke|repel)(?: away)? (?P<whom>.+)")
_IS_UNDEAD = re.compile(r"\b(?:them|it|him|her|undead|those|these)\b")


def _names(some: Sequence[Creature]) -> set[str]:
    words = {word for one in some for word in parts(one.name) if not word.isdecimal()}
    return words | {f"{word}s" for word in words}


def _of_freeing(reader: Reader, own: Sequence[Creature], said: str) -> Meaning | None:
    """Whether somebody is held, and how one gets out of a hold."""
    words = set(parts(said))
    named = [c for c in friends_named(own, reader, said) if c.status != "dead"]
    is_of_holds = words & group("holds") or (words & {"free", "loose"} and words & {"break", "get", "how", "can"})
    if not named or not is_of_holds or words & {"line", "ground", "position"}:
        return None
    kinds = reader.rules.codec.action_types
    kind = next((k for k in kinds if tokens(verb(reader.rules, k))[:2] == ["break", "free"]), None)
    told = []
    for one in named:
        is_held = any(type(x) is kind and getattr(x, "actor", "") == one.id for x in reader.options.listed)
        plights = [c.name.replace("-", " ") for c in one.conditions if set(parts(c.name)) & group("holds")]
        if not is_held and not plights:
            told.append(f"Nothing holds {one.name} now.")
            continue
        how = "It may be tried to get out of it" if kind is None else f"To get out of it, say: {one.name} breaks free"
        told.append(f"{one.name} is {plights[0] if plights else 'held'}. {how}.")
    return Say(" ".join(told))


_DIES = {"dying", "dead", "die", "dies", "alive", "unconscious", "killed", "gone", "bleeding"}
_HELPS = {"help", "save", "saved", "helped", "revive", "heal", "do"}


def _of_dying(reader: Reader, own: Sequence[Creature], said: str) -> Meaning | None:
    """Whether those who are named are dead or dying, and whether anybody can help them."""
    words, named = set(parts(said)), friends_named(own, reader, said)
    is_asked = re.match(r"(?:is|are|can|could|does|do|will)\b", said) is not None
    are_dead = any(c.status == "dead" for c in named)
    if not named or not is_asked or not (words & _DIES or (words & _HELPS and are_dead)):
        return None
    if not are_dead and all(c.is_up and c.hp > 0 for c in named):
        return None
    told = [_fares(reader, one) for one in named]
    if any(c.status != "dead" and c.hp <= 0 for c in named) and "wounds" in known(reader.rules):
        return together([Show(SAID, " ".join(told)), Show("topic", "wounds")])
    return Say(" ".join(told))


def _fares(reader: Reader, one: Creature) -> str:
    if one.status == "dead":
        return f"{one.name} is dead, and nothing that can be done here mends that."
    wounds = re.search(r"\d+ wounded", reader.rules.load(reader.state, one))
    count = wounds[0].split()[0] if wounds is not None else ""
    slots = f", {count} {'slot' if count == '1' else 'slots'} wounded" if count else ""
    state = "lives" if one.is_up else f"is {one.status}"
    return f"{one.name} {state}: {one.hp} of {one.max_hp} hit points{slots}."


def _of_fire(reader: Reader, own: Sequence[Creature], said: str) -> Meaning | None:
    """Whether fire can be used on the foes, and by whom."""
    asks = re.match(r"(?:can|could|may|what if|is it possible)\b", said) is not None
    words = set(parts(said))
    is_for_us = words & {"we", "i", "us"} or friends_named(own, reader, said)
    if not asks or not is_for_us or not words & _FIRE or not words & (group("burn") | _FIRE_USED):
        return None
    foe = min(foes_of(reader, own), key=lambda f: f.name, default=None)
    lit, oil = fight_fire.bearers(reader, own), fight_fire.having(own, fight_fire.OIL)
    if foe is None:
        return None
    told = [f"{one.name} holds a lit torch: say {one.name} attacks {foe.name} with torch." for one in lit[:1]]
    told += [f"{one.name} has oil: say {one.name} throws oil at {foe.name}." for one in oil[:1]]
    if not told:
        return Say("Nobody of the party holds a lit torch or has oil.")
    return Say(f"{' '.join(told)} How well it burns shows then.")


_FIRE_USED = {"set", "throw", "use", "hit", "attack", "pour"}
_FIRE = {"fire", "burn", "torch", "torches", "oil", "alight", "ablaze", "ignite", "flames"}


def _of_rules(reader: Reader, own: Sequence[Creature], said: str) -> Meaning | None:
    """What a plight does by the rules: water, the dark, a weapon that breaks."""
    words = parts(said)
    if {"broke", "break", "breaks", "broken"} & set(words) and (said.startswith("why") or "rule" in words):
        name = _topic(reader, ["weapon_breaks", "fumble"])
        pages = [Show(TOLD, "breaks")] if said.startswith("why") and spoken_of(reader.heard(), "breaks") else []
        return together([*pages, Show("topic", name)]) if name else None
    asks_effect = bool(set(words) & group("effects asked")) and not {"they", "foes", "enemies"} & set(words)
    plight = next((word for word in words if word in group("plights")), "")
    if not plight or not asks_effect or friends_named(own, reader, said):
        return None
    name = _topic(reader, [plight, *_ALSO.get(plight, ())])
    return Show("topic", name) if name else None


_ALSO = {"water": ("swim",), "wading": ("swim",), "held": ("grapple",), "grabbed": ("grapple",), "darkness": ("dark",)}


def _topic(reader: Reader, words: Sequence[str]) -> str:
    """The topic of how the game works that one of the words is about."""
    topics = {name: set(one.words.split()) for name, one in known(reader.rules).items() if one.anywhere}
    return next((name for word in words for name, about in topics.items() if word in about), "")


def _of_hunger(reader: Reader, own: Sequence[Creature], said: str) -> Meaning | None:
    """Why somebody goes hungry, and who has food."""
    words = set(parts(said))
    if not words & {"starving", "starves", "hungry", "starve"} and not (words & {"food", "rations"} and "got" in words):
        return None
    is_topic = "hunger" in known(reader.rules)
    named = friends_named(own, reader, said)
    hungry = [c.name for c in named if any(alike(w, group("hungers")) for x in c.conditions for w in parts(x.name))]
    told = f"{listing(hungry)} {'has' if len(hungry) == 1 else 'have'} gone without food." if hungry else ""
    pages = [Show(SAID, told)] if told else []
    return together([*pages, *([Show("topic", "hunger")] if is_topic and named else []), Show("supplies")])


_ASKS = r"(?:who|what|where|how|which|when|why|can|could|do|does|did|is|are|has|have|will|would|should)"
_PIECES = re.compile(rf"\?+\s*|,? (?:and|or|but) (?={_ASKS}\b)|, (?={_ASKS}\b)")
_HE = re.compile(r"\b(?:he|she|him|her)\b")


def in_pieces(own: Sequence[Creature], said: str) -> list[str]:
    """The questions of a line, with the one who is named in the first for `he` and `she` in those after it."""
    found = [piece.strip(" ,.!") for piece in _PIECES.split(said) if piece.strip(" ,.!")]
    names = [called_so(c)[-1] for c in own if found and called_so(c) and called_so(c)[-1] in parts(found[0])]
    if len(names) != 1:
        return found
    return [found[0], *(_HE.sub(names[0], piece) for piece in found[1:])]
