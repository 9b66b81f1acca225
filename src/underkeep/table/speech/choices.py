"""The legal actions as a short menu: what differs only in who does it, or is many of a kind, is folded."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from msgspec import Struct

from underkeep.kernel.event import Action
from underkeep.kernel.prompt import Answer
from underkeep.procedures import actions as f
from underkeep.procedures import delve_actions as a
from underkeep.procedures.options import Moves, Options
from underkeep.procedures.questions import Ware
from underkeep.procedures.ruleset import Ruleset
from underkeep.procedures.scenes import scene_of
from underkeep.procedures.town_services import Visit
from underkeep.table import naming
from underkeep.table.speech.describe import but_actor, called, describe, verb, wares
from underkeep.table.speech.going import frontiers, move_kind, nearest
from underkeep.world.grid import Square, distance
from underkeep.world.state import State

MOST_OF_A_KIND, MOST_IN_FIGHT = 3, 1
# The order in which kinds of actions stand in a menu; what is not named comes after the first line.
ORDER: tuple[type[Action], ...] = (
    a.Parley, a.Engage, f.Attack, a.StandBy, a.Evade,
    a.Go, a.OpenDoor, a.ForceDoor, a.PickLock, a.TakeHoard, a.LightUp, a.Listen, a.Use, a.Disarm, a.InspectHoard,
    a.Examine, a.Handle, a.Burn,
    a.MarchOn, a.TurnBack, a.MakeCamp, a.SetOut, a.Buy, a.Sell, a.Hire, a.HearRumours, a.RestDays,
    a.Rest, a.ShutDoor, a.Douse, a.LeaveDungeon, f.Done, f.EndStep, a.Dismiss, a.Retire,
)  # fmt: skip
# Moves to squares stand before these.
BEHIND = ORDER[ORDER.index(a.Rest) :]


class Choice(Struct, frozen=True):
    """A line of the menu: an action, or more choices inside. `kind` is the action's type name. What is `grave` is asked
    about before it is done, and no digit stands for it. One with a `line` means what that means when it is typed."""

    label: str
    kind: str
    action: Action | None = None
    inside: tuple[Choice, ...] = ()
    moves: Moves | None = None
    grave: bool = False
    line: str = ""

    @property
    def is_fold(self) -> bool:
        return self.action is None and not self.line


def menu(rules: Ruleset, state: State, options: Options, focus: str = "") -> list[Choice]:
    """The choices of now. In a fight those of the creature in focus stand open, the others' are folded."""
    actors = list(dict.fromkeys(_actor(x) for x in (*options.listed, *(m.to((0, 0)) for m in options.moves))))
    actors = [id for id in actors if id]
    if state.fight is None or len(actors) < 2:
        return _by_kind(rules, state, options)
    first = focus if focus in actors else actors[0]
    own = _by_kind(rules, state, _only(options, first))
    rest = [
        Choice(f"{called(state, id)}...", "Other", None, tuple(_by_kind(rules, state, _only(options, id))))
        for id in actors
        if id != first
    ]
    return [*own, *rest, *_by_kind(rules, state, _only(options, ""))]


def errands(state: State, options: Options) -> list[Choice]:
    """What takes several actions and is wanted most often."""
    if state.prompts or not options:
        return []
    if state.fight is not None:
        if len({_actor(x) for x in options.listed} - {""}) < 2:
            return []
        again = [Choice("as last round", "AsLastRound", line="as last round")] if state.fight.round > 1 else []
        return [Choice("everyone attacks", "Everyone", line="everyone attack"), *again]
    if state.encounter is not None or state.party is None or state.party.at is None or state.dungeon is None:
        return []
    explore = Choice("explore what is next", "Explore", line="explore")
    is_out = state.party.at.area == state.dungeon.entrance.area
    return [explore] if is_out else [explore, Choice("walk out of here", "WalkOut", line="leave")]


def _actor(action: Action) -> str:
    return str(getattr(action, "actor", ""))


def _only(options: Options, actor: str) -> Options:
    listed = tuple(x for x in options.listed if _actor(x) == actor)
    return Options(listed, tuple(m for m in options.moves if m.actor == actor))


def _by_kind(rules: Ruleset, state: State, options: Options) -> list[Choice]:
    kinds: dict[type[Action], list[Action]] = {}
    for action in options.listed:
        kinds.setdefault(type(action), []).append(action)
    if a.Buy not in kinds and any(isinstance(x, a.RestDays) for x in options.listed) and wares(rules, state):
        kinds[a.Buy] = []
    found: list[Choice] = []
    order = sorted(kinds, key=lambda kind: _rank(state, kind))
    squares = [choice for moves in options.moves for choice in _squares(rules, state, moves)]
    for kind in order:
        if kind in BEHIND:
            found += squares
            squares = []
        found += _one_kind(rules, state, kinds[kind])
    return found + squares


def _rank(state: State, kind: type[Action]) -> float:
    """Its place in the order; a system's own stand behind what is usual in such a place."""
    if kind in ORDER:
        return ORDER.index(kind)
    if kind is Visit:
        return ORDER.index(a.RestDays) + 0.7
    if state.fight is not None or state.encounter is not None:
        return ORDER.index(a.Evade) + 0.5
    return ORDER.index(a.Use if state.party is not None and state.party.place == "dungeon" else a.RestDays) + 0.5


def _one_kind(rules: Ruleset, state: State, actions: Sequence[Action]) -> list[Choice]:
    """The choices of one kind of action: hands folded, and all in one fold if there are many."""
    if not actions:
        return [_shelves(rules, state, ())]
    things: dict[str, list[Action]] = {}
    for action in actions:
        things.setdefault(but_actor(state, action), []).append(action)
    found = [_one_thing(rules, state, alike) for alike in things.values()]
    most = MOST_OF_A_KIND if state.fight is None else MOST_IN_FIGHT
    kind = type(actions[0])
    if kind is not a.Buy and (len(found) <= most or isinstance(actions[0], f.Attack | Answer)):
        return found
    if _is_plain(actions[0]):
        return [found[0], *_one_kind(rules, state, actions[1:])]
    if kind is a.Buy:
        return [_shelves(rules, state, found)]
    return [Choice(f"{_heading(rules, kind, found)}...", kind.__name__, None, tuple(found))]


def _purses(rules: Ruleset, state: State) -> str:
    """What the party has between them."""
    assert rules.town is not None
    return f" (purses hold {price(rules, sum(rules.town.purse(c) for c in state.marchers()))})"


_FOLDS: dict[type[Action], str] = {a.Parley: "talk", a.Evade: "get away"}


def _heading(rules: Ruleset, kind: type[Action], found: Sequence[Choice]) -> str:
    """What the game calls such actions, or the words that all of them begin with."""
    if kind in _FOLDS:
        return _FOLDS[kind]
    columns = zip(*(choice.label.removesuffix("...").split() for choice in found), strict=False)
    alike = [words[0] for words in takewhile(lambda words: len(set(words)) == 1, columns)]
    shared = kind in (*f.ACTIONS, *a.DELVE_ACTIONS)
    return (" ".join(alike) if shared else "") or verb(rules, kind)


def _is_plain(action: Action) -> bool:
    """Whether an action is of the kind that needs no more said: it stands before the fold of the others."""
    return isinstance(action, a.SetOut | a.LeaveDungeon) and not action.route


def _one_thing(rules: Ruleset, state: State, actions: Sequence[Action]) -> Choice:
    kind = type(actions[0]).__name__
    if len(actions) == 1:
        return Choice(label(rules, state, actions[0]), kind, actions[0], grave=_is_grave(rules, state, actions[0]))
    inside = tuple(Choice(_hand(rules, state, x), kind, x) for x in actions)
    words = f"{_without_hand(rules, state, actions[0])}..."
    return Choice(_priced(rules, state, actions[0], words), kind, None, inside)


def _hand(rules: Ruleset, state: State, action: Action) -> str:
    """Who does it; a buyer with what the purse holds."""
    name = called(state, _actor(action))
    if not isinstance(action, a.Buy) or rules.town is None:
        return name
    return f"{name} (has {price(rules, rules.town.purse(state.creatures[action.actor]))})"


def _is_grave(rules: Ruleset, state: State, action: Action) -> bool:
    scene = scene_of(state)
    deed = rules.book.deed(action, scene) if scene else None
    return deed is not None and bool(deed.question(state, action))


def label(rules: Ruleset, state: State, action: Action) -> str:
    """The description; in a menu the price stands with what is bought or sold."""
    return _priced(rules, state, action, _short(rules, state, action))


def _priced(rules: Ruleset, state: State, action: Action, words: str) -> str:
    if isinstance(action, a.Buy):
        ware = wares(rules, state).get(action.item)
        return f"{words} ({price(rules, ware.cost_of(action.count))})" if ware is not None else words
    if isinstance(action, a.Sell) and rules.town is not None:
        item = state.creatures[action.actor].item(action.item)
        each = rules.town.price_of(state, item) if item is not None else 0
        return f"{words} ({price(rules, each * action.count)})"
    deed = rules.book.deed(action, scene_of(state)) if scene_of(state) else None
    takes = deed.takes(state, action) if deed is not None else ""
    return f"{words.removesuffix('...')} ({takes}){'...' if words.endswith('...') else ''}" if takes else words


def price(rules: Ruleset, coins: int) -> str:
    """A price in the game's own coins."""
    assert rules.town is not None
    return rules.town.money(coins)


def _without_hand(rules: Ruleset, state: State, action: Action) -> str:
    words = describe(rules, state, action)
    name = called(state, _actor(action))
    for ending in (f" with {name}", f" for {name}", f" of {name}"):
        words = words.removesuffix(ending)
    return words.removeprefix(f"{name}: ")


def _shelves(rules: Ruleset, state: State, found: Sequence[Choice]) -> Choice:
    """All wares under their sort: weapons, armour, gear; those that nobody can buy with the reason."""
    can_be_had: dict[str, Choice] = {}
    for choice in found:
        first = choice.action or choice.inside[0].action
        assert isinstance(first, a.Buy)
        can_be_had[first.item] = choice
    sorts: dict[str, list[Choice]] = {}
    for kind, ware in wares(rules, state).items():
        choice = can_be_had.get(kind) or _out_of_reach(rules, state, ware)
        sorts.setdefault(ware.sort, []).append(choice)
    inside = [Choice(f"{sort}...", "Buy", None, tuple(some)) for sort, some in sorts.items()]
    shelf = inside[0].inside if len(inside) == 1 else tuple(inside)
    return Choice(f"buy...{_purses(rules, state)}", "Buy", None, shelf)


def _out_of_reach(rules: Ruleset, state: State, ware: Ware) -> Choice:
    """A ware that nobody can buy now, and why not; to choose it gives the rules' reason, or lets others pay."""
    assert rules.town is not None
    cost = ware.cost_of(ware.count)
    purses = [rules.town.purse(c) for c in state.marchers()]
    why = "no room for it" if max(purses, default=0) >= cost else "together" if sum(purses) >= cost else "too dear"
    return Choice(f"{_shelf_name(ware)} ({price(rules, cost)}, {why})", "Buy", line=f"buy {_shelf_name(ware)}")


def _shelf_name(ware: Ware) -> str:
    name = ware.name.lower()
    return name if ware.count == 1 else f"{ware.count} {naming.plural(name)}"


def _squares(rules: Ruleset, state: State, moves: Moves) -> list[Choice]:
    """All squares of one kind of move, the nearest first; what is most often wanted stands before the fold."""
    kind = move_kind(moves)
    start = _start(state, moves)
    squares = sorted(moves.grid.squares(moves.mask), key=lambda s: (distance(start, s), s))
    inside = tuple(Choice(_square_label(rules, state, moves, s, start), kind, moves.to(s)) for s in squares)
    words = _short(rules, state, moves.to(squares[0])).removesuffix(naming.square_name(squares[0]))
    words = words.strip().removesuffix(" here")
    fold = Choice(f"{words} a square...", kind, None, inside, moves)
    if state.fight is not None:
        return [*_closing(rules, state, moves), fold]
    if squares[0] == start:
        return [Choice(f"{words} here", kind, moves.to(start)), *([fold] if len(squares) > 1 else [])]
    return [*_onward(state, moves), fold]


def _onward(state: State, moves: Moves) -> list[Choice]:
    """Walks to where the area goes on in the dark."""
    if move_kind(moves) != a.Walk.__name__:
        return []
    found = list(frontiers(state, Options((), (moves,))).items())[:MOST_OF_A_KIND]
    return [Choice(f"walk on {where} (to {naming.square_name(s)})", a.Walk.__name__, moves.to(s)) for where, s in found]


def _closing(rules: Ruleset, state: State, moves: Moves) -> list[Choice]:
    """The reachable square nearest to the nearest enemy, if it is nearer than where one stands; of the game's own ways
    to move only those that end beside it."""
    if moves.is_aim:
        return []
    mover = state.creatures[moves.actor]
    start = _start(state, moves)
    foes = sorted((distance(start, e.at), e.name, e.at) for e in state.enemies_of(mover) if e.at is not None)
    if not foes or foes[0][0] < 2:
        return []
    far, name, at = foes[0]
    kind, square = move_kind(moves), nearest(moves, at, start)
    if distance(square, at) >= far or (kind != f.Move.__name__ and distance(square, at) > 1):
        return []
    where = naming.square_name(square)
    if kind == f.Move.__name__:
        return [Choice(f"approach {name} (move to {where})", kind, moves.to(square))]
    return [Choice(f"{verb(rules, type(moves.to(square)))}: {name} (to {where})", kind, moves.to(square))]


def _start(state: State, moves: Moves) -> Square:
    if moves.actor:
        return state.creatures[moves.actor].at or (0, 0)
    return state.party.at.square if state.party is not None and state.party.at is not None else (0, 0)


def _square_label(rules: Ruleset, state: State, moves: Moves, square: Square, start: Square) -> str:
    where = naming.direction(start, square)
    side = rules.measures.map_square if state.fight is None else rules.measures.square
    far = rules.measures.told(distance(start, square) * side)
    return f"{_short(rules, state, moves.to(square))} ({f'{far} {where}' if where else 'here'})"


def _short(rules: Ruleset, state: State, action: Action) -> str:
    """The description without who acts, where the menu says that already."""
    words = describe(rules, state, action)
    return words.removeprefix(f"{called(state, _actor(action))}: ") if state.fight is not None else words


def flat(choices: Sequence[Choice]) -> list[Choice]:
    """Every choice that is an action, from all folds."""
    found: list[Choice] = []
    for choice in choices:
        found += flat(choice.inside) if choice.is_fold else [choice] if choice.action is not None else []
    return found
