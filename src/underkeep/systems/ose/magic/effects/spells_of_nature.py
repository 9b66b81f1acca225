"""Spells on the land: what screens a party from those it has met, water, weather."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Event, Note
from underkeep.kernel.executes import executes
from underkeep.procedures import survey
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.attacks import concentration
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.basics.conditions import IN_FOG, IN_HEAT, IN_RAIN, IN_SNOW, IN_WATER, IN_WINDS, has
from underkeep.systems.ose.checks.enchantments import flies
from underkeep.systems.ose.magic import zones
from underkeep.systems.ose.magic.effects.spells_of_summoning import summon
from underkeep.systems.ose.magic.effects.spells_of_travel import PassageOpened
from underkeep.systems.ose.magic.params.places import Screen, Sway, WallOff, Weather
from underkeep.systems.ose.magic.spell_effects import CAST, Casting, effects, fizzle, resists, until, worth_in_dice
from underkeep.systems.ose.monsters.listings import monsters, size_of
from underkeep.world.condition import ConditionEnded
from underkeep.world.creature import Creature
from underkeep.world.dungeon import FeatureChanged
from underkeep.world.encounter import EncounterChanged
from underkeep.world.state import State

SCREENED = "screened"
"""How an encounter is marked in which the others cannot get at the party any more."""
CALM_WATERS = ("lowered", "parted")
TOUCHING_FEET = 10
TORNADO = "air-elemental-12-hd"
SKY_FEET = 720
SKIES = {"extreme heat": IN_HEAT, "fog": IN_FOG, "high winds": IN_WINDS, "rain": IN_RAIN, "snow": IN_SNOW}
SAILING = {"calm": (1, 1), "high winds": (3, 2)}


class WayBarred(Note, frozen=True):
    """Something stands between the party and those it has met."""

    caster: str
    what: str


class WindCalled(Event, frozen=True):
    """What magic has made of the wind for a ship."""

    caster: str
    wind: str
    speed: tuple[int, int]

    def evolve(self, state: State) -> State:
        return with_campaign(state, road=replace(campaign(state).road, wind=self.speed))


EVENTS: tuple[type[Event], ...] = (WayBarred, WindCalled)


@executes("ose:magic.spell-list")
@effects(Screen)
def screen(do: Resolution, casting: Casting, spell: Screen) -> None:
    """A thicket stops all but the very large and those who fly; an illusory hill all who are not near enough to touch
    it, a phantasm all who have a mind and fail their save; among illusory trees nobody finds anybody.
    """
    _bar(do, casting, spell.by, [c for c in _met(do.state) if not _is_kept_off(do, casting, c, spell)])


def _is_kept_off(do: Resolution, casting: Casting, creature: Creature, spell: Screen) -> bool:
    if spell.by == "trees":
        return True
    if spell.by == "phantasm":
        listing = monsters().get(creature.kind)
        return (listing is None or listing.mind != "none") and not resists(do, casting, creature.id)
    if spell.by == "illusion":
        met = do.state.encounter
        return met is not None and met.distance > TOUCHING_FEET
    return size_of(creature) in ("small", "human") and not flies(creature)


@executes("ose:magic.spell-list", "ose:evasion.dungeon.obstacles")
@effects(WallOff)
def wall_off(do: Resolution, casting: Casting, wall: WallOff) -> None:
    """A wall between the party and the others. Those of enough Hit Dice come through fire and ice, flyers under the
    open sky over any wall.
    """
    _bar(do, casting, f"wall of {wall.of}", [c for c in _met(do.state) if _comes_through(do.state, c, wall)])


def _comes_through(state: State, creature: Creature, wall: WallOff) -> bool:
    if state.is_outdoors and flies(creature):
        return True
    return bool(wall.passed_from_hd) and worth_in_dice(creature)[0] >= wall.passed_from_hd


def _met(state: State) -> list[Creature]:
    met = state.encounter
    return [c for id in met.monsters if (c := state.creatures[id]).status == "up"] if met is not None else []


def _bar(do: Resolution, casting: Casting, what: str, through: list[Creature]) -> None:
    """The way is barred; whether it is for all of them decides what the meeting comes to."""
    met = do.state.encounter
    assert met is not None
    do.emit(WayBarred(casting.caster, what, rule=CAST))
    if through:
        fizzle(do, casting, through[0].id)
    else:
        do.emit(EncounterChanged(met, SCREENED, rule=CAST))


@executes("ose:hazard.swim.everyone", "ose:magic.spell-list")
@effects(Sway)
def sway(do: Resolution, casting: Casting, spell: Sway) -> None:
    """The water of a room is no hindrance for the time being: what was to be swum in is waded, and what one fought in
    is ankle-deep.
    """
    if do.state.fight is not None:
        wet = [c for c in do.state.active() if has(c, IN_WATER)]
        for creature in wet:
            do.emit(ConditionEnded(creature.id, IN_WATER, rule=CAST))
        if not wet:
            fizzle(do, casting, casting.caster)
        return
    assert do.state.dungeon is not None
    feature = do.state.dungeon.features[casting.target]
    end = until(do, casting)
    do.emit(FeatureChanged(replace(feature, state=spell.how), spell.how, rule=CAST))
    if end is not None:
        do.emit(PassageOpened(feature.id, end, rule=CAST))


def waters(state: State, kinds: tuple[str, ...]) -> list[str]:
    """The waters that the party knows of here, as the game's rooms call them."""
    if state.party is None or state.party.at is None:
        return []
    return [f.id for f in survey.known_features(state) if f.kind in kinds and f.state not in CALM_WATERS]


@executes("ose:magic.effect.concentration", "ose:magic.spell-list")
@effects(Weather)
def command_sky(do: Resolution, casting: Casting, spell: Weather) -> None:
    """As long as the caster concentrates: what it does to those who fight under it, or to a ship."""
    if do.state.fight is None:
        speed = SAILING.get(spell.sky)
        if speed is None:
            fizzle(do, casting, casting.caster)
        else:
            do.emit(WindCalled(casting.caster, spell.sky, speed, rule=CAST))
        return
    zones.lift(do, tuple(SKIES.values()), CAST)
    if spell.sky == "tornado":
        summon(do, TORNADO, casting.caster, casting.level)
    elif spell.sky in SKIES:
        zones.lay(do, SKIES[spell.sky], SKY_FEET, casting.caster, None, CAST, casting.level)
    concentration.begin(do, casting.caster)


@executes("ose:magic.effect.concentration")
def sky_clears(do: Resolution, caster: str) -> None:
    """The caster thinks of something else, and the weather is what it was."""
    for zone in zones.zones(do.state):
        if zone.anchor == caster and zone.condition in SKIES.values():
            zones.end(do, zone, CAST)
