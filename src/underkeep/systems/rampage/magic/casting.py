"""Casting: what it costs, and the spell itself, if nobody counters it."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from underkeep.kernel.event import Event, Note, Roll
from underkeep.kernel.executes import executes
from underkeep.kernel.prompt import Prompt
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.attacks import holds
from underkeep.systems.rampage.attacks.field import in_contact, is_locked
from underkeep.systems.rampage.attacks.missiles import come_out
from underkeep.systems.rampage.basics.battle import battle, with_battle
from underkeep.systems.rampage.basics.campaign import campaign, with_campaign
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.basics.spells import spells
from underkeep.systems.rampage.equipment.outfit import is_focus
from underkeep.systems.rampage.magic import citations, duels, gifts, power
from underkeep.systems.rampage.magic.castable import COST, GRIMOIRE, HANDS, INJURED, LEVEL, Cast, LetGo
from underkeep.systems.rampage.magic.effects import Casting, effects
from underkeep.systems.rampage.magic.scrolls import Writing, writing_of
from underkeep.world.clock import day_of
from underkeep.world.creature import Creature
from underkeep.world.fight import Spent
from underkeep.world.gear import ItemsChanged, fewer
from underkeep.world.state import State

COUNTER, SHOT_AT_CASTER = "counter-spell", "held-shot-at-caster"
HELD_GRIP_ROUNDS = 3


class SpellLost(Note, frozen=True):
    """A spell that was begun comes to nothing."""

    creature: str
    name: str


class SpellCast(Event, frozen=True):
    """A spell was cast; `cost` is what it took in Power Points. `tally` is how often the caster has cast it so far
    without having mastered it."""

    is_deed: ClassVar[bool] = True

    creature: str
    spell: str
    name: str
    target: str
    by: str
    cost: int
    tally: int = 0

    def evolve(self, state: State) -> State:
        known = campaign(state)
        own = {**known.tally.get(self.creature, {}), self.spell: self.tally}
        tally = {**known.tally, self.creature: own} if self.tally else known.tally
        return with_campaign(state, cast_on={**known.cast_on, self.creature: day_of(state.now)}, tally=tally)


class FocusTried(Note, frozen=True):
    """Whether a mage without a focus got a mastered spell to work."""

    creature: str
    spell: str
    roll: Roll
    success: bool


class GripReady(Event, frozen=True):
    """A Grip spell read from a scroll waits in the hand until somebody is in reach."""

    creature: str
    spell: str
    until_round: int

    def evolve(self, state: State) -> State:
        held = {id: grip for id, grip in battle(state).grips.items() if id != self.creature}
        if self.spell:
            held[self.creature] = (self.spell, self.until_round)
        return with_battle(state, grips=held)


EVENTS: tuple[type[Event], ...] = (SpellCast, SpellLost, FocusTried, GripReady)


# The casting


@executes(
    "rampage:combat.actions.attack.cast",
    "rampage:combat.actions.both.grimoire",
    "rampage:combat.actions.attack.magic-item",
    "rampage:class.mage.cast-cost-mastered",
    "rampage:spell.grip.action",
)
def cast(do: Resolution, action: Cast) -> None:
    """A spell costs the attack of the round, from the grimoire the move too."""
    by = action.by
    spell = spells()[action.spell]
    actor = do.state.creatures[action.actor]
    if by == GRIMOIRE:
        rule: tuple[str, ...] = ("rampage:combat.actions.both.grimoire", "rampage:class.mage.focus-grimoire")
        do.emit(Spent(action.actor, "move", rule=rule))
    elif by:
        rule = ("rampage:combat.actions.attack.magic-item",)
        rule += ("rampage:combat.gear.magic-item-in-melee",) if is_locked(do.state, actor) else ()
    elif action.spell in sheet(actor).mastered:
        rule = ("rampage:combat.actions.attack.cast", "rampage:class.mage.cast-cost-mastered")
    else:
        rule = ("rampage:combat.actions.attack.cast",)
    if spell.grip:
        rule = (*rule, "rampage:spell.grip.action")
    do.emit(Spent(action.actor, "attack", rule=rule))
    if spell.grip and writing_of(actor.item(by)) is not None and not in_contact(do.state, actor):
        _hold_grip(do, action)
        return
    if pay(do, action):
        come_out(do, action.actor)
        if not _ask_to_shoot(do, action, ()):
            _go_on(do, action)


@executes("rampage:spell.grip.scroll")
def _hold_grip(do: Resolution, action: Cast) -> None:
    """A Grip scroll read out of melee lies ready for three rounds."""
    assert do.state.fight is not None
    rule = ("rampage:spell.grip.scroll",)
    _crumble(do, action)
    do.emit(GripReady(action.actor, action.spell, do.state.fight.round + HELD_GRIP_ROUNDS, rule=rule))


@executes("rampage:spell.grip.scroll")
def let_grips_go(do: Resolution) -> None:
    """A grip that found nobody in time is lost."""
    assert do.state.fight is not None
    for id, (_, last) in list(battle(do.state).grips.items()):
        if do.state.fight.round > last:
            do.emit(GripReady(id, "", 0, rule=("rampage:spell.grip.scroll",)))


@executes(
    "rampage:magic.spell-level-cost",
    "rampage:class.mage.focus",
    "rampage:class.mage.focus-grimoire",
    "rampage:class.mage.track-casts",
    "rampage:magic-item.scroll.single-use",
)
def pay(do: Resolution, action: Cast) -> bool:
    """The points go, or the scroll crumbles, or a gift is used; a mastered spell without the focus may fail. Whether
    there is a spell now.
    """
    actor, spell, by = do.state.creatures[action.actor], spells()[action.spell], action.by
    own = sheet(actor)
    cost = spell.level if by in ("", GRIMOIRE) else 0
    if by == "grip":
        do.emit(GripReady(actor.id, "", 0, rule=("rampage:spell.grip.scroll",)))
    elif by in gifts.GIFTS:
        gifts.use(do, actor.id, by)
    elif by and by != GRIMOIRE:
        _crumble(do, action)
    power.spend(do, actor.id, cost, "spell", (COST,))
    mastered = action.spell in own.mastered
    tally = campaign(do.state).tally.get(actor.id, {}).get(action.spell, 0) + 1 if by == GRIMOIRE else 0
    rule: list[str] = [COST, LEVEL] if cost else []
    rule += ["rampage:class.mage.spell-access"] if mastered or by == GRIMOIRE else []
    rule += ["rampage:class.mage.mastery-effect"] if mastered else []
    rule += ["rampage:class.mage.focus-grimoire", "rampage:class.mage.track-casts", HANDS] if by == GRIMOIRE else []
    rule += ["rampage:class.mage.grimoire-contents"] if by == GRIMOIRE else []
    rule += ["rampage:class.mage.foreign-realm-gain"] if action.spell in sheet(actor).studied else []
    rule += ["rampage:class.cleric.spell-access"] if not by and not mastered else []
    rule += ["rampage:magic-item.scroll.use-any"] if writing_of(actor.item(by)) is not None else []
    rule += gifts.GIFTS[by].rules if by in gifts.GIFTS else []
    if action.target and do.state.fight is not None:
        rule += ["rampage:combat.rank.spell-target", "rampage:combat.missile.spells-overhead"]
    rule += citations.casting(do.state, actor, spell, by)
    do.emit(SpellCast(actor.id, action.spell, spell.name, action.target, by, cost, tally, rule=(*rule, *spell.rules)))
    if mastered and not by and not _holds_focus(actor):
        roll = do.roll_at_most(1, 20, f"casting of {actor.id} without a focus", own.score("INT"))
        success = bool(roll.success)
        do.emit(FocusTried(actor.id, action.spell, roll, success, rule=("rampage:class.mage.focus",)))
        return success
    return True


def _holds_focus(actor: Creature) -> bool:
    """At leisure a focus in the pack is soon in the hand."""
    places = ("hand",) if actor.at is not None else ("hand", "pack", "belt", "worn")
    return any(item.place in places and is_focus(item.kind) for item in actor.items)


@executes("rampage:magic-item.scroll.single-use")
def _crumble(do: Resolution, action: Cast) -> None:
    """The writing is gone with the spell."""
    actor = do.state.creatures[action.actor]
    item = actor.item(action.by)
    assert item is not None
    rule = ("rampage:magic-item.scroll.single-use",)
    do.emit(ItemsChanged(actor.id, fewer(actor.items, item.id, 1), "used-up", item, rule=rule))


def work(do: Resolution, action: Cast) -> None:
    """The spell takes effect."""
    casting = Casting(action.actor, action.target, action.spell)
    for effect in spells()[action.spell].effects:
        effects.carry_out(do, casting, effect)


# Shots that were held for it


def _go_on(do: Resolution, action: Cast) -> None:
    if not _ask_to_counter(do, action, ()):
        work(do, action)


@executes("rampage:combat.actions.hold.missile")
def _ask_to_shoot(do: Resolution, action: Cast, asked: tuple[str, ...]) -> bool:
    """Whether somebody is asked who holds a shot for whoever casts, or uses a device."""
    if do.state.fight is None or not battle(do.state).held:
        return False
    what = holds.CASTS if action.by in ("", GRIMOIRE) else holds.DEVICE
    for id in holds.ready_for(do.state, do.state.creatures[action.actor], what):
        if id not in asked:
            more: dict[str, str | int] = {
                "spell": action.spell, "target": action.target, "by": action.by, "asked": ",".join((*asked, id)),
            }  # fmt: skip
            holds.ask_to_shoot(do, id, action.actor, more, SHOT_AT_CASTER)
            return True
    return False


@executes("rampage:combat.actions.hold.missile", "rampage:magic.cast.not-injured")
def answer_shot(do: Resolution, prompt: Prompt, choice: str) -> None:
    """The shot comes first: who is hit by it casts no more."""
    at = {name: str(value) for name, value in prompt.context.items()}
    action = Cast(at["enemy"], at["spell"], at["target"], at["by"])
    holds.release(do, at["shooter"], at["enemy"], choice)
    fight = do.state.fight
    if fight is None or do.state.creatures[action.actor].status != "up" or fight.has_spent(action.actor, INJURED):
        do.emit(SpellLost(action.actor, spells()[action.spell].name, rule=("rampage:magic.cast.not-injured",)))
    elif not _ask_to_shoot(do, action, tuple(at["asked"].split(","))):
        _go_on(do, action)


# Counter-spells


def _ask_to_counter(do: Resolution, action: Cast, asked: tuple[str, ...]) -> bool:
    """Whether somebody is asked whether to counter the spell."""
    if action.by not in ("", GRIMOIRE) or do.state.fight is None:
        return False
    for foe in duels.counter_spellers(do.state, do.state.creatures[action.actor], spells()[action.spell].level):
        if foe.id in asked:
            continue
        context: dict[str, str | int] = {
            "caster": action.actor, "spell": action.spell, "target": action.target, "by": action.by, "foe": foe.id,
            "asked": ",".join((*asked, foe.id)),
        }  # fmt: skip
        rule = duels.rules_of_asking(do.state, foe)
        do.ask(foe.id, COUNTER, ("counter", "let it be"), "let it be", rule, action.actor, context)
        return True
    return False


def answer_counter(do: Resolution, prompt: Prompt, choice: str) -> None:
    """The spell goes on, unless it is dissipated."""
    at = {name: str(value) for name, value in prompt.context.items()}
    action = Cast(at["caster"], at["spell"], at["target"], at["by"])
    if choice == "counter" and duels.counter(do, at["foe"], action.actor, spells()[action.spell].level):
        return
    if not _ask_to_counter(do, action, tuple(at["asked"].split(","))):
        work(do, action)


# Hands


@executes("rampage:class.mage.grimoire-hands", "rampage:combat.actions.free.drop")
def let_go(do: Resolution, action: LetGo) -> None:
    """What is in the hands falls, which costs nothing."""
    items = tuple(
        replace(i, place="ground") if i.place == "hand" else i for i in do.state.creatures[action.actor].items
    )
    rule = (HANDS, "rampage:combat.actions.free.drop")
    do.emit(ItemsChanged(action.actor, items, "let-go", rule=rule))


def cast_at_leisure(do: Resolution, action: Cast) -> None:
    if pay(do, action):
        work(do, action)


def writing(spell: str, sort: str, reader: str = "") -> Writing:
    return Writing(spell, sort, (reader,) if reader else ())
