"""What this game remembers of a party, as long as the campaign lasts."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.codec import Campaign
from underkeep.kernel.secret import Secrets
from underkeep.world.state import State


class Conduct(Struct, frozen=True, gc=False):
    """What is remembered of somebody's acts: good ones and evil ones since the last change, and sins against an
    Order."""

    good: int = 0
    evil: int = 0
    murders: int = 0
    violations: int = 0


class Working(Struct, frozen=True, gc=False):
    """A spell that is on somebody: by whom, of what level, and the square from which an illusion is kept up."""

    form: str
    caster: str
    level: int
    at: tuple[int, int] | None = None


class RobsCampaign(Struct, Campaign, frozen=True, gc=False):
    """`light` is what each light that burns is worth by now, as the number of an adjective.

    `noise` while what was done this turn could be heard. `foes_beaten` and `coins_at_home` (in copper) measure the
    campaign. `wages` are what each follower gets a day, in copper, and `paid_until` the clock time to which it is paid.
    `level_cost` is how levels are paid for, once that is settled: rising or flat.
    `days_rested` are those that have not mended anything yet. `possessed` are those in whom something else came back
    from the dead, with the time at which a friend last wondered; `quests` are owed to Orders, by who owes them.
    `flown` are minutes on the wing since a rest. `workings` are spells by `creature/condition`; `dispels` counts how
    often somebody tried to break one of them. `crimes` are those of magic, done before witnesses in a town.
    `food_day` is the day on which the food was last looked over.
    """

    secrets: ClassVar[Secrets] = {"possessed": "always"}

    light: dict[str, int] = {}
    noise: bool = False
    foes_beaten: int = 0
    coins_at_home: int = 0
    wages: dict[str, int] = {}
    paid_until: dict[str, int] = {}
    level_cost: str = ""
    days_rested: int = 0
    possessed: dict[str, int] = {}
    quests: dict[str, str] = {}
    flown: dict[str, int] = {}
    conduct: dict[str, Conduct] = {}
    workings: dict[str, Working] = {}
    dispels: dict[str, int] = {}
    crimes: dict[str, int] = {}
    food_day: int = 0


_BEGINNING = RobsCampaign()


def campaign(state: State) -> RobsCampaign:
    """What is remembered; whole even before anything is."""
    return state.campaign if isinstance(state.campaign, RobsCampaign) else _BEGINNING


def with_campaign(state: State, **changes: object) -> State:
    """For the evolve of a fact that changes what is remembered."""
    return replace(state, campaign=replace(campaign(state), **changes))
