"""Hiring retainers: looking for them, what they ask, the offer, and how they take it."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from underkeep.kernel.event import Action, Event, Modifier, Note, Roll
from underkeep.kernel.executes import executes
from underkeep.procedures import delve_actions as a
from underkeep.procedures.hiring import Term
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.time import pass_time
from underkeep.systems.ose.basics import compendium, money
from underkeep.systems.ose.basics.money import IN_CP
from underkeep.systems.ose.basics.names import name_for
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.basics.town_life import town_life, with_town_life
from underkeep.systems.ose.characters import abilities
from underkeep.systems.ose.encounters import loyalty
from underkeep.systems.ose.town import retainers, town, wages
from underkeep.systems.ose.town.retainers import NORMAL_HUMAN
from underkeep.world.clock import DAY, HOUR
from underkeep.world.creature import Creature
from underkeep.world.settlement import Applicant
from underkeep.world.state import State

TAVERN, NOTICE = "in the tavern", "by notice"
NOTICE_GP = 5
NOTICE_BRINGS_MORE = 2
TAVERN_SECONDS = 4 * HOUR
JOB = "to adventure in the dungeon"
RESULTS = ("ill will", "refused", "roll again", "accepted", "accepted gladly")
ILL_WILL, GLADLY = "ill will", "accepted gladly"
MANY_APPLICANTS = 3
MOST_SHARE = 200


@executes("ose:retainer.upkeep")
def board(state: State) -> str:
    """What food and lodging come to beside the fee."""
    return f"{money.written(wages.daily_cp(state, 0))} for bed and board"


TERMS: tuple[Term, ...] = (Term("{} gp a day", ("gp", "gold"), board), Term("{}% of a share", ("%", "percent")))
_WHERE = "ose:retainer.recruit.where"
_NEGOTIATE = "ose:retainer.recruit.negotiate"
_SKILL, _COMPETITION = "ose:retainer.wages.skill", "ose:retainer.wages.competition"
_FACTORS = "ose:retainer.wages.factors"
_GENEROSITY, _REPUTATION = "ose:retainer.reaction.generosity", "ose:retainer.reaction.reputation"
_LIMIT = "ose:retainer.limit"


class SeekRetainers(Action, frozen=True):
    """Look for people to hire: some hours in the tavern, or a notice that costs a fee."""

    actor: str
    how: str

    @property
    def hint(self) -> str:
        return "seek"


class OfferMade(Note, frozen=True):
    """The job was set out, and the pay: so much a day, and a share of the treasure in hundredths."""

    hirer: str
    name: str
    job: str
    daily_gp: int
    share: int


class HiringRolled(Note, frozen=True):
    """How an applicant took an offer."""

    hirer: str
    name: str
    roll: Roll
    result: str


class TavernVisited(Event, frozen=True):
    """The party has looked for hirelings in the tavern on this day."""

    day: int

    def evolve(self, state: State) -> State:
        return with_town_life(state, tavern_day=self.day)


class ApplicantsCame(Event, frozen=True):
    """So many more look for work; `applicants` are all who do, `ever` how many there have been in all."""

    town: str
    number: int
    applicants: tuple[Applicant, ...]
    ever: int

    def evolve(self, state: State) -> State:
        after = with_town_life(state, applicants_ever=self.ever)
        assert after.settlement is not None
        return replace(after, settlement=replace(after.settlement, applicants=self.applicants))


class IllWillSpread(Event, frozen=True):
    """Word of a bad offer goes round in town."""

    town: str

    def evolve(self, state: State) -> State:
        return with_town_life(state, has_ill_will=True)


EVENTS: tuple[type[Event], ...] = (OfferMade, HiringRolled, TavernVisited, ApplicantsCame, IllWillSpread)


def options(state: State) -> list[Action]:
    return [SeekRetainers(c.id, how) for c in wages.characters(state) for how in (TAVERN, NOTICE)]


def takes(state: State, action: SeekRetainers) -> str:
    return f"{NOTICE_GP} gp" if action.how == NOTICE else ""


@executes("ose:retainer.recruit.where")
def why_not_seek(state: State, action: SeekRetainers) -> Refusal | None:
    """Only one's own master seeks retainers, in the tavern once a day or by a notice that is paid for."""
    seeker = state.creatures[action.actor]
    if sheet(seeker).service is not None:
        return Refusal(f"{seeker.name} serves and does not hire.", _NEGOTIATE)
    if action.how not in (TAVERN, NOTICE):
        return Refusal("People are found in the tavern, or by a notice.", _WHERE)
    if action.how == TAVERN and town_life(state).tavern_day == state.now // DAY:
        return Refusal("The tavern has seen enough of the party today.", _WHERE)
    if action.how == NOTICE and money.purse_cp(seeker.items) < NOTICE_GP * IN_CP["gp"]:
        return Refusal(f"A notice costs {NOTICE_GP} gp.", _WHERE)
    return None


@executes("ose:retainer.recruit.where")
def seek(do: Resolution, action: SeekRetainers) -> None:
    """Some hours, or the fee for a notice, which brings more people."""
    seeker = do.state.creatures[action.actor]
    number = max(0, do.roll_total(town.size_of(do.state).applicants, "applicants").total)
    if action.how == NOTICE:
        money.pay(do, seeker, NOTICE_GP * IN_CP["gp"], "paid-for-notice", (_WHERE,))
        number += NOTICE_BRINGS_MORE
    else:
        do.emit(TavernVisited(do.state.now // DAY, rule=(_WHERE,)))
        pass_time(do, TAVERN_SECONDS, "tavern")
        town.begin_week(do)
    if town_life(do.state).is_shunned:
        number = 0
    settlement = do.state.settlement
    assert settlement is not None
    present = settlement.applicants
    came: list[Applicant] = []
    for _ in range(number):
        came.append(_applicant(do, (*present, *came)))
    priced = _priced(do, came, len(came) + len(present))
    ever = town_life(do.state).applicants_ever + len(came)
    do.emit(ApplicantsCame(settlement.name, len(came), (*present, *priced), ever, rule=(_WHERE,)))


@executes("ose:retainer.class-level")
def _applicant(do: Resolution, others: tuple[Applicant, ...]) -> Applicant:
    """Half of them are ordinary people, the others of any class, and of a level that somebody in the party could
    hire.
    """
    number = town_life(do.state).applicants_ever + 1
    while any(who.id == f"retainer-{number}" for who in others):
        number += 1
    id = f"retainer-{number}"
    kind, level = NORMAL_HUMAN, 0
    if do.dice.roll(1, 6, f"who {id} is")[0] > 3:
        kind = do.pick(tuple(compendium.classes()), f"class of {id}")
        best = max((sheet(c).level for c in wages.characters(do.state)), default=1)
        level = do.dice.roll(1, best, f"level of {id}")[0] if best > 1 else 1
    return Applicant(id, kind, level, name_for(do, kind, id, (who.name for who in others)), (0, wages.LEAST_SHARE))


@executes("ose:retainer.wages.factors", "ose:retainer.wages.skill", "ose:retainer.wages.competition")
def _priced(do: Resolution, came: list[Applicant], competitors: int) -> list[Applicant]:
    """What each asks a day. Defaults: a gold piece for each level, at least one; a quarter less where three or more
    want the post, a quarter more for the only one; and nothing else that counts.
    """
    if not came:
        return []
    by_level = do.ruling(_SKILL, ("by level", "all alike"), "by level") == "by level"
    usual = "75" if competitors >= MANY_APPLICANTS else "125" if competitors == 1 else "100"
    percent = int(do.ruling(_COMPETITION, ("50", "75", "100", "125", "150"), usual))
    priced = []
    for who in came:
        asks = asking_gp(who.level if by_level else 1, percent)
        choices = tuple(dict.fromkeys(str(gp) for gp in (max(1, asks // 2), asks, asks * 2)))
        daily_gp = int(do.ruling(_FACTORS, choices, str(asks), who.name))
        priced.append(replace(who, asks=(daily_gp, wages.LEAST_SHARE)))
    return priced


@executes("ose:retainer.wages.standard", "ose:retainer.wages.skill")
def asking_gp(level: int, percent: int = 100) -> int:
    """A gold piece a day for each level, to the nearest whole one and at least one."""
    return max(1, (max(1, level) * percent + 50) // 100)


@executes("ose:retainer.wages.standard", "ose:retainer.reaction.generosity")
def offers(who: Applicant) -> tuple[tuple[int, int], ...]:
    """What is asked, and twice the gold for the same share."""
    daily_gp, share = who.asks
    return (daily_gp, share), (2 * daily_gp, share)


@executes(
    "ose:retainer.limit",
    "ose:retainer.class-level",
    "ose:retainer.recruit.negotiate",
    "ose:retainer.loyalty.when-after",
    "ose:abilities.cha.max-retainers",
)
def why_not_serve(state: State, hirer: Creature, who: Applicant, terms: tuple[int, ...]) -> Refusal | None:
    """Who may hire whom: within what Charisma allows, nobody of a higher level, and for pay."""
    own = sheet(hirer)
    if own.service is not None or not own.abilities:
        return Refusal(f"{hirer.name} serves and does not hire.", _NEGOTIATE)
    if who.kind != NORMAL_HUMAN and who.kind not in compendium.classes():
        return Refusal(f"{who.name} does not go adventuring.", "ose:retainer.definition")
    daily_gp, share = terms
    if share > MOST_SHARE or not any(terms):
        return Refusal("An offer names the pay: gold a day, and a share of the treasure.", _NEGOTIATE)
    most = abilities.most_retainers(own.abilities["CHA"])
    if len(loyalty.in_service(state, hirer.id)) >= most:
        return Refusal(f"{hirer.name} can have {most} retainers and no more.", _LIMIT)
    if who.level > own.level:
        return Refusal(f"{who.name} will not serve somebody of lower level.", "ose:retainer.class-level")
    if hirer.id in retainers.grudges(state, who.id):
        return Refusal(f"{who.name} will not work for {hirer.name} again.", "ose:retainer.loyalty.when-after")
    if money.purse_cp(hirer.items) < wages.daily_cp(state, daily_gp):
        return Refusal(f"{hirer.name} cannot pay the first day.", "ose:retainer.wages.standard")
    return None


def why_not_hire(state: State, action: a.Hire) -> Refusal | None:
    return why_not_serve(state, state.creatures[action.actor], applicant(state, action.applicant), action.terms)


def applicant(state: State, id: str) -> Applicant:
    assert state.settlement is not None
    return next(who for who in state.settlement.applicants if who.id == id)


@executes("ose:retainer.reaction.accept-plus", "ose:retainer.reaction.roll-again")
def hire(do: Resolution, hirer: Creature, id: str, daily_gp: int, share: int) -> None:
    """Whoever accepts comes along, and who is undecided may be made another offer.
    Ruling: retainer.question.roll-again.
    """
    who = applicant(do.state, id)
    result = answered(do, hirer, who, daily_gp, share)
    if result.startswith("accepted"):
        retainers.join(do, hirer, who, daily_gp, share, gladly=result == GLADLY)
    elif result != "roll again":
        retainers.withdraw(do, who.id)


@executes(
    "ose:retainer.recruit.negotiate",
    "ose:retainer.reaction.roll",
    "ose:retainer.reaction.charisma",
    "ose:retainer.reaction.ill-will",
    "ose:retainer.reaction.roll-again",
    "ose:abilities.cha.reactions",
)
def answered(do: Resolution, hirer: Creature, who: Applicant, daily_gp: int, share: int) -> str:
    """The offer is answered on 2d6; ill will goes round. Ruling: retainer.question.ill-will-stack."""
    do.emit(OfferMade(hirer.id, who.name, JOB, daily_gp, share, rule=(_NEGOTIATE,)))
    soured = town_life(do.state).has_ill_will
    modifiers = (
        Modifier("CHA", abilities.reactions(sheet(hirer).abilities["CHA"])),
        Modifier("generosity", _generosity(do, who, daily_gp, share)),
        Modifier("reputation", _reputation(do)),
        Modifier("ill will", -1 if soured else 0),
    )
    roll = do.roll(2, 6, f"hiring of {who.name}", modifiers)
    result = result_for(roll.total)
    rule: tuple[str, ...] = ("ose:retainer.reaction.roll", "ose:retainer.reaction.charisma")
    rule += ("ose:abilities.cha.reactions",) if modifiers[0].amount else ()
    rule += ("ose:retainer.reaction.ill-will",) if soured or result == ILL_WILL else ()
    rule += ("ose:retainer.reaction.roll-again",) if result == "roll again" else ()
    do.emit(HiringRolled(hirer.id, who.name, roll, result, rule=rule))
    if result == ILL_WILL:
        assert do.state.settlement is not None
        do.emit(IllWillSpread(do.state.settlement.name, rule=("ose:retainer.reaction.ill-will",)))
    return result


@executes("ose:retainer.class-level", "ose:retainer.wages.standard", "ose:retainer.limit")
def companions(do: Resolution, kinds: tuple[str, ...]) -> None:
    """Retainers of the first level, hired before the story begins, each by whoever may have most and can pay."""
    for number, kind in enumerate(kinds, 1):
        free = [c for c in wages.characters(do.state) if sheet(c).service is None and _has_room(do.state, c)]
        free = [c for c in free if money.purse_cp(c.items) >= wages.daily_cp(do.state, asking_gp(1))]
        if not free:
            return
        hirer = max(free, key=lambda c: (sheet(c).abilities["CHA"], -len(loyalty.in_service(do.state, c.id))))
        id = f"companion-{number}"
        name = name_for(do, kind, id, (c.name for c in do.state.creatures.values()))
        who = Applicant(id, kind, 1, name, (asking_gp(1), wages.LEAST_SHARE))
        retainers.join(do, hirer, who, asking_gp(1), wages.LEAST_SHARE, gladly=False)


def _has_room(state: State, hirer: Creature) -> bool:
    return len(loyalty.in_service(state, hirer.id)) < abilities.most_retainers(sheet(hirer).abilities["CHA"])


@executes("ose:retainer.reaction.roll")
def result_for(total: int) -> str:
    """The answer that a hiring total stands for."""
    rows = compendium.tables()["retainer-hiring"].rows
    return next(result for result, (low, high) in zip(RESULTS, rows, strict=True) if low <= total <= high)


@executes("ose:retainer.reaction.generosity", "ose:retainer.wages.standard")
def _generosity(do: Resolution, who: Applicant, daily_gp: int, share: int) -> int:
    """Default: by the fee against what was asked and the share against a half; if either is poor the poorer counts,
    else the better.
    """
    rated = (rating(daily_gp, who.asks[0]), rating(share, who.asks[1]))
    default = min(rated) if min(rated) < 0 else max(rated)
    return int(do.ruling(_GENEROSITY, ("-2", "-1", "0", "1", "2"), str(default), who.name))


@executes("ose:retainer.reaction.generosity")
def rating(offered: int, asked: int) -> int:
    """Double is worth +2, half as much again +1; less than asked -1, half or less -2."""
    part = Fraction(offered, asked)
    if part < 1:
        return -2 if part <= Fraction(1, 2) else -1
    return 2 if part >= 2 else 1 if part >= Fraction(3, 2) else 0


@executes("ose:retainer.reaction.reputation", "ose:retainer.abuse")
def _reputation(do: Resolution) -> int:
    """Default: -1 for each time a retainer was wronged, -2 at most."""
    default = -min(2, town_life(do.state).complaints)
    return int(do.ruling(_REPUTATION, ("-2", "-1", "0"), str(default)))
