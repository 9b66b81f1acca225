"""Fire in a fight: a lit torch in the hand, a torch that is thrown, and oil that somebody sets alight.

The book has what fire does, and no line for these. Ours: a torch strikes as a weapon for one hand does, and its harm is
of fire; a flask of oil that hits sets the target alight. Both fly as far as a hand throws, and are gone.
"""

from __future__ import annotations

from underkeep.kernel.executes import executes
from underkeep.procedures import consequences, things_thrown
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.sorts_of_deed import words
from underkeep.systems.knave.attacks import monster_abilities
from underkeep.systems.knave.attacks.attacks import run
from underkeep.systems.knave.attacks.blow import Blow
from underkeep.systems.knave.basics import spell_conditions
from underkeep.systems.knave.basics.measures import SQUARE_FEET
from underkeep.systems.knave.checks.holds import CLINGING, let_go
from underkeep.systems.knave.checks.movement import in_melee
from underkeep.systems.knave.equipment.arms import BURNING_OIL, FLAMES, THROWN_TORCH, TORCH, flame_of
from underkeep.systems.knave.equipment.light import OIL
from underkeep.world.creature import Creature
from underkeep.world.gear import ItemsChanged, fewer, part
from underkeep.world.light import LightWentOut
from underkeep.world.state import State

_THROWS = frozenset({"throw", "throws", "hurl", "hurls", "fling", "flings", "lob", "lobs", "toss", "tosses", "pour"})
_FIRES = frozenset(
    {"torch", "torches", "fire", "burn", "burns", "alight", "ablaze", "flame", "flames", "ignite", "light"}
)
_CONTACT = "knave:hazard.fire.contact"


def way(state: State, actor: Creature, what: str) -> str:
    """How the words use fire on a foe: by a blow with the torch, a torch that is thrown, or oil. Nothing otherwise."""
    if state.fight is None or not consequences.foes(state, actor):
        return ""
    said = set(words(what))
    item = things_thrown.thrown(actor, what)
    if item is not None and item.kind == OIL:
        return BURNING_OIL
    is_thrown = bool(said & _THROWS)
    if is_thrown and said & {"torch", "torches"} and flame_of(state, actor.id) is not None:
        return THROWN_TORCH
    aims = consequences.is_aimed(state, actor, what)
    return TORCH if aims and not is_thrown and said & _FIRES and flame_of(state, actor.id) is not None else ""


def why_not(state: State, actor: Creature, what: str) -> Refusal | None:
    """What speaks against it, if the words are of fire at all."""
    how = way(state, actor, what)
    if not how:
        return None
    if how == BURNING_OIL and not any(_is_friend(state, light.bearer, actor) for light in state.lights):
        return Refusal("There is no flame to light the oil with, and unlit it does no harm.", _CONTACT)
    if how != TORCH and in_melee(state, actor):
        return Refusal(f"{actor.name} is in melee and cannot throw.", "knave:combat.ranged.not-while-in-melee")
    if target_of(state, actor, what, how) is None:
        told = "near enough for a blow with the torch" if how == TORCH else f"within {FLAMES[how].range_feet} feet"
        return Refusal(f"Nobody of them is {told}.", "knave:combat.attack.melee-ability")
    return None


def _is_friend(state: State, bearer: str, actor: Creature) -> bool:
    return bearer in state.creatures and state.creatures[bearer].side == actor.side


def target_of(state: State, actor: Creature, what: str, how: str) -> Creature | None:
    """Whom the words name, else the nearest, within reach."""
    found = consequences.named(state, actor, what) or consequences.foes(state, actor)
    most = 1 if how == TORCH else (FLAMES[how].range_feet or 0) // SQUARE_FEET
    near = [c for c in found if c.at is not None and c.status == "up" and actor.steps_to(c) <= most]
    return min(near, key=actor.steps_to, default=None)


@executes("knave:hazard.fire.contact", "knave:hazard.fire.burning", "knave:damage.weakness")
def use(do: Resolution, id: str, what: str) -> None:
    """An attack like any other; what was thrown is gone whether it hits or not."""
    actor = do.state.creatures[id]
    how = way(do.state, actor, what)
    target = target_of(do.state, actor, what, how)
    assert target is not None
    spell_conditions.break_bonds(do, id, "act")
    let_go(do, id, keep=frozenset({"engulfed", "swallowed", "stuck", CLINGING}))
    if how == THROWN_TORCH:
        light = flame_of(do.state, id)
        assert light is not None
        do.emit(LightWentOut(light.id, id, light.name, "thrown", rule=(_CONTACT,)))
    elif how == BURNING_OIL:
        flask = things_thrown.thrown(actor, what)
        assert flask is not None
        do.emit(ItemsChanged(id, fewer(actor.items, flask.id), "threw", part(flask, 1), rule=(_CONTACT,)))
    blow = Blow(id, target.id, how)
    if not monster_abilities.ask_to_avert(do, blow):
        run(do, blow)
