"""Content packs: folders with entries that stand in for a game's own, or beside them (docs/content-packs.md).

`$UNDERKEEP_PACKS` names them, as a path of folders. A game must be resumed with the packs with which it began.
"""

from __future__ import annotations

import os
from pathlib import Path

from underkeep.errors import UnderkeepError
from underkeep.procedures import content

VARIABLE = "UNDERKEEP_PACKS"


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
