"""Words whose meaning goes by where one is: to wait, to run while a round is announced, to open a chest."""

from __future__ import annotations

import re

from underkeep.procedures import delve_actions as a
from underkeep.procedures import dressings, play, survey
from underkeep.procedures.actions import ACTIONS, Attack, Done, GiveGround
from underkeep.table import aiming
from underkeep.table.speech.describe import verb
from underkeep.table.speech.going import mover_named, stepping
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say
from underkeep.table.speech.wording import canonical, parts, plain, stem, tokens
from underkeep.world.creature import Creature

DECLARING, MOVING = "declare", "movement"
CLOSING = ("approach", "advance", "close", "charge")


def by_place(reader: Reader, said: str) -> Meaning | None:
    """Words whose meaning goes by where one is: to wait, to run while a round is announced, to attack those one has
    met, to open a chest."""
    state, listed, words = reader.state, reader.options.listed, tokens(canonical(said))
    if state.prompts or not words:
        return None
    first = words[0]
    if state.fight is not None:
        return _in_a_fight(reader, said, first)
    if state.encounter is not None:
        engage, runs = a.Engage(), a.Evade()
        if _AWAY.fullmatch(said):
            why_not = play.why_not(reader.rules, state, reader.seat, runs)
            return Do(runs) if why_not is None else Say(why_not.sentence)
        return Do(engage) if first in ("attack", "charge") and engage in listed and _is_at_them(reader, words) else None
    if first == "wait" and (waits := [x for x in listed if isinstance(x, a.Rest | a.RestDays | a.MakeCamp)]):
        return Do(waits[0]) if len(waits) == 1 else Ask("How long?", tuple(waits))
    if first in ("open", "take", "search", "use") and set(words) & _CHESTS:
        found = [x for x in listed if isinstance(x, a.TakeHoard)]
        looking = [x for x in listed if isinstance(x, a.InspectHoard)]
        looks = [reader.rules.fittest(reader.state, looking)] if looking else []
        return Ask("Look it over first, or take it?", (*looks, *found)) if found else Say("No such thing is seen here.")
    return None


def _is_at_them(reader: Reader, words: list[str]) -> bool:
    """Whether an attack is meant for those who are met, and not for the place or a thing in it."""
    state, met = reader.state, reader.state.encounter
    assert met is not None
    others = [state.creatures[id] for id in met.monsters]
    if aiming.meant(state.marchers()[0], others, " ".join(words[1:])):
        return True
    things = survey.known_dressings(state) if state.party is not None and state.party.at is not None else ()
    of_place = _PLACE | {stem(word) for thing in things for word in tokens(dressings.name_of(thing))}
    return not {stem(word) for word in words[1:]} & of_place


_PLACE = {
    *("door", "wall", "floor", "ceiling", "light", "torch", "stair", "gate", "lock", "chest", "statue", "altar"),
    *("window", "web", "bridge", "table", "pillar", "column", "ground", "air", "corner", "passage", "room"),
}
_AWAY = re.compile(
    r"(?:go|walk|turn|head) (?:back|away|round|around)|leave(?: them)?(?: alone)?|move (?:on|away)|go past them"
)
_CHESTS = {"chest", "coffer", "box", "crate", "urn", "sack", "casket", "lid", "barrel"}


def _is_fallen(reader: Reader, creature: Creature) -> bool:
    return creature.status != "up" and reader.state.owns(reader.seat, creature.id)


def _in_a_fight(reader: Reader, said: str, first: str) -> Meaning | None:
    """To wait is to do no more in this step; to run while the round is announced is to announce it."""
    state, listed = reader.state, reader.options.listed
    assert state.fight is not None
    done = Done(reader.focus)
    if first in _WAITING and done in listed:
        return Do(done)
    if (step := _step(reader, said)) is not None:
        return step
    fallen = next(
        (c for c in state.creatures.values() if _is_fallen(reader, c) and said.startswith(plain(c.name))), None
    )
    if fallen is not None:
        return Say(f"{fallen.name} is {fallen.status}.")
    if first in ("run", "retreat", "withdraw", "leave") and state.fight.steps and state.fight.step.phase == DECLARING:
        ways = [x for x in listed if isinstance(x, GiveGround) and x.actor == reader.focus]
        if ways:
            return Ask("Which do you mean?", tuple(ways))
        return Say("Nobody is held in melee: move away when your side moves.")
    return None


def _step(reader: Reader, said: str) -> Meaning | None:
    """To attack whom one cannot reach yet is to close in; to run, where one may still walk, is to walk away."""
    state, options = reader.state, reader.options
    who, rest = mover_named(state, options, parts(said), reader.focus)
    words = tokens(canonical(" ".join(rest)))
    if not who or not words:
        return None
    can_strike = any(isinstance(x, Attack) and x.actor == who for x in options.listed)
    is_flight = words[0] in ("run", "retreat", "withdraw", "leave") and (not can_strike or rest[0] in _FLEEING)
    if is_flight and not _is_own(reader, rest[0]):
        move = stepping(state, options, who, (), is_away=True)
        if move is not None and not isinstance(move, Done):
            return Do(move)
        nowhere = f"{state.creatures[who].name} cannot get any farther from all of them this round."
        return (
            Say(nowhere) if rest[0] != "leave" and any(m.actor == who and not m.is_aim for m in options.moves) else None
        )
    if can_strike:
        return None
    if words[0] in ("attack", *CLOSING) and not set(rest) & _FROM_AFAR:
        foes = {word for c in state.enemies_of(state.creatures[who]) for word in parts(c.name)}
        named = [w for w in words[1:] if w in foes or stem(w) in foes]
        if words[1:] and not named and not set(words[1:]) & _ANY:
            return None
        move = stepping(state, options, who, [w if w in foes else stem(w) for w in named])
        note = f"{state.creatures[who].name} closes in; blows fall when it is time for them."
        return Do(move, note if words[0] == "attack" else "") if move is not None else None
    return None


def _is_own(reader: Reader, word: str) -> bool:
    """Whether a game has a way of its own by this word: who may not go that way does not go another instead."""
    own = (kind for kind in reader.rules.codec.action_types if kind not in (*ACTIONS, *a.DELVE_ACTIONS))
    return any(tokens(verb(reader.rules, kind))[:1] == [word] for kind in own)


_FLEEING = ("flee", "run", "escape", "flees", "runs")
_ANY = {"nearest", "closest", "enemy", "enemies", "foe", "foes"}
_FROM_AFAR = {"shoot", "shoots", "fire", "throw", "throws", "hurl", "bow", "crossbow", "sling", "longbow"}
_WAITING = ("wait", "hold", "defend", "stand", "delay", "done")
