"""What is told of things and matters when a plain question asks for them: what is had, found and heard, light, the
way, the game itself."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from underkeep.procedures.chapter import DUNGEON, FIGHT, MEETING, TOWN
from underkeep.table.naming import listing
from underkeep.table.speech import things_told, topics
from underkeep.table.speech.by_any_name import names_a_monster
from underkeep.table.speech.handling import fits, names_item
from underkeep.table.speech.lexicon import group
from underkeep.table.speech.meanings import Reader, Show, ours
from underkeep.table.speech.mentions import place_of
from underkeep.table.speech.past_pages import FOUND
from underkeep.table.speech.plain_answers import Answer, Groups, own_named, said
from underkeep.table.speech.sheet_words import asked_of
from underkeep.table.speech.wording import COMPASS, first_part, parts, stem
from underkeep.world.creature import Creature

_LATELY = 6
_NO_BLOW = "No blow has been struck yet."
_BLOW = re.compile(r"\b(?:hits?|miss(?:es)?)\b")


def _having(reader: Reader, found: Groups) -> Show | None:
    """Who has a thing, or whether one has it: what is carried or sold goes before a spell of that name."""
    who, what = found["who"], found["what"].strip()
    own = ours(reader)
    if who and not any(first_part(c.name) == who for c in own):
        return None
    is_carried = any(fits(what, item.name) for c in own for item in c.items)
    if what in ("food", "water") and not who:
        return _of_food(own) if what == "food" else _of_water(own)
    if what.split()[-1] in _SORTS_OF_THINGS and len(what.split()) > 1:
        kind = parts(what)[0]
        things = [(c, item) for c in own for item in c.items if not set(parts(item.name)) & _COINS]
        some = [f"{c.name} a {item.name.lower()}" for c, item in things if kind in parts(item.name)[:-1]]
        return said(f"{listing(some)}." if some else f"Nobody of the party has a {what}.")
    if set(what.split()) & _NOT_COUNTED or not (is_carried or things_told.is_gear(reader.rules, what)):
        return None
    return Show("count", f"{what} of {who}" if who else what)


def _of_food(own: Sequence[Creature]) -> Show:
    """Who has what to eat, and how long it lasts."""
    held = [(c, i) for c in own for i in c.items if {stem(word) for word in parts(i.name)} & group("food")]
    told = [f"{c.name} {i.count} {i.name.lower()}" for c, i in held]
    food = f"Food: {listing(told)}." if told else "Nobody of the party has food."
    return Show("several", f"said|{food}\nsupplies|")


def _of_water(own: Sequence[Creature]) -> Show | None:
    """Who has a waterskin, and who is thirsty."""
    skins = [f"{c.name} {i.count} {i.name.lower()}" for c in own for i in c.items if "waterskin" in i.name.lower()]
    dry = [c.name for c in own if c.condition("thirsty") is not None]
    water = f"Water: {listing(skins)}." if skins else "Nobody of the party carries a waterskin."
    return said(f"{water} Thirsty: {listing(dry)}." if dry else water)


_NOT_COUNTED = frozenset(
    {
        "water",
        "food",
        "spell",
        "spells",
        "light",
        "time",
        "money",
        "gold",
        "supplies",
        "room",
        "turn",
        "turns",
        "arrows",
    }
)
"""What has a page of its own."""
_COINS = {"piece", "pieces", "coin", "coins"}
_SORTS_OF_THINGS = {"weapon", "weapons", "armour", "blade", "item", "items"}


def _state_of_a_thing(reader: Reader, found: Groups) -> Show | None:
    """Whether a thing of somebody's is broken."""
    for c in ours(reader):
        for item in c.items:
            if names_item(found["what"], item) and (not found["who"] or first_part(c.name) == found["who"]):
                state = "broken: it does no more than a bare hand, until there is a new one" if item.broken else "whole"
                return said(f"{c.name}'s {item.name.lower()} is {state}.")
    return None


def _lately(reader: Reader, found: Groups) -> Show | None:
    """What was told last; of an attack the last that was."""
    told = [line for line in reader.heard() if line.strip()]
    if found["blow"]:
        told = [line for line in told if _BLOW.search(line)][-1:] or [_NO_BLOW]
    return said(*told[-_LATELY:]) if told else None


def _light(reader: Reader, found: Groups) -> Show | None:
    """How long a light goes on that burns; of one that does not, how long such a thing burns."""
    if place_of(reader) == TOWN:
        return None
    return Show("light")


def _lights_needed(reader: Reader, found: Groups) -> Show | None:
    """How many lights to buy: what there is, and how long one burns."""
    kind = found["kind"]
    return Show("several", f"count|{kind}\nburning|{kind}")


def _found(reader: Reader, found: Groups) -> Show | None:
    return Show(FOUND)


def _heard_at(reader: Reader, found: Groups) -> Show | None:
    """What was heard when somebody listened."""
    heard = [line for line in reader.heard() if _LISTENED.search(line)]
    return said(*heard[-3:]) if heard else said("Nobody of the party has listened anywhere yet.")


_LISTENED = re.compile(r"\b(?:listens?|hears?)\b")


def _of_the_site(reader: Reader, found: Groups) -> Show | None:
    """What was told of the dungeon, while the party is not in it."""
    return Show("rumours") if place_of(reader) == TOWN else None


def _of_the_game(reader: Reader, found: Groups) -> Show | None:
    """How the game works, of what a question names."""
    what = parts(found["what"])
    own = {first_part(c.name) for c in ours(reader)}
    is_of_one = any(names_item(found["what"], item) for c in ours(reader) for item in c.items)
    is_spell = " ".join(what) in {" ".join(parts(name)) for name in reader.rules.spells()}
    is_whose = "'s" in found["what"] or any(names_a_monster(reader.rules, word) for word in what)
    if set(what) & (_POSSESSIVE | _WHERE | own) or is_of_one or is_spell or is_whose:
        return None
    name = topics.of_the_game(reader.rules, what)
    is_of_a_door = place_of(reader) == DUNGEON and {"we", "us", *COMPASS} & set(what) and {"door", "doors"} & set(what)
    if not name or is_of_a_door:
        return None
    some = [c.name for c in ours(reader) if {one.name.lower() for one in c.conditions} & set(what)]
    now = f"So now: {listing(some)}." if some else ""
    return Show("several", f"topic|{name}\nsaid|{now}") if now else Show("topic", name)


_WHERE = {"in", "behind", "under", "beyond", "inside", "beneath", "here"}
_POSSESSIVE = {
    "my",
    "our",
    "his",
    "her",
    "their",
    "its",
    "they",
    "this",
    "that",
    "these",
    "those",
    "everyone",
    "everybody",
    "everyones",
    "each",
    "us",
}
"""Words of a question about somebody's own, or what is here, not about the game."""


def _worth_below(reader: Reader, found: Groups) -> Show | None:
    """What a thing is worth, of what is carried, while there is nobody to buy it."""
    if place_of(reader) == TOWN:
        return None
    having = [c.name for c in ours(reader) for item in c.items if names_item(found["what"], item)]
    if not having:
        return None
    who = listing(list(dict.fromkeys(having)))
    return said(f"{who} {'has' if len(having) == 1 else 'have'} it. What it brings is told in town, by who buys such.")


def _arms(reader: Reader, found: Groups) -> Show | None:
    """What a weapon that somebody has does."""
    having = any(fits(found["what"], item.name) for c in ours(reader) for item in c.items)
    told = asked_of(["damage"]) if having and place_of(reader) == FIGHT else ""
    return Show("scores", told) if told else Show("thing", found["what"]) if having else None


def _earned(reader: Reader, found: Groups) -> Show | None:
    """What the last adventure brought, and what the purses hold."""
    brought = [line for line in reader.heard() if _BROUGHT.search(line)]
    pages = [f"said|{line}" for line in brought[-2:]] + ["purse|"]
    return Show("several", "\n".join(pages))


_BROUGHT = re.compile(r"\b(?:adventure brought|brings? home|worth of treasure|gains? \d+ (?:xp|XP))\b")


def _rested(reader: Reader, found: Groups) -> Show | None:
    """How long the party has gone without a rest."""
    party = reader.state.party
    if party is None or party.at is None:
        return None
    many = party.unrested
    turns = f"{many} turn{'' if many == 1 else 's'}"
    return said(f"The party has gone {turns} without a rest." if many else "The party has just rested, or come in.")


def _look_of(reader: Reader, found: Groups) -> Show | None:
    """A thing that somebody carries, by what is known of it."""
    having = [c.name for c in ours(reader) for item in c.items if names_item(found["what"], item)]
    return Show("thing", found["what"]) if having else None


def _exits(reader: Reader, found: Groups) -> Show | None:
    return Show("exits") if place_of(reader) in (FIGHT, MEETING, DUNGEON) else None


def _to_sell(reader: Reader, found: Groups) -> Show | None:
    """Where the town buys, and what it gives."""
    return Show("earn") if place_of(reader) == TOWN else said("Things are sold in town, and nowhere else.")


def _time(reader: Reader, found: Groups) -> Show | None:
    return Show("time")


def _all_of_a_kind(reader: Reader, found: Groups) -> Show | None:
    """How many there are of a kind of thing."""
    what = found["what"]
    is_carried = any(fits(what, item.name) for c in ours(reader) for item in c.items)
    if what in _SORTS or not (is_carried or what in _TREASURES or things_told.is_gear(reader.rules, what)):
        return None
    return Show("count", what)


_TREASURES = {"potions", "scrolls", "wands", "rings", "gems", "jewels", "keys", "books", "maps", "amulets", "statues"}
_SORTS = {"weapons", "arms", "spells", "things", "coins", "options", "choices", "supplies", "rations", "lights", "ways"}


def _way_out(reader: Reader, found: Groups) -> Show | None:
    return Show("way out") if place_of(reader) == DUNGEON else None


def _goal(reader: Reader, found: Groups) -> Show | None:
    """What all of it is for, and what was told of where to look."""
    if place_of(reader) == TOWN:
        return Show("situation")
    if place_of(reader) in (FIGHT, MEETING):
        return Show("options")
    return Show("several", f"said|{_FOR_TREASURE}\nrumours|") if place_of(reader) == DUNGEON else None


_FOR_TREASURE = "Treasure is what the party goes below for, and to come home with it alive; what was heard of it:"


def _game_kept(reader: Reader, found: Groups) -> Show | None:
    return said("Everything is kept as it happens: quit leaves, and the game goes on from here another time.")


def _ready(reader: Reader, found: Groups) -> Show | None:
    """What the party has for the way: food, light, health."""
    if place_of(reader) != TOWN:
        return None
    name = topics.of_the_game(reader.rules, ["bring"])
    return Show("several", "\n".join(["party|", "supplies|", *([f"topic|{name}"] if name else [])]))


def _routes(reader: Reader, found: Groups) -> Show | None:
    place = place_of(reader)
    return Show("routes") if place == TOWN else Show("exits") if place == DUNGEON else None


def _purse(reader: Reader, found: Groups) -> Show | None:
    return Show("purse")


def _told_us(reader: Reader, found: Groups) -> Show | None:
    """The last words that were said to the party."""
    if place_of(reader) in (FIGHT, MEETING) or own_named(reader, found["who"]) is not None:
        return None
    words = [line for line in reader.heard() if _SPOKEN.search(line)]
    if found["who"] not in ("we", "i"):
        kin = [n for n, line in enumerate(reader.heard()) if found["who"].split()[-1][:5] in line.lower()]
        words = words if kin else []
    return said(*dict.fromkeys(words[-_LATELY:])) if words else None


_SPOKEN = re.compile(r'"[^"]{6,}"|\b(?:They say|is sure|swears?|has heard|tells everybody)\b')


def _supplies(reader: Reader, found: Groups) -> Show | None:
    return Show("supplies")


ANSWERS: Mapping[str, Answer] = {
    "purse": _purse,
    "told us": _told_us,
    "supplies": _supplies,
    "having": _having,
    "state": _state_of_a_thing,
    "lately": _lately,
    "light": _light,
    "lights": _lights_needed,
    "found": _found,
    "listened": _heard_at,
    "site": _of_the_site,
    "game": _of_the_game,
    "worth": _worth_below,
    "arms": _arms,
    "time": _time,
    "all of a kind": _all_of_a_kind,
    "use of": _look_of,
    "way out": _way_out,
    "goal": _goal,
    "game kept": _game_kept,
    "ready": _ready,
    "routes": _routes,
    "earned": _earned,
    "rested": _rested,
    "look": _look_of,
    "exits": _exits,
    "to sell": _to_sell,
}
