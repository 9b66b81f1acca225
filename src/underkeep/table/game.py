"""What is fixed about a game from its first moment, and which names and ids games may have."""

from __future__ import annotations

import re
import unicodedata
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import version

from msgspec import Struct

from underkeep.errors import UnderkeepError

# The format in which records are written; `formats` says which are read.
FORMAT = 2
MOST_NAME = 60
MOST_ID = 40
# Windows keeps these for devices, whatever follows the dot.
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)")


class Game(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The head of a record. `minds` says which seats nobody sits in and who plays them; `settings` is for front doors.

    The hash chain starts with it, so it never changes; a field added later needs a default, which is left out of the
    hash. `format` is the one it was begun in. The id is the file's name and not part of it.
    """

    format: int
    name: str
    system: str
    seed: int | str
    engine: str
    created: str
    switches: tuple[str, ...] = ()
    minds: dict[str, str] = {}
    settings: dict[str, str] = {}


@cache
def engine() -> str:
    """The version of this program."""
    return version("underkeep")


def wall_clock() -> str:
    """Now, in UTC, as the record writes it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def checked_name(name: str) -> str:
    """The name without needless spaces, or a sentence on what is wrong with it."""
    name = " ".join(name.split())
    if not name:
        raise UnderkeepError("A game needs a name.")
    if len(name) > MOST_NAME:
        raise UnderkeepError(f"The name of a game has at most {MOST_NAME} characters.")
    if not name.isprintable():
        raise UnderkeepError("The name of a game has letters, digits, signs and spaces only.")
    return name


def id_of(name: str) -> str:
    """A readable id that is safe as a file name everywhere and never taken for a number in a list."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9]+", "-", plain.replace("'", "")).strip("-")[:MOST_ID].rstrip("-")
    if not slug or slug.isdigit() or _RESERVED.fullmatch(slug):
        return f"game-{slug}".rstrip("-")
    return slug
