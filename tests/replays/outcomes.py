"""`python -m tests.replays.outcomes [--write] [system ...]`: how hundreds of fights and delves end, against the record.

`outcomes.json` has a row for each: fights `seed match: winner, rounds, dead of a/b, hash of the last creatures`, delves
`seed temper: end, days, dead, hash of the kinds of events, hash of all faces`. Seeds choose match-up and temper.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct
from tests.replays import engine as e

RECORD = Path(__file__).parent / "outcomes.json"
FIGHTS = 200
DELVES = {"ose": 30, "knave": 20}
DAY = 24 * 60 * 60
PLAN = e.Plan(size=4, levels=2)
MATCHES = {
    "ose": (
        "2 fighter/3[plate,two-handed sword] + fighter[long bow] v 6 goblin",
        "2 magic-user/3 + cleric/4 + 2 elf/2 v 3 ghoul + 4 skeleton",
        "3 dwarf/4 + thief/4 v carcass-crawler + gelatinous-cube",
        "2 fighter/6 + cleric/6 v hellhound-4-hd + 2 wererat",
        "4 fighter/5 + magic-user/5 v hydra-5-heads + 2 orc",
    ),
    "knave": (
        "3 knave v 4 goblin",
        "4 knave/3 v 3 bandit + 2 acolyte",
        "4 knave/4 v ghoul + spitting-cobra + carcass-crawler",
        "5 knave/5 v medusa + harpy",
        "4 knave/6 v troll + rust-monster",
    ),
    "rampage": (
        "2 fighter/3 + thief[sling] v 4 goblin + goblin-king",
        "mage/3 + cleric/3 + 3 fighter/2 v 4 skeleton + ghoul",
        "3 paladin/3 + berserker/3 v carcass-crawler + 2 orc + orc-leader",
        "2 warrior/4 + scout/4 v troll",
        "druid/3 + wizard/4 + 2 delver/3 + 2 jack v 2 ghoul + giant-scorpion",
    ),
    "robs": (
        "3 fighter v 4 orc",
        "ranger/2 + wizard/3 + priest/2 v 3 goblin + hobgoblin",
        "knight/3 + elf-ranger/3 v giant-spider + 2 ghoul",
        "2 dwarf-fighter/4 + halfling-thief/3 v large-troll",
        "3 human-knight/3 v gargoyle + giant-scorpion",
    ),
}


def digest(values: Iterable[object]) -> str:
    return hashlib.blake2b("\n".join(map(repr, values)).encode(), digest_size=5).hexdigest()


def match_of(system: str, seed: int) -> str:
    return MATCHES[system][seed % len(MATCHES[system])]


def temper_of(seed: int) -> str:
    return "cautious" if seed % 3 else "reckless"


def fight_row(system: str, seed: int) -> str:
    rules, match = e.load(system), match_of(system, seed)
    bout = e.bout(rules, e.parse_sides(rules, match), seed)
    last = digest((c.id, c.hp, c.status, c.at) for c in bout.after.creatures.values())
    dead = "/".join(str(bout.deaths(side)) for side in e.SIDES)
    return f"{seed} {match}: {bout.after.winner or 'nobody'} wins, {bout.rounds} rounds, {dead} dead, {last}"


def delve_row(system: str, seed: int) -> str:
    found = e.delve(e.load(system), seed, PLAN, e.TEMPERS[temper_of(seed)])
    end = found.end
    assert end.party is not None
    dead = sum(c.status == "dead" for c in end.creatures.values() if c.side == end.party.side)
    kinds = digest(type(event).__name__ for event in found.events)
    rolled = digest(face for event in found.events for face in faces(event))
    told = f"{found.outcome} on day {end.now // DAY + 1}, {found.actions} actions, {dead} dead"
    return f"{seed} {temper_of(seed)}: {told}, kinds {kinds}, faces {rolled}"


def faces(value: Any) -> Iterator[int]:
    """Every face of every roll inside a fact."""
    if isinstance(value, e.Roll):
        yield from value.faces
    elif isinstance(value, Struct):
        for field in value.__struct_fields__:
            yield from faces(getattr(value, field))
    elif isinstance(value, tuple | list):
        for part in value:
            yield from faces(part)
    elif isinstance(value, dict):
        yield from faces(list(value.values()))


ROWS = {"fights": fight_row, "delves": delve_row}


def seeds_of(sort: str, system: str) -> range:
    return range(1, 1 + (FIGHTS if sort == "fights" else DELVES.get(system, 0)))


def recorded() -> dict[str, dict[str, list[str]]]:
    found: dict[str, dict[str, list[str]]] = json.loads(RECORD.read_text(encoding="utf-8"))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("systems", nargs="*", default=[])
    parser.add_argument("--write", action="store_true", help="record the outcomes anew")
    options = parser.parse_args()
    record = recorded() if RECORD.exists() else {sort: {} for sort in ROWS}
    different = 0
    for sort, row_of in ROWS.items():
        for system in options.systems or MATCHES:
            start = time.perf_counter()
            rows = [row_of(system, seed) for seed in seeds_of(sort, system)]
            seconds = time.perf_counter() - start
            old = record[sort].get(system, [])
            changed = [(was, now) for was, now in zip(old, rows, strict=False) if was != now]
            for was, now in changed:
                print(f"- {was}\n+ {now}")
            different += len(changed) + abs(len(rows) - len(old))
            print(f"{system}: {len(rows)} {sort} in {seconds:.1f} s, {len(changed)} differ from the record.")
            record[sort][system] = rows
    if options.write:
        RECORD.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    elif different:
        raise SystemExit(f"{different} outcomes are not as recorded; `--write` records them anew.")


if __name__ == "__main__":
    main()
