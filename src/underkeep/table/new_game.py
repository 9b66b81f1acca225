"""A new game: a party of any size, a town, a dungeon half a day away by the usual road."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from underkeep.errors import UnderkeepError
from underkeep.generate.site import make_site
from underkeep.kernel.dice import Seeded
from underkeep.kernel.opaque import salt_of
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures.recruiting import recruit_apart
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Recruit, Ruleset
from underkeep.procedures.switches import switches_on
from underkeep.procedures.town import form_party
from underkeep.world.clock import MORNING, TimePassed
from underkeep.world.creature import Creature
from underkeep.world.state import State

PLAYER = "player"
PARTY = "party"
MONSTERS = "monsters"
MOST_MEMBERS = 20


class Plan(Struct, frozen=True):
    """What a new game should be like; the seed decides what is not said.

    `rulings` answer judgement rules that come up while it is made, when nobody can be asked.
    """

    size: int = 6
    members: Sequence[Recruit] = ()
    level: int = 1
    levels: int = 3
    setting: str | None = None
    switches: Sequence[str] = ()
    human_referee: bool = False
    rulings: Mapping[str, str] = {}


def new_game(rules: Ruleset, seed: int, plan: Plan | None = None) -> Resolution:
    """Everything made by the book from the seed, and the events that made it."""
    plan = plan or Plan()
    do = first_morning(rules, seed, plan)
    assert rules.delving is not None
    form_party(do, PARTY, tuple(_recruit_all(do, plan, seed)))
    rules.delving.found_settlement(do)
    make_site(do, rules, plan.levels, plan.setting)
    rules.delving.lay_routes(do)
    return do


def first_morning(rules: Ruleset, seed: int, plan: Plan) -> Resolution:
    """The game before anybody is in it."""
    if rules.delving is None:
        raise UnderkeepError(f"{rules.title} has no delves yet; try its arena.")
    if not 1 <= plan.size <= MOST_MEMBERS:
        raise UnderkeepError(f"A party has 1 to {MOST_MEMBERS} members.")
    seats: dict[str, tuple[str, ...]] = {PLAYER: (PARTY,), REFEREE: (MONSTERS,)}
    start = State(rules.id, seats, switches_on(rules, plan.switches), plan.human_referee, salt=salt_of(seed))
    do = Resolution(start, Seeded(seed, "new game"), rules, dict(plan.rulings))
    do.emit(TimePassed(MORNING, "the first morning"))
    return do


def enlist(do: Resolution, recruit: Recruit, number: int, seed: int) -> Creature:
    """The member of this number, made as every game of this seed makes it."""
    return recruit_apart(do, recruit, f"hero-{number}", PARTY, seed)


def _recruit_all(do: Resolution, plan: Plan, seed: int) -> Iterable[str]:
    """The members that were described, then as many more as are wanted, of mixed classes."""
    kinds = tuple(name for name, sort in do.rules.roster().items() if sort == "character")
    wanted = [*plan.members]
    while len(wanted) < max(plan.size, len(plan.members)):
        unused = tuple(k for k in kinds if k not in {w.kind for w in wanted})
        wanted.append(Recruit(do.pick(unused or kinds, "class of a member"), plan.level))
    for number, recruit in enumerate(wanted, 1):
        yield enlist(do, recruit, number, seed).id
