"""Questions about where all stand: who is nearest, how far it is, who reaches whom, who is in melee."""

from __future__ import annotations

import re
from collections.abc import Sequence

from underkeep.table.naming import by_numbers, direction, listing, square_name
from underkeep.table.speech.fight_subjects import (
    foes_named,
    foes_of,
    friends_named,
    manner_of,
    stretch,
)
from underkeep.table.speech.meanings import Reader, Show
from underkeep.table.speech.those_told import called_so, in_rows
from underkeep.table.speech.wording import parts
from underkeep.world.creature import Creature
from underkeep.world.grid import distance

_REACHES = re.compile(
    r"\b(?:can|could|may|will|would|is|are|does|do)\b.*\b(?:reach|hit|shoot|attack|strike|get "
    r"(?:to|at)|in (?:range|reach)|close (?:with|enough)|charge|get there|touch|stab|backstab|throw)\b"
    r"|\bwho (?:can|could|is|may)\b.*\b(?:reach|hit|shoot|attack|strike|in (?:range|reach)|"
    r"get (?:to|at))\b|\b(?:in|out of|within) (?:bow )?(?:range|reach|bowshot)\b|\brange\b"
)

_SOON = re.compile(r"\bhow (?:long|soon|many rounds|quickly)\b.*\b(?:until|till|before|it|they|get|reach|here)\b")


def reached(reader: Reader, own: Sequence[Creature], said: str) -> str | None:
    """Whether one of one's own gets to a foe in this round, or can shoot or throw so far."""
    if not (
        _REACHES.search(said)
        or _SOON.search(said)
        or re.search(r"\b(?:hurt|get|harm) (?:us|me|anyone)\b.*\b(?:from|there|here)\b", said)
    ) or re.search(r"\b(?:have|has) we\b|\bsee\b", said):
        return None
    if re.search(r"\b(?:chances?|odds|need|roll|likely|how much)\b", said):
        return None
    friends = friends_named(own, reader, said)
    foes = foes_named(reader, own, said) or foes_of(reader, own)
    asks_of_foes = (
        re.match(r"can (?:it|they) (?:hurt|harm|get)\b", said)
        or _SOON.search(said)
        or re.search(
            (
                r"\b(?:can|could|will|would|may|do|does|are|is) (?:they|it|the (?!\w+ (?:be|in))\w+(?: "
                r"\d+)?|\w+ \d+|any of them|any (?:goblin|foe|enemy)\w*)\b.*\b(?:reach|hit|get|attack|"
                r"shoot|strike|charge)\b"
            ),
            said,
        )
    )
    if asks_of_foes and not (friends and parts(said).index(called_so(friends[0])[-1]) < 3):
        goal = [c for c in (friends or own) if c.at is not None]
        near = min(((foe, c) for foe in foes for c in goal), key=lambda pair: pair[0].steps_to(pair[1]), default=None)
        if near is None:
            return None
        foe, friend = near
        return (
            f"{foe.name} is {stretch(reader, foe.steps_to(friend))} from {friend.name}. How far such a "
            f"one goes or shoots in a round, the party sees when it does."
        )
    if not foes:
        return None
    who = [c for c in (friends or own) if c.at is not None and c.is_up]
    if not who:
        return None
    if _SHOOTS.search(said) and (unable := [c for c in who if not _shoots(reader, c)]):
        able = [c for c in own if _shoots(reader, c)]
        others = f" {listing([c.name for c in able])} can." if able and friends else ""
        none = f"{listing([c.name for c in unable])} {'has' if len(unable) == 1 else 'have'} nothing to shoot with."
        told = [_reach_of(reader, c, foes) for c in who if c not in unable]
        return " ".join([*told, f"{none}{others}"])
    lines = [_reach_of(reader, c, foes) for c in who]
    return " ".join(lines)


_SHOOTS = re.compile(r"\b(?:shoot|fire|bow|sling|bowshot)s?\b")


def _shoots(reader: Reader, creature: Creature) -> bool:
    manner = manner_of(reader, creature)
    return manner is not None and bool(manner.shots and manner.missile)


def _reach_of(reader: Reader, creature: Creature, foes: Sequence[Creature]) -> str:
    foe = min(foes, key=creature.steps_to)
    steps, manner = creature.steps_to(foe), manner_of(reader, creature)
    assert foe.at is not None and creature.at is not None
    far = f"{foe.name} is {stretch(reader, steps)} from {creature.name}"
    if steps <= 1:
        return f"{far}: near enough for a blow."
    if manner is None:
        return f"{far}."
    moves = next((m for m in reader.options.moves if m.actor == creature.id and not m.is_aim), None)
    gets_there = (
        any(distance(s, foe.at) <= foe.size for s in moves.grid.squares(moves.mask))
        if moves is not None
        else steps - 1 <= manner.pace
    )
    told = [f"{'gets there' if gets_there else 'does not get there'} with one move of {stretch(reader, manner.pace)}"]
    if manner.shots and manner.missile:
        reach = "reaches so far" if steps <= manner.shot else f"reaches {stretch(reader, manner.shot)}, not so far"
        told.append(f"the {manner.missile.replace('-', ' ')} {reach}")
    return f"{far}; {creature.name} {', and '.join(told)}."


def moved(reader: Reader, own: Sequence[Creature], said: str) -> str | None:
    """How far somebody may go in a round."""
    if re.search(r"\b(?:slow|fast|quick|faster|slower|speedy)\b", said) and not re.match(
        r"how fast (?:can|do) (?:we|i)", said
    ):
        least = min((m.pace for c in own if (m := manner_of(reader, c)) is not None and m.pace), default=0)
        return (
            f"How fast they are the party sees when they move. The slowest of the party moves "
            f"{stretch(reader, least)} in a round."
        )
    if not re.search(
        (
            r"\bhow (?:far|fast|many (?:squares|feet))\b.*\b(?:can|could|may|does|do|"
            r"will)\b.*\b(?:move|go|walk|run|get|travel|step|charge)\b|\b(?:movement|speed|pace)\b"
        ),
        said,
    ):
        return None
    friends = [c for c in friends_named(own, reader, said) if c.at is not None]
    if not friends and re.search(r"\b(?:they|the \w+s|those|foes?|enem\w+)\b", said) and not re.search(r"\bwe\b", said):
        return "How fast they are the party sees when they move; look tells where they stand."
    who = friends or [c for c in own if c.id == reader.focus] or list(own)
    told = []
    for creature in who:
        manner = manner_of(reader, creature)
        moves = next((m for m in reader.options.moves if m.actor == creature.id and not m.is_aim), None)
        if manner is not None:
            squares = f", {manner.pace} squares" if manner.pace else ""
            now = f"; {len(moves)} squares are open to {creature.name} now" if moves is not None else ""
            told.append(f"{creature.name} can move {stretch(reader, manner.pace)} in a round{squares}{now}.")
    return " ".join(told) if told else None


def how_far(reader: Reader, own: Sequence[Creature], said: str) -> str | Show | None:
    """How far foes are, from whom is named or from the nearest of the party."""
    if not re.search(r"\bhow (?:far|near|close)\b|\bdistance\b|\bwhat range\b", said) or re.search(
        r"\bhow far (?:can|could|does|do) (?:we|i|\w+) (?:see|shoot|throw)\b", said
    ):
        return None
    friends = [c for c in friends_named(own, reader, said) if c.at is not None]
    if len(friends) > 1:
        return f"{friends[0].name} and {friends[1].name} are {stretch(reader, friends[0].steps_to(friends[1]))} apart."
    foes = foes_named(reader, own, re.sub(r"\bhow (?:far|near|close)\b|\bare\b|\bis\b", "", said))
    if not foes and not friends:
        return None
    foes = foes or foes_of(reader, own)
    if not foes:
        return None
    if not friends and len(foes) == len(foes_of(reader, own)):
        return Show("foes")
    viewer = friends[0] if friends else None
    seen: dict[str, list[str]] = {}
    for foe in foes:
        near = viewer or min((c for c in own if c.at is not None), key=foe.steps_to)
        assert near.at is not None and foe.at is not None
        seen.setdefault(
            f"{stretch(reader, near.steps_to(foe))} {direction(near.at, foe.at)} of {near.name}", []
        ).append(foe.name)
    return f"{'; '.join(f'{by_numbers(names)}: {where}' for where, names in seen.items())}."


def near_whom(reader: Reader, own: Sequence[Creature], said: str) -> str | None:
    """Who is nearest: which foe to whom is named, or who of the party to a foe."""
    if not re.search(
        r"\b(?:nearest|closest|nearer|closer|farthest|furthest|in front|at the (?:front|back)|exposed)\b", said
    ) or not re.match(r"(?:who|which|what|where|is|are)\b", said):
        return None
    is_far = bool(re.search(r"\b(?:farthest|furthest|at the back)\b", said))
    friends = [c for c in friends_named(own, reader, said) if c.at is not None]
    foes = foes_of(reader, own)
    if not foes:
        return None
    asks_of_ours = bool(
        set(parts(said)) & {"us", "our", "we"} and re.search(r"\b(?:of us|of our|who of|which of (?:us|our))\b", said)
    ) or (said.startswith("who") and not friends)
    if asks_of_ours and not re.search(r"\b(?:to us|near us)\b", said):
        if re.search(r"\bat the (?:front|back)|in front\b", said):
            some = in_rows(reader, own, is_far)
            return f"{'At the back' if is_far else 'In front'}: {listing([c.name for c in some])}."
        goals = foes_named(reader, own, re.sub(r"\b(?:nearest|closest|us|our)\b", "", said)) or foes
        best = (max if is_far else min)(
            (c for c in own if c.at is not None), key=lambda c: min(c.steps_to(f) for f in goals)
        )
        goal = min(goals, key=best.steps_to)
        return f"{best.name}, {stretch(reader, best.steps_to(goal))} from {goal.name}."
    viewers = friends or [c for c in own if c.at is not None]
    best_foe = (max if is_far else min)(foes, key=lambda f: min(c.steps_to(f) for c in viewers))
    viewer = min(viewers, key=best_foe.steps_to)
    steps = viewer.steps_to(best_foe)
    as_far = [f.name for f in foes if min(c.steps_to(f) for c in viewers) == steps]
    return f"{by_numbers(as_far)}, {stretch(reader, steps)} from {viewer.name}."


def in_melee(reader: Reader, own: Sequence[Creature], said: str) -> str | None:
    """Who stands next to a foe."""
    if not re.search(
        (
            r"\b(?:in melee|engaged|next to|toe to toe|adjacent|hand to hand|surrounded|fighting "
            r"(?:who|whom|what)|who is fighting)\b"
        ),
        said,
    ):
        return None
    friends = [c for c in friends_named(own, reader, said) if c.at is not None] or [c for c in own if c.at is not None]
    near = {c.name: [f.name for f in foes_of(reader, own) if c.steps_to(f) <= 1] for c in friends}
    told = [f"{name} stands next to {by_numbers(foes)}" for name, foes in near.items() if foes]
    if told:
        return f"{'; '.join(told)}."
    return (
        f"{'Nobody' if len(friends) > 1 else friends[0].name} {'is' if len(friends) > 1 else 'is not'} next to a foe."
    )


def where(reader: Reader, own: Sequence[Creature], said: str) -> str | Show | None:
    """Where somebody stands."""
    if not re.match(r"where (?:is|are|does|do|has)\b", said):
        return None
    some = [c for c in friends_named(own, reader, said) if c.at is not None]
    if not some and foes_named(reader, own, said):
        return Show("foes")
    told = [f"{c.name} at {square_name(c.at)}" for c in some if c.at is not None]
    return f"{'; '.join(told)}." if told else None
