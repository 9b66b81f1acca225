"""What the conditions that spells lay on creatures do to them. Asked by whoever moves, strikes, speaks or is struck."""

from __future__ import annotations

from functools import cache
from typing import Literal

from msgspec import Struct

from underkeep.kernel.event import Modifier
from underkeep.kernel.executes import executes
from underkeep.procedures import content
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.basics.compendium import Routine
from underkeep.systems.knave.basics.steps import step
from underkeep.world.condition import ConditionEnded
from underkeep.world.creature import Creature

PACKAGE = "underkeep.systems.knave"
EndsOn = Literal["harm", "fire", "act", "move", "speech"]


class Bond(Struct, frozen=True, forbid_unknown_fields=True):
    """`attack_steps` weigh on its attacks, `hit_steps` on attacks against it. A form that is `bare` has no use of
    what it carries and strikes with its own `attacks`. A bond that `calms` makes those who are met forget their
    quarrel. Who is `hidden` cannot be picked out; who is `unseen` is only hard to hit and easy to lose."""

    unable: bool = False
    defenceless: bool = False
    rooted: bool = False
    peaceful: bool = False
    frenzied: bool = False
    hates: bool = False
    hidden: bool = False
    unseen: bool = False
    mute: bool = False
    deaf: bool = False
    is_illusion: bool = False
    sees_truly: bool = False
    speaks_all: bool = False
    calms: bool = False
    bare: bool = False
    squeezes: bool = False
    flies: bool = False
    grounded: bool = False
    reaches: bool = False
    double_dice: bool = False
    cannot_shoot: bool = False
    immune_to_all: bool = False
    attack_steps: int = 0
    hit_steps: int = 0
    speed_percent: int = 100
    most_feet: int = 0
    move_feet: int = 0
    fly_feet: int = 0
    actions: int = 1
    immune: tuple[str, ...] = ()
    harmed_only_by: tuple[str, ...] = ()
    attacks: tuple[Routine, ...] = ()
    ends_on: tuple[EndsOn, ...] = ()


@cache
def bonds() -> dict[str, Bond]:
    return content.load(PACKAGE, "bonds", Bond)


@cache
def named(quality: str) -> frozenset[str]:
    """The conditions that have a quality, such as `unable`."""
    return frozenset(name for name, bond in bonds().items() if getattr(bond, quality))


def is_so(creature: Creature, quality: str) -> bool:
    """Whether any spell makes the creature so."""
    return bool(creature.conditions) and any(c.name in named(quality) for c in creature.conditions)


def of(creature: Creature) -> list[Bond]:
    known = bonds()
    return [known[c.name] for c in creature.conditions if c.name in known]


def level_of(creature: Creature, name: str) -> int:
    """The strength of a condition, 0 without it."""
    found = creature.condition(name) if creature.conditions else None
    return found.level if found is not None else 0


def is_hidden_from(creature: Creature, seer: Creature) -> bool:
    """Whether the seer cannot pick the creature out; true sight sees through what is only illusion."""
    if not creature.conditions:
        return False
    hiding = named("hidden")
    if is_so(seer, "sees_truly"):
        hiding -= named("is_illusion")
    return any(c.name in hiding for c in creature.conditions)


def feet(creature: Creature, move_feet: int, fly_feet: int) -> tuple[int, int]:
    """How far the creature walks and flies under what binds it."""
    for bond in of(creature):
        move_feet = bond.move_feet or move_feet
        fly_feet = bond.fly_feet or fly_feet
        if bond.flies:
            fly_feet = max(fly_feet, move_feet)
    for bond in of(creature):
        move_feet = move_feet * bond.speed_percent // 100
        fly_feet = fly_feet * bond.speed_percent // 100
        if bond.most_feet:
            move_feet, fly_feet = min(move_feet, bond.most_feet), min(fly_feet, bond.most_feet)
        if bond.grounded:
            fly_feet = 0
    return move_feet, fly_feet


def attack_modifiers(attacker: Creature, target: Creature) -> list[Modifier]:
    """What spells on either do to the one's attack on the other."""
    known = bonds()
    sees = is_so(attacker, "sees_truly")
    found = [
        step(c.name, known[c.name].attack_steps)
        for c in attacker.conditions
        if c.name in known and known[c.name].attack_steps
    ]
    for c in target.conditions:
        bond = known.get(c.name)
        if bond is not None and bond.hit_steps and not (sees and bond.is_illusion):
            found.append(step(f"target {c.name}", bond.hit_steps))
    return found


@executes("knave:damage.immunity")
def is_proof(creature: Creature, kinds: tuple[str, ...]) -> bool:
    """Whether what it has become is not harmed by this."""
    kinds = kinds or ("weapon",)
    for bond in of(creature):
        if bond.immune_to_all or any(kind in bond.immune for kind in kinds):
            return True
        if bond.harmed_only_by and not any(kind in bond.harmed_only_by for kind in kinds):
            return True
    return False


def form_of(creature: Creature) -> Bond | None:
    """The shape that the creature has taken, if it has no use of its own arms in it."""
    return next((bond for bond in of(creature) if bond.bare), None) if creature.conditions else None


def actions_of(creature: Creature) -> int:
    """How often it may act and move in a round."""
    return max((bond.actions for bond in of(creature)), default=1) if creature.conditions else 1


def break_bonds(do: Resolution, id: str, on: EndsOn) -> None:
    """End every spell on the creature that this ends."""
    for condition in do.state.creatures[id].conditions:
        bond = bonds().get(condition.name)
        if bond is not None and on in bond.ends_on:
            do.emit(ConditionEnded(id, condition.name))
