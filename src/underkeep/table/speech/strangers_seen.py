"""What is seen of those who are met, before anybody speaks or strikes: whether they have noticed the party, how hurt
they look, whether they stand in the way, whether they are hungry, what they are here for."""

from __future__ import annotations

import re

from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.procedures.conversation import DOING
from underkeep.procedures.survey import known_hoards
from underkeep.table.naming import company, the_crowd, without_number
from underkeep.table.speech.asked_of_them import as_known, met_or_fought, since_met
from underkeep.table.speech.by_any_name import names_a_monster
from underkeep.table.speech.fight_subjects import looks_of
from underkeep.table.speech.honest_words import ASKED_OF_THEM
from underkeep.table.speech.meanings import Ask, Meaning, Reader, Say, Show, ours
from underkeep.table.speech.mentions import FOE, mentions
from underkeep.table.speech.patterns import pattern
from underkeep.table.speech.scenery import light_left
from underkeep.table.speech.taking import contents
from underkeep.table.speech.talking import talking
from underkeep.table.speech.ways_past import FIRST, out
from underkeep.table.speech.wording import first_part, parts, stem
from underkeep.table.view import lights_burning

_NOTICED, _HURT, _IN_THE_WAY, _HUNGRY, _BUSINESS, _LIT, _SPEAKS, _BEARS = (
    pattern("strangers_seen", name)
    for name in ("noticed", "hurt", "in_the_way", "hungry", "business", "lit", "speaks", "bears")
)
_RICHES, _LIGHT_LEFT, _MEAL, _TRUST, _HOW, _WISHES, _WHOSE, _FROM_HEAP = (
    pattern("strangers_seen", name)
    for name in (
        *("riches", "light_left", "meal", "trust", "how_so"),
        *("wishes", "whose", "from_heap"),
    )
)
_THEY = {"they", "them", "it", "he", "she", "him", "her", "its", "their", "those", "these", "anybody", "anyone", "one"}
NOT_NOTICED = "They have not noticed the party, as far as it shows."
NOTICED = "They know that the party is here."
NOT_SHOWN = "How they take it shows when somebody speaks to them, or they act."
NO_SIDE = (
    "They stand in none of the ways out, as far as it is seen; whoever means the party ill may step in the way of it "
    "yet."
)


def of_strangers_seen(reader: Reader, said: str) -> Meaning | None:
    """The answer to such a question; None to any other line."""
    others = met_or_fought(reader)
    if others and _LIGHT_LEFT.fullmatch(said):
        return Show("light")
    if others and (_WHOSE.fullmatch(said) or _FROM_HEAP.fullmatch(said)) and (heaps := _heaps(reader)):
        return Say(f"{heaps} {_by_it(reader)}" if _WHOSE.fullmatch(said) else f"{heaps} {NOT_TAKEN} {FIRST}")
    if others and _RICHES.fullmatch(said):
        return Say(_riches(reader))
    if not others or reader.state.encounter is None or reader.state.fight is not None or not _is_of_them(reader, said):
        return None
    if _NOTICED.fullmatch(said):
        return Say(f"{_awareness(reader)} {seen_of(reader)}".strip())
    if _HURT.fullmatch(said):
        return Say(f"As far as it shows: {looks_of(others)}. {seen_of(reader)}".strip())
    if _IN_THE_WAY.fullmatch(said):
        return Say(_standing(reader))
    if _SPEAKS.fullmatch(said):
        return _speech(reader)
    if _BEARS.fullmatch(said):
        return Say(f"{LOOKS} {seen_of(reader)}".strip())
    if _HOW.fullmatch(said):
        kind, whom = without_number(others[0].name).lower(), company(others)
        told = f"{whom[:1].upper()}{whom[1:]}: no more shows than the name says."
        return Say(f"{told} Somebody may know of their kind: recall {kind}.")
    if _TRUST.fullmatch(said):
        return Say(f"{seen_of(reader)} {THEY_PROVE_IT}".strip())
    if _MEAL.fullmatch(said):
        return _meal(reader)
    if _HUNGRY.fullmatch(said):
        return Say(f"{seen_of(reader)} Whether they are hungry shows when food is offered to them: offer food.".strip())
    if _BUSINESS.fullmatch(said) and (asks := [x for x in reader.options.listed if _is_word(x, DOING)]):
        return Ask(f"{seen_of(reader)} {ASKED_OF_THEM}".strip(), (reader.rules.fittest(reader.state, asks),))
    is_dumb = not any(isinstance(x, a.Parley) for x in reader.options.listed)
    asked = [x.strip() for x in re.split(r"[?,] ?", said) if x.strip()]
    if is_dumb and all(_BUSINESS.fullmatch(x) or _WISHES.fullmatch(x) for x in asked):
        return Say(f"{seen_of(reader)} {THEY_SHOW_IT}".strip())
    return None


def _riches(reader: Reader) -> str:
    """The treasure that is seen where they are; what they bear themselves nobody knows."""
    return f"{_heaps(reader) or 'No treasure is seen here.'} {NOT_SEEN}"


def _heaps(reader: Reader) -> str:
    heaps = [contents(reader, heap.id) for heap in known_hoards(reader.state)] if _is_below(reader) else []
    return " ".join(filter(None, heaps))


def _by_it(reader: Reader) -> str:
    """That nobody was told whose the treasure is, and who is there to mind."""
    met = reader.state.encounter
    assert met is not None
    away = reader.rules.measures.away(met.distance)
    crowd = the_crowd(met_or_fought(reader))
    verb = "is" if len(met.monsters) == 1 else "are"
    return f"Whose that is was not told; {crowd} {verb} {away}, and may mind if it is taken before their eyes."


def _is_below(reader: Reader) -> bool:
    state = reader.state
    return state.dungeon is not None and state.party is not None and state.party.at is not None


def _speech(reader: Reader) -> Meaning:
    """Whether they have any speech, as far as the rules tell whoever tries; else which tongues the party has."""
    if any(isinstance(x, a.Parley) for x in reader.options.listed):
        cards = [reader.rules.card(reader.state, c) for c in ours(reader)]
        have = any("speak" in key.lower() for card in cards for _, rows in card.sections for key, _ in rows)
        return Show("tongues") if have else Say(UNDERSTOOD)
    against = play.why_not(reader.rules, reader.state, reader.seat, a.Parley(ours(reader)[0].id, "talk"))
    return Say(against.sentence, against.rule) if against is not None else Show("tongues")


def _meal(reader: Reader) -> Ask | None:
    """To offer food, or to greet them first."""
    food = [x for x in talking(reader.state, reader.options, "offer food") if x in reader.options.listed]
    talks = [x for x in reader.options.listed if _is_word(x, "talk")]
    both = tuple(reader.rules.fittest(reader.state, some) for some in (food, talks) if some)
    return Ask(A_MEAL, both) if both else None


UNDERSTOOD = "They have speech, and understand what is said to them: talk to them."
THEY_SHOW_IT = "They know no speech; more than that shows by what they do: wait and see."
THEY_PROVE_IT = "Whether they mean what they say nobody of the party knows: it shows by what they do."
A_MEAL = "That shows when food is held out to them. Which is it to be?"
LOOKS = "How they look is in their name; what they bear shows when it comes to blows."
NOT_TAKEN = "That lies here and is not yet the party's; it is offered to nobody before it was taken up."
NOT_SEEN = "What they have with them shows when they tell of it or are searched."


def _is_word(action: object, aim: str) -> bool:
    return isinstance(action, a.Parley) and action.aim == aim


def _is_of_them(reader: Reader, said: str) -> bool:
    words = parts(said)
    is_kind = any(names_a_monster(reader.rules, stem(word)) for word in words if len(word) > _SHORT)
    return bool(_THEY & set(words)) or is_kind or any(m.role == FOE for m in mentions(reader, words))


_SHORT = 2


def seen_of(reader: Reader) -> str:
    """What was told of how those are who are met."""
    told = [x for x in since_met(reader.heard()) if x.startswith(("The ", "They ")) and not x.startswith("The party ")]
    told = [as_known(met_or_fought(reader), line) for line in told]
    last = max((n for n, line in enumerate(told) if _MOOD.search(line)), default=-1)
    return " ".join(dict.fromkeys(x for n, x in enumerate(told) if n == last or not _MOOD.search(x)))


_MOOD = re.compile(r"\blooks? \w+\.$")


def _awareness(reader: Reader) -> str:
    met = reader.state.encounter
    assert met is not None
    if met.surprises(met.monsters):
        return NOT_NOTICED
    return NOTICED if met.attitude else f"{NOTICED} {NOT_SHOWN}"


def _standing(reader: Reader) -> str:
    met, state = reader.state.encounter, reader.state
    assert met is not None
    crowd = the_crowd([state.creatures[id] for id in met.monsters if state.creatures[id].is_up])
    verb = "is" if len(met.monsters) == 1 else "are"
    away = f"{crowd[:1].upper()}{crowd[1:]} {verb} {reader.rules.measures.away(met.distance)}."
    if any("bar the way" in line or "bars the way" in line for line in since_met(reader.heard())):
        return f"{away} They barred the way when the party would go by. {out(reader)}"
    below = state.party is not None and state.party.at is not None
    return f"{away} {NO_SIDE if below else ''} {out(reader) if below else ''}".replace("  ", " ").strip()


def lit_before_them(reader: Reader, said: str) -> Say | None:
    """Why no light is made before strangers, and how long those that burn will last."""
    met = reader.state.encounter
    if _LIT.fullmatch(said) is None or met is None or met.attitude == "asleep":
        return None
    bearers = {light.bearer for light in reader.state.lights}
    has = [c.name for c in ours(reader) if c.id in bearers and first_part(c.name) in parts(said)]
    burning = [
        f"{reader.state.creatures[x.bearer].name}'s {x.name.lower()}, {light_left(x)}"
        for x in lights_burning(reader.rules, reader.state)
        if x.bearer in reader.state.creatures
    ]
    told = f"Light: {'; '.join(burning)}." if burning else "No light burns."
    told = f"{has[0]} bears one already. {told}" if has and "put" not in parts(said) else told
    return Say(f"Not now: that takes a while, and those who are met would not wait for it. {told} {FIRST}")
