"""What this chapter brings: spells cast at leisure, memorised, written and read, and what spoils or ends magic."""

from __future__ import annotations

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures.actions import Attack, Move
from underkeep.procedures.chapter import AT_LEISURE, DUNGEON, FIGHT, OUTSIDE_FIGHTS, TOWN, Chapter, Deed
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.attacks import concentration
from underkeep.systems.ose.attacks.field import field_of
from underkeep.systems.ose.attacks.movement import Retreat, Withdraw
from underkeep.systems.ose.basics.battle import battle
from underkeep.systems.ose.basics.conditions import ALOFT, CHARMED, FLYING, POLYMORPHED, TURNCOAT, has
from underkeep.systems.ose.checks import shapes
from underkeep.systems.ose.magic import (
    casting,
    dispelling,
    divine_favour,
    great_works,
    item_making,
    memorising,
    research,
    scroll_curses,
    scrolls,
    spell_books,
    spell_effects,
    spell_picks,
    spells,
    trials,
    turning,
    upkeep,
    zones,
)
from underkeep.systems.ose.magic.effects import (
    communion,
    items_of_body,
    items_of_mind,
    items_of_sense,
    items_of_war,
    quests,
    reincarnation,
    spells_of_bounty,
    spells_of_change,
    spells_of_confusion,
    spells_of_craft,
    spells_of_destruction,
    spells_of_mind,
    spells_of_nature,
    spells_of_scrying,
    spells_of_sense,
    spells_of_summoning,
    spells_of_thought,
    spells_of_travel,
    spells_of_walls,
    spells_of_wrath,
)
from underkeep.systems.ose.magic.items import oddities, potions, protection, reference, swords, using, wearing, wishes
from underkeep.world.clock import TimePassed
from underkeep.world.condition import ConditionEnded
from underkeep.world.creature import AttackRolled, Died, Harmed, Moved, SaveRolled
from underkeep.world.fight import FightBegan, FightEnded, RoundBegan
from underkeep.world.gear import ItemsChanged
from underkeep.world.party import PartyWent

_IN_TOWN = Refusal("That can only be done in town.", "ose:magic.book.mentoring")
_AT_WORK = Refusal("Research is done in town.", "ose:research.who")


def _hurt(do: Resolution, event: Harmed) -> None:
    """A wound wakes, breaks concentration, and spoils a spell; a sword that thinks may take it for a chance."""
    swords.hurt(do, event)
    creature = do.state.creatures[event.creature]
    if creature.status != "up":
        return
    if creature.conditions:
        spells_of_mind.wake(do, creature.id)
        concentration.disturb(do, creature.id, "being hurt")
    casting.disrupt(do, creature.id)


def _attacked(do: Resolution, event: AttackRolled) -> None:
    """A hit spoils a spell that is still to be cast, and a blow the circle it is struck from."""
    creatures = do.state.creatures
    attacker, target = creatures.get(event.attacker), creatures.get(event.target)
    if attacker is not None and target is not None:
        if attacker.conditions:
            protection.struck(do, attacker, target)
        if event.hit and (attacker.conditions or target.items):
            oddities.struck(do, attacker, target)
        if attacker.items:
            swords.struck(do, event)
    if event.hit:
        casting.disrupt(do, event.target)


def _saved(do: Resolution, event: SaveRolled) -> None:
    """So does a save that failed."""
    if not event.success:
        casting.disrupt(do, event.creature)


def _moved(do: Resolution, event: Moved) -> None:
    if do.state.fight is not None:
        own = battle(do.state)
        if own.zones:
            zones.moved(do, event)
        if own.walls:
            spells_of_walls.passed(do, event)
        if not field_of(do.state).is_plain:
            spells_of_change.left_circle(do, event)
            spells_of_wrath.came_near(do, event)


ITEMS = (items_of_body, items_of_mind, items_of_sense, items_of_war)
"""What carries out the effects of items, which must be loaded to be registered."""


def _time_passed(do: Resolution, event: TimePassed | RoundBegan) -> None:
    potions.wear_off(do, event)
    oddities.time_passed(do, event)


def _round_begins(do: Resolution, event: RoundBegan) -> None:
    _time_passed(do, event)
    spells_of_wrath.swarm_moves(do, event)


def _fight_begins(do: Resolution, event: FightBegan) -> None:
    spells_of_bounty.circles_hold(do, event)
    protection.hold(do, event)
    oddities.slip_from_sight(do, event)
    swords.met(do, event)


def _things_changed(do: Resolution, event: ItemsChanged) -> None:
    wearing.changed(do, event)
    oddities.stowed(do, event)
    swords.taken(do, event)
    wearing.laid_aside(do, event)


def _ended(do: Resolution, event: ConditionEnded) -> None:
    items_of_body.lose_heart(do, event)
    items_of_mind.released(do, event)
    items_of_mind.let_go(do, event)
    wearing.ended(do, event)
    if event.name == CHARMED:
        spells_of_mind.charm_may_end(do, event.creature)
    elif event.name == POLYMORPHED:
        shapes.revert(do, event.creature)
    elif event.name == TURNCOAT:
        spells_of_confusion.come_round(do, event.creature)
    elif event.name == FLYING and has(do.state.creatures[event.creature], ALOFT):
        do.emit(ConditionEnded(event.creature, ALOFT, rule=spell_effects.CAST))
    elif event.name == concentration.CONCENTRATING:
        spells_of_wrath.let_go(do, event.creature)
        upkeep.let_go(do, event.creature)


def _died(do: Resolution, event: Died) -> None:
    """The dead have their own bodies again, and no guests."""
    shapes.revert(do, event.creature)
    oddities.died(do, event)
    spells_of_thought.died(do, event.creature)


def _went(do: Resolution, event: PartyWent) -> None:
    spells_of_sense.looked_around(do, event)
    quests.came_home(do, event)


def _fight_over(do: Resolution, event: FightEnded) -> None:
    zones.clear(do)
    spells_of_mind.clear(do)
    wishes.take_back(do, event)
    swords.sated(do, event)
    upkeep.end_fight(do, event.winner)
    spells_of_wrath.clear(do)
    spells_of_wrath.unmake(do)
    quests.take_leave(do)
    if do.state.encounter is not None:
        spells_of_mind.befriend(do)


CHAPTER = Chapter(
    deeds=(
        Deed(casting.Cast, AT_LEISURE, casting.cast_at_leisure, casting.own_options, casting.why_not_outside),
        Deed(
            spells_of_scrying.AskPlane,
            AT_LEISURE,
            spells_of_scrying.ask,
            spells_of_scrying.questions,
            spells_of_scrying.why_not_ask,
            free=True,
        ),
        Deed(
            spells_of_scrying.Scry,
            (DUNGEON,),
            spells_of_scrying.scry,
            spells_of_scrying.options,
            spells_of_scrying.why_not,
        ),
        Deed(communion.AskDeity, AT_LEISURE, communion.ask, communion.options, communion.why_not, free=True),
        Deed(memorising.Memorise, AT_LEISURE, memorising.memorise, memorising.options, memorising.why_not, free=True),
        Deed(scrolls.Decipher, AT_LEISURE, scrolls.decipher, scrolls.options, scrolls.why_not, free=True),
        Deed(
            spell_books.Study, (TOWN,), spell_books.study, spell_books.studies, spell_books.why_not, elsewhere=_IN_TOWN
        ),
        Deed(
            spell_books.ResearchSpell,
            (TOWN,),
            trials.research,
            spell_books.researches,
            spell_books.why_not,
            free=True,
            elsewhere=_IN_TOWN,
        ),
        Deed(
            spell_books.RewriteBook,
            (TOWN,),
            spell_books.rewrite,
            spell_books.rewritings,
            spell_books.why_not,
            elsewhere=_IN_TOWN,
        ),
        Deed(
            spell_books.ReadBook,
            (TOWN, DUNGEON),
            spell_books.read,
            spell_books.reading_options,
            spell_books.why_not,
            free=True,
        ),
        Deed(
            research.InventSpell,
            (TOWN,),
            research.invent,
            research.options,
            research.why_not,
            free=True,
            takes=research.takes,
            elsewhere=_AT_WORK,
        ),
        Deed(
            item_making.MakeItem,
            (TOWN,),
            item_making.make,
            item_making.options,
            item_making.why_not,
            free=True,
            takes=item_making.takes,
            elsewhere=_AT_WORK,
        ),
        Deed(
            great_works.WorkMagic,
            (TOWN,),
            great_works.bring_about,
            great_works.options,
            great_works.why_not,
            free=True,
            takes=great_works.takes,
            elsewhere=_AT_WORK,
        ),
        Deed(
            divine_favour.Atone,
            (TOWN,),
            divine_favour.atone,
            divine_favour.options,
            divine_favour.why_not,
            elsewhere=_IN_TOWN,
        ),
        Deed(using.UseItem, OUTSIDE_FIGHTS, using.use, using.options, using.why_not),
        Deed(using.UseItem, (FIGHT,), using.use, why_not=using.why_not),
        Deed(
            scroll_curses.SeekQuest,
            (TOWN,),
            scroll_curses.seek_quest,
            scroll_curses.quests,
            scroll_curses.why_not_seek,
            elsewhere=_IN_TOWN,
        ),
        Deed(using.Recharge, AT_LEISURE, using.recharge, why_not=using.why_not_recharge, free=True),
        Deed(potions.Drink, OUTSIDE_FIGHTS, potions.drink, potions.drinks, potions.why_not, personal=True),
        Deed(potions.Drink, (FIGHT,), potions.drink, why_not=potions.why_not),
        Deed(swords.TalkToSword, AT_LEISURE, swords.talk, swords.talks, swords.why_not_talk),
        Deed(wishes.Wish, (*OUTSIDE_FIGHTS, FIGHT), wishes.wish, why_not=wishes.why_not, free=True),
        Deed(potions.Sip, AT_LEISURE, potions.sip, potions.sips, potions.why_not, personal=True),
    ),
    events=(
        *items_of_body.EVENTS,
        *oddities.EVENTS,
        *potions.EVENTS,
        *swords.EVENTS,
        *using.EVENTS,
        *wishes.EVENTS,
        casting.SpellCast,
        casting.SpellDisrupted,
        *memorising.EVENTS,
        *scrolls.EVENTS,
        *spell_books.EVENTS,
        *research.EVENTS,
        *item_making.EVENTS,
        *great_works.EVENTS,
        spell_effects.SpellHadNoEffect,
        spells.SpellRolled,
        *communion.EVENTS,
        *spells_of_craft.EVENTS,
        *dispelling.EVENTS,
        *spells_of_confusion.EVENTS,
        *spells_of_nature.EVENTS,
        *spells_of_scrying.EVENTS,
        *spells_of_summoning.EVENTS,
        *spells_of_thought.EVENTS,
        *spells_of_travel.EVENTS,
        *reincarnation.EVENTS,
        *spells_of_destruction.EVENTS,
        *spells_of_walls.EVENTS,
        *shapes.EVENTS,
        *spells_of_wrath.EVENTS,
        spells_of_mind.SideTaken,
        spells_of_sense.Revealed,
        turning.TurningRolled,
        turning.HitDiceTurned,
        *trials.EVENTS,
        *zones.EVENTS,
    ),
    reactions={
        Harmed: _hurt,
        AttackRolled: _attacked,
        SaveRolled: _saved,
        Moved: _moved,
        ConditionEnded: _ended,
        Died: _died,
        FightEnded: _fight_over,
        PartyWent: _went,
        ItemsChanged: _things_changed,
        TimePassed: _time_passed,
        RoundBegan: _round_begins,
        FightBegan: _fight_begins,
    },
    objections={
        Action: potions.why_not_while_sick,
        Attack: using.why_not_besides,
        Move: using.why_not_besides,
        Withdraw: swords.why_not_leave,
        Retreat: swords.why_not_leave,
        a.BreakOff: swords.why_not_leave,
    },
    answers={
        spell_picks.QUESTION: spell_picks.answer,
        memorising.QUESTION: memorising.answer,
        spells_of_change.QUESTION: spells_of_change.answer,
        spells_of_scrying.PLANE_QUESTION: spells_of_scrying.answer,
    },
    effects=(spell_effects.effects,),
    treasury=reference,
)
