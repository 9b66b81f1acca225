"""Orders in a fight that are read as a whole: no spells in this round, a battle line, which weapon to fight with, a
spell told by what it does."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace

from underkeep.kernel.event import Action
from underkeep.procedures.actions import Done, EndStep
from underkeep.table.naming import listing
from underkeep.table.order import ASKED, BEHIND, GUARD, HOLD, PASS, Order
from underkeep.table.orders import RoundOfOrders
from underkeep.table.speech import battle_orders, casting_words
from underkeep.table.speech.by_place import DECLARING
from underkeep.table.speech.casting_words import goes_on
from underkeep.table.speech.lexicon import group
from underkeep.table.speech.matching import meaning
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say, Undertake, ours
from underkeep.table.speech.spells_wished import all_held
from underkeep.table.speech.those_told import REST, addressed, called_so, having, in_rows, led_by
from underkeep.table.speech.wording import first_part, folded, parts, stem
from underkeep.world.creature import Creature

_NO_SPELLS = re.compile(
    r".*\b(?:no|not|nobody|none|never|without|nothing|neither|skip|save|saves|keep|keeps|hold|holds)\b"
    r"(?:(?!\b(?:attack|behind|but|if|retreat)\b).)*\b(?:spells?|casts?|casting|magic|declar\w+|announc\w+)\b.*"
)
_SAVES = re.compile(
    r".*\b(?:saves?|keeps?|hold(?:s)? back|spares?)\b.*\b(?:for later|until later|for (?:the|a) \w+.*|in reserve|yet)"
)
_LINES = re.compile(
    r"(?:(?:form|make|take|set)(?: up)? (?:a |the |our |your )?(?:battle |fighting |shield "
    r")?(?:line|wall|formation|ranks|rank)\b(?: of battle)?"
    r"|line up|form up|fall in|get (?:in|into) (?:formation|line|position)|formation|new "
    r"formation|battle order|battle line|positions)[,: ]*(?P<rest>.*)"
)
_IN_FRONT = re.compile(
    r"(?P<who>.+?) (?:(?:goes?|go|gets?|stands?|moves?|steps?|comes?|takes?|are|is|stays?|form|forms|hold|holds) )?"
    r"(?:(?:up|forward|out|to|in|at|on|into|form|as)? ?(?:the )?front(?: (?:line|rank|row))?|"
    r"forward|ahead|in the first (?:line|rank|row))"
)
_AT_THE_BACK = re.compile(
    r"(?P<who>.+?) (?:(?:goes?|go|gets?|stands?|moves?|steps?|stays?|keeps?|are|is|hides?) )?"
    r"(?:(?:in|at|to|on) the (?:back|rear|second (?:line|rank|row))|back|behind(?: (?:them|"
    r"those|the (?:front|others|fighters|line)))?)"
)
_ARM_WORDS = (
    r"(?:draws?|takes?(?: out| up| in hand)?|readies|ready|gets? out|pulls? out|grabs?|"
    r"wields?|unsheathes?|equips?|fights? with|uses?"
    r"|(?:switch(?:es)?|swaps?|changes?|goes)(?: (?:weapons?|back|over|(?:from )?(?:his|her|"
    r"the|my|their) [\w ]+?))? (?:to|for))"
)
_PUTS_AWAY = (
    r"(?:drops?|sheathes?|puts? (?:away|down)|stows?|lets? go of|lowers?|slings?|throws? away|tosses? aside|puts?)"
)
_ARMS = re.compile(
    rf"(?:{_PUTS_AWAY} (?:(?:the|his|her|my|their|its) )?(?P<other>[\w ]+?)(?: away| down| "
    rf"aside| back)?,? (?:and|then|to) (?:then )?)?"
    rf"{_ARM_WORDS} (?:(?:an?|the|his|her|my|their|its) )*(?P<arm>[\w -]+?)(?: out| in (?:his |"
    rf"her |the )?hands?| instead| (?:in place|instead) of .+)*"
)
_OF_OTHERS = re.compile(r"\b(?:and (?:attack|hit|shoot|strike|stab|charge|go|throw|move|kill|help)\w*|at|on|against)\b")
_TO_SLEEP = re.compile(r"(?:puts?|sends?|lulls?) (?P<whom>.+?) (?:(?:in)?to|off to) sleep(?: .+)?")
_CHARMS = re.compile(r"(?:charms?|enchants?|bewitch(?:es)?|beguiles?) (?P<whom>.+)")
_BLINDS = re.compile(
    r"(?:blinds?|dazzles?) (?P<whom>.+?)(?: with (?:his |her |a |the )?(?:spell of )?light(?: spell)?)?"
)
_WITH_SPELL = re.compile(
    r"\b(?:with|using|by) (?:the |his |her |a )?(?:spell (?:of |called )?)?(?P<spell>[a-z ]+?)(?: spell)?$"
)


def no_spells(reader: Reader, said: str) -> Meaning | None:
    """Nobody casts anything, or not the one who is named: nothing is announced, and the round goes on."""
    casts_none = re.search(r"\bcasts? (?:nothing|no spells?)\b", said)
    if not (_NO_SPELLS.fullmatch(said) or _SAVES.fullmatch(said) or casts_none):
        return None
    words, own = parts(said), ours(reader)
    spells = {w for x in reader.options.listed for w in parts(getattr(x, "spell", "") or "")} - {"person"}
    if not set(words) & ({"spell", "spells", "cast", "casts", "casting", "magic"} | spells) and not re.search(
        "declar|announc", said
    ):
        return None
    named = [c for c in own if set(called_so(c)) & set(words)]
    if re.search(r"\b(?:attacks?|charges?|shoots?|fights?|retreats?|flees?|runs?|guards?)\b", said) and not named:
        return None
    fight = reader.state.fight
    assert fight is not None
    if named and re.search(r"\b(?:stays?|keeps?|hangs?|holds?) (?:well |right )?(?:back|away|out)\b", said):
        return _ordered(reader, {named[0].id: Order(PASS, until=fight.round)})
    if named:
        done = Done(named[0].id)
        if done in reader.options.listed and fight.steps and fight.step.phase == DECLARING:
            return Do(done)
        return Say(f"{named[0].name} casts nothing unless told to.")
    ends = next((x for x in reader.options.listed if isinstance(x, EndStep)), None)
    if ends is not None and fight.steps and fight.step.phase == DECLARING:
        return Do(ends)
    return Say("No spell is cast unless somebody is told to cast it.")


_RUNS_TO = re.compile(r"(?:runs?|hurr(?:y|ies)|dash(?:es)?|sprints?|heads?) (?:back |over |straight )?to\b")


def is_of_many(reader: Reader, said: str) -> bool:
    """Whether a line gives an order that the battle orders read better than the plain words: to several by name, to go
    up to somebody or to a square, to sling, or to stand before a friend."""
    own = ours(reader)
    who, rest = led_by(reader, own, said)
    rest = rest if who else said
    if re.match(r"(?:attack|approach)\b", rest) and len(who) < 2:
        return False
    sneaks = re.match(r"(?:creeps?|sneaks?|tiptoes?|crawls?|slinks?|steals? up|edges?|inch)\b", rest)
    slings = re.match(r"slings? ", rest)
    walks = battle_orders.goes_near(rest) and (len(who) > 1 or _is_declaring(reader) or _RUNS_TO.match(rest))
    several = 1 < len(who) < len(own)
    placed = bool(re.search(r"\b(?:the way to|in front of|round|around)\b", rest)) and battle_orders.guards(rest)
    others = goes_on(reader, rest) and battle_orders.gives_all(reader, said)
    return bool(
        sneaks
        or slings
        or walks
        or several
        or placed
        or others
        or (_is_declaring(reader) and re.search(r"\b[a-z]{1,2}\d{1,2}$", rest) and battle_orders.goes_near(rest))
    )


def read(reader: Reader, said: str) -> Meaning | None:
    """The order that a whole line gives; None if it gives none of these."""
    own = ours(reader)
    return (
        _line_of_battle(reader, own, said)
        or _by_effect(reader, own, said)
        or _armed(reader, own, said)
        or _armed_in_place(reader, own, said)
    )


def lasting(reader: Reader, meant: Undertake) -> Undertake:
    """The same orders until told otherwise; nobody acts for them yet."""
    orders = {id: replace(order, until=0) for id, order in meant.orders.items() if order is not None}
    note = battle_orders.noted(reader.state, orders)
    return Undertake(RoundOfOrders({}), orders, f"{note} Go on plays the round.")


# The line of battle


_KEPT_BACK = re.compile(r"\b(?:behind (?:the|those|them)|(?:in|at|to) the (?:back|rear))\b")


def _line_of_battle(reader: Reader, own: Sequence[Creature], said: str) -> Meaning | None:
    """Those in front stand between the foes and the others; those behind keep behind them."""
    found = _LINES.fullmatch(said)
    if found is None and re.search(r"\b(?:shoots?|fires?|slings?|attacks?|charges?|casts?|throws?)\b", said):
        return None
    rest = found["rest"] if found is not None else said
    front, back = _ranks(reader, own, rest)
    if back and not front and found is None:
        ahead = (
            [c.id for c in in_rows(reader, [c for c in own if c.id not in back], False)] if len(back) < len(own) else []
        )
        orders = {id: Order(BEHIND, ahead[n % len(ahead)]) for n, id in enumerate(back)} if ahead else {}
        return _ordered(reader, orders) if orders and _KEPT_BACK.search(rest) else None
    if not front and not (back and found is not None):
        if found is None:
            return None
        return _ordered(reader, dict.fromkeys((c.id for c in own), Order(HOLD, until=_round(reader))))
    if found is None and not (front and back) and not re.search(r"\bfront|first (?:line|rank)\b", rest):
        return None
    back = back or [c.id for c in own if c.id not in front]
    front = front or [c.id for c in own if c.id not in back]
    if not back or not front:
        return _ordered(reader, dict.fromkeys(front or back, Order(HOLD, until=_round(reader))))
    orders = {id: Order(GUARD, back[n % len(back)]) for n, id in enumerate(front)}
    behind = back if found is not None or re.search(r"behind|back|rear|rest|others", rest) else []
    orders |= {id: Order(BEHIND, front[n % len(front)]) for n, id in enumerate(behind)}
    return _ordered(reader, orders)


def _ranks(reader: Reader, own: Sequence[Creature], rest: str) -> tuple[list[str], list[str]]:
    """Who is told to be in front, and who behind."""
    clauses = re.split(
        (
            r"(?<=front)(?! of\b)(?: line| rank| row)?,? (?:and )?|(?<=rear),? (?:and )?|(?<=back),? "
            r"(?:and )?|(?<=behind)(?:,? and |, )|; | with (?=the rest|the others)|, (?=the (?:others|"
            r"rest))|,? and (?=the (?:others|rest))"
        ),
        rest,
    )
    front: list[str] = []
    back: list[str] = []
    for clause in (c.strip(" ,") for c in clauses if c and c.strip(" ,")):
        ahead, behind = _IN_FRONT.fullmatch(clause), _AT_THE_BACK.fullmatch(clause)
        found = ahead or behind
        if found is None:
            continue
        who = _all_of(reader, own, found["who"], front + back)
        if ahead is not None:
            front += [id for id in who if id not in front]
        else:
            back += [id for id in who if id not in (*front, *back)]
    return front, [id for id in back if id not in front]


def _all_of(reader: Reader, own: Sequence[Creature], words: str, named: Sequence[str]) -> list[str]:
    """All who are named in a list of names; nobody if any of it names nobody."""
    found: list[str] = []
    for part in re.split(r", (?:and )?| and ", words):
        part = re.sub(r"^(?:put|have|let|with|send|get|keep) ", "", part.strip())
        if re.fullmatch(REST, part):
            found += [c.id for c in own if c.id not in (*named, *found)]
            continue
        some, rest = addressed(reader, own, part, [*named, *found])
        if not some:
            some, rest = addressed(reader, own, f"{part} {_ANYTHING}", [*named, *found])
            rest = rest.removeprefix(_ANYTHING)
        if not some or rest:
            return []
        found += [id for id in some if id not in found]
    return found


_ANYTHING = "stay there"


def _round(reader: Reader) -> int:
    return reader.state.fight.round if reader.state.fight is not None else 0


def _is_declaring(reader: Reader) -> bool:
    fight = reader.state.fight
    return fight is not None and bool(fight.steps) and fight.step.phase == DECLARING


def _ordered(reader: Reader, orders: dict[str, Order]) -> Undertake:
    return Undertake(RoundOfOrders({**reader.orders, **orders}), orders, battle_orders.noted(reader.state, orders))


# Spells by what they do


def _by_effect(reader: Reader, own: Sequence[Creature], said: str) -> Meaning | None:
    """A spell that is told by what it does: `puts them to sleep`; or named at the end: `blind them with light`."""
    who, rest = addressed(reader, own, said)
    for form, spell in ((_TO_SLEEP, "sleep"), (_CHARMS, "charm"), (_BLINDS, "light")):
        found = form.fullmatch(rest)
        if found is None:
            continue
        known = _spells_of(reader, who, spell)
        if known:
            name = first_part(reader.state.creatures[getattr(known[0], "actor", "")].name)
            return casting_words.cast(
                reader, f"{name} casts {folded(getattr(known[0], 'spell', '')).replace('-', ' ')} on {found['whom']}"
            )
        if form is not _BLINDS:
            whose = reader.state.creatures[who[0]].name if len(who) == 1 else "Nobody"
            return Say(
                f"{whose} has {'no' if len(who) == 1 else 'a'} spell for that which could be {_now(reader)} now. "
                f"{all_held(reader, own)}"
            )
    found = _WITH_SPELL.search(rest)
    if (
        found is not None
        and (known := _spells_of(reader, who, found["spell"]))
        and not having(reader, own, found["spell"])
    ):
        return Ask(
            f"{getattr(known[0], 'spell', '').replace('-', ' ').capitalize()} can be cast so: is that meant?",
            tuple(known[:6]),
        )
    return None


def _now(reader: Reader) -> str:
    fight = reader.state.fight
    return "announced" if fight is not None and fight.steps and fight.step.phase == DECLARING else "cast"


def _spells_of(reader: Reader, who: Sequence[str], spell: str) -> list[Action]:
    """What is offered of a spell, by those who are named or by anybody."""
    wanted = parts(spell)
    listed = [x for x in reader.options.listed if getattr(x, "spell", "")]
    found = [x for x in listed if parts(getattr(x, "spell", ""))[: len(wanted)] == wanted and wanted]
    return [x for x in found if not who or getattr(x, "actor", "") in who]


# Weapons


def _armed(reader: Reader, own: Sequence[Creature], said: str) -> Meaning | None:
    """Which weapon somebody fights with from now on; it is drawn with the blow."""
    who, rest = addressed(reader, own, said)
    found = _ARMS.fullmatch(rest)
    if (
        found is None
        or meaning(reader.rules, reader.state, reader.options.listed, said)
        or _OF_OTHERS.search(found["arm"])
        or re.match(r"(?:cover|a (?:breath|look)|aim|care|position)", found["arm"])
    ):
        return None
    told = [reader.state.creatures[id] for id in who] or [c for c in own if c.id == reader.focus]
    wanted = stem(parts(found["arm"])[-1]) if parts(found["arm"]) else ""
    arms = {c.id: item for c in told if (item := _arm(c, found["arm"], wanted)) is not None}
    if not arms:
        if len(told) != 1 or not _is_arm_word(reader, own, wanted):
            return None
        others = [c.name for c in having(reader, own, wanted) if c.id != told[0].id]
        has = [i.name.lower() for i in told[0].items if i.place in ("hand", "worn") and is_weapon(i.name)]
        also = f"; {listing(others)} {'has' if len(others) == 1 else 'have'}" if others else ""
        return Say(
            f"{told[0].name} has no {found['arm'].split()[-1]}{also}{f'. At hand: {listing(has)}' if has else ''}."
        )
    orders = {id: Order(ASKED, arm=item.lower()) for id, item in arms.items()}
    each = "; ".join(
        f"{reader.state.creatures[id].name} fights with the {item.lower()} from now on" for id, item in arms.items()
    )
    return Undertake(
        RoundOfOrders({}), orders, f"{each}. It is taken in hand with the blow, and what was in that hand is put away."
    )


_IN_PLACE = re.compile(
    r"(?P<arms>\w+,? (?:gets?|makes?|readies|draws?|takes?|has|have|keeps?|pulls?) .+?),? (?:and |while |but )?"
    r"(?P<rest>(?:we|everyone|everybody|the others|the rest|all of us|us)(?: all)? .+)"
)


def _armed_in_place(reader: Reader, own: Sequence[Creature], said: str) -> Meaning | None:
    """One takes an arm in hand while all do something that lasts: `Egil readies his sling, we hold our ground`."""
    found = _IN_PLACE.fullmatch(said)
    ready = _READIES.sub(r"readies \g<arm>", found["arms"]) if found is not None else ""
    armed = _armed(reader, own, ready) if ready else None
    if found is None or not isinstance(armed, Undertake):
        return None
    others = battle_orders.read(reader, re.sub(r"^(?:we|all of us|us)\b(?: all)?", "everyone", found["rest"]))
    if not isinstance(others, Undertake):
        return None
    arms = {id: order.arm for id, order in armed.orders.items() if order is not None}
    orders = {
        id: replace(order, arm=arms.get(id, order.arm), for_all=True)
        for id, order in others.orders.items()
        if order is not None
    }
    orders |= {id: order for id, order in armed.orders.items() if id not in orders and order is not None}
    note = " ".join(f"{reader.state.creatures[id].name} fights with the {arm}." for id, arm in arms.items())
    goes_on = "" if any(order.until for order in orders.values()) else " Go on plays the round."
    errand = RoundOfOrders({**reader.orders, **orders} if not goes_on else {})
    return Undertake(errand, orders, f"{note} {battle_orders.noted(reader.state, orders)}{goes_on}")


_READIES = re.compile(
    r"\b(?:gets?|makes?|keeps?|has|have) (?P<arm>(?:his|her|their|the|my|a) (?:\w+ )?\w+) (?:ready|out|at the ready)$"
)


def _arm(creature: Creature, words: str, wanted: str) -> str | None:
    """The name of the weapon that the words mean, of those that somebody carries."""
    own = [item for item in creature.items if is_weapon(item.name) and not item.broken]
    whole = [item for item in own if set(parts(words)) <= set(parts(item.name))]
    found = whole or [item for item in own if wanted in {stem(w) for w in parts(item.name)}]
    return found[0].name if found else None


_WEAPONS = group("weapon names")


def is_weapon(name: str) -> bool:
    words = parts(name)
    return any(word in words or (words[-1:] and words[-1].endswith(word)) for word in _WEAPONS) and "small" not in words


def _is_arm_word(reader: Reader, own: Sequence[Creature], word: str) -> bool:
    return word in _WEAPONS or bool(having(reader, own, word) and word in _WEAPONS)
