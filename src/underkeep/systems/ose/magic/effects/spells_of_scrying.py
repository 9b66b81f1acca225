"""Spells that see far: other creatures' eyes, an eye that is sent out, and the answers of higher planes."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Action, Event, Note, Roll
from underkeep.kernel.executes import executes
from underkeep.kernel.prompt import Prompt
from underkeep.procedures import survey
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.basics import dice
from underkeep.systems.ose.basics.campaign import Contact, campaign, with_campaign
from underkeep.systems.ose.basics.conditions import CONTACTING, INSANE, SCRYING, SENDS_EYE, has
from underkeep.systems.ose.basics.measures import MAP_SQUARE_FEET
from underkeep.systems.ose.magic.effects import communion
from underkeep.systems.ose.magic.effects.spells_of_sense import Revealed, compass
from underkeep.systems.ose.magic.params.ways import BorrowEyes, ContactPlane, WizardEye
from underkeep.systems.ose.magic.spell_effects import CAST, Casting, bestow, effects, fizzle, until
from underkeep.systems.ose.monsters.listings import monsters
from underkeep.world.clock import DAY
from underkeep.world.condition import ConditionEnded
from underkeep.world.dungeon import Area, Group
from underkeep.world.grid import distance
from underkeep.world.party import SquaresSeen
from underkeep.world.state import State

PLANE_QUESTION = "plane to contact"
WEEK_DAYS = 7
SAFE_LEVEL, PERCENT_A_LEVEL = 11, 5
EYE_FEET = 240
_JUDGED = "ose:referee.resolve-action"
_PLANES = {
    3: (75, 50, 5),
    4: (70, 55, 10),
    5: (65, 60, 15),
    6: (60, 65, 20),
    7: (50, 70, 25),
    8: (40, 75, 30),
    9: (30, 80, 35),
    10: (20, 85, 40),
    11: (10, 90, 45),
    12: (5, 95, 50),
}
"""By plane: the chances in a hundred that it does not know, that it tells the truth, and that it drives one mad."""


class Scry(Action, frozen=True):
    """Look through other eyes in another direction, or send the eye on to another area."""

    actor: str
    where: str


class AskPlane(Action, frozen=True):
    """Ask a higher plane something that can be answered with yes or no."""

    actor: str
    question: str


class EyeSent(Event, frozen=True):
    """Where a caster's magical eye is."""

    caster: str
    area: str

    def evolve(self, state: State) -> State:
        casters = campaign(state).casters
        return with_campaign(state, casters=replace(casters, eyes={**casters.eyes, self.caster: self.area}))


class PlaneContacted(Event, frozen=True):
    """What somebody has to do with a higher plane."""

    caster: str
    contact: Contact

    def evolve(self, state: State) -> State:
        casters = campaign(state).casters
        contacts = {**casters.contacts, self.caster: self.contact}
        return with_campaign(state, casters=replace(casters, contacts=contacts))


class SanityTried(Note, frozen=True):
    """Whether a mind broke at what it touched."""

    creature: str
    plane: int
    roll: Roll
    success: bool


class PlaneAnswered(Note, frozen=True):
    """What a being of a higher plane says, be it so or not."""

    creature: str
    question: str
    answer: str


EVENTS: tuple[type[Event], ...] = (EyeSent, PlaneContacted, SanityTried, PlaneAnswered)


@executes("ose:magic.spell-list")
@effects(BorrowEyes)
def borrow_eyes(do: Resolution, casting: Casting, _: BorrowEyes) -> None:
    """The nearest living creature in a direction, within range; another direction later takes another turn."""
    reach = casting.written.reach_feet(casting.use, casting.level)
    bestow(do, casting.caster, SCRYING, until(do, casting), reach, power=casting.level)
    see_through(do, casting.caster, casting.target, reach)


def see_through(do: Resolution, caster: str, direction: str, reach_feet: int) -> None:
    """What the nearest creature that way sees: its own area, and who is there."""
    dungeon, at, here = survey.here(do.state)
    near: list[tuple[int, Area]] = []
    for group in dungeon.groups_on(at.level):
        area = dungeon.areas[group.area]
        square = min(area.squares, key=lambda s: (distance(at.square, s), s))
        feet = distance(at.square, square) * MAP_SQUARE_FEET
        that_way = compass(at.square, square) == direction
        if that_way and group.count > 0 and _has_eyes(group) and area.id != here.id and feet <= reach_feet:
            near.append((feet, area))
    if not near:
        _tell(do, caster, "sight", ())
        return
    show_area(do, caster, min(near, key=lambda n: (n[0], n[1].id))[1])


def _has_eyes(group: Group) -> bool:
    listing = monsters().get(group.kind)
    return listing is None or not (listing.undead or listing.constructed)


def show_area(do: Resolution, caster: str, area: Area) -> None:
    """An area comes onto the party's map, and the caster sees who and what is there."""
    dungeon, party = do.state.dungeon, do.state.party
    assert dungeon is not None and party is not None
    grid = dungeon.level(area.level).grid
    before = party.seen_mask(area.level)
    after = before | grid.mask(area.squares)
    if after != before:
        do.emit(SquaresSeen(area.level, f"{after:x}", rule=CAST))
    found = [f"{g.count} {_called(g)}" for g in dungeon.groups_in(area.id) if g.count > 0]
    found += ["treasure" for h in dungeon.hoards.values() if h.area == area.id and h.items and not h.hidden][:1]
    _tell(do, caster, "sight", tuple(found) or (f"nobody in the {area.name or area.kind}",))


def _called(group: Group) -> str:
    listing = monsters().get(group.kind)
    return listing.name.lower() if listing is not None else group.kind


def _tell(do: Resolution, caster: str, what: str, found: tuple[str, ...]) -> None:
    do.emit(Revealed(caster, what, found, rule=CAST, seats=(do.state.owner(caster),)))


@executes("ose:magic.spell-list")
@effects(WizardEye)
def send_eye(do: Resolution, casting: Casting, _: WizardEye) -> None:
    """The eye goes to an area that is open to the party's, and sees it all."""
    assert do.state.dungeon is not None
    bestow(do, casting.caster, SENDS_EYE, until(do, casting), power=casting.level)
    _look_there(do, casting.caster, casting.target)


def _look_there(do: Resolution, caster: str, area: str) -> None:
    assert do.state.dungeon is not None
    do.emit(EyeSent(caster, area, rule=CAST))
    show_area(do, caster, do.state.dungeon.areas[area])


def eye_ways(state: State, caster: str) -> list[str]:
    """Where the eye can go on to: through open ways, and no farther from its caster than it can be guided."""
    dungeon, party = state.dungeon, state.party
    where = campaign(state).casters.eyes.get(caster, "")
    if dungeon is None or party is None or party.at is None or where not in dungeon.areas:
        return []
    at = party.at
    beyond = [d.beyond(where) for d in dungeon.doors_of(where) if d.is_open or d.kind == "opening"]
    level = [dungeon.areas[id] for id in dict.fromkeys(beyond) if dungeon.areas[id].level == at.level]
    return [a.id for a in level if distance(at.square, survey.middle(a)) * MAP_SQUARE_FEET <= EYE_FEET]


def options(state: State) -> list[Action]:
    found: list[Action] = []
    for creature in state.marchers():
        if creature.conditions and has(creature, SCRYING):
            found += [Scry(creature.id, way) for way in ("north", "east", "south", "west")]
        if creature.conditions and has(creature, SENDS_EYE):
            found += [Scry(creature.id, area) for area in eye_ways(state, creature.id)]
    return found


def why_not(state: State, action: Scry) -> Refusal | None:
    if action in options(state):
        return None
    return Refusal(f"{state.creatures[action.actor].name} sees nothing of that.", CAST[0])


@executes("ose:magic.spell-list")
def scry(do: Resolution, action: Scry) -> None:
    """A turn of concentration, and one sees another place."""
    lasting = do.state.creatures[action.actor].condition(SCRYING)
    if lasting is not None and action.where in ("north", "east", "south", "west"):
        see_through(do, action.actor, action.where, lasting.level)
    else:
        _look_there(do, action.actor, action.where)


def may_contact(state: State, id: str) -> bool:
    """Once a week."""
    last = campaign(state).casters.contacts.get(id)
    return last is None or state.now - last.at >= WEEK_DAYS * DAY


@executes("ose:magic.spell-list")
@effects(ContactPlane)
def contact(do: Resolution, casting: Casting, _: ContactPlane) -> None:
    """The caster chooses how high: the higher, the more questions and the more truth, and the more danger."""
    if not may_contact(do.state, casting.caster):
        fizzle(do, casting, casting.caster)
        return
    planes = tuple(str(plane) for plane in _PLANES)
    context: dict[str, str | int] = {"caster": casting.caster, "level": casting.level}
    do.ask(casting.caster, PLANE_QUESTION, planes, planes[0], ("ose:magic.spell-list",), "", context)


@executes("ose:magic.spell-list", "ose:dice.percentile")
def answer(do: Resolution, prompt: Prompt, choice: str) -> None:
    """The mind is at risk before the first question; each level above the eleventh makes it 5 in 100 safer. Who goes
    mad is so for as many weeks as the number of the plane.
    """
    caster, level, plane = str(prompt.context["caster"]), int(prompt.context["level"]), int(choice)
    percent = max(0, _PLANES[plane][2] - PERCENT_A_LEVEL * max(0, level - SAFE_LEVEL))
    roll = dice.percent(do, f"sanity of {caster}", percent)
    mad = bool(roll.success)
    do.emit(SanityTried(caster, plane, roll, not mad, rule=(*CAST, dice.PERCENTILE)))
    do.emit(PlaneContacted(caster, Contact(do.state.now, plane, 0 if mad else plane), rule=CAST))
    if mad:
        bestow(do, caster, INSANE, do.state.now + plane * WEEK_DAYS * DAY, power=level)
    else:
        bestow(do, caster, CONTACTING, do.state.now + DAY // 24, plane)


def questions(state: State) -> list[Action]:
    asking = [c for c in state.marchers() if c.conditions and has(c, CONTACTING)]
    return [AskPlane(c.id, question) for c in asking for question in communion.questions(state)]


def why_not_ask(state: State, action: AskPlane) -> Refusal | None:
    """Only one in touch with a plane may ask; what nothing in the world answers takes a person as the referee."""
    creature = state.creatures[action.actor]
    if not has(creature, CONTACTING):
        return Refusal(f"{creature.name} is not in touch with any higher plane.", CAST[0])
    if action.question not in communion.questions(state) and not state.human_referee:
        return Refusal("They answer what is yes or no: whether there is this or that here.", _JUDGED)
    return None


@executes("ose:referee.resolve-action", "ose:dice.percentile", "ose:magic.spell-list")
def ask(do: Resolution, action: AskPlane) -> None:
    """It may not know, and it may lie; nobody can tell. What the world itself does not answer is the referee's.
    Default: unclear.
    """
    contact = campaign(do.state).casters.contacts[action.actor]
    unknown, truthful, _ = _PLANES[contact.plane]
    seats = (do.state.owner(action.actor),)
    knows = dice.percent(do, "whether a higher plane knows").total > unknown
    said = "it does not know"
    if knows:
        honest = dice.percent(do, "whether a higher plane is truthful").total <= truthful
        said = _said(do, action.question, honest)
    do.emit(PlaneAnswered(action.actor, action.question, said, rule=(*CAST, dice.PERCENTILE), seats=seats))
    left = replace(contact, left=contact.left - 1)
    do.emit(PlaneContacted(action.actor, left, rule=CAST, seats=seats))
    if not left.left:
        do.emit(ConditionEnded(action.actor, CONTACTING, rule=CAST))


def _said(do: Resolution, question: str, honest: bool) -> str:
    truth = communion.questions(do.state).get(question)
    if truth is None:
        return do.ruling(_JUDGED, communion.ANSWERS, communion.ANSWERS[2], question)
    return communion.ANSWERS[0] if truth() == honest else communion.ANSWERS[1]
