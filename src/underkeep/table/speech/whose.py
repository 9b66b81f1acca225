"""Lines that leave open who or what is meant, where it matters: `my gold` of a party of several, `the cleric` of two,
the `spare` torches, a hireling who `can go`. They are asked about before anything is done."""

from __future__ import annotations

import re
from collections.abc import Callable

from msgspec.structs import replace

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures.actions import Try
from underkeep.procedures.chapter import TOWN
from underkeep.table.several import InOrder
from underkeep.table.speech.classes import class_names
from underkeep.table.speech.frames import is_asked
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say, Undertake, ours
from underkeep.table.speech.mentions import place_of
from underkeep.table.speech.wording import first_part, parts, plain
from underkeep.world.creature import Creature

Read = Callable[[str], Meaning]
_MY = re.compile(r"\bmy\b(?: own)?")
_SPARE = re.compile(r"\bsell\b.*\b(?:spare|surplus|extra|superfluous)\b")
_MAY_GO = re.compile(
    r"(?P<who>\w+) (?:can|may|should|must|has to|is to|is free to) (?:go|leave)(?: (?:now|home|away|us|for good))*"
)
WHOSE, HOW_MANY = "Whose? Nobody said who speaks.", "How many of them are spare?"


def left_open(reader: Reader, line: str, read: Read) -> Meaning | None:
    """What is to be asked about such a line first; None if it leaves nothing open."""
    said = plain(line).rstrip(".! ")
    if reader.state.prompts or reader.state.fight is not None or is_asked(said) or line.rstrip().endswith("?"):
        return None
    return (
        _may_go(reader, said)
        or _my_own(reader, said, read)
        or _one_of_a_class(reader, said, read)
        or (_spare(reader, said, read))
    )


def _own(reader: Reader) -> list[Creature]:
    return [c for c in ours(reader) if c.is_up]


def _may_go(reader: Reader, said: str) -> Meaning | None:
    """`Leofa can go`, of one who is hired."""
    found = _MAY_GO.fullmatch(said)
    who = next((c for c in ours(reader) if found is not None and first_part(c.name) == found["who"]), None)
    if who is None or place_of(reader) != TOWN:
        return None
    listed = [x for x in reader.options.listed if isinstance(x, a.Dismiss) and x.creature == who.id]
    if listed:
        return Ask(f"Is {who.name} to leave the party's service?", (listed[0],))
    return Say(f"{who.name} is in nobody's service and cannot be sent away; set out leaves the town for all.")


def _my_own(reader: Reader, said: str, read: Read) -> Meaning | None:
    """`Give my gold to Odile`: whose that may be, where nobody is said to speak."""
    own = _own(reader)
    if (
        place_of(reader) != TOWN
        or not _MY.search(said)
        or len(own) < 2
        or parts(said)[:1] in [[first_part(c.name)] for c in own]
    ):
        return None
    plainly = re.sub(r"^i (?:also |then )?", "", said)
    asked = [(c, read(_MY.sub(f"{first_part(c.name)}'s", plainly))) for c in own]
    found = [x for c, meant in asked for x in _done_by(meant, c)]
    if len(found) > 1:
        return Ask(WHOSE, tuple(found))
    spent = read(plainly)
    errand = spent.errand if isinstance(spent, Undertake) else None
    actors = {getattr(x, "actor", "") for x in errand.actions} if isinstance(errand, InOrder) else set()
    return Say(f"{WHOSE} Say it with a name: {own[0].name}'s.") if len(actors) > 1 else None


def _done_by(meant: Meaning, who: Creature) -> list[Action]:
    """The one deed of somebody's own that a line comes to."""
    actions = [meant.action] if isinstance(meant, Do) else []
    actions = list(meant.choices) if isinstance(meant, Ask) and len(meant.choices) == 1 else actions
    if isinstance(meant, Undertake) and isinstance(meant.errand, InOrder):
        actions = list(meant.errand.actions)
    is_own = len(actions) == 1 and not isinstance(actions[0], Try) and getattr(actions[0], "actor", "") == who.id
    return actions if is_own and getattr(actions[0], "to", "") != who.id else []


def _one_of_a_class(reader: Reader, said: str, read: Read) -> Ask | None:
    """`The cleric gives Odile a torch`, of two clerics."""
    for called, some in class_names(_own(reader)).items():
        kinds = {c.kind for c in some}
        if len(some) < 2 or len(kinds) > 1 or called not in _words_for(kinds) or _is_met(reader, called):
            continue
        if not re.search(rf"\b(?:the|our) {re.escape(called)}\b(?! \w*(?:s|er)? ?(?:book|kit|tools)\b)", said):
            continue
        meant = [read(re.sub(rf"\b(?:the|our) {re.escape(called)}\b", first_part(c.name), said)) for c in some]
        deeds = [one.action for one in meant if isinstance(one, Do)]
        if len(deeds) == len(some) and len(set(map(repr, deeds))) == len(deeds):
            return Ask(f"Which {called}?", tuple(deeds))
    return None


def _is_met(reader: Reader, called: str) -> bool:
    """Whether those whom the party has met are called so too: then it is they who are meant."""
    met = reader.state.encounter
    those = met.monsters if met is not None else ()
    return any(
        called in " ".join(parts(reader.state.creatures[id].name)) for id in those if id in reader.state.creatures
    )


def _words_for(kinds: set[str]) -> set[str]:
    """The words for the class itself, not for what its people are good for."""
    return {" ".join(parts(kind)) for kind in kinds}


def _spare(reader: Reader, said: str, read: Read) -> Ask | None:
    """`Sell the spare torches`: all but one, half of them, or every one."""
    if not _SPARE.search(said) or place_of(reader) != TOWN:
        return None
    meant = read(said)
    sale = meant.action if isinstance(meant, Do) else None
    if not isinstance(sale, a.Sell):
        return None
    item = next((i for c in ours(reader) if c.id == sale.actor for i in c.items if i.id == sale.item), None)
    if item is None or item.count < _FEW or item.place != "pack":
        return None
    counts = dict.fromkeys((item.count - 1, item.count // 2, item.count))
    return Ask(HOW_MANY, tuple(replace(sale, count=count) for count in counts))


_FEW = 3
