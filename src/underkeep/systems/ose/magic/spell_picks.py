"""Whom a spell for several picks, where its description does not say."""

from __future__ import annotations

from collections.abc import Callable

from underkeep.kernel.executes import executes
from underkeep.kernel.prompt import Prompt
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.checks.enchantments import can_see
from underkeep.systems.ose.magic import spells
from underkeep.systems.ose.magic.spell_effects import Casting
from underkeep.world.creature import Creature
from underkeep.world.grid import distance
from underkeep.world.state import State

QUESTION = "next target"
_RULE = "ose:magic.effect.targets"
_WAYS = ("caster", "random", "nearest")
On = Callable[[Resolution, Casting, str], None]
_STRIKES: dict[type, On] = {}


def each(kind: type, function: On) -> None:
    """Register what such a spell does to each of its targets."""
    _STRIKES[kind] = function


@executes("ose:magic.effect.targets")
def way(do: Resolution, default: str) -> str:
    """The referee says who picks. Default: the caster where the spell names a number, the dice where it names Hit
    Dice.
    """
    return do.ruling(_RULE, _WAYS, default)


@executes("ose:magic.effect.targets")
def choose_targets(do: Resolution, casting: Casting, count: int, again: bool) -> None:
    """The target named, and then others up to the count: by the caster's choice, by the dice, or the nearest."""
    how = way(do, "caster") if count > 1 else "caster"
    _strike(do, casting, casting.target)
    _go_on(do, casting, how, count - 1, again, (casting.target,))


def _strike(do: Resolution, casting: Casting, target: str) -> None:
    _STRIKES[type(casting.use.effect)](do, casting, target)


def _go_on(do: Resolution, casting: Casting, how: str, left: int, again: bool, chosen: tuple[str, ...]) -> None:
    """The targets still to be picked, one after the other."""
    while left > 0:
        able = [c for c in in_reach(do.state, casting) if again or c.id not in chosen]
        if not able:
            return
        if how == "caster" and len(able) > 1:
            _ask(do, casting, left, again, chosen, able)
            return
        picked = able[0].id if how != "random" else do.pick(tuple(c.id for c in able), "target of a spell")
        _strike(do, casting, picked)
        chosen, left = (*chosen, picked), left - 1


def in_reach(state: State, casting: Casting) -> list[Creature]:
    """Those the caster sees in range, nearest first."""
    caster = state.creatures[casting.caster]
    reach = casting.written.reach_feet(casting.use, casting.level) // 5
    if caster.at is None:
        met = state.encounter.monsters if state.encounter is not None else ()
        return [c for id in met if (c := state.creatures[id]).status == "up" and can_see(caster, c)]
    foes = [c for c in state.enemies_of(caster) if can_see(caster, c)]
    at = caster.at
    near = [(distance(at, c.at), c.id, c) for c in foes if c.at is not None]
    return [c for squares, _, c in sorted(near, key=lambda n: n[:2]) if squares <= reach]


def _ask(
    do: Resolution, casting: Casting, left: int, again: bool, chosen: tuple[str, ...], able: list[Creature]
) -> None:
    context: dict[str, str | int] = {
        "caster": casting.caster,
        "spell": casting.written.like or casting.written.name,
        "list": casting.written.list_name,
        "use": casting.use.name,
        "target": casting.target,
        "level": casting.level,
        "left": left,
        "again": int(again),
        "chosen": " ".join(chosen),
    }
    ids = tuple(c.id for c in able)
    do.ask(casting.caster, QUESTION, ids, ids[0], (_RULE,), casting.written.name, context)


@executes("ose:magic.effect.targets")
def answer(do: Resolution, prompt: Prompt, choice: str) -> None:
    """The spell takes the creature that was picked, and asks for the next."""
    said = prompt.context
    written = spells.forms(str(said["list"]))[str(said["spell"])]
    use = next(u for u in written.uses if u.name == said["use"])
    casting = Casting(str(said["caster"]), written, use, str(said["target"]), int(said["level"]))
    _strike(do, casting, choice)
    chosen = (*str(said["chosen"]).split(), choice)
    _go_on(do, casting, "caster", int(said["left"]) - 1, bool(said["again"]), chosen)
