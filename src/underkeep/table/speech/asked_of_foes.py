"""Questions about what the foes are and have, as far as it is known and seen, and about one's own arms."""

from __future__ import annotations

import re
from collections.abc import Sequence

from underkeep.procedures import play
from underkeep.procedures.actions import Recall
from underkeep.table.naming import article, by_numbers, listing
from underkeep.table.speech.by_any_name import names_a_monster
from underkeep.table.speech.fight_subjects import (
    foes_named,
    friends_named,
    manner_of,
    stretch,
)
from underkeep.table.speech.lexicon import group
from underkeep.table.speech.meanings import Do, Meaning, Reader, Say, Show
from underkeep.table.speech.past_pages import spoken_of
from underkeep.table.speech.those_told import having
from underkeep.table.speech.wording import parts, stem
from underkeep.world.creature import Creature

_LORE = re.compile(
    r"\b(?:poison|poisonous|venom|venomous|dangerous|deadly|undead|immune|immunity|resist|"
    r"resistant|weak (?:to|against)|weakness|weaknesses|afraid of|scared of|fear"
    r"|hit dice|hd|levels?|tough|toughness|bite|sting|breathe|magic|magical|special|abilities|"
    r"powers?|intelligent|harm(?:ed|s)?|hurts?|dangerous|vulnerable|immune|affect"
    r"|work (?:on|against)|burn|turned|regenerate"
    r"|know (?:of|about)|known (?:of|about)|heard of|remember)\b|\bwhat (?:on earth |the hell "
    r"|exactly |sort of (?:thing|creature)s? |kind of (?:thing|creature|monster)s? )?(?:are|"
    r"is) (?:these|those|they|that|this|it|the \w+)\b"
    r"|\b(?:do|does|will|would|can) [\w ]*\b(?:hurt|wound|harm|damage|kill)\b|\b(?:what do|"
    r"how do) (?:they|the \w+|these|those) (?:do|attack|fight|look)\b"
)


def of_lore(reader: Reader, own: Sequence[Creature], said: str) -> Meaning | None:
    """What somebody remembers of the foes' kind: whoever can best tells it."""
    if reader.rules.book.calls is None or _OF_LOOKS.search(said):
        return None
    foes = foes_named(reader, own, _THIS.sub("it", said))
    if not foes or not (_LORE.search(said) or _DOES.search(said) or _HARMS.search(said)):
        return _of_others(reader, own, said)
    words = parts(said)
    if set(words) & {"armour", "ac", "hp"} or re.search(
        r"\bhow (?:badly|hurt)\b|\b(?:have|has|did) (?:they|it)\b", said
    ):
        return None
    about = re.sub(r"[ -]*\d+$", "", foes[0].name).lower()
    asks = [Recall(c.id, about) for c in own if c.is_up]
    named = [c.id for c in friends_named(own, reader, said)]
    open_now = [x for x in asks if play.why_not(reader.rules, reader.state, reader.seat, x) is None]
    if not named and (told := _told_of(reader, about)):
        return Say(told)
    if open_now:
        by_named = [x for x in open_now if x.actor in named]
        return Do(by_named[0] if by_named else reader.rules.fittest(reader.state, open_now))
    heard = spoken_of(reader.heard(), about)
    known = [line for line in heard if " knows of " in line or "comes to" in line]
    return Say(
        f"The party has told all that comes to mind. {known[-1]}"
        if known
        else "The party has told all that comes to mind about them."
    )


def _told_of(reader: Reader, about: str) -> str:
    """What one of the party has told of a kind already."""
    heard = reader.heard()
    kinds = [re.escape(about), rf"{re.escape(about)}s"]
    return next(
        (x for x in reversed(heard) if re.search(rf" knows of such: (?:{'|'.join(kinds)})\b", x, re.IGNORECASE)), ""
    )


_OF_LOOKS = re.compile(
    r"\blooks? (?:badly |very |much |at all |that )?(?:hurt|wounded|injured|bad|weak|tired)\b|\bhow hurt\b"
)
_THIS = re.compile(r"\b(?:this|that|the) (?:thing|creature|monster|beast)\b")
_DOES = re.compile(r"\bwhat (?:can|could|might|do|does) (?:they|it|he|she|these|those|the \w+|an? \w+|[\w ]+?s?) do\b")
_HARMS = re.compile(
    r"\b(?:what|which)(?: (?:weapons?|arms?|things?|kind of \w+|sort of \w+))? (?:can |will |would |could |does |do )?"
    r"(?:we use against |we need (?:against|for) |hurts?|harms?|wounds?|kills?|works? (?:on|against)|affects?|stops?)"
    r"(?: an?| the| these| those)? (?P<whom>\w+)"
)


def _of_others(reader: Reader, own: Sequence[Creature], said: str) -> Meaning | None:
    """What somebody remembers of a kind that is not here: what harms a skeleton."""
    found = _HARMS.search(said)
    if found is None or not names_a_monster(reader.rules, found["whom"]):
        return None
    asks = [Recall(c.id, stem(found["whom"])) for c in own if c.is_up]
    open_now = [x for x in asks if play.why_not(reader.rules, reader.state, reader.seat, x) is None]
    if open_now:
        return Do(reader.rules.fittest(reader.state, open_now))
    return Say(f"The party has told all that comes to mind about {found['whom']}.")


def of_their_gear(reader: Reader, own: Sequence[Creature], said: str) -> str | None:
    """What the foes have in hand and wear, as far as anybody sees it, and what their armour is worth."""
    if _HARMS.search(said):
        return None
    foes = foes_named(reader, own, said)
    words = set(parts(said))
    if not foes or not words & {
        "armour",
        "ac",
        "weapon",
        "weapons",
        "armed",
        "bow",
        "bows",
        "shield",
        "shields",
        "arms",
        "wear",
        "wearing",
        "carry",
        "carrying",
        "holding",
        "shoot",
        "shooters",
        "archers",
        "ranged",
        "missile",
        "missiles",
        "treasure",
        "loot",
        "gold",
    }:
        return None
    if words & {"we", "our", "us", "i", "my"} or friends_named(own, reader, said):
        return None
    seen: dict[str, list[str]] = {}
    for foe in foes:
        things = [
            article(item.name.lower()) if item.count == 1 and not item.name.endswith("s") else item.name.lower()
            for item in foe.in_sight
        ]
        seen.setdefault(listing(things) if things else "", []).append(foe.name)
    told = [
        f"{by_numbers(names)} {'has' if len(names) == 1 else 'have'} {things}"
        for things, names in seen.items()
        if things
    ]
    bare = seen.get("", [])
    told += [f"of {by_numbers(bare)} nothing is seen that stands out"] if bare else []
    told_of_ac = (
        " What their armour is worth shows when blows miss." if words & {"armour", "ac", "shield", "shields"} else ""
    )
    line = "; ".join(told)
    return f"{line[:1].upper()}{line[1:]}.{told_of_ac}"


def of_own_arms(reader: Reader, own: Sequence[Creature], said: str) -> str | Show | None:
    """Who of the party can shoot or has an arm, and what somebody has in hand."""
    friends = friends_named(own, reader, said) or _hired(own, said)
    if _HARMS.search(said):
        return None
    if _ARMED.search(said) and not foes_named(reader, own, re.sub(r"\b(?:they|them|their)\b", "", said)):
        return " ".join(_arms_of(reader, c) for c in friends or own)
    if re.search(
        (
            r"\bin (?:his|her|their|my|the)? ?hands?\b|\b(?:what|which) (?:weapons?|arms?)\b|"
            r"\b(?:fighting|armed|fight) with\b|\bwield"
        ),
        said,
    ) and not foes_named(reader, own, said):
        who = friends or list(own)
        return " ".join(_arms_of(reader, c) for c in who)
    if re.match(r"who (?:has|have|has got|wears|is wearing)\b.*\barmou?r$", said):
        return Show("armour")
    if re.search(
        (
            r"\bwho\b.*\b(?:shoot|missiles?|missile weapons?|ranged|range)\b|\b(?:do|does) (?:we|"
            r"anyone|anybody)\b.*\b(?:ranged|missiles?|missile weapons?|shoot|throw|throwing)\b|\bwho are our "
            r"(?:archers|shooters|slingers)\b"
        ),
        said,
    ):
        able = [(c, m) for c in own if (m := manner_of(reader, c)) is not None and m.shots and m.missile]
        told = [f"{c.name} with the {m.missile.replace('-', ' ')}, {stretch(reader, m.shot)}" for c, m in able]
        return f"Can shoot or throw: {'; '.join(told)}." if told else "Nobody of the party has anything to shoot."
    found = re.fullmatch(
        (
            r"(?:who|which of us|does anyone|does anybody|has anyone|do we|have we)(?: still)? (?:has|"
            r"have|got|have got|carries|carry)(?: got)? (?:an?|any|some|the) (?P<what>[\w ]+?)(?: "
            r"left)?"
        ),
        said,
    )
    if (has := _HAS_ARM.fullmatch(said)) is not None and len(friends) == 1:
        word = stem(has["what"])
        own_one = next((i for i in friends[0].items if word in {stem(w) for w in parts(i.name)}), None)
        if word not in group("weapon names"):
            return None
        has_it = f"has no {has['what']}" if own_one is None else f"has {article(own_one.name.lower())}"
        return f"{friends[0].name} {has_it}. {_arms_of(reader, friends[0])}"
    if found is not None and not friends and (some := having(reader, own, stem(parts(found["what"])[-1]))):
        return f"{listing([c.name for c in some])}."
    return None


_HAS_ARM = re.compile(
    r"(?:does|has|do) \w+ (?:even |still |really |actually )?(?:have|got|carry)(?: got)?"
    r" (?:an?|any|his|her) (?P<what>\w+)"
)
_ARMED = re.compile(r"\b(?:are|is)\b.*\barmed\b|\b(?:has|have) (?:an?|any|another) (?:other )?weapons?\b")


def _hired(own: Sequence[Creature], said: str) -> list[Creature]:
    """Those who are hired, if the words speak of them."""
    is_of_them = re.search(r"\b(?:hirelings?|retainers?|hired (?:men|hands|help))\b", said) is not None
    return [c for c in own if is_of_them and {"hireling", "retainer"} & set(parts(c.kind))]


def _arms_of(reader: Reader, creature: Creature) -> str:
    hand = [f"{i.name.lower()}{' (broken)' if i.broken else ''}" for i in creature.items if i.place == "hand"]
    manner = manner_of(reader, creature)
    also = manner.missile.replace("-", " ") if manner is not None and manner.shots else ""
    blow = manner.blow.replace("-", " ") if manner is not None else ""
    more = [x for x in dict.fromkeys((blow, also)) if x and x not in hand and x not in ("punch", "unarmed")]
    return (
        f"{creature.name}: {listing(hand) if hand else 'nothing'} in "
        f"hand{f', and {listing(more)} besides' if more else ''}."
    )
