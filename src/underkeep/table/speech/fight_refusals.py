"""What nobody may be told to do in the middle of a fight, or what would come to nothing there: the reason, and what may
be done instead."""

from __future__ import annotations

import re

from underkeep.procedures.delve_actions import BreakOff
from underkeep.table import aiming
from underkeep.table.naming import listing
from underkeep.table.speech import fighting_words, frames
from underkeep.table.speech.battle_orders import may_yet
from underkeep.table.speech.fight_choices import may_do
from underkeep.table.speech.fight_prayers import healed, prayed, turned
from underkeep.table.speech.fight_things import dragged, handed, of_no_use, taken
from underkeep.table.speech.fighting_words import GIVING_IN, NO_TALK, SURRENDER
from underkeep.table.speech.lexicon import alike, group
from underkeep.table.speech.meanings import Ask, Meaning, Reader, Say, ours
from underkeep.table.speech.those_told import addressed, called_so, led_by
from underkeep.table.speech.wording import parts

_THEY_YIELD = re.compile(
    r"(?:surrender|yield|give up|give yourselves up|throw down your \w+|drop your \w+|lay down your \w+)\b"
    r"(?:.*\b(?:you|your|or (?:die|else|we))\b.*| now| (?:you )?\w+s)"
    r"|(?:you|your) .+\b(?:surrender|yield|give up)\b.*|(?:lay|throw|put|drop) (?:down )?your "
    r"(?:arms|weapons|swords?|bows?)\b.*"
    r"|.*\b(?:call|calls|ask|asks|order|orders|tell|tells|demand|demands|shout|shouts|yell|"
    r"yells|offer|offers)\b.*\b(?:surrender|yield|give up|quarter|lay down|(?:drop|throw down) (?:their|the) )\b.*"
)

_WE_YIELD = re.compile(
    r"\b(?:we|i)(?: all)? (?:(?:want to|will|would like to|must|have to) )?(?:surrender|yield|give (?:up|in"
    r"|ourselves up))"
    r"\b(?! (?:no|nothing|never))"
    r"|\b(?:lay|throw|put|drop|lower)s? (?:down )?our (?:arms|weapons|swords?|bows?)\b"
    r"|\b(?:shouts?|yells?|calls?|cr(?:y|ies)) (?:out )?(?:that )?our surrender\b|\bdid not (?:want"
    r"|mean) (?:to|a) fight\b"
    r"|\b(?:make|sue for|want|offer) peace\b"
)

_OFFERS = re.compile(
    r"(?:.* )?(?:offers?|bribes?|pays?|buys?|bargains?|trades?)\b.*"
    r"|(?:throws?|toss(?:es)?|gives?|hands?|flings?)(?!.* at ) (?:them|him|it) (?=\w)(?!hell\b|a taste|off\b|everything"
    r"|at\b|to\b).*"
    r"|(?:let|leave|give)s? (?:the \w+|them|it|him|her) (?:have )?"
    r"(?:[\w']+ ){0,4}?(?P<what>food|rations?|meat|bread|gold|coins?|money|treasure)\b.*"
)

_TALKS = re.compile(
    r"(?:(?:hails?|greets?|talks?|speaks?|parleys?|negotiates?|reasons?|calls? (?:out )?(?:to|"
    r"for)|tries to talk|begs?|pleads?|shouts?|yells?)\b"
    r"(?:(?! a warning| for help| to (?:the others|everybody|everyone|us)).)*"
    r"|(?:let us |we (?:should |could )?)?(?:try|tries|start) (?:talk|speak|parley|negotiat|reason)ing\b.*"
    r"|(?:let us |we )?(?:try|tries|use) diplomacy\b.*"
    r"|(?:tells?|asks?|orders?|begs?) (?:them|him|it)\b.*"
    r"|(?:calls?|asks?|offers?|begs?) for (?:a )?(?:truce|parley|peace|mercy|talks?).*|"
    r".*\b(?:truce|parley|peace talks?|cease ?fire)\b.*)"
)


def said_to_them(reader: Reader, said: str) -> Meaning | None:
    """What is said to the foes in the middle of a fight."""
    who, rest = addressed(reader, ours(reader), said)
    rest = rest if who else said
    if _WE_YIELD.search(rest):
        return Say(GIVING_IN)
    if _THEY_YIELD.fullmatch(rest):
        return Say(SURRENDER)
    offers = _OFFERS.fullmatch(rest)
    if offers is not None and not re.search(r"\b(?:fall|run|flee|retreat|withdraw)\b", rest):
        words = set(parts(rest))
        drop = "food" if words & _FOOD else "treasure" if words & _COINS else ""
        ways = [x for x in reader.options.listed if isinstance(x, BreakOff) and x.drop == drop and drop]
        if ways:
            return Ask(
                f"Nobody stops a fight for an offer. The {drop} may be thrown down while all get away: is that meant?",
                (ways[0],),
            )
        if drop or _names_foe(reader, rest):
            return Say(f"{NO_TALK.partition(':')[0]}: nobody stops for an offer. To get out of it: everyone run away.")
    if _is_given_back(reader, rest):
        ways = [x for x in reader.options.listed if isinstance(x, BreakOff) and x.drop == "treasure"]
        return Ask(GIVEN_BACK, (ways[0],)) if ways else Say(f"{NO_TALK.partition(':')[0]}: nobody stops for a gift.")
    if _OVERHEAD.fullmatch(rest) and "try" not in parts(rest):
        return frames.offered(reader, said)
    if _KNOCKS_OUT.search(rest):
        return fighting_words.read(reader, "take them alive")
    if _TALKS.fullmatch(rest) and not re.search(r"\b(?:attack|shoot|cast)s?\b", rest):
        if re.search(r"\b(?:we|i) (?:surrender|yield|give up)|mercy\b", rest):
            return Say(GIVING_IN)
        return Say(f"{NO_TALK} To get out of it: everyone run away.")
    return None


GIVEN_BACK = "Nobody stops a fight for a gift. The treasure may be thrown down while all get away: is that meant?"


def _is_given_back(reader: Reader, rest: str) -> bool:
    """Whether what was taken is to be given to the foes, who are named or not."""
    words = parts(rest)
    gives = bool(words) and alike(words[0], group("giving") | group("throw") | {"return", "leave", "surrender"})
    is_to_friend = bool({name for c in ours(reader) for name in called_so(c)} & set(words))
    is_back = bool({"back", "them", "return", "returns"} & set(words))
    return gives and is_back and bool(set(words) & _COINS) and not is_to_friend


_OVERHEAD = re.compile(
    r"(?:shoots?|fires?|looses?|throws? \w+|slings?)(?: an?| a few| some)?(?: (?:warning )?(?:shots?|arrows?|stones?"
    r"|bolts?))?"
    r" (?:over|above) (?:their|his|her|its|the \w+'?s?) heads?.*|(?:shoots?|fires?) (?:an? )?warning shots?.*"
)
_KNOCKS_OUT = re.compile(
    r"\bknock (?:them|him|her|it) (?:out|unconscious|cold)\b|\btake (?:them|him|her|it|one(?: of them)?"
    r"|a prisoner) alive\b"
)

_FOOD = {"food", "ration", "rations", "meat", "bread"}

_COINS = {"gold", "coin", "coins", "money", "treasure", "gp", "silver", "loot"}


def of_the_done(reader: Reader, said: str) -> Say | None:
    """What is said to a blow or a shot by somebody who has acted already in this round."""
    own = ours(reader)
    who, rest = led_by(reader, own, said)
    if not who or len(who) == len(own) or not rest or any(may_yet(reader, id) for id in who):
        return None
    if not alike(rest.split()[0], group("hit") | group("blow") | group("shoot") | group("charge") | group("throw")):
        return None
    names = listing([reader.state.creatures[id].name for id in who])
    has = "has" if len(who) == 1 else "have"
    left = [c.name for c in own if c.id not in who and may_yet(reader, c.id)]
    others = f" {listing(left)} may still act." if left else ""
    return Say(f"{names} {has} acted already in this round; say it again when the next one begins.{others}")


def of_the_unhurt(reader: Reader, said: str) -> Say | None:
    """What is said to a line that strikes at the wounded while none of the foes is hurt."""
    own = ours(reader)
    foes = reader.state.enemies_of(own[0]) if own else []
    is_blow = _AT_THE_HURT.search(said) is not None and "unless" not in parts(said) and "if" not in parts(said)
    return Say(NONE_IS_HURT) if is_blow and foes and all(foe.health == "unhurt" for foe in foes) else None


NONE_IS_HURT = "None of them is hurt yet, as far as it can be seen: say whom, by name or number, or the nearest."
_AT_THE_HURT = re.compile(
    r"\b(?:attacks?|fights?|hits?|strikes?|stabs?|shoots?|slings?|fires?|looses?|throws?|charges?|finish(?:es)?|kills?"
    r"|go(?:es)? (?:for|at)|(?:everyone|everybody|all) on)\b.*\b(?:the|those|any|most) (?:most |badly |already )*"
    r"(?:wounded|hurt|injured|bloodied|bleeding|limping|dying)\b"
)


def _names_foe(reader: Reader, words: str) -> bool:
    own = ours(reader)
    return bool(own and aiming.meant(own[0], reader.state.enemies_of(own[0]), words, own))


def read(reader: Reader, said: str) -> Meaning | None:
    """Why a deed is not done here, or how it is; None if a line tells of none of these."""
    own = ours(reader)
    who, rest = addressed(reader, own, said)
    actor = reader.state.creatures.get(who[0] if len(who) == 1 else "" if who else reader.focus)
    rest = rest if who else said
    if actor is None:
        return None
    return (
        turned(reader, own, actor, rest)
        or prayed(reader, actor, rest)
        or healed(reader, own, actor, rest)
        or taken(reader, actor, rest)
        or handed(reader, own, actor, rest)
        or dragged(reader, own, actor, rest)
        or of_no_use(reader, own, actor, rest)
    )


def instead(reader: Reader, typed: str, meant: Say) -> Meaning:
    """A bare refusal with what may be done instead."""
    if meant.text != "Not in the middle of a fight.":
        return meant
    who, _ = addressed(reader, ours(reader), typed)
    actor = reader.state.creatures.get(who[0] if len(who) == 1 else reader.focus)
    if actor is None:
        return meant
    return Say(f"{meant.text} {may_do(reader, actor)}", meant.rule)
