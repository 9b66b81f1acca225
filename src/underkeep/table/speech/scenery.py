"""A view in plain words: where the party is, what it sees, who stands where. For line mode and for the panes."""

from __future__ import annotations

import re

from underkeep.generate.region_text import drawn as drawn_region
from underkeep.kernel.prompt import Prompt
from underkeep.procedures.ruleset import Ruleset
from underkeep.table import naming
from underkeep.table.automap import LEGEND, LevelMap
from underkeep.table.narrate import articled, questions
from underkeep.table.view import DelveSeen, Glimpse, LightSeen, MeetingSeen, Member, RoadSeen, Seeker, TownSeen, View
from underkeep.world.creature import Creature
from underkeep.world.grid import distance
from underkeep.world.state import State

SHORT = {
    "@": "party", "+": "door", "'": "open", "X": "fast", "=": "gate",
    "<": "up", ">": "down", "$": "treasure", "^": "trap",
}  # fmt: skip


def scene(view: View) -> list[str]:
    """The place, as sentences."""
    if view.over:
        return [ending(view)]
    if view.round:
        return _fight(view)
    lines: list[str] = []
    if view.town is not None:
        lines += _town(view, view.town)
    elif view.delve is not None:
        lines += _delve(view, view.delve)
    elif view.road is not None:
        lines += _road(view, view.road)
    if view.meeting is not None:
        lines.append(meeting(view, view.meeting))
    return lines


def ending(view: View) -> str:
    """How it ended: a party's story, or a fight without one."""
    return f"The {'story' if view.order else 'fight'} is over: {view.over}."


def company(view: View) -> str:
    """What one's own are called: the party, or the side that one plays in a fight without a party."""
    sides = {c.side for c in view.mine}
    return "Party" if view.order or len(sides) != 1 else f"Side {sides.pop().upper()}"


def clock(view: View) -> str:
    turn = f", turn {view.delve.turns}" if view.delve is not None else ""
    return f"Day {view.day}, {view.time}{turn}"


def place(view: View) -> str:
    if view.delve is not None:
        return f"{view.delve.dungeon}, level {view.delve.level}"
    if view.road is not None:
        return f"On the way to {_midsentence(view.road.goal)}"
    return view.town.name if view.town is not None else view.place or "The field"


def _town(view: View, town: TownSeen) -> list[str]:
    size = f", a {town.size}" if town.size else ""
    lines = [f"{town.name}{size}. {clock(view)}."]
    if town.services:
        lines.append(f"Here: {', '.join(town.services)}.")
    if town.applicants:
        lines.append(f"Looking for work: {', '.join(_seeker(x) for x in town.applicants)}.")
    if town.rumours:
        lines += ["Heard so far:", *town.rumours]
    return lines


def country(view: View) -> list[str]:
    """The party's map of the region, with what its signs mean."""
    return drawn_region(view.chart) if view.chart is not None else ["There is no map here."]


def _seeker(seeker: Seeker) -> str:
    level = f", level {seeker.level}" if seeker.level else ""
    return f"{seeker.name} ({naming.words(seeker.kind)}{level}, asks {seeker.asks})"


def _delve(view: View, delve: DelveSeen) -> list[str]:
    name = f"{delve.area_name}, " if delve.area_name.lower() not in ("", naming.words(delve.area_kind)) else ""
    kind = naming.article(naming.words(delve.area_kind) or "place")
    where = f"{view.measures.sides(*delve.size)} as far as seen; the party is at {naming.square_name(delve.at)}"
    dark = "" if view.lights or delve.sight else " It is dark."
    if delve.blind:
        see = "sees" if len(delve.blind) == 1 else "see"
        dark = f" No light burns: {naming.listing(list(delve.blind))} {see} nothing."
    lines = [
        f"{place(view)}. {clock(view)}.",
        f"{name}{kind}, {where}.{dark}",
        delve.description,
        ways(delve),
    ]
    for label, things in (("Treasure", delve.treasures), ("Traps", delve.traps), ("Also here", delve.features)):
        if things:
            lines.append(f"{label}: {', '.join(things)}.")
    lines += delve.told
    if delve.neighbours:
        lines.append(f"Those who live here let the party be: {delve.neighbours}.")
    if delve.captives:
        lines.append(f"Captives, who gave themselves up: {delve.captives}.")
    lines.append(pace(view, delve))
    return [f"{line[:1].upper()}{line[1:]}" for line in lines if line]


def _road(view: View, road: RoadSeen) -> list[str]:
    left = "Nobody knows how far it still is"
    if road.left is not None:
        left = f"About {view.measures.by_road(road.left)} to go, heading {road.leg or road.heading}"
        if road.leg not in ("", road.heading):
            left += f", though {_midsentence(road.goal)} lies to the {road.heading}"
    country = "" if road.way == "water" else f" Country: {naming.words(road.terrain)}."
    route = road.route.removesuffix(f" to {road.goal}")
    return [
        f"{place(view)}, {route}. {clock(view)}.",
        f"{left}; day {road.day + road.at_dawn} of the journey.{country}",
    ]


def _midsentence(name: str) -> str:
    return re.sub("^The ", "the ", name)


def ways(delve: DelveSeen) -> str:
    if not delve.ways:
        return f"No way out is seen{' but the one the party came in by' if delve.is_entrance else ''}."
    told = [
        w.name if w.state == "open way" else f"{w.name} ({w.state}{f', {w.seen}' if w.seen else ''})"
        for w in delve.ways
    ]
    return f"Ways out: {', '.join(told)}."


def pace(view: View, delve: DelveSeen) -> str:
    """Lights and how far the party gets."""
    shine = "; ".join(_light(view, light) for light in view.lights) or "none"
    rate = f" Pace: {view.measures.told(delve.rate_per_turn)} a turn." if delve.rate_per_turn else ""
    return f"Light: {shine}.{rate}"


def _light(view: View, light: LightSeen) -> str:
    return f"{name_of(view, light.bearer)}'s {light.name.lower()}, {light_left(light)}"


def light_left(light: LightSeen) -> str:
    if light.told or light.minutes_left is None:
        return light.told or "lasting"
    if light.turns_left is None:
        return f"{light.minutes_left} minutes left"
    return f"{light.turns_left} turn{'' if light.turns_left == 1 else 's'} left"


def meeting(view: View, met: MeetingSeen) -> str:
    attitude = f" Attitude: {met.attitude}." if met.attitude else ""
    return f"Before the party: {met.who or 'nobody any more'}, {view.measures.away(met.distance)}.{attitude}"


def _fight(view: View) -> list[str]:
    phase = f", {naming.words(view.phase)}" if view.phase else ""
    return [f"Round {view.round}{phase}.", *(f"  {line}" for line in fighters(view))]


def fighters(view: View) -> list[str]:
    """Who stands where; for others also how hurt they look."""
    up = [c for c in view.ours if c.at is not None]
    lines = [f"{c.name} at {naming.square_name(c.at)}: {hit_points(c)}" for c in up if c.at is not None]
    return lines + [f"{o.name} at {naming.square_name(o.at)}: {_looks(o)}" for o in view.others if o.at is not None]


def _looks(other: Glimpse) -> str:
    if other.status == "dead":
        return other.health
    worse = [other.health] if other.status == "up" else [other.status]
    return ", ".join([*worse, *other.conditions])


def foes_of(view: View, creature: Creature) -> list[str]:
    """The others on the field as one creature sees them: how far and where, those who stand together in one line."""
    found: dict[tuple[int, str], list[str]] = {}
    for other in view.others:
        if other.at is not None and creature.at is not None and other.status == "up":
            steps, where = distance(creature.at, other.at), naming.direction(creature.at, other.at)
            far = view.measures.told(view.measures.of_squares(steps))
            found.setdefault((steps, f"{far} {where}, {_looks(other)}"), []).append(other.name)
    return [f"{naming.by_numbers(found[at])}, {at[1]}" for at in sorted(found, key=lambda at: at[0])]


def party(view: View) -> list[str]:
    """Each member: hit points, what ails them, what they bear."""
    return [f"{number}. {member(view, c)}" for number, c in enumerate(view.members, 1)]


def member(view: View, creature: Member) -> str:
    parts = [f"{creature.name} ({naming.words(creature.kind)}): {hit_points(creature)}"]
    parts += [c.name for c in creature.conditions if creature.status != "dead"]
    parts += [f"{x.name.lower()}, {light_left(x)}" for x in view.lights if x.bearer == creature.id]
    if view.loads.get(creature.id):
        parts.append(f"load {view.loads[creature.id]}")
    return "; ".join(parts)


def hit_points(creature: Member) -> str:
    if creature.status == "dead":
        return creature.status
    state = "" if creature.status == "up" else f", {creature.status}"
    left = "an unknown number" if creature.is_uncounted else str(creature.hp)
    return f"{left} of {creature.max_hp} hit points{state}"


def inventory(creature: Creature) -> list[str]:
    """What somebody carries, by where."""
    lines = [f"{creature.name} carries:"]
    for spot, label in (("hand", "in hand"), ("worn", "worn"), ("pack", "packed")):
        items = [naming.item_name(i) for i in creature.items if i.place == spot]
        if items:
            lines.append(f"  {label}: {', '.join(items)}")
    others = [naming.item_name(i) for i in creature.items if i.place not in ("hand", "worn", "pack")]
    return (
        lines + ([f"  elsewhere: {', '.join(others)}"] if others else [])
        if creature.items
        else [f"{creature.name} carries nothing."]
    )


def question(rules: Ruleset, state: State, prompt: Prompt) -> str:
    """A choice in words: the game's own, or what it is about where that says all."""
    about = f" {prompt.about}" if prompt.about else ""
    if prompt.pending is not None:
        return f"Ruling: {prompt.question}?{about} (by itself: {naming.words(prompt.default)})"
    own = questions(rules).get(prompt.question)
    if own is not None:
        name = state.creatures[prompt.about].name if prompt.about in state.creatures else prompt.about
        return articled(own.replace("{about}", name))
    if prompt.about.endswith(("?", ".")):
        return prompt.about
    asked = naming.words(prompt.question.partition(":")[2].replace(".", " ") or prompt.question)
    return f"{asked[:1].upper()}{asked[1:]}?{about}"


def drawn(level: LevelMap) -> list[str]:
    """The map in letters and signs, its squares named along the edges."""
    if not level.rows:
        return ["Nothing has been seen here yet."]
    marks = [row.replace(",", " ") for row in level.rows]
    places = range(level.left, level.left + len(level.rows[0]))
    heads = [naming.column_name((x - 1) // 2) if x % 2 and x > 0 else "" for x in places]
    top = "".join(f"{h[-1:] or ' '}" for h in heads)
    rows = [top]
    for number, row in enumerate(marks, level.top):
        rows.append(f"{row} {(number - 1) // 2 + 1 if number % 2 else ''}".rstrip())
    return [row.rstrip() for row in rows]


def legend(level: LevelMap) -> str:
    """What the signs on this map mean, only those that stand on it."""
    there = {sign for row in level.rows for sign in row}
    return ", ".join(f"{sign} {meaning}" for sign, meaning in LEGEND.items() if sign in there)


def short_legend(level: LevelMap) -> str:
    """The same in a word each, for the edge of a pane."""
    there = {sign for row in level.rows for sign in row}
    return "  ".join(f"{sign} {meaning}" for sign, meaning in SHORT.items() if sign in there)


def name_of(view: View, id: str) -> str:
    names = {c.id: c.name for c in view.ours} | {o.id: o.name for o in view.others}
    return names.get(id, id)
