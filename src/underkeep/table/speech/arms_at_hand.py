"""One's own arms before strangers: to shoot without arrows, to take a weapon in hand, to put on a shield, to tend
wounds. None of it is an attack, and what takes too long is said.
"""

from __future__ import annotations

import re

from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.table.speech.handling import fits
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say, ours
from underkeep.table.speech.wording import first_part, parts, stem
from underkeep.world.creature import Creature


def of_arms(reader: Reader, said: str) -> Meaning | None:
    """What a line does with the arms, the dress or the wounds of one who is named; None of any other."""
    meant = _passed(reader, said) or _shot(reader, said) or _readied(reader, said)
    return meant or _dressed(reader, said) or _tended(reader, said)


_TO_ME = re.compile(r"(?:pass|hand|give|throw|toss) (?:me|us) (?:the|an?|that|one of the|some) (?P<what>[\w ]+)")


def _passed(reader: Reader, said: str) -> Say | None:
    """`Pass me the bow` names nobody who is to have it."""
    found = _TO_ME.fullmatch(said)
    has = found is not None and any(fits(found["what"], item.name) for c in ours(reader) for item in c.items)
    return Say(f"Who is to have it? Say: give {found['what']} to NAME.") if found is not None and has else None


def named_first(reader: Reader, word: str) -> Creature | None:
    """The member with this first name."""
    return next((c for c in ours(reader) if word and first_part(c.name) == word), None)


_SHOOTS = re.compile(r"(?:(?P<who>\w+),? )?(?:shoots?|fires?|looses?)\b(?! up)(?P<rest>.*)")
_BOWS = {"bow": ("arrow",), "longbow": ("arrow",), "shortbow": ("arrow",), "crossbow": ("bolt", "quarrel")}
_NO_ARMS = {
    "torch",
    "lantern",
    "lamp",
    "candle",
    "ration",
    "coin",
    "piece",
    "symbol",
    "shield",
    "arrow",
    "bolt",
    "stone",
}
_SHOOTERS = {*_BOWS, "sling", "gun", "pistol", "musket", "rifle", "blaster", "blowgun", "javelin"}


def _shot(reader: Reader, said: str) -> Say | None:
    """Who is named and has a bow without arrows, or nothing to shoot with, does not shoot."""
    found = _SHOOTS.fullmatch(said)
    who = named_first(reader, found["who"] or "") if found is not None else None
    if who is None:
        return None
    own = {stem(word) for item in who.items for word in parts(item.name) if not item.broken}
    arms = own & _SHOOTERS
    if not arms:
        return Say(f"{who.name} has nothing to shoot with; to attack with what is in hand, say: attack.")
    lacks = [kinds for arm in arms if (kinds := _BOWS.get(arm)) and not own & set(kinds)]
    if len(lacks) < len(arms):
        return None
    others = [c for c in ours(reader) if any(stem(w) == lacks[0][0] for i in c.items for w in parts(i.name))]
    hint = f"; {others[0].name} has some to give" if others else ""
    return Say(f"{who.name} has no {lacks[0][0]}s{hint}.")


_READIES = re.compile(
    r"(?P<who>\w+),? (?:slowly |quietly )?(?:strings?|nocks?|readies|ready|draws?|loads?|cocks?|unslings?|grips?|hefts?"
    r"|unsheathes?|raises?|lifts?|takes? out|gets? out|pulls? out|prepares?|wields?|equips?|holds?)"
    r" (?:up )?(?:his|her|the|their|an?|my) (?P<what>[\w ]+?)"
    r"(?: ready)?(?P<more>(?:,| and| but| in case| while| just| without| to| on).*)?"
)


def _readied(reader: Reader, said: str) -> Meaning | None:
    """`Daerion strings his bow`: it is taken in hand; who has it there is ready, and waits."""
    found = _READIES.fullmatch(said)
    who = named_first(reader, found["who"]) if found is not None else None
    if found is None or who is None or re.search(r"\b(?:attacks?|scare|threaten|menacing\w*|frighten)\b", said):
        return None
    what = re.sub(r"^(?:arrow|bolt|stone)(?: (?:on|to|in) (?:his|her|the) \w+)?$", "", found["what"])
    own = [i for i in who.items if what and fits(what, i.name) and not {stem(w) for w in parts(i.name)} & _NO_ARMS]
    arms = own or [i for i in who.items if not what and {stem(w) for w in parts(i.name)} & _SHOOTERS]
    if not arms:
        return None
    if arms[0].place == "hand" and a.StandBy() in reader.options.listed:
        return Ask(f"{who.name} has that in hand. Is the party to wait and see?", (a.StandBy(),))
    equip = a.Equip(who.id, arms[0].id, "hand")
    against = play.why_not(reader.rules, reader.state, reader.seat, equip)
    return (
        Do(equip, "The party waits: say wait and see, to let them act.") if against is None else Say(against.sentence)
    )


_PUTS_ON = re.compile(
    r"(?P<who>\w+),? (?:puts? on|dons?|wears?|straps? on|takes? off|removes?|doffs?) (?:his|her|the|an?|my|their)"
    r" (?P<what>[\w ]+)"
)


def _dressed(reader: Reader, said: str) -> Meaning | None:
    """To put on a shield takes no time; armour does, and what one has not cannot be worn."""
    found = _PUTS_ON.fullmatch(said)
    who = named_first(reader, found["who"]) if found is not None else None
    if found is None or who is None:
        return None
    own = next((item for item in who.items if fits(found["what"], item.name)), None)
    if own is None:
        return Say(f"{who.name} has no {found['what']}.")
    off = re.search(r"\b(?:off|removes?|doffs?)\b", said) is not None
    if own.place == ("pack" if off else "worn"):
        return Say(f"{who.name} has that {'packed' if off else 'on'} already.")
    equip = a.Equip(who.id, own.id, "pack" if off else "worn")
    against = play.why_not(reader.rules, reader.state, reader.seat, equip)
    return Do(equip) if against is None else Say(against.sentence, against.rule)


_TENDS = re.compile(
    r"(?:(?P<who>\w+),? )?(?:bandages?|tends?(?: to)?|treats?|patch(?:es)?(?: up)?|binds?) (?P<whom>\w+)\b.*"
)


def _tended(reader: Reader, said: str) -> Say | None:
    """Wounds are tended when there is peace."""
    found = _TENDS.fullmatch(said)
    if found is None:
        return None
    party = reader.state.party.members if reader.state.party is not None else ()
    all_of_ours = [reader.state.creatures[id] for id in party if id in reader.state.creatures]
    by_name = {first_part(c.name): c for c in all_of_ours}
    whom = by_name.get(found["whom"]) or by_name.get(found["who"] or "")
    left, whole = reader.rules.life(whom) if whom is not None else (0, 0)
    if whom is not None and left >= whole:
        return Say(f"{whom.name} is not wounded.")
    named = f" of {whom.name} ({whom.hp} of {whom.max_hp} hit points)" if whom is not None else ""
    return Say(
        f"Not now: the wounds{named} are tended when nobody is near, and mend with food and a night of rest, or with "
        f"what heals. Wait and see first."
    )
