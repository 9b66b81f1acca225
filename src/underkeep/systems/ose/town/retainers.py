"""Retainers: how they join, what they will not do, how they leave, and what they become."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from msgspec.structs import replace

from underkeep.kernel.english import listing
from underkeep.kernel.event import Action, Event, Note
from underkeep.kernel.executes import executes
from underkeep.kernel.prompt import Prompt
from underkeep.procedures.hiring import hand_back
from underkeep.procedures.recruiting import entrust
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.systems.ose.basics import money
from underkeep.systems.ose.basics.campaign import campaign
from underkeep.systems.ose.basics.money import IN_CP
from underkeep.systems.ose.basics.sheet import Service, sheet
from underkeep.systems.ose.checks import experience
from underkeep.systems.ose.encounters import loyalty
from underkeep.systems.ose.encounters.loyalty import change_terms, in_service, service_of
from underkeep.systems.ose.town import normal_humans, wages
from underkeep.world.clock import DAY
from underkeep.world.creature import Creature, Died, SheetChanged
from underkeep.world.gear import ItemsChanged
from underkeep.world.party import MarchingOrderSet, PartyJoined, PartyLeft
from underkeep.world.settlement import Applicant, SettlementChanged
from underkeep.world.state import State

NORMAL_HUMAN = "normal-human"
_GEAR = ("club",)
_JOINED = ("ose:retainer.definition", "ose:retainer.loyalty.rating")
_BY_CHARISMA = ("ose:abilities.cha.loyalty", "ose:abilities.cha.max-retainers")
_DUTIES = "ose:retainer.duties"
_AFTER = "ose:retainer.loyalty.when-after"
_BONUS = "ose:retainer.loyalty.bonus"
_UPKEEP = ("ose:retainer.upkeep",)
_LEFT_SERVICE = "left service"


class Reward(Action, frozen=True):
    """Give a retainer gold beyond what was agreed."""

    actor: str
    retainer: str
    gp: int


class OrderRefused(Note, frozen=True):
    """A retainer will not do what it was told."""

    creature: str
    why: str


class ServiceEnded(Note, frozen=True):
    """A retainer left the employer's service: dismissed, its employer dead, or for good."""

    creature: str
    why: str
    employer: str = ""


class Rejoined(Event, frozen=True):
    """One who had fled is back with the others."""

    creature: str

    def evolve(self, state: State) -> State:
        return state.with_creature(self.creature, status="up")


def grudges(state: State, id: str) -> tuple[str, ...]:
    """Those for whom somebody will not work again."""
    service = sheet(state.creatures[id]).service if id in state.creatures else None
    return service.grudges if service is not None else ()


def withdraw(do: Resolution, id: str) -> None:
    """An applicant looks for work no more."""
    settlement = do.state.settlement
    assert settlement is not None
    left = tuple(who for who in settlement.applicants if who.id != id)
    if left != settlement.applicants:
        do.emit(SettlementChanged(replace(settlement, applicants=left), "applicant gone"))


@executes(
    "ose:retainer.definition",
    "ose:retainer.loyalty.rating",
    "ose:retainer.reaction.accept-plus",
    "ose:retainer.class-level",
    "ose:retainer.wages.standard",
    "ose:retainer.upkeep",
)
def join(do: Resolution, hirer: Creature, who: Applicant, daily_gp: int, share: int, gladly: bool) -> None:
    """The applicant becomes one of the party, on these terms, with the first day paid."""
    entrust(do, who.id, hirer.side, do.state.owner(hirer.id))
    if who.id not in do.state.creatures:
        make(do, who, hirer.side)
    charisma = sheet(hirer).abilities["CHA"]
    terms = Service(
        hirer.id,
        daily_gp,
        share,
        loyalty.first_rating(charisma, gladly),
        do.state.now + DAY,
        grudges=grudges(do.state, who.id),
    )
    own = sheet(do.state.creatures[who.id])
    rule = (*_JOINED, *(("ose:retainer.reaction.accept-plus",) if gladly else ()), *_BY_CHARISMA)
    do.emit(SheetChanged(who.id, replace(own, service=terms), "hired", rule=rule))
    cost = wages.daily_cp(do.state, daily_gp)
    hired_for = ("ose:retainer.wages.standard", "ose:retainer.upkeep")
    money.pay(do, do.state.creatures[hirer.id], cost, "paid", hired_for, who.id)
    withdraw(do, who.id)
    assert do.state.party is not None
    do.emit(PartyJoined(who.id, rule=("ose:retainer.definition",)))


@executes("ose:retainer.class-level")
def make(do: Resolution, who: Applicant, side: str) -> None:
    """Of a class and level, or an ordinary person of level 0 with a club. Savings stay at home."""
    if who.kind == NORMAL_HUMAN:
        made = do.rules.recruit(do, Recruit(NORMAL_HUMAN, gear=_GEAR, name=who.name), who.id, side)
        do.emit(SheetChanged(who.id, replace(sheet(made), level=0), "level 0", rule=("ose:retainer.class-level",)))
    else:
        do.rules.recruit(do, Recruit(who.kind, who.level, name=who.name), who.id, side)
    items = do.state.creatures[who.id].items
    kept = tuple(item for item in items if item.kind not in IN_CP)
    if kept != items:
        do.emit(ItemsChanged(who.id, kept, "left-savings"))


@executes("ose:retainer.upkeep")
def leave(do: Resolution, id: str, why: str, rule: tuple[str, ...] = (), *, for_good: bool = False) -> None:
    """A retainer leaves service in town, and may look for other work there. What the hirer paid for stays with the
    hirer; coins that were earned go along.
    """
    creature = do.state.creatures[id]
    service = service_of(creature)
    assert service is not None and do.state.settlement is not None
    if service.owed_cp:
        loyalty.wrong(do, id)
    angry = (*service.grudges, service.employer) if for_good else service.grudges
    change_terms(do, id, "left service", rule, employer="", owed_cp=0, grudges=angry)
    do.emit(ServiceEnded(id, why, service.employer, rule=rule))
    assert do.state.party is not None
    heirs = [c.id for c in wages.characters(do.state) if c.id != id]
    if heirs:
        to = service.employer if service.employer in heirs else heirs[0]
        hand_back(do, id, lambda _: to, lambda item: item.kind in IN_CP, _UPKEEP)
    if id in do.state.party.members:
        do.emit(PartyLeft(id, _LEFT_SERVICE))
    own = sheet(creature)
    kind, asks = own.character_class or NORMAL_HUMAN, (max(1, own.level), wages.LEAST_SHARE)
    free = Applicant(id, kind, own.level, creature.name, asks, _grudge(do.state, angry))
    settlement = do.state.settlement
    do.emit(SettlementChanged(replace(settlement, applicants=(*settlement.applicants, free)), "looks for work"))


@executes("ose:retainer.loyalty.when-after")
def _grudge(state: State, employers: tuple[str, ...]) -> str:
    """What one who left for good says to those who might hire again."""
    names = [state.creatures[id].name for id in employers if id in state.creatures]
    return f"never again in the service of {listing(names)}" if names else ""


def order_changed(do: Resolution, event: MarchingOrderSet) -> None:
    """What a new marching order means for retainers: one may be sent ahead."""
    if do.state.party is not None and do.state.party.at is not None:
        _refuse_the_van(do)


def left(do: Resolution, event: PartyLeft) -> None:
    """Somebody was sent away, or left behind in town."""
    if do.state.party is not None and do.state.party.place == "town":
        _part_company(do, do.state.party.members)


def _part_company(do: Resolution, members: tuple[str, ...]) -> None:
    """A retainer whose employer stays was dismissed; one whose employer was left behind stays with him."""
    for retainer in in_service(do.state):
        service = service_of(retainer)
        assert service is not None
        gone, employer_gone = retainer.id not in members, service.employer not in members
        if gone and not employer_gone:
            leave(do, retainer.id, "dismissed")
        elif employer_gone and not gone and do.state.creatures[service.employer].status != "dead":
            do.emit(PartyLeft(retainer.id))
            return


@executes("ose:retainer.duties")
def _refuse_the_van(do: Resolution) -> None:
    """A retainer that is put at the head of the party where a trap is known to wait. Default: it refuses."""
    party, dungeon = do.state.party, do.state.dungeon
    assert party is not None and party.at is not None and dungeon is not None
    first = do.state.marchers()[:1]
    if not first or service_of(first[0]) is None or not wages.characters(do.state):
        return
    if not any(t.area == party.at.area and t.state == "found" and not t.on for t in dungeon.traps.values()):
        return
    id = first[0].id
    answer = do.ruling(_DUTIES, ("refuse", "check", "comply"), "refuse", id)
    if answer == "comply" or (answer == "check" and loyalty.check(do, id, "ordered into a trap", _DUTIES)):
        return
    do.emit(OrderRefused(id, "will not walk into a trap for others", rule=(_DUTIES,)))
    brave = wages.characters(do.state)[0].id
    rest = tuple(m for m in party.members if m != brave)
    do.emit(MarchingOrderSet((brave, *rest), rule=(_DUTIES,)))


@executes("ose:retainer.loyalty.when-peril")
def bereaved(do: Resolution, event: Died) -> None:
    """Outside a fight the death of the employer is peril enough; in one the morale step asks."""
    party = do.state.party
    if do.state.fight is not None or party is None or party.place != "dungeon":
        return
    for retainer in in_service(do.state, event.creature):
        if retainer.status == "up":
            loyalty.face_peril(do, retainer.id, "the employer is dead")


@executes("ose:retainer.loyalty.when-after")
def come_home(do: Resolution) -> None:
    """Back in town from an adventure: all are paid, and every retainer decides whether it stays."""
    pay(do)
    for retainer in in_service(do.state):
        if not loyalty.check(do, retainer.id, "after the adventure", _AFTER):
            leave(do, retainer.id, "has had enough", (_AFTER,), for_good=True)


@executes("ose:retainer.xp.normal-human")
def award_those_who_stay(do: Resolution, dues: Iterable[experience.Due]) -> None:
    """An ordinary person who is still in service has a share of experience, and chooses a class for it."""
    for due in dues:
        if service_of(do.state.creatures[due.creature]) is not None:
            experience.award(do, due.creature, due.share, due.extra_percent)


def pay(do: Resolution) -> None:
    """Those who fled turn up, shares and wages are paid, and one whose employer is dead is free."""
    loyalty.calm(do)
    for retainer in in_service(do.state):
        if retainer.status in ("fled", "yielded"):
            do.emit(Rejoined(retainer.id, rule=("ose:retainer.loyalty.when-after",)))
    wages.share_out(do)
    for retainer in in_service(do.state):
        service = service_of(do.state.creatures[retainer.id])
        assert service is not None
        if do.state.creatures[service.employer].status == "dead":
            leave(do, retainer.id, "the employer is dead")
    wages.settle(do)


def why_not_reward(state: State, action: Reward) -> Refusal | None:
    giver, retainer = state.creatures[action.actor], state.creatures.get(action.retainer)
    if retainer is None or service_of(retainer) is None or sheet(giver).service is not None:
        return Refusal("Rewards are for one's retainers.", _BONUS)
    if not 1 <= action.gp <= money.purse_cp(giver.items) // IN_CP["gp"]:
        return Refusal(f"{giver.name} has {money.counted(giver.items)}.", "ose:money.conversion")
    return None


def reward_options(state: State) -> list[Action]:
    """A gift of a full share of the last adventure, to each retainer by its employer."""
    gp = full_share_gp(state)
    found: list[Action] = []
    for retainer in in_service(state) if gp else ():
        service = service_of(retainer)
        if service is not None and retainer.status == "up" and state.creatures[service.employer].status == "up":
            found.append(Reward(service.employer, retainer.id, gp))
    return found


def full_share_gp(state: State) -> int:
    """A full share of the last adventure's treasure, rounded up; 0 before there was any."""
    return -(-campaign(state).wealth.full_share_cp // IN_CP["gp"])


@executes("ose:retainer.loyalty.bonus")
def reward(do: Resolution, action: Reward) -> None:
    """A gift as great as a full share of the last adventure is remembered; less is just money."""
    worthy = action.gp >= full_share_gp(do.state) > 0
    giver = do.state.creatures[action.actor]
    money.pay(do, giver, action.gp * IN_CP["gp"], "gave", (_BONUS,), action.retainer)
    if worthy:
        loyalty.reward(do, action.retainer)


@executes("ose:retainer.xp.normal-human")
def take_class(do: Resolution, prompt: Prompt, choice: str) -> None:
    """A class was chosen; now the experience that called for it is awarded. Who has left service by then takes up
    nothing.
    """
    context = prompt.context
    id = str(context["creature"])
    if service_of(do.state.creatures[id]) is None:
        return
    normal_humans.take_class(do, id, choice)
    experience.award(do, id, Fraction(int(context["parts"]), int(context["whole"])), int(context["extra"]))
