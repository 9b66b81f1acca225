"""A line typed in a fight, before it is read as any other: a question about the field, an order to one or to many, or
what nobody may be told to do in the middle of a fight, with the reason and what may be done instead."""

from __future__ import annotations

import re
from collections.abc import Callable

from underkeep.table.speech import (
    asked_in_fights,
    asked_of_falling,
    battle_orders,
    blows_at_things,
    fight_aims,
    fight_clauses,
    fight_company,
    fight_fire,
    fight_flight,
    fight_later,
    fight_orders,
    fight_prayers,
    fight_refusals,
    fight_ways,
    fight_wording,
    hit_and_run,
    no_more_shots,
    spells_wished,
    withdrawals,
)
from underkeep.table.speech.asked_of_the_field import in_melee
from underkeep.table.speech.fight_names import as_spelt
from underkeep.table.speech.fighting_words import NO_TALK
from underkeep.table.speech.frames import is_asked
from underkeep.table.speech.meanings import Meaning, Reader, Say, Undertake, ours
from underkeep.table.speech.sleepers import spared
from underkeep.table.speech.wording import plain

Sensible = Callable[[str], Meaning | None]


def read(reader: Reader, typed: str, line: str, sensible: Sensible) -> Meaning | None:
    """What a line means that these readers know, as a whole or clause by clause; None if it is left to the others."""
    if reader.state.fight is None or reader.state.prompts or not typed.strip():
        return None
    typed = as_spelt(reader, typed)
    if not is_asked(typed) and not line.rstrip().endswith("?"):
        typed = fight_company.put_plainly(reader, fight_fire.with_bearers(reader, typed))
    whole = _whole(reader, typed, line)
    said = typed.rstrip("?!. ")
    if is_asked(typed) or line.rstrip().endswith("?") or fight_wording.is_lasting(said):
        return whole
    if whole is not None and fight_fire.is_lit_throw(said):
        return whole
    return fight_clauses.read(reader, said, whole, lambda clause: _clause(reader, clause, sensible))


def _clause(reader: Reader, said: str, sensible: Sensible) -> Meaning | None:
    """What a clause means that is said alone."""
    if (burns := fight_fire.read(reader, said)) is not None:
        return burns
    meant = battle_orders.read(reader, fight_wording.in_plain_orders(reader, said))
    if isinstance(meant, Say) or (isinstance(meant, Undertake) and fight_clauses.LOST not in meant.note):
        return meant
    return _whole(reader, said, said) or sensible(said) or meant


def _whole(reader: Reader, typed: str, line: str) -> Meaning | None:
    """What a line means that is read as a whole."""
    if reader.state.fight is None or reader.state.prompts or not typed.strip():
        return None
    said = spared(reader, typed.rstrip("?!. "))
    if not line.rstrip().endswith("?") and (waits := fight_later.when_near(reader, said)) is not None:
        return waits
    said = _AT_RISK.sub("who is in melee", said)
    if said.startswith("who is in melee") and ours(reader):
        return Say(in_melee(reader, ours(reader), said) or NOBODY_NEAR)
    if _OF_HELP.fullmatch(said):
        return Say(f"All who would help are here. {NO_TALK} To get out of it: everyone run away.")
    asks = (
        _REACHES.fullmatch(said) is not None or is_asked(typed) or line.rstrip().endswith("?") or is_asked(plain(line))
    )
    if asks and not fight_flight.is_proposed(said):
        return asked_in_fights.read(reader, said, line)
    if (shoots_no_more := no_more_shots.read(reader, said)) is not None:
        return shoots_no_more
    first = fight_refusals.of_the_done(reader, said) or withdrawals.of_those(reader, said)
    if (first := first or fight_prayers.all_turn_undead(reader, said) or fight_fire.read(reader, said)) is not None:
        return first
    if fight_wording.is_lasting(said):
        meant = battle_orders.read(reader, fight_wording.in_plain_orders(reader, said))
        if isinstance(meant, Undertake):
            return fight_orders.lasting(reader, meant)
    said = spells_wished.worded(reader, said)
    if gifts := asked_of_falling.of_gifts(reader, ours(reader), said):
        return gifts
    said = hit_and_run.shared_out(reader, fight_wording.in_plain_orders(reader, said))
    if not said:
        return None
    if told := fight_aims.swapped(reader, ours(reader), said):
        return Say(told)
    return (
        fight_refusals.of_the_unhurt(reader, said)
        or fight_orders.no_spells(reader, said)
        or spells_wished.of_spells(reader, said)
        or fight_refusals.said_to_them(reader, said)
        or fight_ways.closed(reader, said)
        or fight_ways.read(reader, said)
        or fight_flight.read(reader, said)
        or hit_and_run.in_a_fight(reader, said)
        or blows_at_things.struck(reader, said)
        or fight_orders.read(reader, said)
        or fight_refusals.read(reader, said)
        or (fight_prayers.cast_in_vain(reader, said))
        or (battle_orders.read(reader, said) if fight_orders.is_of_many(reader, said) else None)
    )


_REACHES = re.compile(r"(?:can|could|will|does|do) .+? (?:reach|see|get to|make it to|survive|outrun)\b.*")
_AT_RISK = re.compile(
    r"^(?:who|which of us|anyone|anybody|is (?:anyone|anybody|somebody)|are any of us)(?: is| are|'s)?"
    r" (?:(?:most )?(?:in (?:the most )?(?:danger|trouble)|at risk|exposed|engaged|in contact|being attacked"
    r"|next to them))\b.*$"
)
_OF_HELP = re.compile(
    r"(?:\w+,? )?(?:yells?|shouts?|calls?|screams?|cr(?:y|ies)) (?:out )?for (?:help|aid|reinforcements)\b.*"
)
NOBODY_NEAR = "Nobody: no foe stands beside any of the party."


def worded(reader: Reader, typed: str) -> str:
    """The line in the words that the other readers know, where it gives an order."""
    if reader.state.fight is None or reader.state.prompts or is_asked(typed) or not typed.strip():
        return as_spelt(reader, typed)
    typed = fight_company.put_plainly(reader, as_spelt(reader, typed))
    return fight_wording.in_plain_orders(reader, spared(reader, typed))


def better(reader: Reader, typed: str, meant: Meaning) -> Meaning:
    """The same; of what is but refused because there is a fight, what may be done instead."""
    if reader.state.fight is None or reader.state.prompts or not isinstance(meant, Say):
        return meant
    if later := fight_later.in_its_step(reader, typed, meant):
        return later
    return fight_refusals.instead(reader, typed, meant)
