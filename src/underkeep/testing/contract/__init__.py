"""The contract every ruleset keeps, whatever its game: run these for yours.

from underkeep.testing import contract

@pytest.mark.parametrize("check", contract.CHECKS, ids=contract.name)
def test_contract(check):
    check(RULESET, "3 fighter v 4 orc", seed=1)
"""

from __future__ import annotations

import copy
import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from msgspec.structs import replace

from underkeep.kernel.audience import seen_by
from underkeep.kernel.dice import Seeded
from underkeep.kernel.event import Action, Event, fold
from underkeep.kernel.prompt import REFEREE, Answer, Answered, Asked, Ruled
from underkeep.lab.muster import SIDES, muster, parse_sides
from underkeep.lab.skirmish import play_fight
from underkeep.minds.soldier import Soldier
from underkeep.minds.wanderer import Wanderer
from underkeep.procedures import fight, play
from underkeep.procedures.actions import BeginFight, EndStep
from underkeep.procedures.options import NONE, Options
from underkeep.procedures.resolution import Refused, Resolution
from underkeep.procedures.ruleset import Ruleset
from underkeep.procedures.switches import switches_on
from underkeep.table.view import view
from underkeep.testing.contract.moments import moments_of
from underkeep.testing.contract.mutated import Mutator
from underkeep.testing.contract.mutated import check as check_attempt
from underkeep.testing.contract.paired import compare
from underkeep.testing.saved_games import dice_are_proved, forged_records_are_noticed
from underkeep.testing.scenes import delve_scenes, sample_actions
from underkeep.testing.wished import called, wished
from underkeep.world.creature import CheckRolled, Creature, CreatureJoined, SaveRolled
from underkeep.world.fight import Finished
from underkeep.world.state import CharacterGiven, State

Check = Callable[[Ruleset, str, int], None]
FEW, MANY = 40, 200
MUTATED = 1500
"""So many changed actions are tried; `make fuzz` tries millions."""
PAIRS = 80
"""So many pairs of states are compared; `make paired` compares 100,000."""
GUEST = "guest"


def under(rules: Ruleset, options: Iterable[str]) -> Ruleset:
    """The same game at a table that plays by these of its optional rules, `name` or `no-name`."""
    on = switches_on(rules, options)
    other = copy.copy(rules)
    other.switches = {id: replace(switch, default=id in on) for id, switch in rules.switches.items()}
    return other


class Moment:
    """One decision of a game of random legal play: before it, what was listed, what was chosen, what came of it."""

    def __init__(self, state: State, seat: str, listed: Options, chosen: Action, done: Resolution) -> None:
        self.state = state
        self.seat = seat
        self.listed = listed
        self.chosen = chosen
        self.done = done


@lru_cache(maxsize=4)
def random_play(
    rules: Ruleset, match: str, seed: int, human_referee: bool = False, is_shared: bool = False
) -> tuple[Moment, ...]:
    """Every decision of a fight in which each seat picks at random from what is legal; the first side may be shared by
    two players. The checks of one match look at the same game."""
    return tuple(at_random(rules, match, seed, human_referee, is_shared))


def at_random(
    rules: Ruleset, match: str, seed: int, human_referee: bool = False, is_shared: bool = False
) -> Iterator[Moment]:
    dice, chance = Seeded(seed, "contract"), Wanderer(seed)
    state = muster(rules, parse_sides(rules, match), dice, (), 2, human_referee).state
    state = _shared(state) if is_shared else state
    done = play.resolve(rules, state, REFEREE, BeginFight(), dice)
    yield Moment(state, REFEREE, NONE, BeginFight(), done)
    while done.state.prompts or next(fight.waiting(rules, done.state), None) is not None:
        state = done.state
        seat = state.prompts[0].seats[0] if state.prompts else _seat_to_act(rules, state)
        listed = play.legal_actions(rules, state, seat)
        assert listed, f"{seat} must decide but has nothing to choose from."
        if seat == REFEREE:
            chosen: Action = Answer(state.prompts[0].id, state.prompts[0].default)
        else:
            going_on = Options(tuple(a for a in listed.listed if not isinstance(a, EndStep)), listed.moves)
            chosen = going_on[chance.choose(range(len(going_on)))]
        done = play.resolve(rules, state, seat, chosen, dice)
        yield Moment(state, seat, listed, chosen, done)


def _shared(state: State) -> State:
    """Every other creature of the first side is another player's, who is new at the table."""
    side = SIDES[0]
    theirs = [c.id for c in state.creatures.values() if c.side == side][1::2]
    return fold((CharacterGiven(id, GUEST) for id in theirs), state)


def _seat_to_act(rules: Ruleset, state: State) -> str:
    creature = next(fight.waiting(rules, state))
    return state.owner(creature.id)


def random_play_ends(rules: Ruleset, match: str, seed: int) -> None:
    """Random legal play comes to an end with at most one side standing, or a draw."""
    last = random_play(rules, match, seed)[-1].done.state
    assert last.fight is None
    assert last.winner is not None
    assert last.winner == "" or not [c for c in last.active() if c.side != last.winner]


def listed_is_accepted(rules: Ruleset, match: str, seed: int) -> None:
    """What is listed is legal, and what was once listed is refused when it is not listed any more.

    Of long lists (mostly squares to move to) an even sample is tried, another one each time, and of long games an even
    sample of moments.
    """
    known: dict[Action, None] = {}
    moments = random_play(rules, match, seed)
    for number, moment in enumerate(moments[:: max(1, len(moments) // MANY)]):
        stride = max(1, len(moment.listed) // FEW)
        for action in moment.listed[number % stride :: stride]:
            refusal = play.why_not(rules, moment.state, moment.seat, action)
            assert refusal is None, f"{action} is listed but refused: {refusal}"
        for action in list(known)[-FEW:]:
            if action not in moment.listed:
                refusal = play.why_not(rules, moment.state, moment.seat, action)
                assert refusal is not None, f"{action} is not listed but not refused either."
                assert refusal.sentence.endswith(".")
        known.update(dict.fromkeys(moment.listed[:: max(1, len(moment.listed) // 7)]))


def refused_changes_nothing(rules: Ruleset, match: str, seed: int) -> None:
    """A refused action leaves the state as it was and draws no dice."""
    refused = 0
    for moment in random_play(rules, match, seed):
        dice = Seeded(seed, "refusals")
        before = rules.codec.encode(moment.state)
        for seat in (*SIDES, REFEREE, "nobody"):
            if play.why_not(rules, moment.state, seat, moment.chosen) is None:
                continue
            try:
                play.resolve(rules, moment.state, seat, moment.chosen, dice)
            except Refused:
                refused += 1
            else:
                raise AssertionError(f"{moment.chosen} by {seat} was not refused.")
        assert dice.position == 0
        assert rules.codec.encode(moment.state) == before
    assert refused


def codec_round_trip(rules: Ruleset, match: str, seed: int) -> None:
    """Every state, action and event comes back equal from its JSON."""
    codec = rules.codec
    for moment in random_play(rules, match, seed):
        assert codec.state(codec.encode(moment.done.state)) == moment.done.state
        assert codec.action(codec.encode(moment.chosen)) == moment.chosen
        assert codec.events(codec.encode(moment.done.events)) == moment.done.events
    json.dumps(codec.schema())


def fold_equals_live(rules: Ruleset, match: str, seed: int) -> None:
    """The events alone, folded, make the state that was played."""
    moments = random_play(rules, match, seed)
    state = moments[0].state
    for moment in moments:
        state = fold(moment.done.events, state)
        assert state == moment.done.state


def events_cite_rules(rules: Ruleset, match: str, seed: int) -> None:
    """Every rule id an event carries belongs to this game, and rolls always say which rule made them."""
    for moment in random_play(rules, match, seed):
        for event in moment.done.events:
            assert all(rule.startswith(f"{rules.id}:") for rule in event.rule), event
            if hasattr(event, "roll"):
                assert event.rule, f"{event} rolls dice but cites no rule."


def secrets_are_kept(rules: Ruleset, match: str, seed: int) -> None:
    """No seat is sent an event meant for others, nor a field that is not its own, nor a state that tells the hidden."""
    for moment in random_play(rules, match, seed):
        state = moment.done.state
        for seat in SIDES:
            for event in moment.done.events:
                _check_event(rules, state, event, seat)
            _check_view(rules, state, seat)


def _check_event(rules: Ruleset, state: State, event: Event, seat: str) -> None:
    seen = seen_by(event, seat, state)
    if event.seats is not None and seat not in event.seats:
        assert seen is None
    elif event.private and not state.owns(seat, event.whose()):
        assert seen is not None
        assert not isinstance(seen, CreatureJoined)
        assert all(getattr(seen, field, None) is None for field in event.private if field != "creature")
    assert seen_by(event, REFEREE, state) == event


def _check_view(rules: Ruleset, state: State, seat: str) -> None:
    """Change what the seat may not know of an enemy: its bytes stay the same."""
    before = rules.codec.encode(view(state, seat, rules))  # type: ignore[arg-type]
    for enemy in state.creatures.values():
        if not state.owns(seat, enemy.id):
            for hp in (enemy.hp - 1, enemy.hp + 1):
                other = replace(enemy, hp=hp)
                if hp > 0 and other.health == enemy.health:
                    changed = state.with_creature(enemy.id, hp=hp, items=())
                    assert rules.codec.encode(view(changed, seat, rules)) == before  # type: ignore[arg-type]


def two_players_share_a_side(rules: Ruleset, match: str, seed: int) -> None:
    """Each is asked about and offered only what its own may do, and ends only their part of a step; a stranger is told
    and offered nothing."""
    ended = 0
    for moment in random_play(rules, match, seed, is_shared=True):
        state, dice = moment.state, Seeded(seed, "ends")
        for seat in state.seats:
            for action in play.legal_actions(rules, state, seat).listed:
                if isinstance(action, EndStep):
                    done = play.resolve(rules, state, seat, action, dice).events[0]
                    assert isinstance(done, Finished) and done.creatures
                    assert all(state.owns(seat, id) for id in done.creatures)
                    ended += 1
                elif not isinstance(action, Answer):
                    assert state.owns(seat, getattr(action, "actor", "")), f"{action} is offered to {seat}."
            _check_view(rules, state, seat)
        _check_stranger(rules, moment)
    assert ended


def _check_stranger(rules: Ruleset, moment: Moment) -> None:
    seat, state = "stranger", moment.done.state
    assert not play.legal_actions(rules, state, seat)
    assert view(state, seat, rules) == view(State(rules.id, {}), seat, rules)
    assert not any(seen_by(event, seat, state) for event in moment.done.events)


def referee_may_be_a_person(rules: Ruleset, match: str, seed: int) -> None:
    """Asking a person who always takes the default gives the game that the automatic referee would give."""
    alone, asked = (
        [e for m in random_play(rules, match, seed, human) for e in m.done.events if not _is_ruling(e)]
        for human in (False, True)
    )
    assert [e for e in asked if not _is_ruling(e)] == alone


def _is_ruling(event: Event) -> bool:
    if isinstance(event, Asked):
        return REFEREE in event.prompt.seats
    return isinstance(event, Ruled) or (isinstance(event, Answered) and event.by == REFEREE)


def objections_never_raise(rules: Ruleset, match: str, seed: int) -> None:
    """Whatever is asked for, in whatever scene, is allowed or refused in a sentence: sensible, stale or absurd."""
    moments = random_play(rules, match, seed)
    states = [moments[0].state, *(m.done.state for m in moments[:: max(1, len(moments) // 3)]), moments[-1].done.state]
    if rules.dungeon is not None:
        states += [state for scene in delve_scenes(rules, seed).values() for state in scene]
    for action in sample_actions(rules, states):
        for state in states:
            for seat in (*state.seats, "nobody"):
                refusal = play.why_not(rules, state, seat, action)
                assert refusal is None or refusal.sentence.endswith("."), f"{action}: {refusal}"


def what_passes_is_done(rules: Ruleset, match: str, seed: int) -> None:
    """Whatever `why_not` lets pass never raises, whatever it refuses it refuses shortly: actions changed in a field or
    two, from every seat, in moments of this fight and of every scene."""
    moments = random_play(rules, match, seed)
    states = [m.done.state for m in moments[:: max(1, len(moments) // 8)]]
    if rules.dungeon is not None:
        states += moments_of(rules, seed)
    mutator = Mutator(rules, states, Wanderer(seed))
    allowed = sum(check_attempt(rules, mutator.attempt(), seed) for _ in range(MUTATED))
    assert 0 < allowed < MUTATED


def secrets_change_nothing(rules: Ruleset, match: str, seed: int) -> None:
    """Two moments that differ in one declared secret are the same to a seat in every byte: view, menu, refusals, and
    the lines and facts of an action that does not find it out."""
    moments = random_play(rules, match, seed)
    states = [m.done.state for m in moments[:: max(1, len(moments) // 3)]]
    if rules.dungeon is not None:
        states += moments_of(rules, seed)
    tried: Counter[str] = Counter()
    leaks = compare(rules, states, seed, PAIRS, max(1, PAIRS // len(states)), tried)
    assert not leaks, "\n".join(map(str, leaks))
    assert tried


def wishes_are_answered(rules: Ruleset, match: str, seed: int) -> None:
    """Whatever is wished or called for is refused in a sentence, or comes to facts that fold, cite and encode; a person
    who referees is asked first, and the default changes nothing but the asking; what is called in secret is secret."""
    if rules.book.calls is None:
        return
    moments = random_play(rules, match, seed)
    states = [m.done.state for m in moments[:: max(1, len(moments) // 4)] if not m.done.state.prompts]
    if rules.dungeon is not None:
        states += [scene[-1] for scene in delve_scenes(rules, seed).values() if not scene[-1].prompts]
    for state in states:
        actor = _able(rules, state)
        others = [c.id for c in state.active() if c.id != (actor.id if actor else "")][:3]
        if actor is not None:
            for seat, action in (*wished(state, actor), *called(rules, state, actor, others)):
                if play.why_not(rules, state, seat, action) is None:
                    _check_wish(rules, state, seat, action, seed)


def _able(rules: Ruleset, state: State) -> Creature | None:
    """Somebody who may act, or else somebody who is there."""
    ours = state.marchers() if state.party is not None and state.fight is None else []
    return next(fight.waiting(rules, state), None) or next(iter(ours or state.active()), None)


def _check_wish(rules: Ruleset, state: State, seat: str, action: Action, seed: int) -> None:
    alone = play.resolve(rules, state, seat, action, Seeded(seed, "wish"))
    assert fold(alone.events, state) == alone.state
    assert rules.codec.events(rules.codec.encode(alone.events)) == alone.events
    assert rules.codec.action(rules.codec.encode(action)) == action
    for event in alone.events:
        assert all(rule.startswith(f"{rules.id}:") for rule in event.rule), event
        if isinstance(event, CheckRolled | SaveRolled):
            assert event.rule, f"{event} rolls dice but cites no rule."
            assert event.seats == (REFEREE,) or not getattr(action, "secretly", False), event
    dice = Seeded(seed, "wish")
    asked = play.resolve(rules, replace(state, human_referee=True), seat, action, dice)
    facts = list(asked.events)
    while asked.state.prompts and asked.state.prompts[0].pending is not None:
        prompt = asked.state.prompts[0]
        assert prompt.default in prompt.choices, prompt
        asked = play.resolve(rules, asked.state, REFEREE, Answer(prompt.id, prompt.default), dice)
        facts += asked.events
    told = [e for e in facts if not _is_ruling(e)]
    assert told == [e for e in alone.events if not _is_ruling(e)], action


def fingerprint(rules: Ruleset, match: str, seed: int) -> str:
    """A hash of a whole fight, to compare between processes."""
    dice = Seeded(seed, "fingerprint")
    made = muster(rules, parse_sides(rules, match), dice)
    events: list[Event] = list(made.events)
    play_fight(rules, made.state, dict.fromkeys(SIDES, Soldier()), dice, events)
    return hashlib.blake2b(rules.codec.encode(events)).hexdigest()


def name(check: Check) -> str:
    return check.__name__


OF_EVERY_SCENE: tuple[Check, ...] = (
    objections_never_raise,
    secrets_change_nothing,
    what_passes_is_done,
    wishes_are_answered,
)
"""Those that look mostly at delves, whoever fights."""
CHECKS: tuple[Check, ...] = (
    random_play_ends,
    listed_is_accepted,
    refused_changes_nothing,
    codec_round_trip,
    fold_equals_live,
    events_cite_rules,
    secrets_are_kept,
    two_players_share_a_side,
    referee_may_be_a_person,
    objections_never_raise,
    secrets_change_nothing,
    what_passes_is_done,
    wishes_are_answered,
    dice_are_proved,
    forged_records_are_noticed,
)
