"""Answers to what people ask about things: what one costs, how many there are, what a spell does, who wears what."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec.structs import fields

from underkeep.procedures import survey
from underkeep.procedures.chapter import TOWN
from underkeep.procedures.questions import Ware
from underkeep.procedures.ruleset import Ruleset
from underkeep.procedures.town_services import Visit
from underkeep.table import naming
from underkeep.table.narrate import features
from underkeep.table.speech.describe import verb, wares
from underkeep.table.speech.each_noun import nouns
from underkeep.table.speech.handling import CALLED, fits
from underkeep.table.speech.spell_holders import holders
from underkeep.table.speech.spells_told import described, named
from underkeep.table.speech.wording import parts
from underkeep.world.creature import Creature
from underkeep.world.gear import Item
from underkeep.world.state import State

MOST = 12
_ARMOUR = (["ac"], ["armour"], ["armour", "class"], ["armour", "points"], ["defence"], ["protection"])


def prices(rules: Ruleset, state: State, what: str) -> list[str]:
    """What a thing costs here, or a visit somewhere."""
    if rules.town is None or state.settlement is None:
        return ["There is no town here."]
    if _LISTED.fullmatch(what):
        return _listed(rules, state, what)
    if not what:
        return ["Say what the price is asked of: prices sword; or buy, which lists all wares."]
    known = wares(rules, state).values()
    other = CALLED.get(what.replace("armor", "armour"), what)
    found = [ware for ware in known if fits(what, ware.name)] or [ware for ware in known if fits(other, ware.name)]
    found = found or [w for w in known if fits(what, naming.words(w.sort))]
    exact = [ware for ware in found if parts(ware.name) == parts(what)]
    told = [
        f"{ware.name if ware.count == 1 else f'{ware.count} {naming.plural(ware.name.lower())}'}: "
        f"{rules.town.money(ware.cost_of(ware.count))}."
        for ware in exact or found
    ]
    deed = next((deed for deed in rules.book.deeds if deed.action is Visit), None)
    for service in state.settlement.services if deed is not None else ():
        takes = deed.takes(state, Visit("", service)) if deed is not None and fits(what, service) else ""
        told += [f"To visit the {service} takes {takes}."] if takes else []
    told = told or [f"To {told_of} takes {takes}." for told_of, takes in served(rules, state, what)]
    return told[:MOST] or _prices_of_each(rules, state, what, [ware.name for ware in known])


def _prices_of_each(rules: Ruleset, state: State, what: str, known: Sequence[str]) -> list[str]:
    """What each of several things costs; of a name that no ware has only that."""
    several = nouns(what, known)
    if several != [what] and (len(several) > 1 or any(fits(several[0], name) for name in known)):
        return [line for one in several for line in prices(rules, state, one)][:MOST]
    thing = several[0][:40] if several else what[:40]
    return [f"No ware here goes by the name of {thing}; buy lists all that is sold."]


def burning(rules: Ruleset, kind: str) -> list[str]:
    """How long a light of a kind burns, where that is a time."""
    if rules.dungeon is None:
        return []
    turn = rules.dungeon.turn_seconds
    found = [(name, light.seconds) for name, light in rules.dungeon.light_kinds().items() if fits(kind, name)]
    return [f"A {kind} burns for {seconds // turn} turns." for _, seconds in found if seconds]


_LISTED = re.compile(r"\d+ x .+")


def _listed(rules: Ruleset, state: State, what: str) -> list[str]:
    """What so many of each cost, what all of it does, and what the purses hold."""
    town = rules.town
    assert town is not None
    known = {ware.name: ware for ware in wares(rules, state).values()}
    told, cost = [], 0
    for count, name in _ENTRY.findall(what):
        ware = known.get(name)
        if ware is None:
            continue
        many = max(int(count), ware.count)
        each = "" if many == ware.count else f" ({town.money(ware.cost_of(ware.count))} {_for(ware)})"
        cost += ware.cost_of(many)
        told.append(f"{_so_many(ware, many)}: {town.money(ware.cost_of(many))}{each}.")
    if not told:
        return ["Nobody here sells that."]
    each_has = [f"{c.name} {town.money(town.purse(c))}" for c in state.marchers() if town.purse(c)]
    purse = sum(town.purse(c) for c in state.marchers())
    have = f"The purses hold {town.money(purse)}{f' ({naming.listing(each_has)})' if each_has else ''}"
    return [*told, f"All together: {town.money(cost)}. {have}."] if len(told) > 1 else [*told, f"{have}."]


_ENTRY = re.compile(r"(\d+) x ([^;]+)")


def _so_many(ware: Ware, many: int) -> str:
    return ware.name if many == 1 else f"{many} {naming.plural(ware.name.lower())}"


def _for(ware: Ware) -> str:
    return "each" if ware.count == 1 else f"for {ware.count}"


def served(rules: Ruleset, state: State, what: str) -> Iterator[tuple[str, str]]:
    """What a game has done for money in town that the words are about, and what it takes."""
    for deed in rules.book.in_scene(TOWN):
        phrase = verb(rules, deed.action)
        if [field.name for field in fields(deed.action) if field.required] == ["actor"] and fits(what, phrase):
            takes = next((told for c in state.marchers() if (told := deed.takes(state, deed.action(actor=c.id)))), "")
            if takes:
                yield phrase, takes


def counted(own: Sequence[Creature], what: str, others: Sequence[Creature] = ()) -> list[str]:
    """How many of a thing each has, and all together; of what none of these has, who else does."""
    several = nouns(what, [i.name for c in (*own, *others) for i in c.items])
    if len(several) > 1:
        return [line for one in several for line in counted(own, one, others)]
    what = several[0] if several else what
    each = {c.name: sum(i.count for i in c.items if fits(what, i.name)) for c in own}
    have = [f"{name} {count}" for name, count in each.items() if count]
    if not have and others:
        elsewhere = counted(others, what)
        return [f"{naming.listing([c.name for c in own])} has no {what}. {elsewhere[0]}"]
    if not have:
        return [f"Nobody in the party has anything by the name of {what}."]
    return [f"{what[:1].upper()}{what[1:]}: {', '.join(have)}; {sum(each.values())} in all."]


def armour(rules: Ruleset, state: State, own: Sequence[Creature]) -> list[str]:
    """What the sheets say of armour, of everybody."""
    lines = []
    for creature in own:
        rows = [row for _, rows in rules.card(state, creature).sections for row in rows]
        told = [f"{label} {value}" for label, value in rows if parts(label)[:2] in _ARMOUR]
        lines.append(f"{creature.name}: {', '.join(told) or 'nothing of the kind on the sheet'}")
    return lines


def spell(rules: Ruleset, state: State, own: Sequence[Creature], what: str) -> list[str]:
    """What a spell does and who has it; without a name, of every book that somebody carries."""
    names = nouns(what, rules.spells()) if what and not named(rules, what) else [what]
    told = [line for name in names if name for line in (*described(rules, name), *holders(rules, state, own, name))]
    if told:
        return told
    for owner, book in [(c.name, i.name) for c in own for i in c.items if "book" in i.name.lower()]:
        if not what or fits(what, book):
            told += [f"{owner} has a {book.lower()}.", *described(rules, _title(book))]
    told = told or [_of_a_thing(c, i) for c in own for i in c.items if what and fits(what, i.name)][:1]
    return told or [f"Nothing is known of {what[:40]}." if what else "Nobody has a spell book."]


def _of_a_thing(owner: Creature, item: Item) -> str:
    """Whose a thing is, where the books tell no more of it."""
    return f"{owner.name} has a {item.name.lower()}; what it does shows when it is used."


def _title(book: str) -> str:
    """`Arcane Eye` of `Spellbook of Arcane Eye`."""
    return book.partition(" of ")[2]


def feature(rules: Ruleset, state: State, name: str) -> list[str]:
    """What is seen of something that belongs to the place."""
    kinds = [f.kind for f in survey.known_features(state) if name in (f.kind, naming.feature_name(state, f).lower())]
    known, kind = features(rules), kinds[0] if kinds else ""
    look = (known.get(kind) or known.get(kind.partition("-")[0], {})).get("look", "")
    return [look or f"There is the {name}; more of it shows when somebody handles it."]
