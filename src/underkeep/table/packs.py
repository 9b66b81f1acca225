"""Content packs: folders with entries that stand in for a game's own, or beside them (docs/content-packs.md).

`$UNDERKEEP_PACKS` names them, as a path of folders. A game must be resumed with the packs with which it began; its
record names them.
"""

from __future__ import annotations

import os
from pathlib import Path

from underkeep.errors import UnderkeepError
from underkeep.procedures import content
from underkeep.table.formats import MissingContent
from underkeep.table.game import Game

VARIABLE = "UNDERKEEP_PACKS"


def in_use(system: str) -> tuple[str, ...]:
    """The names of the packs that have content of a game."""
    return tuple(pack.name for pack in content.packs() if pack.joinpath(system).is_dir())


def check_packs(game: Game) -> None:
    """Refuse a game of which a pack is missing, with its name."""
    missing = [f'"{name[:60]}"' for name in game.packs if name not in in_use(game.system)]
    if missing:
        packs = f"content pack{'s' if len(missing) > 1 else ''} {' and '.join(missing[:5])}"
        raise MissingContent(f"The game is played with the {packs}, not in use here; {VARIABLE} names its folder.")


def use_packs() -> None:
    """Those that the environment names, the later ones before the earlier."""
    for folder in os.environ.get(VARIABLE, "").split(os.pathsep):
        if folder:
            use_pack(Path(folder).expanduser())


def use_pack(folder: Path) -> None:
    """One folder, before any game is loaded whose content it holds."""
    if not folder.is_dir():
        raise UnderkeepError(f"There is no content pack {folder}; {VARIABLE} names folders.")
    content.add_pack(folder.resolve())
