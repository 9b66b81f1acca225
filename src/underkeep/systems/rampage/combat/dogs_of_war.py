"""Dogs in a fight: guard dogs go for whom they like, war dogs for whom their handlers send them at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from underkeep.kernel.event import Action, Event
from underkeep.kernel.executes import executes
from underkeep.procedures.options import Options
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.rampage.attacks.field import field
from underkeep.systems.rampage.basics.battle import battle, with_battle
from underkeep.systems.rampage.basics.campaign import campaign
from underkeep.systems.rampage.encounters import dogs
from underkeep.systems.rampage.equipment.light import free_hands
from underkeep.world.creature import Creature
from underkeep.world.fight import Spent, Step

if TYPE_CHECKING:
    from underkeep.world.state import State

HANDLER, COMMAND = "rampage:animal.war-dogs.handler", "rampage:animal.war-dogs.command"
_FIGHT = "rampage:animal.guard-dogs.fight"


class SendDog(Action, frozen=True):
    """Send a war dog at an enemy, or call it off if none is named."""

    actor: str
    dog: str
    target: str


class DogSent(Event, frozen=True):
    """A dog is after an enemy from now on; after nobody if none is named."""

    creature: str
    target: str

    def evolve(self, state: State) -> State:
        return with_battle(state, quarry={**battle(state).quarry, self.creature: self.target})


EVENTS: tuple[type[Event], ...] = (DogSent,)


def _is_kept(state: State, creature: Creature) -> bool:
    """Whether a dog has come with a party."""
    return dogs.is_dog(creature) and creature.id in campaign(state).dogs


@executes("rampage:animal.guard-dogs.fight")
def choose(do: Resolution, creature: Creature) -> None:
    """A guard dog picks an enemy at random, and stays at it while that one stands."""
    if not _is_kept(do.state, creature) or dogs.is_war_dog(creature):
        return
    after = battle(do.state).quarry.get(creature.id, "")
    if after and do.state.creatures[after].is_up:
        return
    foes = tuple(foe.id for foe in field(do.state).foes(creature.side).creatures)
    if foes:
        do.emit(DogSent(creature.id, do.pick(foes, f"whom {creature.id} goes for"), rule=(_FIGHT,)))


@executes("rampage:animal.guard-dogs.fight", "rampage:animal.war-dogs.command")
def held_back(state: State, creature: Creature, options: Options) -> Options:
    """What is left to a dog of all it could do: it strikes at its quarry and at nobody else."""
    if not _is_kept(state, creature):
        return options
    after = battle(state).quarry.get(creature.id, "")
    allowed = tuple(a for a in options.listed if getattr(a, "target", after) == after)
    return Options(allowed, options.moves)


def war_dogs_of(state: State, handler: str) -> list[Creature]:
    """The war dogs on the field that somebody handles."""
    bonds = campaign(state).dogs
    return [c for c in state.active() if dogs.is_war_dog(c) and c.id in bonds and bonds[c.id].handler == handler]


def offers(state: State, actor: Creature, step: Step) -> Options:
    found: list[Action] = []
    if not campaign(state).dogs:
        return Options(())
    for dog in war_dogs_of(state, actor.id):
        foes = field(state).foes(actor.side).creatures
        found += [SendDog(actor.id, dog.id, foe.id) for foe in foes]
        found += [SendDog(actor.id, dog.id, "")] if battle(state).quarry.get(dog.id) else []
    return Options(tuple(a for a in found if why_not(state, a) is None))


@executes(
    "rampage:animal.war-dogs.handler",
    "rampage:animal.war-dogs.command",
    "rampage:animal.war-dogs.rehandle",
    "rampage:animal.dogs.training",
)
def why_not(state: State, action: Action) -> Refusal | None:
    """Only its handler sends a dog, with a hand free for each of his dogs, once they are used to each other; and it
    costs the attack of the round.
    """
    assert isinstance(action, SendDog) and state.fight is not None
    actor, dog = state.creatures[action.actor], state.creatures.get(action.dog)
    bond = campaign(state).dogs.get(action.dog)
    if dog is None or not dogs.is_war_dog(dog) or bond is None or bond.handler != actor.id:
        return Refusal(f"{actor.name} handles no such dog.", HANDLER)
    quarry = state.creatures.get(action.target)
    if action.target and (quarry is None or not quarry.is_up or quarry.at is None):
        return Refusal("There is no such enemy.", COMMAND)
    if quarry is not None and quarry.side == actor.side:
        return Refusal(f"{quarry.name} is no enemy.", COMMAND)
    if not dogs.is_used(state, dog):
        return Refusal(f"{dog.name} is not used to {actor.name} yet.", "rampage:animal.war-dogs.rehandle")
    if free_hands(actor) < len(war_dogs_of(state, actor.id)):
        return Refusal(f"{actor.name} needs a hand free for each dog.", HANDLER)
    if state.fight.has_spent(actor.id, "attack"):
        return Refusal(f"{actor.name} has no attack left this round.", COMMAND)
    return None


@executes("rampage:animal.war-dogs.command")
def send(do: Resolution, action: SendDog) -> None:
    """An order costs the attack."""
    do.emit(Spent(action.actor, "attack", rule=(COMMAND,)))
    do.emit(DogSent(action.dog, action.target, rule=(COMMAND, HANDLER)))
