"""What this game remembers of a party, as long as the campaign lasts."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.codec import Campaign
from underkeep.kernel.secret import Secrets
from underkeep.world.gear import Item
from underkeep.world.state import State


class Wage(Struct, frozen=True, gc=False):
    """What a companion gets a day, and until when on the clock that is paid."""

    coins: int
    paid_until: int


class Clocks(Struct, frozen=True, gc=False):
    """When the party last woke, when the day began that it drinks by, and when the present watch began."""

    woke: int
    drank: int
    watch: int


class KnaveCampaign(Struct, Campaign, frozen=True, gc=False):
    """`clocks` are None until the party first sets out. `wages` are those of each companion.

    `coming` is the entry of the level's table that a sign foretold, 0 without one; `resting` while the party sits out
    its fatigue. `uses_marked` are the uses marked off each light, `parts_cut` what was cut out of each body.
    `slain_by_homecoming` is what `foes_slain` was when the party was last at home. `sneaking` while the party goes
    without a sound; `followed_by` is the group that is on its heels. `at_home` is what the party left there.
    `passing` is until when what shifted in a place lasts, by its feature.
    """

    secrets: ClassVar[Secrets] = {"followed_by": "always"}

    clocks: Clocks | None = None
    wages: dict[str, Wage] = {}
    coming: int = 0
    resting: bool = False
    uses_marked: dict[str, int] = {}
    parts_cut: dict[str, tuple[str, ...]] = {}
    foes_slain: int = 0
    slain_by_homecoming: int = 0
    coins_at_home: int = 0
    sneaking: bool = False
    followed_by: str = ""
    at_home: tuple[Item, ...] = ()
    passing: dict[str, int] = {}


_BEGINNING = KnaveCampaign()


def campaign(state: State) -> KnaveCampaign:
    """What is remembered; whole even before anything is."""
    return state.campaign if isinstance(state.campaign, KnaveCampaign) else _BEGINNING


def with_campaign(state: State, **changes: object) -> State:
    """For the evolve of a fact that changes what is remembered."""
    return replace(state, campaign=replace(campaign(state), **changes))
