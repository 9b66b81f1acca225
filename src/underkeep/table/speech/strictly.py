"""What a line means by its own words: one of the legal actions, an errand, or something to look at."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import msgspec
from msgspec.structs import replace

from underkeep.kernel.event import Action
from underkeep.kernel.prompt import REFEREE, Answer
from underkeep.procedures import delve_actions as a
from underkeep.procedures import play, scenes
from underkeep.procedures.actions import Move, Try
from underkeep.procedures.exploration import sight
from underkeep.procedures.wishes import GO, LEAVE_IT
from underkeep.table.order import ATTACK, CAST, FLEE, Order
from underkeep.table.orders import RoundOfOrders
from underkeep.table.several import InOrder
from underkeep.table.speech import battle_orders, casting_words, errand_words, fighting_words, own_lines
from underkeep.table.speech.asking_words import asked
from underkeep.table.speech.by_place import DECLARING, by_place
from underkeep.table.speech.calling import Table
from underkeep.table.speech.calling import called as calls_meant
from underkeep.table.speech.describe import but_actor, called, describe, wares
from underkeep.table.speech.fight_flight import left_behind
from underkeep.table.speech.going import aimed, by_name, exploring, is_onward, walking
from underkeep.table.speech.handling import ALL_OF_A_SORT, handled
from underkeep.table.speech.matching import is_guess, matches, meaning, words_of
from underkeep.table.speech.meanings import Ask, Browse, Do, Meaning, Reader, Say, Show, Undertake, ours
from underkeep.table.speech.rephrasing import rephrased
from underkeep.table.speech.supposing import refusal
from underkeep.table.speech.taking import contents, taken
from underkeep.table.speech.talking import talking
from underkeep.table.speech.touching import touched
from underkeep.table.speech.trading import bought, several
from underkeep.table.speech.ways_taken import takes_no_way
from underkeep.table.speech.wording import COMPASS, SHOWS, canonical, parts, tokens
from underkeep.table.standing import as_told
from underkeep.world.light import Light
from underkeep.world.state import State

FEW = 3
_NO_VERBS = ("l", "m", "i", "q", "h", "where", "who", "save", "look", "again", "repeat", "more")
"""Words that ask for something to look at only if no more than one word follows."""
UNSURE = "Is this meant?"
_AS_MUCH_AS = {"yes": GO, "no": LEAVE_IT}


def strictly(reader: Reader, said: str, parse: Callable[[Reader, str], Meaning]) -> Meaning | None:
    """What a line means by its own words, or None."""
    plain = canonical(said)
    chosen = (said, plain, _AS_MUCH_AS.get(plain))
    answer = next((x for x in reader.options.listed if isinstance(x, Answer) and x.choice in chosen), None)
    if answer is not None:
        return Do(answer)
    if not reader.state.prompts:
        if said.isdecimal():
            return Say(f"There is no option {said[:9]}.")
        if plain in ("yes", "no"):
            return Say("Nothing was asked.")
        thing = touched(reader.state, reader.options, said)
        if thing is not None:
            return Do(thing)
        heap = taken(reader, said)
        if heap is not None:
            return heap
        wish = call(reader, said) or _marked(reader, said) or _tried_by_name(reader, said)
        if wish is not None:
            return wish
        is_talk = bool(talk := talking(reader.state, reader.options, said))
        if len(talk) == 1 and (against := play.why_not(reader.rules, reader.state, reader.seat, talk[0])) is not None:
            return Say(against.sentence, against.rule)
        if not is_talk and (undertaken := _undertaken(reader, said)) is not None:
            return undertaken
        show = None if is_talk else _of_magic(reader, said) or _show(said)
        if show is not None:
            return _of_own(reader, show)
        said = said if is_talk else rephrased(said, ours(reader), reader.state.fight is not None)
        if reader.state.fight is not None:
            own = own_lines.read(reader.rules, reader.state, reader.seat, reader.focus, said)
            if own is not None and play.why_not(reader.rules, reader.state, reader.seat, own) is None:
                return Do(own)
            struck = fighting_words.blow(reader, said)
            if not isinstance(struck, str):
                return struck
            said = struck
    said = by_name(reader.state, said)
    trade = several(reader, said, parse) or bought(reader, said)
    if trade is not None and not exact(reader, said):
        return trade
    for spoken, hand in addressed(reader.state, said):
        found, words = _read(reader, spoken)
        found = [x for x in found if not isinstance(x, a.Go) or not takes_no_way(spoken)]
        found = [x for x in found if hand or not hasattr(x, "actor")] if spoken != said else found
        if found:
            return _surely(reader, said, _settle(reader, spoken, words, found))
    if (placed := by_place(reader, said)) is not None:
        closes = isinstance(placed, Do) and isinstance(placed.action, Move) and placed.note
        return (battle_orders.read(reader, said) if closes else None) or placed
    own = own_lines.read(reader.rules, reader.state, reader.seat, reader.focus, said)
    if own is not None and reader.state.fight is not None and battle_orders.read(reader, said) is not None:
        own = None  # a blow at a foe, whatever the game calls one at a friend
    met = reader.state.encounter.monsters if reader.state.encounter is not None else ()
    if own is not None and getattr(own, "target", "") in met:
        own = own if play.why_not(reader.rules, reader.state, reader.seat, own) is None else None
    if own is not None and reader.state.fight is None and _is_of_another_place(reader, own):
        own = None
    if own is not None:
        against = play.why_not(reader.rules, reader.state, reader.seat, own) if _lacks_words(own) else None
        return Say(against.sentence, against.rule) if against is not None else Do(own)
    if reader.state.fight is not None and not reader.state.prompts:
        if (tried := _show(said) or _later(reader, said) or _deed(reader, said)) is not None:
            return tried
        return Say(fighting_words.NO_TALK) if fighting_words.is_talk(said) else None
    return _show(said)


def _is_of_another_place(reader: Reader, action: Action) -> bool:
    """Whether such a thing is done nowhere near here, so that the words may mean something else."""
    against = play.why_not(reader.rules, reader.state, reader.seat, action)
    return against is not None and against.sentence.startswith(("That is done in town", "That is done on the road"))


def _lacks_words(action: Action) -> bool:
    """Whether something that has to be said of it was not."""
    needed = (field.name for field in msgspec.structs.fields(type(action)) if field.required)
    return any(getattr(action, name) in ("", ()) for name in needed)


def _surely(reader: Reader, said: str, meant: Meaning) -> Meaning:
    """The same; but what is only guessed gives way to the rules' word on what was said."""
    if not isinstance(meant, Ask) or meant.question != UNSURE or reader.state.fight is not None:
        return meant
    reason = refusal(reader.rules, reader.state, reader.options, reader.seat, said)
    return Say(reason) if reason else meant


def _undertaken(reader: Reader, said: str) -> Meaning | None:
    """What takes more than one action: a walk to somewhere, a round as ordered."""
    state = reader.state
    if state.fight is not None:
        ours = [c for c in state.active() if state.owns(reader.seat, c.id)]
        if (asked_for := fighting_words.read(reader, said) or casting_words.cast(reader, said)) is not None:
            return asked_for
        if errand_words.names_nobody(state, ours, said):
            return Say("There is no such foe here.")
        meant = errand_words.ordered(state, ours, said, reader.orders)
        if meant is None:
            return None
        if meant.is_noted:
            return Undertake(RoundOfOrders({}), meant.standing, meant.note)
        announced = {id: Order(CAST, spell=spell) for id, spell in reader.announced().items()}
        standing = {**reader.orders, **{id: o for id, o in meant.standing.items() if o is not None}}
        standing = {id: o for id, o in standing.items() if meant.standing.get(id, o) is not None}
        before = reader.last_round() if meant.is_repeat else {}
        if meant.is_repeat and not before and not standing and not announced:
            return Undertake(RoundOfOrders({}, Order(ATTACK)), question=NOBODY_TOLD)
        note = " ".join(filter(None, (meant.note, as_told(state, standing))))
        asked = left_behind(reader) if meant.otherwise is not None and meant.otherwise.sort == FLEE else ""
        return Undertake(RoundOfOrders({**announced, **standing}, meant.otherwise, before), meant.standing, note, asked)
    if state.encounter is not None:
        return casting_words.cast(reader, said)
    if state.party is None or state.party.at is None:
        return None
    if (rests := errand_words.rest(said)) is not None and a.Rest() in reader.options.listed:
        deed = reader.rules.book.deed(a.Rest(), scenes.scene_of(state) or "")
        return Do(a.Rest()) if deed is not None and deed.question(state, a.Rest()) else Undertake(rests)
    found = errand_words.walk(state, said, reader.came_from)
    if isinstance(found, str):
        return Say(found)
    if isinstance(found, Action):
        return Do(found)
    if found is None and is_onward(said) and not walking(reader.rules, state, reader.options, said):
        found = exploring(state)
        if found is not None and _is_dark(reader):
            return Say(TOO_DARK)
    return Undertake(found) if found is not None else None


NOBODY_TOLD = "Nobody has been told anything in this fight yet. Is everybody to attack?"
TOO_DARK = "It is dark here, and nobody carries a light: what has not been seen yet cannot be found like that."


def _is_dark(reader: Reader) -> bool:
    """Whether the party sees nothing of where it is."""
    answers = reader.rules.dungeon
    return answers is not None and not reader.state.lights and not sight(answers, reader.state)


def _read(reader: Reader, said: str) -> tuple[Sequence[Action], str]:
    """The actions that the line may mean, and the words by which they were found, if only by their words."""
    rules, state, options, focus = reader.rules, reader.state, reader.options, reader.focus
    found = exact(reader, said) or talking(state, options, said) or walking(rules, state, options, said, focus)
    found = found or _handled(reader, said)
    if found:
        return found, ""
    if said in COMPASS and state.fight is None:
        return (), ""
    ends = said.startswith("retire")
    listed = [x for x in options.listed if ends or not isinstance(x, a.Retire)]
    if THE_REST.search(said):
        listed = [x for x in listed if not isinstance(x, a.Rest | a.RestDays | a.MakeCamp)]
    listed += aimed(options, said)
    cast = re.sub(r"^cast\b", "declare spell", said)
    aim = re.sub(r"^(.*\bcasts? .+?) (?:on|upon|over|against) ", r"\1 at ", said)
    heap = _HEAP.sub("at treasure", aim)
    for words in dict.fromkeys((_announced(state, said), said, canonical(said), cast, aim, heap)):
        matched = meaning(rules, state, listed, words)
        if matched:
            return _at_the_named(state, matched, words), words
    if found := _with_another_number(reader, said):
        return found, ""
    # In a fight each of a game's ways to leave is its own: who may not withdraw does not run instead.
    return walking(rules, state, options, canonical(said), focus) if state.fight is None else (), ""


def _at_the_named(state: State, found: Sequence[Action], said: str) -> Sequence[Action]:
    """Of several those at whom the line aims by name."""
    aim = tokens(said.rpartition(" at ")[2])[:1]
    at = [x for x in found if aim and tokens(called(state, getattr(x, "target", "")))[:1] == aim]
    return at or found


THE_REST = re.compile(r"\b(?:the|his|her|their|our) rest\b|\brest of\b(?! the (?:day|night))")
"""What is left of something, and no pause."""
_HEAP = re.compile(r"\bat (?:the |those |that |all the )?(?:gold|coins?|money|loot|hoard|heap|pile)(?: pieces)?\b")


def _announced(state: State, said: str) -> str:
    """While a round is announced, `retreat` means to announce it."""
    is_declaring = state.fight is not None and state.fight.steps and state.fight.step.phase == DECLARING
    return f"declare {said}" if is_declaring and not said.startswith("declare") else said


def _handled(reader: Reader, said: str) -> Sequence[Action]:
    return handled(reader.rules, reader.state, reader.options, reader.seat, said)


def addressed(state: State, said: str) -> list[tuple[str, bool]]:
    """The line; of one that begins with a member's name also the rest of it, by that hand or by the whole party."""
    if state.fight is not None or state.party is None:
        return [(said, True)]
    for member in state.marchers():
        name = " ".join(tokens(member.name))
        rest = said.removeprefix(name).lstrip(", ")
        if name and said.startswith(name) and rest and rest != said:
            return [(said, True), (rest, False), (f"{rest} with {name}", True)]
    return [(said, True)]


def _later(reader: Reader, said: str) -> Meaning | None:
    """What is to be done in a later step of the round, said while its announcements are made; a throw also later."""
    fight = reader.state.fight
    if fight is None or not fight.steps:
        return None
    is_throw = battle_orders.is_before_blows(fight) and battle_orders.THROWS.search(said) is not None
    return battle_orders.read(reader, said) if is_throw or fight.step.phase == DECLARING else None


def _deed(reader: Reader, said: str) -> Meaning | None:
    """Something to be tried on a foe, unless the rules have their own word on it."""
    tried = fighting_words.deed(reader, said)
    known = tried is not None and refusal(reader.rules, reader.state, reader.options, reader.seat, said, reader.focus)
    return None if known else tried


def _tried_by_name(reader: Reader, said: str) -> Meaning | None:
    """`Hargan tries to climb the wall`."""
    found = re.fullmatch(r"(?P<who>\w+),? (?:tries|attempts|try|attempt) (?P<what>.+)", said)
    who = next((c for c in ours(reader) if found is not None and parts(c.name)[:1] == [found["who"]]), None)
    if found is None:
        return None
    if who is None:
        return call(reader, f"try {found['what']} with {found['who']}")
    meant = call(reader, f"try {found['what']} with {found['who']}")
    if not isinstance(meant, Do) or not isinstance(meant.action, Try):
        return meant
    what = meant.action.what.removesuffix(f" with {found['who']}")
    return Do(msgspec.structs.replace(meant.action, actor=who.id, what=what))


def _marked(reader: Reader, said: str) -> Do | None:
    """`mark here is a draught`: a note on the party's map, where the game has that."""
    word, _, what = said.partition(" ")
    has_maps = a.NoteOnMap in reader.rules.codec.action_types
    return Do(a.NoteOnMap(what)) if word in ("mark", "note", "jot") and what and has_maps else None


def empty(reader: Reader) -> Meaning:
    """Enter alone: in a fight those who have orders follow them."""
    state = reader.state
    if state.fight is not None and reader.orders and not state.prompts:
        return Undertake(RoundOfOrders(reader.orders, None))
    return Say("Type a number or a command; help lists them.")


def _of_magic(reader: Reader, said: str) -> Show | None:
    """`what is Arcane Eye`, if there is a spell of that name."""
    found = re.fullmatch(r"(?:what is|what are|explain|describe|about)(?: the)?(?: spell)? (?P<name>.+)", said)
    names = (tokens(name) for name in reader.rules.spells()) if found is not None else ()
    return Show("spell", found["name"]) if found is not None and tokens(found["name"]) in names else None


def _of_own(reader: Reader, show: Show) -> Show:
    """A sheet or pack of somebody who is named; of all if the words name nobody."""
    words = set(parts(show.rest))
    named = [c for c in ours(reader) if parts(c.name)[:1] and parts(c.name)[0] in words]
    if show.what not in ("inventory", "sheet") or len(words) < 2:
        return show
    return Show(show.what, named[0].name.lower() if named else "")


def _show(said: str) -> Show | None:
    word, _, rest = said.partition(" ")
    question = asked(said)
    if question is not None:
        return Show(*question)
    if word == "look" and rest.split(" ")[0] in ("at", "around", "in", "inside", "here"):
        return Show("look")
    if word not in SHOWS or (word in _NO_VERBS and rest.split()[1:]) or (word == "who" and rest):
        return None
    if word in ("why", "reason", "explain") and _OF_THE_WORLD.match(rest):
        return None
    return Show(SHOWS[word], re.sub(r"^(?:of|for|from) ", "", rest))


_OF_THE_WORLD = re.compile(
    r"(?:is|are|was|were|does|do|did|has|have|would|can|the) (?!(?:i|we|it|that|this|not)\b).* .*"
)
"""What is asked of the world, and not of what was told or refused last."""


def call(reader: Reader, said: str) -> Meaning | None:
    """A roll that is called for, or a wish; one that names nobody may be anybody's."""
    referees = reader.referees or reader.seat == REFEREE
    table = Table(reader.rules, reader.state, reader.seat, referees, reader.focus)
    found = calls_meant(table, said)
    if not found:
        return None
    return Do(found[0]) if len(found) == 1 else Ask("Who is meant?", tuple(found))


def exact(reader: Reader, said: str) -> Sequence[Action]:
    wanted = tokens(said)
    for action in reader.options.listed:
        if words_of(reader.rules, reader.state, action) == wanted:
            return (action,)
    return ()


def _with_another_number(reader: Reader, said: str) -> Sequence[Action]:
    """`gamble 30` where 100 is offered: an action of the game's own that has one number, with that number."""
    numbers = [w for w in tokens(said) if w.isdecimal()]
    wanted = [w for w in tokens(canonical(said)) if not w.isdecimal()]
    if len(numbers) != 1 or not wanted:
        return ()
    found = []
    for action in reader.options.listed:
        fields = [k for k, v in msgspec.structs.asdict(action).items() if type(v) is int]
        words = tokens(describe(reader.rules, reader.state, action))
        if len(fields) == 1 and type(action) not in a.DELVE_ACTIONS and matches(wanted, words):
            found.append(msgspec.structs.replace(action, **{fields[0]: int(numbers[0])}))
    return found


def _settle(reader: Reader, said: str, words: str, found: Sequence[Action]) -> Meaning:
    """One action: the plain form of it, or by the best hand; else ask which, as of what is too short to be sure."""
    actions = _of_unlike_things(reader, list(dict.fromkeys(found)))
    if len(actions) > 1 and reader.focus:
        actions = [x for x in actions if getattr(x, "actor", "") == reader.focus] or actions
    bare = [x for x in actions if _is_bare(x)]
    actions = bare if len(bare) == 1 else actions
    if ALL_OF_A_SORT.fullmatch(said) and len(packed := [x for x in actions if _is_packed(reader, x)]) > 1:
        return Undertake(InOrder(packed))
    if len(actions) > 1 and all(isinstance(x, a.Offer) for x in actions):
        actions = [reader.rules.fittest(reader.state, actions)]
    if len(actions) > 1 and all(isinstance(x, a.Douse) for x in actions) and _ALL_LIGHTS.search(said):
        return Undertake(InOrder(actions))
    actions = _of_lights_alike(reader, actions)
    if len(actions) > 1 and not _names_several(reader, said, actions):
        actions = _by_best_hands(reader, actions)
    is_bare = len(tokens(said)) == 1 or len(tokens(canonical(said))) == 1
    if len(actions) > FEW and is_bare and len({type(x) for x in actions}) == 1 and not reader.focus:
        return Browse(type(actions[0]).__name__)
    if len(actions) > 1:
        return Ask("Which do you mean?", tuple(actions))
    if isinstance(actions[0], a.InspectHoard) and contents(reader, actions[0].hoard):
        return Do(actions[0], contents(reader, actions[0].hoard))
    unsure = words and all(is_guess(reader.rules, reader.state, actions[0], w) for w in (words, canonical(said)))
    return Ask(UNSURE, tuple(actions)) if unsure else Do(actions[0])


_ALL_LIGHTS = re.compile(
    r"(?<!one of the )(?<!one of )\b(?:all|both|every|our lights|the (?:torches|lanterns|lights|candles|lamps))\b"
)


def _of_lights_alike(reader: Reader, actions: Sequence[Action]) -> list[Action]:
    """Of several lights alike in the same hand the one that has least left is put out: it makes no difference."""
    lights = {x.id: x for x in reader.state.lights}
    found: dict[object, Action] = {}
    for action in actions:
        light = lights.get(action.light) if isinstance(action, a.Douse) else None
        key: object = action if light is None else (light.bearer, light.name)
        other = found.get(key)
        if light is None or not isinstance(other, a.Douse) or _ends(light) < _ends(lights[other.light]):
            found[key] = action
    return list(found.values())


def _ends(light: Light) -> float:
    return float("inf") if light.until is None else light.until


def _of_unlike_things(reader: Reader, actions: Sequence[Action]) -> list[Action]:
    """The same, but of what is done to things of a sort that is sold, and quite alike, only the first. A wand is not as
    another is, whatever it looks like."""
    sold = wares(reader.rules, reader.state) if len(actions) > 1 and reader.rules.town is not None else {}
    told: dict[object, Action] = {}
    for action in actions:
        owner = reader.state.creatures.get(getattr(action, "actor", ""))
        item = owner.item(action.item) if owner is not None and isinstance(action, _WITH_THINGS) else None
        is_ware = item is not None and item.kind in sold
        alike = (replace(item, id=""), replace(action, item="")) if item is not None and is_ware else action
        told.setdefault(alike, action)
    return list(told.values())


_WITH_THINGS = a.Give | a.Drop | a.Sell | a.Equip | a.PutIn


def _is_packed(reader: Reader, action: Action) -> bool:
    """Whether something is to be sold that is neither held nor worn."""
    item = reader.state.creatures[action.actor].item(action.item) if isinstance(action, a.Sell) else None
    return item is not None and item.place not in ("hand", "worn")


def _is_bare(action: Action) -> bool:
    """Whether every field but the hand has its default: run away, as against run and drop something."""
    fields = [field for field in msgspec.structs.fields(type(action)) if field.name != "actor"]
    return bool(fields) and all(getattr(action, field.name) == field.default for field in fields)


def _names_several(reader: Reader, said: str, actions: Sequence[Action]) -> bool:
    """Whether a word of the line may be the name of more than one of those who could do it."""
    names = [tokens(called(reader.state, getattr(x, "actor", ""))) for x in actions]
    first = tokens(describe(reader.rules, reader.state, actions[0]))
    others = [w for w in first if w not in names[0]]
    loose = [w for w in tokens(said) if not matches([w], others) and not matches([w], tokens(canonical(said))[:1])]
    return any(sum(matches([w], name) for name in names) > 1 for w in loose)


def _by_best_hands(reader: Reader, actions: Sequence[Action]) -> list[Action]:
    """One action for each thing: by whoever did such a thing last, else by whom the game has for the fittest."""
    things: dict[str, list[Action]] = {}
    for action in actions:
        things.setdefault(f"{type(action).__name__} {but_actor(reader.state, action)}", []).append(action)
    return [_best(reader, alike) for alike in things.values()]


def _best(reader: Reader, alike: Sequence[Action]) -> Action:
    usual = reader.usual.get(type(alike[0]).__name__)
    own = next((x for x in alike if getattr(x, "actor", "") == usual), None)
    return own or reader.rules.fittest(reader.state, alike)
