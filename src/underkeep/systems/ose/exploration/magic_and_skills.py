"""Class abilities and magic outside a fight: while exploring, on meeting somebody, in town."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Action, Event
from underkeep.kernel.executes import executes
from underkeep.procedures import survey
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.time import pass_time
from underkeep.systems.ose.attacks import stealth
from underkeep.systems.ose.attacks.stealth import Hide
from underkeep.systems.ose.basics.conditions import HIDDEN, PACIFIED, has
from underkeep.systems.ose.characters import alignment_conduct, languages, thief_skills
from underkeep.systems.ose.characters.thief_skills import PickPockets
from underkeep.systems.ose.encounters import bargains, meetings
from underkeep.systems.ose.encounters.bargains import Bargain
from underkeep.systems.ose.magic import casting, divine_favour, memorising, scrolls, spell_books, turning
from underkeep.systems.ose.magic.casting import Cast
from underkeep.systems.ose.magic.divine_favour import Atone
from underkeep.systems.ose.magic.effects import spells_of_craft, spells_of_mind, spells_of_sense
from underkeep.systems.ose.magic.memorising import Memorise
from underkeep.systems.ose.magic.scrolls import Decipher
from underkeep.systems.ose.magic.spells import ROUND_SECONDS, Use, scene
from underkeep.systems.ose.magic.turning import TurnUndead
from underkeep.world.dungeon import GroupChanged
from underkeep.world.state import State


class PassDoor(Action, frozen=True):
    """Go through a door that magic holds, without ending the magic."""

    actor: str
    door: str


ACTIONS: tuple[type[Action], ...] = (
    *spell_books.ACTIONS,
    Atone,
    Bargain,
    Decipher,
    Memorise,
    PassDoor,
    PickPockets,
)
EVENTS: tuple[type[Event], ...] = (
    bargains.BargainStruck,
    *alignment_conduct.EVENTS,
    languages.Spoke,
    *memorising.EVENTS,
    *scrolls.EVENTS,
    *spell_books.EVENTS,
    *spells_of_craft.EVENTS,
    spells_of_sense.Revealed,
    *thief_skills.EVENTS,
)
OWN: tuple[type[Action], ...] = (*ACTIONS, Cast, TurnUndead, Hide)


def options(state: State) -> list[Action]:
    """What the party's own powers allow where it is."""
    if state.party is None or state.fight is not None:
        return []
    found: list[Action] = casting.own_options(state)
    if state.encounter is not None:
        found += [TurnUndead(m.id) for m in state.marchers() if turning.can_turn(m)]
        found += [Hide(m.id) for m in state.marchers() if stealth.can_hide(m)]
        found += [*thief_skills.pocket_options(state), *bargains.options(state)]
    else:
        found += [*memorising.options(state), *scrolls.options(state)]
        here = {"town": _in_town, "dungeon": _underground}.get(state.party.place)
        found += here(state) if here is not None else []
    return found


def _in_town(state: State) -> list[Action]:
    return [*spell_books.options(state), *divine_favour.options(state)]


def _underground(state: State) -> list[Action]:
    held = [door for door in survey.known_doors(state) if door.fast == "held" and not door.is_open]
    passing: list[Action] = [PassDoor(m.id, door.id) for m in state.marchers() for door in held]
    return [*passing, *spell_books.reading_options(state)]


def is_mine(action: Action) -> bool:
    return isinstance(action, OWN)


def why_not(state: State, action: Action) -> Refusal | None:
    """The rule against one of these, by somebody of the party."""
    actor = state.creatures.get(getattr(action, "actor", ""))
    if actor is None or state.party is None or actor.id not in state.party.members or actor.status != "up":
        return Refusal("Nobody of that name is there.")
    if isinstance(action, Cast):
        return casting.why_not_cast(state, actor, action)
    if isinstance(action, TurnUndead):
        return turning.why_not(state, actor) if state.encounter else Refusal("There are no undead to turn.")
    if isinstance(action, Hide):
        able = state.encounter is not None and stealth.can_hide(actor) and not has(actor, HIDDEN)
        return None if able else Refusal(f"{actor.name} cannot hide now.", "ose:class.abilities")
    if isinstance(action, PickPockets):
        return thief_skills.why_not_pocket(state, action)
    if isinstance(action, Bargain):
        return bargains.why_not(state, action)
    if state.encounter is not None:
        return Refusal("Not while somebody is met.", "ose:encounter.sequence")
    return _why_not_at_leisure(state, action)


def _why_not_at_leisure(state: State, action: Action) -> Refusal | None:
    if isinstance(action, Memorise):
        return memorising.why_not(state, action)
    if isinstance(action, Decipher):
        return scrolls.why_not(state, action)
    if isinstance(action, PassDoor):
        door = state.dungeon.doors.get(action.door) if state.dungeon is not None else None
        if door is None or door.is_open or not spells_of_craft.passes(state, action.actor, door):
            return Refusal("Magic holds that door.", "ose:doors.locked")
        return None
    if not isinstance(action, spell_books.ReadBook) and (state.party is None or state.party.place != "town"):
        return Refusal("That can only be done in town.", "ose:magic.book.mentoring")
    return divine_favour.why_not(state, action) if isinstance(action, Atone) else spell_books.why_not(state, action)


def turns_for(state: State, action: Action) -> int:
    """How many turns one of these takes underground: reading thoughts takes one, an hour of study six."""
    if isinstance(action, Cast):
        return _use(state, action).turns
    return 0


def _use(state: State, action: Cast) -> Use:
    written = casting.castable(state.creatures[action.actor])[action.spell]
    return next(use for use in written.uses if use.name == action.use)


def perform(do: Resolution, action: Action) -> None:
    if isinstance(action, Cast):
        _cast(do, action)
    elif isinstance(action, TurnUndead):
        _turn(do, action)
    elif isinstance(action, Hide):
        pass_time(do, ROUND_SECONDS, "hiding")
        stealth.hide(do, do.state.creatures[action.actor])
        meetings.monsters_act(do)
    elif isinstance(action, PickPockets):
        pass_time(do, ROUND_SECONDS, "stealing")
        if thief_skills.pick_pocket(do, action):
            meetings.monsters_act(do)
    elif isinstance(action, Bargain):
        bargains.bargain(do, action)
    elif isinstance(action, Memorise):
        memorising.memorise(do, action)
    elif isinstance(action, Decipher):
        scrolls.decipher(do, action)
    elif isinstance(action, PassDoor):
        assert do.state.dungeon is not None
        spells_of_craft.open_held(do, do.state.dungeon.doors[action.door], action.actor)
    elif isinstance(action, Atone):
        divine_favour.atone(do, action)
    else:
        spell_books.perform(do, action)


@executes("ose:magic.cast.gestures-words")
def _cast(do: Resolution, action: Cast) -> None:
    """A round for the gestures and words; on meeting somebody the others then do what they feel like."""
    where = scene(do.state)
    pass_time(do, ROUND_SECONDS, "casting")
    casting.cast(do, action)
    if where != "meeting" or do.state.encounter is None:
        return
    spells_of_mind.befriend(do)
    met = [do.state.creatures[id] for id in do.state.encounter.monsters]
    standing = [c for c in met if c.status == "up"]
    if all(has(c, PACIFIED) or c.condition("charmed") is not None for c in standing):
        meetings.part(do, "friendly")
    else:
        meetings.monsters_act(do)


@executes("ose:class.abilities")
def _turn(do: Resolution, action: TurnUndead) -> None:
    """On meeting undead: those turned or destroyed are gone; the others come on."""
    pass_time(do, ROUND_SECONDS, "turning")
    turning.turn(do, action)
    assert do.state.encounter is not None
    if any(do.state.creatures[id].status == "up" for id in do.state.encounter.monsters):
        meetings.monsters_act(do)
        return
    assert do.state.dungeon is not None
    group = do.state.dungeon.groups[do.state.encounter.group]
    do.emit(GroupChanged(replace(group, count=0), "turned", rule=("ose:class.abilities",)))
    meetings.conclude(do, "turned")
