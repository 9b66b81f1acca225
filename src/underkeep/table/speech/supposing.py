"""What a line would mean if it were legal, so that the rules themselves can say why it is not.

Only things that the party knows are supposed: doors seen, wares on sale, foes on the field, spells on a sheet.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain, product
from typing import Any

from msgspec import structs

from underkeep.kernel.event import Action
from underkeep.procedures import actions as f
from underkeep.procedures import delve_actions as a
from underkeep.procedures import exploration, meeting, play, scenes, survey
from underkeep.procedures.chapter import DUNGEON
from underkeep.procedures.options import Options
from underkeep.procedures.resolution import Refusal
from underkeep.procedures.ruleset import Ruleset
from underkeep.table.naming import square_named
from underkeep.table.speech.describe import but_actor, called, spaced, verb, wares
from underkeep.table.speech.going import search_meant, walk_meant
from underkeep.table.speech.matching import SHORT, matches, meaning
from underkeep.table.speech.wording import COMPASS, GOING, canonical, folded, tokens
from underkeep.world.creature import Creature
from underkeep.world.region import all_routes
from underkeep.world.state import State

_MEALS = {"food", "water", "ration", "rations", "something", "meal"}
_CLOSING = ("approach", "advance", "close", "charge")
_SHARED = (*f.ACTIONS, *a.DELVE_ACTIONS, *f.WISHES, a.BreakOff)
_SAYS_NOTHING = ("That cannot be done here.", "This game has no action", "There is no creature")
_OF_TOWN = {"buy", "sell", "hire", "hear", "dismiss", "retire"}
_BELOW = {
    "open", "shut", "force", "pick", "listen", "spike", "light", "put", "search", "inspect", "disarm", "use", "take",
    "leave", "explore", "walk", "go",
}  # fmt: skip
_MEETING = {
    *("talk", "ask", "offer", "run", "threaten", "bribe", "demand", "insult", "surrender"),
    *("hello", "bluff", "greet", "hail", "intimidate"),
}
_AT_LEISURE = {
    *("rest", "set", "give", "drop", "wear", "hold", "wield", "pack", "order", "camp", "memorise", "march"),
}

_OWN_THINGS = {"drink", "drop", "hold", "wear", "wield"}
_IN_TOWN = {
    "buy": "Nobody here sells that.",
    "sell": "Nobody in the party has that.",
    "give": "Nobody has that to give, or nobody of that name is here.",
    "hire": "Nobody like that is looking for work here now; the choices show who can be found, and how.",
    **dict.fromkeys(COMPASS, "In town there is no map to walk on; set out goes to the dungeon."),
    "leave": "The party is in town; quit leaves the game, set out leaves the town.",
    "wait": "Rest some days, or set out.",
    "turn": "The party is in town; set out goes to the dungeon.",
}
NOT_SEEN = "Nothing of the kind is seen here."
_NOT_HERE = {
    **dict.fromkeys(("open", "shut", "force", "pick", "spike"), "The party knows of no such door here."),
    "listen": "The party knows of no door here to listen at; what else is heard, look tells.",
    **dict.fromkeys(("take", "inspect", "disarm", "use", "put"), NOT_SEEN),
    "leave": "The way out is at the entrance.",
    "light": "Nobody has that to light.",
    "give": "Nobody has that to give, or nobody of that name is here.",
    "rest": "Underground one rests a turn; days are for the town.",
    "set": "The party has set out already.",
}

_NOBODY = "There is nobody to attack."
NOBODY_MET = "Nobody is there to deal with."
_WHO_THEN = {
    "town": "In town one hears rumours, visits, buys and hires; options lists all that can be done.",
}
_NO_WAY, _IN_A_FIGHT = "There is no such way here.", "Not in the middle of a fight."
_NOT_IN_TOWN, _NO_BLOW = "That is not done in town.", "That attack cannot be made now."
_VAGUE = {*_NOT_HERE.values(), *_IN_TOWN.values(), _NO_WAY, _IN_A_FIGHT, _NOT_IN_TOWN, _NO_BLOW} - {
    *(_IN_TOWN[word] for word in ("leave", "north"))
}


def is_vague(sentence: str) -> bool:
    """Whether it goes by the first word of a line alone: other words for the same may say more."""
    return sentence in (*_VAGUE, _NOBODY, NOBODY_MET) or sentence.startswith(("Nobody has that to ", NOBODY_MET))


def refusal(rules: Ruleset, state: State, options: Options, seat: str, said: str, hand: str = "") -> str:
    """The rules' own sentence against what the line means; nothing if it means nothing known."""
    found = refused(rules, state, options, seat, said, hand)
    return found[1].sentence if found is not None else ""


def refused(
    rules: Ruleset, state: State, options: Options, seat: str, said: str, hand: str = ""
) -> tuple[Action, Refusal] | None:
    """The action that the line means and what the rules say against it. `hand` is who acts now, or who did such a
    thing last."""
    spoken, said = said, canonical(said)
    first = next(iter(tokens(said)), "")
    if len(first) < SHORT and first not in GOING:
        return None
    ours = _ours(state, seat, said)
    means = list(_own_in_fight(rules, state, ours, hand, spoken))
    means += [*_about_places(state, options, said), *_steps(state, said, hand)]
    means += meaning(rules, state, _supposed(rules, state, ours), said)
    means += meaning(rules, state, _but_for_the_rules(rules, state), said)
    lines = dict.fromkeys((said, spoken) if state.fight is not None else (said,))
    means = _of_named(state, [*means, *(x for line in lines for x in _own(rules, state, ours, line))], said)
    for action in sorted(_by_best_hand(rules, state, means, hand), key=lambda x: getattr(x, "actor", "") != hand):
        found = play.why_not(rules, state, seat, action)
        if found is not None and not found.sentence.startswith(_SAYS_NOTHING):
            return action, found
    return None


def _of_named(state: State, means: Sequence[Action], said: str) -> list[Action]:
    """Where somebody of the party is named, and not as the one whom a spell is for, only what that one would do."""
    wanted = tokens(_AIMED_AT.sub("", said) if re.search(r"\bcasts?\b", said) else said)
    named = [x for x in means if set(tokens(called(state, getattr(x, "actor", "")))) & set(wanted)]
    return named or list(means)


_AIMED_AT = re.compile(r"\b(?:at|on|upon|over)\b.*?(?=\bwith\b|$)")


def _by_best_hand(rules: Ruleset, state: State, means: Sequence[Action], hand: str) -> list[Action]:
    """One action for each thing: by the fittest, of equals by this hand."""
    things: dict[str, list[Action]] = {}
    for action in means:
        things.setdefault(f"{type(action).__name__}{but_actor(state, action)}", []).append(action)
    found = []
    for alike in things.values():
        alike.sort(key=lambda x: getattr(x, "actor", "") != hand)
        found.append(rules.fittest(state, alike))
    return found


def _about_places(state: State, options: Options, said: str) -> list[Action]:
    """Squares to search or walk to."""
    if state.fight is not None or state.encounter is not None or state.party is None or state.party.at is None:
        return []
    return [*search_meant(state, options, said), *walk_meant(said)]


def _steps(state: State, said: str, hand: str) -> list[Action]:
    """To move on the field, somewhere."""
    first = next(iter(tokens(said)), "")
    named = next((c.id for c in state.active() if tokens(c.name)[:1] == [first]), "") if state.fight is not None else ""
    if named:
        hand, said = named, " ".join(said.split()[1:])
    mover = state.creatures.get(hand)
    if state.fight is None or mover is None or mover.at is None or said.partition(" ")[0] not in (*GOING, *_CLOSING):
        return []
    return [f.Move(hand, square_named(said.rpartition(" ")[2]) or mover.at)]


def _ours(state: State, seat: str, said: str) -> list[Creature]:
    """One's own, and whoever else of the party is named."""
    if state.party is None:
        return [c for c in state.active() if state.owns(seat, c.id)]
    ours = state.marchers() if state.fight is None else [c for c in state.active() if c.side == state.party.side]
    return [c for c in ours if state.owns(seat, c.id) or set(tokens(c.name)) & set(tokens(said))]


def _supposed(rules: Ruleset, state: State, ours: Sequence[Creature]) -> Iterator[Action]:
    if state.fight is not None:
        yield from _blows(state, ours)
    elif state.encounter is not None:
        yield from _parleys(ours)
    elif state.party is not None and state.party.place == "town":
        yield from _errands(rules, state, ours)
    elif state.party is not None and state.party.at is not None:
        yield from _deeds(rules, state, ours)


def _blows(state: State, ours: Sequence[Creature]) -> Iterator[Action]:
    foes = {e.id: e for c in ours for e in state.enemies_of(c) if e.at is not None}
    for creature in ours:
        arms = [i.kind for i in creature.items if i.place == "hand"] or ["unarmed"]
        yield from (f.Attack(creature.id, id, kind) for id in foes for kind in arms)
        yield a.BreakOff(creature.id)


def _parleys(ours: Sequence[Creature]) -> Iterator[Action]:
    yield from (a.Parley(m.id, aim) for m in ours for aim in meeting.AIMS)
    yield from (a.Evade(), a.Evade(walk=True), a.Evade("food"), a.Evade("treasure"), a.Engage(), a.StandBy())


def _errands(rules: Ruleset, state: State, ours: Sequence[Creature]) -> Iterator[Action]:
    yield from (a.SetOut(), a.RestDays(1))
    yield from (a.SetOut(route.id) for route in all_routes(state)[1:])
    for member in ours:
        yield a.HearRumours(member.id)
        yield from (a.Buy(member.id, kind, 1) for kind in wares(rules, state))
        yield from (a.Sell(member.id, item.id, item.count) for item in member.items)


def _deeds(rules: Ruleset, state: State, ours: Sequence[Creature]) -> Iterator[Action]:
    at_doors = [d.action for d in rules.book.in_scene(DUNGEON) if d.action.__struct_fields__[:2] == ("actor", "door")]
    for door in sorted(survey.known_doors(state), key=lambda door: door.is_open or door.kind == "opening"):
        yield from (a.Go(door.id), a.OpenDoor(door.id), a.ShutDoor(door.id))
        for kind in at_doors:
            how = ("open" if door.is_open else "shut",) if "how" in kind.__struct_fields__ else ()
            yield from (kind(m.id, door.id, *how) for m in ours)
    for hoard in survey.known_hoards(state):
        yield a.TakeHoard(hoard.id)
        yield from (a.InspectHoard(m.id, hoard.id) for m in ours)
    for feature in survey.known_features(state):
        yield from (a.Use(m.id, feature.id) for m in ours)
    kinds = rules.dungeon.light_kinds() if rules.dungeon is not None else {}
    yield from (a.LightUp(m.id, kind) for m in ours for kind in kinds)
    yield from (a.Rest(), a.LeaveDungeon())


def _but_for_the_rules(rules: Ruleset, state: State) -> Iterator[Action]:
    """The system's own actions that the scene would offer if no rule spoke against them."""
    if state.party is not None and state.fight is None:
        for deed in rules.book.in_scene(scenes.scene_of(state)):
            if deed.action not in _SHARED:
                yield from deed.options(state)


def _own(rules: Ruleset, state: State, ours: Sequence[Creature], line: str) -> Iterator[Action]:
    """The system's own actions that the line begins with, as far as their fields can be filled from it."""
    names = set(chain.from_iterable(tokens(c.name) for c in ours))
    said = [w for w in tokens(re.split(r"\b(?:at|on|against)\b", line)[0]) if w not in names]
    for kind in rules.codec.action_types:
        phrase = tokens(verb(rules, kind)) or tokens(spaced(kind.__name__))
        if kind in _SHARED or not said or not matches(said[:1], phrase[:1]):
            continue
        needed = [field.name for field in structs.fields(kind) if field.required]
        rest = [w for w in said if not matches([w], phrase)]
        if needed == ["actor", "spell"]:
            spell = _spell(rules, state, ours, " ".join(rest))
            knowing = _knowing(rules, state, ours, line, spell) if spell else ()
            if "target" in kind.__struct_fields__:
                at = [
                    c.id
                    for c in state.creatures.values()
                    if set(tokens(c.name)) <= set(tokens(line)) and c not in knowing
                ]
                yield from (kind(actor=m.id, spell=spell, target=id) for m in knowing for id in at)
            yield from (kind(actor=m.id, spell=spell) for m in knowing)
        elif needed == ["actor", "target"] and not rest:
            others = [c for c in state.creatures.values() if c.is_up and set(tokens(c.name)) & set(tokens(line))]
            yield from (kind(actor=m.id, target=c.id) for m in ours for c in others if c.id != m.id)
        elif needed == ["actor", "feature"] and exploration.is_on(state):
            seen = [x.id for x in survey.known_features(state) if set(tokens(x.kind)) & set(rest)]
            yield from (kind(actor=m.id, feature=id) for m in ours for id in seen)
        elif needed == ["actor"] and not rest:
            yield from (kind(actor=m.id) for m in ours)
        elif not needed and not rest:
            yield kind()


def _own_in_fight(rules: Ruleset, state: State, ours: Sequence[Creature], hand: str, line: str) -> Iterator[Action]:
    """The game's own ways to fight and move, by whoever acts: at whom and with what the line names, else at any foe
    with what is in hand."""
    if state.fight is None:
        return
    for actor in [c for c in ours if c.id == hand] or ours:
        wanted = tokens(line)
        name = tokens(actor.name)
        said = wanted[len(name) :] if wanted[: len(name)] == name else wanted
        for kind in rules.codec.action_types:
            fields = [field.name for field in structs.fields(kind) if field.required]
            phrase = tokens(verb(rules, kind))
            shared = kind in (*f.ACTIONS, *a.DELVE_ACTIONS) or not set(fields) <= _FILLED
            if not shared and fields[1:] and said and matches(said[:1], phrase[:1] + tokens(spaced(kind.__name__))[:1]):
                filled = _filled(state, actor, [said[0], *(w for w in said[1:] if w not in phrase)])
                yield from (kind(actor.id, *values) for values in product(*(filled[name] for name in fields[1:])))


_FILLED = {"actor", "target", "weapon", "item", "to", "how"}


def _filled(state: State, actor: Creature, said: Sequence[str]) -> dict[str, list[Any]]:
    """What the fields of such an action may mean, at most a few of each."""
    others = [*state.enemies_of(actor), *(c for c in state.active(actor.side) if c.id != actor.id)]
    named = [c for c in others if set(tokens(c.name)) <= set(said)] or state.enemies_of(actor)[:1]
    arms = [item for item in actor.items if set(tokens(item.name)) & set(said)]
    held = [item for item in actor.items if item.place == "hand"]
    square = square_named(said[-1])
    near = [c.at for c in named if c.at is not None]
    return {
        "target": [c.id for c in named],
        "weapon": [item.kind for item in arms or held] or ["unarmed"],
        "item": [item.id for item in arms or held],
        "to": [square] if square is not None else near or [actor.at],
        "how": [said[0]],
    }


def _spell(rules: Ruleset, state: State, ours: Sequence[Creature], words: str) -> str:
    """A spell as a sheet of one's own writes it, or as the book of it is called, if one has it."""
    cards = [rules.card(state, c) for c in ours]
    written = [part.strip() for x in cards for _, rows in x.sections for _, value in rows for part in value.split(",")]
    own = next((part for part in written if words and folded(part).startswith(words)), "")
    known = [folded(name) for name in rules.spells()]
    within = (name for name in known if name.replace(" ", "") in words.replace(" ", ""))
    whole = max(within, key=len, default=next((name for name in known if words and name.startswith(words)), ""))
    book = (whole or words).replace(" ", "-")
    in_books = book and any(re.fullmatch(rf".+[:-]{re.escape(book)}", item.kind) for c in ours for item in c.items)
    return own or (book if in_books else whole)


def _knowing(rules: Ruleset, state: State, ours: Sequence[Creature], line: str, spell: str) -> Sequence[Creature]:
    """Those of one's own who are named, else whose sheet has the spell; all, if nobody has it."""
    said = set(tokens(_AIMED_AT.sub("", line)))
    if named := [c for c in ours if set(tokens(c.name)) & said]:
        return named
    wanted = set(tokens(spell))
    sheets = {c.id: [row for _, rows in rules.card(state, c).sections for row in rows] for c in ours}
    return [c for c in ours if any(wanted <= set(tokens(" ".join(row))) for row in sheets[c.id])] or ours


def elsewhere(state: State, said: str) -> str:
    """What is said to words for another place than this one."""
    head, _, rest = said.partition(" ")
    said = rest if rest and any(tokens(c.name)[:1] == [head] for c in state.creatures.values()) else said
    first = next(iter(tokens(canonical(said))), "")
    place = state.party.place if state.party is not None else ""
    is_busy = state.fight is not None or state.encounter is not None
    if first in _OWN_THINGS and not (is_busy and first in _AT_LEISURE) and set(tokens(said)[1:]) - _MEALS:
        return f"Nobody has that to {first}."
    if first == "cast":
        return "There is no such spell, or nobody to cast it; sheet shows what each can cast."
    if state.fight is not None:
        known = first in _OF_TOWN | _BELOW | _MEETING | _AT_LEISURE
        if first == "attack":
            named = any(set(tokens(c.name)) <= set(tokens(said)) for c in state.active())
            return _NO_BLOW if named or said.split()[1:2] == ["with"] else "There is no such foe here."
        return _IN_A_FIGHT if known else ""
    if state.encounter is not None:
        leisurely = _OF_TOWN | _BELOW | _AT_LEISURE | set(COMPASS)
        return "Not now: the party has met somebody." if first in leisurely else ""
    if first == "attack":
        return _NOBODY
    if first in ("eat", "drink") and not set(tokens(said)[1:]) - _MEALS:
        return "Everybody eats and drinks once a day, without being told; supplies shows what is left."
    if first in ("left", "right", "forward", "forwards", "straight", "ahead", "backward", "backwards") or (
        first in ("turn", *GOING)
        and said.rpartition(" ")[2] in ("left", "right", "forward", "forwards", "straight", "ahead")
    ):
        return "The map knows no left and right: say north, east, south or west."
    if first in _MEETING:
        return f"{NOBODY_MET} {_WHO_THEN[place]}" if place in _WHO_THEN else NOBODY_MET
    if first in _OF_TOWN and place != "town":
        return "That is done in town."
    if place == "road":
        return "That is not done on the road." if first in _BELOW | _AT_LEISURE | set(COMPASS) else ""
    if place == "town":
        return _IN_TOWN.get(first, _NOT_IN_TOWN if first in _BELOW else "")
    return _NOT_HERE.get(first, _NO_WAY if first in (*GOING, *COMPASS) else "")
