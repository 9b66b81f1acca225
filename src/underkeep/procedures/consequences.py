"""What comes of a deed that no rule mentions: a list that fits the scene, of which the referee picks.

Each consequence is stated in facts of the world's nouns. The automatic referee takes what the sort of deed makes
likely. How much harm is done, and what a condition is called, the game says.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from underkeep.procedures import carrying, exploration, meeting, survey
from underkeep.procedures.calls import CallsChapter
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.sorts_of_deed import Effect, sort_of, words
from underkeep.world.condition import Condition, ConditionGained
from underkeep.world.creature import Creature, Moved
from underkeep.world.dungeon import Door, DoorChanged, GroupChanged
from underkeep.world.encounter import EncounterChanged
from underkeep.world.gear import Item, ItemsChanged, fewer, part
from underkeep.world.grid import Square
from underkeep.world.light import Light, LightLit, LightWentOut
from underkeep.world.state import State

NOTHING = "nothing more"
MOST_STRUCK = 3
REACH = 4
"""How many squares off somebody may be at whom something is aimed that is no weapon."""
ROUNDS = 2
"""A condition holds for the rest of this round and the whole of the next."""
_THEM = {"them", "they", "all", "foes", "enemies", "everybody", "everyone", "both"}
_ONE = {"him", "her", "it", "foe", "enemy", "one"}
_CONDITIONS = ("prone", "blind", "hold", "daze", "hide")


class Consequence(Struct, frozen=True):
    """One thing that may come of a deed. `whom` are creatures, a door or a light; `words` tell it to the referee."""

    kind: str
    whom: tuple[str, ...]
    words: str


def follow(calls: CallsChapter, do: Resolution, actor: Creature, what: str, success: bool) -> None:
    """The referee picks what comes of it; the likeliest by the words is the default."""
    sort = sort_of(what)
    likely = _fitting(calls, do, actor, what, sort.success if success else sort.failure)
    if sort.aimed and not is_aimed(do.state, actor, what):
        likely = [one for one in likely if one.kind not in ("harm", *_CONDITIONS, "push")]
    others = _fitting(calls, do, actor, what, _FOR_OTHERS if success else _AGAINST_SELF)
    if not likely and not others:
        return
    choices = _choices(likely, others)
    default = " and ".join(one.words for one in likely) or NOTHING
    chosen = do.ruling(calls.outcome_by, tuple(choices), default, f"{what}: it {'works' if success else 'fails'}")
    for one in choices.get(chosen, ()):
        _CARRIED_OUT[one.kind](calls, do, actor, one, what)
    if any(one.kind == "harm" and one.whom != (actor.id,) for one in choices.get(chosen, ())):
        _answer_harm(do)


_FOR_OTHERS: tuple[Effect, ...] = (
    "harm foes",
    "prone foes",
    "blind foes",
    "hold foes",
    "daze foes",
    "push foes",
    "disarm foes",
    "take foes",
    "hide self",
    "open door",
    "shut door",
    "break door",
    "douse light",
    "kindle light",
    "time lost",
    "sweeten attitude",
    "sour attitude",
)
_AGAINST_SELF: tuple[Effect, ...] = (
    "harm self",
    "prone self",
    "drop self",
    "douse light",
    "time lost",
    "sour attitude",
)


def _choices(likely: Sequence[Consequence], others: Sequence[Consequence]) -> dict[str, tuple[Consequence, ...]]:
    """All that may be chosen, by its words: what is likely together, each of it, whatever else fits, and nothing."""
    found = {" and ".join(one.words for one in likely): tuple(likely)} if likely else {}
    return {**found, **{one.words: (one,) for one in (*likely, *others)}, NOTHING: ()}


def is_out_of_reach(state: State, actor: Creature, what: str) -> bool:
    """Whether something is to befall foes who are too far off."""
    befalls = any(effect.endswith(" foes") for effect in sort_of(what).success)
    is_far = bool(foes(state, actor)) and not targets(state, actor, what)
    return befalls and is_far and is_aimed(state, actor, what)


def is_aimed(state: State, actor: Creature, what: str) -> bool:
    """Whether the words name somebody to whom it is to be done."""
    said = set(words(what))
    return bool(said & (_THEM | _ONE)) or bool(named(state, actor, what))


def foes(state: State, actor: Creature) -> list[Creature]:
    """Those against whom something may be tried: the enemies in a fight, else those whom the party has met."""
    if state.fight is not None:
        return state.enemies_of(actor)
    met = state.encounter.monsters if state.encounter is not None else ()
    return [c for id in met if (c := state.creatures[id]).status == "up"]


def named(state: State, actor: Creature, what: str) -> list[Creature]:
    """Foes whose name, or its plural, stands in the words; with their number only those."""
    said = what.lower().replace("-", " ").split()
    plain = {word.strip(".,;!?").removesuffix("s") for word in said} | {word.strip(".,;!?") for word in said}
    found = [c for c in foes(state, actor) if set(c.name.lower().split()) & plain - {"the"} - _numbers(plain)]
    numbered = [c for c in found if set(c.name.lower().split()) & _numbers(plain)]
    return numbered or found


def _numbers(said: set[str]) -> set[str]:
    return {word for word in said if word.isdecimal()}


def to_free(is_held: Callable[[State, Creature], bool], state: State, actor: Creature, what: str) -> Creature | None:
    """Who is to be freed of a hold: a friend whom the words name, else whoever tries it."""
    said = set(words(what))
    ours = [c for c in state.creatures.values() if c.side == actor.side and c.status == "up"]
    named_ones = [c for c in ours if set(words(c.name)) & said]
    return next((c for c in (*named_ones, actor) if is_held(state, c)), None)


def targets(state: State, actor: Creature, what: str) -> list[Creature]:
    """The foes that a deed is aimed at: those named, or the nearest; several only if several are spoken of, and then
    those who stand together.
    """
    said = set(words(what))
    near = _in_reach(actor, named(state, actor, what) or foes(state, actor))
    if not near:
        return []
    plural = bool(said & _THEM) or any(f"{word}s" in said for word in words(near[0].name))
    if not plural:
        return near[:1]
    together = [c for c in near if c.at is None or near[0].at is None or c.steps_to(near[0]) <= 1]
    return together[:MOST_STRUCK]


def _in_reach(actor: Creature, found: list[Creature]) -> list[Creature]:
    """Those near enough, the nearest first; where nobody stands on squares, all."""
    if actor.at is None:
        return found
    near = [c for c in found if c.at is None or actor.steps_to(c) <= REACH]
    return sorted(near, key=lambda c: actor.steps_to(c) if c.at is not None else 0)


# What fits


def _fitting(
    calls: CallsChapter, do: Resolution, actor: Creature, what: str, effects: Sequence[Effect]
) -> list[Consequence]:
    """Those of the effects that the scene and the game have something for, each once."""
    found = [_one(calls, do, actor, what, effect) for effect in effects]
    return list({one.words: one for one in found if one is not None}.values())


def _one(calls: CallsChapter, do: Resolution, actor: Creature, what: str, effect: Effect) -> Consequence | None:
    kind, _, whom = effect.partition(" ")
    state = do.state
    if whom in ("foes", "self"):
        struck = [actor] if whom == "self" else targets(state, actor, what)
        return _to_somebody(calls, state, actor, kind, struck, sort_of(what).success == ("harm foes",))
    if whom == "door":
        return _at_door(state, kind)
    if whom == "friend":
        held_one = to_free(calls.is_held, state, actor, what)
        return Consequence(kind, (held_one.id,), f"{held_one.name} is free") if held_one is not None else None
    if whom == "light":
        return _about_light(do, actor, kind)
    if whom == "attitude":
        return _about_attitude(calls, state, kind)
    return Consequence("time", (), "a turn is lost") if exploration.is_on(state) and _is_quiet(state) else None


def _is_quiet(state: State) -> bool:
    return state.fight is None and state.encounter is None


def _to_somebody(
    calls: CallsChapter, state: State, actor: Creature, kind: str, struck: list[Creature], is_thrown: bool
) -> Consequence | None:
    """What befalls those who are struck; a thing that is thrown hits one of them."""
    if kind in _CONDITIONS:
        name = calls.conditions.get(kind, calls.conditions.get("prone", "") if kind != "hide" else "")
        struck = [c for c in struck if name and c.condition(name) is None]
        return _of(kind, struck, f"{name}: {{}}")
    if kind == "harm":
        return _of(kind, struck[: 1 if is_thrown else None], "harm to {}")
    if state.fight is not None and kind == "push":
        return _of(kind, [c for c in struck if push_square(state, actor, c) is not None], "{} pushed back")
    if kind in ("disarm", "drop"):
        return _of("disarm", [c for c in struck if held(c) is not None], "{} without what was in hand")
    if kind == "take":
        return _of(kind, [c for c in struck if _loot(c) is not None], f"a thing of {{}} for {actor.name}")
    return None


def _of(kind: str, struck: list[Creature], told: str) -> Consequence | None:
    names = ", ".join(c.name for c in struck)
    return Consequence(kind, tuple(c.id for c in struck), told.format(names)) if struck else None


def _at_door(state: State, kind: str) -> Consequence | None:
    """The one door of those the party knows here that it can be; where there are several, none."""
    if not exploration.is_on(state) or not _is_quiet(state):
        return None
    wanted = [d for d in survey.known_doors(state) if d.kind != "opening" and d.is_open == (kind == "shut")]
    if len(wanted) != 1:
        return None
    told = {"open": "the door opens", "shut": "the door is shut", "break": "the door is broken open"}[kind]
    return Consequence(kind, (wanted[0].id,), told)


def _about_light(do: Resolution, actor: Creature, kind: str) -> Consequence | None:
    """A light of the actor's goes out, or else the first; in the dark one that the actor has is lit."""
    if kind == "douse":
        lights = sorted(do.state.lights, key=lambda light: light.bearer != actor.id)
        return Consequence(kind, (lights[0].id,), f"the {lights[0].name.lower()} goes out") if lights else None
    item = _lightable(do, actor)
    is_dark = exploration.is_on(do.state) and _is_quiet(do.state) and not do.state.lights
    return Consequence(kind, (item.kind,), f"the {item.name.lower()} is lit") if item is not None and is_dark else None


def _lightable(do: Resolution, actor: Creature) -> Item | None:
    kinds = do.rules.dungeon.light_kinds() if do.rules.dungeon is not None else {}
    return next((item for item in actor.items if item.kind in kinds), None)


def _about_attitude(calls: CallsChapter, state: State, kind: str) -> Consequence | None:
    met = state.encounter
    if met is None or state.fight is not None or met.attitude not in calls.attitudes:
        return None
    after = _step(calls, met.attitude, kind)
    return Consequence(kind, (after,), f"they are {after}") if after != met.attitude else None


def _step(calls: CallsChapter, attitude: str, kind: str) -> str:
    at = calls.attitudes.index(attitude) + (1 if kind == "sweeten" else -1)
    return calls.attitudes[max(0, min(at, len(calls.attitudes) - 1))]


def push_square(state: State, actor: Creature, target: Creature) -> Square | None:
    """The free square straight behind somebody who is pushed."""
    if actor.at is None or target.at is None or state.grid is None or target.size > 1:
        return None
    (ax, ay), (x, y) = actor.at, target.at
    to = x + (x > ax) - (x < ax), y + (y > ay) - (y < ay)
    free = state.grid.contains(to) and state.grid.bit(to) & state.grid.floor & ~state.occupied()
    return to if free else None


def held(creature: Creature) -> Item | None:
    return next((item for item in creature.items if item.place == "hand" and not item.broken), None)


def _loot(creature: Creature) -> Item | None:
    """What can be snatched: from the hand, else from the pack."""
    return held(creature) or next((item for item in creature.items if item.place == "pack"), None)


# Carrying out


def _harm(calls: CallsChapter, do: Resolution, actor: Creature, one: Consequence, what: str) -> None:
    for id in one.whom:
        if do.state.creatures[id].status == "up":
            calls.harm(do, id, "" if id == actor.id else actor.id, what)


def _answer_harm(do: Resolution) -> None:
    """Those who are harmed in a meeting come to blows."""
    met = do.state.encounter
    if met is not None and do.state.fight is None and any(do.state.creatures[id].is_up for id in met.monsters):
        meeting.come_to_blows(do)


def _condition(calls: CallsChapter, do: Resolution, actor: Creature, one: Consequence, what: str) -> None:
    name = calls.conditions.get(one.kind) or calls.conditions["prone"]
    until = do.state.now + ROUNDS * do.rules.round_seconds
    for id in one.whom:
        if do.state.creatures[id].status == "up":
            do.emit(ConditionGained(id, Condition(name, until), rule=(calls.outcome_by,)))


def _push(calls: CallsChapter, do: Resolution, actor: Creature, one: Consequence, what: str) -> None:
    for id in one.whom:
        to = push_square(do.state, do.state.creatures[actor.id], do.state.creatures[id])
        if to is not None:
            do.emit(Moved(id, to, "pushed", rule=(calls.outcome_by,)))


def _disarm(calls: CallsChapter, do: Resolution, actor: Creature, one: Consequence, what: str) -> None:
    for id in one.whom:
        item = held(do.state.creatures[id])
        if item is not None:
            calls.knock_away(do, id, item)


def let_fall(do: Resolution, id: str, item: Item, rule: tuple[str, ...]) -> None:
    """A thing that is knocked out of a hand is gone, in a game in which nothing lies on the field."""
    left = fewer(do.state.creatures[id].items, item.id)
    do.emit(ItemsChanged(id, left, "lost", part(item, 1), rule=rule))


def _take(calls: CallsChapter, do: Resolution, actor: Creature, one: Consequence, what: str) -> None:
    for id in one.whom:
        creature = do.state.creatures[id]
        item = _loot(creature)
        if item is not None:
            taken = replace(part(item, 1), place="pack")
            left = fewer(creature.items, item.id)
            do.emit(ItemsChanged(id, left, "lost", taken, about=actor.id, rule=(calls.outcome_by,)))
            carrying.receive(do, actor.id, taken, "took", (calls.outcome_by,))


def _free(calls: CallsChapter, do: Resolution, actor: Creature, one: Consequence, what: str) -> None:
    for id in one.whom:
        calls.set_free(do, id)


def _door(calls: CallsChapter, do: Resolution, actor: Creature, one: Consequence, what: str) -> None:
    assert do.state.dungeon is not None
    door: Door = do.state.dungeon.doors[one.whom[0]]
    if one.kind == "shut":
        barrier = door.barrier.shut() if door.barrier is not None else None
        do.emit(DoorChanged(replace(door, is_open=False, barrier=barrier), "shut", actor.id, rule=(calls.outcome_by,)))
        return
    barrier = None if one.kind == "break" else door.barrier
    how = "forced" if one.kind == "break" or door.bar else "opened"
    changed = replace(door, is_open=True, tried=True, barrier=barrier)
    do.emit(DoorChanged(changed, how, actor.id, rule=(calls.outcome_by,)))


def _light(calls: CallsChapter, do: Resolution, actor: Creature, one: Consequence, what: str) -> None:
    if one.kind == "douse":
        light = next(x for x in do.state.lights if x.id == one.whom[0])
        do.emit(LightWentOut(light.id, light.bearer, light.name, "doused", rule=(calls.outcome_by,)))
        return
    assert do.rules.dungeon is not None
    kind, item = do.rules.dungeon.light_kinds()[one.whom[0]], _lightable(do, actor)
    assert item is not None
    if kind.fuel:
        carrying.use_up(do, actor.id, kind.fuel, "lit")
    until = do.state.now + kind.seconds if kind.seconds else None
    lit = Light(do.state.new_light(), actor.id, item.kind, item.name, kind.radius, until)
    do.emit(LightLit(lit, rule=(calls.outcome_by,)))


def _time(calls: CallsChapter, do: Resolution, actor: Creature, one: Consequence, what: str) -> None:
    exploration.spend(do, exploration.rules_of(do).turn_seconds)


def _attitude(calls: CallsChapter, do: Resolution, actor: Creature, one: Consequence, what: str) -> None:
    met, after = do.state.encounter, one.whom[0]
    assert met is not None
    do.emit(EncounterChanged(replace(met, attitude=after), after, rule=(calls.outcome_by,)))
    group = do.state.dungeon.groups.get(met.group) if do.state.dungeon is not None else None
    if group is not None:
        do.emit(GroupChanged(replace(group, attitude=after), after, rule=(calls.outcome_by,)))


_Carried = Callable[[CallsChapter, Resolution, Creature, Consequence, str], None]
_CARRIED_OUT: dict[str, _Carried] = {
    "harm": _harm,
    **dict.fromkeys(_CONDITIONS, _condition),
    "push": _push,
    "disarm": _disarm,
    "take": _take,
    "free": _free,
    "open": _door,
    "shut": _door,
    "break": _door,
    "douse": _light,
    "kindle": _light,
    "time": _time,
    "sweeten": _attitude,
    "sour": _attitude,
}
