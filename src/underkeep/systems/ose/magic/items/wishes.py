"""Wishes: the exact words, and what becomes of them. What no pattern of the book fits waits for a person."""

from __future__ import annotations

import re

from msgspec.structs import replace

from underkeep.kernel.event import Action, Event
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.basics.conditions import PACIFIED
from underkeep.systems.ose.basics.enchanted import listing
from underkeep.systems.ose.basics.worn_magic import TIME_LOOP
from underkeep.systems.ose.equipment import identifying, magic_items
from underkeep.systems.ose.magic import scroll_curses
from underkeep.systems.ose.magic.items import using
from underkeep.world.clock import DAY
from underkeep.world.condition import Condition, ConditionGained
from underkeep.world.creature import Creature, Felled
from underkeep.world.fight import FightEnded
from underkeep.world.gear import Item, ItemsChanged, more
from underkeep.world.state import State

WEAPON, PEACE, LIFE = "a weapon for this fight", "foes that do not attack", "a death undone"
FUNDAMENTAL, GREEDY, MORE = "something fundamental", "something greedy", "more wishes"
OTHER, NOTHING = "as the referee tells", "nothing comes of it"
OUTCOMES = (WEAPON, PEACE, LIFE, FUNDAMENTAL, GREEDY, MORE, OTHER, NOTHING)
_WEAPON_KIND = "sword-plus-1"
_PATTERNS = (
    (MORE, r"\b(more|another|extra|endless|infinite|two|three|ten|\d+) wish(es)?\b"),
    (
        FUNDAMENTAL,
        r"\b(all|every|no) (dragons?|monsters?|magic|creatures?|people|men|gods?|death|world)\b|\bthe world\b",
    ),
    (LIFE, r"\b(not|never|n't) (be(?:en)? )?(killed|slain|die|died|dead|struck)\b|\b(alive|lives?|back to life)\b"),
    (PEACE, r"\b(not|never|n't) (have )?(attack|attacked|fight|hurt)\w*\b|\b(peace|leave us|let us (go|be|pass))\b"),
    (GREEDY, r"\b(rich|gold|treasure|million|mighty|powerful|god|king|kingdom|staff of|ring of|level)\w*\b"),
    (WEAPON, r"\b(weapon|sword|axe|bow|mace|dagger|spear)\b"),
)
_POWER, _WORDS = "ose:magic-item.wish.power", "ose:magic-item.wish.wording"
_RULES = {
    WEAPON: "ose:magic-item.wish.reasonable",
    PEACE: "ose:magic-item.wish.reasonable",
    LIFE: "ose:magic-item.wish.reasonable",
    FUNDAMENTAL: "ose:magic-item.wish.fundamental",
    GREEDY: "ose:magic-item.wish.greedy",
    MORE: "ose:magic-item.wish.more-wishes",
    OTHER: _POWER,
    NOTHING: _POWER,
}
_REASONABLE, _GREEDY = _RULES[WEAPON], _RULES[GREEDY]


class Wish(Action, frozen=True):
    """Make a wish of a thing that grants it, in these words."""

    actor: str
    words: str


class WishMade(Event, frozen=True):
    """Somebody made a wish, word for word, and this came of it; of that no more is told than happens."""

    creature: str
    words: str
    outcome: str

    def evolve(self, state: State) -> State:
        wonders = campaign(state).wonders
        return with_campaign(state, wonders=replace(wonders, wishes=(*wonders.wishes, (self.creature, self.words))))


class DeathUndone(Event, frozen=True):
    """Somebody who had died was only wounded."""

    creature: str

    def evolve(self, state: State) -> State:
        return state.with_creature(self.creature, hp=1, status="up")


class ThingLent(Event, frozen=True):
    """Somebody has a thing until the fight is over."""

    creature: str
    kind: str

    def evolve(self, state: State) -> State:
        wonders = campaign(state).wonders
        lent = (*wonders.lent, (self.creature, self.kind)) if self.kind else ()
        return with_campaign(state, wonders=replace(wonders, lent=lent))


EVENTS: tuple[type[Event], ...] = (WishMade, DeathUndone, ThingLent)


def granting(creature: Creature) -> Item | None:
    """A thing with wishes in it that somebody wears or wields, and knows for one."""
    for item in creature.items:
        found = listing(item.kind) if "wishes" in item.kind and identifying.is_known(item) else None
        if found is not None and using.is_in_place(item, found):
            return item
    return None


@executes("ose:magic-item.wish.wording", "ose:magic-item.wish.reasonable")
def meant(words: str) -> str:
    """What sort of wish these words are, as far as the book has a pattern for it; nothing else is sorted by itself."""
    said = words.lower()
    return next((outcome for outcome, pattern in _PATTERNS if re.search(pattern, said)), "")


@executes("ose:magic-item.wish.power", "ose:magic-item.use.proper")
def why_not(state: State, action: Wish) -> Refusal | None:
    """Whoever wears or wields what grants wishes. A wish that fits none of the book's patterns waits for a referee who
    is a person.
    """
    creature = state.creatures[action.actor]
    if granting(creature) is None:
        return Refusal(f"{creature.name} has nothing that grants wishes.", "ose:magic-item.use.proper")
    if not action.words.strip():
        return Refusal("Say what you wish for: wish for ...", _WORDS)
    if not meant(action.words) and not state.human_referee:
        return Refusal("Only a person who referees can grant that wish.", _POWER)
    return using.why_not_now(state, creature) if state.fight is not None else None


@executes(
    "ose:magic-item.wish.power",
    "ose:magic-item.wish.wording",
    "ose:magic-item.wish.reasonable",
    "ose:magic-item.wish.fundamental",
    "ose:magic-item.wish.greedy",
    "ose:magic-item.wish.more-wishes",
)
def wish(do: Resolution, action: Wish) -> None:
    """The referee hears the words and says what they come to. Default: what the book has for such a wish."""
    creature = do.state.creatures[action.actor]
    item = granting(creature)
    assert item is not None
    outcome = do.ruling(_POWER, OUTCOMES, meant(action.words) or NOTHING, action.words, also=(_REASONABLE,))
    using.spend_round(do, creature.id)
    if not _spend(do, creature.id, item):
        do.emit(using.NothingHappened(creature.id, item, rule=("ose:magic-item.charges.last",)))
        return
    do.emit(WishMade(creature.id, action.words, outcome, rule=(_POWER, _WORDS, _RULES[outcome])))
    identifying.learn(do, creature.id, item.id)
    if outcome in _GRANTED:
        _GRANTED[outcome](do, do.state.creatures[creature.id])


def _spend(do: Resolution, creature: str, item: Item) -> bool:
    """One wish less; how many there are nobody knows but the referee."""
    found, left = listing(item.kind), identifying.enchantment(item).charges
    assert found is not None and found.charges is not None
    if left is None:
        left = do.roll_total(found.charges, "wishes").total
    if left:
        identifying.change(do, creature, item, charges=left - 1)
    return left > 0


@executes("ose:magic-item.wish.reasonable")
def _arm(do: Resolution, creature: Creature) -> None:
    """A sword +1, which is gone when the fight is over."""
    items = do.state.creatures[creature.id].items
    sword = Item(_WEAPON_KIND, "sword +1", "hand")
    do.emit(ItemsChanged(creature.id, more(items, sword), "received", sword, rule=(_REASONABLE,)))
    do.emit(ThingLent(creature.id, _WEAPON_KIND, rule=(_REASONABLE,)))


@executes("ose:magic-item.wish.reasonable")
def _appease(do: Resolution, creature: Creature) -> None:
    """Time goes back, and those who attacked have thought better of it."""
    foes = [c for c in do.state.active() if c.side != creature.side] if do.state.grid is not None else []
    for foe in foes:
        do.emit(ConditionGained(foe.id, Condition(PACIFIED, do.state.now + DAY), rule=(_REASONABLE,)))


@executes("ose:magic-item.wish.reasonable")
def _revive(do: Resolution, creature: Creature) -> None:
    """The blow that killed somebody of the party has not: wounded, but alive."""
    members = do.state.party.members if do.state.party is not None else tuple(do.state.creatures)
    dead = [id for id in members if (c := do.state.creatures[id]).status == "dead" and c.side == creature.side]
    if dead:
        do.emit(DeathUndone(dead[-1], rule=(_REASONABLE,)))


@executes("ose:magic-item.wish.greedy")
def _twist(do: Resolution, creature: Creature) -> None:
    """A mighty thing is there, and so is an enemy. Default: just so; or the referee lets it come true without."""
    sort = magic_items.roll_sort(do, "expert", never=("scroll-map",))
    for item in magic_items.roll_item(do, sort, "expert"):
        items = do.state.creatures[creature.id].items
        do.emit(ItemsChanged(creature.id, more(items, item), "received", item, rule=(_GREEDY,)))
    if do.ruling(_GREEDY, ("twist", "fulfil"), "twist", creature.id) == "twist" and do.state.fight is None:
        scroll_curses.summon(do, do.state.creatures[creature.id])


@executes("ose:magic-item.wish.more-wishes")
def _loop(do: Resolution, creature: Creature) -> None:
    """The same moment over and over: nobody sees the wisher again."""
    rule = (_RULES[MORE],)
    do.emit(ConditionGained(creature.id, Condition(TIME_LOOP), rule=rule))
    do.emit(Felled(creature.id, TIME_LOOP, rule=rule))


_GRANTED = {WEAPON: _arm, PEACE: _appease, LIFE: _revive, GREEDY: _twist, MORE: _loop}


@executes("ose:magic-item.wish.reasonable")
def take_back(do: Resolution, event: FightEnded) -> None:
    """What was wished for a fight vanishes with it."""
    for creature, kind in campaign(do.state).wonders.lent:
        items = do.state.creatures[creature].items
        lent = next((item for item in items if item.kind == kind and item.quality is None), None)
        if lent is not None:
            left = tuple(item for item in items if item is not lent)
            do.emit(ItemsChanged(creature, left, "vanished", lent, rule=(_REASONABLE,)))
    if campaign(do.state).wonders.lent:
        do.emit(ThingLent("", "", rule=(_REASONABLE,)))
