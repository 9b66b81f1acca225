"""Surprise: who may take whom unawares, on what chance, and who of a party gets the free round."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from msgspec import Struct

from underkeep.kernel.event import Event
from underkeep.kernel.executes import executes
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.campaign import campaign, with_campaign
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.basics.town_life import town_life
from underkeep.systems.rampage.characters.classes import has_type, surprise_in_6
from underkeep.systems.rampage.encounters import dogs
from underkeep.systems.rampage.equipment import light
from underkeep.world.creature import Creature
from underkeep.world.dungeon import Group
from underkeep.world.encounter import SurpriseRolled
from underkeep.world.party import PartyWent
from underkeep.world.region import country_ahead
from underkeep.world.state import State

USUAL_IN_6 = 2
WOODS_IN_6 = 4
LONE_EAR_IN_6 = 3
MANY_UNDERGROUND, MANY_OUTDOORS = 11, 100
OPEN_COUNTRY = ("grass", "desert")
_EAR = "ear"
ROLL = "rampage:encounter.surprise.roll"
_JUDGE = "rampage:encounter.surprise.judge-bonus"
_BONUS = ("0", "+1", "+2")
AMBUSH_SITE = "ambush site"


class SurpriseSettled(Event, frozen=True):
    """Who may act in a surprise round, who may not be attacked before it is over, and who has a doorway to clear."""

    secret: ClassVar[bool] = True

    free: tuple[str, ...]
    unseen: tuple[str, ...]
    clearing: tuple[str, ...] = ()

    def evolve(self, state: State) -> State:
        return with_campaign(state, free=self.free, unseen=self.unseen, clearing=self.clearing)


class Sighting(Struct, frozen=True):
    """How two sides come upon each other: who is surprised, who is free to act at once, and who of those is unseen."""

    surprised: tuple[str, ...] = ()
    free: tuple[str, ...] = ()
    unseen: tuple[str, ...] = ()


# Chances


@executes("rampage:encounter.surprise.large-group", "rampage:animal.dogs.count-as-members")
def is_many(state: State, count: int) -> bool:
    """Whether a group is too large to creep up on anybody. Every beast counts as one."""
    return count >= (MANY_OUTDOORS if state.is_outdoors else MANY_UNDERGROUND)


@executes(
    "rampage:encounter.surprise.elf-halfling",
    "rampage:race.elf.surprise",
    "rampage:race.halfling.surprise",
)
def is_woodcrafty(state: State, group: Iterable[Creature]) -> bool:
    """Nobody but elves and halflings, in country that hides them. Ruling: q.elf-halfling-surprise-terrain."""
    if not state.is_outdoors or terrain(state) in OPEN_COUNTRY:
        return False
    peoples = [_people(creature) for creature in group]
    return bool(peoples) and all(people in ("elf", "halfling") for people in peoples)


def _people(creature: Creature) -> str:
    listing = compendium.monsters().get(creature.kind)
    return sheet(creature).race or (listing.people or creature.kind if listing is not None else "")


def terrain(state: State) -> str:
    """The country round a travelling party."""
    if state.journey is None:
        return "grass"
    here = country_ahead(state) or state.journey.route.terrain
    return "grass" if here == "settled" else here or town_life(state).terrain


@executes("rampage:class.jack.surprise", "rampage:encounter.surprise.no-ability-modifier")
def own_chance(creature: Creature) -> int:
    """2 in 6, more for jacks; neither high abilities nor task bonuses change it."""
    own = sheet(creature)
    return max(USUAL_IN_6, surprise_in_6(own.classes, own.level)) if own.classes else USUAL_IN_6


@executes("rampage:evasion.jacks-surprise")
def jacks_chance(group: list[Creature]) -> int | None:
    """Of a group of nothing but jacks the chance of the least of them; None for any other."""
    if not group or not all(has_type(sheet(c).classes, "jack") for c in group):
        return None
    return min(own_chance(c) for c in group)


@executes(
    "rampage:encounter.surprise.large-group",
    "rampage:animal.tracking-dogs.noise",
    "rampage:animal.dogs.six-no-surprise",
    "rampage:animal.war-dogs.surprise",
)
def chances(state: State) -> dict[str, int]:
    """On how many of 6 each of the party surprises others. Ruling: q.surprise-several-modifiers."""
    people = state.marchers()
    walkers = [c for c in people if not dogs.is_dog(c)]
    many, together = is_many(state, len(people)), jacks_chance(walkers)
    base = WOODS_IN_6 if is_woodcrafty(state, walkers) else together or USUAL_IN_6
    loud = dogs.noise(state)
    found = {}
    for creature in people:
        chance = 1 if many else max(base, own_chance(creature)) if together is None else base
        found[creature.id] = max(0, chance - loud)
    return found


@executes(
    "rampage:encounter.surprise.monster-special",
    "rampage:animal.guard-dogs.one",
    "rampage:animal.guard-dogs.three",
    "rampage:death.maimed.ear",
)
def monsters_chance(state: State, kind: str, count: int) -> int:
    """On how many of 6 such monsters surprise the party; guard dogs give warning, and a lone walker with one ear hears
    less. Ruling: q.guard-dogs-wording. Ruling: q.surprise-dogs-floor.
    """
    listing, people = compendium.monsters()[kind], state.marchers()
    chance = 1 if is_many(state, count) else listing.surprises_in_6
    if len(people) == 1 and not state.is_outdoors and any(_EAR in injury for injury in sheet(people[0]).injuries):
        chance = max(chance, LONE_EAR_IN_6)
    return max(0, chance - dogs.watchfulness(state))


# Whether anybody can be surprised at all


@executes("rampage:encounter.surprise.light", "rampage:light.shuttered.use")
def shows_light(do: Resolution, group: Group) -> bool:
    """Whether those met see the party's light: not out of doors, not if a door hid it until now, not if it is
    shuttered. Ruling: q.surprise-unaware-of-light.
    """
    state = do.state
    if state.is_outdoors or all(light.is_shuttered(state, one) for one in state.lights):
        return False
    return not _came_by_door(do)


def _came_by(do: Resolution) -> str:
    """The way by which the party has just come here."""
    went = next((event for event in reversed(do.events) if isinstance(event, PartyWent)), None)
    return went.how if went is not None else ""


def _came_by_door(do: Resolution) -> bool:
    """Whether the party has just come through a door that it opened a moment ago."""
    opened = campaign(do.state).opened.get(_came_by(do))
    return opened is not None and do.state.now - opened <= do.rules.round_seconds


@executes("rampage:encounter.surprise.door-bash-basher")
def clearing(do: Resolution, free: tuple[str, ...]) -> tuple[str, ...]:
    """Those who have just bashed open the door by which the party comes, and have surprised whoever is behind it."""
    known = campaign(do.state)
    return tuple(id for id in known.bashers if id in free) if known.bashed.get(_came_by(do)) == 1 else ()


@executes("rampage:encounter.surprise.noise", "rampage:encounter.surprise.door-bash-fail")
def was_heard(state: State, group: Group) -> bool:
    """Whether those met heard the party break, pry or bash for longer than a round."""
    known = campaign(state)
    assert state.party is not None
    return group.area in known.warned or (not state.is_outdoors and known.noisy == state.party.turns + 1)


def why_warned(state: State) -> tuple[str, ...]:
    """What warns the party of others."""
    warning = {1: ("rampage:animal.guard-dogs.one",), 2: ("rampage:animal.guard-dogs.three",)}
    return warning.get(dogs.watchfulness(state), ())


def why_noticed(do: Resolution, group: Group) -> tuple[str, ...]:
    """Why those met could not be surprised, if something was to blame."""
    if group.members or not group.awake:
        return ()
    if was_heard(do.state, group):
        return ("rampage:encounter.surprise.noise",)
    if dogs.noise(do.state) >= dogs.LOUD_PACK:
        return ("rampage:animal.dogs.six-no-surprise",)
    return ("rampage:encounter.surprise.light",) if do.state.lights and shows_light(do, group) else ()


@executes("rampage:encounter.surprise.roll", "rampage:encounter.surprise.stealthy-default")
def settle(do: Resolution, group: Group, ids: tuple[str, ...]) -> Sighting:
    """1d6 for each side that is unaware of the other; everybody goes as quietly as they can without saying so."""
    state, party = do.state, do.state.party
    assert party is not None
    ours = tuple(c.id for c in state.marchers())
    met_before = bool(group.members)
    surprised = (
        not met_before
        and group.awake
        and _roll(do, party.side, ours, monsters_chance(state, group.kind, len(ids)), group.kind)
    )
    surprisers: tuple[str, ...] = ()
    if group.awake and not met_before and not was_heard(state, group) and not shows_light(do, group):
        surprisers = _roll_for_each(do, ids, chances(state), _bonus(do, group))
    elif not group.awake:
        surprisers = ours
    return mixed(do.state, ours, ids, surprised, surprisers)


@executes("rampage:encounter.surprise.judge-bonus")
def _bonus(do: Resolution, group: Group) -> int:
    """The judge may make it easier for a party that prepared for it or lies in a good place. Default: 0, but +2 where
    the map has an ambush site.
    """
    features = do.state.dungeon.features.values() if do.state.dungeon is not None else ()
    is_site = any(f.kind == AMBUSH_SITE and f.area == group.area for f in features)
    return int(do.ruling(_JUDGE, _BONUS, "+2" if is_site else "0", group.kind, seats=(REFEREE,)))


def _is_sly(kind: str) -> bool:
    return compendium.monsters()[kind].surprises_in_6 != USUAL_IN_6


def _roll(do: Resolution, side: str, who: tuple[str, ...], chance: int, kind: str) -> bool:
    if chance <= 0:
        return False
    roll = do.roll(1, 6, f"surprise of {side}", needed=chance + 1)
    surprised = roll.total <= chance
    rule = (ROLL, "rampage:encounter.surprise.stealthy-default", *_behind_theirs(do.state, kind))
    do.emit(SurpriseRolled(side, who, roll, surprised, rule=rule))
    return surprised


def _behind_theirs(state: State, kind: str) -> tuple[str, ...]:
    special = ("rampage:encounter.surprise.monster-special",) if _is_sly(kind) else ()
    lone = [c for c in state.marchers() if any(_EAR in injury for injury in sheet(c).injuries)]
    return (
        *special,
        *why_warned(state),
        *(("rampage:death.maimed.ear",) if lone and len(state.marchers()) == 1 else ()),
    )


@executes("rampage:encounter.surprise.mixed-chances")
def _roll_for_each(do: Resolution, ids: tuple[str, ...], on: dict[str, int], bonus: int) -> tuple[str, ...]:
    """One roll for the side that is met, against the chance of each of the party: who of them takes it unawares."""
    best = max(on.values(), default=0)
    if best + bonus <= 0:
        return ()
    side = do.state.creatures[ids[0]].side if ids else ""
    roll = do.roll(1, 6, f"surprise of {side}", needed=min(6, best + bonus) + 1)
    found = tuple(id for id, chance in on.items() if chance and roll.total <= chance + bonus)
    rule = (ROLL, *behind_ours(do.state, on))
    mixed_rule = ("rampage:encounter.surprise.mixed-chances",) if len(set(on.values())) > 1 else ()
    do.emit(SurpriseRolled(side, ids, roll, bool(found), rule=(*rule, *mixed_rule), seats=(REFEREE,)))
    return found


def behind_ours(state: State, on: dict[str, int]) -> tuple[str, ...]:
    """The rules behind the party's chances."""
    people = state.marchers()
    walkers = [c for c in people if not dogs.is_dog(c)]
    found = ["rampage:encounter.surprise.no-ability-modifier"]
    if is_many(state, len(people)):
        found.append("rampage:encounter.surprise.large-group")
        found += ["rampage:animal.dogs.count-as-members"] if len(people) > len(walkers) else []
    elif is_woodcrafty(state, walkers):
        found.append("rampage:encounter.surprise.elf-halfling")
        found += [f"rampage:race.{_people(c)}.surprise" for c in walkers[:1]]
    elif jacks_chance(walkers) is not None:
        found.append("rampage:evasion.jacks-surprise")
    elif any(own_chance(c) > USUAL_IN_6 for c in walkers):
        found.append("rampage:class.jack.surprise")
    found += ["rampage:animal.tracking-dogs.noise"] if dogs.noise(state) else []
    found += ["rampage:animal.war-dogs.surprise"] if any(dogs.is_war_dog(c) for c in people) else []
    shut = [one for one in state.lights if light.is_shuttered(state, one)]
    return (*found, *(("rampage:light.shuttered.use", "rampage:light.shuttered.hand") if shut else ()))


@executes(
    "rampage:encounter.surprise.effect",
    "rampage:encounter.surprise.mixed-chances",
    "rampage:encounter.surprise.mixed-no-attack",
)
def mixed(
    state: State, ours: tuple[str, ...], theirs: tuple[str, ...], surprised: bool, surprisers: tuple[str, ...]
) -> Sighting:
    """Who of both sides gets the free round. A side that is surprised has none, but may not touch those who were not
    noticed. Ruling: q.both-surprised, if both are, only those act who surprise better than others do.
    """
    if not surprised:
        return Sighting(theirs, surprisers, _apart(ours, surprisers)) if surprisers else Sighting()
    if len(surprisers) < len(ours):
        rest = tuple(id for id in ours if id not in surprisers)
        return Sighting(rest, theirs, surprisers)
    better = tuple(id for id in ours if own_chance(state.creatures[id]) > USUAL_IN_6)
    if better and len(better) < len(ours):
        return Sighting((*theirs, *(id for id in ours if id not in better)), better, better)
    return Sighting()


def _apart(ours: tuple[str, ...], surprisers: tuple[str, ...]) -> tuple[str, ...]:
    """Those who stay unseen when others of the party are noticed."""
    return surprisers if len(surprisers) < len(ours) else ()
