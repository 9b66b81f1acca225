"""What a word of the game means: a service, a hireling, hunger, mending.

The words and what is said stand under `[topics]` in a game's words.toml; what it costs here and now is counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct, convert

from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.procedures.chapter import TOWN
from underkeep.procedures.hiring import told as terms_told
from underkeep.procedures.ruleset import Ruleset
from underkeep.procedures.town_services import Visit
from underkeep.table import naming
from underkeep.table.narrate import topics as texts
from underkeep.table.speech.lexicon import alike, group, phrase_at
from underkeep.table.speech.pages import served
from underkeep.table.speech.wording import parts
from underkeep.table.why import for_players, rule_text
from underkeep.world.creature import Creature
from underkeep.world.settlement import Applicant
from underkeep.world.state import State


class Topic(Struct, frozen=True, forbid_unknown_fields=True):
    """`words` are what people call it, those of a phrase joined by _; of `says` an id of a rule stands for what the
    rulebook says. `service` is the town's word for it, `deed` the game's own action that it is about. What is asked
    `anywhere` is how the game works: what befalls those who fall, what being weary does."""

    words: str
    says: tuple[str, ...]
    service: str = ""
    deed: str = ""
    anywhere: bool = False


def known(rules: Ruleset) -> dict[str, Topic]:
    return {name: convert(dict(entry), Topic) for name, entry in texts(rules).items()}


def named(rules: Ruleset, state: State, words: Sequence[str]) -> list[tuple[str, frozenset[int]]]:
    """The topics that words are about, those who look for work and the trades of the town, in the order of the line,
    each with the places of its words."""
    town = state.settlement
    hits: list[tuple[str, frozenset[int]]] = []
    for seeker in town.applicants if town is not None else ():
        hits.append((f"seeker {seeker.id}", _where(frozenset(parts(seeker.name)[:1]), words, exactly=True)))
    hits += [(f"trade {trade}", phrase_at(words, parts(trade))) for trade in _trades(state)]
    hits += [
        (name, _where(frozenset(topic.words.split()), words))
        for name, topic in known(rules).items()
        if not topic.anywhere
    ]
    return sorted(((name, at) for name, at in hits if at), key=lambda hit: min(hit[1]))


def of_the_game(rules: Ruleset, words: Sequence[str]) -> str:
    """The topic of how the game works that most of these words are about; empty if none is, or too few are."""
    hits = {
        name: len(_where(frozenset(topic.words.split()), words, exactly=True))
        for name, topic in known(rules).items()
        if topic.anywhere
    }
    best = max(hits, key=lambda name: hits[name], default="")
    said = [word for word in words if word not in group("small") and len(word) > 1]
    return best if hits.get(best, 0) and hits[best] >= _MOSTLY * len(said) else ""


_MOSTLY = 0.6


def _where(some: frozenset[str], words: Sequence[str], exactly: bool = False) -> frozenset[int]:
    single = {n for n, word in enumerate(words) if (word in some if exactly else alike(word, some))}
    phrases = (phrase_at(words, one.split("_")) for one in some if "_" in one)
    return frozenset(single.union(*phrases))


def _trades(state: State) -> list[str]:
    """The trades that a town lists in brackets behind a service."""
    services = state.settlement.services if state.settlement is not None else ()
    lists = (service.partition("(")[2].rstrip(")") for service in services if "(" in service)
    return [trade.strip() for one in lists for trade in one.split(",")]


def page(rules: Ruleset, state: State, own: Sequence[Creature], name: str) -> list[str]:
    """What is told of a topic here; nothing of one that the game has not."""
    kind, _, rest = name.partition(" ")
    if kind == "seeker":
        return _of_a_seeker(rules, state, own, rest)
    if kind == "trade":
        return _of_a_trade(rules, state, rest)
    topic = known(rules).get(name)
    if topic is None:
        return []
    return [*_said(topic), *_of_a_service(rules, state, own, topic.service)]


def _said(topic: Topic) -> list[str]:
    told = [for_players(rule_text(one)) if " " not in one else one for one in topic.says]
    return list(filter(None, told)) or [UNTOLD]


UNTOLD = "The book leaves that to the referee; who asks about in town may hear of it."


def _of_a_service(rules: Ruleset, state: State, own: Sequence[Creature], service: str) -> Iterator[str]:
    """Whether the town has it, what a visit takes, and what speaks against one now."""
    town = state.settlement
    if not service or town is None:
        return
    if service not in [x.partition(" (")[0] for x in town.services]:
        yield f"There is no {service} in {town.name}."
        return
    deed = next((deed for deed in rules.book.in_scene(TOWN) if deed.action is Visit), None)
    takes = deed.takes(state, Visit("", service)) if deed is not None else ""
    if takes:
        yield f"To visit the {service} takes {takes}."
    yield from (f"To {what} takes {cost}." for what, cost in served(rules, state, service))
    refused = {c.name: deed.why_not(state, Visit(c.id, service)) for c in own} if deed is not None else {}
    against = [found.sentence for found in refused.values() if found is not None]
    if own and len(against) == len(own) and "cannot be done" not in against[0] and "nothing of that" not in against[0]:
        yield against[0] if len(own) == 1 else f"Nobody of the party has need of it, or the means: {against[0]}"


def _of_a_seeker(rules: Ruleset, state: State, own: Sequence[Creature], id: str) -> list[str]:
    """Who somebody is who looks for work, what is asked, and whether anybody here can pay it."""
    seekers = state.settlement.applicants if state.settlement is not None else ()
    who = next((x for x in seekers if x.id == id), None)
    if who is None or rules.town is None:
        return ["Nobody like that is looking for work here."]
    town = rules.town
    told = [f"{who.name} ({_kind(who)}) looks for work and asks {terms_told(town.terms, who.asks, state)}."]
    topics = known(rules)
    topic = topics.get(who.kind) or topics.get("retainer")
    told += _said(topic) if topic is not None else []
    purses = [f"{c.name} {town.money(town.purse(c))}" for c in own]
    offers = [a.Hire(c.id, who.id, who.asks) for c in own]
    against = [play.why_not(rules, state, state.owner(x.actor), x) for x in offers]
    how = f"To agree to that, say: hire {who.name}."
    if against and all(x is not None for x in against):
        how = " ".join(dict.fromkeys(x.sentence for x in against[:1] if x is not None))
    return [*told, f"The purses hold: {naming.listing(purses)}. {how}"]


def _kind(who: Applicant) -> str:
    return f"{naming.words(who.kind)}{f' of level {who.level}' if who.level > 1 else ''}".lower()


def _of_a_trade(rules: Ruleset, state: State, trade: str) -> list[str]:
    """A trade that somebody of the town has: what is told of such people, and what it takes to learn it."""
    assert state.settlement is not None
    service = next(x.partition("(")[0].strip() for x in state.settlement.services if trade in x)
    topic = next((one for one in known(rules).values() if one.service == service), None)
    told = [f"{state.settlement.name} has a {trade}, one of the {service} here."]
    if topic is None:
        return told
    told += _said(topic)[:1]
    deed = next((x for x in rules.book.in_scene(TOWN) if x.action.__name__ == topic.deed), None)
    takes = (
        deed.takes(state, deed.action(state.marchers()[0].id, trade)) if deed is not None and state.marchers() else ""
    )
    return [*told, f"To learn what a {trade} can takes {takes}."] if takes else told
