"""Small talk and small wishes of a town: a drink, a prayer, a word with the smith or the mayor, what the spell books
hold; a present for somebody who is not of the party; a thing that one takes over from another.

What the game has a deed for is done by it; of the rest is said what there is instead.
"""

from __future__ import annotations

from collections.abc import Callable

from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.procedures.chapter import TOWN
from underkeep.procedures.town_services import Visit
from underkeep.table.speech import topics
from underkeep.table.speech.describe import describe
from underkeep.table.speech.giving import things_of
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say, Show, ours
from underkeep.table.speech.mentions import place_of
from underkeep.table.speech.patterns import pattern
from underkeep.table.speech.wording import first_part, parts

Read = Callable[[str], Meaning | None]
_LEARNS, _SMITH, _CAROUSES = (pattern("town_talk", name) for name in ("learns", "smith", "carouses"))
_NAMES = ("drinks", "prays", "studies", "greets", "rules", "to_seeker", "takes_the", "inn", "jobs")
_DRINKS, _PRAYS, _STUDIES, _GREETS, _RULES, _TO_SEEKER, _TAKES_THE, _INN, _JOBS = (
    pattern("town_talk", name) for name in _NAMES
)
HELLO = (
    "People nod and go about their business. News is had by: hear rumours; who sells, heals or is for hire shows look."
)
SHOPS = "The shops talk of nothing but their prices: buy and sell show them. News is had by: hear rumours."
NO_SPELLS = "Nobody teaches or sells spells: each stands in a spellbook of its own, and such are found below or robbed."
ROLLED = "What a night of it costs is rolled, nobody sets the sum. Is this meant?"
_TALKERS = {"innkeeper", "innkeepers", "barkeep", "bartender", "landlord", "landlady", "barmaid", "patrons"}
_TALKERS |= {"locals", "townsfolk", "villagers", "townspeople", "people", "men", "drunks"}
NO_JOBS = "Nobody pays for work or sets a reward here. Treasure is what pays: hear rumours tells where some lies."


def town_talk(reader: Reader, said: str, read: Read) -> Meaning | None:
    """What such a line means; None of any other."""
    town = reader.state.settlement
    if place_of(reader) != TOWN or town is None or reader.state.prompts:
        return None
    said = said.rstrip("? ")
    if _GREETS.fullmatch(said):
        return Show("said", HELLO)
    if _JOBS.search(said):
        return Show("said", NO_JOBS)
    if _RULES.fullmatch(said):
        return Show("said", f"Who rules {town.name} is not the party's business yet; guards and shops go on as ever.")
    if (found := _STUDIES.fullmatch(said)) is not None:
        return Show("spells", found["who"] or "")
    if _LEARNS.fullmatch(said) and "masters" in topics.known(reader.rules):
        return Show("said", NO_SPELLS)
    if (met := _SMITH.fullmatch(said)) is not None and not _is_a_master(reader, said):
        return read("hear rumours") if set(parts(met["whom"])) & _TALKERS else Show("said", SHOPS)
    if _CAROUSES.fullmatch(said):
        return _caroused(reader, said)
    if _PRAYS.fullmatch(said):
        known = topics.known(reader.rules)
        return Show("topic", next((name for name in ("temple", "healing") if name in known), ""))
    if _DRINKS.fullmatch(said):
        return _drunk(reader, said)
    if _INN.fullmatch(said):
        return _at_the_inn(reader)
    seekers = {first_part(x.name): x.name for x in town.applicants}
    if (gift := _TO_SEEKER.fullmatch(said)) is not None and (gift["to"] or gift["whom"]) in seekers:
        name = seekers[gift["to"] or gift["whom"]]
        return Say(f"{name} is not of the party; who is hired first can be given something: hire {name}.")
    return _taken_over(reader, said)


def _is_a_master(reader: Reader, said: str) -> bool:
    """Whether the line names a trade that somebody here teaches."""
    return any(name.startswith("trade ") for name, _ in topics.named(reader.rules, reader.state, parts(said)))


def _drunk(reader: Reader, said: str) -> Meaning | None:
    """The game's hour over a drink, where it has one."""
    listed = [
        x for x in reader.options.listed if describe(reader.rules, reader.state, x).startswith("drink for an hour")
    ]
    named = [x for x in listed if first_part(reader.state.creatures[getattr(x, "actor", "")].name) in parts(said)]
    if named or listed:
        return Do((named or listed)[0])
    return None


def _caroused(reader: Reader, said: str) -> Meaning | None:
    """A night of it, by whoever is named; its price is nobody's choice."""
    listed = [x for x in reader.options.listed if type(x).__name__ == "Carouse"]
    named = [x for x in listed if first_part(reader.state.creatures[getattr(x, "actor", "")].name) in parts(said)]
    return Ask(ROLLED, tuple(named or listed)) if listed else None


def _at_the_inn(reader: Reader) -> Meaning | None:
    """Why nobody can stay at the inn, where there is one and nobody can pay it."""
    town = reader.state.settlement
    visits = [x for x in reader.options.listed if isinstance(x, Visit) and x.service == "inn"]
    if town is None or "inn" not in town.services or visits or not ours(reader):
        return None
    against = play.why_not(reader.rules, reader.state, reader.seat, Visit(ours(reader)[0].id, "inn"))
    return (
        Say(f"{against.sentence} A bed elsewhere costs nothing: rest; hear rumours asks around.") if against else None
    )


def _taken_over(reader: Reader, said: str) -> Meaning | None:
    """`Doriel takes the dagger`: what another has packed is handed over, and not bought anew."""
    found = _TAKES_THE.fullmatch(said)
    taker = next((c for c in ours(reader) if found is not None and first_part(c.name) == found["who"]), None)
    if found is None or taker is None or things_of(taker, found["thing"]):
        return None
    holders = [(c, i) for c in ours(reader) if c is not taker for i in things_of(c, found["thing"])[:1]]
    packed = [(c, i) for c, i in holders if i.place == "pack"] or holders
    many = found["thing"].endswith("s") and not found["thing"].endswith("ss")
    gifts = tuple(a.Give(c.id, taker.id, i.id, i.count if many else 1) for c, i in packed)
    if not gifts:
        return None
    return Do(gifts[0]) if len(gifts) == 1 else Ask("Whose is to be handed over?", gifts)
