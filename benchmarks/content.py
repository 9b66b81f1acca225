"""The time to read the bundled content of each game whole, against the limit of 150 ms.

    python benchmarks/content.py            a table
    python benchmarks/content.py --json     the same as JSON

A new process for each measurement imports the game, forgets whatever it has read, and reads every folder that the
game's modules name, and those that any game uses. CPU time is counted; the imports are not. The best of several
processes.
"""

import argparse
import json
import subprocess
import sys

GAMES = ("ose", "knave", "rampage", "robs")
LIMIT_MS = 150
PROCESSES = 7
SCRIPT = """
import sys
from time import process_time
from underkeep import systems
from underkeep.kernel.notation import parse
from underkeep.procedures import content
from underkeep.rulebook.content_check import SHARED, package_of
from underkeep.rulebook.shelves import ANY, shelves
from importlib.resources import files

systems.load(sys.argv[1])
todo = []
for package in map(package_of, (sys.argv[1], *SHARED)):
    for shelf in shelves(package):
        folders = [shelf.folder]
        if ANY in shelf.folder:
            above = shelf.folder.partition("/")[0]
            within = files(package).joinpath("content", above).iterdir()
            folders = [f"{above}/{folder.name}" for folder in within if folder.is_dir()]
        reader = content.load_by_file if shelf.by_file else content.load
        todo += [(reader, package, folder, shelf.kind) for folder in folders]
parse.cache_clear()
start = process_time()
read = [reader(package, folder, kind) for reader, package, folder, kind in todo]
print(process_time() - start, sum(map(len, read)))
"""


def measured(game: str) -> dict[str, str | float]:
    times, entries = [], 0
    for _ in range(PROCESSES):
        done = subprocess.run([sys.executable, "-c", SCRIPT, game], capture_output=True, text=True, check=True)
        seconds, told = done.stdout.split()
        times.append(float(seconds) * 1000)
        entries = int(told)
    return {"game": game, "entries": entries, "cpu_ms": min(times), "of_limit": min(times) / LIMIT_MS}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--json", action="store_true", help="print JSON instead of a table")
    as_json = options.parse_args().json
    rows = [measured(game) for game in GAMES]
    if as_json:
        print(json.dumps(rows, indent=1))
        return
    print(f"{'game':10}{'entries':>10}{'CPU ms':>10}   of {LIMIT_MS} ms")
    for row in rows:
        print(f"{row['game']:10}{row['entries']:10}{row['cpu_ms']:10.0f}{row['of_limit']:11.2f}")


if __name__ == "__main__":
    main()
