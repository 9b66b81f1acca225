"""When the program itself stumbles: one sentence for whoever plays, and the trace in a file for whoever mends it. No
values of variables stand in either, as they would tell what the party may not know."""

from __future__ import annotations

import traceback

from underkeep.table.chair import Chair
from underkeep.table.home import home
from underkeep.table.speech.decree_words import Decreed
from underkeep.table.speech.typed_lines import Meaning, Say

FILE = "last-mishap.txt"
STUMBLED = "The program stumbled over that line; nothing was done. Say it in other words."


def understood(chair: Chair, line: str) -> Meaning | Decreed:
    """What a line means; one that the reader stumbles over ends no game."""
    try:
        return chair.read(line)
    except Exception as error:  # whatever it was: reading changes nothing
        keep(error)
        return Say(STUMBLED)


def apology(error: BaseException) -> str:
    """What is told when the program cannot go on, and where the trace is."""
    kept = keep(error)
    return f"The program stumbled and had to stop; a game is saved up to its last act.{f' See {kept}.' if kept else ''}"


def keep(error: BaseException) -> str:
    """The file that now has the trace of an error; nothing if none could be written."""
    try:
        folder = home()
        folder.mkdir(parents=True, exist_ok=True)
        (folder / FILE).write_text("".join(traceback.format_exception(error)), encoding="utf-8")
    except Exception:
        return ""
    return str(folder / FILE)
