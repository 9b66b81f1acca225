"""What is fixed about a game from its first moment, and which names and ids games may have."""

from __future__ import annotations

import re
import secrets
import unicodedata
from datetime import UTC, datetime
from functools import cache
from hashlib import blake2b
from importlib.metadata import version

from msgspec import Struct

from underkeep.errors import UnderkeepError

# The format in which records are written; `formats` says which are read.
FORMAT = 2
MOST_NAME = 60
MOST_ID = 40
# Windows keeps these for devices, whatever follows the dot.
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)")


class Begun(Struct, frozen=True):
    """What the head of a record says, whatever else a later version adds to it."""

    engine: str = ""


class Game(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The head of a record. `minds` says which seats nobody sits in and who plays them; `settings` is for front doors,
    `packs` are the content packs that it was begun with.

    The hash chain starts with it, so it never changes; a field added later needs a default, which is left out of the
    hash. `format` is the one it was begun in. The id is the file's name and not part of it.

    The `seed` made the world; the dice of play come from the `key`, 32 hexadecimal digits. The `commitment` binds the
    key without telling it: it may be shown to the players from the first, and proved to them when the game is opened.
    """

    format: int
    name: str
    system: str
    seed: int | str
    key: str
    commitment: str
    engine: str
    created: str
    switches: tuple[str, ...] = ()
    minds: dict[str, str] = {}
    settings: dict[str, str] = {}
    packs: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.commitment != commitment(self.key):
            raise ValueError("its dice have another key than the one it was begun with")


def fresh_key() -> str:
    """A key for the dice of a game whose seed nobody chose."""
    return secrets.token_hex(16)


def key_of(seed: int | str) -> str:
    """The key of a game whose seed was chosen: the same seed makes the same game for ever."""
    return blake2b(str(seed).encode(), digest_size=16, person=b"underkeep-key-1").hexdigest()


def commitment(key: str) -> str:
    """BLAKE2b of a key."""
    return blake2b(bytes.fromhex(key), digest_size=32, person=b"underkeep-pledge").hexdigest()


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
