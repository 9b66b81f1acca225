"""What this game remembers of a party, as long as the campaign lasts."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.codec import Campaign
from underkeep.kernel.secret import Secrets
from underkeep.systems.rampage.basics.sheet import RampageSheet
from underkeep.world.gear import Item
from underkeep.world.state import State


class Work(Struct, frozen=True, gc=False):
    """What somebody does in a turn at a door or a chest: which turn, which of them, and how."""

    turn: int
    at: str
    how: str


class Bond(Struct, frozen=True, gc=False):
    """A dog's handler, and since when on the clock they are used to each other."""

    handler: str
    since: int


class Service(Struct, frozen=True, gc=False):
    """How somebody serves: whose, as what (henchman, mercenary, follower, vassal), and until when that is paid.

    `pay_sp` is for a month; `field` is the highest multiple of it that this month's work asks for. An
    `apprentice` comes to this class one day.
    """

    master: str
    rank: str
    paid_until: int
    pay_sp: int = 0
    field: int = 1
    apprentice: str = ""


class Drill(Struct, frozen=True, gc=False):
    """A training bonus stored for the next session: weapon, task or defensive, and what it is for."""

    kind: str
    what: str
    live: bool = False


class Learning(Struct, frozen=True, gc=False):
    """The development points of somebody who trains an ability."""

    ability: str
    points: int


class Shape(Struct, frozen=True, gc=False):
    """What somebody was before he became a beast."""

    kind: str
    sheet: RampageSheet
    items: tuple[Item, ...]


class Grant(Struct, frozen=True, gc=False):
    """The horse that the gods gave a Paladin, and since when it is known to be lost."""

    horse: str
    lost: int | None = None


class RampageCampaign(Struct, Campaign, frozen=True, gc=False):
    """`work` is what each did last at a door or chest, `noisy` the last turn in which somebody broke or pried
    something, `warned` the areas whose inhabitants heard that. `opened` is when each door was opened, `bashed` how many
    rounds each door has been bashed for, `bashers` who had the last one open with the first. `free` are those who may
    act in a surprise round, `unseen` those who may not be attacked in it, `clearing` those who only clear the doorway.

    `hp_before` is what each had before the last fight. `cast_on` is the day on which each last cast a spell, `dawns`
    the mornings that have come. `tally` counts the useful castings of each unmastered spell. `fights_on` are those who
    should lie there: what the near-death chart will say of them, and how far below 0 they are.

    `eaten` and `drunk` are the days of the last meal and the last water; `taken` counts what each has taken of each
    remedy on a day (`remedy_day`). `fought_on` is the day of the last fight. `dogs` and `services` are by creature.
    `incidents` are the broken oaths of each character.
    `savings` is what a temple keeps for each Paladin who wants a castle, in silver; `sacrificed` counts the prisoners
    of each Ravager in the month that `dark_months` has for him; `disobeyed` the orders of priests that initiates
    refused. `drills` and `learning` are by creature. `foes_xp` is what the foes beaten since the last homecoming are
    worth, `purse_sp` the party's wealth when it last set out. `questioned` are captives who have talked or died.
    `shapes` is what those were who are beasts now.
    `warhorses` is what the gods have given each Paladin.
    """

    secrets: ClassVar[Secrets] = {"warned": "always"}

    work: dict[str, Work] = {}
    noisy: int = -1
    warned: tuple[str, ...] = ()
    opened: dict[str, int] = {}
    bashed: dict[str, int] = {}
    bashers: tuple[str, ...] = ()
    free: tuple[str, ...] = ()
    unseen: tuple[str, ...] = ()
    clearing: tuple[str, ...] = ()
    hp_before: dict[str, int] = {}
    cast_on: dict[str, int] = {}
    dawns: int = 0
    eaten: int = 0
    drunk: int = 0
    taken: dict[str, dict[str, int]] = {}
    remedy_day: int = 0
    fought_on: int = 0
    dogs: dict[str, Bond] = {}
    services: dict[str, Service] = {}
    incidents: dict[str, int] = {}
    drills: dict[str, tuple[Drill, ...]] = {}
    learning: dict[str, Learning] = {}
    foes_xp: int = 0
    purse_sp: int = 0
    questioned: tuple[str, ...] = ()
    harvested: tuple[str, ...] = ()
    captives: tuple[str, ...] = ()
    delves: int = 0
    lords: tuple[str, ...] = ()
    tally: dict[str, dict[str, int]] = {}
    fights_on: dict[str, tuple[int, int]] = {}
    savings: dict[str, int] = {}
    sacrificed: dict[str, int] = {}
    dark_months: dict[str, int] = {}
    disobeyed: dict[str, int] = {}
    shapes: dict[str, Shape] = {}
    warhorses: dict[str, Grant] = {}


_BEGINNING = RampageCampaign()


def campaign(state: State) -> RampageCampaign:
    """What is remembered; whole even before anything is."""
    return state.campaign if isinstance(state.campaign, RampageCampaign) else _BEGINNING


def with_campaign(state: State, **changes: object) -> State:
    """For the evolve of a fact that changes what is remembered."""
    return replace(state, campaign=replace(campaign(state), **changes))
