"""The forms and words of patterns.toml, by the module that reads lines by them."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib import resources
from typing import Any


@cache
def _file() -> dict[str, dict[str, Any]]:
    return tomllib.loads(resources.files(__package__).joinpath("patterns.toml").read_text(encoding="utf-8"))


def text(module: str, name: str) -> str:
    return str(_file()[module][name])


def pattern(module: str, name: str) -> re.Pattern[str]:
    return re.compile(text(module, name))


def words(module: str, name: str) -> frozenset[str]:
    return frozenset(text(module, name).split())


def pairs(module: str, name: str) -> dict[str, str]:
    """What stands for what."""
    return dict(_file()[module][name])


def couples(module: str, name: str) -> tuple[tuple[str, str], ...]:
    """The same in an order that counts."""
    return tuple((str(one), str(other)) for one, other in _file()[module][name])
