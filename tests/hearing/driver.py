"""What the table answers to lines that somebody types in scenes of self-played games; each line in the same moment.

    python -m tests.hearing.driver show ose dungeon 5           what a player sees there, as a page to write lines for
    python -m tests.hearing.driver keep FOLDER 901 902          pages and files of such scenes, in all places and games
    python -m tests.hearing.driver try LINES [--games ose]      the answers to a file of lines

Scenes whose files lie beside the lines are those of the files; others are played anew. A file of lines has a heading
for each scene, then the lines; what stands behind `=>` is what was meant, and is only repeated. Several lines in a row
are parted by `//`:

    # ose dungeon 5
    light a torch => a torch is lit
    set out // yes => the party leaves the town
"""

from __future__ import annotations

import argparse
import itertools
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.hearing.scenes import PLACES, file_of, kept, scene

from underkeep.table.chair import Chair
from underkeep.table.speech import scenery
from underkeep.terminal.plain import Plain

GAMES = ("ose", "knave")
LOG = 30
"""So many lines of what was told before are shown."""


def said(chair: Chair, lines: list[str]) -> list[str]:
    """What is written for lines that are typed one after another."""
    left, written = list(lines), [""]

    def read() -> str:
        if not left:
            raise EOFError
        return left.pop(0)

    Plain(chair, read, lambda text: written.append(str(text)), echo=True).run()
    told = "".join(written)
    told = told[told.index("> ") :]
    return told.removesuffix("The game was not saved: it lived in memory only.\n").removesuffix("> ").splitlines()


def apart(chair: Chair, lines: list[str]) -> list[str]:
    """The same in a copy of this program, so that the scene stays as it is."""
    with tempfile.TemporaryFile("w+", encoding="utf-8") as file:
        child = os.fork()
        if child == 0:
            try:
                file.write("\n".join(said(chair, lines)))
            except BaseException as error:
                file.write(f"RAISED {type(error).__name__}: {error}")
            file.flush()
            os._exit(0)
        os.waitpid(child, 0)
        file.seek(0)
        return file.read().splitlines()


def page(chair: Chair) -> list[str]:
    """What the player was told last, and sees now."""
    told = [line.text for line in chair.log[-LOG:]]
    choices = [choice.label for choice in chair.menu()]
    party = chair.show("party")
    return [*told, "", *scenery.scene(chair.view), "", *party, "", "Some of what can be done:", *choices]


def groups(text: str) -> Iterator[tuple[str, str, int, list[str]]]:
    """The scenes of a file, with their lines."""
    found: list[str] | None = None
    head: list[str] = []
    for line in text.splitlines():
        if line.startswith("#"):
            if found is not None:
                yield head[0], head[1], int(head[2]), found
            head, found = line.lstrip("# ").split(), []
        elif line.strip() and found is not None:
            found.append(line.strip())
    if found is not None:
        yield head[0], head[1], int(head[2]), found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ways = parser.add_subparsers(dest="way", required=True)
    show = ways.add_parser("show")
    show.add_argument("game")
    show.add_argument("place", choices=PLACES)
    show.add_argument("seed", type=int)
    keeping = ways.add_parser("keep")
    keeping.add_argument("folder", type=Path)
    keeping.add_argument("seeds", type=int, nargs="+")
    trying = ways.add_parser("try")
    trying.add_argument("lines", type=Path)
    trying.add_argument("--games", nargs="+")
    told = parser.parse_args()
    if told.way == "show":
        print("\n".join(page(scene(told.game, told.place, told.seed))))
        return
    if told.way == "keep":
        for game, place, seed in itertools.product(GAMES, PLACES, told.seeds):
            path = file_of(told.folder, game, place, seed)
            path.with_suffix(".txt").write_text("\n".join(page(scene(game, place, seed, path))), encoding="utf-8")
        return
    number = 0
    for game, place, seed, lines in groups(told.lines.read_text(encoding="utf-8")):
        if told.games and game not in told.games:
            continue
        print(f"\n## {game} {place} {seed}", flush=True)
        path = file_of(told.lines.parent, game, place, seed)
        chair = kept(path) if path.exists() else scene(game, place, seed)
        for line in lines:
            number += 1
            typed, _, meant = line.partition("=>")
            print(f"\n{number}. {typed.strip()}{f'   => {meant.strip()}' if meant else ''}")
            print("\n".join(f"    {x}" for x in apart(chair, [part.strip() for part in typed.split("//")])))
            sys.stdout.flush()


if __name__ == "__main__":
    main()
