"""Short ways to set up characters and those who serve them."""

from __future__ import annotations

from msgspec.structs import replace
from tests.rules.ose.scene import changed, first

from underkeep.kernel.dice import Scripted, Seeded
from underkeep.kernel.event import Action
from underkeep.procedures import play
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.basics.money import coins
from underkeep.systems.ose.basics.sheet import ABILITIES, Service, sheet
from underkeep.systems.ose.checks import experience
from underkeep.systems.ose.ruleset import RULESET
from underkeep.systems.ose.town import hiring, retainers, town
from underkeep.systems.ose.town.hiring import HiringRolled
from underkeep.systems.ose.town.retainers import NORMAL_HUMAN
from underkeep.testing.builders import cellar, delving_party
from underkeep.world.settlement import Applicant
from underkeep.world.state import State

PC, OTHER, HAND = "hero-1", "hero-2", "retainer-1"
LODGING_CP = 50


def company(*kinds: str, gp: int = 100, cha: int = 10, human: bool = False, place: str = "town") -> State:
    """A fighter and a thief of average everything with 100 gp each, in a small town or in the cellar."""
    state = delving_party(RULESET, cellar(RULESET), *(kinds or ("fighter", "thief")), in_town=place == "town")
    state = replace(state, human_referee=human)
    for id in (c.id for c in state.marchers()):
        state = changed(state, id, abilities={**dict.fromkeys(ABILITIES, 10), "CHA": cha})
        state = state.with_creature(id, items=(coins("gp", gp),), hp=8, max_hp=8)
    assert state.settlement is not None and state.settlement.size == "small town"
    return state


def seeking(state: State, kind: str = NORMAL_HUMAN, level: int = 0, asks: int = 2) -> State:
    assert state.settlement is not None
    who = Applicant(HAND, kind, level, "Hand", (asks, 50))
    return replace(state, settlement=replace(state.settlement, applicants=(who,)))


def serving(state: State, kind: str = "fighter", id: str = HAND, **terms: int) -> State:
    """The same with a retainer of the first character: 1 gp a day, a half share, loyalty 7."""
    do = Resolution(state, Seeded(3, "hand"), RULESET)
    who = Applicant(id, kind, int(kind != NORMAL_HUMAN), "Hand", (1, 50))
    retainers.join(do, do.state.creatures[PC], who, 1, 50, gladly=False)
    state = do.state.with_creature(id, hp=8, max_hp=8)
    if kind != NORMAL_HUMAN:
        state = changed(state, id, abilities=dict.fromkeys(ABILITIES, 10))
    service = sheet(state.creatures[id]).service
    assert service is not None
    return changed(state, id, service=replace(service, **terms))


def terms(state: State, id: str = HAND) -> Service:
    service = sheet(state.creatures[id]).service
    assert service is not None
    return service


def offer(state: State, *faces: int, gp: int = 2, share: int = 50, by: str = PC, **rulings: str) -> Resolution:
    dice = Scripted(*faces)
    named = {f"ose:retainer.{key.replace('__', '.').replace('_', '-')}": value for key, value in rulings.items()}
    do = Resolution(state, dice, RULESET, named)
    hiring.hire(do, state.creatures[by], HAND, gp, share)
    dice.finish()
    return do


def after(do: Resolution) -> int:
    return first(do, HiringRolled).roll.total


def why_not(state: State, action: Action) -> Refusal:
    found = play.why_not(RULESET, state, "player", action)
    assert found is not None
    return found


def run(state: State, action: Action, *faces: int, seat: str = "player") -> Resolution:
    dice = Scripted(*faces)
    done = play.resolve(RULESET, state, seat, action, dice)
    dice.finish()
    return done


def doing(state: State, *faces: int, **rulings: str) -> Resolution:
    named = {f"ose:retainer.{key.replace('__', '.').replace('_', '-')}": value for key, value in rulings.items()}
    return Resolution(state, Scripted(*faces), RULESET, named)


def come_home(do: Resolution) -> None:
    """What retainers and the town make of it; the rest of coming home is not theirs."""
    retainers.come_home(do)
    town.begin_week(do)


def home_with(state: State, gp: int, bearer: str, *faces: int, **rulings: str) -> Resolution:
    """The party comes home with treasure that one of them carries."""
    do = doing(state, *faces, **rulings)
    experience.note_what_is_brought(do)
    creature = do.state.creatures[bearer]
    do.state = do.state.with_creature(bearer, items=(*creature.items, coins("pp", gp // 5)))
    come_home(do)
    return do
