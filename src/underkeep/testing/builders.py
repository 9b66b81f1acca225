"""Short ways to set up a scene in a test."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from underkeep.kernel.dice import Scripted, Seeded
from underkeep.kernel.event import Action
from underkeep.kernel.prompt import REFEREE
from underkeep.lab.muster import muster, parse_sides
from underkeep.procedures import play
from underkeep.procedures.actions import CallCheck, CallSave
from underkeep.procedures.chapter import CALL, FIGHT
from underkeep.procedures.exploration import enter
from underkeep.procedures.recruiting import ChoiceOpen, Question, answered
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.ruleset import Recruit, Ruleset
from underkeep.procedures.switches import switches_on
from underkeep.testing.faces import Alike
from underkeep.world.creature import Creature
from underkeep.world.dungeon import Area, Door, Dungeon, DungeonMade, Level, Spot
from underkeep.world.fight import Fight, Step
from underkeep.world.gear import Item
from underkeep.world.grid import Grid
from underkeep.world.party import Party, PartyFormed, PartyWent
from underkeep.world.state import State


def field(
    rules: Ruleset,
    match: str,
    *,
    gap: int = 1,
    seed: int = 1,
    switches: Sequence[str] = (),
    human_referee: bool = False,
) -> State:
    """Two sides drawn up, e.g. `field(rules, "fighter v 2 orc")`: fighter-1 stands `gap` squares from orc-1."""
    sides = parse_sides(rules, match)
    return muster(rules, sides, Seeded(seed, "field"), switches, gap, human_referee).state


def in_step(state: State, phase: str, *actors: str, **step: object) -> State:
    """The same scene in the middle of a fight, at a step of one phase; all may act unless some are named."""
    ids = actors or tuple(state.creatures)
    now = replace(Step(phase, ids), **step)
    fight = state.fight or Fight(round=1, combatants=tuple(state.creatures))
    return replace(state, fight=replace(fight, steps=(now,), begun=True, round=max(1, fight.round)))


def scripted(rules: Ruleset, state: State, *faces: int) -> Resolution:
    """A resolution whose dice show exactly these faces, in this order."""
    return Resolution(state, Scripted(*faces), rules)


def interview(
    rules: Ruleset, kind: str, *, level: int = 1, face: int = 1, switches: Sequence[str] = (), **answers: str
) -> tuple[dict[str, Question], Creature]:
    """Everything that is asked while a character is made by steps, and who it is; what has no answer here takes the
    proposal. Every die shows the same face. A choice of two words is written with an underscore."""
    given = {name.replace("_", " "): answer for name, answer in answers.items()}
    who, found = Recruit(kind, level, by_steps=True), dict[str, Question]()
    while True:
        do = Resolution(State(rules.id, {"a": ("a",)}, tuple(switches)), Alike(face), rules)
        try:
            return found, rules.recruit(do, who, "made-1", "a")
        except ChoiceOpen as choice:
            asked = choice.question
            found[asked.what] = asked
            who = answered(who, asked, given.get(asked.what, asked.default))


def item_id(state: State, creature: str, index: int = 0) -> str:
    """The id of one of a creature's items, by its place among them."""
    return state.creatures[creature].items[index].id


def bare(items: Iterable[Item]) -> tuple[Item, ...]:
    """Items without their ids, to compare."""
    return tuple(replace(item, id="") for item in items)


def cellar(rules: Ruleset) -> Dungeon:
    """A small dungeon to test by: an entrance hall, a passage east of it, a room behind a stuck door, a secret closet.

    The hall is 3 by 3 squares at (1, 1), the passage runs along row 2, the room is at (8, 1), the closet lies south.
    """
    hall = tuple((x, y) for x in range(1, 4) for y in range(1, 4))
    passage = tuple((x, 2) for x in range(4, 8))
    room = tuple((x, y) for x in range(8, 11) for y in range(1, 4))
    closet = ((2, 4), (2, 5))
    areas = (
        Area("1-01", 1, "room", hall, 1, "Hall"),
        Area("1-p1", 1, "passage", passage),
        Area("1-02", 1, "room", room, 2, "Store"),
        Area("1-03", 1, "room", closet, 3, "Closet"),
    )
    stuck = rules.dungeon.barrier("stuck") if rules.dungeon is not None else None
    doors = (
        Door("opening-1", 1, ((3, 2), (4, 2)), ("1-01", "1-p1"), "opening"),
        Door("door-1", 1, ((7, 2), (8, 2)), ("1-p1", "1-02"), "door", barrier=stuck),
        Door("door-2", 1, ((2, 3), (2, 4)), ("1-01", "1-03"), "secret door", found=False),
    )
    floor = {square for area in areas for square in area.squares}
    walls = tuple((x, y) for y in range(7) for x in range(12) if (x, y) not in floor)
    level = Level(1, Grid(12, 7, walls))
    entrance = Spot(1, (1, 2), "1-01")
    return Dungeon("Cellar", "test", (level,), entrance, {x.id: x for x in areas}, {d.id: d for d in doors})


def delving_party(
    rules: Ruleset, dungeon: Dungeon, *kinds: str, seed: int = 1, in_town: bool = False, knowing: bool = True
) -> State:
    """A party of these kinds at the entrance of a dungeon, or in town before it. One that is `knowing` can name every
    monster, so that ids are those of the kinds."""
    seats: dict[str, tuple[str, ...]] = {"player": ("party",), REFEREE: ("monsters",)}
    do = Resolution(State(rules.id, seats, switches_on(rules)), Seeded(seed, "party"), rules)
    ids = tuple(rules.recruit(do, Recruit(kind), f"hero-{n}", "party").id for n, kind in enumerate(kinds, 1))
    known = tuple(kind for kind, sort in rules.roster().items() if sort == "monster" and knowing)
    do.emit(PartyFormed(Party("party", ids, knows=known)))
    assert rules.town is not None
    rules.town.found_settlement(do)
    do.emit(DungeonMade(dungeon))
    if not in_town:
        do.emit(PartyWent("dungeon", dungeon.entrance, "arrived"))
        enter(do)
    return do.state


def perform(do: Resolution, action: Action) -> None:
    """Carry out one deed of a fight, or a roll that the referee calls for, and nothing that follows by itself."""
    play.perform(do, action, CALL if isinstance(action, CallCheck | CallSave) else FIGHT)


def objection(rules: Ruleset, state: State, action: Action) -> Refusal | None:
    """What the book says against a deed of a fight, or against a called roll."""
    deed = rules.book.deed(action, CALL if isinstance(action, CallCheck | CallSave) else FIGHT)
    assert deed is not None
    return rules.book.objection(state, deed, action)
