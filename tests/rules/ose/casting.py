"""Scenes of magic: somebody with spells in mind, at the moment of casting or on a delve."""

from __future__ import annotations

from msgspec.structs import replace
from tests.rules.ose.scene import changed, do, scene, spent

from underkeep.kernel.dice import Scripted
from underkeep.procedures import play
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.sheet import ABILITIES, sheet
from underkeep.systems.ose.magic.casting import DECLARED, Cast
from underkeep.systems.ose.magic.spell_books import book
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import Alike
from underkeep.testing.builders import cellar, delving_party, in_step
from underkeep.world.condition import Condition
from underkeep.world.dungeon import Group, GroupChanged
from underkeep.world.encounter import Encounter, EncounterBegan
from underkeep.world.fight import SpentOn
from underkeep.world.party import PartyWent
from underkeep.world.state import State

MU, CLERIC, ORC = "magic-user-1", "cleric-1", "orc-1"


def at_casting(
    match: str, caster: str, *spells: str, gap: int = 4, level: int | None = None, switches: tuple[str, ...] = ()
) -> State:
    """A fight at the step of spells: the caster has these in mind and announced the first."""
    state = scene(match, "spells", gap=gap, switches=switches)
    state = changed(state, caster, memorised=spells, **({"level": level} if level else {}))
    return spent(state, caster, SpentOn(DECLARED, spells[0]))


def announcing(state: State, caster: str, spell: str) -> State:
    return spent(state, caster, SpentOn(DECLARED, spell))


def cast(state: State, caster: str, spell: str, target: str = "", *faces: int, use: str = "", **rulings) -> Resolution:
    return do(announcing(state, caster, spell), Cast(caster, spell, target, use), *faces, **rulings)


def names(state: State, id: str) -> set[str]:
    return {c.name for c in state.creatures[id].conditions}


def until(state: State, id: str, name: str) -> int | None:
    found = state.creatures[id].condition(name)
    assert found is not None
    return found.until


def with_condition(state: State, id: str, name: str, until: int | None = None, level: int = 0) -> State:
    have = tuple(c for c in state.creatures[id].conditions if c.name != name)
    return state.with_creature(id, conditions=(*have, Condition(name, until, level)))


def average(state: State) -> State:
    """Characters with 10 in every ability and 8 hit points."""
    for id, creature in state.creatures.items():
        own = sheet(creature)
        if own.abilities:
            own = replace(own, abilities=dict.fromkeys(ABILITIES, 10))
            state = state.with_creature(id, hp=8, max_hp=8, sheet=own)
    return state


def delve(*kinds: str, in_town: bool = False, level: int = 1, **sheets: object) -> State:
    """A party in the cellar or in town; `sheets` changes everybody's sheet, e.g. `memorised=("Light",)`."""
    state = average(delving_party(RULESET, cellar(RULESET), *kinds, in_town=in_town))
    for id in state.party.members:
        state = changed(state, id, level=level, **sheets)
    return state


def own_book(state: State, id: str) -> State:
    have = tuple(i for i in state.creatures[id].items if not i.kind.startswith("spell-book"))
    return state.with_creature(id, items=(*have, book(id)))


def meeting(state: State, kind: str, count: int = 1, attitude: str = "", distance: int = 10) -> State:
    """The party has met monsters in the hall."""
    done = Resolution(state, Alike(4), RULESET, {"ose:referee.monsters.intelligence": "as its kind"})
    group = Group("lurkers", "1-01", kind, count)
    done.emit(GroupChanged(group, "placed"))
    from underkeep.systems.ose.encounters.meetings import muster

    ids = muster(done, group)
    for id in ids:
        done.state = done.state.with_creature(id, hp=8, max_hp=8)
    done.emit(EncounterBegan(Encounter(group.id, ids, distance, (), attitude, began=done.state.now)))
    return done.state


def act(state: State, action, *faces: int, seat: str = "player") -> Resolution:
    """The party does something outside a fight, under these faces."""
    dice = Scripted(*faces)
    done = play.resolve(RULESET, state, seat, action, dice)
    dice.finish()
    return done


def why_not(state: State, action, seat: str = "player"):
    return play.why_not(RULESET, state, seat, action)


def walked_to(state: State, area: str, square: tuple[int, int]) -> State:
    from underkeep.world.dungeon import Spot

    done = Resolution(state, Scripted(), RULESET)
    done.state = replace(state, party=replace(state.party, at=Spot(1, square, area)))
    return done.state


__all__ = [
    "CLERIC",
    "MU",
    "ORC",
    "PartyWent",
    "act",
    "announcing",
    "at_casting",
    "average",
    "cast",
    "delve",
    "in_step",
    "meeting",
    "names",
    "own_book",
    "until",
    "walked_to",
    "why_not",
    "with_condition",
]
