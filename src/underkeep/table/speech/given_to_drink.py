"""What one has and another is to drink is handed over first: `Nell drinks Hob's potion`, `give Nell the brown potion to
drink`, `pour the draught into Nell's mouth`."""

from __future__ import annotations

import re

from msgspec.structs import replace

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.table.several import InOrder
from underkeep.table.speech.describe import describe
from underkeep.table.speech.frames import is_asked
from underkeep.table.speech.handling import fits
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say, Undertake, ours
from underkeep.table.speech.trading import after
from underkeep.table.speech.wording import first_part
from underkeep.world.creature import Creature
from underkeep.world.gear import Item

_THING = r"(?:(?:the|an?|that|his|her|their|our) )?(?:(?P<owner>{names})(?:'s|s)? )?(?P<what>[a-z][a-z ]{{1,30}}?)"
_LATE = r"(?: (?:of|from) (?P<of>{names}))?(?: (?:now|quickly|at once|first|please))?"
_FORMS = (
    rf"(?:let |have |make |please )?(?P<who>{{names}}),? "
    rf"(?:drinks?|quaffs?|downs?|swallows?|gulps?(?: down)?) {_THING}{_LATE}",
    rf"(?:(?P<giver>{{names}}),? )?(?:give|let|make|have|hand)s? (?P<who>{{names}}) (?:drink )?{_THING}"
    r"(?: to drink|, (?:she|he) drinks it| and (?:she|he) drinks it| to drink it)",
    rf"(?:(?P<giver>{{names}}),? )?(?:feed|give|administer)s? {_THING} to (?P<who>{{names}})(?: to drink)?",
    rf"(?:(?P<giver>{{names}}),? )?(?:pour|tip|drip)s? {_THING} (?:into|down|between) (?P<who>{{names}})(?:'s|s)?"
    rf" (?:mouth|throat|lips)",
)
_TRIES = rf"(?P<who>{{names}}),? (?:tries|try|tests?) {_THING}"
_PLAIN_GIFT = re.compile(r"(?:\w+,? )?gives? .* to \w+")
WHICH = "Several have such a thing. Which is to be drunk?"
HOW = "To drink it all, or to taste a drop?"


def given_to_drink(reader: Reader, said: str) -> Meaning | None:
    """Who drinks what of such a line, with the handing over; None of any other, and of what one has already."""
    state = reader.state
    if state.prompts or state.party is None or is_asked(said):
        return None
    drinks = [x for x in reader.options.listed if _says(reader, x, "drink")]
    names = "|".join(re.escape(first_part(c.name)) for c in ours(reader))
    if not drinks or not names or _PLAIN_GIFT.fullmatch(said):
        return None
    if (found := re.fullmatch(_TRIES.format(names=names), said)) is not None:
        return _tried(reader, found)
    found = next((x for form in _FORMS if (x := re.fullmatch(form.format(names=names), said)) is not None), None)
    if found is None:
        return None
    who = next(c for c in ours(reader) if first_part(c.name) == found["who"])
    if any(fits(found["what"], item.name) for item in who.items):
        return None
    said_owner = found["owner"] or found.groupdict().get("of") or found.groupdict().get("giver") or ""
    ways = [
        way
        for owner in ours(reader)
        if owner is not who and said_owner in ("", first_part(owner.name))
        for item in owner.items
        if fits(found["what"], item.name)
        for way in _handed(reader, drinks, owner, item, who)
    ]
    if not ways:
        return None
    if len({way[0].item for way in ways if isinstance(way[0], a.Give)}) > 1:
        return Ask(WHICH, tuple(way[0] for way in ways))
    against = play.why_not(reader.rules, state, reader.seat, ways[0][0])
    return Say(against.sentence, against.rule) if against is not None else Undertake(InOrder(ways[0]))


def _says(reader: Reader, action: Action, verb: str) -> bool:
    return describe(reader.rules, reader.state, action).startswith(f"{verb} ")


def _handed(
    reader: Reader, drinks: list[Action], owner: Creature, item: Item, who: Creature
) -> list[tuple[Action, ...]]:
    """The gift, and the drinking by whoever has it then; nothing for what nobody drinks."""
    named = (item.id, item.kind)
    known = [x for x in drinks if getattr(x, "actor", "") == owner.id and getattr(x, "item", "") in named]
    if not known:
        return []
    gift = a.Give(owner.id, who.id, item.id, 1)
    before = {x.id for x in who.items}
    had = after(reader, [gift]).state.creatures[who.id].items
    new = next((x.id for x in had if x.kind == item.kind and x.id not in before), item.id)
    thing = item.kind if getattr(known[0], "item", "") == item.kind else new
    return [(gift, replace(known[0], actor=who.id, item=thing))]


def _tried(reader: Reader, found: re.Match[str]) -> Meaning | None:
    """What is tried that can be drunk: all of it, or a drop, by whoever has it."""
    some = [
        x
        for x in reader.options.listed
        for item in reader.state.creatures.get(getattr(x, "actor", ""), _nobody(reader)).items
        if getattr(x, "item", "") in (item.id, item.kind) and fits(found["what"], item.name)
        if any(_says(reader, x, verb) for verb in ("drink", "taste", "sip"))
    ]
    own = [x for x in some if first_part(reader.state.creatures[getattr(x, "actor", "")].name) == found["who"]]
    wanted = tuple(dict.fromkeys(own or some))
    return Do(wanted[0]) if len(wanted) == 1 else Ask(HOW, wanted) if wanted else None


def _nobody(reader: Reader) -> Creature:
    return ours(reader)[0]
