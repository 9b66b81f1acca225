"""Alignment: Lawful, Neutral or Evil, the optional Lawfulness score, and whom clerics serve."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from underkeep.errors import UnderkeepError
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.basics import compendium
from underkeep.systems.robs.basics.rulings import stands
from underkeep.systems.robs.basics.sheet import ALIGNMENTS, RobsSheet
from underkeep.world.creature import CreationStepTaken
from underkeep.world.state import State

LAWFULNESS = "lawfulness"
BAN_EVIL = "ban-evil-characters"
REQUIRED = "alignment-required"
FURTHEST_START = 2
WAIVED, EARNED = "the limit is lifted", "it must be earned first"
AS_STATED, NO_LIMIT = "as the Order states", "no limit"
LIMITS = "robs:class.knight.weapon-limits"
_CLERIC = "robs:alignment.lawfulness.cleric-start"


@executes("robs:alignment.lawfulness.levels")
def lived(lawfulness: int) -> str:
    """How somebody of this Lawfulness lives."""
    return compendium.lawfulness()[str(max(-5, min(5, lawfulness)))].lives


@executes("robs:alignment.lawfulness.conversion")
def alignment_of(lawfulness: int) -> str:
    """Evil, Neutral or Lawful, by how lawfully one has lived."""
    return "Evil" if lawfulness <= -2 else "Lawful" if lawfulness >= 2 else "Neutral"


def is_evil_order(own: RobsSheet) -> bool:
    return bool(own.order) and compendium.orders()[own.order].alignment == "Evil"


@executes("robs:class.cleric.lawfulness-penalty")
def strayed(own: RobsSheet) -> int:
    """How far a cleric is from the Lawfulness of the deity; 0 for others, and where nobody reckons with it."""
    if not own.order or own.lawfulness is None:
        return 0
    return abs(compendium.orders()[own.order].lawfulness - own.lawfulness)


@executes("robs:class.knight.weapon-limits")
def sheds_no_blood(state: State, own: RobsSheet) -> bool:
    """Whether a knight's Order forbids edged weapons, and the referee has not lifted that."""
    if "knight" not in own.classes or not own.order or not compendium.orders()[own.order].no_edged:
        return False
    return stands(state, LIMITS, AS_STATED) == AS_STATED


@executes("robs:class.knight.weapon-limits")
def limits_arms(do: Resolution, own: RobsSheet) -> bool:
    """Whether the Order that somebody joins as a knight forbids edged weapons: as it states, if the referee does not
    say otherwise."""
    if not own.order or not compendium.orders()[own.order].no_edged:
        return False
    return do.foretold(LIMITS, (AS_STATED, NO_LIMIT), AS_STATED) == AS_STATED


@executes("robs:alignment.lawfulness.leaning", "robs:alignment.default-neutral")
def described(own: RobsSheet) -> str:
    """The alignment in words; who has chosen none counts as Neutral."""
    if own.lawfulness in (-1, 1):
        return f"Neutral (leaning {'Evil' if own.lawfulness < 0 else 'Lawful'})"
    return own.alignment or "Neutral (none chosen)"


@executes(
    "robs:alignment.optional",
    "robs:alignment.cleric-required",
    "robs:class.priest.prerequisite",
    "robs:class.priest.order",
    "robs:alignment.law",
    "robs:alignment.neutral",
    "robs:alignment.evil",
    "robs:alignment.lawfulness.ban-evil",
)
def choose(do: Resolution, id: str, own: RobsSheet, choices: Mapping[str, str], name: str) -> RobsSheet:
    """Clerics take their deity's alignment; everybody else may choose one or none."""
    clerical = compendium.classes()[name].clerical
    if clerical:
        own = _join_order(do, own, choices, name)
    else:
        own = replace(own, alignment=_free_choice(do, choices))
    if LAWFULNESS in do.state.switches:
        own = _lawfulness(do, own, choices, clerical)
    if own.alignment == "Evil" and BAN_EVIL in do.state.switches:
        raise UnderkeepError("This campaign has no evil characters.", "robs:alignment.lawfulness.ban-evil")
    values: dict[str, str | int] = {"alignment": own.alignment or "none", "told as": described(own)}
    if own.order:
        values["order"] = compendium.orders()[own.order].name
    if own.lawfulness is not None:
        values["Lawfulness"] = own.lawfulness
        values["lives so"] = lived(own.lawfulness)
    do.emit(CreationStepTaken(id, "alignment", values, rule=_behind(do, own, clerical)))
    return own


def _behind(do: Resolution, own: RobsSheet, clerical: bool) -> tuple[str, ...]:
    """The rules by which an alignment came about."""
    found = ["robs:alignment.cleric-required" if clerical else "robs:alignment.optional"]
    if clerical:
        found += ["robs:class.priest.order", "robs:class.priest.prerequisite", "robs:class.priest.order-alignments"]
    if not own.alignment:
        found.append("robs:alignment.default-neutral")
    if LAWFULNESS in do.state.switches:
        found += ["robs:alignment.lawfulness.attribute", "robs:alignment.lawfulness.levels"]
        if clerical and abs(own.lawfulness or 0) > FURTHEST_START:
            found.append(_CLERIC)
        if not clerical:
            found += ["robs:alignment.lawfulness.start", "robs:alignment.lawfulness.conversion"]
        if own.lawfulness in (-1, 1):
            found.append("robs:alignment.lawfulness.leaning")
    return tuple(found)


@executes("robs:alignment.optional")
def _free_choice(do: Resolution, choices: Mapping[str, str]) -> str:
    """By the dice characters are Lawful, Neutral or undecided, never Evil."""
    required = REQUIRED in do.state.switches
    chosen = choices.get("alignment", "")
    if chosen == "none" and required:
        raise UnderkeepError(f"This campaign asks everybody for an alignment: {', '.join(ALIGNMENTS)}.")
    if not chosen:
        chosen = str(do.pick(("Lawful", "Neutral") if required else ("Lawful", "Neutral", "none"), "alignment"))
    return "" if chosen == "none" else chosen


@executes(
    "robs:class.priest.order",
    "robs:class.priest.prerequisite",
    "robs:alignment.cleric-required",
    "robs:referee.world",
    "robs:class.priest.order-alignments",
)
def _join_order(do: Resolution, own: RobsSheet, choices: Mapping[str, str], name: str) -> RobsSheet:
    """Takes a cleric into one Order and gives the alignment of its deity, which a wish for another cannot change. Most
    Orders are Lawful."""
    orders, wanted = compendium.orders(), choices.get("alignment", "")
    chosen = choices.get("order", "")
    if not chosen:
        fitting = tuple(
            o for o, order in orders.items() if (order.alignment == wanted if wanted else order.alignment != "Evil")
        )
        if not fitting:
            raise UnderkeepError(f"A {name} must have the alignment of a deity: {', '.join(ALIGNMENTS)}.")
        chosen = str(do.pick(fitting, "order"))
    order = orders[chosen]
    if wanted and wanted != order.alignment:
        raise UnderkeepError(f"A {name} of {order.name} must be {order.alignment}, not {wanted}.")
    return replace(own, order=chosen, alignment=order.alignment)


@executes(
    "robs:alignment.lawfulness.attribute", "robs:alignment.lawfulness.start", "robs:alignment.lawfulness.cleric-start"
)
def _lawfulness(do: Resolution, own: RobsSheet, choices: Mapping[str, str], clerical: bool) -> RobsSheet:
    """A free choice from -2 to +2, and the alignment that follows from it; a cleric has the deity's score, or must
    first earn it where that is beyond what others start with."""
    if clerical:
        score = compendium.orders()[own.order].lawfulness
        if abs(score) > FURTHEST_START and do.foretold(_CLERIC, (WAIVED, EARNED), WAIVED) == EARNED:
            raise UnderkeepError(f"That Order takes nobody who has not earned a Lawfulness of {score:+d} first.")
        return replace(own, lawfulness=score)
    text = choices.get("lawfulness", "")
    try:
        score = int(text) if text else {"Lawful": 2, "Evil": -2}.get(own.alignment, 0)
    except ValueError:
        raise UnderkeepError(f'"{text}" is no Lawfulness; it starts from -2 to +2.') from None
    if abs(score) > FURTHEST_START:
        raise UnderkeepError(f"Lawfulness starts from -2 to +2, not {score:+d}.")
    return replace(own, lawfulness=score, alignment=alignment_of(score))
