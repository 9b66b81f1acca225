"""What follows from a character's ties: at night in town, and on coming home. How each plays out is ours."""

from __future__ import annotations

from underkeep.kernel.event import Event, Modifier, Note, Roll
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import parse
from underkeep.kernel.prompt import Prompt
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.basics.campaign import campaign, with_campaign
from underkeep.systems.knave.basics.sheet import Tie, sheet
from underkeep.systems.knave.basics.steps import rules_behind
from underkeep.systems.knave.characters.ties import bind, has, loose, mishap
from underkeep.systems.knave.checks.checks import d20, score
from underkeep.systems.knave.checks.conditions import check_modifiers
from underkeep.systems.knave.checks.wounds import harm
from underkeep.systems.knave.equipment import purse
from underkeep.systems.knave.equipment.armour import BASE_ARMOUR_CLASS, armour_class
from underkeep.systems.knave.equipment.arms import arms_of, routine_of
from underkeep.systems.knave.equipment.market import coins_of
from underkeep.world.encounter import ChanceRolled
from underkeep.world.state import State

HATED = frozenset({"enemy", "hated"})
SHELTERED = ("member", "married")
AMBUSH = parse("1d6")
BLADE = parse("1d6")
DUELLIST_SKILL, DUELLIST_ARMOUR, DUELLIST_HP = 2, 2, 8
FEAST_COINS = 100
WEDDING = "wedding"
CONTRACT_SHARE = 10
PATRONS_COINS = 100


class MissionsReckoned(Event, frozen=True):
    """At home it is seen which missions are done; foes slain up to here count for no later one."""

    foes_slain: int

    def evolve(self, state: State) -> State:
        return with_campaign(state, slain_by_homecoming=self.foes_slain)


class DuelBlow(Note, frozen=True):
    """One blow of a duel, the character's own or the other's."""

    creature: str
    who: str
    is_own: bool
    roll: Roll


EVENTS: tuple[type[Event], ...] = (MissionsReckoned, DuelBlow)


def night(do: Resolution) -> None:
    """A night in town: enemies may strike, a duel comes with the dawn, and the day of a wedding too."""
    for creature in do.state.marchers():
        for tie in sheet(creature).ties:
            if tie.kind in HATED and not any(has(do.state, creature.id, kind) for kind in SHELTERED):
                _ambush(do, creature.id, tie)
            elif tie.kind == "duel":
                _duel(do, creature.id, tie)
            elif tie.kind == "betrothed" and not do.state.prompts:
                _betrothal(do, creature.id, tie)


@executes("knave:downtime.carousing.mishap-07", "knave:downtime.carousing.mishap-18")
def _ambush(do: Resolution, id: str, tie: Tie) -> None:
    """One night in six somebody lies in wait; those who belong to a faction or a family are let be. The chance is
    ours.
    """
    rule = mishap(7) if tie.kind == "enemy" else mishap(18)
    roll = do.roll_at_most(1, 6, f"whether {tie.who} strikes", 1)
    do.emit(ChanceRolled("an ambush", roll, bool(roll.success), id, rule=(rule,)))
    if roll.success:
        harm(do, id, do.roll_total(AMBUSH, f"ambush on {id}").total)


@executes("knave:downtime.carousing.mishap-04")
def _betrothal(do: Resolution, id: str, tie: Tie) -> None:
    """On the day of the wedding the promise is kept, for the price of a feast, or broken. The day is ours."""
    if tie.until is not None and do.state.now >= tie.until:
        about = (
            f"{do.state.creatures[id].name} is to marry {tie.who}: keep the promise ({FEAST_COINS} coins), or break it?"
        )
        context: dict[str, str | int] = {"creature": id, "who": tie.who, "where": tie.where, "until": tie.until}
        do.ask(id, WEDDING, ("wed", "jilt"), "wed", (mishap(4),), about, context)


@executes("knave:downtime.carousing.mishap-04")
def answer(do: Resolution, prompt: Prompt, choice: str) -> None:
    """The married pay for a feast and are at home there; the kin of the jilted are enemies."""
    id, who, where = (str(prompt.context[key]) for key in ("creature", "who", "where"))
    tie = Tie("betrothed", who, where, int(prompt.context["until"]))
    if choice == "wed":
        loose(do, id, tie, "wed", mishap(4))
        purse.owe(do, id, FEAST_COINS, "feasted", mishap(4))
        bind(do, id, Tie("married", who, where), mishap(4))
    else:
        loose(do, id, tie, "jilted", mishap(4))
        bind(do, id, Tie("enemy", f"the kin of {who}", where), mishap(4))


@executes("knave:downtime.carousing.mishap-15")
def _duel(do: Resolution, id: str, tie: Tie) -> None:
    """Blow for blow, to the first wound or until the other has had enough. Who the other is and how good is ours."""
    rule = mishap(15)
    if tie.until is None or do.state.now < tie.until:
        return
    foe_hp, unhurt = DUELLIST_HP, sheet(do.state.creatures[id]).wounds
    while foe_hp > 0 and sheet(do.state.creatures[id]).wounds == unhurt and do.state.creatures[id].is_up:
        foe_hp -= _own_blow(do, id, tie)
        if foe_hp > 0:
            _their_blow(do, id, tie)
    loose(do, id, tie, "won" if foe_hp <= 0 else "lost", rule)


@executes("knave:downtime.carousing.mishap-15", "knave:combat.attack.melee-ability")
def _own_blow(do: Resolution, id: str, tie: Tie) -> int:
    """A melee attack with the best blade at hand; what it does to the other."""
    creature = do.state.creatures[id]
    steps = check_modifiers(creature, "STR")
    added = (Modifier("STR", score(do, creature, "STR")), *steps)
    roll = d20(do, creature, f"duel of {id}", added, BASE_ARMOUR_CLASS + DUELLIST_ARMOUR)
    rules = (mishap(15), "knave:combat.attack.melee-ability", "knave:combat.attack.hit", *rules_behind(steps))
    do.emit(DuelBlow(id, tie.who, True, roll, rule=rules))
    if not roll.success:
        return 0
    arm = next((arm for arm in arms_of(creature) if not arm.range), None)
    damage = routine_of(creature, arm.weapon).strikes[0].damage if arm is not None else None
    return do.roll_total(damage or BLADE, f"damage of {id}").total


@executes("knave:downtime.carousing.mishap-15", "knave:combat.armor-class")
def _their_blow(do: Resolution, id: str, tie: Tie) -> None:
    """The other's attack, against the armour class."""
    needed = armour_class(do.state.creatures[id])
    roll = do.roll(1, 20, f"duel against {id}", (Modifier("level", DUELLIST_SKILL),), needed)
    rules = (mishap(15), "knave:combat.attack.hit", "knave:combat.armor-class")
    do.emit(DuelBlow(id, tie.who, False, roll, rule=rules))
    if roll.success:
        harm(do, id, do.roll_total(BLADE, f"duel of {id}").total)


@executes("knave:downtime.carousing.mishap-14", "knave:downtime.carousing.mishap-16")
def come_home(do: Resolution) -> None:
    """A mission is done if something was slain since it was taken on; who signed a contract pays a tenth of the purse.
    Both are ours.
    """
    known = campaign(do.state)
    fought = known.foes_slain > known.slain_by_homecoming
    for creature in do.state.marchers():
        for tie in sheet(creature).ties:
            if tie.kind == "mission" and fought:
                loose(do, creature.id, tie, "done", mishap(14))
                purse.gain(do, creature.id, PATRONS_COINS, "given-by", mishap(14), tie.who)
            elif tie.kind == "mission" and tie.until is not None and tie.until < do.state.now:
                loose(do, creature.id, tie, "failed", mishap(14))
                bind(do, creature.id, Tie("enemy", tie.who, tie.where), mishap(14))
            elif tie.kind == "contract":
                share = coins_of(do.state.creatures[creature.id]) // CONTRACT_SHARE
                purse.lose(do, creature.id, share, "paid-off", mishap(16), tie.who)
                loose(do, creature.id, tie, "paid", mishap(16))
    do.emit(MissionsReckoned(known.foes_slain))
