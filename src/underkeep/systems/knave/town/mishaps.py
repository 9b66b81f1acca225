"""The twenty mishaps of a night too many. Half of them are nothing but facts, and facts are remembered."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from underkeep.kernel.event import Event, Note, Roll
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import parse
from underkeep.kernel.prompt import Prompt
from underkeep.procedures.recruiting import new_name
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.basics.names import NAMES
from underkeep.systems.knave.basics.sheet import Tie
from underkeep.systems.knave.basics.town_life import town_life, with_town_life
from underkeep.systems.knave.characters.ties import bind, loose, mishap
from underkeep.systems.knave.checks import hazards
from underkeep.systems.knave.checks.checks import check
from underkeep.systems.knave.checks.wounds import harm
from underkeep.systems.knave.equipment import purse
from underkeep.systems.knave.equipment.market import COIN, coins_of
from underkeep.systems.knave.town.gaol import imprison
from underkeep.world.clock import DAY
from underkeep.world.condition import Condition, ConditionGained
from underkeep.world.gear import ItemsChanged
from underkeep.world.settlement import Applicant, SettlementChanged
from underkeep.world.state import State

BRAWL, FINE, LOSSES = parse("1d3"), parse("1d100"), parse("1d1000")
ROLL_RULE = "knave:downtime.carousing.mishap-roll"
MISSION_DAYS = 30
WEDDING_DAYS = 30
FIRE, CORPSE = "burning-house", "dead-stranger"
QUESTIONS = (FIRE, CORPSE)
DAWN_SECONDS = 6 * 3600


class MishapBefell(Note, frozen=True):
    """What the carouser wakes to."""

    creature: str
    roll: Roll
    text: str


class FactionOffended(Event, frozen=True):
    """A faction of the town is hostile from now on."""

    faction: str

    def evolve(self, state: State) -> State:
        others = tuple(name for name in town_life(state).hostile if name != self.faction)
        return with_town_life(state, hostile=(*others, self.faction))


EVENTS: tuple[type[Event], ...] = (MishapBefell, FactionOffended)
Effect = Callable[[Resolution, str, str], None]


@executes("knave:downtime.carousing.mishap-roll")
def befall(do: Resolution, id: str) -> None:
    """Rolls a mishap and lets it take effect."""
    roll = do.roll(1, 20, f"mishap of {id}")
    number = roll.total
    text, effect = _TABLE[number - 1]
    rule = mishap(number)
    do.emit(MishapBefell(id, roll, text, rule=(ROLL_RULE, rule)))
    effect(do, id, rule)


def _here(do: Resolution) -> str:
    assert do.state.settlement is not None
    return do.state.settlement.name


def _somebody(do: Resolution, id: str) -> str:
    return new_name(do, NAMES, f"somebody {id} met")


def _faction(do: Resolution) -> str:
    return str(do.pick(town_life(do.state).factions, "faction"))


@executes("knave:downtime.carousing.mishap-01")
def _mocked(do: Resolution, id: str, rule: str) -> None:
    """Nobody there takes service with a laughing stock."""
    bind(do, id, Tie("mocked", where=_here(do)), rule)


@executes("knave:downtime.carousing.mishap-02")
def _brawl(do: Resolution, id: str, rule: str) -> None:
    """Blows in a tavern hurt."""
    harm(do, id, do.roll_total(BRAWL, f"brawl of {id}").total, direct=True)


@executes("knave:downtime.carousing.mishap-03")
def _fine(do: Resolution, id: str, rule: str) -> None:
    """The watch wants its money."""
    purse.owe(do, id, do.roll_total(FINE, f"fine of {id}").total, "fined", rule)


@executes("knave:downtime.carousing.mishap-04")
def _betrothed(do: Resolution, id: str, rule: str) -> None:
    """Somebody in this place has a promise of marriage, and a day is set."""
    bind(do, id, Tie("betrothed", _somebody(do, id), _here(do), do.state.now + WEDDING_DAYS * DAY), rule)


@executes("knave:downtime.carousing.mishap-05")
def _losses(do: Resolution, id: str, rule: str) -> None:
    """A night at the tables costs coins, or makes a debt."""
    purse.owe(do, id, do.roll_total(LOSSES, f"losses of {id}").total, "gambled-away", rule)


@executes("knave:downtime.carousing.mishap-06")
def _admirers(do: Resolution, id: str, rule: str) -> None:
    """They help nobody, and are heard from afar: whoever they trail gets away less easily."""
    bind(do, id, Tie("admirers", where=_here(do)), rule)


@executes("knave:downtime.carousing.mishap-07")
def _enemy(do: Resolution, id: str, rule: str) -> None:
    """Somebody in this place is an enemy from now on."""
    bind(do, id, Tie("enemy", _somebody(do, id), _here(do)), rule)


@executes("knave:downtime.carousing.mishap-08")
def _tattoo(do: Resolution, id: str, rule: str) -> None:
    """An ugly tattoo, for good."""
    bind(do, id, Tie("ugly tattoo", "in plain sight"), rule)


@executes("knave:downtime.carousing.mishap-09")
def _hangover(do: Resolution, id: str, rule: str) -> None:
    """Every check is harder until tomorrow."""
    tomorrow = (do.state.now // DAY + 1) * DAY
    do.emit(ConditionGained(id, Condition("hung over", tomorrow), rule=(rule,)))


@executes("knave:downtime.carousing.mishap-10")
def _member(do: Resolution, id: str, rule: str) -> None:
    """A faction of the place has a new member."""
    bind(do, id, Tie("member", _faction(do), _here(do)), rule)


@executes("knave:downtime.carousing.mishap-11")
def _robbed(do: Resolution, id: str, rule: str) -> None:
    """All coins are gone."""
    purse.lose(do, id, coins_of(do.state.creatures[id]), "robbed", rule)


@executes("knave:downtime.carousing.mishap-13")
def _fire(do: Resolution, id: str, rule: str) -> None:
    """Out at once with what is worn and held, or a round in the flames to gather the rest."""
    creature = do.state.creatures[id]
    about = f"The house burns around {creature.name}: out at once, or stay a round for the pack?"
    do.ask(id, FIRE, ("out", "gather"), "out", (rule,), about, {"creature": id})


@executes("knave:downtime.carousing.mishap-14")
def _mission(do: Resolution, id: str, rule: str) -> None:
    """A boast has become a mission with a day on which it is due."""
    bind(do, id, Tie("mission", _somebody(do, id), _here(do), do.state.now + MISSION_DAYS * DAY), rule)


@executes("knave:downtime.carousing.mishap-15")
def _duel(do: Resolution, id: str, rule: str) -> None:
    """There is a duel at dawn."""
    dawn = (do.state.now // DAY + 1) * DAY + DAWN_SECONDS
    bind(do, id, Tie("duel", _somebody(do, id), _here(do), dawn), rule)


@executes("knave:downtime.carousing.mishap-16")
def _contract(do: Resolution, id: str, rule: str) -> None:
    """Somebody in this place holds a dubious contract."""
    bind(do, id, Tie("contract", _somebody(do, id), _here(do)), rule)


@executes("knave:downtime.carousing.mishap-17")
def _corpse(do: Resolution, id: str, rule: str) -> None:
    """It is there, and something has to be done about it."""
    creature = do.state.creatures[id]
    bind(do, id, Tie("corpse", "a stranger", _here(do)), rule)
    about = f"A dead stranger lies in {creature.name}'s room: hide the body, or call the watch?"
    do.ask(id, CORPSE, ("report", "hide"), "report", (rule,), about, {"creature": id})


@executes("knave:downtime.carousing.mishap-18")
def _hated(do: Resolution, id: str, rule: str) -> None:
    """Ruling: examples-to-the-right (the factions are ours)."""
    faction = _faction(do)
    do.emit(FactionOffended(faction, rule=(rule,)))
    bind(do, id, Tie("hated", faction, _here(do)), rule)


@executes("knave:downtime.carousing.mishap-19")
def _stripped(do: Resolution, id: str, rule: str) -> None:
    """Everything carried is gone."""
    do.emit(ItemsChanged(id, (), "stripped", rule=(rule,)))


@executes("knave:downtime.carousing.mishap-20")
def _companion(do: Resolution, id: str, rule: str) -> None:
    """Somebody who would come along for nothing, if the party will."""
    town = do.state.settlement
    assert town is not None
    name = _somebody(do, id)
    who = Applicant(f"companion-{do.state.now}", "hireling", 0, name, (0,))
    do.emit(SettlementChanged(replace(town, applicants=(*town.applicants, who)), "would join", name, rule=(rule,)))


@executes("knave:downtime.carousing.mishap-13", "knave:hazard.fire.contact")
def leave_house(do: Resolution, prompt: Prompt, choice: str) -> None:
    """Whoever gathers the things is burnt, and whoever runs leaves the pack to the flames."""
    id = str(prompt.context["creature"])
    if choice == "gather":
        hazards.burn(do, id)
        return
    creature = do.state.creatures[id]
    kept = tuple(item for item in creature.items if item.place in ("hand", "worn") or item.kind == COIN)
    if kept != creature.items:
        do.emit(ItemsChanged(id, kept, "left-to-flames", rule=(mishap(13),)))


@executes("knave:downtime.carousing.mishap-17")
def deal_with_corpse(do: Resolution, prompt: Prompt, choice: str) -> None:
    """The watch wants money for its trouble; who hides a body and is seen goes to prison."""
    id, rule = str(prompt.context["creature"]), mishap(17)
    tie = Tie("corpse", "a stranger", _here(do))
    if choice == "report":
        loose(do, id, tie, "reported", rule)
        purse.owe(do, id, do.roll_total(FINE, f"what the watch asks of {id}").total, "paid-watch", rule)
    elif check(do, id, "DEX", "hiding a body", rule=(rule,)).success:
        loose(do, id, tie, "hidden", rule)
    else:
        loose(do, id, tie, "found", rule)
        imprison(do, id, rule)


_TABLE: tuple[tuple[str, Effect], ...] = (
    ("is the laughing stock of the place", _mocked),
    ("was hurt in a brawl", _brawl),
    ("has fines to pay", _fine),
    ("is promised in marriage", _betrothed),
    ("has gambled heavily", _losses),
    ("is followed about by admirers", _admirers),
    ("has made an enemy", _enemy),
    ("has an ugly tattoo in plain sight", _tattoo),
    ("has a hangover", _hangover),
    ("has joined a faction", _member),
    ("has been robbed of every coin", _robbed),
    ("wakes in prison", imprison),
    ("wakes in a burning house", _fire),
    ("has boasted, and is expected to do it", _mission),
    ("has a duel to fight at dawn", _duel),
    ("has signed something dubious", _contract),
    ("finds a dead stranger on the floor", _corpse),
    ("is hated by a faction", _hated),
    ("has been robbed of everything", _stripped),
    ("has found somebody who would join the party", _companion),
)
