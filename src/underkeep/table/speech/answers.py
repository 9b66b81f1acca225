"""The pages that answer what people ask: what they can afford, how the foes look, who speaks what, what a town has."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures.options import Options
from underkeep.procedures.ruleset import Ruleset
from underkeep.table import course, naming
from underkeep.table.speech import belongings, pages, scenery, sheet_words, things_told, topics, town_pages
from underkeep.table.speech.asked_of_us import HURT
from underkeep.table.speech.describe import describe, wares
from underkeep.table.speech.handling import fits, split_at
from underkeep.table.speech.spells_told import is_magic
from underkeep.table.speech.wording import first_part, parts
from underkeep.table.view import View
from underkeep.world.creature import Creature
from underkeep.world.region import route_named
from underkeep.world.state import State

PAGES = (
    *("afford", "foes", "tongues", "spells", "load", "scores", "routes", "services", "rumours"),
    *("way out", "topic", "earn", "stored", "situation", "wages", "within", "offers", "thing", "usable"),
    *("usable", "paid", "had"),
)


def show(
    rules: Ruleset, state: State, seen: View, options: Options, own: Sequence[Creature], what: str, rest: str
) -> list[str]:
    """One of the pages; `rest` is what and whom it is about."""
    about, names = _apart(rest)
    some = named(own, names)
    found: dict[str, Callable[[], list[str]]] = {
        "afford": lambda: _afforded(rules, state, some, about),
        "foes": lambda: foes(seen),
        "tongues": lambda: [*sheet_words.told(rules, state, own, "languages speaks"), _UNTRIED],
        "spells": lambda: _spells(rules, state, named(own, rest)),
        "load": lambda: _loads(seen, rules, state, named(own, rest)),
        "scores": lambda: sheet_words.told(rules, state, some, sheet_words.asked_of(parts(about)) or about),
        "routes": lambda: _routes(rules, state, options, rest),
        "services": lambda: [
            *_services(seen, rest),
            *(f"To {told} takes {takes}." for told, takes in pages.served(rules, state, rest) if rest),
        ],
        "rumours": lambda: _rumours(seen),
        "way out": lambda: _way_out(state),
        "topic": lambda: topics.page(rules, state, own, rest) or _services(seen, rest),
        "earn": lambda: town_pages.earnings(rules, state, options, own),
        "within": lambda: town_pages.within(rules, state, rest),
        "offers": lambda: town_pages.offers(rules, state, own, rest),
        "thing": lambda: _things(rules, state, own, rest),
        "usable": lambda: things_told.usable(rules, state, own, about, first_part(names)),
        "had": lambda: belongings.had(rules, state, some, about, len(some) == len(own)),
        "wages": lambda: town_pages.wages(rules, state, own, rest),
        "paid": lambda: town_pages.paid(rules, state, named(own, rest)),
        "stored": lambda: town_pages.stored(rules, state, options),
        "situation": lambda: town_pages.situation(rules, seen, options),
    }
    return found[what]()


def _things(rules: Ruleset, state: State, own: Sequence[Creature], rest: str) -> list[str]:
    """What is told of each of several things."""
    found = [line for what in rest.split("; ") for line in things_told.told(rules, state, own, what)]
    return found or [f"Nothing is known of {rest[:40]}."]


_UNTRIED = "Whether they know a tongue of these shows when somebody speaks to them."


def named(own: Sequence[Creature], names: str) -> list[Creature]:
    """Those whose first names are listed; all if none is."""
    wanted = set(parts(names))
    return [c for c in own if wanted & set(parts(c.name)[:1])] or list(own)


def _apart(rest: str) -> tuple[str, str]:
    return split_at(rest, "of") if " of" in rest else (rest, "")


def _afforded(rules: Ruleset, state: State, some: Sequence[Creature], what: str) -> list[str]:
    """What it costs, and what each of them has to spend."""
    town = rules.town
    if town is None:
        return ["There is no town here."]
    found = [w for w in wares(rules, state).values() if fits(what, w.name)]
    least = min((w.cost_of(w.count) for w in found), default=0)
    told = pages.prices(rules, state, what)
    for creature in some:
        purse = town.purse(creature)
        told.append(f"{creature.name} has {town.money(purse)}: {'enough' if purse >= least else 'not enough'}.")
    return [*told, f"All together have {town.money(sum(town.purse(c) for c in some))}."] if len(some) > 1 else told


def foes(seen: View) -> list[str]:
    """Those who are met or fought: how many, how far, how they look."""
    if seen.meeting is not None and not seen.round:
        met = seen.meeting
        noticed = "They are surprised, and have not noticed the party." if met.surprises_them else ""
        mood = "" if met.attitude else "How they mean it shows when somebody speaks to them, or they act."
        return [line for line in (scenery.meeting(seen, met), noticed, mood) if line]
    standing = [o for o in seen.others if o.status == "up" and o.at is not None]
    if not standing:
        return ["No foe is left standing."]
    mine = next((c for c in seen.mine if c.id in seen.acting and c.at is not None), None)
    ours = mine or next((c for c in seen.mine if c.at is not None), None)
    lines = scenery.foes_of(seen, ours) if ours is not None else [o.name for o in standing]
    count = f"{len(standing)} {'foe is' if len(standing) == 1 else 'foes are'} left standing"
    return [f"{count}{f', as {ours.name} sees them' if ours is not None else ''}:", *(f"  {line}" for line in lines)]


def _spells(rules: Ruleset, state: State, some: Sequence[Creature]) -> list[str]:
    """What the sheets say of spells, and the books that are carried."""
    lines = []
    for creature in some:
        sections = rules.card(state, creature).sections
        rows = [
            f"{label}: {value}"
            for title, rows in sections
            for label, value in rows
            if is_magic(title, label) and value != "0"
        ]
        books = [
            item.name for item in creature.items if "spellbook" in item.name.lower() or "scroll" in item.name.lower()
        ]
        told = [*rows, *books]
        has_none = not books and not any("mind" in row for row in rows)
        if told and has_none and state.fight is not None:
            lines.append(f"{creature.name} has no spell at hand: no spellbook and no scroll.")
        elif told:
            lines.append(f"{creature.name}: {'; '.join(dict.fromkeys(told))}.")
    return lines or ["Nobody of them has spells."]


_LADEN = ("armour and weapons", "encumbrance", "movement")
"""What a sheet without a row for the load says of it, and of how fast that leaves somebody."""


def _loads(seen: View, rules: Ruleset, state: State, some: Sequence[Creature]) -> list[str]:
    """What each carries, as the game counts it."""
    lines = []
    for creature in some:
        rows = [row for _, rows in rules.card(state, creature).sections for row in rows]
        told = [f"{label.lower()} {value}" for label, value in rows if label.lower() == "load" or value == "(free)"]
        told = told or [f"{label.lower()} {value}" for label, value in rows if label.lower() in _LADEN]
        lines.append(f"{creature.name}: {', '.join(told) or seen.loads.get(creature.id, 'no load')}")
    return lines


def _routes(rules: Ruleset, state: State, options: Options, to: str) -> list[str]:
    """The ways that lead out, or those to a place."""
    told = [_route(rules, state, x) for x in options.listed if isinstance(x, a.SetOut | a.LeaveDungeon)]
    if not told and state.party is not None and state.party.at is not None:
        return [*_way_out(state), "How far the towns are shows at the entrance."]
    told = [line for line in told if set(parts(to)) <= set(parts(line.partition("(")[0]))] or told
    return [f"{line[:1].upper()}{line[1:]}." for line in told] or ["Nobody knows how far it is."]


def _route(rules: Ruleset, state: State, action: Action) -> str:
    """A way to set out by, with its length even where there is but one."""
    told = describe(rules, state, action)
    usual = route_named(state, "") if isinstance(action, a.SetOut) and not action.route else None
    return f"{told} ({rules.measures.by_road(usual.length)})" if usual is not None and "(" not in told else told


def _way_out(state: State) -> list[str]:
    """How far the entrance is, as far as the party knows the way."""
    goal = course.entrance(state)
    legs = course.route(state, goal)
    if legs is None:
        return ["The party knows no way to the entrance."]
    where = f"The entrance is at {naming.square_name(goal.spot.square)}" if goal.spot is not None else "The entrance"
    far = f"{len(legs)} area{'' if len(legs) == 1 else 's'} from here" if legs else "in this area"
    return [f"{where}, {far}; leave walks out."]


_SHOPS = ("shop", "store", "market")


def _services(seen: View, kind: str) -> list[str]:
    """Whether the town has it, and what it has."""
    town = seen.town
    if town is None:
        return ["There is no town here."]
    here = f"In {town.name}: {', '.join(town.services)}; buy lists what the shops have."
    has = kind in _SHOPS or any(fits(kind, service) for service in town.services)
    return [here if has else f"Nobody knows of {_one(kind)} here. {here}"]


def _one(kind: str) -> str:
    """`a temple`, `an alchemist`."""
    return f"{'an' if kind[:1] in 'aeiou' else 'a'} {kind}"


def _rumours(seen: View) -> list[str]:
    heard = seen.town.rumours if seen.town is not None else ()
    return [*heard] or ["Nothing has been heard yet: hear rumours asks around."]


def party(seen: View, names: str) -> list[str]:
    """The members, or those who are named: hit points and what ails them."""
    if names == HURT:
        ailing = [c for c in seen.members if c.status != "up" or c.is_uncounted or c.hp < c.max_hp]
        hurt = sorted(ailing, key=lambda c: c.hp / max(1, c.max_hp))
        return [scenery.member(seen, c) for c in hurt] or ["Nobody is hurt."]
    wanted = set(parts(names))
    some = [c for c in seen.members if wanted & set(parts(c.name)[:1])]
    return [scenery.member(seen, c) for c in some] or scenery.party(seen)


def counted(own: Sequence[Creature], rest: str) -> list[str]:
    """How many of a thing the party has, or one of it."""
    what, names = split_at(rest, "of") if " of " in rest else (rest, "")
    if names and {first_part(c.name) for c in own} & set(parts(names)):
        some = named(own, names)
        return pages.counted(some, what, [c for c in own if c not in some])
    return pages.counted(own, rest)


def purses(rules: Ruleset, own: Sequence[Creature], names: str) -> list[str]:
    """What each has to spend, and all together; or what one has who is named."""
    town = rules.town
    if town is None:
        return [line for creature in own for line in scenery.inventory(creature)]
    each = {c.name: town.purse(c) for c in named(own, names)}
    told = [f"{name}: {town.money(coins)}" for name, coins in each.items()]
    return told if len(each) == 1 else [*told, f"All together: {town.money(sum(each.values()))}"]
