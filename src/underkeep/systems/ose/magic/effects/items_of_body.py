"""Items that change whoever uses them: poison, years, courage, toughness, another shape."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Event, Note
from underkeep.kernel.notation import parse
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.basics.worn_magic import HEROIC, INVULNERABLE, MIGHTY, VULNERABLE
from underkeep.systems.ose.characters.class_abilities import is_caster
from underkeep.systems.ose.checks.damage import harm
from underkeep.systems.ose.checks.saves import save
from underkeep.systems.ose.magic.item_effects import (
    Become,
    Empower,
    Heroism,
    Invulnerability,
    Kindle,
    Poisonous,
    Rejuvenate,
)
from underkeep.systems.ose.magic.spell_effects import CAST, Casting, bestow, effects, fizzle, until
from underkeep.world.clock import DAY
from underkeep.world.condition import ConditionEnded
from underkeep.world.creature import LifeSet
from underkeep.world.light import Light, LightLit, LightWentOut
from underkeep.world.state import State

ITEM = ("ose:magic-item.categories",)
WEEK = 7 * DAY
BLADE = "shining-blade"
HEROES = ((0, 4), (3, 3), (7, 2), (10, 1))
"""Up to which level somebody gains how many: those without a level fight as a fighter of the fourth."""
_HERO_DIE = parse("1d8")


class Aged(Note, frozen=True):
    """Somebody is so many years older, or younger."""

    creature: str
    years: int


class InvulnerabilityDrunk(Event, frozen=True):
    """When somebody last drank a potion of invulnerability."""

    creature: str
    at: int

    def evolve(self, state: State) -> State:
        wonders = campaign(state).wonders
        drunk = {**wonders.invulnerable_at, self.creature: self.at}
        return with_campaign(state, wonders=replace(wonders, invulnerable_at=drunk))


class CourageLent(Event, frozen=True):
    """So many hit points of somebody's are borrowed, and go again."""

    creature: str
    hp: int

    def evolve(self, state: State) -> State:
        wonders = campaign(state).wonders
        lent = {**wonders.borrowed_hp, self.creature: self.hp}
        return with_campaign(state, wonders=replace(wonders, borrowed_hp=lent))


EVENTS: tuple[type[Event], ...] = (Aged, InvulnerabilityDrunk, CourageLent)


def age(do: Resolution, creature: str, years: int) -> None:
    do.emit(Aged(creature, years, rule=ITEM))


@effects(Rejuvenate)
def rejuvenate(do: Resolution, casting: Casting, youth: Rejuvenate) -> None:
    age(do, casting.caster, -youth.years)


@effects(Poisonous)
def poison(do: Resolution, casting: Casting, _: Poisonous) -> None:
    """Save or die, however little it was."""
    drinker = do.state.creatures[casting.caster]
    if not save(do, drinker.id, "poison", more=("ose:save.poison.fatal",)):
        harm(do, drinker.id, drinker.hp, "", "poison", rule=ITEM)


@effects(Heroism)
def hearten(do: Resolution, casting: Casting, _: Heroism) -> None:
    """Those who do not cast fight as if they had more levels, and have hit points for them; those above the tenth
    level need no potion.
    """
    drinker = do.state.creatures[casting.caster]
    own = sheet(drinker)
    more = next((levels for most, levels in HEROES if own.level <= most), 0)
    if is_caster(drinker) or not more:
        fizzle(do, casting, drinker.id, ITEM)
        return
    gained = sum(do.roll_total(_HERO_DIE, f"courage of {drinker.id}").total for _ in range(more))
    do.emit(CourageLent(drinker.id, gained, rule=ITEM))
    do.emit(LifeSet(drinker.id, drinker.max_hp + gained, drinker.hp + gained, rule=ITEM))
    bestow(do, drinker.id, HEROIC, None, more, ITEM)


def lose_heart(do: Resolution, event: ConditionEnded) -> None:
    """The hit points of borrowed levels go with them; nobody dies of it."""
    if event.name != HEROIC:
        return
    creature = do.state.creatures[event.creature]
    lent = campaign(do.state).wonders.borrowed_hp.get(creature.id, 0)
    most = max(1, creature.max_hp - lent)
    do.emit(LifeSet(creature.id, most, min(creature.hp, most), rule=ITEM))
    do.emit(CourageLent(creature.id, 0, rule=ITEM))


@effects(Invulnerability)
def harden(do: Resolution, casting: Casting, _: Invulnerability) -> None:
    """Better Armour Class and saves; a second draught within the week does the opposite."""
    id, now = casting.caster, do.state.now
    last = campaign(do.state).wonders.invulnerable_at.get(id)
    do.emit(InvulnerabilityDrunk(id, now, rule=ITEM))
    again = last is not None and now - last < WEEK
    bestow(do, id, VULNERABLE if again else INVULNERABLE, None, more=ITEM)


@effects(Kindle)
def kindle(do: Resolution, casting: Casting, light: Kindle) -> None:
    """A blade that shines at a word, and goes out at another."""
    burning = next((x for x in do.state.lights if x.kind == BLADE and x.bearer == casting.caster), None)
    if burning is not None:
        do.emit(LightWentOut(burning.id, burning.bearer, burning.name, "doused", rule=ITEM))
    else:
        shining = Light(do.state.new_light(), casting.caster, BLADE, "shining blade", light.radius_feet, None)
        do.emit(LightLit(shining, rule=ITEM))


@effects(Empower)
def empower(do: Resolution, casting: Casting, might: Empower) -> None:
    bestow(do, casting.caster, MIGHTY, until(do, casting), might.times, ITEM)


@effects(Become)
def become(do: Resolution, casting: Casting, wish: Become) -> None:
    """By a thought; another ends it."""
    if do.state.creatures[casting.caster].condition(wish.condition) is not None:
        do.emit(ConditionEnded(casting.caster, wish.condition, rule=CAST))
    else:
        bestow(do, casting.caster, wish.condition, None, wish.level, ITEM)
