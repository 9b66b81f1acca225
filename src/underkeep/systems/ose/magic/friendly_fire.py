"""What a person is asked before a spell is cast that does not tell friend from foe."""

from __future__ import annotations

from underkeep.systems.ose.basics.measures import SQUARE_FEET
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.magic import casting
from underkeep.systems.ose.magic.casting import Cast
from underkeep.systems.ose.magic.effects.spells_of_destruction import bolt_path
from underkeep.systems.ose.magic.params.destruction import Blast, Bolt
from underkeep.systems.ose.magic.spell_effects import Casting, centre_of, in_radius
from underkeep.world.creature import Creature
from underkeep.world.state import State


def asked(state: State, action: Cast) -> str:
    """Who of one's own would be struck as well, in words; empty if nobody is."""
    names = [friend.name for friend in friends_struck(state, action)]
    listed = " and ".join((", ".join(names[:-1]), names[-1])) if len(names) > 1 else "".join(names)
    return f"{action.spell} cast like this strikes {listed} as well." if listed else ""


def friends_struck(state: State, action: Cast) -> list[Creature]:
    """Those of the caster's own side whom a ball or bolt that is aimed like this would strike."""
    caster = state.creatures[action.actor]
    written = casting.castable(caster).get(action.spell)
    use = next((u for u in written.uses if u.name == action.use), None) if written is not None else None
    if written is None or use is None or not isinstance(use.effect, Blast | Bolt):
        return []
    aimed = Casting(caster.id, written, use, action.target, sheet(caster).level, action.at)
    return [c for c in _struck(state, aimed, use.effect) if c.side == caster.side and c.is_up]


def _struck(state: State, aimed: Casting, effect: Blast | Bolt) -> list[Creature]:
    if isinstance(effect, Blast):
        return in_radius(state, aimed, effect.radius_feet)
    start, aim = state.creatures[aimed.caster].at, centre_of(state, aimed)
    if state.grid is None or start is None or aim is None:
        return []
    path = set(bolt_path(state.grid, start, aim, effect.length_feet // SQUARE_FEET))
    return [c for c in in_radius(state, aimed, effect.length_feet) if c.at in path]
