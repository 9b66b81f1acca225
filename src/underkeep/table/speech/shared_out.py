"""What is handed out to several at once, whoever has it: `give Hob and Wat a torch each`, `split the coins`, `pool the
gold with Odo`, `a bonus of 5 gp for the retainers`, `give Hob some coins to buy a spear`.

Those who are to have nothing of it give first, those who have most before others. What somebody cannot take is told.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.procedures.chapter import TOWN
from underkeep.table.several import InOrder
from underkeep.table.speech.giving import is_money, things_of
from underkeep.table.speech.meanings import Do, Meaning, Reader, Say, Undertake, ours
from underkeep.table.speech.patterns import text
from underkeep.table.speech.paying import paid_by
from underkeep.table.speech.trading import after
from underkeep.table.speech.wording import first_part, parts
from underkeep.world.creature import Creature
from underkeep.world.gear import Item

Read = Callable[[str], Meaning | None]
_EVERYBODY = {"everyone", "everybody", "each", "all", "us"}
_HIRED = {"hirelings", "hireling", "retainers", "retainer", "henchmen", "companions", "helpers"}
_OTHERS = {"others", "rest", "else"}
_GIVES, _TO, _GETS = (text("shared_out", name) for name in ("gives", "to", "gets"))
_SPLITS, _POOLS, _TO_BUY = (text("shared_out", name) for name in ("splits", "pools", "to_buy"))
_BONUS, _THANKS = text("shared_out", "bonus"), text("shared_out", "thanks")
_WHOSE, _SOME = text("shared_out", "whose"), text("shared_out", "some")
_COUNT = re.compile(r"(?:(?P<count>\d{1,5})|an?|one|the|some|another)? ?(?:more )?(?P<thing>[a-z].*)")


def shared_out(reader: Reader, said: str, read: Read) -> Meaning | None:
    """The gifts that such a line means; None of any other."""
    state = reader.state
    if state.party is None or state.prompts or not ours(reader):
        return None
    said = said.rstrip("? ")
    names = "|".join(re.escape(first_part(c.name)) for c in ours(reader))
    forms = {"one": f"(?:{names})", "some": _SOME.replace("{one}", f"(?:{names})")}

    def form(pattern: str) -> re.Match[str] | None:
        return re.fullmatch(pattern.replace("{one}", forms["one"]).replace("{some}", forms["some"]), said)

    if form(_SPLITS) is not None:
        return _split(reader, said)
    if (found := form(_POOLS)) is not None:
        return _pooled(reader, found["who"] or found["whom"])
    if (found := form(_TO_BUY)) is not None and state.party.place == TOWN:
        payer = found["payer"] or ""
        wish = f"buy {found['what']} for {found['who']}"
        return paid_by(reader, f"{wish}, {payer} pays", read) if payer else read(wish)
    if (found := form(_WHOSE)) is not None:
        return read(f"{found['owner']} gives {found['who']} {found['what']}")
    if (found := form(_BONUS) or form(_THANKS)) is not None:
        return _bonus(
            reader, _people(reader, found["takers"] or found["whom"]), int(found["gp"] or found["first"] or 0)
        )
    found = form(_GIVES) or form(_TO) or form(_GETS)
    return _to_each(reader, found) if found is not None else None


def _people(reader: Reader, words: str) -> list[Creature]:
    """Those whom the words mean: by name, all, those in pay, or those who are left."""
    own, said = ours(reader), set(parts(words))
    if said & _HIRED:
        hired = [c for c in own if _serves(reader, c)]
        return hired + [c for c in own if first_part(c.name) in said and c not in hired]
    if said & _OTHERS:
        return [c for c in own if first_part(c.name) not in said]
    named = [c for c in own if first_part(c.name) in said]
    return named or (own if said & _EVERYBODY else [])


def _serves(reader: Reader, who: Creature) -> bool:
    town = reader.rules.town
    return town is not None and town.serves(reader.state, who)


def _to_each(reader: Reader, found: re.Match[str]) -> Meaning | None:
    """So much of a thing for each, from whoever has it."""
    takers = _people(reader, found["takers"])
    wanted = _COUNT.fullmatch(found["what"])
    is_of_all = bool(set(parts(found["takers"])) & _EVERYBODY)
    if wanted is None or not takers or (len(takers) == 1 and not is_of_all):
        return None
    count, thing = int(wanted["count"] or 1), wanted["thing"]
    holders = [c for c in ours(reader) if things_of(c, thing)]
    if not holders:
        return None
    if "takes_coins" in found.groupdict() and not all(is_money(i) for i in things_of(holders[0], thing)):
        return None
    if not is_of_all and sum(_has(c, thing) for c in holders if c not in takers) >= count * len(takers):
        return _handed(reader, [(t, count) for t in takers], [c for c in holders if c not in takers], thing)
    short = [(t, count - _has(t, thing)) for t in takers if _has(t, thing) < count]
    if not short:
        return Say(f"Each of them has {'one' if count == 1 else f'{count} of them'} already.")
    givers = [c for c in holders if _has(c, thing) > (count if c in takers else 0)]
    return _handed(reader, short, givers, thing, count)


def _has(who: Creature, thing: str) -> int:
    """How much of it somebody has; of coins those of one sort."""
    found = things_of(who, thing)
    return found[0].count if found and is_money(found[0]) else sum(i.count for i in found)


def _handed(
    reader: Reader, wanted: Sequence[tuple[Creature, int]], givers: Sequence[Creature], thing: str, keeps: int = 0
) -> Meaning:
    """The gifts that bring so much to each; whoever gives `keeps` so much, if they are to have it too."""
    now, acts, against = reader, list[Action](), list[str]()
    takers = {t.id for t, _ in wanted}
    there = sum(max(0, _has(c, thing) - keeps) for c in givers)
    if there < (needed := sum(count for _, count in wanted)):
        evenly = f" {EVENLY}" if givers and is_money(things_of(givers[0], thing)[0]) else ""
        return Say(f"That takes {needed} in all, and the others have {there} to give.{evenly}")
    for taker, count in wanted:
        left = count
        while left > 0:
            gift = _gift(
                now, [c.id for c in givers if c.id not in takers - {taker.id} or keeps], taker, thing, left, keeps
            )
            why = play.why_not(now.rules, now.state, now.seat, gift) if gift is not None else None
            if gift is None or why is not None:
                against += [why.sentence] if why is not None else []
                break
            acts.append(gift)
            now, left = after(now, [gift]), left - gift.count
    note = " ".join(dict.fromkeys(against))
    if not acts:
        return Say(note or "Nobody has so much to give.")
    return Do(acts[0], note) if len(acts) == 1 else Undertake(InOrder(acts), note=note)


def _gift(reader: Reader, givers: Sequence[str], taker: Creature, thing: str, most: int, keeps: int) -> a.Give | None:
    """The next gift for somebody, from whoever has most."""
    those = [reader.state.creatures[id] for id in givers if id != taker.id]
    best = max(those, key=lambda c: _has(c, thing), default=None)
    spare = _has(best, thing) - keeps if best is not None else 0
    if best is None or spare <= 0:
        return None
    item: Item = things_of(best, thing)[0]
    return a.Give(best.id, taker.id, item.id, min(most, spare, item.count))


def _split(reader: Reader, said: str) -> Meaning | None:
    """The coins of all purses in equal parts; where the game divides what was won by a rule of its own, that."""
    if any(type(x).__name__ == "Divide" for x in reader.options.listed):
        return None
    is_for_all = bool(set(parts(said)) & _HIRED)
    some = [c for c in ours(reader) if is_for_all or not _serves(reader, c)]
    each = sum(_has(c, "coins") for c in some) // len(some) if some else 0
    short = [(c, each - _has(c, "coins")) for c in some if _has(c, "coins") < each]
    if not short:
        return Say("The coins are shared evenly already.")
    givers = [c for c in some if _has(c, "coins") > each]
    return _handed(reader, short, givers, "coins", each)


def _pooled(reader: Reader, name: str) -> Meaning | None:
    """All coins in one purse, but for those of the hired."""
    keeper = next((c for c in ours(reader) if first_part(c.name) == name), None)
    if keeper is None:
        return None
    now, acts, against = reader, list[Action](), list[str]()
    for giver in ours(reader):
        for item in giver.items if giver is not keeper and not _serves(reader, giver) else ():
            gift = a.Give(giver.id, keeper.id, item.id, item.count)
            if not is_money(item):
                continue
            why = play.why_not(now.rules, now.state, now.seat, gift)
            if why is not None:
                against.append(why.sentence)
                continue
            acts.append(gift)
            now = after(now, [gift])
    note = " ".join(dict.fromkeys(against))
    return Undertake(InOrder(acts), note=note) if acts else Say(note or f"{keeper.name} has all the coins already.")


def _bonus(reader: Reader, takers: Sequence[Creature], coins: int) -> Meaning | None:
    """Coins beyond the wages, by the game's own deed for it if it has one, else as a gift."""
    if not takers:
        return None
    if not coins:
        return Say(HOW_MUCH.format(takers[0].name))
    deed = next((d.action for d in reader.rules.book.in_scene(TOWN) if d.action.__name__ == "Reward"), None)
    now, acts, against = reader, list[Action](), list[str]()
    for taker in takers:
        payers = [c for c in ours(now) if c.id != taker.id]
        rewards = [deed(c.id, taker.id, coins) for c in payers] if deed is not None and _serves(reader, taker) else []
        able = next((x for x in rewards if play.why_not(now.rules, now.state, now.seat, x) is None), None)
        able = able or _gift(now, [c.id for c in payers if c not in takers], taker, "coins", coins, 0)
        why = play.why_not(now.rules, now.state, now.seat, able) if able is not None else None
        if able is None or why is not None:
            against.append(why.sentence if why is not None else f"Nobody has so much for {taker.name}.")
            continue
        acts.append(able)
        now = after(now, [able])
    note = " ".join(dict.fromkeys(against))
    if not acts:
        return Say(note)
    return Do(acts[0], note) if len(acts) == 1 else Undertake(InOrder(acts), note=note)


EVENLY = "To have the coins shared evenly, say: split the coins."
HOW_MUCH = "Say how much: give {} a bonus of 5."
