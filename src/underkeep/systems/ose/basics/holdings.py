"""What a campaign remembers of beasts to ride, days of hunting, people in service and property."""

from __future__ import annotations

from msgspec import Struct


class Country(Struct, frozen=True, gc=False):
    """`mounts` is what each rides on the road, `is_flying` whether the party goes through the air. A day `is_hunting`
    until night, and `quarry` are the animals that were found, a group.
    """

    mounts: dict[str, str] = {}
    is_flying: bool = False
    is_hunting: bool = False
    quarry: str = ""
