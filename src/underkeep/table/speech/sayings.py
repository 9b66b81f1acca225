"""What is said to those one meets, in anybody's words: `tell them your chief sent us`, `wanna join us?`, `look scary`.

Each thing to bring up has words of its own; the first that fits, in the order of how much they commit, is meant.
"""

from __future__ import annotations

import re

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.table import aiming
from underkeep.table.naming import without_number
from underkeep.table.speech.by_any_name import names_a_monster
from underkeep.table.speech.describe import them
from underkeep.table.speech.lexicon import alike, group
from underkeep.table.speech.meanings import Do, Meaning, Reader, Say, ours
from underkeep.table.speech.patterns import couples, pattern
from underkeep.table.speech.talking import talking
from underkeep.table.speech.wording import parts, stem
from underkeep.table.view import neighbours
from underkeep.world.creature import Creature
from underkeep.world.state import State

_AIMS = couples("sayings", "aims")
AIMS = tuple((aim, re.compile(pattern)) for aim, pattern in _AIMS)
_SPEAKS = pattern("sayings", "speaks")
_NOT_TALK = pattern("sayings", "not_talk")
_WAITING = pattern("sayings", "waiting")
_CONDITION = pattern("sayings", "condition")
_FOLLOW = pattern("sayings", "follow")
_BLOWS = re.compile(r"\b(?:attack|ambush|charge|kill|fight|jump|strike|shoot|hit|rush|pounce)\w*\b")
_FIGHTS = pattern("sayings", "fights")
_TO_NEIGHBOURS = re.compile(r"(?:attack|charge|fight|kill|talk|speak|greet|hail|ask|tell|approach|threaten|offer)\b")
_REFUSES = pattern("sayings", "refuses")
_RUNS_DROPPING = pattern("sayings", "runs_dropping")
_FOOD = {"food", "ration", "rations", "meat", "bread"}


def foremost(reader: Reader, said: str) -> Meaning | None:
    """What goes before the plain words of a line: to run and drop something, to say no."""
    state = reader.state
    if state.encounter is None or state.fight is not None or state.prompts:
        return None
    if (drops := _RUNS_DROPPING.fullmatch(said)) is not None:
        return _legal(reader, a.Evade("food" if drops["what"] in _FOOD else "treasure"))
    if (at := _BLOW.match(said)) is not None and _is_of_others(reader, at["whom"]):
        return Say(f"No such foe is here: the party has met {them(state)}.")
    return Say(_NO) if _REFUSES.search(said) else None


def not_given(reader: Reader, said: str) -> Say | None:
    """That nobody feeds or gives anything to an animal that is not here: no other gets it instead."""
    missing = not_here(reader, said) if _GIVES.match(said) else ""
    return Say(f"No {missing} is here: the party has met {them(reader.state)}.") if missing else None


_GIVES = re.compile(
    r"(?:(?:let us|we|\w+),? )?"
    r"(?:offer|give|feed|throw|toss|hand|lay|put|hold|share|show|pet|stroke|calm|soothe|lure|tame)(?:e?s)?\b"
)
_ANIMALS = {"horse", "pony", "mule", "donkey", "dog", "hound", "cat", "goat", "cow", "pig", "bird", "wolf", "bear"}
_AT_ONE = re.compile(r"\b(?:the|this|that|these|those) (?:[a-z]+ )??(?P<whom>[a-z]+)\b")


def not_here(reader: Reader, said: str) -> str:
    """The animal that a line speaks of and that is neither met nor with the party nor carried by it."""
    state = reader.state
    ids = state.encounter.monsters if state.encounter is not None else ()
    met = [c for id in ids if (c := state.creatures.get(id)) is not None]
    here = {stem(word) for c in (*met, *ours(reader)) for word in (*parts(c.name), *parts(c.kind))}
    here |= {stem(word) for word in parts(neighbours(state))} if state.encounter is None else set()
    here |= {stem(word) for c in ours(reader) for item in c.items for word in parts(item.name)}
    words = [stem(word) for found in _AT_ONE.finditer(said) for word in parts(found[0])]
    return next((word for word in words if word in _ANIMALS and word not in here), "")


def _is_of_others(reader: Reader, words: str) -> bool:
    """Whether the words name a sort of monster, and those who are met are known to be of another."""
    state, rules = reader.state, reader.rules
    assert state.encounter is not None
    others = [state.creatures[id] for id in state.encounter.monsters if id in state.creatures]
    if not names_a_monster(rules, words) or _LOOSE & {stem(word) for word in parts(words)}:
        return False
    is_known = bool(others) and all(names_a_monster(rules, without_number(c.name)) for c in others)
    return is_known and not aiming.meant(state.marchers()[0], others, words)


_BLOW = re.compile(
    r"(?:(?:we|i|let us|everyone|everybody|all) )?(?:attack|charge|kill|fight|slay|shoot|strike|ambush)s? (?P<whom>.+)"
)
_LOOSE = {"bandit", "brigand", "thug", "raider", "cultist", "robber", "warrior", "fighter"}
"""What people of any sort are called."""
_NO = "That is said to them by what is done next: wait and see, back off, threaten them, or attack."


def _names_another(state: State, said: str) -> bool:
    """Whether somebody is named who does not live here."""
    ours = state.party.side if state.party is not None else ""
    known = {word for c in state.creatures.values() if c.side != ours for word in parts(c.name)}
    return bool((known & set(parts(said))) - set(parts(neighbours(state))))


def said_to_them(reader: Reader, said: str) -> Meaning | None:
    """What a line says or does to those who are met; None if it is about something else."""
    state, listed = reader.state, reader.options.listed
    if a.MeetAgain() in listed:
        if missing := not_here(reader, said):
            return Say(f"No {missing} is here.") if _TO_NEIGHBOURS.match(said) or _GIVES.match(said) else None
        return Do(a.MeetAgain()) if _TO_NEIGHBOURS.match(said) and not _names_another(state, said) else None
    if state.encounter is None or state.fight is not None or state.prompts:
        return None
    later = _CONDITION.sub("", said).strip(" ,")
    if later != said and _BLOWS.search(later):
        return Do(a.StandBy(), "They wait for it.") if a.StandBy() in listed else None
    if (offered := _held_out(reader, said)) is not None:
        return offered
    hands = ours(reader)
    hand = next((c for c in hands if parts(c.name)[:1] and parts(c.name)[0] in parts(said)), None)
    if _FIGHTS.search(said) and not _talks(said) and a.Engage() in listed and "not" not in parts(said):
        return Do(a.Engage())
    if re.match(r"(?:we |i )?(?:agree|accept|take the deal|it is a deal|deal$|agreed)", said):
        return Say("To agree is to do it: offer what they ask for, or ask them what they want.")
    speech = _SPEAKS.sub("", said) if _SPEAKS.match(said) else ""
    if not speech and _WAITING.search(said) and ("let them" in said or not _talks(said)):
        return Do(a.StandBy()) if a.StandBy() in listed else None
    if _FOLLOW.match(said):
        return Say("They have not gone yet: wait and see lets them go first; then walk after them.")
    if not speech and not _OR_DIE.search(said) and _NOT_TALK.match(_without(hand, said)):
        return None
    is_asked = _ASKED.match(said) is not None and "or" not in parts(said)
    aims = [aim for aim, pattern in AIMS if pattern.search(said if not speech else f" {speech} ")]
    if _STATES.match(said):
        aims = ["talk" if aim in _ASKING else aim for aim in aims]
    if hand is not None and _is_told_to_do(hand, said):
        aims = [aim for aim in aims if aim in _BY_GESTURE or (aim == "passage" and _LOWERS.search(said))]
    aim = next((aim for aim in aims if not (is_asked and aim == "threat")), "dangers" if aims else "")
    aim = aim or ("news" if said.startswith(("ask", "asks")) else "talk" if speech else "")
    return _spoken(reader, hand, aim) if aim else None


def _is_told_to_do(hand: Creature, said: str) -> bool:
    """Whether a line tells one by name to do something, other than to speak."""
    rest = parts(_without(hand, said))
    is_first = parts(said)[:1] == parts(hand.name)[:1]
    words = group("saying") | {"says", "can", "could", "would", "wants", "tries"}
    return is_first and bool(rest) and not any(alike(word, words) for word in rest)


_STATES = re.compile(
    r"(?:\w+,? )?(?:tells?|says? to) (?:them|him|her|it|the \w+)(?: that)? "
    r"(?:our|my|we (?:have|saw|found|met)|there (?:is|are)|the)\b"
)
"""What is told them as it is, and asks for nothing."""
_ASKING = ("dwellers", "treasure", "dangers", "ways", "news", "toll")
_BY_GESTURE = ("talk", "threat", "insult", "bluff", "yield", "surrender")
"""What can be brought up without a word."""
_LOWERS = re.compile(r"\b(?:lowers?|sheathes?|puts? away|smiles?|empty)\b")
_OR_DIE = re.compile(r"\bor (?:else|die|you die|we (?:kill|attack|fight))\b")
_ASKED = re.compile(r"(?:what|who|whom|which|why|where|when|how|do|does|did|are|is|was|were|have|has)\b")
"""What is asked of them threatens nobody."""
_COINS = pattern("sayings", "coins")
_FOOD_OFFERED = pattern("sayings", "food_offered")
_MEALS = re.compile(r"\b(?P<count>\d{1,3}) (?:of )?(?:our |the )?(?:rations?|meals?|days? of food)\b")
_PRESENT = re.compile(r".*\b(?:present|gift|bribe|tribute|donat\w+|peace offering)\b.*")


def _held_out(reader: Reader, said: str) -> Meaning | None:
    """So many coins that a line speaks of, or a present of something."""
    if _FOOD_OFFERED.match(said):
        count = _MEALS.search(said)
        found = talking(reader.state, reader.options, f"offer {count['count']} food" if count else "offer food")
        return Do(reader.rules.fittest(reader.state, list(found))) if found else None
    coins = _COINS.search(said)
    if (
        coins is not None
        and coins["what"].strip()
        and not re.match(r"(?:ask|where|how|who|what|demand|do they|tell us)\b", said)
    ):
        found = talking(reader.state, reader.options, f"offer {coins['count']} {coins['what']}")
        return Do(reader.rules.fittest(reader.state, list(found))) if found else None
    if _PRESENT.match(said) and not re.match(r"(?:ask|what|how|do)\b", said):
        items = [
            i
            for c in ours(reader)
            for i in c.items
            if {*parts(i.name)} & set(parts(said)) - {"the", "of", "gold", "piece"}
        ]
        if items:
            found = talking(reader.state, reader.options, f"offer {items[0].name.lower()}")
            return Do(reader.rules.fittest(reader.state, list(found))) if found else None
        return Say("Nobody of the party has that to give; offer gold, offer food and offer THING are understood.")
    return None


def _talks(said: str) -> bool:
    return re.search(r"\b(?:say|tell|ask|greet|talk|hello|hi|wave)\b", said) is not None


def _without(hand: Creature | None, said: str) -> str:
    name = parts(hand.name)[0] if hand is not None else ""
    return said.removeprefix(name).lstrip(" ,") if name else said


def _spoken(reader: Reader, hand: Creature | None, aim: str) -> Meaning | None:
    listed = [x for x in reader.options.listed if isinstance(x, a.Parley) and x.aim == aim]
    own = [x for x in listed if hand is not None and x.actor == hand.id]
    found: list[Action] = list(own or listed)
    return Do(reader.rules.fittest(reader.state, found)) if found else None


def _legal(reader: Reader, action: Action) -> Meaning | None:
    return Do(action) if action in reader.options.listed else None
