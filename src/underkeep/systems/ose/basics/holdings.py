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


class Contract(Struct, frozen=True, gc=False):
    """A specialist in somebody's service, paid until a time; `task` is what for, which is `due` at a time if it is
    ever done.
    """

    specialist: str
    employer: str
    paid_until: int
    task: str = ""
    due: int | None = None


class Staff(Struct, frozen=True, gc=False):
    """Specialists in service, and how many of each kind have answered a notice."""

    contracts: tuple[Contract, ...] = ()
    answered: dict[str, int] = {}


class Garrison(Struct, frozen=True, gc=False):
    """Soldiers of one kind who guard a stronghold, paid until a time of the clock."""

    kind: str
    members: tuple[str, ...]
    paid_until: int


class Stronghold(Struct, frozen=True, gc=False):
    """What somebody builds on land of his own: its `parts`, when those are `done`, and who lives there.

    `followers` came by themselves, `settlers` pay taxes, which are paid out until `taxed_until`. It `stands` from the
    day on which the first part is done.
    """

    owner: str
    parts: dict[str, int] = {}
    building_gp: int = 0
    done: int = 0
    stands: bool = False
    followers: int = 0
    settlers: int = 0
    taxed_until: int = 0
    garrison: Garrison | None = None
