"""Pages about a town: where the party stands and what may be done, what brings coins, what lies at home."""

from __future__ import annotations

import re
from collections.abc import Sequence

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures.hiring import told
from underkeep.procedures.options import Options
from underkeep.procedures.ruleset import Ruleset
from underkeep.table import naming
from underkeep.table.speech import scenery
from underkeep.table.speech.describe import describe, verb, wares
from underkeep.table.speech.each_noun import nouns
from underkeep.table.speech.handling import names_item
from underkeep.table.speech.wording import parts
from underkeep.table.view import View
from underkeep.world.creature import Creature
from underkeep.world.state import State

_MOST = 8
_NOTHING = "Nothing of the party's is stored here."


def situation(rules: Ruleset, seen: View, options: Options) -> list[str]:
    """Where the party is, and what kinds of things may be done there."""
    kinds = dict.fromkeys(_phrase(rules, x) for x in options.listed)
    return [
        *scenery.scene(seen),
        f"To be done here: {', '.join(kinds)}. The dungeon is what all of it is for: set out.",
    ]


def _phrase(rules: Ruleset, action: Action) -> str:
    shared = {a.SetOut: "set out", a.HearRumours: "hear rumours", a.RestDays: "rest some days", a.Retire: "retire"}
    return shared.get(type(action), verb(rules, type(action)))


def earnings(rules: Ruleset, state: State, options: Options, own: Sequence[Creature]) -> list[str]:
    """What brings coins: what can be sold and for how much, what lies at home, and the dungeon."""
    town = rules.town
    if town is None or state.settlement is None:
        return ["Coins are found as treasure; what is found is sold in town."]
    purses = [f"{c.name} {town.money(town.purse(c))}" for c in own]
    told = ["No work is paid for in town.", f"The purses hold: {naming.listing(purses)}."]
    sales = [x for x in options.listed if isinstance(x, a.Sell)]
    best = sorted(sales, key=lambda x: -_price(rules, state, x))[:_MOST]
    if best:
        told.append(f"What can be sold: {', '.join(_sale(rules, state, x) for x in best)}.")
    else:
        told.append("Nobody here buys anything that the party has.")
    home = stored(rules, state, options)
    told += home if home[0] != _NOTHING else []
    return [*told, "Treasure from the dungeon is what fills a purse: hear rumours tells of it, set out goes there."]


def _price(rules: Ruleset, state: State, sale: a.Sell) -> int:
    item = state.creatures[sale.actor].item(sale.item)
    return rules.town.price_of(state, item) * sale.count if rules.town is not None and item is not None else 0


def _sale(rules: Ruleset, state: State, sale: a.Sell) -> str:
    town = rules.town
    price = f" ({town.money(_price(rules, state, sale))})" if town is not None else ""
    return describe(rules, state, sale).removeprefix("sell ") + price


def stored(rules: Ruleset, state: State, options: Options) -> list[str]:
    """What the party has left at home or in safe hands, as far as it may be fetched here."""
    found = [told for x in options.listed if (told := describe(rules, state, x)).startswith("fetch ")]
    if not found:
        return [_NOTHING]
    things = dict.fromkeys(_FETCHED.sub("", one.partition(" with ")[0]) for one in found)
    return [f"Left here, to be fetched: {', '.join(things)}."]


_FETCHED = re.compile(r"^fetch (?:the )?| from (?:home|safe keeping)$")


def wages(rules: Ruleset, state: State, own: Sequence[Creature], rest: str) -> list[str]:
    """What some who look for work cost for so many days (`rest` is the days and who they are), and what there is."""
    days, *ids = rest.split()
    town = rules.town
    seekers = state.settlement.applicants if state.settlement is not None else ()
    some = [x for x in seekers if x.id in ids]
    if town is None or not some:
        return ["Nobody like that is looking for work here."]
    each = [f"{x.name} asks {told(town.terms, x.asks, state)}" for x in some]
    sum_asked = int(days) * sum(x.asks[0] for x in some)
    asked = f"{sum_asked}{town.terms[0].told.format('').split()[0] if sum_asked else ''}"
    purses = [f"{c.name} {town.money(town.purse(c))}" for c in own]
    purse = f"The purses hold {town.money(sum(town.purse(c) for c in own))}: {naming.listing(purses)}."
    if int(days) == 1 and len(some) == 1:
        return [f"{each[0]}.", purse]
    return [f"{'; '.join(each)}.", f"For {days} day{'' if days == '1' else 's'} that is {asked} in wages.", purse]


def paid(rules: Ruleset, state: State, hired: Sequence[Creature]) -> list[str]:
    """What the sheets of those in pay say of it."""
    lines = []
    for creature in hired:
        rows = [row for _, rows in rules.card(state, creature).sections for row in rows]
        terms = [f"{label.lower()} {value}" for label, value in rows if set(parts(label)) & _TERMS]
        lines.append(f"{creature.name}: {'; '.join(terms) or 'nothing is said of pay'}.")
    return lines


_TERMS = {"pay", "owed", "retainer", "paid", "wages"}


def within(rules: Ruleset, state: State, rest: str) -> list[str]:
    """The wares of which one costs no more than this (in the smallest coin), by their sorts; for all the purses hold,
    if nothing is said."""
    town = rules.town
    if town is None:
        return ["There is no town here."]
    most = int(rest) if rest.isdecimal() else sum(town.purse(c) for c in state.marchers())
    sorts: dict[str, list[str]] = {}
    for ware in sorted(wares(rules, state).values(), key=lambda w: -w.cost_of(w.count)):
        cost = ware.cost_of(ware.count)
        if cost <= most:
            sorts.setdefault(naming.words(ware.sort), []).append(f"{ware.name.lower()} {town.money(cost)}")
    told = [f"{sort[:1].upper()}{sort[1:]}: {', '.join(names[:_EACH])}." for sort, names in sorts.items()]
    return (
        [f"For {town.money(most)} there are (the dearest first):", *told] if told else ["Nothing costs so little here."]
    )


_EACH = 12


def offers(rules: Ruleset, state: State, own: Sequence[Creature], what: str) -> list[str]:
    """What the town pays for a thing of the party's."""
    town = rules.town
    if town is None or state.settlement is None:
        return ["There is no town here."]
    found = [(c, item) for c in own for item in c.items if names_item(what, item)]
    told = []
    for owner, item in found:
        price = town.price_of(state, item)
        many = f" each, {town.money(price * item.count)} for all {item.count}" if item.count > 1 else ""
        name = f"{owner.name}: {item.name.lower()}{' (broken)' if item.broken else ''}"
        told.append(f"{name}, {town.money(price)}{many}." if price else f"{name}, for which nobody here pays anything.")
    if not told and (several := nouns(what, [i.name for c in own for i in c.items])) != [what]:
        return [line for one in several for line in offers(rules, state, own, one)]
    return told or [f"Nobody in the party has anything by the name of {what}."]
