"""A new game: a party of any size, a town, a dungeon half a day away by the usual road."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from underkeep.errors import UnderkeepError
from underkeep.generate.region import make_region
from underkeep.generate.site import make_site
from underkeep.kernel.dice import Seeded
from underkeep.kernel.opaque import salt_of
from underkeep.kernel.prompt import ALWAYS, REFEREE, Asked, Prompt, RulingStands
from underkeep.procedures.recruiting import entrust, recruit_apart
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Recruit, Ruleset
from underkeep.procedures.switches import switches_on
from underkeep.procedures.town import form_party
from underkeep.table.presets import opening
from underkeep.world.clock import MORNING, TimePassed
from underkeep.world.creature import Creature
from underkeep.world.state import State

PLAYER = "player"
PARTY = "party"
MONSTERS = "monsters"
MOST_MEMBERS = 20


class Plan(Struct, frozen=True):
    """What a new game should be like; the seed decides what is not said.

    `rulings` answer judgement rules: those that come up while it is made (`questions`), and they stand in play.
    `companions` are in the party's service from the start, by what they are.
    `seats` says who plays which members, by their numbers; those whom nobody names are the first seat's.
    """

    size: int = 6
    members: Sequence[Recruit] = ()
    level: int = 1
    levels: int = 3
    setting: str | None = None
    switches: Sequence[str] = ()
    human_referee: bool = False
    rulings: Mapping[str, str] = {}
    companions: Sequence[str] = ()
    seats: Mapping[str, Sequence[int]] = field(default_factory=lambda: {PLAYER: ()})


def new_game(rules: Ruleset, seed: int, plan: Plan | None = None) -> Resolution:
    """Everything made by the book from the seed, and the events that made it."""
    plan = plan or Plan()
    do = first_morning(rules, seed, plan)
    form_party(do, PARTY, tuple(recruit_all(do, plan, seed)))
    assert rules.town is not None and rules.road is not None
    rules.town.found_settlement(do)
    if plan.companions:
        rules.town.companions(do, tuple(plan.companions))
    make_site(do, rules, plan.levels, plan.setting)
    rules.road.lay_routes(do)
    make_region(do, rules)
    return do


def questions(rules: Ruleset, seed: int, plan: Plan) -> list[Prompt]:
    """What the referee is to judge before this game is made, by this plan and the rulings it has so far."""
    made = new_game(rules, seed, replace(plan, human_referee=True))
    return [event.prompt for event in made.events if isinstance(event, Asked)]


def first_morning(rules: Ruleset, seed: int, plan: Plan) -> Resolution:
    """The game before anybody is in it."""
    if rules.dungeon is None:
        raise UnderkeepError(f"{rules.title} has no delves yet; try its arena.")
    if not 1 <= plan.size <= MOST_MEMBERS:
        raise UnderkeepError(f"A party has 1 to {MOST_MEMBERS} members.")
    _check_seats(plan)
    seats: dict[str, tuple[str, ...]] = {**dict.fromkeys(plan.seats, (PARTY,)), REFEREE: (MONSTERS,)}
    start = State(rules.id, seats, switches_on(rules, plan.switches), plan.human_referee, salt=salt_of(seed))
    do = Resolution(start, Seeded(seed, "new game"), rules, dict(plan.rulings))
    for seat, numbers in plan.seats.items():
        for number in numbers:
            entrust(do, f"hero-{number}", PARTY, seat)
    for rule, choice in plan.rulings.items():
        do.emit(RulingStands(rule, ALWAYS, choice))
    do.emit(TimePassed(MORNING, "the first morning"))
    return do


def _check_seats(plan: Plan) -> None:
    """Every seat has a name of its own, and nobody two players."""
    if not plan.seats or REFEREE in plan.seats or not all(seat.isprintable() and seat.strip() for seat in plan.seats):
        raise UnderkeepError(f"Each player's seat needs a name other than {REFEREE}.")
    numbers = [number for some in plan.seats.values() for number in some]
    most = max(plan.size, len(plan.members))
    if len(numbers) != len(set(numbers)) or not all(1 <= number <= most for number in numbers):
        raise UnderkeepError(f"Members have the numbers 1 to {most}, and each has one player.")


def enlist(do: Resolution, recruit: Recruit, number: int, seed: int) -> Creature:
    """The member of this number, made as every game of this seed makes it."""
    return recruit_apart(do, recruit, f"hero-{number}", PARTY, seed)


def recruit_all(do: Resolution, plan: Plan, seed: int) -> Iterable[str]:
    """The members that were described, then as many more as are wanted, of mixed classes; some only come by name."""
    by_name = opening(do.rules).by_name_only
    kinds = tuple(name for name, sort in do.rules.roster().items() if sort == "character" and name not in by_name)
    wanted = [*plan.members]
    while len(wanted) < max(plan.size, len(plan.members)):
        unused = tuple(k for k in kinds if k not in {w.kind for w in wanted})
        wanted.append(Recruit(do.pick(unused or kinds, "class of a member"), plan.level, at_most=True))
    for number, recruit in enumerate(wanted, 1):
        yield enlist(do, recruit, number, seed).id
