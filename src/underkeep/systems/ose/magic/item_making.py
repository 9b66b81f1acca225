"""Making magic items: what may be made, by whom, at what cost in gold, time and rare things."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from msgspec import Struct

from underkeep.kernel.event import Action, Event, Note
from underkeep.kernel.executes import executes
from underkeep.procedures import content
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.basics import compendium, money
from underkeep.systems.ose.basics.enchanted import Enchanted, listing, magic_items
from underkeep.systems.ose.basics.money import IN_CP
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.equipment import identifying, treasure
from underkeep.systems.ose.magic import scrolls, spell_books
from underkeep.systems.ose.magic.research import ProposalDeclined, can_pay, candidates, casts_level, why_not_research
from underkeep.systems.ose.magic.spells import LISTS, spells
from underkeep.world.creature import Creature
from underkeep.world.gear import Item, ItemsChanged, fewer, more, part
from underkeep.world.state import State

GP_PER_SPELL_LEVEL = 500
MONTH_DAYS = 30
STEP_GP, MOST_GP = 10_000, 100_000
MOST_MONTHS, ARMOUR_MONTHS = 12, 6
COMPONENT_ABOVE_GP, COMPONENT_GP = 10_000, 1_000
CHARGES = (5, 10)
MISSILES = 10
BANES = ("potion-of-delusion", "potion-of-poison")
_PROPOSAL, _MATERIALS = "ose:research.item.proposal", "ose:research.item.materials"
_BY_SPELL, _BY_USES, _OTHER = (
    "ose:research.item.spell-effect-cost",
    "ose:research.item.multi-use",
    "ose:research.item.other-cost",
)
_DIVINE, _ARCANE = "ose:research.item.divine-limit", "ose:research.item.arcane-limit"
_POSSIBLE = ("possible", "refused")
_GEMS = ("one such gem", "none", "two such gems")
_COSTS = ("as reckoned", "half as much again", "twice as much")
_PLUS = re.compile(r"(?:plus|minus)-(\d)")
_DEAR = ("wishes", "djinni", "efreeti", "wizardry", "power")
_MEAN_STEPS, _DEAR_STEPS = 3, 10


class Copied(Struct, frozen=True, forbid_unknown_fields=True):
    """The spell that a magic item copies, and of which level it is."""

    spell: str
    level: int


class MakeItem(Action, frozen=True):
    """Make a magic item, by its name; with so many charges where it has any."""

    actor: str
    thing: str
    charges: int = 0


class WorkPlanned(Note, frozen=True):
    """What a work will take before it is begun: gold, days, and a rare thing."""

    creature: str
    what: str
    gp: int
    days: int
    component: str


class Plan(Struct, frozen=True):
    """What a work takes, and by which rules."""

    gp: int
    days: int
    rule: tuple[str, ...]


EVENTS: tuple[type[Event], ...] = (WorkPlanned,)


@cache
def copied() -> dict[str, Copied]:
    """The magic items that have the effect of a spell."""
    return content.load(compendium.PACKAGE, "research", Copied)


def is_charged(kind: str) -> bool:
    """Whether its maker says how many uses it has: a wand that copies a spell."""
    found = listing(kind)
    return kind in copied() and found is not None and found.charges is not None


@cache
def things() -> dict[str, str]:
    """Everything that can be made, by its name: the kind of it."""
    found = {}
    for kind, known in magic_items().items():
        if known.sort == "scroll-map" or known.gives or known.cursed or kind in BANES:
            continue
        if kind.startswith("armour-plus"):
            for suit, armour in compendium.armours().items():
                if not armour.bonus:
                    found[f"{armour.name.lower()} {_bonus(kind)}"] = f"{kind}@{suit}"
        else:
            found[known.name.lower()] = kind
    for list_name in LISTS:
        for spell in spells(list_name).values():
            name = f"scroll of {spell.name}"
            found.setdefault(
                name if name not in found else f"{list_name} {name}", scrolls.scroll(list_name, spell.name).kind
            )
    return found


def _bonus(kind: str) -> str:
    found = _PLUS.search(kind)
    return f"+{found[1]}" if found is not None else ""


def named(thing: str) -> str:
    """The kind of a thing by its name, whatever the case; empty if there is none such."""
    return _by_name().get(thing.lower(), "")


@cache
def _by_name() -> dict[str, str]:
    return {name.lower(): kind for name, kind in things().items()}


@executes("ose:research.item.spell-effect-cost", "ose:research.item.multi-use", "ose:research.item.other-cost")
@lru_cache(maxsize=1024)
def plan(kind: str, charges: int = 0) -> Plan:
    """A week and 500 gp for each level of the spell that it copies, times its charges; else by the strength of the
    thing: 10,000 gp and a month for each step of it.
    """
    level = _level(kind)
    if level:
        uses = max(1, charges)
        rule = (_BY_SPELL, _BY_USES) if uses > 1 else (_BY_SPELL,)
        return Plan(GP_PER_SPELL_LEVEL * level * uses, level * uses * spell_books.WEEK_DAYS, rule)
    gp = min(MOST_GP, STEP_GP * steps(kind))
    months = min(MOST_MONTHS, gp // STEP_GP)
    if compendium.armour(kind) is not None:
        months = max(ARMOUR_MONTHS, months)
    return Plan(gp, months * MONTH_DAYS, (_OTHER,))


def _level(kind: str) -> int:
    if kind.startswith(scrolls.OF_SPELL):
        _, list_name, spell = kind.split("@")
        return spells(list_name)[spell].level
    return copied()[kind].level if kind in copied() else 0


@executes("ose:research.item.other-cost")
def steps(kind: str) -> int:
    """How strong a thing is: each plus is a step; what has none counts for three, and the mightiest for ten."""
    plusses = sum(int(n) for n in _PLUS.findall(kind))
    return plusses or (_DEAR_STEPS if any(word in kind for word in _DEAR) else _MEAN_STEPS)


@executes("ose:research.item.divine-limit", "ose:research.item.arcane-limit")
def why_not_for(creature: Creature, kind: str) -> Refusal | None:
    """Divine casters make only what their own class can use, arcane ones anything that is not for the divine alone."""
    own_class = compendium.classes()[sheet(creature).character_class]
    users = _users(kind)
    if own_class.magic == "divine" and (users == "arcane" or not own_class.may_use(kind)):
        return Refusal(f"No {own_class.name.lower()} could use that, nor make it.", _DIVINE)
    if own_class.magic == "arcane" and users == "divine":
        return Refusal("Only divine casters can use that, and only they make it.", _ARCANE)
    return None


def _users(kind: str) -> str:
    if kind.startswith(scrolls.OF_SPELL):
        return "divine" if kind.split("@")[1] == "cleric" else "arcane"
    found = listing(kind)
    return found.users if found is not None else "all"


def options(state: State) -> list[Action]:
    """What somebody could make, with a usual number of charges where it has any."""
    found: list[Action] = []
    for member in candidates(state, items=True):
        found += [MakeItem(member.id, thing, charges) for thing, charges in _usual()]
    return found


@cache
def _usual() -> tuple[tuple[str, int], ...]:
    return tuple((t, n) for t, kind in things().items() for n in (CHARGES if is_charged(kind) else (0,)))


@executes(
    "ose:research.item.proposal",
    "ose:research.item.materials",
    "ose:research.item.spell-effect-cost",
    "ose:research.item.multi-use",
    "ose:research.item.other-cost",
)
def why_not(state: State, action: MakeItem) -> Refusal | None:
    """It must be known, within the maker's powers and purse, and its rare component at hand."""
    creature = state.creatures[action.actor]
    refusal = why_not_research(creature, items=True)
    if refusal is not None:
        return refusal
    kind = named(action.thing)
    if not kind:
        unknown = Refusal(f"No book tells how to make {action.thing}.", _PROPOSAL)
        return None if state.human_referee and action.thing.strip() else unknown
    if action.charges and not is_charged(kind):
        return Refusal("That has no charges.", _BY_USES)
    refusal = why_not_for(creature, kind)
    if refusal is not None:
        return refusal
    return _why_not_by_cost(state, creature, kind, plan(kind, action.charges))


def _why_not_by_cost(state: State, creature: Creature, kind: str, needs: Plan) -> Refusal | None:
    if kind.startswith(scrolls.OF_SPELL) and not casts_level(creature, _level(kind)):
        return Refusal(f"{creature.name} casts no spells of level {_level(kind)}.", _BY_SPELL)
    if not can_pay(creature, needs.gp):
        return Refusal(f"That costs {needs.gp:,} gp.", needs.rule[-1])
    if component(needs) and not gems(creature) and not state.human_referee:
        return Refusal(f"That takes {component(needs)}.", _MATERIALS)
    return None


@executes("ose:research.item.materials")
def component(needs: Plan) -> str:
    """The rare thing that a costly work takes."""
    return f"a gem worth {COMPONENT_GP:,} gp" if needs.gp > COMPONENT_ABOVE_GP else ""


@executes("ose:research.item.materials")
def gems(creature: Creature) -> list[Item]:
    """The gems that somebody has which are good enough."""
    least = COMPONENT_GP * IN_CP["gp"]
    return [i for i in creature.items if i.kind.startswith("gem-") and treasure.worth_cp(part(i, 1)) >= least]


@executes("ose:research.item.spell-effect-cost", "ose:research.item.other-cost", "ose:research.item.materials")
def takes(state: State, action: MakeItem) -> str:
    """The plan, as its maker knows it beforehand."""
    kind = named(action.thing)
    if not kind:
        return ""
    needs = plan(kind, action.charges)
    rare = f" and {component(needs)}" if component(needs) else ""
    return f"{needs.gp:,} gp, {needs.days} days{rare}"


@executes(
    "ose:research.item.proposal",
    "ose:research.item.materials",
    "ose:research.item.other-cost",
    "ose:research.item.spell-effect-cost",
    "ose:research.item.multi-use",
)
def make(do: Resolution, action: MakeItem) -> None:
    """The referee may say that it cannot be. Default: whatever stands in the treasure book can. Then it is planned,
    paid for and worked at, and comes to something or not.
    """
    creature, kind = do.state.creatures[action.actor], named(action.thing)
    default = _POSSIBLE[0] if kind else _POSSIBLE[1]
    if do.ruling(_PROPOSAL, _POSSIBLE, default, action.thing) != _POSSIBLE[0]:
        do.emit(ProposalDeclined(creature.id, action.thing, rule=(_PROPOSAL,)))
        return
    kind = kind or f"wonder-{re.sub('[^a-z0-9]+', '-', action.thing.lower()).strip('-')}"
    needs = settled(do, plan(kind, action.charges), action.thing)
    if not work(do, creature.id, action.thing, needs):
        return
    if spell_books.succeeds(do, creature.id, needs.rule):
        _hand_over(do, creature.id, kind, action.thing, action.charges)


@executes("ose:research.item.other-cost")
def settled(do: Resolution, needs: Plan, what: str) -> Plan:
    """What only judgement can price, as the referee prices it. Default: as reckoned by its strength."""
    if _OTHER not in needs.rule:
        return needs
    ruled = do.ruling(_OTHER, _COSTS, _COSTS[0], what)
    tenths = {_COSTS[0]: 10, _COSTS[1]: 15, _COSTS[2]: 20}[ruled]
    gp = min(MOST_GP, needs.gp * tenths // 10)
    return Plan(gp, max(needs.days, min(MOST_MONTHS, gp // STEP_GP) * MONTH_DAYS), needs.rule)


@executes("ose:research.item.materials")
def work(do: Resolution, id: str, what: str, needs: Plan) -> bool:
    """Gold, time and the rare thing are spent; whether there was enough of all. Default: one gem for whatever costs
    more than 10,000 gp.
    """
    creature = do.state.creatures[id]
    count = 0
    if component(needs):
        count = _GEMS.index(do.ruling(_MATERIALS, _GEMS, _GEMS[0], what))
        count = (1, 0, 2)[count]
    found = gems(creature)
    if not can_pay(creature, needs.gp) or sum(gem.count for gem in found) < count:
        do.emit(ProposalDeclined(id, what, rule=(_MATERIALS,)))
        return False
    rare = f"{count} gem{'' if count == 1 else 's'} worth {COMPONENT_GP:,} gp" if count else ""
    do.emit(WorkPlanned(id, what, needs.gp, needs.days, rare, rule=(*needs.rule, *((_MATERIALS,) if count else ()))))
    money.pay(do, creature, needs.gp * IN_CP["gp"], "paid-for-research", needs.rule, what)
    for _ in range(count):
        holder = do.state.creatures[id]
        gem = gems(holder)[0]
        do.emit(ItemsChanged(id, fewer(holder.items, gem.id), "worked-in", part(gem, 1), rule=(_MATERIALS,)))
    spell_books.days_pass(do, needs.days)
    return do.state.creatures[id].is_up


def _hand_over(do: Resolution, id: str, kind: str, thing: str, charges: int) -> None:
    """What was made is known to its maker, charges and all."""
    found = listing(kind)
    count = MISSILES if found is not None and found.quantity is not None else 1
    item = identifying.known(Item(kind, thing, count=count, quality=Enchanted(charges=charges or None)))
    if kind.startswith(scrolls.OF_SPELL):
        _, list_name, spell = kind.split("@")
        item = scrolls.scroll(list_name, spell)
    items = more(do.state.creatures[id].items, item)
    do.emit(ItemsChanged(id, items, "made", item, about=item.name, rule=(_PROPOSAL,)))
