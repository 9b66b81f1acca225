"""Using magic items: who may, how they must be worn, what it costs, and what comes of it."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from msgspec.structs import replace

from underkeep.kernel.event import Action, Event, Note
from underkeep.kernel.executes import executes
from underkeep.kernel.memo import recall
from underkeep.procedures.options import NONE, Moves, Options
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.time import pass_time
from underkeep.systems.ose.attacks import concentration
from underkeep.systems.ose.basics import conditions
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.basics.enchanted import MagicItem, Users, listing
from underkeep.systems.ose.basics.worn_magic import NEGATED, RETCHING
from underkeep.systems.ose.characters import languages
from underkeep.systems.ose.characters.class_abilities import magic_of
from underkeep.systems.ose.equipment import identifying
from underkeep.systems.ose.equipment.light import why_not_read
from underkeep.systems.ose.magic import spell_targets
from underkeep.systems.ose.magic.items import oddities, used_items
from underkeep.systems.ose.magic.items.used_items import Way
from underkeep.systems.ose.magic.spell_effects import Casting, carry_out
from underkeep.systems.ose.magic.spells import ROUND_SECONDS, TURN_SECONDS, scene
from underkeep.world.clock import DAY
from underkeep.world.creature import Creature
from underkeep.world.fight import Spent
from underkeep.world.gear import Item, ItemsChanged, fewer, part, seen
from underkeep.world.grid import Square
from underkeep.world.state import State

USED = "used magic"
STAFF_OF_HEALING = "staff-of-healing"
WORN = ("ring", "cloak", "boots", "cloak and boots", "gauntlets", "girdle", "helm", "amulet", "medallion", "scarab")
"""What is of use only to those who wear it."""
_PROPER, _FOCUS = "ose:magic-item.use.proper", "ose:magic-item.use.concentration"
_ONCE = "ose:magic-item.use.once-per-round"
_TEST = "ose:magic-item.identify.test"
_USE, _LAST = "ose:magic-item.charges.use", "ose:magic-item.charges.last"
_BY_LOOKS = {"rod": "ose:magic-item.rod", "staff": "ose:magic-item.staff", "wand": "ose:magic-item.wand"}
_BY_SORT = {
    "misc": ("ose:magic-item.misc.users", "ose:magic-item.misc.activation"),
    "ring": ("ose:magic-item.ring.users", "ose:magic-item.ring.active"),
    "scroll-map": ("ose:magic-item.scroll.protection.users",),
}
_TRIED = ("misc", "ring", "rod-staff-wand")
_UNAIMED = ("none", "self", "party")
_POINTED = (*_UNAIMED, "foe", "friend", "anybody")
_WHO = {"arcane": "arcane spell casters", "divine": "divine spell casters", "casters": "spell casters"}


class UseItem(Action, frozen=True):
    """Use a magic item (its id): at somebody, `at` a square, or for what it does by itself; `power` where it has
    several.
    """

    actor: str
    item: str
    power: str = ""
    target: str = ""
    at: Square | None = None


class Recharge(Action, frozen=True):
    """Put new charges into a thing."""

    actor: str
    item: str


class ItemUsed(Note, frozen=True):
    """Somebody used a magic item."""

    subject: ClassVar[str] = "creature"

    creature: str
    thing: Item
    target: str = ""
    at: Square | None = None

    def shown(self) -> Event:
        return replace(self, thing=seen((self.thing,))[0])


class HealedByStaff(Event, frozen=True):
    """A staff has healed somebody, as it does once a day."""

    creature: str
    at: int

    def evolve(self, state: State) -> State:
        wonders = campaign(state).wonders
        healed = {**wonders.healed_at, self.creature: self.at}
        return with_campaign(state, wonders=replace(wonders, healed_at=healed))


class NothingHappened(Note, frozen=True):
    """Somebody used a thing that has no magic left."""

    creature: str
    thing: Item

    def shown(self) -> Event:
        return replace(self, thing=seen((self.thing,))[0])


EVENTS: tuple[type[Event], ...] = (ItemUsed, HealedByStaff, NothingHappened)


@executes("ose:magic-item.rod", "ose:magic-item.staff", "ose:magic-item.wand", "ose:magic-item.misc.users")
def may_use(creature: Creature, users: Users) -> bool:
    """Wands are for arcane casters, staves for casters, some for one sort alone; everything else is for all."""
    own = magic_of(creature)
    return users == "all" or own == users or (users == "casters" and bool(own))


def _seem_for(item: Item, found: MagicItem) -> Users:
    """Whom a thing is for, as far as it is known: of those that look like it, whomever one of them is for."""
    if identifying.is_known(item):
        return found.users
    alike = {x.users for kind in identifying.enchantment(item).might_be(item.kind) if (x := listing(kind)) is not None}
    return "all" if "all" in alike else "casters" if len(alike) > 1 else found.users


@executes("ose:magic-item.use.proper", "ose:magic-item.ring.active")
def is_in_place(item: Item, found: MagicItem) -> bool:
    """A ring in the pocket does nothing."""
    if found.sort in ("sword", "weapon"):
        return item.place == "hand"
    return item.place == "worn" if found.looks in WORN else True


def _usable(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """The things among these that can do something when they are used, as far as those know who have them."""
    return tuple(item for item in items if not item.broken and _is_tool(item) and _ways_known(item))


def _is_tool(item: Item) -> bool:
    """A potion is drunk. What nobody knows is tried by its looks: a scroll is read first, a weapon wielded, and what is
    of use only when it is worn must be worn."""
    found = listing(item.kind)
    if found is None or found.sort == "potion":
        return False
    return identifying.is_known(item) or (found.sort in _TRIED and is_in_place(item, found))


def _ways_known(item: Item) -> tuple[Way, ...]:
    """What a thing can do; of one that nobody knows, what anything can that looks like it."""
    return used_items.ways_of(item) if identifying.is_known(item) else _guesses(item)


def _guesses(item: Item) -> tuple[Way, ...]:
    """What is done with a thing that nobody knows: it is held up, or pointed at somebody."""
    kinds = identifying.enchantment(item).might_be(item.kind)
    return tuple(way for kind in kinds for way in used_items.ways(kind) if way.use.target in _POINTED)


usable = recall(_usable)


def options_of(state: State, creature: Creature) -> Options:
    """Every use of every item that somebody could make here and now."""
    found: list[Action] = []
    aims = []
    for item in usable(creature.items) if creature.items else ():
        if _why_not_at_all(state, creature, item) is None:
            listed, squares = _ways(state, creature, item)
            found += listed
            aims += squares
    return Options(tuple(found), tuple(aims)) if found or aims else NONE


def _ways(state: State, creature: Creature, item: Item) -> tuple[list[Action], list[Moves]]:
    if not identifying.is_known(item):
        return [UseItem(creature.id, item.id, "", target) for target in _tried_on(state, creature, item)], []
    here = scene(state)
    found: list[Action] = []
    aims = []
    for way in used_items.ways_of(item):
        if here not in way.use.when:
            continue
        if way.use.target == "square":
            assert state.grid is not None
            mask = spell_targets.squares(state, creature, way.written, way.use)
            aims.append(Moves(partial(_aimed, item.id, way.name), creature.id, state.grid, mask, "at"))
        else:
            targets = spell_targets.targets(state, creature, way.written, way.use)
            if item.kind == STAFF_OF_HEALING:
                targets = [id for id in targets if not _was_healed(state, id)]
            found += [UseItem(creature.id, item.id, way.name, target) for target in targets]
    return found, aims


def _tried_on(state: State, creature: Creature, item: Item) -> dict[str, None]:
    """Whom one could point a thing at that nobody knows."""
    here = scene(state)
    ways = [way for way in _guesses(item) if here in way.use.when]
    return dict.fromkeys(t for way in ways for t in spell_targets.targets(state, creature, way.written, way.use))


def _was_healed(state: State, id: str) -> bool:
    """Whether the staff has done what it does for somebody today."""
    at = campaign(state).wonders.healed_at.get(id)
    return at is not None and state.now - at < DAY


def _aimed(item: str, power: str, actor: str, square: Square) -> UseItem:
    return UseItem(actor, item, power, "", square)


def options(state: State) -> list[Action]:
    """Outside a fight: what somebody of the party could use."""
    return [action for member in state.marchers() for action in options_of(state, member).listed]


def _ready(items: tuple[Item, ...]) -> bool:
    magic = [item for item in items if listing(item.kind)]
    return bool(magic) and (bool(usable(items)) or any(is_potion(item) for item in items))


_is_ready = recall(_ready)


def is_ready(creature: Creature) -> bool:
    """Whether somebody carries anything that could be used in a fight."""
    return _is_ready(creature.items)


def is_potion(item: Item) -> bool:
    found = listing(item.kind)
    return found is not None and found.sort == "potion"


@executes("ose:magic-item.use.concentration", "ose:magic-item.use.once-per-round")
def in_fight(state: State, actor: Creature) -> Options:
    """What one who has done nothing yet may use in the step of spells."""
    return options_of(state, actor) if why_not_now(state, actor) is None else NONE


@executes("ose:magic-item.use.concentration", "ose:magic-item.use.once-per-round")
def why_not_now(state: State, actor: Creature) -> Refusal | None:
    """It takes the whole round, and once a round is all."""
    fight = state.fight
    if fight is None:
        return None
    spent = fight.spent.get(actor.id, ())
    if USED in spent:
        return Refusal(f"{actor.name} has used magic this round.", _ONCE)
    if spent:
        return Refusal(f"{actor.name} has done something else this round.", _FOCUS)
    if fight.step.phase != "spells":
        return Refusal(f"{actor.name} uses magic when the spells are cast.", "ose:combat.round-sequence")
    return None


@executes("ose:magic-item.use.concentration")
def why_not_besides(state: State, action: Action) -> Refusal | None:
    """Whoever uses a magic item does nothing else in the round."""
    fight, actor = state.fight, getattr(action, "actor", "")
    if fight is None or USED not in fight.spent.get(actor, ()):
        return None
    return Refusal(f"{state.creatures[actor].name} does nothing but use magic this round.", _FOCUS)


@executes(
    "ose:magic-item.rod",
    "ose:magic-item.staff",
    "ose:magic-item.wand",
    "ose:magic-item.use.proper",
    "ose:magic-item.misc.activation",
)
def _why_not_at_all(state: State, creature: Creature, item: Item) -> Refusal | None:
    """The class, the place where it is carried, and how often it may be used."""
    found = listing(item.kind)
    assert found is not None
    users = _seem_for(item, found)
    if not may_use(creature, users):
        rule = _BY_LOOKS.get(found.looks, found.rule)
        return Refusal(f"The {item.name} is for {_WHO[users]}.", rule)
    if found.looks == "scroll" and (refusal := why_not_read_aloud(state, creature)) is not None:
        return refusal
    if not is_in_place(item, found):
        how = "in hand" if found.sort in ("sword", "weapon") else "on"
        return Refusal(f"{creature.name} does not have the {item.name} {how}.", _PROPER)
    if creature.conditions and (conditions.is_helpless(creature) or conditions.has(creature, RETCHING)):
        return Refusal(f"{creature.name} can do nothing.", _FOCUS)
    if creature.conditions and conditions.has(creature, NEGATED) and found.looks in ("wand", "staff"):
        return Refusal(f"Magic keeps the {item.name} from working.", found.rule)
    power = used_items.powers().get(item.kind)
    if power is not None and power.limit is not None and _is_used_up(state, item, power.limit):
        return Refusal(f"The {item.name} cannot be used again yet.", found.rule)
    return None


@executes("ose:magic-item.scroll.light", "ose:magic-item.scroll.protection.users")
def why_not_read_aloud(state: State, creature: Creature) -> Refusal | None:
    """By light, and by those who can read; eyes for heat are of no use."""
    if why_not_read(state, creature) is not None:
        return Refusal(f"{creature.name} cannot read a scroll in the dark.", "ose:magic-item.scroll.light")
    if not languages.is_literate(creature):
        return Refusal(f"{creature.name} cannot read.", "ose:magic-item.scroll.protection.users")
    return None


def _is_used_up(state: State, item: Item, limit: used_items.Limit) -> bool:
    since = state.now - used_items.PERIODS[limit.per]
    return sum(time > since for time in identifying.enchantment(item).used) >= limit.times


def why_not(state: State, action: UseItem) -> Refusal | None:
    """None exactly if it is listed; else the likeliest reason."""
    creature = state.creatures[action.actor]
    item = creature.item(action.item)
    if item is None or not _is_tool(item) or item.broken:
        return Refusal(f"{creature.name} has nothing there to use.", _PROPER)
    refusal = why_not_now(state, creature) or _why_not_at_all(state, creature, item)
    if refusal is not None or action in options_of(state, creature):
        return refusal
    if "wishes" in item.kind and identifying.is_known(item):
        return Refusal('Say what is wished for: "wish for ...".', "ose:magic-item.wish.wording")
    known = used_items.ways_of(item) if identifying.is_known(item) else ()
    way = next((way for way in known if way.name == action.power), None)
    if way is None or scene(state) not in way.use.when:
        return Refusal(f"Nothing can be done with the {item.name} here.", _PROPER)
    return spell_targets.why_not(state, creature, way.written, way.use, action.target)


@executes("ose:magic-item.charges.use", "ose:magic-item.use.concentration", "ose:magic-item.misc.activation")
def use(do: Resolution, action: UseItem) -> None:
    """It takes the user's whole mind for a round; the item does what it does, as long as there is magic in it."""
    creature = do.state.creatures[action.actor]
    item = creature.item(action.item)
    assert item is not None
    way = _way_meant(do.state, creature, item, action)
    spend_round(do, creature.id, way.use.turns * TURN_SECONDS if way is not None else 0)
    concentration.disturb(do, creature.id, "using magic")
    if way is None or not _spend(do, creature.id, item, way):
        do.emit(NothingHappened(creature.id, item, rule=(_LAST if identifying.is_known(item) else _TEST,)))
        return
    if item.kind == STAFF_OF_HEALING:
        do.emit(HealedByStaff(action.target, do.state.now, rule=("ose:magic-item.categories",)))
    seen = action.target if action.target in do.state.creatures else ""
    do.emit(ItemUsed(creature.id, item, seen, action.at, rule=_rules(item)))
    identifying.learn(do, creature.id, item.id, _TEST)
    aimed = Casting(creature.id, way.written, way.use, action.target, way.level, action.at)
    carry_out(do, oddities.turned_back(do, aimed))


@executes("ose:magic-item.identify.test")
def _way_meant(state: State, creature: Creature, item: Item, action: UseItem) -> Way | None:
    """The way that was named; a thing that nobody knows does what it can in this place and at whom it is pointed, or
    nothing."""
    if identifying.is_known(item):
        return next(way for way in used_items.ways_of(item) if way.name == action.power)
    found, here = listing(item.kind), scene(state)
    if found is None or not may_use(creature, found.users):
        return None
    ways = [way for way in used_items.ways_of(item) if here in way.use.when and way.use.target in _POINTED]
    aimed = (w for w in ways if action.target in spell_targets.targets(state, creature, w.written, w.use))
    return next(aimed, None) or next((way for way in ways if way.use.target in _UNAIMED), None)


def _rules(item: Item) -> tuple[str, ...]:
    found = listing(item.kind)
    assert found is not None
    charged = (_USE, "ose:magic-item.charges", _BY_LOOKS[found.looks]) if found.looks in _BY_LOOKS else ()
    return (_FOCUS, _PROPER, *_BY_SORT.get(found.sort, ()), *charged)


@executes("ose:magic-item.use.concentration", "ose:magic-item.use.once-per-round")
def spend_round(do: Resolution, creature: str, seconds: int = 0) -> None:
    """A round of nothing else; outside a fight as long as it takes."""
    if do.state.fight is not None:
        do.emit(Spent(creature, USED, ends=True, rule=(_FOCUS, _ONCE)))
    else:
        pass_time(do, max(ROUND_SECONDS, seconds), "using magic")


@executes("ose:magic-item.charges", "ose:magic-item.charges.use", "ose:magic-item.charges.last")
def _spend(do: Resolution, creature: str, item: Item, way: Way) -> bool:
    """A charge less, of which nobody but the referee knows how many are left. Whether there was one."""
    found, power = listing(item.kind), used_items.powers().get(item.kind)
    own = identifying.enchantment(item)
    if found is None:
        return False
    if found.sort == "scroll-map":
        items = do.state.creatures[creature].items
        read = part(item, 1)
        do.emit(ItemsChanged(creature, fewer(items, item.id), "read", read, rule=("ose:magic-item.scroll.once",)))
        return True
    if item.kind == used_items.SPELL_RING:
        kept = list(own.spells)
        kept.remove((way.written.list_name, way.written.spell.name))
        identifying.change(do, creature, item, spells=tuple(kept))
        return True
    charges = own.charges
    if found.charges is not None and charges is None:
        charges = do.roll_total(found.charges, f"charges of the {found.looks}").total
    if charges == 0:
        return False
    cost = power.cost if power is not None else 1
    left = None if charges is None else 0 if cost < 0 else max(0, charges - cost)
    used = (*own.used, do.state.now) if power is not None and power.limit is not None else own.used
    identifying.change(do, creature, item, charges=left, used=used[-3:])
    return True


@executes("ose:magic-item.charges.no-recharge")
def why_not_recharge(state: State, action: Recharge) -> Refusal | None:
    """What is used up stays so."""
    return Refusal("No magic puts charges back into a thing.", "ose:magic-item.charges.no-recharge")


def recharge(do: Resolution, action: Recharge) -> None:
    """It never comes to that."""
