"""What the vows of Paladins and Ravagers ask of them at home: company, servants, castles, savings, sacrifices."""

from __future__ import annotations

from underkeep.kernel.event import Action, Event
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.time import pass_time
from underkeep.systems.rampage.basics import compendium, money
from underkeep.systems.rampage.basics.campaign import campaign, with_campaign
from underkeep.systems.rampage.basics.sheet import is_character, sheet
from underkeep.systems.rampage.checks import provisions, vows
from underkeep.systems.rampage.town import services
from underkeep.world.clock import DAY
from underkeep.world.condition import ConditionEnded
from underkeep.world.creature import Creature
from underkeep.world.gear import ItemsChanged
from underkeep.world.party import PartyWent
from underkeep.world.state import State

MOST_SOLDIERS = 200
MOST_CASTLE_GP = 200_000
ATONES_DAYS = 7
"""A week in the temple, and all the money one has. The judge may set something else; this is ours."""
_COMPANY = {"paladin": "rampage:class.paladin.company", "ravager": "rampage:class.ravager.company"}
_HIRELINGS, _SOLDIERS = "rampage:class.paladin.hirelings", "rampage:class.paladin.soldiers"
_CASTLE, _SAVINGS = "rampage:class.paladin.castle", "rampage:class.paladin.castle-savings"
_HALF, _SACRIFICE = "rampage:class.paladin.alms-savings", "rampage:class.ravager.sacrifice"


class Atone(Action, frozen=True):
    """Make good for a broken vow: a week of service, and all the money one has."""

    actor: str


class SaveForCastle(Action, frozen=True):
    """Have a Lawful temple keep from now on what is put by for a castle."""

    actor: str


class SavingsChanged(Event, frozen=True):
    """What a temple keeps for somebody, in silver."""

    creature: str
    amount_sp: int

    def evolve(self, state: State) -> State:
        return with_campaign(state, savings={**campaign(state).savings, self.creature: self.amount_sp})


class SacrificesCounted(Event, frozen=True):
    """A month of a Ravager is over, and the next one is this."""

    creature: str
    month: int

    def evolve(self, state: State) -> State:
        known = campaign(state)
        return with_campaign(
            state,
            dark_months={**known.dark_months, self.creature: self.month},
            sacrificed={**known.sacrificed, self.creature: 0},
        )


EVENTS: tuple[type[Event], ...] = (SavingsChanged, SacrificesCounted)


# Company


@executes("rampage:class.paladin.company", "rampage:class.ravager.company")
def is_unfit(state: State, master: Creature, other: Creature) -> bool:
    """Whether the vows forbid to go with somebody: a Paladin goes with none but the Lawful, hirelings aside, and a
    Ravager with nobody who is Lawful.
    """
    vow = vows.vow_of(sheet(master))
    if vow == "paladin":
        return is_character(other) and sheet(other).alignment != "lawful" and other.id not in campaign(state).services
    return vow == "ravager" and bool(sheet(other).scores) and sheet(other).alignment == "lawful"


@executes("rampage:class.paladin.company", "rampage:class.ravager.company")
def on_going(do: Resolution, event: PartyWent) -> None:
    """Who sets out in the wrong company has broken the vow."""
    if event.how != "set out":
        return
    for creature in do.state.marchers():
        unfit = [c for c in do.state.marchers() if c.id != creature.id and is_unfit(do.state, creature, c)]
        if unfit:
            vows.breach(do, creature.id, f"goes with {unfit[0].name}", _COMPANY[vows.vow_of(sheet(creature))])


@executes("rampage:class.paladin.hirelings", "rampage:class.ravager.company")
def why_not_serve(master: Creature, kind: str) -> Refusal | None:
    """A Paladin hires no cleric but a Lawful one, nor anybody who is bound to be Chaotic; a Ravager hires nobody who is
    bound to be Lawful.
    """
    vow, known = vows.vow_of(sheet(master)), compendium.classes().get(kind)
    if not vow or known is None:
        return None
    alignments = known.alignments
    if vow == "ravager":
        unfit, rule = alignments == ("lawful",), _COMPANY[vow]
    else:
        unfit = "lawful" not in alignments and (known.type == "cleric" or alignments == ("chaotic",))
        rule = _HIRELINGS
    return Refusal(f"{master.name} may not have such a servant.", rule) if unfit else None


@executes("rampage:class.paladin.hirelings", "rampage:class.ravager.company")
def alignment_of_servant(master: Creature, alignment: str) -> tuple[str, tuple[str, ...]]:
    """Of what alignment somebody is who enters the service of such a master, and the rule: whom the vows forbid does
    not come to him. Clerics aside a Paladin's are Lawful or Neutral, a Ravager's anything but Lawful.
    """
    vow = vows.vow_of(sheet(master))
    if vow == "paladin" and alignment == "chaotic":
        return "neutral", (_HIRELINGS,)
    if vow == "ravager" and alignment == "lawful":
        return "neutral", (_COMPANY[vow],)
    return alignment, ()


@executes("rampage:class.paladin.soldiers")
def count_soldiers(do: Resolution, master: str) -> None:
    """More than two hundred soldiers are too many for a Paladin."""
    if vows.vow_of(sheet(do.state.creatures[master])) != "paladin":
        return
    if len(services.serving(do.state, master, *services.SOLDIERS)) > MOST_SOLDIERS:
        vows.breach(do, master, "has too many soldiers", _SOLDIERS)


# Castles and savings


@executes("rampage:class.paladin.castle")
def weigh_castle(do: Resolution, lord: str, gp: int) -> None:
    """A castle of more than 200,000 gold pieces is too grand for a Paladin."""
    if vows.vow_of(sheet(do.state.creatures[lord])) == "paladin" and gp > MOST_CASTLE_GP:
        vows.breach(do, lord, "has too grand a castle", _CASTLE)


def savings(state: State) -> list[Action]:
    known = campaign(state).savings
    able = [m for m in state.marchers() if vows.vow_of(sheet(m)) == "paladin" and m.id not in known]
    return [SaveForCastle(m.id) for m in able]


@executes("rampage:class.paladin.castle-savings")
def why_not_save(state: State, action: SaveForCastle) -> Refusal | None:
    """The temple keeps money for a Paladin who has no castle yet."""
    actor = state.creatures[action.actor]
    if vows.vow_of(sheet(actor)) != "paladin":
        return Refusal(f"{actor.name} is no Paladin.", _SAVINGS)
    if actor.id in campaign(state).savings or actor.id in campaign(state).lords:
        return Refusal(f"{actor.name} has seen to that.", _SAVINGS)
    return None


@executes("rampage:class.paladin.castle-savings")
def save_for_castle(do: Resolution, action: SaveForCastle) -> None:
    """From now on the temple keeps what is left of each gain after the alms."""
    do.emit(SavingsChanged(action.actor, 0, rule=(_SAVINGS,)))


@executes("rampage:class.paladin.alms-savings")
def alms_of(state: State, id: str, surplus_sp: int) -> tuple[int, int]:
    """What is given away of a gain, and what the temple keeps: all of it is given, but of one who saves for a castle
    more than half.
    """
    if id not in campaign(state).savings:
        return surplus_sp, 0
    gp = surplus_sp // money.IN_SP["gp"]
    kept = max(0, (gp - 1) // 2) * money.IN_SP["gp"]
    return surplus_sp - kept, kept


@executes("rampage:class.paladin.alms-savings", "rampage:class.paladin.castle-savings")
def put_by(do: Resolution, id: str, amount_sp: int) -> None:
    """The temple keeps so much more."""
    items = do.state.creatures[id].items
    left = money.with_purse(items, money.purse_sp(items) - amount_sp)
    rule = (_HALF, _SAVINGS)
    do.emit(ItemsChanged(id, left, "put-by", coins=amount_sp, rule=rule))
    do.emit(SavingsChanged(id, campaign(do.state).savings[id] + amount_sp, rule=rule))


def wealth_sp(state: State, creature: Creature) -> int:
    """What somebody can spend on a castle."""
    return money.purse_sp(creature.items) + campaign(state).savings.get(creature.id, 0)


def pay_castle(do: Resolution, id: str, cost_sp: int, rule: tuple[str, ...]) -> None:
    """First what the temple keeps, then the purse."""
    kept = campaign(do.state).savings.get(id, 0)
    if kept:
        do.emit(SavingsChanged(id, kept - min(kept, cost_sp), rule=(_SAVINGS,)))
    items = do.state.creatures[id].items
    left = money.with_purse(items, money.purse_sp(items) - max(0, cost_sp - kept))
    do.emit(ItemsChanged(id, left, "paid", coins=max(0, cost_sp - kept), rule=rule))


# A Ravager's months


@executes("rampage:class.ravager.sacrifice")
def count_sacrifices(do: Resolution) -> None:
    """Each month a Ravager owes his gods as many prisoners as he has levels."""
    month = do.state.now // services.MONTH
    for creature in do.state.marchers():
        if vows.vow_of(sheet(creature)) != "ravager":
            continue
        known = campaign(do.state)
        before = known.dark_months.get(creature.id)
        if before is None or month > before:
            do.emit(SacrificesCounted(creature.id, month, rule=(_SACRIFICE,)))
        if before is not None and month > before and known.sacrificed.get(creature.id, 0) < sheet(creature).level:
            vows.breach(do, creature.id, "owes the dark gods prisoners", _SACRIFICE)


# Atonement


def atonements(state: State) -> list[Action]:
    return [Atone(m.id) for m in state.marchers() if m.condition(vows.FALLEN)]


@executes("rampage:class.paladin.fall", "rampage:class.ravager.fall")
def why_not_atone(state: State, action: Atone) -> Refusal | None:
    """For those who have broken a vow, and are still of the alignment that it asks."""
    actor = state.creatures[action.actor]
    vow = vows.vow_of(sheet(actor))
    if actor.condition(vows.FALLEN) is None or not vow:
        return Refusal(f"{actor.name} has nothing to atone for.", vows.FALLS.get(vow, ""))
    if sheet(actor).alignment != vows.SWORN[vow]:
        return Refusal(f"{actor.name} believes in other things now.", vows.FALLS[vow])
    return None


@executes("rampage:class.paladin.fall", "rampage:class.ravager.fall")
def atone(do: Resolution, action: Atone) -> None:
    """A week goes by and the purse is empty; then the powers are back."""
    rule = (vows.FALLS[vows.vow_of(sheet(do.state.creatures[action.actor]))],)
    items = do.state.creatures[action.actor].items
    have = money.purse_sp(items)
    if have:
        left = money.with_purse(items, 0)
        do.emit(ItemsChanged(action.actor, left, "gave-alms", coins=have, rule=rule))
    for _ in range(ATONES_DAYS):
        pass_time(do, DAY, "atonement", rule)
        provisions.eat_in_town(do)
    services.settle(do)
    do.emit(ConditionEnded(action.actor, vows.FALLEN, rule=rule))
