"""Specialists for hire: notices, those who answer them, their wages, and the tasks they are engaged for.

They stay at home: what they do there comes in by and by.
"""

from __future__ import annotations

from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from underkeep.errors import one
from underkeep.kernel.event import Action, Event, Note
from underkeep.kernel.executes import executes
from underkeep.procedures import carrying, content, town_services
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.basics import compendium, enchanted, money
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.basics.holdings import Contract, Staff
from underkeep.systems.ose.basics.money import IN_CP
from underkeep.systems.ose.equipment import identifying
from underkeep.systems.ose.town import town, wages
from underkeep.world.clock import DAY
from underkeep.world.encounter import ChanceRolled
from underkeep.world.gear import Item
from underkeep.world.state import State

MONTH = 30 * DAY
NOTICE_GP = 5
"""What a notice costs. Ours, as for retainers."""
_KINDS, _STAY = "ose:hireling.definition", "ose:hireling.no-adventures"
_TASK, _LOCATE = "ose:hireling.specialists", "ose:hireling.locating"
SPYING_IN_6 = 4
"""Likely. Ours."""
LISTED_FROM_GP = 500
"""Menus list notices for those who have so much; anybody may put one up. Ours."""


class Task(Struct, frozen=True, forbid_unknown_fields=True):
    """The fields are explained at the head of the data file."""

    days: int
    cost_gp: int = 0
    makes: str = ""
    count: int = 1
    tells: bool = False
    ruled: bool = False


class Specialist(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    monthly_gp: int
    rule: str
    tasks: dict[str, Task] = {}


@cache
def specialists() -> dict[str, Specialist]:
    return content.load(compendium.PACKAGE, "town/specialists", Specialist)


class PostNotice(Action, frozen=True):
    """Put up a notice that a specialist of a kind is wanted."""

    actor: str
    specialist: str


class HireSpecialist(Action, frozen=True):
    """Engage one of those who answered, for a task or to be at hand."""

    actor: str
    specialist: str
    task: str = ""


class DismissSpecialist(Action, frozen=True):
    """Send a specialist away."""

    actor: str
    specialist: str


class TakeSpecialist(Action, frozen=True):
    """Ask a specialist to come along on an adventure."""

    actor: str
    specialist: str


class NoticeAnswered(Event, frozen=True):
    """So many specialists of a kind have come on a notice."""

    creature: str
    specialist: str
    number: int

    def evolve(self, state: State) -> State:
        staff = campaign(state).staff
        return _changed(state, answered={**staff.answered, self.specialist: self.number})


class ContractsChanged(Event, frozen=True):
    """Who serves now; `what` happened to one of them, in a word."""

    contracts: tuple[Contract, ...]
    specialist: str
    employer: str
    what: str
    task: str = ""

    def evolve(self, state: State) -> State:
        staff = campaign(state).staff
        left = staff.answered.get(self.specialist, 0) - (self.what == "hired")
        return _changed(state, contracts=self.contracts, answered={**staff.answered, self.specialist: max(0, left)})


class HirelingsStay(Note, frozen=True):
    """Hirelings stay behind when the party sets out."""

    specialists: str


EVENTS: tuple[type[Event], ...] = (NoticeAnswered, ContractsChanged, HirelingsStay)


def _changed(state: State, **changes: object) -> State:
    return with_campaign(state, staff=replace(campaign(state).staff, **changes))


def staff(state: State) -> Staff:
    return campaign(state).staff


def serving(state: State, kind: str) -> int:
    """How many specialists of a kind are in the party's service."""
    return sum(contract.specialist == kind for contract in staff(state).contracts)


def month_cp(kind: str) -> int:
    return specialists()[kind].monthly_gp * IN_CP["gp"]


def notices(state: State) -> list[Action]:
    rich = [c for c in wages.characters(state) if money.purse_cp(c.items) >= LISTED_FROM_GP * IN_CP["gp"]]
    return [PostNotice(c.id, kind) for c in rich for kind in specialists()]


def offers(state: State) -> list[Action]:
    answered = [kind for kind, number in staff(state).answered.items() if number]
    found = [
        HireSpecialist(creature.id, kind, task)
        for creature in wages.characters(state)
        for kind in answered
        for task in ("", *specialists()[kind].tasks)
    ]
    return [action for action in found if why_not_hire(state, action) is None]


def dismissals(state: State) -> list[Action]:
    here = [c.id for c in wages.characters(state)]
    kinds = dict.fromkeys(contract.specialist for contract in staff(state).contracts)
    return [DismissSpecialist(here[0], kind) for kind in kinds] if here else []


def notice_takes(state: State, action: PostNotice) -> str:
    return f"{NOTICE_GP} gp"


def hire_takes(state: State, action: HireSpecialist) -> str:
    return money.written(_cost_cp(action)) if action.specialist in specialists() else ""


def _cost_cp(action: HireSpecialist) -> int:
    task = specialists()[action.specialist].tasks.get(action.task)
    return month_cp(action.specialist) + (task.cost_gp * IN_CP["gp"] if task is not None else 0)


@executes("ose:hireling.definition")
def why_not_kind(kind: str) -> Refusal | None:
    """The kinds are those of the genre's list, and no others."""
    if kind in specialists():
        return None
    return Refusal(f"There is no such trade as {kind[:40]} among those that are for hire.", _KINDS)


@executes("ose:hireling.definition", "ose:hireling.locating")
def why_not_notice(state: State, action: PostNotice) -> Refusal | None:
    """A notice is for a trade that there is, and is paid for."""
    poster = state.creatures.get(action.actor)
    if poster is None or poster not in wages.characters(state):
        return Refusal("Retainers hire nobody.", _LOCATE)
    if (refusal := why_not_kind(action.specialist)) is not None:
        return refusal
    if money.purse_cp(poster.items) < NOTICE_GP * IN_CP["gp"]:
        return Refusal(f"A notice costs {NOTICE_GP} gp.", _LOCATE)
    return None


@executes("ose:hireling.locating")
def post(do: Resolution, action: PostNotice) -> None:
    """How many answer. Default: by the size of the place, 1d6 in a city down to one time in six in a village."""
    poster = do.state.creatures[action.actor]
    assert do.state.settlement is not None
    money.pay(do, poster, NOTICE_GP * IN_CP["gp"], "paid-for-notice", (_LOCATE,))
    dice = town.sizes()[do.state.settlement.size].applicants
    usual = max(0, do.roll_total(dice, f"answers to a notice for {action.specialist}").total)
    number = int(do.ruling(_LOCATE, tuple(str(n) for n in range(7)), str(min(6, usual)), action.specialist))
    do.emit(NoticeAnswered(poster.id, action.specialist, number, rule=(_LOCATE, _KINDS)))


@executes("ose:hireling.definition", "ose:hireling.specialists", "ose:hireling.locating")
def why_not_hire(state: State, action: HireSpecialist) -> Refusal | None:
    """Of a trade that there is, among those who answered, for a task of the trade, with a month's wage in advance."""
    hirer = state.creatures.get(action.actor)
    if hirer is None or hirer not in wages.characters(state):
        return Refusal("Retainers hire nobody.", _KINDS)
    if (refusal := why_not_kind(action.specialist)) is not None:
        return refusal
    if not staff(state).answered.get(action.specialist):
        return Refusal("Nobody of that trade has answered a notice: post one first.", _LOCATE)
    trade = specialists()[action.specialist]
    if action.task and action.task not in trade.tasks:
        return Refusal(f"{one(trade.name)} does no such work.", _TASK)
    if money.purse_cp(hirer.items) < _cost_cp(action):
        return Refusal(f"That takes {money.written(_cost_cp(action))}, in advance.", _TASK)
    return None


@executes("ose:hireling.definition", "ose:hireling.specialists")
def hire(do: Resolution, action: HireSpecialist) -> None:
    """The contract has the task in it, and the day on which it will be done."""
    trade, now = specialists()[action.specialist], do.state.now
    hirer = do.state.creatures[action.actor]
    money.pay(do, hirer, _cost_cp(action), "paid-for", (_TASK,), trade.name)
    task = trade.tasks.get(action.task)
    due = now + task.days * DAY if task is not None else None
    contract = Contract(action.specialist, hirer.id, now + MONTH, action.task, due)
    rule = (_KINDS, _TASK)
    contracts = (*staff(do.state).contracts, contract)
    do.emit(ContractsChanged(contracts, action.specialist, hirer.id, "hired", action.task, rule=rule))


def why_not_dismiss(state: State, action: DismissSpecialist) -> Refusal | None:
    return None if serving(state, action.specialist) else Refusal("Nobody of that trade serves here.", _TASK)


def dismiss(do: Resolution, action: DismissSpecialist) -> None:
    kept = list(staff(do.state).contracts)
    gone = next(contract for contract in kept if contract.specialist == action.specialist)
    _ends(do, gone, "dismissed")


def _ends(do: Resolution, contract: Contract, what: str) -> None:
    kept = list(staff(do.state).contracts)
    kept.remove(contract)
    do.emit(ContractsChanged(tuple(kept), contract.specialist, contract.employer, what, contract.task, rule=(_TASK,)))


@executes("ose:hireling.no-adventures")
def why_not_take(state: State, action: TakeSpecialist) -> Refusal | None:
    """Whatever is offered: those who go along on adventures are retainers."""
    if not serving(state, action.specialist):
        return Refusal("Nobody of that trade serves here.", _STAY)
    name = specialists()[action.specialist].name
    return Refusal(f"The {name} was hired to work, and goes on no adventures; retainers do that.", _STAY)


def take(do: Resolution, action: TakeSpecialist) -> None:
    raise AssertionError("hirelings stay at home")


@executes("ose:hireling.no-adventures")
def stay_behind(do: Resolution) -> None:
    """When the party sets out its hirelings stay where they are."""
    trades = [specialists()[contract.specialist].name for contract in staff(do.state).contracts]
    if trades:
        do.emit(HirelingsStay(", ".join(dict.fromkeys(trades)), rule=(_STAY,)))


@executes("ose:hireling.specialists")
def settle(do: Resolution) -> None:
    """What is done is handed over and ends the contract; every month that has begun is paid, or the specialist goes."""
    for contract in staff(do.state).contracts:
        if contract.due is not None and contract.due <= do.state.now:
            _finish(do, contract)
        elif contract.paid_until <= do.state.now:
            _pay_wages(do, contract)


@executes("ose:hireling.specialists")
def _pay_wages(do: Resolution, contract: Contract) -> None:
    """From the employer's purse, month by month."""
    while contract.paid_until <= do.state.now:
        employer, cost = do.state.creatures[contract.employer], month_cp(contract.specialist)
        if employer.status == "dead" or money.purse_cp(employer.items) < cost:
            _ends(do, contract, "unpaid")
            return
        money.pay(do, employer, cost, "paid-for", (_TASK,), specialists()[contract.specialist].name)
        paid = replace(contract, paid_until=contract.paid_until + MONTH)
        contracts = tuple(paid if one is contract else one for one in staff(do.state).contracts)
        do.emit(ContractsChanged(contracts, contract.specialist, employer.id, "paid", contract.task, rule=(_TASK,)))
        contract = paid


@executes("ose:hireling.specialists")
def _finish(do: Resolution, contract: Contract) -> None:
    """The task is done, and with it the contract is at an end."""
    task = specialists()[contract.specialist].tasks[contract.task]
    succeeds = not task.ruled or _fares_well(do)
    _ends(do, contract, "done" if succeeds else "failed")
    if not succeeds:
        return
    if task.makes:
        _hand_over(do, contract.employer, task)
    if task.tells:
        assert do.state.settlement is not None
        if not do.state.settlement.rumours and do.state.dungeon is not None:
            town.write_rumours(do)
        town_services.tell(do, contract.employer, contract.specialist, lambda rumour: rumour.true, (_TASK,))


def _fares_well(do: Resolution) -> bool:
    """How a spy fares is the referee's to judge, who states a chance."""
    roll = do.roll_at_most(1, 6, "spying", SPYING_IN_6)
    do.emit(ChanceRolled("spying", roll, bool(roll.success), rule=(_TASK,)))
    return bool(roll.success)


def _hand_over(do: Resolution, to: str, task: Task) -> None:
    if do.state.creatures[to].status == "dead":
        return
    magic = enchanted.listing(task.makes)
    if magic is not None:
        item = identifying.known(Item(task.makes, magic.name, count=task.count, quality=enchanted.Enchanted()))
    else:
        item = Item(task.makes, compendium.gear()[task.makes].name, count=task.count)
    carrying.receive(do, to, item, "received")
