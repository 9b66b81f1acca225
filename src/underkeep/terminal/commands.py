"""From a typed line to one of the legal actions. No rules: what cannot be matched to something legal is asked back.

A line matches an action when each word that says something is the beginning of a word of the action's description.
Directions, squares and numbers of things are understood beforehand.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec
from msgspec import Struct

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures.options import Options
from underkeep.procedures.ruleset import Ruleset
from underkeep.terminal.describe import called, describe
from underkeep.terminal.going import by_name, held_up, on_foot
from underkeep.terminal.handling import handled
from underkeep.terminal.objections import forbidden
from underkeep.terminal.wording import COMPASS, EXAMPLES, SHOWS, canonical, plain, tokens
from underkeep.world.state import State

MOST_LINE = 300
MOST_CHOICES = 20


class Do(Struct, frozen=True):
    """The line means this action."""

    action: Action


class Ask(Struct, frozen=True):
    """The line may mean any of these."""

    question: str
    choices: tuple[Action, ...]


class Show(Struct, frozen=True):
    """Not an action: something to look at. `rest` is what stood behind the word."""

    what: str
    rest: str = ""


class Say(Struct, frozen=True):
    """The line means nothing here."""

    text: str


Meaning = Do | Ask | Show | Say


class Reader(Struct):
    """What a line is read against. `usual` is who did each kind of thing last, by the action's type name.

    `focus` is the creature whose turn the person is looking at.
    """

    rules: Ruleset
    state: State
    options: Options
    usual: Mapping[str, str] = {}
    focus: str = ""


def parse(reader: Reader, line: str) -> Meaning:
    """The meaning of a line."""
    said = plain(line[:MOST_LINE])
    if not said:
        return Say("Type a number or a command; help lists them.")
    if not reader.state.prompts:
        show = _show(said)
        if show is not None:
            return show
        free = _in_own_words(reader, said)
        if free is not None:
            return Do(free)
    said = by_name(reader.state, said)
    readings: tuple[Callable[[Reader, str], Sequence[Action]], ...] = (
        _exact,
        lambda r, s: on_foot(r.rules, r.state, r.options, s, r.focus),
        lambda r, s: handled(r.rules, r.state, r.options, s),
        _matching,
        lambda r, s: _matching(r, canonical(s)),
        _with_another_number,
        _forbidden,
    )
    for read in readings:
        found = read(reader, said)
        if found:
            return _settle(reader, said, found)
    return _show(said) or Say(_unknown(reader, said))


def _show(said: str) -> Show | None:
    word, _, rest = said.partition(" ")
    if word not in SHOWS or (
        word in ("l", "m", "i", "q", "h", "back", "where", "who", "save", "look") and rest.split()[1:]
    ):
        return None
    return Show(SHOWS[word], rest)


def _in_own_words(reader: Reader, said: str) -> Action | None:
    """`try to tip the statue over`: something no rule mentions, where the game has that."""
    word, _, what = said.partition(" ")
    if word != "try" or not what or a.Try not in reader.rules.codec.action_types:
        return None
    ours = [c.id for c in reader.state.marchers()] if reader.state.party is not None else []
    named = next((id for id in ours if tokens(called(reader.state, id))[0] in tokens(what)), "")
    actor = named or reader.focus or next(iter(ours), "")
    return a.Try(actor, what) if actor else None


def _exact(reader: Reader, said: str) -> Sequence[Action]:
    wanted = tokens(said)
    for action in reader.options.listed:
        if tokens(describe(reader.rules, reader.state, action)) == wanted:
            return (action,)
    return ()


def _matching(reader: Reader, said: str) -> Sequence[Action]:
    wanted = tokens(said)
    if not wanted:
        return ()
    told = ((action, tokens(describe(reader.rules, reader.state, action))) for action in reader.options.listed)
    return [action for action, words in told if matches(wanted, words)]


def _forbidden(reader: Reader, said: str) -> Sequence[Action]:
    """What the book forbids just now, so that the table may say why."""
    told = [(x, tokens(describe(reader.rules, reader.state, x))) for x in forbidden(reader.rules, reader.state)]
    for line in (said, canonical(said)):
        found = [action for action, words in told if tokens(line) and matches(tokens(line), words)]
        if found:
            return found
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


def matches(wanted: Iterable[str], words: Sequence[str]) -> bool:
    """Whether each wanted word begins a word of the description; numbers must be whole."""
    return all(any(w == x or (not w.isdecimal() and x.startswith(_stem(w))) for x in words) for w in wanted)


def _stem(word: str) -> str:
    """Without the plural's s, so that goblins fits Goblin 2."""
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def _settle(reader: Reader, said: str, found: Sequence[Action]) -> Meaning:
    """One action: the plain form of it, or by the usual hand; else ask which."""
    actions = list(dict.fromkeys(found))
    if len(actions) > 1 and reader.focus:
        actions = [x for x in actions if getattr(x, "actor", "") == reader.focus] or actions
    bare = [x for x in actions if _is_bare(x)]
    actions = bare if len(bare) == 1 else actions
    if len(actions) > 1 and len({_but_actor(x) for x in actions}) == 1 and not _names_several(reader, said, actions):
        actions = [_usual(reader, actions)]
    if len(actions) == 1:
        return Do(actions[0])
    return Ask("Which do you mean?", tuple(actions[:MOST_CHOICES]))


def _is_bare(action: Action) -> bool:
    """Whether every field has its default: run away, as against run and drop something."""
    try:
        return bool(type(action).__struct_fields__) and type(action)() == action
    except TypeError:
        return False


def _but_actor(action: Action) -> str:
    fields = {k: v for k, v in msgspec.structs.asdict(action).items() if k != "actor"}
    return f"{type(action).__name__} {fields}"


def _names_several(reader: Reader, said: str, actions: Sequence[Action]) -> bool:
    """Whether a word of the line may be the name of more than one of those who could do it."""
    names = [tokens(called(reader.state, getattr(x, "actor", ""))) for x in actions]
    first = tokens(describe(reader.rules, reader.state, actions[0]))
    others = [w for w in first if w not in names[0]]
    loose = [w for w in tokens(said) if not matches([w], others) and not matches([w], tokens(canonical(said))[:1])]
    return any(sum(matches([w], name) for name in names) > 1 for w in loose)


def _usual(reader: Reader, actions: Sequence[Action]) -> Action:
    usual = reader.usual.get(type(actions[0]).__name__)
    return next((x for x in actions if getattr(x, "actor", "") == usual), actions[0])


def _unknown(reader: Reader, said: str) -> str:
    """One sentence with the nearest commands: about the same thing, spelt alike, or just what there is."""
    state, listed = reader.state, reader.options.listed
    if state.prompts:
        return f"Please answer: {', '.join(describe(reader.rules, state, x) for x in listed)}."
    things = [COMPASS.get(w, w) for w in tokens(canonical(said))[1:]]
    told = {x: describe(reader.rules, state, x) for x in listed}
    about = [x for x in listed if things and matches(things, tokens(told[x]))]
    alike = difflib.get_close_matches(said, list(told.values()), 3, 0.5)
    near = _one_of_each(about, told) or alike or _one_of_each(listed, told)
    hint = " or ".join(f'"{t}"' for t in near[:3]) or f'"{EXAMPLES[0]}"'
    reason = _refusal(reader, said).rstrip(".") or f'"{said[:40]}" cannot be done here'
    return f"{reason}; perhaps {hint}, or help."


def _refusal(reader: Reader, said: str) -> str:
    """Why a way is shut, or why the one who was named may not do what others may."""
    shut = held_up(reader.state, said)
    if shut:
        return shut
    state = reader.state
    ours = state.marchers() if state.party is not None and state.fight is None else []
    wanted = tokens(canonical(said))
    named = [c.id for c in ours if any(matches([w], tokens(c.name)) for w in wanted)]
    for action in {_but_actor(x): x for x in reader.options.listed if hasattr(x, "actor")}.values() if named else ():
        for id in named:
            asked = msgspec.structs.replace(action, actor=id)
            if matches(wanted, tokens(describe(reader.rules, state, asked))) and reader.rules.delving is not None:
                reason = reader.rules.delving.why_not(state, asked)
                if reason is not None:
                    return reason.sentence
    return ""


def _one_of_each(actions: Sequence[Action], told: Mapping[Action, str]) -> list[str]:
    """One description of every kind of action."""
    kinds: dict[type[Action], str] = {}
    for action in actions:
        kinds.setdefault(type(action), told[action])
    return list(kinds.values())
