"""Reading a Recruit: names and choices as people write them, and a name for who has none."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from underkeep.errors import UnderkeepError, did_you_mean
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Recruit

_MOST_LISTED = 24
_MOST_CHARACTERS = 60


def read(who: Recruit, title: str, roster: Iterable[str], choices: Mapping[str, tuple[str, ...]]) -> Recruit:
    """The recruit with its choices as the game spells them; else one sentence that says what there is."""
    names = tuple(roster)
    if who.kind and who.kind not in names:
        hint = did_you_mean(who.kind, names, f"for example {', '.join(names[:4])}.")
        raise UnderkeepError(f'{title} has no "{who.kind[:_MOST_CHARACTERS]}"; {hint}')
    chosen = {}
    for said, value in who.choices.items():
        what = _spelt(said, tuple(choices))
        if what is None:
            complaint = f'There is no choice "{said[:_MOST_CHARACTERS]}"'
            raise UnderkeepError(f"{complaint}; there are {', '.join(choices)}.")
        known = _spelt(value, choices[what]) if choices[what] else value
        if known is None:
            raise UnderkeepError(f'"{value[:_MOST_CHARACTERS]}" is no {what}; {_instead(value, choices[what])}')
        chosen[what] = known
    return replace(who, choices=chosen)


def _spelt(said: str, known: tuple[str, ...]) -> str | None:
    if said in known:
        return said
    return next((name for name in known if name.casefold() == said.strip().casefold()), None)


def _instead(value: str, known: tuple[str, ...]) -> str:
    if len(known) <= _MOST_LISTED:
        return f"there are {', '.join(known)}."
    return did_you_mean(value, known, f"for example {', '.join(known[:4])}.")


def new_name(do: Resolution, names: tuple[str, ...], id: str, more_taken: Iterable[str] = ()) -> str:
    """One of these names that nobody in the game bears, by the dice; numbered when all are borne."""
    taken = {*(creature.name for creature in do.state.creatures.values()), *more_taken}
    free = tuple(name for name in names if name not in taken)
    if free:
        return str(do.pick(free, f"name of {id}"))
    bearer = str(do.pick(names, f"name of {id}"))
    return next(name for n in range(2, len(taken) + 3) if (name := f"{bearer} {n}") not in taken)


def numbered(name: str, id: str, side: str) -> str:
    """A monster's name after its id: `Orc 3`, or `Orc A3` where both sides have orcs."""
    number = id.rpartition("-")[2]
    mark = side.upper() if id.startswith(f"{side}-") else ""
    return f"{name} {mark}{number}" if number.isdigit() else name
