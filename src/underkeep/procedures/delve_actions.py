"""What a party may ask for outside a fight: underground, on the road, in a meeting, in town. A system adds its own."""

from __future__ import annotations

from underkeep.kernel.event import Action
from underkeep.world.grid import Square


class Go(Action, frozen=True):
    """Go through an opening, an open door or a stair."""

    way: str


class Walk(Action, frozen=True):
    """Walk to another square of the area."""

    to: Square


class OpenDoor(Action, frozen=True):
    """Try a shut door; it opens unless it is stuck or locked."""

    door: str


class ShutDoor(Action, frozen=True):
    door: str


class ForceDoor(Action, frozen=True):
    """Put a shoulder to a door that will not open."""

    actor: str
    door: str


class PickLock(Action, frozen=True):
    actor: str
    door: str


class Listen(Action, frozen=True):
    actor: str
    door: str


class Search(Action, frozen=True):
    """All who can search one square of the map, for a turn."""

    square: Square


class Rest(Action, frozen=True):
    """Rest for a turn."""


class LightUp(Action, frozen=True):
    """Light something that is carried: any of this kind."""

    actor: str
    item: str


class Douse(Action, frozen=True):
    light: str


class TakeHoard(Action, frozen=True):
    """Take a treasure, or what of it is of one kind (`item`); all share the load, or one is to carry it."""

    hoard: str
    item: str = ""
    to: str = ""


class InspectHoard(Action, frozen=True):
    """Look a treasure over for traps."""

    actor: str
    hoard: str


class Disarm(Action, frozen=True):
    actor: str
    trap: str


class Use(Action, frozen=True):
    """Handle an odd feature of the area."""

    actor: str
    feature: str


class DrawWater(Action, frozen=True):
    """Drink from water of the area, and fill the waterskins there."""

    feature: str


class Examine(Action, frozen=True):
    """Have a closer look at something that belongs to the look of the area."""

    dressing: str


class Handle(Action, frozen=True):
    """Use such a thing for what it is there for: ring it, turn it, sit on it."""

    dressing: str


class Burn(Action, frozen=True):
    """Set fire to such a thing."""

    dressing: str


class Give(Action, frozen=True):
    """Hand over so many of an item (its id)."""

    actor: str
    to: str
    item: str
    count: int


class Drop(Action, frozen=True):
    actor: str
    item: str
    count: int


class Equip(Action, frozen=True):
    """Carry an item in hand, worn or packed."""

    actor: str
    item: str
    place: str


class PutIn(Action, frozen=True):
    """Put so many of an item into another that is carried."""

    actor: str
    item: str
    into: str
    count: int


class TakeOut(Action, frozen=True):
    """Take so many of an item out of what holds it."""

    actor: str
    item: str
    count: int


class Order(Action, frozen=True):
    """March in this order."""

    members: tuple[str, ...]


class NoteOnMap(Action, frozen=True):
    """Write something at this place of the party's map; nothing rubs the note out."""

    text: str


class LeaveDungeon(Action, frozen=True):
    """Go back to town, from the entrance; by the usual route unless another is named."""

    route: str = ""


class Parley(Action, frozen=True):
    """Speak to those you have met. `aim` is what you bring up: talk, passage, and what else the game can talk of."""

    actor: str
    aim: str


class Offer(Action, frozen=True):
    """Hold out so many of an item (its id) to those you have met, for peace and whatever they give for it."""

    actor: str
    item: str
    count: int


class Evade(Action, frozen=True):
    """Run; `drop` is what is thrown behind to delay pursuers, if anything. Or walk: back off, and shut the door. It is
    by this `way`, a door's id, if the party knows that it leads out."""

    drop: str = ""
    walk: bool = False
    way: str = ""


class BreakOff(Action, frozen=True):
    """Lead everybody out of a fight, when nobody is held in it; `drop` as in `Evade`. For games that have it."""

    actor: str
    drop: str = ""


class Engage(Action, frozen=True):
    """Attack those you have met."""


class MeetAgain(Action, frozen=True):
    """Go up to those who live here and let the party be."""


class StandBy(Action, frozen=True):
    """Wait and see what they do."""


class Buy(Action, frozen=True):
    """Buy so many pieces, or what comes in bundles of that; bundles are not broken up."""

    actor: str
    item: str
    count: int


class Sell(Action, frozen=True):
    actor: str
    item: str
    count: int


class Hire(Action, frozen=True):
    """Make an applicant an offer: a number for each of the terms that the game has."""

    actor: str
    applicant: str
    terms: tuple[int, ...]


class Dismiss(Action, frozen=True):
    """Send somebody away, or leave a character behind in town."""

    creature: str


class Rename(Action, frozen=True):
    """Call one of the party's own by another name."""

    creature: str
    name: str


class HearRumours(Action, frozen=True):
    actor: str


class RestDays(Action, frozen=True):
    """Stay in town and heal; of 0 days until the next morning."""

    days: int


class SetOut(Action, frozen=True):
    """Go to the dungeon; by the usual route unless another is named."""

    route: str = ""


class MarchOn(Action, frozen=True):
    """Go on along the road; a forced march goes farther in a day."""

    forced: bool = False


class TurnBack(Action, frozen=True):
    """Make for where the journey began."""


class MakeCamp(Action, frozen=True):
    """Rest for a whole day on the way."""


class Retire(Action, frozen=True):
    """End the game here."""


DELVE_ACTIONS: tuple[type[Action], ...] = (
    Go,
    Walk,
    OpenDoor,
    ShutDoor,
    ForceDoor,
    PickLock,
    Listen,
    Search,
    Rest,
    LightUp,
    Douse,
    TakeHoard,
    InspectHoard,
    Disarm,
    Use,
    DrawWater,
    Examine,
    Handle,
    Burn,
    Give,
    Drop,
    Equip,
    PutIn,
    TakeOut,
    Order,
    NoteOnMap,
    LeaveDungeon,
    Parley,
    Offer,
    Evade,
    Engage,
    MeetAgain,
    StandBy,
    Buy,
    Sell,
    Hire,
    Dismiss,
    Rename,
    HearRumours,
    RestDays,
    SetOut,
    MarchOn,
    TurnBack,
    MakeCamp,
    Retire,
)
