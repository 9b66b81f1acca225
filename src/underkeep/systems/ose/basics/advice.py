"""Hints of the book to the referee, for nobody else's eyes."""

from __future__ import annotations

from typing import ClassVar

from underkeep.kernel.event import Note


class RefereeAdvised(Note, frozen=True):
    """A hint for the referee alone."""

    secret: ClassVar[bool] = True

    about: str
    text: str
