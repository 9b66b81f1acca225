"""What is told of people when a plain question asks for them: one of the party, the dead and gone, those met."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

from underkeep.procedures.chapter import DUNGEON, FIGHT, MEETING, TOWN
from underkeep.table import naming
from underkeep.table.naming import listing
from underkeep.table.speech import things_told, topics
from underkeep.table.speech.meanings import Reader, Show, ours
from underkeep.table.speech.mentions import place_of
from underkeep.table.speech.plain_answers import MOST, Answer, Groups, own_named, said
from underkeep.table.speech.town_people import end_of
from underkeep.table.speech.wording import first_part
from underkeep.world.creature import Creature


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
            return None
        return said(*(_end(reader, c) for c in gone[-MOST:]))
    who = own_named(reader, found["who"])
    return said(_end(reader, who)) if who is not None and who.status != "up" else None


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


def _met(reader: Reader, found: Groups) -> Show | None:
    """Whom the party has met so far."""
    lines = [line for told in reader.heard() for line in told.split("\n") if line.startswith("The party meets ")]
    met = list(dict.fromkeys(line.removeprefix("The party meets ").split(",")[0].rstrip(".") for line in lines))
    return said(f"Met so far: {listing(met[-MOST:])}." if met else "Nobody has been met so far.")


def _of_us(reader: Reader, found: Groups) -> Show | None:
    """How many the party are; before others `how many are there` is asked of them."""
    is_of_others = place_of(reader) in (FIGHT, MEETING) and not found["us"]
    return None if is_of_others else Show("party")


def _one_of_us(reader: Reader, found: Groups) -> Show | None:
    """How one is who is asked about: whether he can walk, act, fight."""
    who = own_named(reader, found["who"])
    if who is None:
        return None
    return Show("party", found["who"]) if who in ours(reader) else said(_end(reader, who))


def _wounded(reader: Reader, found: Groups) -> Show | None:
    """How one stands who is hurt, the blow that was told of last, and what wounds are."""
    who = own_named(reader, found["who"])
    if who is None or who not in ours(reader):
        return None
    struck = re.compile(rf"\b(?:hits|strikes|burns) {who.name}\b|\b{who.name} (?:is wounded|takes \d+ damage)")
    blows = [clause for line in reader.heard() for clause in line.split("; ") if struck.search(clause)][-1:]
    topic = topics.of_the_game(reader.rules, ["wounded"])
    pages = [f"party|{found['who']}", *(f"said|{line}" for line in blows), *([f"topic|{topic}"] if topic else [])]
    return Show("several", "\n".join(pages))


def _wish_of_own(reader: Reader, found: Groups) -> Show | None:
    who = own_named(reader, found["who"])
    if who is None:
        return None
    return said(f"{who.name} is of the party: what {who.name} wants, thinks and says is for the players to tell.")


def _looks_hurt(reader: Reader, found: Groups) -> Show | None:
    """How hurt those are who are fought; of those who are met more is told before strangers."""
    return Show("foes") if place_of(reader) == FIGHT else None


def _wears(reader: Reader, found: Groups) -> Show | None:
    """What of the armour or the weapons that there are somebody may use."""
    who = next((c for c in ours(reader) if first_part(c.name) == found["who"]), None)
    if who is None:
        return None
    return said(things_told.usable_of_a_sort(reader.rules, reader.state, who, found["sort"].rstrip("s")))


def _slain(reader: Reader, found: Groups) -> Show | None:
    """How many have fallen to the party, as far as it saw."""
    dead = [
        c for c in reader.state.creatures.values() if c.status == "dead" and not reader.state.owns(reader.seat, c.id)
    ]
    if not dead:
        return said("None that was met has died so far.")
    kinds = Counter(re.sub(r" \d+$", "", c.name).lower() for c in dead)
    each = [f"{many} {naming.plural(kind) if many > 1 else kind}" for kind, many in kinds.items()]
    return said(f"Dead so far: {listing(each)}.")


def _pay(reader: Reader, found: Groups) -> Show | None:
    """What those who are hired are paid."""
    if found["who"] not in _THOSE_HIRED and own_named(reader, found["who"]) is None:
        return None
    return Show("paid", "" if found["who"] in _THOSE_HIRED else found["who"])


_THOSE_HIRED = {"them", "him", "her", "hirelings", "retainers", "everyone", "people"}


def _buried(reader: Reader, found: Groups) -> Show | None:
    dead = [c for c in reader.state.creatures.values() if reader.state.owns(reader.seat, c.id) and c.status == "dead"]
    if not dead or place_of(reader) == TOWN:
        return None
    return said(f"{listing([c.name for c in dead][-MOST:])}: the party takes its dead home, and mourns them there.")


def _near(reader: Reader, found: Groups) -> Show | None:
    """Whether anybody is about: those who are seen, else what is heard."""
    if place_of(reader) in (FIGHT, MEETING):
        return Show("foes")
    heard = [line for line in reader.heard() if "You hear" in line][-1:] if place_of(reader) == DUNGEON else []
    noise = re.search(r"You hear [^.]*\.", heard[0]) if heard else None
    return (
        said(f"Nobody is in sight.{f' {noise[0]}' if noise else ''} To listen at a door tells more.")
        if (place_of(reader) == DUNGEON)
        else None
    )


def _talker(reader: Reader, found: Groups) -> Show | None:
    return Show("scores", "charisma") if found is not None else None


def _senses(reader: Reader, found: Groups) -> Show | None:
    """What one of them sees and hears here: no more than all do, before time is taken for it."""
    if place_of(reader) != DUNGEON or (own_named(reader, found["who"]) is None and found["who"] not in ("we", "i")):
        return None
    return Show("several", f"look|\nsaid|{_MORE_SHOWS}")


_MORE_SHOWS = "More shows when somebody takes the time: listen at a door, examine a thing, search the place."


def _dwellers(reader: Reader, found: Groups) -> Show | None:
    """What signs the party has come upon of those who live here."""
    if place_of(reader) != DUNGEON:
        return None
    signs = [line for line in reader.heard() if "sign that somebody" in line][-2:]
    return said(*signs, *([] if signs else ["No sign of who lives here has been seen yet."]), _MORE_TELLS)


_MORE_TELLS = "Those who are met, rumours, and a closer look at what stands about may tell more."


def _armour(reader: Reader, found: Groups) -> Show | None:
    return Show("armour", found["who"]) if own_named(reader, found["who"]) in ours(reader) else None


def _myself(reader: Reader, found: Groups) -> Show | None:
    who = reader.state.creatures.get(reader.focus) or next(iter(ours(reader)), None)
    return Show("sheet", first_part(who.name)) if who is not None else None


ANSWERS: Mapping[str, Answer] = {
    "fate": _fate,
    "met": _met,
    "us": _of_us,
    "one": _one_of_us,
    "wounded": _wounded,
    "wish": _wish_of_own,
    "hurt": _looks_hurt,
    "senses": _senses,
    "dwellers": _dwellers,
    "armour": _armour,
    "myself": _myself,
    "slain": _slain,
    "pay": _pay,
    "buried": _buried,
    "near": _near,
    "talker": _talker,
    "wear": _wears,
}
