"""What casters make in town: potions, holy and unholy things, scrolls and poisons; and spells practised till they are
mastered."""

from __future__ import annotations

from msgspec import Struct

from underkeep.kernel.event import Action, Event, Note
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.time import pass_time
from underkeep.systems.rampage.basics import compendium, money
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.basics.spells import spells
from underkeep.systems.rampage.characters.class_abilities import has_special
from underkeep.systems.rampage.characters.classes import has_type
from underkeep.systems.rampage.checks import provisions
from underkeep.systems.rampage.equipment.magic_items import ALIGNED, Consecration
from underkeep.systems.rampage.magic import castable, mastery
from underkeep.systems.rampage.magic.scrolls import scroll
from underkeep.systems.rampage.town import services
from underkeep.world.clock import DAY
from underkeep.world.creature import Creature
from underkeep.world.gear import Item, ItemsChanged, less, more, part
from underkeep.world.state import State

WEEK, MONTH = 7, 30
SCROLL_GP_A_LEVEL, SCROLL_WEEKS_A_LEVEL = 100, 1
POISON, KIT = "blade-poison", "poison-kit"
_LEVELS = "rampage:magic-item.mage-creation-levels"
_POISON = "rampage:magic-item.create.poison"
MAGES_MAKE = {"potion": 3, "grimoire": 5, "wand": 7, "permanent item": 9}
CLERICS_MAKE = {"talisman": "Create Talisman", "permanent item": "Create Permanent Items (Holy/Sacred/Unholy)"}
ALCHEMISTS_MAKE = {
    "alchemical product": (1, "rampage:class.alchemist.create-products"),
    "copied potion": (4, "rampage:class.alchemist.reproduce-potion"),
}
_SCROLLS = {"cleric": "rampage:magic-item.create.scroll-cleric", "mage": "rampage:magic-item.create.scroll-mage"}
_TALISMAN, _PERMANENT = "rampage:magic-item.create.talisman", "rampage:magic-item.create.permanent-clerical"


class Recipe(Struct, frozen=True):
    """The ability it takes, what it costs in gold and days, what else it takes, and the rule."""

    ability: str
    gp: int
    days: int
    rule: str
    needs: str = ""


RECIPES = {
    "healing-potion": Recipe("Create Healing Potions", 125, WEEK, "rampage:magic-item.create.healing-potion"),
    "holy-water": Recipe("Create Holy Water", 5, 1, "rampage:magic-item.create.holy-water"),
    "sacred-oil": Recipe("Sanctify Sacred Oil", 5, 1, "rampage:magic-item.create.sacred-oil", "lamp-oil"),
    "tomb-dust": Recipe("Create Tomb Dust", 5, 1, "rampage:magic-item.create.tomb-dust"),
    "magic-mace": Recipe(CLERICS_MAKE["permanent item"], 1000, MONTH, "rampage:magic-item.create.permanent-clerical"),
}
"""What a permanent thing costs is a stand-in of ours: the Magic Book has the prices."""


class MakeThing(Action, frozen=True):
    """Make a potion, a scroll of a spell, or whatever one's class can make."""

    actor: str
    what: str
    spell: str = ""


class PractiseSpell(Action, frozen=True):
    """Practise a spell, a month for each of its levels, until it is mastered."""

    actor: str
    spell: str


class WorkTook(Note, frozen=True):
    """Somebody worked for so many days, for so much."""

    creature: str
    what: str
    days: int
    coins: int


EVENTS: tuple[type[Event], ...] = (WorkTook,)


def options(state: State) -> list[Action]:
    found: list[MakeThing] = []
    for creature in state.marchers():
        if not sheet(creature).realms:
            continue
        found += [MakeThing(creature.id, what) for what in (*RECIPES, POISON)]
        known = [id for id, by in castable.means(creature) if by in ("", castable.GRIMOIRE)]
        found += [MakeThing(creature.id, "scroll", id) for id in known]
    return [action for action in found if why_not(state, action) is None]


@executes(
    "rampage:magic-item.create.healing-potion",
    "rampage:magic-item.create.holy-water",
    "rampage:magic-item.create.sacred-oil",
    "rampage:magic-item.create.tomb-dust",
)
def why_not(state: State, action: MakeThing) -> Refusal | None:
    """The ability, the things it takes, and the money."""
    actor, what = state.creatures[action.actor], _named(action.what)
    if what == "scroll":
        return _why_not_scroll(actor, action.spell)
    if what == POISON:
        return _why_not_poison(actor)
    recipe = RECIPES.get(what)
    if recipe is None:
        return _why_not_book(actor, what)
    if not has_special(sheet(actor), recipe.ability):
        return Refusal(f"{actor.name} cannot make that.", recipe.rule)
    if recipe.needs and not any(i.kind == recipe.needs for i in actor.items):
        return Refusal(f"That takes {compendium.gear()[recipe.needs].name}.", recipe.rule)
    if what == "tomb-dust" and not any(c.status == "dead" for c in state.creatures.values()):
        return Refusal("There are no bodies at hand.", recipe.rule)
    return _why_not_pay(actor, recipe.gp, recipe.rule)


def _named(what: str) -> str:
    """A thing as it is known here, from the words for it."""
    id = what.strip().lower().replace(" ", "-")
    return id if id in RECIPES or id in (POISON, "scroll") else id.replace("-", " ")


def _why_not_pay(actor: Creature, gp: int, rule: str) -> Refusal | None:
    cost = gp * money.IN_SP["gp"]
    return Refusal(f"That costs {money.told(cost)}.", rule) if money.purse_sp(actor.items) < cost else None


@executes(
    "rampage:magic-item.create.scroll-cleric",
    "rampage:magic-item.create.scroll-mage",
    "rampage:magic-item.scroll.create-requirements",
)
def _why_not_scroll(actor: Creature, spell: str) -> Refusal | None:
    """Of a spell that one can cast, by a cleric who has the ability or a mage who has it in the grimoire."""
    own, known = sheet(actor), spells().get(spell)
    sort = _sort(actor, spell) if known is not None else ""
    if known is None or not sort:
        return Refusal(f"{actor.name} cannot write such a scroll.", "rampage:magic-item.scroll.create-requirements")
    rule = _SCROLLS[sort]
    if sort == "cleric" and not has_special(own, "Create Scrolls"):
        return Refusal(f"{actor.name} cannot write scrolls yet.", rule)
    book = any(i.kind == castable.GRIMOIRE for i in actor.items)
    if known.level > own.level or (sort == "mage" and not book):
        return Refusal(f"{actor.name} cannot write {known.name}.", "rampage:magic-item.scroll.create-requirements")
    return _why_not_pay(actor, SCROLL_GP_A_LEVEL * known.level, rule)


def _sort(actor: Creature, spell: str) -> str:
    """As what somebody has a spell: cleric, mage, or not at all."""
    known = compendium.classes()
    for name in sheet(actor).classes:
        if spells()[spell].realm in known[name].realms:
            return known[name].type
    return ""


@executes("rampage:magic-item.create.poison", "rampage:magic-item.create.poison-kit")
def _why_not_poison(actor: Creature) -> Refusal | None:
    """The ability, a kit, and a third of the price."""
    if not has_special(sheet(actor), "Create Poison"):
        return Refusal(f"{actor.name} cannot make poison.", _POISON)
    if not any(i.kind == KIT and not i.broken for i in actor.items):
        return Refusal("That takes a poison kit.", f"{_POISON}-kit")
    return _why_not_pay(actor, poison_cost()[0], _POISON)


@executes("rampage:magic-item.create.poison")
def poison_cost() -> tuple[int, int]:
    """A third of the retail price, and a day for each 25 gold pieces of it."""
    retail = compendium.gear()[POISON].cost_sp // money.IN_SP["gp"]
    return retail // 3, retail // 25


@executes(
    "rampage:magic-item.mage-creation-levels",
    "rampage:magic-item.mage-creation-costs",
    "rampage:magic-item.create.talisman",
    "rampage:magic-item.create.permanent-clerical",
    "rampage:class.ability.create-costs-elsewhere",
    "rampage:class.alchemist.create-products",
    "rampage:class.alchemist.reproduce-potion",
)
def _why_not_book(actor: Creature, what: str) -> Refusal:
    """Greater works take their level, and then what only the Magic Book prints."""
    own = sheet(actor)
    if what in ALCHEMISTS_MAKE:
        level, rule = ALCHEMISTS_MAKE[what]
        if "alchemist" not in own.classes or own.level < level:
            return Refusal(f"That takes an Alchemist of level {level}.", rule)
        return Refusal("What that costs stands in the Magic Book.", "rampage:magic-item.mage-creation-costs")
    if what in MAGES_MAKE and has_type(own.classes, "mage"):
        if own.level < MAGES_MAKE[what]:
            return Refusal(f"That takes a mage of level {MAGES_MAKE[what]}.", _LEVELS)
        return Refusal("What that costs stands in the Magic Book.", "rampage:magic-item.mage-creation-costs")
    if what in CLERICS_MAKE:
        if not has_special(own, CLERICS_MAKE[what]):
            return Refusal(f"{actor.name} cannot make that yet.", _TALISMAN if what == "talisman" else _PERMANENT)
        return Refusal("What that costs stands in the Magic Book.", "rampage:class.ability.create-costs-elsewhere")
    return Refusal("Nobody knows how to make that.", _LEVELS)


def _work(do: Resolution, id: str, what: str, days: int, gp: int, rule: tuple[str, ...]) -> None:
    cost = gp * money.IN_SP["gp"]
    items = do.state.creatures[id].items
    do.emit(WorkTook(id, what, days, cost, rule=rule))
    if cost:
        left = money.with_purse(items, money.purse_sp(items) - cost)
        do.emit(ItemsChanged(id, left, "paid", coins=cost, rule=rule))
    for _ in range(days):
        pass_time(do, DAY, "making", rule)
        provisions.eat_in_town(do)
    services.settle(do)


def make(do: Resolution, action: MakeThing) -> None:
    id, what = action.actor, _named(action.what)
    if what == "scroll":
        _write(do, id, action.spell)
        return
    if what == POISON:
        gp, days = poison_cost()
        rule: tuple[str, ...] = (_POISON, f"{_POISON}-kit")
    else:
        recipe = RECIPES[what]
        gp, days, rule = recipe.gp, recipe.days, (recipe.rule,)
        if recipe.needs:
            used = part(next(i for i in do.state.creatures[id].items if i.kind == recipe.needs), 1)
            do.emit(ItemsChanged(id, less(do.state.creatures[id].items, used), "used-up", used, rule=rule))
    _work(do, id, what, days, gp, rule)
    thing = _made(do.state.creatures[id], what)
    _give(do, id, thing, (*rule, ALIGNED) if thing.quality is not None else rule)


@executes("rampage:magic-item.create.permanent-alignment")
def _made(maker: Creature, what: str) -> Item:
    """A thing from the maker's hands; one that lasts works for the maker's faith alone."""
    lasts = RECIPES[what].rule == _PERMANENT if what in RECIPES else False
    return Item(what, compendium.gear()[what].name, quality=Consecration(sheet(maker).alignment) if lasts else None)


def _give(do: Resolution, id: str, thing: Item, rule: tuple[str, ...]) -> None:
    items = do.state.creatures[id].items
    do.emit(ItemsChanged(id, more(items, thing), "made", thing, rule=rule))


@executes("rampage:magic-item.create.scroll-cleric", "rampage:magic-item.create.scroll-mage")
def _write(do: Resolution, id: str, spell: str) -> None:
    """A week and 100 gold pieces for each level of the spell."""
    sort, level = _sort(do.state.creatures[id], spell), spells()[spell].level
    rule = (_SCROLLS[sort], "rampage:magic-item.scroll.create-requirements")
    _work(do, id, "scroll", level * SCROLL_WEEKS_A_LEVEL * WEEK, level * SCROLL_GP_A_LEVEL, rule)
    _give(do, id, scroll(spell, sort, id), rule)


# Mastery


def practices(state: State) -> list[Action]:
    found: list[PractiseSpell] = []
    for creature in state.marchers():
        if has_type(sheet(creature).classes, "mage"):
            known = [id for id, by in castable.means(creature) if by == castable.GRIMOIRE]
            found += [PractiseSpell(creature.id, id) for id in known]
    return [action for action in found if why_not_practise(state, action) is None]


@executes("rampage:class.mage.mastery-by-practice")
def why_not_practise(state: State, action: PractiseSpell) -> Refusal | None:
    """A spell from the grimoire, and the living expenses of the months it takes."""
    actor, rule = state.creatures[action.actor], "rampage:class.mage.mastery-by-practice"
    if (action.spell, castable.GRIMOIRE) not in castable.means(actor):
        return Refusal(f"{actor.name} has no such spell to practise.", rule)
    return _why_not_pay(actor, _living_gp(actor) * spells()[action.spell].level, rule)


def _living_gp(actor: Creature) -> int:
    return services.living_sp(actor) // money.IN_SP["gp"]


@executes("rampage:class.mage.mastery-by-practice")
def practise(do: Resolution, action: PractiseSpell) -> None:
    """A month of it for each level of the spell, and it is mastered."""
    level, rule = spells()[action.spell].level, ("rampage:class.mage.mastery-by-practice",)
    cost = _living_gp(do.state.creatures[action.actor]) * level
    _work(do, action.actor, "practice", MONTH * level, cost, rule)
    mastery.master(do, action.actor, action.spell, rule)
