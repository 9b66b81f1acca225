"""The three questions every front door, bot and test asks: what is legal, why not, and what happens."""

from __future__ import annotations

from types import ModuleType

from underkeep.kernel.dice import Dice, Recorded, Recording
from underkeep.kernel.event import Action
from underkeep.kernel.prompt import REFEREE, Answer, Answered, Asked, Pending, Prompt
from underkeep.procedures import carrying, containers, exploration, fight, journey, meeting, town
from underkeep.procedures.actions import BeginFight, CallCheck, CallSave, Done, EndStep
from underkeep.procedures.options import NONE, Options
from underkeep.procedures.resolution import Refusal, Refused, Resolution, RulingNeeded, ruling_key
from underkeep.procedures.ruleset import Ruleset
from underkeep.world.fight import Finished
from underkeep.world.party import Suggested, SuggestionsHeard
from underkeep.world.state import State


def legal_actions(rules: Ruleset, state: State, seat: str, actor: str | None = None) -> Options:
    """All that a seat may do now, or in a fight all that one of its creatures may do."""
    if state.prompts:
        return Options(tuple(Answer(p.id, c) for p in _answerable(state) if p.seat == seat for c in p.choices))
    if state.fight is None:
        delving, scene = rules.delving, _scene(state)
        return scene.options(delving, state) if delving and scene and _leads(state, seat) else NONE
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


def _scene(state: State) -> ModuleType | None:
    """What is going on outside a fight: a meeting, a journey, exploration or town."""
    return next((scene for scene in (meeting, journey, exploration, town) if scene.is_on(state)), None)


def _leads(state: State, seat: str) -> bool:
    return state.party is not None and state.party.side in state.seats.get(seat, ())


def why_not(rules: Ruleset, state: State, seat: str, action: Action) -> Refusal | None:
    """The reason this seat may not do this now, or None if it may."""
    if isinstance(action, Answer):
        return _why_not_answer(state, seat, action)
    if state.prompts:
        return Refusal(f"A question to {state.prompts[0].seat} must be answered first.")
    if isinstance(action, BeginFight):
        return _why_not_begin(state, seat)
    if not isinstance(action, rules.codec.action_types):
        return Refusal(f"This game has no action {type(action).__name__}.")
    if isinstance(action, CallCheck | CallSave):
        return _why_not_call(rules, state, seat, action)
    return (
        _why_not_outside(rules, state, seat, action) if state.fight is None else _why_not_in(rules, state, seat, action)
    )


def _why_not_outside(rules: Ruleset, state: State, seat: str, action: Action) -> Refusal | None:
    scene = _scene(state)
    if scene is None or rules.delving is None:
        return Refusal("The game is over." if state.over else "There is no fight.")
    if not _leads(state, seat):
        return Refusal(f"{seat} does not lead the party.")
    refusal: Refusal | None = scene.why_not(rules.delving, state, action)
    return refusal


def _why_not_in(rules: Ruleset, state: State, seat: str, action: Action) -> Refusal | None:
    """In a fight: by a creature that may act now, then by the book."""
    if isinstance(action, EndStep):
        return _why_not_end(rules, state, seat, action.side)
    actor = getattr(action, "actor", None)
    creature = state.creatures.get(actor) if isinstance(actor, str) else None
    if creature is None:
        return Refusal(f"There is no creature {actor}.")
    if not state.owns(seat, creature.id):
        return Refusal(f"{creature.name} is not played by {seat}.")
    if not fight.options(rules, state, creature):
        return Refusal(f"{creature.name} cannot act now.")
    return None if isinstance(action, Done) else rules.why_not(state, action)


def _why_not_begin(state: State, seat: str) -> Refusal | None:
    if seat != REFEREE:
        return Refusal("Only the referee begins a fight.")
    if state.fight is not None:
        return Refusal("There is a fight already.")
    if state.grid is None or len({c.side for c in state.active()}) < 2:
        return Refusal("A fight needs two sides on a grid.")
    return None


def _why_not_call(rules: Ruleset, state: State, seat: str, action: CallCheck | CallSave) -> Refusal | None:
    if seat != REFEREE:
        return Refusal("Only the referee calls for rolls.")
    if action.creature not in state.creatures:
        return Refusal(f"There is no creature {action.creature}.")
    return rules.why_not(state, action)


def _why_not_end(rules: Ruleset, state: State, seat: str, side: str) -> Refusal | None:
    if side not in state.seats.get(seat, ()):
        return Refusal(f"{seat} does not play side {side}.")
    if not any(c.side == side for c in fight.waiting(rules, state)):
        return Refusal(f"Side {side} has nothing to end.")
    return None


def _why_not_answer(state: State, seat: str, action: Answer) -> Refusal | None:
    prompt = next((p for p in state.prompts if p.id == action.prompt), None)
    if prompt is None:
        return Refusal(f"No question {action.prompt} is open.")
    if prompt not in _answerable(state):
        return Refusal(f"A question to {state.prompts[0].seat} must be answered first.")
    if prompt.seat != seat:
        return Refusal(f"That question is for {prompt.seat}.")
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
    prompt = _prompt_of(state, action)
    if prompt is not None and prompt.pending is not None:
        assert isinstance(action, Answer)
        return _resume(rules, state, prompt, action.choice, dice)
    return _attempt(rules, state, seat, action, dice, {})


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
    do = Resolution(state, taped or dice, rules, rulings)
    if first is not None:
        do.emit(first)
    try:
        _perform(do, seat, action)
        go_on(do)
    except RulingNeeded as need:
        assert taped is not None
        encoded = rules.codec.encode(action).decode()
        pending = Pending(f"{seat} {encoded}", tuple(taped.record), rulings)
        p = need.prompt
        asked = Prompt(p.id, p.seat, p.question, p.choices, p.default, p.rule, p.about, p.context, pending)
        do = Resolution(state, dice, rules)
        if first is not None:
            do.emit(first)
        do.emit(Asked(asked, rule=p.rule, seats=(REFEREE,)))
    return do


def go_on(do: Resolution) -> None:
    """Everything that follows by itself: the fight walks on, its aftermath comes, and so does the end of the road."""
    fight.advance(do)
    while _is_aftermath(do.state) or journey.is_under_way(do.state):
        assert do.rules.delving is not None
        if _is_aftermath(do.state):
            do.rules.delving.after_fight(do)
        else:
            journey.advance(do, do.rules.delving)
        fight.advance(do)


def _is_aftermath(state: State) -> bool:
    """Whether a fight after a meeting is over and its end has not been told."""
    return state.fight is None and state.encounter is not None and state.winner is not None and not state.prompts


def _resume(rules: Ruleset, state: State, prompt: Prompt, choice: str, dice: Dice) -> Resolution:
    pending = prompt.pending
    assert pending is not None
    seat, _, encoded = pending.action.partition(" ")
    action = rules.codec.action(encoded)
    answered = Answered(prompt.id, prompt.question, choice, prompt.seat, rule=prompt.rule, seats=(prompt.seat,))
    rulings = {**pending.rulings, ruling_key(prompt.question, prompt.about): choice}
    return _attempt(rules, state, seat, action, dice, rulings, pending.faces, answered)


def _perform(do: Resolution, seat: str, action: Action) -> None:
    prompt = _prompt_of(do.state, action)
    if prompt is not None:
        assert isinstance(action, Answer)
        do.emit(Answered(prompt.id, prompt.question, action.choice, seat, rule=prompt.rule))
        do.rules.answer(do, prompt, action.choice)
    elif isinstance(action, BeginFight):
        fight.begin_fight(do)
    elif isinstance(action, Done):
        do.emit(Finished((action.actor,)))
    elif isinstance(action, EndStep):
        assert do.state.fight is not None
        actors = do.state.fight.step.actors
        do.emit(Finished(tuple(id for id in actors if do.state.creatures[id].side == action.side)))
    elif do.state.fight is None and not isinstance(action, CallCheck | CallSave):
        _lead(do, seat, action)
    else:
        do.rules.perform(do, action)


def _lead(do: Resolution, seat: str, action: Action) -> None:
    """What the party does. Where one seat is the caller, the others' wishes for all wait until that one has spoken."""
    scene, party = _scene(do.state), do.state.party
    assert scene is not None and party is not None
    if party.caller not in ("", seat) and not isinstance(action, (*carrying.ACTIONS, *containers.ACTIONS)):
        do.emit(Suggested(seat, do.rules.codec.encode(action).decode()))
        return
    if party.suggestions:
        do.emit(SuggestionsHeard())
    scene.perform(do, do.rules.delving, action)


def _prompt_of(state: State, action: Action) -> Prompt | None:
    if not state.prompts or not isinstance(action, Answer):
        return None
    return next((p for p in state.prompts if p.id == action.prompt), None)
