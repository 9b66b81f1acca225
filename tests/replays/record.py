"""`python -m tests.replays.record [system/story ...]`: plays the stories and writes down how they go today."""

import sys
import time

from tests.replays.stories import name_of, parse, paths, played


def main(wanted: list[str]) -> None:
    for path in paths():
        name = name_of(path)
        if wanted and not any(name.startswith(w) for w in wanted):
            continue
        start = time.perf_counter()
        old = path.read_text(encoding="utf-8")
        new = played(parse(old))
        path.write_text(new, encoding="utf-8")
        changed = "" if new == old else ", changed"
        print(f"{name}: {len(new.splitlines())} lines, {time.perf_counter() - start:.2f} s{changed}")


if __name__ == "__main__":
    main(sys.argv[1:])
