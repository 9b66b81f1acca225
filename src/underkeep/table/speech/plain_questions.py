"""Questions that have one answer wherever the party stands: what became of somebody, who has a shield, whom the party
has met, what happens at 0 hit points. They are read before all else, each by its whole form, and nothing is done for
them. The forms stand in patterns.toml."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache

from underkeep.procedures.chapter import DUNGEON, FIGHT, MEETING, TOWN
from underkeep.table.naming import listing
from underkeep.table.speech import things_told, topics
from underkeep.table.speech.chatter import whole_words
from underkeep.table.speech.describe import wares
from underkeep.table.speech.handling import fits, names_item
from underkeep.table.speech.leading_words import without_lead
from underkeep.table.speech.meanings import Reader, Show, ours
from underkeep.table.speech.mentions import place_of
from underkeep.table.speech.not_understood import names_told
from underkeep.table.speech.past_pages import FOUND, TOLD
from underkeep.table.speech.patterns import couples
from underkeep.table.speech.town_people import end_of
from underkeep.table.speech.wording import first_part, parts, plain
from underkeep.world.creature import Creature

Groups = Mapping[str, str]
_LATELY, _MANY = 6, 12


def plainly_asked(reader: Reader, line: str) -> Show | None:
    """The answer to such a question; None to any other line, and while something else is asked."""
    if reader.state.prompts or reader.referees:
        return None
    names = names_told(reader)[0]
    said = whole_words(plain(line).rstrip("?!. "), *names_told(reader))
    said = without_lead(re.sub(r"^(?:and|so|but|hey|wait|tell (?:me|us)),? ", "", said), names).rstrip("? ")
    for answer, form in _forms():
        found = form.fullmatch(said)
        told = _ANSWERS[answer](reader, found.groupdict(default="")) if found is not None else None
        if told is not None:
            return told
    return None


@cache
def _forms() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((answer, re.compile(form)) for answer, form in couples("plain_questions", "forms"))


def _said(*lines: str) -> Show:
    return Show("several", "\n".join(f"said||{line}".replace("||", "|") for line in lines if line))


def _own(reader: Reader, name: str) -> Creature | None:
    """One of the party by the first name, alive or not, here or gone."""
    mine = [c for c in reader.state.creatures.values() if reader.state.owns(reader.seat, c.id)]
    return next((c for c in mine if first_part(c.name) == name), None)


def _fate(reader: Reader, found: Groups) -> Show | None:
    """What became of somebody, or of all who are gone."""
    if found["who"] in _OTHERS:
        here = {c.id for c in ours(reader)}
        gone = [
            c
            for c in reader.state.creatures.values()
            if reader.state.owns(reader.seat, c.id) and c.id not in here and c.status != "up"
        ]
        if not gone:
            return _said("Nobody of the party is missing.")
        return _said(*(_end(reader, c) for c in gone[-_MANY:]))
    who = _own(reader, found["who"])
    return _said(_end(reader, who)) if who is not None and who.status != "up" else None


_OTHERS = {"others", "rest", "everyone", "everybody", "them", "us", "people", "friends", "comrades", "companions"}
_STATES = {"dead": "is dead", "down": "lies on the ground", "fled": "has fled", "yielded": "has given up"}


def _end(reader: Reader, who: Creature) -> str:
    """How it stands with one who is gone, and what was told of it."""
    end = end_of(reader, who.name) or _last_of(reader, who.name, _GONE)
    return f"{who.name} {_STATES.get(who.status, 'is gone')}. {end}".strip()


_GONE = re.compile(r"\b(?:flees|runs|leaves|falls|yields|surrenders|is taken|stays behind|gives up)\b")


def _last_of(reader: Reader, name: str, form: re.Pattern[str]) -> str:
    """The last clause that was told of somebody in such words."""
    for line in reversed(reader.heard()):
        for clause in reversed(line.split("; ")):
            if name in clause and form.search(clause):
                return f"{clause[:1].upper()}{clause[1:].rstrip('.')}."
    return ""


def _having(reader: Reader, found: Groups) -> Show | None:
    """Who has a thing, or whether one has it: what is carried or sold goes before a spell of that name."""
    who, what = found["who"], found["what"].strip()
    own = ours(reader)
    if who and not any(first_part(c.name) == who for c in own):
        return None
    is_carried = any(fits(what, item.name) for c in own for item in c.items)
    known = [ware.name for ware in wares(reader.rules, reader.state).values()] if reader.state.settlement else []
    if not is_carried and not any(fits(what, name) for name in known):
        return None
    return Show("count", f"{what} of {who}" if who else what)


def _state_of_a_thing(reader: Reader, found: Groups) -> Show | None:
    """Whether a thing of somebody's is broken."""
    for c in ours(reader):
        for item in c.items:
            if names_item(found["what"], item) and (not found["who"] or first_part(c.name) == found["who"]):
                state = "broken: it does no more than a bare hand, until there is a new one" if item.broken else "whole"
                return _said(f"{c.name}'s {item.name.lower()} is {state}.")
    return None


def _met(reader: Reader, found: Groups) -> Show | None:
    """Whom the party has met so far."""
    lines = [line for told in reader.heard() for line in told.split("\n") if line.startswith("The party meets ")]
    met = list(dict.fromkeys(line.removeprefix("The party meets ").split(",")[0].rstrip(".") for line in lines))
    return _said(f"Met so far: {listing(met[-_MANY:])}." if met else "Nobody has been met so far.")


def _lately(reader: Reader, found: Groups) -> Show | None:
    """What was told last."""
    told = [line for line in reader.heard() if line.strip()]
    return _said(*told[-_LATELY:]) if told else None


def _of_us(reader: Reader, found: Groups) -> Show | None:
    return Show("party")


def _one_of_us(reader: Reader, found: Groups) -> Show | None:
    """How one is who is asked about: whether he can walk, act, fight."""
    who = _own(reader, found["who"])
    if who is None:
        return None
    return Show("party", found["who"]) if who in ours(reader) else _said(_end(reader, who))


def _wish_of_own(reader: Reader, found: Groups) -> Show | None:
    who = _own(reader, found["who"])
    if who is None:
        return None
    return _said(f"{who.name} is of the party: what {who.name} wants, thinks and says is for the players to tell.")


def _spells_of(reader: Reader, found: Groups) -> Show | None:
    who = _own(reader, found["who"])
    return Show("spells", found["who"]) if who is not None and who in ours(reader) else None


def _light(reader: Reader, found: Groups) -> Show | None:
    """How long a light goes on that burns; of one that does not, how long such a thing burns."""
    if place_of(reader) == TOWN:
        return None
    return Show("light")


def _lights_needed(reader: Reader, found: Groups) -> Show | None:
    """How many lights to buy: what there is, and how long one burns."""
    kind = found["kind"]
    return Show("several", f"count|{kind}\nburning|{kind}\nsaid|The way there and back is dark below: count on some hours.")


def _found(reader: Reader, found: Groups) -> Show | None:
    return Show(FOUND)


def _heard_at(reader: Reader, found: Groups) -> Show | None:
    """What was heard when somebody listened."""
    heard = [line for line in reader.heard() if _LISTENED.search(line)]
    return _said(*heard[-3:]) if heard else _said("Nobody of the party has listened anywhere yet.")


_LISTENED = re.compile(r"\b(?:listens?|hears?)\b")


def _of_the_site(reader: Reader, found: Groups) -> Show | None:
    """What was told of the dungeon, while the party is not in it."""
    return Show("rumours") if place_of(reader) == TOWN else None


def _of_the_game(reader: Reader, found: Groups) -> Show | None:
    """How the game works, of what a question names."""
    what = parts(found["what"])
    own = {first_part(c.name) for c in ours(reader)}
    name = topics.of_the_game(reader.rules, what) if not own & set(what) or found.get("how") else ""
    return Show("topic", name) if name else None


def _weary(reader: Reader, found: Groups) -> Show | None:
    return None


def _worth_below(reader: Reader, found: Groups) -> Show | None:
    """What a thing is worth, of what is carried, while there is nobody to buy it."""
    if place_of(reader) == TOWN:
        return None
    having = [c.name for c in ours(reader) for item in c.items if names_item(found["what"], item)]
    if not having:
        return None
    who = listing(list(dict.fromkeys(having)))
    return _said(f"{who} {'has' if len(having) == 1 else 'have'} it. What it brings is told in town, by who buys such.")


def _looks_hurt(reader: Reader, found: Groups) -> Show | None:
    """How hurt those are who are met or fought."""
    return Show("foes") if place_of(reader) in (FIGHT, MEETING) else None


def _seen_here(reader: Reader, found: Groups) -> Show | None:
    """Whether there is such a thing in the place; what hides nobody can tell."""
    return None


def _usable(reader: Reader, found: Groups) -> Show | None:
    """What of a sort of wares somebody may use."""
    who, own = found["who"], ours(reader)
    if not any(first_part(c.name) == who for c in own):
        return None
    return Show("usable sort", f"{found['sort']} of {who}")


def _offers(reader: Reader, found: Groups) -> Show | None:
    return None


_ANSWERS: Mapping[str, Callable[[Reader, Groups], Show | None]] = {
    "fate": _fate,
    "having": _having,
    "state": _state_of_a_thing,
    "met": _met,
    "lately": _lately,
    "us": _of_us,
    "one": _one_of_us,
    "wish": _wish_of_own,
    "spells": _spells_of,
    "light": _light,
    "lights": _lights_needed,
    "found": _found,
    "listened": _heard_at,
    "site": _of_the_site,
    "game": _of_the_game,
    "worth": _worth_below,
    "hurt": _looks_hurt,
}
