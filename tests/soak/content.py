"""Every spell, monster and magic item of OSE, each many times, with no exception and no illegal state.

    python -m tests.soak.content [--times 20] [--only spells]

A spell counts each time somebody casts it by a legal action; an item each time it is readied or used and taken into a
fight; a monster each time it has fought to the end, and what its blows and powers do besides damage each time that is
carried out; a line of a treasure table each time it is found; a row of an encounter table each time those who come are
met. What was met less often than asked for is listed.
"""

from __future__ import annotations

import argparse
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial

from tests.soak.moments import CASTERS, LOOKS, RULES, Scene, in_town, met, places

from underkeep.kernel.dice import Seeded
from underkeep.kernel.event import Action
from underkeep.kernel.prompt import REFEREE
from underkeep.lab.muster import muster, parse_sides
from underkeep.procedures.actions import BeginFight
from underkeep.procedures.delve_actions import Engage, Equip
from underkeep.procedures.effects import Effects
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.attacks.special_attacks import on_hit, on_line
from underkeep.systems.ose.basics.enchanted import magic_items
from underkeep.systems.ose.combat.monster_powers import powers
from underkeep.systems.ose.equipment import magic_items as hoarded
from underkeep.systems.ose.equipment import treasure
from underkeep.systems.ose.magic import casting, memorising, spells
from underkeep.systems.ose.magic.items import reference
from underkeep.systems.ose.monsters.listings import monsters
from underkeep.table import chance_meeting
from underkeep.world.creature import Died
from underkeep.world.gear import ItemsChanged
from underkeep.world.state import State


def soak_spells(times: int, count: Counter[str]) -> None:
    for list_name in spells.LISTS:
        for name, written in spells.forms(list_name).items():
            for use in written.uses:
                key = f"spell {list_name}: {name}{f' ({use.name})' if use.name else ''}"
                count[key] += 0
                for seed in _seeds(times, count, key):
                    _try(key, seed, lambda seed, of=list_name, n=name, u=use, k=key: _cast(of, n, u, seed, k, count))


def _cast(list_name: str, name: str, use: spells.Use, seed: int, key: str, count: Counter[str]) -> None:
    for scene in places(seed, use.when):
        caster = CASTERS[list_name] if CASTERS[list_name] in scene.state.creatures else f"{list_name}-1"

        def wanted(state: State, action: Action, caster: str = caster) -> bool:
            if isinstance(action, casting.DeclareSpell):
                return (action.actor, action.spell) == (caster, name)
            named = (caster, name, use.name)
            return isinstance(action, casting.Cast) and (action.actor, action.spell, action.use) == named

        if use.target == "square":
            scene.aims = (caster, name, use.name)
        if use.target == "elsewhere":
            scene.say(*(Died(id) for id in [c.id for c in scene.state.marchers()] if id != caster))
        scene.say(memorising.SpellsMemorised(caster, (name,), scene.state.now))
        done = scene.until(wanted, seed)
        if isinstance(done, casting.DeclareSpell):
            done = scene.until(lambda s, a: isinstance(a, casting.Cast) and wanted(s, a), seed)
        if isinstance(done, casting.Cast):
            count[key] += 1
            if scene.state.fight is not None:
                scene.play_out()
            return


def soak_items(times: int, count: Counter[str]) -> None:
    for id, item in magic_items().items():
        if item.gives:
            continue
        key = f"item {id}"
        count[key] += 0
        for seed in _seeds(times, count, key):
            _try(key, seed, lambda seed, i=id, k=key: _use(i, seed, k, count))


USERS = {"armour": "hero-3", "sword": "hero-3", "weapon": "hero-3"}


def _use(id: str, seed: int, key: str, count: Counter[str]) -> None:
    """Given to somebody who can use it, readied, used as it allows, and taken into a fight."""
    first = USERS.get(magic_items()[id].sort, "hero-1")
    for bearer in dict.fromkeys((first, "hero-1", "hero-2", "hero-3")):
        for scene in places(seed, ("exploring",)):
            given = _give(scene, bearer, id)
            _unload(scene, bearer, given)
            is_readied = any(scene.may(Equip(bearer, given, place)) for place in ("worn", "hand"))
            done = scene.until(lambda _, a, b=bearer, g=given: _is_used(a, b, g), seed, 1)
            if done is None and not is_readied:
                continue
            count[key] += 1
            if not scene.state.over and scene.state.fight is None and scene.state.encounter is None:
                met(scene, seed)
                scene.until(lambda _, action: isinstance(action, Engage), 0, 1)
                scene.play_out()
            return


def _give(scene: Scene, bearer: str, id: str) -> str:
    thing = hoarded.found(Resolution(scene.state, scene.dice(), RULES), id, "expert")
    scene.say(ItemsChanged(bearer, (*scene.state.creatures[bearer].items, thing), "received", thing))
    return scene.state.creatures[bearer].items[-1].id


def _unload(scene: Scene, bearer: str, given: str) -> None:
    """Hands and back are free for it."""
    for item in scene.state.creatures[bearer].items:
        if item.place in ("hand", "worn") and item.id != given:
            scene.may(Equip(bearer, item.id, "pack"))


def _is_used(action: Action, bearer: str, given: str) -> bool:
    fields = {str(getattr(action, name, "")) for name in action.__struct_fields__}
    return {given, bearer} <= fields and type(action).__name__ not in IDLE


IDLE = ("Drop", "Give", "PutIn", "Sell", "Offer", "Bribe", "Try")


def soak_monsters(times: int, count: Counter[str]) -> None:
    """Each kind fights until all that its blows and powers do besides damage was carried out often enough."""
    carried = Effects.carry_out

    def counted(self: Effects[object], do: Resolution, at: object, params: object) -> None:
        who = do.state.creatures.get(getattr(at, "by", ""))
        if who is not None and f"{who.kind}: {_tag(params)}" in count:
            count[f"{who.kind}: {_tag(params)}"] += 1
        carried(self, do, at, params)

    Effects.carry_out = counted  # type: ignore[method-assign,assignment]
    try:
        for kind in [name for name, of in RULES.roster().items() if of == "monster"]:
            keys = [f"monster {kind}", *(f"{kind}: {tag}" for tag in _abilities(kind))]
            count.update(dict.fromkeys(keys, 0))
            for seed in range(times * MOST_FIGHTS):
                if all(count[key] >= times for key in keys):
                    break
                _try(keys[0], seed, lambda seed, k=kind, key=keys[0]: _fight(k, seed, key, count))
    finally:
        Effects.carry_out = carried  # type: ignore[method-assign]


CARRIED = (on_hit, on_line, powers)
"""What is carried out on its own; charges, dives, and a breath in place of a bite are met with the blow."""
NUMBERS = (1, 2, 10, 3, 5)
MOST_FIGHTS = 20
"""So many times as often as asked for a kind may fight, so that its rarer gifts are seen."""


def _tag(params: object) -> str:
    return str(type(params).__struct_config__.tag)  # type: ignore[attr-defined]


def _abilities(kind: str) -> list[str]:
    listing = monsters()[kind]
    of_blows = [effect for routine in listing.attacks for line in routine for effect in line.effects]
    own = [power for power in listing.powers if not getattr(power, "instead_of", "")]
    return sorted({_tag(params) for params in (*of_blows, *own) if any(params in some for some in CARRIED)})


PARTIES = ("2 fighter/3 + cleric/3", "fighter/9 + magic-user/9 + cleric/9", "dwarf/6 + elf/6 + thief/6", "4 fighter/1")


def _fight(kind: str, seed: int, key: str, count: Counter[str]) -> None:
    words = f"{PARTIES[seed % len(PARTIES)]} v {NUMBERS[seed % len(NUMBERS)]} {kind}"
    made = muster(RULES, parse_sides(RULES, words), Seeded(seed, "muster"), (), 2 + seed % 9)
    scene = Scene(made.state, f"{kind} {seed}")
    scene.do(REFEREE, BeginFight())
    scene.play_out()
    count[key] += 1


def soak_treasure(times: int, count: Counter[str]) -> None:
    """Every line of the tables of magic items, and every treasure type."""
    for id in magic_items():
        count[f"found {id}"] += 0
    for sort in sorted({item.sort for item in magic_items().values()}):
        for seed in range(times * 250):
            do = Resolution(in_town(1), Seeded(seed, f"found {sort}"), RULES)
            found = hoarded.roll_item(do, sort, "expert" if seed % 3 else "basic")
            count.update(f"found {item.kind.partition('@')[0]}" for item in found)
    for id, item in magic_items().items():
        if item.gives:
            count[f"found {id}"] += min(count[f"found {part}"] for part in item.gives)
    for letter in treasure.types():
        for seed in range(times):
            reference.roll_hoard(Resolution(in_town(1), Seeded(seed, letter), RULES), letter)
            count[f"hoard {letter}"] += 1


LEVELS = (1, 2, 3, 4, 6, 8)
"""One dungeon level for each printed table."""


def soak_encounters(times: int, count: Counter[str]) -> None:
    """Every row of the encounter tables, by dungeon level and by terrain: those who come are made and met."""
    assert RULES.region is not None
    for level in LEVELS:
        for row in chance_meeting.rows(RULES, level, 1):
            _meet(f"level {level}, {row.roll}", times, count, partial(chance_meeting.meet, RULES, level, wanted=row))
    for terrain in RULES.region.terrains():
        for row in chance_meeting.terrain_rows(RULES, terrain):
            meet = partial(chance_meeting.meet_in, RULES, terrain, wanted=row)
            _meet(f"{terrain}, {row.roll}", times, count, meet)


def _meet(key: str, times: int, count: Counter[str], meet: Callable[[int], object]) -> None:
    def once(seed: int) -> None:
        meet(seed)
        count[key] += 1

    count[key] += 0
    for seed in _seeds(times, count, key):
        _try(key, seed, once)


PARTS = {
    "spells": soak_spells,
    "items": soak_items,
    "monsters": soak_monsters,
    "treasure": soak_treasure,
    "encounters": soak_encounters,
}
BROKEN: list[str] = []
MOST_TRIES = 20
"""So many times as many seeds are tried as are asked for."""


def _seeds(times: int, count: Counter[str], key: str) -> Iterator[int]:
    """Seeds until it was met often enough, or so many times as many have been tried."""
    for seed in range(max(times * MOST_TRIES, LOOKS)):
        if count[key] >= times or (seed >= LOOKS and not count[key]):
            return
        yield seed


def _try(key: str, seed: int, act: Callable[[int], None]) -> None:
    try:
        act(seed)
    except Exception:
        BROKEN.append(f"{key}, seed {seed}: {traceback.format_exc()}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--only", choices=sorted(PARTS))
    options = parser.parse_args()
    count: Counter[str] = Counter()
    for name, part in PARTS.items():
        if options.only in (None, name):
            part(options.times, count)
            print(f"{name}: {sum(n >= options.times for n in count.values())} of {len(count)} so far", flush=True)
    seldom = {key: n for key, n in count.items() if n < options.times}
    print("\n".join(f"only {n} times: {key}" for key, n in sorted(seldom.items())))
    print("\n".join(BROKEN), file=sys.stderr)
    print(f"{len(count) - len(seldom)} of {len(count)} were met {options.times} times; {len(BROKEN)} broken")
    sys.exit(bool(BROKEN or seldom))


if __name__ == "__main__":
    main()
