"""Lines that cast a spell at somebody: `Quillon casts sleep on the wolves`. Where spells are announced first, that is
the announcement; before those whom the party has met it opens the fight."""

from __future__ import annotations

import re
from collections.abc import Sequence

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures.options import Options
from underkeep.procedures.ruleset import Ruleset
from underkeep.table import aiming
from underkeep.table.order import CAST, Order
from underkeep.table.orders import RoundOfOrders
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say, Undertake, ours
from underkeep.table.speech.spells_told import uses
from underkeep.table.speech.wording import folded, parts
from underkeep.world.creature import Creature
from underkeep.world.state import State

_CASTS = re.compile(
    r"(?:(?P<who>.+?)[,:]? )?(?:casts?|declares?|announces?)(?: (?:the|a|my|his|her))?(?: spell)? (?P<spell>.+?)"
    r"(?: spell)?(?: (?:on|at|upon|against|over) (?P<aim>.+))?"
)
FIRST_ROUNDS = 2
"""A spell with which a fight is opened is for the round in which one comes to act."""


class Opening:
    """To come to blows, and to announce or cast the spell at once."""

    def __init__(self, caster: str, order: Order) -> None:
        self.over = ""
        self._round = RoundOfOrders({caster: order})

    def next(self, rules: Ruleset, state: State, options: Options, seat: str) -> Action | None:
        if state.fight is None:
            return a.Engage() if a.Engage() in options.listed else None
        return self._round.next(rules, state, options, seat)

    def is_interrupted(self, rules: Ruleset, before: State, after: State) -> bool:
        return before.fight is not None and after.fight is None


def cast(reader: Reader, said: str) -> Meaning | None:
    """What a line about a spell and whom it is for means in a fight or a meeting; None if it is about anything else."""
    match = _CASTS.fullmatch(said) or _CASTS.fullmatch(_with_the_verb(reader, said))
    if match is None or reader.state.prompts:
        return None
    hands = _hands(reader, match["who"] or "")
    if reader.state.fight is not None and goes_on(reader, f"{match['spell']} {match['aim'] or ''}"):
        return None
    if reader.state.fight is not None:
        spell, place = _named_spell(reader, match["spell"])
        return _in_a_fight(reader, hands, spell, _at_whom(reader, match["aim"] or place))
    if reader.state.encounter is not None:
        return _opening(reader, hands, match["spell"].removesuffix(" now"), match["aim"] or "them")
    return None


def read_out(reader: Reader, said: str) -> str:
    """`Ash reads sleep at them` as `Ash casts sleep at them`, if there is a spell of that name."""
    found = _READS.match(said) if reader.state.fight is not None or reader.state.encounter is not None else None
    rest = " ".join(parts(said[found.end() :])) if found is not None else ""
    names = (" ".join(parts(spell)) for spell in reader.rules.spells()) if found is not None else ()
    is_spell = any(name and f"{rest} ".startswith(f"{name} ") for name in names)
    return f"{found['who'] or ''}casts {rest}" if found is not None and is_spell else said


_READS = re.compile(r"(?P<who>\w+ )?(?:reads?|recites?)(?: out| aloud)? ")


def _named_spell(reader: Reader, words: str) -> tuple[str, str]:
    """The words of a spell's whole name, and what follows it: where it is to be, such as `between us and them`."""
    known = sorted((folded(spell) for spell in reader.rules.spells()), key=len, reverse=True)
    name = next((name for name in known if name and words.startswith(f"{name} ")), words)
    return name, words[len(name) :].strip()


def goes_on(reader: Reader, words: str) -> bool:
    """Whether a line goes on to what others are to do."""
    clauses = [parts(part) for part in _CLAUSES.split(words)[1:]]
    names = {parts(c.name)[0] for c in ours(reader) if parts(c.name)}
    return any(set(clause) & _OTHERS or (clause[:1] and clause[0] in names) for clause in clauses)


_CLAUSES = re.compile(r",|;| and | while | but | then ")
_OTHERS = {"rest", "others", "everyone", "everybody", "we", "all"}


def order_of(reader: Reader, caster: Creature, what: str) -> Order | Say | None:
    """The order to cast that a clause of a longer line gives to somebody; None if it is about anything else."""
    match = _CASTS.fullmatch(what)
    if match is None or match["who"] or reader.state.fight is None:
        return None
    words, place = _named_spell(reader, match["spell"])
    named = (getattr(x, "spell", "") for x in _own(reader.options, caster))
    spell = next((name for name in named if name and folded(name.replace("-", " ")).startswith(words)), "")
    announced = reader.announced().get(caster.id, "")
    if not spell and announced and folded(announced.replace("-", " ")).startswith(words):
        spell = announced
    if not spell:
        return Say(f"{caster.name} has no such spell to cast now: {words}.")
    return Order(CAST, spell=spell, aim=match["aim"] or place or "them", until=reader.state.fight.round)


def _own(options: Options, caster: Creature) -> Options:
    """What is offered to one of them alone."""
    return Options(
        tuple(x for x in options.listed if getattr(x, "actor", "") == caster.id),
        tuple(m for m in options.moves if m.actor == caster.id),
    )


def _with_the_verb(reader: Reader, said: str) -> str:
    """`Corin sleep`, `use the sleep book`, `Ash reads the spellbook of Sleep`: with the word for casting."""
    said = re.sub(
        r"^(\w+ )?(?:uses?|reads?)(?: the| his| her| my)? (?:spell ?book of (.+)|(.+?) (?:spell ?)?(?:book|spell)\b)",
        r"\1cast \2\3",
        said,
    )
    said = re.sub(
        r"^(\w+ )?(?:makes?|does|do|works?|performs?|speaks?|invokes?|uses?|unleash(?:es)?|throws?)"
        r" (?:the |a |his |her |my )?(?:magic|spell|power)(?: of| called)? ",
        r"\1cast ",
        said,
    )
    for creature in _hands(reader, ""):
        name = parts(creature.name)[:1]
        rest = said.removeprefix(f"{name[0]} ") if name else said
        if rest != said and any(
            rest == folded(spell) or rest.startswith(f"{folded(spell)} ") for spell in reader.rules.spells()
        ):
            return f"{name[0]} casts {rest}"
    return said


def _hands(reader: Reader, who: str) -> list[Creature]:
    """Whoever is named, else one's own, who acts now first."""
    state = reader.state
    able = state.active() if state.fight is not None else state.marchers()
    ours = sorted((c for c in able if state.owns(reader.seat, c.id)), key=lambda c: c.id != reader.focus)
    wanted = parts(who)
    return [c for c in ours if parts(c.name)[: len(wanted)] == wanted]


_AT_THE_EYES = re.compile(
    r"^(?:(?:right )?(?:in|into|at|on|before|over) )?(?:the )?(?:eyes?|face|head) of (?=\w)|"
    r"(?: s)? (?:eyes?|face|head)$|^(?:in|into) (?=\w+ \d)"
)


def _at_whom(reader: Reader, aim: str) -> str:
    """Whom a spell is aimed at, without the part of the body; the one foe whom the words mean by its name."""
    aim = _AT_THE_EYES.sub("", aim).strip()
    own = ours(reader)
    foes = aiming.meant(own[0], reader.state.enemies_of(own[0]), aim, own) if own and aim else []
    return foes[0].name.lower() if len(foes) == 1 and not aiming.are_several(foes, aim) else aim


def _in_a_fight(reader: Reader, hands: Sequence[Creature], words: str, aim: str) -> Meaning | None:
    state, options = reader.state, reader.options
    assert state.fight is not None
    for caster in hands:
        own = _own(options, caster)
        spell = next((s for x in own if folded(s := getattr(x, "spell", "")).startswith(words) and s), "")
        if not spell:
            continue
        ways = aiming.spells_named(own, spell)
        if ways.listed and not any(hasattr(x, "target") for x in ways.listed):
            if not aim:
                return Do(ways.listed[0])
            order = Order(CAST, spell=spell, aim=aim, until=state.fight.round)
            note = f"{caster.name} announces {spell} on {aim}, to be cast when the spells are."
            return Undertake(RoundOfOrders({caster.id: order}), {caster.id: order}, note)
        aimed = aiming.at_aim(state, caster, ways.listed, aim)
        if len(aimed) == 1:
            return Do(aimed[0])
        return Ask("Which do you mean?", tuple(aimed)) if aimed else None
    return None


def _opening(reader: Reader, hands: Sequence[Creature], words: str, aim: str) -> Meaning | None:
    """A spell that is of use only in a fight, at those who are met: it opens one."""
    state, met = reader.state, reader.state.encounter
    assert met is not None
    if any(folded(getattr(x, "spell", "")).startswith(words) for x in reader.options.listed if hasattr(x, "spell")):
        return None
    others = [state.creatures[id] for id in met.monsters]
    for caster in hands:
        spell = _known(reader, caster, words)
        is_of_fights = any(line.startswith("In a fight") for line in uses(reader.rules, spell))
        if spell and is_of_fights and aiming.meant(caster, others, aim) and a.Engage() in reader.options.listed:
            order = Order(CAST, spell=spell, aim=aim, until=FIRST_ROUNDS)
            return Undertake(Opening(caster.id, order), {caster.id: order}, f"{caster.name} opens with {spell}.")
    return None


def _known(reader: Reader, caster: Creature, words: str) -> str:
    """A spell as the caster's own sheet writes it."""
    card = reader.rules.card(reader.state, caster)
    written = [part.strip() for _, rows in card.sections for _, value in rows for part in value.split(",")]
    return next((part for part in written if words and folded(part).startswith(words)), "")


_HEALS = re.compile(
    r"(?:(?P<who>\w+),? )?(?:(?:heals?|cures?|mends?|patch(?:es)? up) (?P<whom>[\w ]+?)(?: up)?"
    r"|casts? (?:(?:a|the|his|her|my|some) )?(?:healing|cure|curing)(?: spell)?(?: (?:on|at|upon) (?P<on>[\w ]+))?)"
    r"(?:'?s? wounds)?"
)
_ONESELF = {"himself", "herself", "itself", "myself", "me", "self"}


def healed(reader: Reader, said: str) -> Meaning | None:
    """`Osmund heals Ivo`: the spell by which one who is named, or anybody, may mend a wound; None if nobody has one."""
    found, state, tactics = _HEALS.fullmatch(said), reader.state, reader.rules.tactics
    if found is None or tactics is None or state.fight is not None or state.prompts:
        return None
    own, whom = ours(reader), (found["whom"] or found["on"] or "").split()
    healer = next((c for c in own if parts(c.name)[:1] == [found["who"]]), None)
    if found["who"] and healer is None:
        return None
    wounded = healer if not whom or set(whom) & _ONESELF else None
    wounded = wounded or next((c for c in own if parts(c.name)[:1] == whom[:1]), None)
    spells = [x for x in reader.options.listed if hasattr(x, "spell") and mends(reader, x)]
    by_whom = [x for x in spells if healer is None or getattr(x, "actor", "") == healer.id]
    is_own = wounded is None and bool(set(whom) & _ONESELF)
    if is_own:
        meant = [x for x in by_whom if getattr(x, "target", "") == getattr(x, "actor", "")]
    else:
        meant = [x for x in by_whom if wounded is None or getattr(x, "target", "") == wounded.id]
    if len(meant) == 1:
        return Do(meant[0])
    if meant:
        return Ask("Whom?", tuple(meant))
    wounded = reader.state.creatures[getattr(by_whom[0], "actor", "")] if is_own and by_whom else wounded
    whole = wounded is not None and (bool(by_whom) or state.encounter is not None) and _is_whole(reader, wounded)
    return Say(f"{wounded.name} is not wounded.") if wounded is not None and whole else None


def mends(reader: Reader, action: Action) -> bool:
    hint = reader.rules.tactics.hint(reader.state, action) if reader.rules.tactics is not None else None
    return hint is not None and hint.use == "mend"


def _is_whole(reader: Reader, creature: Creature) -> bool:
    left, whole = reader.rules.life(creature)
    return left >= whole
