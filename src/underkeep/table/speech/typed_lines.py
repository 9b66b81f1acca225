"""From a typed line to one of the legal actions. No rules: what means nothing legal gets the rules' reason, or a hint.

Directions, squares and numbers of things are understood first, then the words that describe each action.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace

from underkeep.kernel.event import Action
from underkeep.kernel.prompt import Answer
from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.procedures.actions import Try
from underkeep.procedures.chapter import DUNGEON, FIGHT, MEETING, TOWN
from underkeep.procedures.marching import AS_THEY_STAND
from underkeep.procedures.sorts_of_deed import is_deed
from underkeep.procedures.wishes import LEAVE_IT
from underkeep.table.several import Regardless
from underkeep.table.speech import (
    at_a_question,
    battle_orders,
    bought_for,
    casting_words,
    fight_lines,
    frames,
    giving,
    hiring_words,
    sentences,
)
from underkeep.table.speech.asked_amid_blows import amid_blows
from underkeep.table.speech.asked_below import asked_below
from underkeep.table.speech.asked_of_past import by_the_book, of_a_failure, of_the_past
from underkeep.table.speech.asked_of_the_met import of_the_met
from underkeep.table.speech.asked_outside_fights import asked_outside_fights
from underkeep.table.speech.asked_plainly_below import asked_plainly
from underkeep.table.speech.asked_things import thing_asked
from underkeep.table.speech.asked_why import not_of_the_last, why_asked
from underkeep.table.speech.asking_words import is_question
from underkeep.table.speech.at_home import kept_at_home
from underkeep.table.speech.at_stuck_doors import with_one_alone
from underkeep.table.speech.at_the_inn import at_the_inn
from underkeep.table.speech.before_strangers import asked_of_whom, before_strangers, with_a_hint
from underkeep.table.speech.below_first import below_first
from underkeep.table.speech.below_plainly import below_plainly
from underkeep.table.speech.besides import of_sentences
from underkeep.table.speech.by_any_name import called_so, names_a_monster
from underkeep.table.speech.casting_words import read_out
from underkeep.table.speech.chatter import whole_words
from underkeep.table.speech.classes import by_class
from underkeep.table.speech.clauses import (
    InWords,
    each_in_order,
    each_of_several,
    is_but_names,
    is_remark,
    is_turned,
    of_several_sorts,
    one_by_one,
    turned_round,
)
from underkeep.table.speech.deeds_in_order import deeds_in_order
from underkeep.table.speech.destinations import backed_off, homewards
from underkeep.table.speech.done_below import done_below, tended
from underkeep.table.speech.facts import fact, is_of_us
from underkeep.table.speech.faithful import faithful
from underkeep.table.speech.fetched_to_sell import fetched_to_sell
from underkeep.table.speech.fight_wording import but_for_some
from underkeep.table.speech.gifts_told import gifts_told
from underkeep.table.speech.giving import handed_over
from underkeep.table.speech.going import by_name
from underkeep.table.speech.going_together import all_at_once
from underkeep.table.speech.guesses import loosely, perhaps, when_it_is_time
from underkeep.table.speech.handling import lacks
from underkeep.table.speech.in_known_words import in_known_words
from underkeep.table.speech.lastly import lastly
from underkeep.table.speech.leading_words import without_lead
from underkeep.table.speech.left_waiting import kept_together
from underkeep.table.speech.letters import well_written
from underkeep.table.speech.matching import words_of
from underkeep.table.speech.meanings import Ask, Browse, Do, Meaning, Reader, Say, Show, Undertake, ours
from underkeep.table.speech.meeting_lines import of_whole_meeting_lines
from underkeep.table.speech.mentions import place_of
from underkeep.table.speech.nights import whole_night
from underkeep.table.speech.not_to_be_done import NOT_DONE, without_refused
from underkeep.table.speech.not_understood import against, names_told, unknown
from underkeep.table.speech.offers_in_words import by_who_has
from underkeep.table.speech.only_asked import without_deed
from underkeep.table.speech.own_things import of_own_things, with_nouns
from underkeep.table.speech.page_words import page_named
from underkeep.table.speech.parted_deeds import parted_deeds
from underkeep.table.speech.paying import paid_by
from underkeep.table.speech.places_told import of_places
from underkeep.table.speech.plain_questions import plainly_asked
from underkeep.table.speech.pronouns import oneself, referred, those_met
from underkeep.table.speech.purchase_lists import purchase_list
from underkeep.table.speech.put_plainly import ended, put_plainly, readied
from underkeep.table.speech.quietly import quietly
from underkeep.table.speech.ranks import left_behind, ranked
from underkeep.table.speech.reasons import without_reasons
from underkeep.table.speech.rephrasing import rephrased, suggested, taken_from
from underkeep.table.speech.sayings import foremost, said_to_them
from underkeep.table.speech.second_thoughts import by_whom, is_weak
from underkeep.table.speech.shopping import shopped
from underkeep.table.speech.small_wishes import small_wish
from underkeep.table.speech.sought import sought
from underkeep.table.speech.spell_names import spelled, without_aim
from underkeep.table.speech.stakes import staked
from underkeep.table.speech.strictly import addressed, call, empty, exact, strictly
from underkeep.table.speech.supposing import elsewhere, is_vague
from underkeep.table.speech.taking import but_metal
from underkeep.table.speech.terms_offered import terms_offered
from underkeep.table.speech.the_dead import of_the_dead
from underkeep.table.speech.town_and_road import town_and_road
from underkeep.table.speech.town_lines import in_town
from underkeep.table.speech.town_people import of_whole_lines
from underkeep.table.speech.traps_told import of_traps
from underkeep.table.speech.ways_past import with_ways
from underkeep.table.speech.ways_told import at_a_door, at_each, numbered, untried
from underkeep.table.speech.whose import left_open
from underkeep.table.speech.wish_by_wish import settled, wish_by_wish
from underkeep.table.speech.withdrawals import withdrawn
from underkeep.table.speech.wording import COMPASS, canonical, parts, plain, tokens

MOST_LINE = 300
MOST_QUOTED = 60
MOST_WITHIN = 6
"""How deep the parts of a line may lie in each other."""
MARCH = "marching order"
__all__ = ["Ask", "Browse", "Do", "Meaning", "Reader", "Say", "Show", "Undertake", "parse"]


def parse(reader: Reader, line: str) -> Meaning:
    """The meaning of a line, as far as it is true to all that the line says."""
    line = _HOLD_ON.sub("", _OVER_AND_OVER.sub(r"\1", line[:MOST_LINE]))
    line = by_class(reader, well_written(reader, line))
    if (rest := without_refused(reader, line)) is not None:
        if not rest:
            return Say(NOT_DONE)
        line = rest
    line = in_known_words(reader, line)
    if (met := of_whole_meeting_lines(reader, line, parse, lambda other: _sensible(reader, other))) is not None:
        return wish_by_wish(reader, line, met, parse) or met
    if place_of(reader) in (MEETING, FIGHT) and is_question(line[:MOST_LINE]):
        line = those_met(names_told(reader)[0], line[:MOST_LINE])
    meant = _faithfully(reader, line)
    meant = settled(meant) if place_of(reader) == MEETING and _SAYS.match(line) else meant
    parted = wish_by_wish(reader, line[:MOST_LINE], meant, parse)
    parted = parted or parted_deeds(reader, line[:MOST_LINE], meant, _by_itself)
    meant = parted or lastly(reader, line[:MOST_LINE], meant, _faithfully)
    meant = by_who_has(reader, staked(reader, quietly(reader, line[:MOST_LINE], meant)))
    return kept_together(reader, line[:MOST_LINE], with_one_alone(reader, line, meant))


_HOLD_ON = re.compile(
    r"^\s*(?:(?:hold|hang) on|just a (?:moment|second|minute))(?: there)?[,.!;]+ (?=\w)", re.IGNORECASE
)
_SAYS = re.compile(r"\w+,? (?:says?|shouts?|calls?(?: out)?|asks?|tells? \w+): ", re.IGNORECASE)
"""What somebody is to say word for word."""
_OVER_AND_OVER = re.compile(r"\b((?:[^\s]+ ){1,3}?)\1{3,}")
"""Words that are said again and again are said once."""


def _by_itself(reader: Reader, clause: str) -> Meaning:
    """What one clause of a line means."""
    meant = _faithfully(reader, clause)
    return lastly(reader, clause, meant, _faithfully) if is_weak(reader, meant) else meant


def _faithfully(reader: Reader, line: str) -> Meaning:
    shown = amid_blows(reader, line[:MOST_LINE]) or asked_outside_fights(reader, line[:MOST_LINE])
    shown = shown or page_named(reader, line[:MOST_LINE]) or plainly_asked(reader, line[:MOST_LINE])
    page = shown or left_open(reader, line[:MOST_LINE], lambda x: _whole(reader, x))
    return page or faithful(reader, line[:MOST_LINE], _whole(reader, line))


IN_CIRCLES = "cannot be made out; say it in other words, or help lists the commands."
"""What is said to a line of which the reading comes back to itself: no line may end a game."""


def _whole(reader: Reader, line: str) -> Meaning:
    """The meaning of a line; of one of several sentences that of each, as far as it is a wish or a question. A line of
    which the reading comes back to itself, or never ends, is not read again."""
    key = " ".join(line[:MOST_LINE].split()).lower()
    if key in reader.within or len(reader.within) >= MOST_WITHIN:
        return Say(f'"{line[:MOST_QUOTED]}" {IN_CIRCLES}')
    reader = replace(reader, within=(*reader.within, key))
    told = gifts_told(reader, line[:MOST_LINE], _by_itself) or terms_offered(reader, line[:MOST_LINE])
    if told is not None:
        return told
    if place_of(reader) == DUNGEON:
        asked = asked_plainly(reader, plain(line[:MOST_LINE])) if is_calm(reader) else None
        return asked or of_sentences(reader, line[:MOST_LINE], _whole) or _parsed(reader, line)
    said = plain(line[:MOST_LINE])
    if (errand := purchase_list(reader, line[:MOST_LINE]) or at_the_inn(reader, said)) is not None:
        return errand
    if (sold := fetched_to_sell(reader, said, _whole)) is not None:
        return sold
    at_home = kept_at_home(reader, _FOR_ME.sub(r"\1 ", said)) or of_whole_lines(reader, said)
    return at_home or sentences.read(reader, line[:MOST_LINE], _parsed) or _parsed(reader, line)


def _parsed(reader: Reader, line: str) -> Meaning:
    """The meaning of a sentence: by its words, else by what such words mostly mean, else why it means nothing."""
    if listed := exact(reader, line[:MOST_LINE]):
        return Do(listed[0])
    names = names_told(reader)[0]
    line = COMPASS.get(line.strip(" .!").lower(), line) if place_of(reader) == MEETING else line
    typed = _AGAIN_AND_AGAIN.sub(lambda found: found[0 if found[1] in names else 1], plain(line[:MOST_LINE]))
    if not reader.state.prompts:
        typed = without_lead(typed, names) if reader.state.fight is None else typed
        typed = but_for_some(reader, typed) if reader.state.fight is not None else typed
        typed = put_plainly(whole_words(typed, *names_told(reader)) or typed)
        typed = bought_for.worded(reader, hiring_words.named(reader, _without_speaker(reader, typed)))
        typed = taken_from(typed, names_told(reader)[0])
        typed = _BACK_THROUGH.sub("go ", _BACK_TO.sub("go back ", _GO_AND.sub(r"\g<who>", typed)))
        typed = but_metal(_THE_REST_OF.sub("", _FOR_ME.sub(r"\1 ", typed)))
        typed = suggested(typed, names_told(reader)[0], reader.state.fight is not None)
        typed = oneself(names_told(reader)[0], referred(reader.state, reader.last, called_so(reader, typed)))
        typed = spelled(reader, numbered(reader, by_name(reader.state, with_nouns(reader, read_out(reader, typed)))))
        typed = "camp" if a.MakeCamp() in reader.options.listed and canonical(typed) == "camp" else typed
    if (plainly := ended(reader, plain(line)) or readied(reader, plain(line).rstrip(".! "), _whole)) is not None:
        return plainly
    if (withdraws := withdrawn(reader, plain(line).rstrip(".! "), _whole)) is not None:
        return withdraws
    if (why := why_asked(reader, plain(line).rstrip("?.! "), _whole)) is not None:
        return why
    if not reader.state.prompts and (failed := of_a_failure(reader, typed.rstrip("? "))) is not None:
        return failed
    fought = fight_lines.read(reader, typed, line, lambda other: _sensible(reader, other))
    typed = typed if fought is not None else fight_lines.worded(reader, typed)
    meant = fought or by_the_book(reader, typed, of_the_past(reader, typed, _plainer(reader, typed, line)))
    meant = fight_lines.better(reader, typed, with_a_hint(reader, meant))
    is_advice = is_calm(reader) and line.rstrip().endswith("?") and _ADVICE.match(plain(line)) is not None
    meant = Ask(FOR_YOU, (meant.action,)) if isinstance(meant, Do) and is_advice else meant
    return without_deed(reader, line, asked_of_whom(reader, line, not_of_the_last(plain(line), meant)))


def _when_it_is_time(reader: Reader, line: str) -> Meaning:
    """What a line means that is read again in the fight which it began: all of it counts there."""
    return _parsed(reader, line) if reader.state.fight is None else parse(reader, line)


def _plainer(reader: Reader, typed: str, line: str) -> Meaning:
    """What a line means without what only says why, or else with it."""
    if (
        is_calm(reader)
        and place_of(reader) != TOWN
        and (fewer := without_reasons(typed, names_told(reader)[0])) != typed
    ):
        meant = _meant(reader, fewer, line)
        if not is_weak(reader, meant):
            return meant
    return _meant(reader, typed, line)


def is_calm(reader: Reader) -> bool:
    """Whether nobody is met or fought, and nothing is asked."""
    return not (reader.state.prompts or reader.state.fight is not None or reader.state.encounter is not None)


def _meant(reader: Reader, typed: str, line: str) -> Meaning:
    """What a line in whole words means."""
    said = typed.rstrip("? ") or typed
    if not said:
        return empty(reader)
    if is_calm(reader) and is_but_names(reader, said) and len(parts(said)) == 1:
        return Show("sheet", parts(said)[0])
    if is_calm(reader) and (told := asked_outside_fights(reader, typed) or at_the_inn(reader, said)) is not None:
        return told
    if is_calm(reader) and (small := small_wish(reader, said)) is not None:
        return small
    strange = before_strangers(reader, typed, line, _when_it_is_time, lambda other: _sensible(reader, other))
    if strange is not None:
        return by_whom(reader, said, strange)
    if is_calm(reader) and place_of(reader) == DUNGEON:
        below = below_first(reader, typed, line, lambda other: _sensible(reader, other), _whole)
        below = below or below_plainly(reader, typed, lambda other: _sensible(reader, other))
        below = below or of_places(reader, said, lambda other: _sensible(reader, other))
        below = (
            below
            or of_traps(reader, typed)
            or of_the_met(reader, typed)
            or asked_below(reader, typed)
            or of_the_dead(reader, said)
            or whole_night(reader, said)
        )
        below = below or done_below(reader, typed, lambda other: _sensible(reader, other))
        if below is not None:
            return by_whom(reader, said, untried(reader, said, below))
    meant = of_the_dead(reader, said) or whole_night(reader, said) or kept_at_home(reader, said)
    meant = meant or (tended(reader, said) if is_calm(reader) and _BINDS.match(said) else None)
    meant = meant or town_and_road(reader, typed, lambda other: _sensible(reader, other))
    meant = meant or in_town(reader, typed, lambda other: _sensible(reader, other))
    meant = meant or (backed_off(reader, said) if is_calm(reader) else None)
    meant = meant or paid_by(reader, said, lambda other: _sooner(reader, other))
    meant = meant or _better_told(reader, typed) or thing_asked(reader, said)
    meant = meant or homewards(reader, said) or at_each(reader, typed, _strictly, _whole)
    meant = meant or at_a_door(reader, said, lambda other: _in_any_words(reader, other))
    meant = meant or each_of_several(reader, said, _strictly)
    if is_calm(reader) and is_turned(said):
        meant = meant or turned_round(reader, said, _strictly, _whole)
    meant = meant or all_at_once(reader, typed, lambda other: _sensible(reader, other), _whole)
    meant = meant or frames.foremost(reader, typed, lambda other: _sensible(reader, other))
    meant = meant or _in_plain_words(reader, typed, said, line)
    if (trying := _TRYING.fullmatch(said)) is not None and is_weak(reader, meant):
        meant = next((m for x in _of_gerund(trying[1]) if (m := _sensible(reader, f"{x} {trying[2]}"))), meant)
    if isinstance(meant, Do) and (tried := _TRIES.fullmatch(said)) is not None:
        done = _sensible(reader, f"{tried['who']} {tried['what']}")
        meant = done if isinstance(done, Do) and _is_by_its_name(reader, done.action, tried["what"]) else meant
    if isinstance(meant, Say) and (instead := _instead(reader, line)) is not None:
        return instead
    if not reader.state.prompts and is_weak(reader, meant):
        meant = frames.afterwards(reader, typed, meant, lambda other: _sensible(reader, other)) or meant
    searches = isinstance(meant, Do) and isinstance(meant.action, a.Search)
    if searches and frames.is_asked(typed) and (_WHATS.fullmatch(said) or not _SEARCHES(said)):
        return Say(SEARCH_SHOWS)
    meant = without_aim(reader, said, meant, lambda other: _sensible(reader, other))
    return with_ways(reader, untried(reader, typed, by_whom(reader, said, sought(reader, said, meant))))


_BINDS = re.compile(r"(?:\w+,? )?(?:bandages?|binds? up|patch(?:es)? up|stitch(?:es)?|nurses?|dress(?:es)?|tends?)\b")
"""What is done for the wounded without a spell or a healer, in town and on the road as well."""
_THE_REST_OF = re.compile(
    r"\bthe (?:rest|remainder|others) of (?=(?:the|these|those|them|it)\b)(?!the (?:party|group|day|night))"
)
_BACK_TO = re.compile(r"^back (?=(?:to|into|towards?) (?:the|our|area|town)\b)")
_BACK_THROUGH = re.compile(r"^(?:go )?back (?=through (?:the|that) )")
_GO_AND = re.compile(
    r"^(?P<who>(?:(?:let us|we|i|please|now|\w+) )??)(?:go|goes|head|run) (?:and|to) "
    r"(?=(?:find|have|get|see|look|open|check|search|take|fetch|buy|visit|ask|tell|talk|examine"
    r"|listen|help|rescue|hire|sell) \w)"
)
"""What somebody goes for is what is to be done."""
_FOR_ME = re.compile(r"\b(buy|get|bring|fetch|order) (?:me|us|myself|ourselves) (?=\w)")
_AGAIN_AND_AGAIN = re.compile(r"\b([a-z]{3,})(?:,? \1\b)+")


def _instead(reader: Reader, line: str) -> Meaning | None:
    """What was asked is left for something else that is told: a try for all that is known, an order of march for
    another."""
    if (passed := at_a_question.read(reader, line, _whole)) is not None:
        return passed
    answers = (x for x in reader.options.listed if isinstance(x, Answer))
    left = next((x for x in answers if x.choice in (LEAVE_IT, AS_THEY_STAND)), None)
    if left is None:
        return None
    state = replace(reader.state, prompts=())
    options = play.legal_actions(reader.rules, state, reader.seat)
    now = replace(reader, state=state, options=options, within=())
    if left.choice == AS_THEY_STAND:
        lines = (line, f"{MARCH} {line}")
        meanings = (_whole(now, x) for x in lines)
        orders = (m.action for m in meanings if isinstance(m, Do) and isinstance(m.action, a.Order))
        return next((Undertake(Regardless((left, order))) for order in orders), None)
    meant = _whole(now, line)
    is_known = isinstance(meant, Undertake) or (isinstance(meant, Do) and not isinstance(meant.action, Try))
    return Undertake(InWords(Do(left), [line], _whole), note=LEFT_OPEN) if is_known else None


LEFT_OPEN = "What was asked is left, and this done instead."


def _without_speaker(reader: Reader, typed: str) -> str:
    """`i wait` as `wait`; `i bruno` asks for the inventory."""
    word, _, rest = typed.partition(" ")
    return rest if word == "i" and len(rest.split()) == 1 and rest not in names_told(reader)[0] else typed


def _is_by_its_name(reader: Reader, action: Action, wish: str) -> bool:
    """Whether a wish begins with the word for a legal action."""
    told = words_of(reader.rules, reader.state, action) if action in reader.options.listed else []
    return told[:1] == tokens(wish)[:1]


_SEARCHES = re.compile(
    r"\b(?:search|find|traps?|trapped|secrets?|hidden|concealed|look|check|behind|under|beneath|inside)\b"
).search
_ADVICE = re.compile(r"(?:so |and |but )?(?:should|shall|ought) (?:we|i) (?!look|examine|check)")
FOR_YOU = "That is for you to decide. Is it to be done?"
_WHATS = re.compile(
    r"(?:what|who) (?:is|are|lies|lurks|waits) (?:behind|under|inside|in|beyond) (?:it|that|this|them|there)"
)
SEARCH_SHOWS = "That shows when somebody looks: search takes a turn, and says what is found."


_TRIES = re.compile(r"(?P<who>\w+),? (?:tries|attempts) to (?P<what>.+)")


_TRYING = re.compile(r"(?:let us )?(?:try|attempt|start|begin) (\w{2,})ing (.+)")


def _of_gerund(stem: str) -> tuple[str, ...]:
    """The verbs of which `opening`, `taking` and `hitting` may be the form."""
    return (stem, f"{stem}e", stem[:-1])


def _sooner(reader: Reader, said: str) -> Meaning | None:
    """The same of a line of which what it speaks of may go before its plain words."""
    return frames.foremost(reader, said, lambda other: _sensible(reader, other)) or _sensible(reader, said)


def _sensible(reader: Reader, said: str) -> Meaning | None:
    """What a line in plain words means; None if that is nothing."""
    meant = _in_plain_words(reader, said, said, said)
    return None if is_weak(reader, meant) else meant


def _better_told(reader: Reader, typed: str) -> Show | None:
    """The page on a spell or a light that is asked about by its name: it says more than one on a thing."""
    if _asks_of_a_kind(reader, typed.rstrip("? ")):
        return None
    known = fact(reader, typed)
    if known is None or not (known.what in ("spell", "burning") or is_of_us(reader, typed)):
        return None
    return known


def _in_any_words(reader: Reader, said: str) -> Meaning | None:
    """The same, or what a frame makes of it that goes before the plain words."""
    return frames.foremost(reader, said, lambda other: _sensible(reader, other)) or _sensible(reader, said)


def _in_plain_words(reader: Reader, typed: str, said: str, line: str) -> Meaning:
    """The meaning of a line by its own words, or by what such words mostly mean."""
    if reader.state.fight is None and _AS_LAST_ROUND.fullmatch(said):
        return Say("There is no fight.")
    if _ONCE_MORE.fullmatch(said) and not reader.state.prompts:
        return Show("again")
    is_call = _CALLS.match(said) or _asks_of_a_kind(reader, said)
    called_for = call(reader, said) if is_call and not reader.state.prompts else None
    known = called_for or fact(reader, typed)
    if known is not None:
        return known
    meant = _plainly(reader, said)
    meant = meant or deeds_in_order(reader, said, _whole) or _part(reader, said)
    if meant is not None:
        return meant
    fewer = rephrased(said, ours(reader), reader.state.fight is not None)
    spoken = addressed(reader.state, by_name(reader.state, fewer))[-1][0]
    there = elsewhere(reader.state, spoken)
    if there and is_calm(reader) and (lacking := lacks(ours(reader), said)):
        return Say(lacking)
    if reader.state.prompts or against(reader, spoken) or (there and not is_vague(there)):
        return unknown(reader, spoken, line, _sensible)
    if _ANOTHER_WAY.match(spoken) and a.SetOut() in reader.options.listed:
        return Say(NO_SUCH_WAY)
    return loosely(reader, typed, _strictly) or unknown(reader, spoken, line, _sensible)


_KNOWN_OF = re.compile(r"what (?:do|does) \w+ know (?:about|of) (?:the |an? )?(?P<what>\w+)")


def _asks_of_a_kind(reader: Reader, said: str) -> bool:
    """Whether a line asks what somebody knows of a kind of monster, and of nothing else."""
    found = _KNOWN_OF.fullmatch(said)
    return found is not None and names_a_monster(reader.rules, found["what"])


_AS_LAST_ROUND = re.compile(r"(?:(?:do )?(?:the )?(?:same )?as |like |repeat )(?:in )?(?:the )?last round|next round")
_ONCE_MORE = re.compile(
    r"(?:(?:we|i|let us) )?(?:try|do|have (?:a go|another go|another try) at) ?(?:it|that|this)? ?(?:again|once more)"
    r"|(?:have|give it|take) another (?:go|try|shot)"
    r"|(?:we )?(?:keep|go) (?:on )?trying(?: (?:until|till) .*)?"
    r"|(?:try|keep at it|again and again)(?: again)? (?:until|till) .*"
)
_ANOTHER_WAY = re.compile(
    r"set out (?:across|along the coast|along .* to|by (?:a |the |our )?(?:open |high )?(?:sea|boat|ship|river))\b"
)
NO_SUCH_WAY = "No such way is known from here; the choices show those that are."


_CALLS = re.compile(r"(?:[\w,]+ )*?(?:check|checks|roll|rolls|saves?|contest)\b")


def _plainly(reader: Reader, said: str, is_part: bool = False) -> Meaning | None:
    """What a line means by its own words, or by the order in which they stand."""
    meant = (
        foremost(reader, said)
        or giving.foremost(reader, said)
        or battle_orders.foremost(reader, said)
        or left_behind(reader, said)
    )
    meant = meant or (None if is_part else each_in_order(reader, said, _whole))
    meant = meant or casting_words.healed(reader, said)
    meant = meant or turned_round(reader, said, _strictly, _whole)
    meant = meant or of_own_things(reader, said)
    meant = meant or each_of_several(reader, said, _strictly)
    meant = (
        meant or _strictly(reader, said) or handed_over(reader, said) or ranked(reader, said) or shopped(reader, said)
    )
    if isinstance(meant, Do) and not isinstance(meant.action, a.Order) and not is_part:
        meant = of_several_sorts(reader, said, _whole) or deeds_in_order(reader, said, _whole, sure=True) or meant
    meant = meant or said_to_them(reader, said) or one_by_one(reader, said, _strictly, _whole)
    meant = meant or battle_orders.read(reader, said) or battle_orders.remark(reader, said)
    return meant or (None if is_part else when_it_is_time(reader, said))


def _part(reader: Reader, said: str) -> Meaning | None:
    """The first part of a long line that is understood; whoever it begins with is meant in all of them."""
    pieces = [piece.strip() for piece in re.split(r", (?:and |but |then )?|; | and ", said) if len(piece.split()) > 1]
    if reader.state.prompts or len(pieces) < 2:
        return None
    name = next((parts(said)[0] for c in ours(reader) if parts(said) and parts(c.name)[:1] == parts(said)[:1]), "")
    for piece in pieces:
        named = any(parts(c.name)[0] in parts(piece) for c in ours(reader) if parts(c.name))
        if piece != pieces[0] and not named and _FOR_WHOM.search(piece) and is_calm(reader):
            first = _plainly(reader, pieces[0], is_part=True)
            return first if isinstance(first, Say) else None
        for line in dict.fromkeys((f"{name} {piece}" if name and not named else piece, piece)):
            if line != piece and _OF_OTHERS.match(piece):
                continue
            meant = fact(reader, line) or _plainly(reader, line, is_part=True)
            if meant is not None and not isinstance(meant, Say):
                meant = _but_for(reader, said, meant, [x for x in pieces if x != piece])
                return (
                    meant
                    if 2 * len(line.split()) >= len(said.split()) or isinstance(meant, Show)
                    else perhaps(meant, line)
                )
    return None


def _but_for(reader: Reader, said: str, meant: Meaning, others: Sequence[str]) -> Meaning:
    """The same with a word on the deeds of the line that are not among what is done."""
    names = names_told(reader)[0]
    bare = {one: " ".join(w for w in one.split() if w.strip(",") not in names) for one in others}
    deeds = [one for one, told in bare.items() if is_deed(told) and not is_remark(told) and not is_question(told)]
    if not deeds or not isinstance(meant, Do) or not isinstance(faithful(reader, said, meant), Do):
        return meant
    left = re.sub(rf"\b(?:{'|'.join(map(re.escape, names)) or '-'})\b", lambda m: m[0].title(), " and ".join(deeds))
    return Do(meant.action, meant.note or f"Not done: {left}.")


_FOR_WHOM = re.compile(r"\b(?:buy|get|give|hand|arm|equip)s? (?:him|her|them)\b")
"""What is for somebody of whom a part spoke that is not understood."""
_OF_OTHERS = re.compile(r"(?:all )?(?:the )?(?:rest|others)\b|every(?:one|body) else\b")


def _strictly(reader: Reader, said: str) -> Meaning | None:
    return strictly(reader, said, _whole)
