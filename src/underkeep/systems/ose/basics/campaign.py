"""What is remembered as long as a campaign lasts, chapter by chapter. The events that write it stand with the rules."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.codec import Campaign
from underkeep.kernel.secret import Secrets, of_the_referee
from underkeep.systems.ose.basics.holdings import Country, Staff, Stronghold
from underkeep.systems.ose.basics.sheet import OseSheet
from underkeep.systems.ose.basics.worn_magic import Wonders
from underkeep.world.gear import Item
from underkeep.world.grid import Square
from underkeep.world.region import FIRST_DUNGEON
from underkeep.world.state import State


class SearchedSquare(NamedTuple):
    """`site` is the place of the region, where there are others."""

    level: int
    square: Square
    creature: str
    site: str = FIRST_DUNGEON


class Doors(Struct, frozen=True, gc=False):
    """Doors by their ids, and the areas behind them.

    `tried` were put a shoulder to; `sticking` were forced, and stick again when they fall shut; `passed` have yet to
    fall shut behind the party, the first one passed first; `listened` has a door with each who listened at it. Those
    who live in `warned` areas have heard the party, and the party has heard those in `heard` ones. `loud_turn` is the
    last turn in which there was much noise.
    """

    secrets: ClassVar[Secrets] = of_the_referee("sticking", "warned")

    tried: frozenset[str] = frozenset()
    sticking: frozenset[str] = frozenset()
    passed: tuple[str, ...] = ()
    listened: frozenset[tuple[str, str]] = frozenset()
    warned: frozenset[str] = frozenset()
    heard: frozenset[str] = frozenset()
    loud_turn: int = 0
    shoulders: frozenset[tuple[str, str]] = frozenset()
    shoulder_turn: int = 0


class Thieves(Struct, frozen=True, gc=False):
    """`locks` has by door, and then by thief, the level at which the lock beat that thief.

    `inspected` are hoards, and `traps` treasure traps not taken apart, each with the thief who had the one try.
    """

    locks: dict[str, dict[str, int]] = {}
    inspected: frozenset[tuple[str, str]] = frozenset()
    traps: frozenset[tuple[str, str]] = frozenset()


class HeldDoor(Struct, frozen=True, gc=False):
    """Magic of this caster's level holds a door: `until` a time, and as a wizard lock of each of `locked_by`."""

    level: int
    until: int | None = None
    locked_by: tuple[str, ...] = ()


class FormerShape(Struct, frozen=True, gc=False):
    """The body that somebody had before magic gave another, and what went out of sight with it."""

    kind: str
    sheet: OseSheet
    items: tuple[Item, ...] = ()


class Contact(Struct, frozen=True, gc=False):
    """When somebody last asked a higher plane, which one, and how many questions are left."""

    at: int
    plane: int
    left: int


class Casters(Struct, frozen=True, gc=False):
    """By caster: when it last memorised, the levels of the spells gone since the last sleep, when a new spell book
    will be done. `unread` are writings, by kind, with each who could not make them out. `shapes` are the bodies of
    those who are in another one. `called` is the day on which each last called an elemental of a plane, `passages` are
    ways through rock with the time at which they close, `eyes` the areas to which each has sent an eye, `contacts`
    what each has to do with a higher plane, and `hosts` in whose body each is.
    """

    slept_at: int = 0
    memorised_at: dict[str, int] = {}
    gone: dict[str, tuple[int, ...]] = {}
    books_due: dict[str, int] = {}
    unread: frozenset[tuple[str, str]] = frozenset()
    held_doors: dict[str, HeldDoor] = {}
    shapes: dict[str, FormerShape] = {}
    called: dict[str, dict[str, int]] = {}
    passages: dict[str, int] = {}
    eyes: dict[str, str] = {}
    contacts: dict[str, Contact] = {}
    hosts: dict[str, str] = {}


class Fallen(Struct, frozen=True, gc=False):
    """When a character died, and whether it was of poison."""

    at: int
    is_poisoned: bool = False


class Communed(Struct, frozen=True, gc=False):
    """When somebody last asked the deity, and when last at the length that is granted once a year."""

    at: int
    at_length: int | None = None


class Work(Struct, frozen=True, gc=False):
    """Magic that somebody works at or has done: what it cost in gold and days, the spells and the rare thing that it
    took. It ends `until` a time unless it is renewed; `done` if the work has come to something.
    """

    by: str
    gp: int
    days: int
    spells: tuple[str, ...] = ()
    component: str = ""
    renewed_every_days: int = 0
    until: int | None = None
    done: bool = False


class Belongings(Struct, frozen=True, gc=False):
    """What somebody set out with: coins, and magic by kind."""

    purse_cp: int = 0
    magic: dict[str, int] = {}


class Wealth(Struct, frozen=True, gc=False):
    """`carried_in` is the worth of the treasure that each took into the dungeon, in copper; `weights` are those that
    the referee gave to treasures of unknown weight. `full_share_cp` is a whole share of the last adventure's finds,
    `treasure_percent` how much treasure there is, against the usual. `inherited` are the seats that have had their one
    inheritance.
    """

    carried_in: dict[str, int] = {}
    belongings: dict[str, Belongings] = {}
    weights: dict[str, int] = {}
    maps_read: frozenset[str] = frozenset()
    full_share_cp: int = 0
    treasure_percent: int = 100
    inherited: frozenset[str] = frozenset()


class Chronicle(Struct, frozen=True, gc=False):
    """Adventures closed, with all that they earned; sessions ended, and how many of them in the present adventure;
    whether one is `under_way`, and `has_events`: somebody was met, hurt, or went farther than the first place."""

    adventures: int = 0
    xp: int = 0
    treasure_gp: int = 0
    sessions: int = 0
    sessions_in_adventure: int = 0
    session_began: int = 0
    under_way: bool = False
    has_events: bool = True


class Troop(Struct, frozen=True, gc=False):
    """Soldiers of one kind who serve an employer, paid until a time of the clock."""

    employer: str
    kind: str
    members: tuple[str, ...]
    paid_until: int


class Company(Struct, frozen=True, gc=False):
    """How the party marches. `most_characters` is what each player may run, if that is limited.

    `acted` has the last turn that each used for something; `too_deep` are the levels that were felt to be beyond it.
    `tongues` says of groups that were spoken to whether they know Common; `troop` are the
    soldiers in its pay.
    """

    most_characters: int | None = None
    is_ordered: bool = False
    formations: dict[str, tuple[str, ...]] = {}
    acted: dict[str, int] = {}
    too_deep: frozenset[int] = frozenset()
    searched: frozenset[SearchedSquare] = frozenset()
    tongues: dict[str, bool] = {}
    troop: Troop | None = None


class Road(Struct, frozen=True, gc=False):
    """`current_miles` is what the river gave or took today; `days_travelled` those since the last day of rest. `wind`
    is what it makes of a ship's speed today, as a fraction; a ship that `leaks` must be mended in a harbour. `vessel`
    is what the party uses of its own. At sea `sky` is clear, hazy or foggy, and land is seen `land_miles` away. A party
    that `puts_in` goes ashore for a part of the day, and is `ashore` while somebody is met there. A ship that `lies_to`
    goes no farther today. `team` are the party's draught animals, by kind.
    """

    current_miles: int = 0
    days_travelled: int = 0
    has_guide: bool = False
    wind: tuple[int, int] = (1, 1)
    leaks: bool = False
    vessel: str = ""
    sky: str = "clear"
    land_miles: int = 24
    puts_in: bool = False
    ashore: bool = False
    lies_to: bool = False
    team: dict[str, int] = {}


class Conduct(Struct, frozen=True, gc=False):
    """What monsters make of the party. `wits` is the referee's word on how a kind thinks. `expects` has by kind the
    tactics that it has seen and survived, `used` those of the present fight. `glimpsed` are those of whom only a blow
    was seen so far, each with the name that it will have. `mixed` are kinds on which it was settled how they are armed.
    """

    secrets: ClassVar[Secrets] = of_the_referee("wits", "persons", "expects", "used", "glimpsed")

    wits: dict[str, str] = {}
    persons: dict[str, bool] = {}
    expects: dict[str, tuple[str, ...]] = {}
    used: tuple[str, ...] = ()
    glimpsed: dict[str, str] = {}


class Table(Struct, frozen=True, gc=False):
    """What was agreed at the table: areas of which it is `judged` whether they are drawn for the players, powers that
    were `granted` beyond a class, spells `on_trial`, each until it has been through an adventure, and rulings that were
    `disputed`.
    """

    judged: frozenset[str] = frozenset()
    granted: frozenset[tuple[str, str]] = frozenset()
    on_trial: dict[str, int] = {}
    disputed: tuple[str, ...] = ()


class WillRise(Struct, frozen=True, gc=False):
    """Somebody slain by the undead: what comes of it when this time is up, and where the body lies."""

    secrets: ClassVar[Secrets] = of_the_referee("kind", "due", "area")

    kind: str
    due: int
    area: str = ""


class OseCampaign(Struct, Campaign, frozen=True, gc=False):
    """`rulings` are the referee's that hold for good, by rule; `deeds` how something was decided that no rule mentions,
    by the player's words; `threats` which save serves against something that the book does not name.

    `deviations` counts each character's from the alignment; `illusions` are creatures that are not there; `fed_at` is
    the time of the last day's meal; `thrown` what the party's have thrown in this fight, each with the thrower.
    `fallen` are the characters who died, `communed` when each cleric last asked the deity, `works` the great magic that
    was worked in town.
    `rising` are the dead who will not stay so.
    """

    secrets: ClassVar[Secrets] = {
        "rulings": "always",
        "threats": "always",
        "illusions": "at rest",
    }

    rulings: dict[str, str] = {}
    deeds: dict[str, str] = {}
    threats: dict[str, str] = {}
    deviations: dict[str, int] = {}
    illusions: frozenset[str] = frozenset()
    fed_at: int | None = None
    thrown: tuple[tuple[str, str], ...] = ()
    fallen: dict[str, Fallen] = {}
    communed: dict[str, Communed] = {}
    works: dict[str, Work] = {}
    rising: tuple[WillRise, ...] = ()
    doors: Doors = Doors()
    thieves: Thieves = Thieves()
    casters: Casters = Casters()
    wealth: Wealth = Wealth()
    chronicle: Chronicle = Chronicle()
    company: Company = Company()
    road: Road = Road()
    country: Country = Country()
    staff: Staff = Staff()
    strongholds: dict[str, Stronghold] = {}
    wonders: Wonders = Wonders()
    conduct: Conduct = Conduct()
    table: Table = Table()


_AT_FIRST = OseCampaign()


def campaign(state: State) -> OseCampaign:
    return state.campaign or _AT_FIRST  # type: ignore[return-value]


def with_campaign(state: State, **changes: object) -> State:
    """The state with this changed of what the campaign remembers."""
    return replace(state, campaign=replace(campaign(state), **changes))
