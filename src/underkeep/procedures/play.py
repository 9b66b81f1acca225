"""The three questions every front door, bot and test asks: what is legal, why not, and what happens."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.dice import Dice, Recorded, Recording
from underkeep.kernel.event import Action
from underkeep.kernel.prompt import REFEREE, Answer, Answered, Asked, Pending, Prompt
from underkeep.procedures import calls, fight, journey, known_ground, scenes
from underkeep.procedures.actions import BeginFight, CallCheck, CallSave, Done, EndStep, Recall, Try
from underkeep.procedures.chapter import CALL, FIGHT
from underkeep.procedures.options import NONE, Options
from underkeep.procedures.resolution import Refusal, Refused, Resolution, RulingNeeded, ruling_key
from underkeep.procedures.ruleset import Ruleset
from underkeep.world.creature import Creature
from underkeep.world.fight import Finished
from underkeep.world.party import Suggested, SuggestionsHeard
from underkeep.world.state import State

_CALLS = (CallCheck, CallSave)


def legal_actions(rules: Ruleset, state: State, seat: str, actor: str | None = None) -> Options:
    """All that a seat may do now, or in a fight all that one of its creatures may do."""
    if state.prompts:
        return Options(tuple(Answer(p.id, c) for p in _answerable(state) if seat in p.seats for c in p.choices))
    if state.fight is None:
        if not scenes.scene_of(state) or not _leads(state, seat):
            return NONE
        return _own(rules, state, seat, scenes.options(rules.book, state))
    if actor is not None:
        creature = state.creatures.get(actor)
        if creature is None or not state.owns(seat, actor):
            return NONE
        return with_done(actor, fight.options(rules, state, creature))
    found, sides = NONE, []
    for creature, options in fight.choosers(rules, state):
        if state.owns(seat, creature.id):
            found += with_done(creature.id, options)
            sides.append(creature.side)
    return found + Options(tuple(EndStep(side) for side in dict.fromkeys(sides)))


def _answerable(state: State) -> tuple[Prompt, ...]:
    """The questions open now: while one holds up an action (perhaps an answer to another), that one alone."""
    return state.prompts[:1] if state.prompts[0].pending is not None else state.prompts


def with_done(actor: str, options: Options) -> Options:
    """What a creature may do, and to do no more; nothing if it may do nothing."""
    return Options((*options.listed, Done(actor)), options.moves) if options.listed or options.moves else NONE


def _leads(state: State, seat: str) -> bool:
    """Whether a seat has a say in what the party does. In town one without a character may come with another."""
    if not state.is_of_party(seat):
        return False
    return seat in state.voices() or (state.party is not None and state.party.place == "town")


def _own(rules: Ruleset, state: State, seat: str, options: Options) -> Options:
    """What the party does as one, and what the seat's own do."""
    assert state.party is not None
    if all(state.owns(seat, id) for id in state.party.members):
        return options
    listed = tuple(action for action in options.listed if _why_not_by(rules, state, seat, action) is None)
    return Options(listed, options.moves)


def _why_not_by(rules: Ruleset, state: State, seat: str, action: Action) -> Refusal | None:
    """Nobody acts by another's character but the caller, who speaks for those who do; belongings stay one's own."""
    assert state.party is not None
    doer = state.creatures.get(getattr(action, "actor", "") or getattr(action, "creature", ""))
    if doer is None or state.owns(seat, doer.id):
        return None
    deed = rules.book.deed(action, scenes.scene_of(state))
    others = state.is_of_party(state.owner(doer.id))
    if others and seat == state.party.caller and deed is not None and not deed.personal:
        return None
    return _not_yours(rules, state, seat, doer)


def _not_yours(rules: Ruleset, state: State, seat: str, creature: Creature) -> Refusal:
    """In the game's own words, if its book has any on it."""
    said = rules.book.seats.not_yours(state, creature) if rules.book.seats is not None else None
    return said or Refusal(f"{creature.name} is not played by {seat}.")


def why_not(rules: Ruleset, state: State, seat: str, action: Action) -> Refusal | None:
    """The reason this seat may not do this now, or None if it may. What passes can be carried out and written down."""
    return _why_not_now(rules, state, seat, action) or _why_not_written(rules, action)


def _why_not_written(rules: Ruleset, action: Action) -> Refusal | None:
    """No record holds half a letter or a number without bounds."""
    try:
        rules.codec.encode(action)
    except (UnicodeEncodeError, OverflowError):
        return Refusal("That cannot be written down.")
    return None


def _why_not_now(rules: Ruleset, state: State, seat: str, action: Action) -> Refusal | None:
    if isinstance(action, Answer):
        return _why_not_answer(state, seat, action)
    if state.prompts:
        return _asked_first(state)
    if isinstance(action, BeginFight):
        return _why_not_begin(state, seat)
    if not isinstance(action, rules.codec.action_types):
        return Refusal(f"This game has no action {type(action).__name__}.")
    if isinstance(action, _CALLS):
        return _why_not_call(rules, state, seat, action)
    if isinstance(action, Recall) or (isinstance(action, Try) and _is_between_scenes(state)):
        return _why_not_wish(rules, state, seat, action)
    return (
        _why_not_outside(rules, state, seat, action) if state.fight is None else _why_not_in(rules, state, seat, action)
    )


def _is_between_scenes(state: State) -> bool:
    """Whether there is neither a fight nor a party that is somewhere."""
    return state.fight is None and not scenes.scene_of(state) and not state.over


def _why_not_wish(rules: Ruleset, state: State, seat: str, action: Recall | Try) -> Refusal | None:
    """What may be wished for at any time, for one's own; the referee may for anybody."""
    creature = state.creatures.get(action.actor)
    if creature is None or state.over:
        return Refusal(f"There is no creature {action.actor[:60]}." if creature is None else "The game is over.")
    if seat != REFEREE and not state.owns(seat, creature.id):
        return _not_yours(rules, state, seat, creature)
    return _why_not_deed(rules, state, action, CALL)


def _why_not_outside(rules: Ruleset, state: State, seat: str, action: Action) -> Refusal | None:
    if not scenes.scene_of(state):
        return Refusal("The game is over." if state.over else "There is no fight.")
    if not _leads(state, seat):
        return Refusal(f"{seat} does not lead the party.")
    return _why_not_by(rules, state, seat, action) or scenes.why_not(rules.book, state, action)


def _why_not_in(rules: Ruleset, state: State, seat: str, action: Action) -> Refusal | None:
    """In a fight: by a creature that may act now, then by the book."""
    if isinstance(action, EndStep):
        return _why_not_end(rules, state, seat, action.side)
    actor = getattr(action, "actor", None)
    creature = state.creatures.get(actor) if isinstance(actor, str) else None
    if creature is None:
        return Refusal(f"There is no creature {actor}.")
    if not state.owns(seat, creature.id):
        return _not_yours(rules, state, seat, creature)
    if not fight.options(rules, state, creature):
        return _why_idle(rules, state, creature, action)
    if isinstance(action, Done):
        return None
    objection = _why_not_at(state, action) or _why_not_deed(rules, state, action, FIGHT)
    return objection or known_ground.why_not_to(rules, state, creature, action)


def _why_not_at(state: State, action: Action) -> Refusal | None:
    """Nobody is aimed at who takes no part in the fight and stands nowhere on its field."""
    target = state.creatures.get(getattr(action, "target", ""))
    if target is None or target.at is not None or state.grid is None or state.fight is None:
        return None
    is_there = target.id in state.fight.combatants or target.status == "dead"
    return None if is_there else Refusal(f"{target.id} is nobody here.")


def _why_idle(rules: Ruleset, state: State, creature: Creature, action: Action) -> Refusal:
    """Why one cannot do anything now: the rule that keeps it from this, if it would be up now."""
    assert state.fight is not None
    is_there = creature.is_up and (creature.at is not None or state.grid is None)
    may_act = is_there and creature.id in state.fight.step.actors and creature.id not in state.fight.done
    found = _why_not_deed(rules, state, action, FIGHT) if may_act and not isinstance(action, Done) else None
    return found if found is not None and found.rule else Refusal(f"{creature.name} cannot act now.")


def _why_not_deed(rules: Ruleset, state: State, action: Action, scene: str) -> Refusal | None:
    deed = rules.book.deed(action, scene)
    if deed is None:
        return Refusal("That is not done in a fight.")
    return rules.book.objection(state, deed, action)


def _why_not_begin(state: State, seat: str) -> Refusal | None:
    if seat != REFEREE:
        return Refusal("Only the referee begins a fight.")
    if state.fight is not None:
        return Refusal("There is a fight already.")
    if state.grid is None or len({c.side for c in state.active()}) < 2:
        return Refusal("A fight needs two sides on a grid.")
    return None


def _why_not_call(rules: Ruleset, state: State, seat: str, action: CallCheck | CallSave) -> Refusal | None:
    said = rules.book.seats.not_the_referee(state) if seat != REFEREE and rules.book.seats is not None else None
    refusal = said or calls.why_not(state, seat, action)
    if refusal is None and action.also and rules.book.calls is not None:
        refusal = rules.book.calls.why_not_together(state, action)
    if refusal is not None:
        return refusal
    objections = (_why_not_deed(rules, state, one, CALL) for one in calls.each(state, action, rules.book.calls))
    return next((found for found in objections if found is not None), None)


def _why_not_end(rules: Ruleset, state: State, seat: str, side: str) -> Refusal | None:
    if not any(c.side == side and state.owns(seat, c.id) for c in fight.waiting(rules, state)):
        return Refusal(f"{seat} has nothing to end on side {side}.")
    return None


def _asked_first(state: State) -> Refusal:
    return Refusal(f"A question to {' or '.join(state.prompts[0].seats)} must be answered first.")


def _why_not_answer(state: State, seat: str, action: Answer) -> Refusal | None:
    prompt = next((p for p in state.prompts if p.id == action.prompt), None)
    if prompt is None:
        return Refusal(f"No question {action.prompt} is open.")
    if prompt not in _answerable(state):
        return _asked_first(state)
    if seat not in prompt.seats:
        return Refusal(f"That question is for {' or '.join(prompt.seats)}.")
    if action.choice not in prompt.choices:
        return Refusal(f"The answers are {', '.join(prompt.choices)}.")
    return None


def resolve(rules: Ruleset, state: State, seat: str, action: Action, dice: Dice) -> Resolution:
    """Carry out an action and all that follows by itself. Refused: nothing changed, no die rolled."""
    refusal = why_not(rules, state, seat, action)
    if refusal is not None:
        raise Refused(action, refusal)
    return carry_out(rules, state, seat, action, dice)


def carry_out(rules: Ruleset, state: State, seat: str, action: Action, dice: Dice) -> Resolution:
    """`resolve` for an action that is known to be legal, such as one just listed."""
    if state.prompts or state.human_referee:
        prompt = _prompt_of(state, action)
        if prompt is not None and prompt.pending is not None:
            assert isinstance(action, Answer)
            return _resume(rules, state, prompt, action.choice, dice)
        return _attempt(rules, state, seat, action, dice, {})
    do = Resolution(state, dice, rules, None, seat)
    _perform(do, action)
    go_on(do)
    return do


def _attempt(
    rules: Ruleset,
    state: State,
    seat: str,
    action: Action,
    dice: Dice,
    rulings: dict[str, str],
    earlier: tuple[tuple[int, int, str, tuple[int, ...]], ...] = (),
    first: Answered | None = None,
) -> Resolution:
    """Try the action; if a person must rule first, take everything back and ask, keeping the faces rolled."""
    taped = Recording(Recorded(earlier, then=dice)) if state.human_referee else None
    do = Resolution(state, taped or dice, rules, rulings, seat)
    if first is not None:
        do.emit(first)
    try:
        _perform(do, action)
        go_on(do)
    except RulingNeeded as need:
        assert taped is not None
        pending = Pending(seat, rules.codec.encode(action).decode(), tuple(taped.record), rulings)
        asked = replace(need.prompt, pending=pending)
        do = Resolution(state, dice, rules)
        if first is not None:
            do.emit(first)
        do.emit(Asked(asked, rule=asked.rule, seats=asked.seats))
    return do


def go_on(do: Resolution) -> None:
    """Everything that follows by itself: the fight walks on, its aftermath comes, and so does the end of the road."""
    fight.advance(do)
    while do.state.fight is None and (_is_aftermath(do.state) or journey.is_under_way(do.state)):
        if _is_aftermath(do.state):
            assert do.rules.meetings is not None
            do.rules.meetings.after_fight(do)
        else:
            journey.advance(do)
        fight.advance(do)


def _is_aftermath(state: State) -> bool:
    """Whether a fight after a meeting is over and its end has not been told."""
    return state.encounter is not None and state.winner is not None and not state.prompts


def _resume(rules: Ruleset, state: State, prompt: Prompt, choice: str, dice: Dice) -> Resolution:
    pending = prompt.pending
    assert pending is not None
    action = rules.codec.action(pending.action)
    answered = Answered(prompt.id, prompt.question, choice, REFEREE, rule=prompt.rule, seats=prompt.seats)
    rulings = {**pending.rulings, ruling_key(prompt.question, prompt.about): choice}
    return _attempt(rules, state, pending.seat, action, dice, rulings, pending.faces, answered)


def _perform(do: Resolution, action: Action) -> None:
    state = do.state
    prompt = _prompt_of(state, action) if state.prompts else None
    if prompt is not None:
        assert isinstance(action, Answer)
        answer(do, prompt, action.choice, do.seat)
    elif state.fight is not None and (deed := do.rules.book.in_fights.get(type(action))) is not None:
        deed.perform(do, action)
    elif type(action) is BeginFight:
        fight.begin_fight(do)
    elif type(action) is Done:
        do.emit(Finished((action.actor,)))
    elif type(action) is EndStep:
        assert state.fight is not None
        do.emit(Finished(tuple(state.of_seat(do.seat, action.side, state.fight.step.actors))))
    elif isinstance(action, _CALLS):
        _call(do, action)
    elif isinstance(action, Recall) or (isinstance(action, Try) and _is_between_scenes(state)):
        perform(do, action, CALL)
    else:
        _lead(do, action)


def _call(do: Resolution, action: CallCheck | CallSave) -> None:
    """Each of those called rolls; in secret, the referee alone hears of the dice."""
    since = len(do.events)
    for one in calls.each(do.state, action, do.rules.book.calls):
        perform(do, one, CALL)
    if action.secretly:
        calls.told_only_to(do, (REFEREE,), since)


def perform(do: Resolution, action: Action, scene: str) -> None:
    """Carry out a legal deed of a scene, and nothing that would follow by itself."""
    deed = do.rules.book.deed(action, scene)
    assert deed is not None
    deed.perform(do, action)


def answer(do: Resolution, prompt: Prompt, choice: str, seat: str) -> None:
    """A question is answered; the chapter that asked goes on from there."""
    do.emit(Answered(prompt.id, prompt.question, choice, seat, rule=prompt.rule))
    do.rules.book.answers[prompt.question](do, prompt, choice)


def _lead(do: Resolution, action: Action) -> None:
    """What the party does. Where one seat is the caller, the others' wishes for all wait until that one has spoken."""
    party = do.state.party
    assert party is not None
    deed = do.rules.book.deed(action, scenes.scene_of(do.state))
    led = party.caller not in ("", do.seat) and party.caller in do.state.voices()
    if led and deed is not None and not deed.personal:
        do.emit(Suggested(do.seat, do.rules.codec.encode(action).decode()))
        return
    if party.suggestions:
        do.emit(SuggestionsHeard())
    scenes.perform(do, action)


def _prompt_of(state: State, action: Action) -> Prompt | None:
    if not isinstance(action, Answer):
        return None
    return next((p for p in state.prompts if p.id == action.prompt), None)
