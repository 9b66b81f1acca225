"""How loyal a retainer is: what raises and lowers it, and the checks in peril and after an adventure."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Event
from underkeep.kernel.executes import executes
from underkeep.mechanics.morale_2d6 import holds
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.attacks.field import engaged
from underkeep.systems.ose.attacks.movement import away, encounter_feet, is_fleeing, run
from underkeep.systems.ose.basics.battle import battle, with_battle
from underkeep.systems.ose.basics.conditions import FLEEING, is_helpless
from underkeep.systems.ose.basics.measures import SQUARE_FEET
from underkeep.systems.ose.basics.sheet import Service, sheet
from underkeep.systems.ose.basics.town_life import town_life, with_town_life
from underkeep.systems.ose.characters import abilities
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import Creature, Fled, SheetChanged
from underkeep.world.state import State

LOYALTY = "loyalty"
GIFTS_FOR_A_POINT = 2
_CHECK = "ose:retainer.loyalty.check"
_PERIL = "ose:retainer.loyalty.when-peril"
_BONUS, _PENALTY = "ose:retainer.loyalty.bonus", "ose:retainer.loyalty.penalty"
_ABUSE = "ose:retainer.abuse"


class PerilFaced(Event, frozen=True):
    """A retainer had this reason to run in a fight; it will not be asked for the same one again."""

    creature: str
    why: str

    def evolve(self, state: State) -> State:
        return with_battle(state, perils=battle(state).perils | {(self.creature, self.why)})


class RetainerComplained(Event, frozen=True):
    """A wronged retainer talks in town: so many have by now."""

    town: str
    complaints: int

    def evolve(self, state: State) -> State:
        return with_town_life(state, complaints=self.complaints)


class PartyShunned(Event, frozen=True):
    """Nobody in town will work for the party."""

    town: str

    def evolve(self, state: State) -> State:
        return with_town_life(state, is_shunned=True)


EVENTS: tuple[type[Event], ...] = (PerilFaced, RetainerComplained, PartyShunned)


def service_of(creature: Creature) -> Service | None:
    """The terms of a retainer in service; None for anybody else, also for one who is out of work."""
    service = sheet(creature).service
    return service if service is not None and service.employer else None


def in_service(state: State, employer: str = "") -> list[Creature]:
    """The living retainers of the party, or those of one employer, wherever they are."""
    found = []
    for creature in state.creatures.values():
        service = service_of(creature)
        if service is not None and creature.status != "dead" and employer in ("", service.employer):
            found.append(creature)
    return found


@executes("ose:retainer.loyalty.rating", "ose:retainer.reaction.accept-plus", "ose:abilities.cha.loyalty")
def first_rating(charisma: int, gladly: bool) -> int:
    """By the hirer's CHA, and one higher for those who were glad to come."""
    return abilities.loyalty(charisma) + gladly


def change_terms(do: Resolution, id: str, what: str, rule: tuple[str, ...] = (), **terms: object) -> None:
    """The retainer's terms are now these."""
    own = sheet(do.state.creatures[id])
    assert own.service is not None
    do.emit(SheetChanged(id, replace(own, service=replace(own.service, **terms)), what, rule=rule))


@executes("ose:retainer.loyalty.check")
def check(do: Resolution, id: str, why: str, rule: str) -> bool:
    """2d6 no higher than the rating."""
    service = sheet(do.state.creatures[id]).service
    assert service is not None
    return holds(do, id, f"loyalty: {why}", service.loyalty, (rule, _CHECK))


@executes("ose:retainer.loyalty.bonus")
def reward(do: Resolution, id: str) -> None:
    """A gift beyond the terms. Default: one point for every two."""
    service = service_of(do.state.creatures[id])
    assert service is not None
    gifts = service.gifts + 1
    change_terms(do, id, "rewarded", gifts=gifts)
    if gifts % GIFTS_FOR_A_POINT == 0:
        points = int(do.ruling(_BONUS, ("0", "1", "2"), "1", id))
        change_terms(do, id, "more loyal", (_BONUS,), loyalty=service.loyalty + points)


@executes("ose:retainer.loyalty.penalty", "ose:retainer.abuse")
def wrong(do: Resolution, id: str) -> None:
    """A promise broken or a cruelty done. Default: one point of loyalty, and others are warned."""
    service = sheet(do.state.creatures[id]).service
    assert service is not None
    points = int(do.ruling(_PENALTY, ("0", "1", "2"), "1", id))
    if points:
        change_terms(do, id, "less loyal", (_PENALTY,), loyalty=service.loyalty - points)
    told = do.ruling(_ABUSE, ("warn others", "no applicants", "keep quiet"), "warn others", id)
    town = do.state.settlement.name if do.state.settlement is not None else ""
    if told == "warn others":
        do.emit(RetainerComplained(town, town_life(do.state).complaints + 1, rule=(_ABUSE,)))
    elif told == "no applicants":
        do.emit(PartyShunned(town, rule=(_ABUSE,)))


@executes("ose:retainer.loyalty.when-peril", "ose:morale.retainers")
def check_in_fight(do: Resolution, side: str) -> None:
    """Retainers make no morale checks; but each reason of extreme peril calls, once in a fight, for a loyalty check:
    half of the party out of action, or the employer slain.
    """
    party = do.state.party
    if party is None or do.state.fight is None or side != party.side:
        return
    for retainer in in_service(do.state):
        if retainer.status != "up" or retainer.at is None or is_helpless(retainer):
            continue
        if is_fleeing(retainer):
            run(do, retainer, (_PERIL,))
            continue
        for why in _perils(do.state, retainer):
            if (retainer.id, why) not in battle(do.state).perils:
                do.emit(PerilFaced(retainer.id, why, rule=("ose:morale.retainers", _PERIL)))
                if not face_peril(do, retainer.id, why):
                    break


def _perils(state: State, retainer: Creature) -> list[str]:
    party, service = state.party, service_of(retainer)
    assert party is not None and service is not None
    members = [state.creatures[id] for id in party.members]
    standing = sum(c.status == "up" and not is_helpless(c) for c in members)
    found = ["half the party is down"] if standing * 2 <= len(members) else []
    return [*found, *(["the employer is dead"] if state.creatures[service.employer].status == "dead" else [])]


@executes("ose:retainer.loyalty.when-peril")
def face_peril(do: Resolution, id: str, why: str) -> bool:
    """Whether the retainer stands; one who does not flees."""
    if check(do, id, why, _PERIL):
        return True
    creature = do.state.creatures[id]
    if creature.at is None:
        do.emit(Fled(id, rule=(_PERIL,)))
    elif engaged(do.state, creature):
        if away(do.state, creature, encounter_feet(creature, do.state) // SQUARE_FEET):
            do.emit(ConditionGained(id, Condition(FLEEING), rule=(_PERIL,)))
            run(do, do.state.creatures[id], (_PERIL,))
    else:
        run(do, creature, (_PERIL,))
    return False


def calm(do: Resolution) -> None:
    """When a fight is over, a retainer who wanted to flee and could not has no more reason to."""
    for retainer in in_service(do.state):
        if is_fleeing(retainer):
            do.emit(ConditionEnded(retainer.id, FLEEING))


def why_not_call(creature: Creature) -> Refusal | None:
    """The referee may find any moment perilous, for a retainer."""
    if service_of(creature) is None or creature.status != "up":
        return Refusal(f"{creature.name} is nobody's retainer.", _CHECK)
    return None
