"""A door that would not open, and what people say then: that several try it, again and again until it gives; whether
somebody may try once more; who has a tool for it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.procedures.options import Options
from underkeep.procedures.ruleset import Ruleset
from underkeep.table import naming
from underkeep.table.errand import is_hurt
from underkeep.table.speech.frames import is_asked
from underkeep.table.speech.lexicon import alike, group
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say, Undertake, ours
from underkeep.table.speech.those_told import led_by
from underkeep.table.speech.wording import COMPASS, first_part, parts
from underkeep.table.view import WaySeen, ways
from underkeep.world.creature import Creature
from underkeep.world.state import State

Parse = Callable[[Reader, str], Meaning]
MOST_TRIES = 12
ONE_AFTER_ANOTHER = "One at a time can try a door: they take turns, until it opens or something else happens."
STILL_SHUT = "The door is still shut; whether to go on is for you to say."
AGAIN = "It can be tried again. Is it to be done?"
NO_TOOL = "Nobody of the party carries a crowbar or the like. To force it by hand, say: force the {door}."
_KEEPS = re.compile(
    r"(?P<who>.*?)\b(?:keeps?(?: on)?|goes on|go on|carry on"
    r"|carries on|take turns|takes turns)(?: at)? (?P<deed>\w+ing)\b"
    r"(?P<what>.*?)(?:,? (?:until|till) .*| again and again)?"
)
_UNTIL = re.compile(
    r"(?P<line>.+?),? (?:until|till) (?:it|the door|that|he|she|they"
    r"|we) (?:\w+ )?(?:give|open|break|yield|get|is|burst|come|bust)\w*.*"
)
_HELPS = re.compile(
    r"(?P<who>.+?),? (?:helps?|assists?|lends? (?:a|their|his|her)"
    r" hands?(?: to)?|gives? (?P<hand>\w+) a hand) (?P<rest>.+)"
)
_AGAIN = re.compile(
    r"(?:and |so |but )?(?:can|could|may|might|is|should) (?P<who>\w+)(?: still| allowed to| able to)* "
    r"(?:try|have (?:a|another) (?:go|try)|attempt|force|pick|do|test|get)\b(?: (?:it"
    r"|that|this|the (?:\w+ )?(?:door|lock)(?: \d)?|at|with|another|a second|go|time))*"
    r"(?P<again> (?:again|once more|another time|a second time|one more time))?"
)
_HAS_TOOL = re.compile(
    r"(?:and |so )?(?:who (?:has|carries|owns|got)|(?:does|do|has|have)"
    r" (?:any(?:one|body)|we|some(?:one|body)) (?:have |got |carry )?"
    r"|what (?:have|do) we (?:got|have))\b.*\b(?:crowbar|prybar"
    r"|pry bar|lever|axe|hammer|tools?|something|anything|ram)\b.*"
)
_FOR_DOORS = ("crowbar", "hammer", "axe", "mattock", "pick", "sledge", "maul", "lever", "pole", "spike")
_SHUT = ("stuck", "shut", "locked", "barred")


class UntilItGives:
    """A door is forced by one after another, again and again, until it opens or a person would stop for something."""

    def __init__(self, door: str, actors: Sequence[str], most: int = MOST_TRIES) -> None:
        self.over = ""
        self.door = door
        self.actors = tuple(actors)
        self._most = most
        self._tries = 0

    def next(self, rules: Ruleset, state: State, options: Options, seat: str) -> Action | None:
        way = next((x for x in ways(state) if x.id == self.door), None)
        if way is None or way.state == "open":
            return None
        able = [x for id in self.actors if (x := a.ForceDoor(id, self.door)) in options.listed]
        if not able or self._tries >= self._most:
            self.over = STILL_SHUT
            return None
        self._tries += 1
        return able[(self._tries - 1) % len(able)]

    def is_interrupted(self, rules: Ruleset, before: State, after: State) -> bool:
        is_darker = len(after.lights) < len(before.lights)
        is_met = before.encounter is not after.encounter and after.encounter is not None
        stops = bool(after.prompts) or is_met or is_darker or after.fight is not None
        return stops or is_hurt(rules, before, after)


def at_stuck_doors(reader: Reader, typed: str, parse: Parse) -> Meaning | None:
    """The meaning of such a line; None of any other."""
    said = typed.rstrip("?!. ")
    if is_asked(typed) or typed.endswith("?"):
        return _tools(reader, said) or _once_more(reader, said)
    if (keeps := _kept_on(reader, said, parse)) is not None:
        return keeps
    helps = _HELPS.fullmatch(said)
    if helps is not None:
        return _helped(reader, helps["hand"] or "", helps["rest"], parse)
    return _with_a_tool(reader, said, parse) or _another_go(reader, said)


def _kept_on(reader: Reader, said: str, parse: Parse) -> Meaning | None:
    """`Hodrun and Kester keep forcing it until it gives`."""
    until = _UNTIL.fullmatch(said)
    keeps = _KEEPS.fullmatch(until["line"] if until is not None else said)
    if keeps is not None and (alike(_verb(keeps["deed"]), group("force")) or keeps["deed"] in ("trying", "pushing")):
        who, place = keeps["who"], keeps["what"]
    elif until is not None and (found := _forces(until["line"])) is not None:
        who, place = found
    else:
        return None
    door = _the_door(reader, place)
    if door is None:
        return None
    named, rest = led_by(reader, ours(reader), re.sub(r"^(?:let|have) ", "", who.strip(" ,")).replace(", ", " and "))
    if rest.strip() not in ("", "should", "all", "both", "together", "we", "us", "let us"):
        return None
    able = [x.actor for x in reader.options.listed if isinstance(x, a.ForceDoor) and x.door == door.id]
    best = reader.rules.fittest(reader.state, [a.ForceDoor(id, door.id) for id in able]) if able else None
    actors = [id for id in named if id in able] or ([best.actor] if isinstance(best, a.ForceDoor) else [])
    if not actors:
        return None
    return Undertake(UntilItGives(door.id, actors), note=ONE_AFTER_ANOTHER if len(actors) > 1 else "")


def _forces(line: str) -> tuple[str, str] | None:
    """Who forces something, and what, of a line in plain words."""
    words = line.split()
    at = next((n for n, word in enumerate(words) if alike(word.strip(","), group("force"))), -1)
    return (" ".join(words[:at]), " ".join(words[at + 1 :])) if at >= 0 else None


def _verb(gerund: str) -> str:
    stem = gerund.removesuffix("ing")
    return next((x for x in (stem, f"{stem}e", stem[:-1]) if alike(x, group("force"))), stem)


def _the_door(reader: Reader, place: str) -> WaySeen | None:
    """The stuck door that is meant: by its side, else the one that was tried last or the only one."""
    listed = {x.door for x in reader.options.listed if isinstance(x, a.ForceDoor)}
    stuck = [x for x in ways(reader.state) if x.id in listed]
    sides = {COMPASS[word] for word in parts(place) if word in COMPASS and len(word) > 1}
    numbers = {word for word in parts(place) if word.isdecimal()}
    some = [x for x in stuck if (not sides or x.bearing in sides) and (not numbers or x.name.split()[-1] in numbers)]
    last = getattr(reader.last, "door", "")
    return next((x for x in some if x.id == last), some[0] if len(some) == 1 else None)


def _helped(reader: Reader, whom: str, rest: str, parse: Parse) -> Meaning | None:
    """`Everyone helps Osanna force the door`: one alone can try, and it is that one."""
    line = re.sub(r"^(?:to|with) ", "", f"{whom} {rest}".strip())
    line = re.sub(r"^(\w+) (?:to|with) ", r"\1 ", line)
    own = {first_part(c.name) for c in ours(reader)}
    if first_part(line) not in own or not any(alike(word, group("force")) for word in parts(line)):
        return None
    meant = parse(reader, line)
    is_forced = isinstance(meant, Do) and isinstance(meant.action, a.ForceDoor)
    return Do(meant.action, ONE_ALONE) if is_forced and isinstance(meant, Do) else None


_TOOL = re.compile(
    r"(?:(?P<who>\w+),? )?(?P<deed>.+?) with (?:the |an? |his |her |their |our )?"
    r"(?P<tool>crowbar|pry ?bar|lever|hammer|sledgehammer|mallet|axe|ram|battering ram|pole|spear)"
)
NOT_HAD = "{who} {tool}. To force the door by hand, say: force the {door}{by}."


def _with_a_tool(reader: Reader, said: str, parse: Parse) -> Meaning | None:
    """To force a door with something: whoever has it forces it; who has not is told so."""
    found = _TOOL.fullmatch(said)
    own = {first_part(c.name): c for c in ours(reader)}
    deed = parts(found["deed"]) if found is not None else []
    who = own.get(found["who"] or "") if found is not None else None
    deed = deed if found is None or who is not None else parts(f"{found['who'] or ''} {found['deed']}")
    is_forced = any(alike(word, group("force")) or word in ("try", "tries", "open", "opens") for word in deed)
    door = _the_door(reader, " ".join(deed))
    if found is None or not is_forced or door is None or not {"door", "it"} & set(deed):
        return None
    has = [c for c in ([who] if who is not None else own.values()) if _has(c, found["tool"])]
    if not has:
        by = f" with {who.name}" if who is not None else ""
        nobody = f"{who.name} has no" if who is not None else "No one of the party has any"
        return Say(NOT_HAD.format(who=nobody, tool=found["tool"], door=door.name, by=by))
    return parse(reader, f"force the {door.name} with {has[0].name}")


def _has(who: Creature, tool: str) -> bool:
    return any(set(parts(tool)[-1:]) & set(parts(item.name)) for item in who.items)


_ALL_OF_US = re.compile(r"\b(?:together|every(?:one|body)|all of (?:us|you|them)|we all|all our|both|as one)\b")


def with_one_alone(reader: Reader, line: str, meant: Meaning) -> Meaning:
    """The forcing of a door by several, with a word on why but one does it."""
    if not isinstance(meant, Do) or not isinstance(meant.action, a.ForceDoor) or meant.note:
        return meant
    named = {first_part(c.name) for c in ours(reader)} & set(parts(line.lower()))
    return Do(meant.action, ONE_ALONE) if len(named) > 1 or _ALL_OF_US.search(line.lower()) else meant


_ANOTHER = re.compile(
    r"(?:(?P<who>\w+),? )?(?:has|have|gets?|takes?|tries|try) another (?:go|try|shot)(?: (?:at|with) (?P<what>.+))?"
)


def _another_go(reader: Reader, said: str) -> Meaning | None:
    """`Yvain has another go at the door`."""
    found = _ANOTHER.fullmatch(said)
    is_of_a_door = found is not None and (not found["what"] or bool({"door", "lock", "it"} & set(parts(found["what"]))))
    last = _last_try(reader, found["who"] or "") if found is not None and is_of_a_door else None
    return Do(last) if last is not None and last in reader.options.listed else None


ONE_ALONE = "One at a time can try a door; no rule adds up their strength."


def _once_more(reader: Reader, said: str) -> Meaning | None:
    """`Can she try again?`: yes, or what speaks against it."""
    found = _AGAIN.fullmatch(said)
    if found is None:
        return None
    is_of_a_door = {"door", "lock"} & set(parts(said))
    last = _last_try(reader, found["who"])
    if last is None or not (found["again"] or is_of_a_door):
        return None
    if last in reader.options.listed:
        return Ask(AGAIN, (last,))
    against = play.why_not(reader.rules, reader.state, reader.seat, last)
    return Say(against.sentence, against.rule) if against is not None else None


def _last_try(reader: Reader, who: str) -> Action | None:
    """What was tried last at a door, by the one who is named if one is."""
    own = {first_part(c.name): c for c in ours(reader)}
    last = reader.last
    if not isinstance(last, a.ForceDoor | a.PickLock):
        tells = re.compile(r"^(?P<who>\w+) cannot (?P<what>get the door open|open the lock)")
        told = next((x for line in reversed(reader.heard()) if (x := tells.match(line)) is not None), None)
        doors = [x.id for x in ways(reader.state) if x.state in _SHUT]
        doer = own.get(told["who"].lower()) if told is not None else None
        if told is None or doer is None or len(doors) != 1:
            return None
        kind = a.PickLock if "lock" in told["what"] else a.ForceDoor
        last = kind(doer.id, doors[0])
    return type(last)(own[who].id, last.door) if who in own else last


def _tools(reader: Reader, said: str) -> Say | None:
    """Who has something to break a door with."""
    shut = [x for x in ways(reader.state) if x.state in _SHUT]
    if (
        _HAS_TOOL.fullmatch(said) is None
        or not shut
        or not {"door", "crowbar", "lock", "open", "break"} & set(parts(said))
    ):
        return None
    has = {c.name: [i.name.lower() for i in c.items if set(parts(i.name)) & set(_FOR_DOORS)] for c in ours(reader)}
    some = {name: items for name, items in has.items() if items}
    if not some:
        return Say(NO_TOOL.format(door=shut[0].name))
    what = "; ".join(
        f"{name} has {naming.listing([naming.article(x) for x in dict.fromkeys(items)])}"
        for name, items in some.items()
    )
    return Say(f"{what}. To force the door, say: force the {shut[0].name}.")
