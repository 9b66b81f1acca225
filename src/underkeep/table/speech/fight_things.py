"""Things in a fight: what the fallen have, what is handed over, and what no rule gives any use against a foe."""

from __future__ import annotations

import re
from collections.abc import Sequence

from underkeep.table import aiming
from underkeep.table.naming import listing
from underkeep.table.narrate import things
from underkeep.table.speech.describe import verb
from underkeep.table.speech.fight_choices import may_do
from underkeep.table.speech.fight_wording import BURNS
from underkeep.table.speech.lexicon import group
from underkeep.table.speech.meanings import Meaning, Reader, Say
from underkeep.table.speech.mentions import ITEM, mentions
from underkeep.table.speech.those_told import called_so
from underkeep.table.speech.wording import parts, stem, tokens
from underkeep.world.creature import Creature
from underkeep.world.gear import Item

_HANDS_OVER = re.compile(r"(?:gives?|hands?|passe?s?|lends?|tosse?s?|throws?) (?P<rest>.+)")

_PICKS_UP = re.compile(
    r"(?:picks? up|takes?|grabs?|loots?|snatch(?:es)?|gets?|fetch(?:es)?) (?:the |a |some "
    r")?(?P<whose>\w+)(?: s|'s)? (?P<thing>(?!and\b)[\w ]+)"
)

_FROM_GROUND = re.compile(r"(?:picks? up|loots?|searche?s?|strips?|robs?) .+")

_POINTS = re.compile(
    r"(?:points?|waves?|uses?|aims?|zaps?|brandish(?:es)?|raises?|activates?|tries|works?|"
    r"shakes?) (?P<thing>.+?)(?: (?:at|on|against|towards?|over|to) (?P<whom>.+))?"
)

_THROWS = re.compile(
    r"(?:throws?|hurls?|toss(?:es)?|lobs?|flings?|chucks?|smash(?:es)?|pours?|splash(?:es)?|"
    r"empties) (?P<thing>.+?) (?:at|on|onto|over|into|against) (?P<whom>.+)"
)

_SETS_FIRE = re.compile(
    r"(?:burns?|scorche?s?|singes?|sets? fire to|sets?|ignites?|lights?) (?P<whom>.+?)"
    r"(?: on fire| alight| ablaze| afire)? with (?P<thing>.+)"
)

_OWN = {"his", "her", "their", "my", "our", "the", "a", "an", "its"}


def taken(reader: Reader, actor: Creature, rest: str) -> Meaning | None:
    """What the fallen have, and what lies about, while others fight."""
    found = _PICKS_UP.fullmatch(rest)
    if found is not None:
        owner = next(
            (c for c in reader.state.creatures.values() if parts(c.name)[:1] == [found["whose"]] and c.id != actor.id),
            None,
        )
        if owner is not None:
            wanted = {stem(w) for w in parts(found["thing"])} - _OWN
            has = [i for i in owner.items if wanted & {stem(w) for w in parts(i.name)}]
            if owner.side == actor.side and not has and not wanted & _BODY:
                carries = listing([i.name.lower() for i in owner.items][:6]) if owner.items else "nothing"
                return Say(f"{owner.name} has no {found['thing']}: {owner.name} carries {carries}.")
            return Say(
                f"Not in the middle of a fight. What {owner.name} has is taken when it is over. {may_do(reader, actor)}"
            )
    if _FROM_GROUND.fullmatch(rest) and not any(
        tokens(verb(reader.rules, type(x)))[:1] == ["pick"] for x in reader.options.listed
    ):
        return Say(f"Not in the middle of a fight. Things are gathered when it is over. {may_do(reader, actor)}")
    return None


_BODY = {"body", "corpse", "pack", "thing", "stuff", "gear", "remain", "purse"}


def handed(reader: Reader, own: Sequence[Creature], actor: Creature, rest: str) -> Meaning | None:
    """Nothing changes hands in the middle of a fight."""
    found = _HANDS_OVER.fullmatch(rest)
    if found is None or found["rest"].endswith("up"):
        return None
    words = parts(found["rest"])
    to = [c for c in own if c.id != actor.id and set(called_so(c)[1:]) & set(words)]
    has = [m for m in mentions(reader, words) if m.role == ITEM]
    if not to or not has or re.search(r"\b(?:at|into) (?:the |\w+ \d)", rest):
        return None
    return Say(
        f"Nothing changes hands in the middle of a fight; {actor.name} can give it to "
        f"{to[0].name} when it is over. {may_do(reader, actor)}"
    )


_DRAGS = re.compile(
    r"(?:drags?|carr(?:y|ies)|hauls?|pulls?|lifts?|takes?|brings?|helps?) (?P<whom>\w+)(?:'s body| s body)?"
    r"(?: (?:along|away|out|off|back|to safety|with (?:him|her|them|us|me))\b.*)?"
)


def dragged(reader: Reader, own: Sequence[Creature], actor: Creature, rest: str) -> Meaning | None:
    """Nobody is dragged or carried in the middle of a fight; who still stands goes on foot."""
    found = _DRAGS.fullmatch(rest)
    all_of_ours = [c for c in reader.state.creatures.values() if c.side == actor.side and c.id != actor.id]
    whom = next((c for c in all_of_ours if found is not None and found["whom"] in called_so(c)), None)
    if found is None or whom is None or (whom.is_up and rest.startswith(("help", "take", "bring", "lift"))):
        return None
    name = called_so(whom)[-1].capitalize()
    if whom.is_up:
        return Say(
            f"Nobody is dragged or carried in the middle of a fight. {whom.name} can walk; say: {name} falls back."
        )
    return Say(
        f"Nobody is dragged or carried in the middle of a fight. {whom.name} is {whom.status}; who lies there is taken "
        f"up when the fight is won."
    )


def of_no_use(reader: Reader, own: Sequence[Creature], actor: Creature, rest: str) -> Meaning | None:
    """A thing of one's own that no rule gives any use against a foe: pointed, waved or thrown."""
    if BURNS.fullmatch(rest):
        return Say(f"Nobody of the party has oil to burn them with. {may_do(reader, actor)}")
    found = _THROWS.fullmatch(rest) or _SETS_FIRE.fullmatch(rest) or _POINTS.fullmatch(rest)
    if found is None:
        return None
    item = _item(actor, found["thing"])
    if item is None:
        return None
    if found["whom"] and not aiming.meant(actor, reader.state.enemies_of(actor), found["whom"], own):
        return None
    if _has_use(reader, actor, item):
        return None
    is_thrown = _THROWS.fullmatch(rest) is not None
    thing = item.name.lower()
    whose = f"{actor.name}'s {thing}"
    told = (
        f"The rules know no harm that {whose} does when it is thrown"
        if is_thrown
        else f"Nothing is known of {whose} that would be of use against a foe: nobody has been told of any power in it"
    )
    return Say(
        f"{told}. {may_do(reader, actor)} For something else that may come of it: {actor.name} "
        f"tries to distract them with the {thing}."
    )


def _item(actor: Creature, words: str) -> Item | None:
    wanted = {stem(w) for w in parts(words)} - _OWN
    found = [i for i in actor.items if wanted & {stem(w) for w in parts(i.name)} and i.place != "worn"]
    return max(found, key=lambda i: len(wanted & {stem(w) for w in parts(i.name)})) if found else None


def _has_use(reader: Reader, actor: Creature, item: Item) -> bool:
    """Whether the game lets one do anything with it here, as a weapon, a book, a draught or by a power of its own."""
    words = set(parts(item.name))
    if words & _USEFUL or any(w.endswith(("sword", "bow", "axe")) for w in words):
        return True
    tactics = reader.rules.tactics
    manner = tactics.manner(reader.state, actor) if tactics is not None else None
    if manner is not None and words & {*parts(manner.blow), *parts(manner.missile)}:
        return True
    names = {
        getattr(x, field, "")
        for x in reader.options.listed
        for field in ("item", "weapon", "spell")
        if getattr(x, "actor", "") == actor.id
    }
    if item.id in names or item.kind in names:
        return True
    return bool(words & set(things(reader.rules).get("of_use_in_fights", "").split()))


_USEFUL = group("weapon names") | group("of use in fights")
