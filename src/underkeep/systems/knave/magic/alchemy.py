"""Alchemy: cutting parts from monsters, plucking plants, and brewing potions of their powers."""

from __future__ import annotations

from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.event import Action, Event, Note
from underkeep.kernel.executes import executes
from underkeep.procedures import carrying, content
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.time import pass_time
from underkeep.systems.knave.basics import compendium
from underkeep.systems.knave.basics.campaign import campaign, with_campaign
from underkeep.systems.knave.basics.compendium import PACKAGE, Breath, monsters
from underkeep.systems.knave.basics.sheet import Recipe, sheet
from underkeep.systems.knave.basics.steps import step
from underkeep.systems.knave.checks.checks import check
from underkeep.systems.knave.checks.hazards import WATCH_SECONDS
from underkeep.systems.knave.equipment.inventory import fits
from underkeep.systems.knave.magic import potions
from underkeep.world.creature import Creature, SheetChanged
from underkeep.world.dungeon import Feature, FeatureChanged
from underkeep.world.gear import Item
from underkeep.world.state import State

TOOLS = ("knife", "dagger", "saw", "cleaver", "razor", "shears", "sickle", "scissors")
CAULDRON, TINDERBOX = "cauldron", "tinderbox"
APPROVAL = "knave:magic-item.brewing.approval"
PROPERTY = "knave:magic-item.ingredients.monster-property"
RECIPE_MARGIN = 10
PROOF = {"fire": "fireproofing", "cold": "warmth", "lightning": "lightning-proofing"}
PLAIN_PART = "toenail"


class Plant(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    power: str
    rule: str


class Harvest(Action, frozen=True):
    """Cut a part from a dead monster."""

    actor: str
    body: str
    part: str


class Brew(Action, frozen=True):
    """Brew a potion from ingredients (kinds of items), with a watch more if `longer`.

    Effect and duration are in the brewer's own words: of those that our list has, and others that a referee may allow.
    """

    actor: str
    effect: str
    duration: str
    ingredients: tuple[str, ...]
    longer: bool = False


class PartCut(Event, frozen=True):
    """Somebody cut a part out of a dead body; `item` is what it is called in its jar."""

    creature: str
    body: str
    part: str
    item: str

    def evolve(self, state: State) -> State:
        cut = campaign(state).parts_cut
        return with_campaign(state, parts_cut={**cut, self.body: (*cut.get(self.body, ()), self.part)})


class Brewed(Note, frozen=True):
    """What came out of the cauldron: the potion's name, or nothing."""

    creature: str
    potion: str
    success: bool


class BrewRefused(Note, frozen=True):
    """The referee does not approve of a brew, and nothing is boiled down."""

    creature: str
    effect: str


EVENTS: tuple[type[Event], ...] = (PartCut, Brewed, BrewRefused)


@cache
def plants() -> dict[str, Plant]:
    return content.load(PACKAGE, "plants", Plant)


@executes("knave:magic-item.ingredients.monster-property")
@cache
def parts(kind: str) -> dict[str, str]:
    """What can be cut from a monster, each with the power that it gave its owner; a toenail gave none."""
    stats = monsters()[kind]
    found: dict[str, str] = {}
    breath = next((p.kind for p in stats.powers if isinstance(p, Breath)), "")
    if breath:
        found["lung"] = f"{breath}-breathing"
    proof = next((kind for kind in (*stats.immune, breath) if kind in PROOF), "")
    if proof:
        found["scales"] = PROOF[proof]
    if stats.regenerates is not None:
        found["blood"] = "healing"
    if stats.fly_feet:
        found["wing"] = "flying"
    if stats.is_large and "STR" in stats.favours:
        found["heart"] = "giant-strength"
    if stats.blink is not None or stats.harmed_only_by:
        found["essence"] = "invisibility"
    if stats.shuns_sun:
        found["eye"] = "cat-eyes"
    return {**{p: power for p, power in found.items() if power in potions.potions()}, PLAIN_PART: ""}


@executes(
    "knave:magic-item.brewing.ingredients",
    "knave:magic-item.ingredients.monster-property",
    "knave:magic-item.ingredients.plants",
)
def power_of(kind: str) -> str:
    """The potion that an ingredient suits; empty for what has no power, such as oats."""
    sort, _, rest = kind.partition(":")
    if sort == "part":
        owner, _, part = rest.partition(":")
        return parts(owner).get(part, "") if owner in monsters() else ""
    return plants()[rest].power if sort == "plant" and rest in plants() else ""


@executes("knave:encumbrance.harvested-part")
def part_item(kind: str, part: str) -> Item:
    """In a jar of its own."""
    return Item(f"part:{kind}:{part}", f"{monsters()[kind].name}'s {part}")


def bodies(state: State) -> list[Creature]:
    """The dead monsters of the area."""
    party, dungeon = state.party, state.dungeon
    if party is None or dungeon is None or party.at is None:
        return []
    ids = [id for group in dungeon.groups_in(party.at.area) for id in group.members]
    return [c for id in ids if (c := state.creatures[id]).status == "dead" and c.side != party.side]


def harvests(state: State) -> list[Action]:
    """What can be cut from the dead here."""
    assert state.party is not None
    if state.party.place != "dungeon":
        return []
    cutters = [m for m in state.marchers() if _has_tool(m)][:1]
    return [Harvest(m.id, b.id, p) for m in cutters for b in bodies(state) for p in parts(b.kind) if p != PLAIN_PART]


def brewings(state: State) -> list[Action]:
    """What can be brewed of what is carried."""
    found: list[Action] = []
    for member in state.marchers():
        for kind in dict.fromkeys(i.kind for i in member.items):
            if power := power_of(kind):
                grade = potions.potions()[power].grade
                found += [Brew(member.id, power, grade, (kind,), longer) for longer in (False, True)]
    return found


def _has_tool(creature: Creature) -> bool:
    return any(carrying.has(creature, tool) for tool in TOOLS)


@executes("knave:magic-item.harvest.tools")
def why_not_harvest(state: State, action: Harvest) -> Refusal | None:
    """Cutting a part needs a body that has it, a tool, and a slot for the jar."""
    creature = state.creatures[action.actor]
    body = next((b for b in bodies(state) if b.id == action.body), None)
    if body is None or action.part not in parts(body.kind):
        return Refusal("There is nothing of the sort to cut here.", PROPERTY)
    if not _has_tool(creature):
        return Refusal("That takes a knife, a saw or the like.", "knave:magic-item.harvest.tools")
    if action.part in campaign(state).parts_cut.get(action.body, ()):
        return Refusal("That has been cut out already.", PROPERTY)
    if not fits(creature, part_item(body.kind, action.part)):
        return Refusal(f"{creature.name} has no slot free for the jar.", "knave:encumbrance.harvested-part")
    return None


@executes("knave:magic-item.harvest.time", "knave:magic-item.harvest.tools", "knave:encumbrance.harvested-part")
def harvest(do: Resolution, action: Harvest) -> None:
    """A part is cut from a body and carried away in a jar."""
    jar = ("knave:magic-item.harvest.time", "knave:magic-item.harvest.tools", "knave:encumbrance.harvested-part")
    rule = (*jar, PROPERTY)
    item = part_item(do.state.creatures[action.body].kind, action.part)
    do.emit(PartCut(action.actor, action.body, action.part, item.name, rule=rule))
    carrying.receive(do, action.actor, item, "cut-out")


@executes("knave:magic-item.ingredients.plants", "knave:encumbrance.harvested-part")
def pluck(do: Resolution, creature: Creature, feature: Feature) -> None:
    """A magical plant goes into a jar, if there is a slot for it."""
    id = feature.kind.removeprefix("plant-")
    item = Item(f"plant:{id}", plants()[id].name)
    if fits(creature, item):
        do.emit(
            FeatureChanged(replace(feature, state="plucked"), "plucked", rule=("knave:encumbrance.harvested-part",))
        )
        carrying.receive(do, creature.id, item, "plucked", rule=("knave:magic-item.ingredients.plants",))


@executes(
    "knave:magic-item.brewing.proposal",
    "knave:magic-item.brewing.requirements",
    "knave:magic-item.brewing.ingredients",
    "knave:magic-item.brewing.approval",
)
def why_not_brew(state: State, action: Brew) -> Refusal | None:
    """A fire, a cauldron and what was named; then, unless a person referees, the usual approval."""
    creature = state.creatures[action.actor]
    if not action.effect or not action.duration or not action.ingredients:
        how = "brew a potion of EFFECT lasting DURATION from INGREDIENTS"
        told = f"Name the effect, its duration and the ingredients ({how}); it takes a cauldron, a fire and a watch."
        return Refusal(told, "knave:magic-item.brewing.proposal")
    needs = "knave:magic-item.brewing.requirements"
    if not carrying.has(creature, CAULDRON):
        return Refusal(f"{creature.name} has no cauldron.", needs)
    if not is_still(state) or not has_fire(state, creature):
        return Refusal("There is no fire to brew on.", needs)
    if any(not carrying.has(creature, kind) for kind in action.ingredients):
        return Refusal("The ingredients are not all there.", needs)
    if not any(power_of(kind) or is_rare(kind) for kind in action.ingredients):
        return Refusal("Nothing in that has any power.", "knave:magic-item.brewing.ingredients")
    return None if state.human_referee else _why_not_approved(action)


@executes("knave:magic-item.brewing.ingredients")
def is_rare(kind: str) -> bool:
    """Whether something that is no part and no plant might serve: rare goods and valuables, as the referee sees it."""
    goods = compendium.goods().get(kind)
    return kind.startswith("valuable-") or (goods is not None and goods.band == "rare")


@executes("knave:magic-item.brewing.approval")
def _why_not_approved(action: Brew) -> Refusal | None:
    """What the automatic referee does not approve of."""
    if potions.graded(action.duration) is None:
        return Refusal("No potion lasts for that: a moment, ten minutes, an hour or a day.", APPROVAL)
    if potions.named(action.effect) not in {power_of(kind) for kind in action.ingredients}:
        return Refusal("Nothing in that would have such an effect.", APPROVAL)
    if not is_fitting(action):
        return Refusal("So strong an effect does not last so long, nor so weak a one so short.", APPROVAL)
    return None


def is_still(state: State) -> bool:
    """In town, or before the mouth of a dungeon: under the earth nobody sits for a watch."""
    if state.party is None or state.dungeon is None or state.party.at is None:
        return state.party is not None and state.party.place == "town"
    return state.dungeon.entrance.area == state.party.at.area


def has_fire(state: State, creature: Creature) -> bool:
    """A hearth in town; elsewhere one that is made with a tinderbox."""
    assert state.party is not None
    return state.party.place == "town" or carrying.has(creature, TINDERBOX)


@executes("knave:magic-item.brewing.approval")
def is_fitting(action: Brew) -> bool:
    """At least one ingredient has the power, and the duration is that of the effect's grade."""
    effect = potions.named(action.effect)
    suits = effect in potions.potions() and any(power_of(kind) == effect for kind in action.ingredients)
    return suits and potions.graded(action.duration) == potions.potions()[effect].grade


@executes(
    "knave:magic-item.brewing.time",
    "knave:magic-item.brewing.extra-watch",
    "knave:magic-item.brewing.parts-consumed",
    "knave:magic-item.brewing.approval",
    "knave:magic-item.brewing.recipe-use",
)
def brew(do: Resolution, action: Brew) -> None:
    """A watch over the fire, or two. The ingredients are gone whatever comes of it. Ruling: extra-watch-limit."""
    default = "approve" if is_fitting(action) else "refuse"
    about = f"{action.effect} for {action.duration} of {', '.join(action.ingredients)}"
    if do.ruling(APPROVAL, ("approve", "refuse"), default, about) != "approve":
        do.emit(BrewRefused(action.actor, action.effect, rule=(APPROVAL,)))
        return
    gone = ("knave:magic-item.brewing.parts-consumed", "knave:magic-item.brewing.ingredients")
    for kind in action.ingredients:
        carrying.use_up(do, action.actor, kind, "boiled-down", rule=gone)
    pass_time(do, WATCH_SECONDS * (2 if action.longer else 1), "brewing")
    recipe = Recipe(potions.named(action.effect), tuple(sorted(action.ingredients)))
    if recipe in sheet(do.state.creatures[action.actor]).recipes:
        _bottle(do, action, ("knave:magic-item.brewing.recipe-use", "knave:magic-item.brewing.time"))
        return
    _try(do, action, recipe)


@executes("knave:magic-item.brewing.check", "knave:magic-item.brewing.extra-watch", "knave:magic-item.brewing.recipe")
def _try(do: Resolution, action: Brew, recipe: Recipe) -> None:
    """An INT check makes the potion, and a very good one also gives the recipe for it."""
    rule = ("knave:magic-item.brewing.check", "knave:magic-item.brewing.time")
    steps = (step("a watch more"),) if action.longer else ()
    cited = (*rule, "knave:magic-item.brewing.extra-watch") if action.longer else rule
    roll = check(do, action.actor, "INT", "brewing", modifiers=steps, rule=cited)
    if not roll.success:
        do.emit(Brewed(action.actor, "", False, rule=(*rule, "knave:magic-item.brewing.parts-consumed")))
        return
    _bottle(do, action, rule)
    if roll.needed is not None and roll.total >= roll.needed + RECIPE_MARGIN:
        own = sheet(do.state.creatures[action.actor])
        learnt = replace(own, recipes=(*own.recipes, recipe))
        what = f"has a recipe for a {_potion(do.state, action).name.lower()}"
        do.emit(SheetChanged(action.actor, learnt, what, rule=("knave:magic-item.brewing.recipe",)))


def _potion(state: State, action: Brew) -> Item:
    """One of our list, or what was described."""
    effect = potions.named(action.effect)
    if effect in potions.potions():
        return potions.bottle(state, effect)
    return potions.described(potions.graded(action.duration) or "strong", effect)


def _bottle(do: Resolution, action: Brew, rule: tuple[str, ...]) -> None:
    item = _potion(do.state, action)
    do.emit(Brewed(action.actor, item.name, True, rule=rule))
    carrying.receive(do, action.actor, item, "brewed", rule=rule)
