"""Whose treasure lies where: the hoard of a lair, what monsters carry, the spoils of a fight, who carries them off."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.chance import distribution
from underkeep.kernel.executes import executes
from underkeep.procedures.carrying import receive
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.basics import compendium, money
from underkeep.systems.ose.basics.advice import RefereeAdvised
from underkeep.systems.ose.basics.campaign import campaign
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.characters import advancement
from underkeep.systems.ose.equipment import load, treasure
from underkeep.systems.ose.equipment.thrown import spoils_of
from underkeep.systems.ose.equipment.treasure import types, weight_coins, worth_cp
from underkeep.systems.ose.equipment.treasure_settings import Placing, average_level, party_levels, read
from underkeep.systems.ose.monsters.listings import Monster, hit_dice, monsters
from underkeep.world.creature import Creature
from underkeep.world.dungeon import Group, Hoard, HoardChanged
from underkeep.world.gear import Item, ItemsChanged, more, part
from underkeep.world.state import State

SMALL_LAIR_FROM = Fraction(5, 2)
"""The average of 1d4: smaller lairs keep the whole hoard."""
_LETTER = re.compile(r"\b([A-V])\b(?: x (\d+))?")
_GOLD = re.compile(r"([\d,]+) ?gp")
_TARGETS = (50, 100, 250, 500, 1000, 2500, 5000, 10000)


class Listed(Struct, frozen=True):
    """A monster's treasure as its listing has it: letters with how often each is rolled, and gold besides."""

    letters: tuple[tuple[str, int], ...] = ()
    gold: int = 0

    def of(self, *belongs_to: str) -> tuple[str, ...]:
        """The letters of these groups, each as often as it is rolled."""
        mine = [(letter, times) for letter, times in self.letters if types()[letter].belongs_to in belongs_to]
        return tuple(letter for letter, times in mine for _ in range(times))


@executes("ose:treasure.roll.lair-or-person")
def listed(text: str) -> Listed:
    """`R (C)`, `V x 3`, `C + 1,000gp`: the letter itself says whether it is for the lair or carried."""
    gold = _GOLD.search(text)
    letters = tuple((letter, int(times or 1)) for letter, times in _LETTER.findall(text))
    return Listed(letters, int(gold[1].replace(",", "")) if gold else 0)


@executes("ose:monster.treasure.small-lair")
def present(listing: Monster, count: int, how: Placing) -> Fraction:
    """The part of an average lair that lives here, where that makes the hoard smaller.
    Ruling: monster.question.lair-threshold.
    """
    average = distribution(listing.number.lair).mean()
    if not how.small_lairs_have_less or average < SMALL_LAIR_FROM:
        return Fraction(1)
    return min(Fraction(1), Fraction(count) / average)


@executes(
    "ose:treasure.hoards",
    "ose:monster.treasure.hoard",
    "ose:dungeon-design.room.treasure",
    "ose:monster.treasure.unintelligent",
    "ose:treasure.placing",
)
def lair_hoard(do: Resolution, group: Group, how: Placing) -> tuple[Item, ...]:
    """What a lair holds: the hoard by its types, and for the mindless what its victims had on them."""
    listing = monsters()[group.kind]
    if how.is_chosen:
        return chosen_hoard(do, group, how)
    wanted = listed(listing.treasure)
    part = present(listing, group.count, how)
    found: tuple[Item, ...] = (money.coins("gp", int(wanted.gold * how.treasure)),) if wanted.gold else ()
    letters = wanted.of("hoard")
    if listing.mind != "intelligent":
        letters += wanted.of("individual") * group.count + wanted.of("group")
    for letter in letters:
        portion = part if types()[letter].belongs_to == "hoard" else Fraction(1)
        is_hoard = types()[letter].belongs_to == "hoard"
        whose = "ose:monster.treasure.hoard" if is_hoard else "ose:monster.treasure.unintelligent"
        for item in treasure.roll_type(do, letter, group.id, how, portion, (whose,)):
            found = more(found, item)
    return found


@executes(
    "ose:treasure.individual",
    "ose:treasure.group",
    "ose:monster.treasure.individual",
    "ose:treasure.type.always-present",
    "ose:monster.treasure.unintelligent",
)
def carried(do: Resolution, group: Group, ids: Iterable[str]) -> tuple[Item, ...]:
    """What these of a group of intelligent monsters have on them: some of it each, some of it in the hands of the
    first. The mindless carry nothing.
    """
    listing = monsters().get(group.kind)
    if listing is None or listing.mind != "intelligent":
        return ()
    wanted = listed(group.treasure or listing.treasure)
    how = read(do.state, do.state.dungeon.notes if do.state.dungeon else {})
    found: tuple[Item, ...] = ()
    for id in ids:
        letters = wanted.of("individual") + (wanted.of("group") if id in group.members[:1] else ())
        for letter in letters:
            for item in treasure.roll_type(do, letter, id, how, whose=("ose:monster.treasure.individual",)):
                found = more(found, item)
    return found


@executes("ose:treasure.individual", "ose:treasure.roll.lair-or-person")
def spoils(do: Resolution, is_in_flight: bool = False) -> None:
    """After a fight: what the slain and the captured had on them lies on the ground, with what was thrown, and so do
    the things of the party's own dead. Who runs across country picks up none of it.
    """
    party, met, dungeon = do.state.party, do.state.encounter, do.state.dungeon
    assert party is not None and met is not None and dungeon is not None
    if is_in_flight and party.at is None:
        for id in party.members:
            if do.state.creatures[id].status == "dead" and do.state.creatures[id].items:
                do.emit(ItemsChanged(id, (), "left-in-flight"))
        return
    fallen = [id for id in met.monsters if do.state.creatures[id].status in ("dead", "yielded", "down")]
    found = carried(do, dungeon.groups[met.group], fallen)
    for id in fallen:
        found = _laid_down(do, id, found)
    lying = dungeon.hoards.get(spoils_of(do.state, met.group))
    thrown = {kind for _, kind in campaign(do.state).thrown}
    is_all_thrown = not found and lying is not None and all(item.kind in thrown for item in lying.items)
    _lay(do, spoils_of(do.state, met.group), found, "thrown" if is_all_thrown else "spoils")
    for id in party.members:
        if do.state.creatures[id].status == "dead":
            leave_lying(do, id)


def leave_lying(do: Resolution, id: str) -> None:
    """What one of the party had who has died lies where the party is."""
    _lay(do, spoils_of(do.state, id), _laid_down(do, id, ()), "fallen")


def _laid_down(do: Resolution, id: str, found: tuple[Item, ...]) -> tuple[Item, ...]:
    """What a creature has, added to what was found; it has nothing afterwards."""
    items = do.state.creatures[id].items
    for item in items:
        found = more(found, replace(item, place="pack"))
    if items:
        do.emit(ItemsChanged(id, (), "fallen"))
    return found


def _lay(do: Resolution, id: str, items: tuple[Item, ...], what: str = "spoils") -> None:
    party, dungeon = do.state.party, do.state.dungeon
    assert party is not None and dungeon is not None
    if party.at is None:
        lying = dungeon.hoards.get(id)
        if lying is not None and lying.items:
            items = (*items, *lying.items)
            do.emit(HoardChanged(replace(lying, items=()), "taken"))
        _hand_round(do, items)
        return
    if id in dungeon.hoards and dungeon.hoards[id].area != party.at.area:
        id = do.state.opaque("hoard", id, party.at.area)
    lying = dungeon.hoards.get(id) or Hoard(id, party.at.area, (), party.at.square)
    for item in lying.items:
        items = more(items, item)
    if items:
        do.emit(HoardChanged(replace(lying, items=items), what, rule=("ose:treasure.individual",)))


def _hand_round(do: Resolution, items: tuple[Item, ...]) -> None:
    """On the road nobody comes back for what is left: all that can be carried is taken at once."""
    for bearer, item in share_items(do.state, items) if do.state.marchers() else ():
        receive(do, bearer, item, "took")


@executes("ose:treasure.choice", "ose:treasure.choice.steps", "ose:treasure.choice.guard")
def chosen_hoard(do: Resolution, group: Group | None, how: Placing) -> tuple[Item, ...]:
    """Weigh the party, fix the experience the hoard should bring, place treasure worth as much. Guards should have as
    many Hit Dice as the party has levels. Default: a quarter of what the average character needs for the next level;
    a hoard without enough guards is placed all the same, with a word of warning.
    """
    size = max(1, len(party_levels(do.state)))
    needed = _xp_needed(do.state) // 4
    fits = max((t for t in _TARGETS if t <= needed), default=_TARGETS[0])
    each = int(do.foretold("ose:treasure.choice", tuple(map(str, _TARGETS)), str(fits)))
    strength = group.count * max(1, hit_dice(monsters()[group.kind].hd).dice) if group else 0
    if strength < average_level(do.state) * size:
        rule = "ose:treasure.choice.guard"
        do.emit(RefereeAdvised("guards", f"{group.id if group else 'a cache'} guards too little.", rule=(rule,)))
        if do.foretold(rule, ("place", "leave out"), "place") == "leave out":
            return ()
    found = placed(do, int(each * size * how.treasure))
    worth = sum(map(worth_cp, found)) // money.IN_CP["gp"]
    told: tuple[str, ...] = ("ose:treasure.choice.steps", "ose:treasure.common")
    if any(item.kind in treasure.valuables() for item in found):
        told += ("ose:treasure.unusual", "ose:treasure.unusual.value-weight")
    do.emit(treasure.TreasureRolled(group.id if group else "a cache", "chosen", (), worth, rule=told))
    return found


@executes("ose:treasure.choice.steps")
def _xp_needed(state: State) -> int:
    """What the party's characters still need for their next levels, on average."""
    needs = []
    for id in state.party.members if state.party else ():
        own = sheet(state.creatures[id])
        if own.character_class and state.creatures[id].status != "dead":
            goal = advancement.next_level_xp(compendium.classes()[own.character_class], own.level)
            needs.append(max(0, (goal or own.xp) - own.xp))
    return sum(needs) // max(1, len(needs))


@executes("ose:treasure.choice.steps", "ose:treasure.unusual", "ose:treasure.common")
def placed(do: Resolution, worth_gp: int) -> tuple[Item, ...]:
    """Things worth so much in all: something unusual for up to a third of it, jewellery for up to another third, the
    rest in gold.
    """
    found: tuple[Item, ...] = ()
    left = worth_gp
    odd = tuple(id for id, v in treasure.valuables().items() if v.worth_gp * 3 <= worth_gp)
    if odd:
        id = do.pick(odd, "unusual treasure")
        found = more(found, Item(id, treasure.valuables()[id].name))
        left -= treasure.valuables()[id].worth_gp
    if left >= 3 * 100:
        piece = left // 3 // 100 * 100
        found = more(found, treasure.jewellery(piece))
        left -= piece
    return more(found, money.coins("gp", left)) if left else found


def why_not_take(state: State, hoard: str) -> Refusal | None:
    """Nobody lays hands on what nobody can carry."""
    found = state.dungeon.hoards.get(hoard) if state.dungeon else None
    if found is None or share_items(state, found.items):
        return None
    return Refusal("Nobody can carry any more.", "ose:encumbrance.maximum-load")


def share_items(state: State, items: Iterable[Item]) -> list[tuple[str, Item]]:
    """Who of the party carries what of a find; those who serve for pay only what is left."""
    bearers = sorted(state.marchers(), key=lambda c: sheet(c).service is not None)
    return share(bearers, items, partial(load.room_coins, state), partial(load.item_coins, state))


def share(
    bearers: Iterable[Creature],
    items: Iterable[Item],
    room: Callable[[Creature], int | None],
    weigh: Callable[[Item], int] = weight_coins,
) -> list[tuple[str, Item]]:
    """Who carries what: the most precious for its weight first, evenly, as far as there is room (None: no limit)."""
    free = {bearer.id: room(bearer) for bearer in bearers}
    given: dict[tuple[str, int], int] = {}
    order = sorted(enumerate(items), key=lambda pair: _precious(pair[1]))
    for index, item in order:
        each, left = weigh(replace(item, count=1)), item.count
        while left:
            able = [id for id, space in free.items() if space is None or space >= each]
            if not able:
                break
            portion = max(1, left // len(able))
            for id in able:
                space = free[id]
                count = min(left, portion if space is None or not each else min(portion, space // each))
                given[id, index] = given.get((id, index), 0) + count
                free[id] = None if space is None else space - count * each
                left -= count
    things = dict(order)
    return [(id, part(things[index], count)) for (id, index), count in given.items() if count]


def _precious(item: Item) -> tuple[int, Fraction]:
    """Magic and gear first, then by worth for the weight."""
    one = replace(item, count=1)
    worth = worth_cp(one)
    return (0, Fraction(0)) if not worth else (1, -Fraction(worth, max(1, weight_coins(one))))
