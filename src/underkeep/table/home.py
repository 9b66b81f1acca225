"""Where this user's games are kept."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from underkeep.errors import UnderkeepError

VARIABLE = "UNDERKEEP_HOME"


def home() -> Path:
    """`$UNDERKEEP_HOME`, or else the platform's folder for a user's data."""
    chosen = os.environ.get(VARIABLE)
    try:
        return Path(chosen).expanduser().absolute() if chosen else _data_folder() / "underkeep"
    except RuntimeError as error:
        raise UnderkeepError(f"There is no home folder for the games; set {VARIABLE}.") from error


def _data_folder() -> Path:
    if sys.platform == "win32":
        return _from_environment("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    return _from_environment("XDG_DATA_HOME") or Path.home() / ".local" / "share"


def _from_environment(variable: str) -> Path | None:
    """The folder it names; one that is not absolute does not count."""
    path = Path(os.environ.get(variable, ""))
    return path if path.is_absolute() else None
