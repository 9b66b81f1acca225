"""With what, and at whom, a line of a fight tells somebody to shoot, throw or strike, in the words that the readers of
orders know: `all slings at Bandit 3`, `throw the oil at the ones in the south`, `attack` alone."""

from __future__ import annotations

import re
from collections.abc import Sequence

from underkeep.table import aiming, whereabouts
from underkeep.table.speech.classes import class_names
from underkeep.table.speech.fight_for_all import for_all, is_chosen, shooters
from underkeep.table.speech.lexicon import alike, group
from underkeep.table.speech.meanings import Reader
from underkeep.table.speech.those_told import called_so, having
from underkeep.table.speech.wording import parts, stem
from underkeep.world.creature import Creature

_ARMED = re.compile(
    r"(?:all |both |every |our |the |let |have )*(?P<arm>[a-z]+?)(?:s|men|ers)?,? "
    r"(?:(?:all|now|please) )*(?:(?:shoots?|fires?|aims?|looses?|target|attacks?|hits?|go|strike) )?(?:at |on "
    r"|against |for )?"
    r"(?P<whom>.+)"
)
_THROWS = re.compile(
    r"(?:(?P<who>\w+),? )?(?P<verb>throws?|hurls?|toss(?:es)?|lobs?|flings?|chucks?|pours?|splash(?:es)?) "
    r"(?:(?:the|a|an|his|her|their|my|our|some|one|that|lit|burning|flaming) )*(?P<what>[a-z ]+?) "
    r"(?:at|on|onto|over|into|among|in front of) (?P<whom>.+)"
)
_ALONE = re.compile(
    r"(?:(?:let us |we |just |now )*(?:attack|fight|strike|fight back|get stuck in|have at (?:them|it|him|you)|to arms"
    r"|at them|up and at them|kill|hit|forward))(?: now)?"
)


def aimed(reader: Reader, own: Sequence[Creature], said: str) -> str:
    """The line with whoever has what it names, and the one foe whom it means."""
    if _ALONE.fullmatch(said) and len(own) > 1 and not is_chosen(reader):
        return "everyone attack"
    if (of_all := for_all(reader, own, said)) != said:
        said = of_all
    said = _plainly(reader, own, _halved(own, _by_arms(own, said)))
    return (
        _with_their_bows(reader, own, said)
        or _poured(own, said)
        or _with_fire(reader, own, said)
        or _by_arm(reader, own, said)
        or _all_shoot(reader, own, said)
        or _with_arm(own, said)
        or _thrown(reader, own, said)
        or said
    )


_ARM_AT = re.compile(
    r"(?:(?:all|the|our|and|then|every|let) )*(?P<arm>bow|sling|crossbow|spear|sword|mace|axe|halberd|dagger|staff)s?"
    r"(?:men|ers)?,? (?:(?:shoot|fire|aim|attack|strike|hit)s? )?(?:at|on|for|against) (?P<whom>.+)"
)


def _by_arms(own: Sequence[Creature], said: str) -> str:
    """`Bows at 1, slings at 2` with the names of those who have them."""
    pieces = re.split(r", (?:and )?| and (?=(?:the |our |all )?\w+s? (?:at|on|for) )|; ", said)
    found = [_ARM_AT.fullmatch(piece.strip()) for piece in pieces]
    if found[0] is None:
        return said
    told, named = [], set[str]()
    for one, piece in zip(found, pieces, strict=True):
        if one is None:
            told.append(piece)
            continue
        some = [c for c in own if c.is_up and c.id not in named and _bears(c, one["arm"])]
        if not some:
            return said
        named |= {c.id for c in some}
        who = " and ".join(called_so(c)[-1] for c in some)
        told.append(f"{who} attack {one['whom']} with {one['arm']}")
    return ", ".join(told)


def _bears(creature: Creature, arm: str) -> bool:
    """Whether somebody has such an arm, and whole."""
    return any(word.endswith(arm) for i in creature.items if not i.broken for word in map(stem, parts(i.name)))


_HALVES = re.compile(
    r"(?:(?:let us )?split up[:, ]+)?(?:and )?half(?: of (?:us|you|the party))? (?:attacks?|takes?|on|at"
    r"|go(?:es)? for|fights?)"
    r" (?P<one>.+?)(?:,| and|, and|;) (?:the )?(?:other half|others?|rest|half|half of (?:us|you))"
    r"(?: (?:attacks?|takes?|on|at|go(?:es)? for|fights?))? (?P<two>.+)"
)


def _halved(own: Sequence[Creature], said: str) -> str:
    """`Half attack 1, half attack 2` with names."""
    found = _HALVES.fullmatch(said)
    up = [names[-1] for c in own if c.is_up and (names := called_so(c))]
    if found is None or len(up) < _TWO:
        return said
    one, two = up[::2], up[1::2]
    return f"{' and '.join(one)} attack {found['one']}, {' and '.join(two)} attack {found['two']}"


_TWO = 2
_THEIR_BOWS = re.compile(
    r"(?P<who>.+?),? (?:shoots?|fires?|looses?|uses?|lets? fly with) (?:with )?(?:(?:his|her|their) )"
    r"(?:own )?(?:short ?|long ?|cross)?(?:bow|sling|arrow|bolt|stone|shot|missile|gun)s?(?P<rest>(?: (?:at"
    r"|on|into|upon) .+)?)"
)


def _with_their_bows(reader: Reader, own: Sequence[Creature], said: str) -> str:
    """`Tancred and Daerion shoot their bows` as a shot of each."""
    found = _THEIR_BOWS.fullmatch(said)
    names = {name for c in own for name in called_so(c)}
    if found is None or not {w for w in parts(found["who"]) if w != "and"} <= names:
        return ""
    rest = re.sub(r"^ (?:on|into|upon) ", " at ", found["rest"])
    whom = rest or _nearest_to(reader, own, found["who"])
    return f"{found['who']} shoot{whom.replace(' at ', ' ', 1) if whom.startswith(' at ') else whom}" if whom else ""


def _nearest_to(reader: Reader, own: Sequence[Creature], words: str) -> str:
    """The foe who is nearest to the first of those who are named."""
    who = next((c for c in own if set(called_so(c)) & set(parts(words))), None)
    near = [foe for foe in reader.state.enemies_of(who) if foe.at is not None] if who is not None else []
    if who is None or who.at is None or not near:
        return ""
    return f" {' '.join(parts(min(near, key=who.steps_to).name))}"


_POURS = re.compile(
    r"(?:(?:we|let us|i) )?(?:pours?|spills?|empty|empties|spreads?|throws?) (?:out )?(?:the |some |a"
    r" (?:flask|vial) of |our )?"
    r"(?:flask of |lamp )?oil (?:out )?(?:on|onto|over|across|in|before) (?:the )?(?:floor|ground|stones"
    r"|doorway|passage|way"
    r"|entrance|threshold)\b.*"
)


def _poured(own: Sequence[Creature], said: str) -> str:
    """`Pour the oil on the floor` with the name of who has some."""
    bearer = next((c for c in own if any("oil" in parts(item.name) for item in c.items)), None)
    return f"{called_so(bearer)[-1]} tries to {said}" if bearer is not None and _POURS.fullmatch(said) else ""


_FIRE = re.compile(
    r"(?:(?:do not|never) touch (?:it|them|him|her),? (?:but |just )?)?(?:(?P<who>\w+),? )?"
    r"(?:burns?|scorch(?:es)?|sets? fire to|torch(?:es)?|uses? fire on)"
    r" (?P<whom>.+?)(?: (?:with|using) (?:the |a |his |her |our |my )*torch(?:es)?)?"
)


def _with_fire(reader: Reader, own: Sequence[Creature], said: str) -> str:
    """`Burn it with a torch` as a blow with a torch by whoever bears one."""
    found = _FIRE.fullmatch(said)
    if found is None or "torch" not in said or not own:
        return ""
    if not aiming.meant(own[0], reader.state.enemies_of(own[0]), found["whom"], own):
        return ""
    lit = [light.bearer for light in reader.state.lights if "torch" in light.name.lower()]
    named = next((c for c in own if found["who"] and found["who"] in called_so(c)), None)
    bearer = named or next((c for c in own if c.id in lit), None)
    return f"{called_so(bearer)[-1]} attacks {found['whom']} with torch" if bearer is not None else ""


_RUNS_AT = re.compile(
    r"(?P<who>.*?)\b(?:runs?|rush(?:es)?|sprints?|dash(?:es)?|storms?|hurls? (?:himself|herself)) "
    r"(?:at|towards?|up to|over to|into) (?P<whom>.+?)(?: and (?:hits?|strikes?|attacks?|stabs?) (?:him|her|it|them))?"
)
_SHAFT_IN = re.compile(
    r"\b(?:puts?|sends?|plants?|sinks?) (?:an? |some )?(?:arrow|bolt|stone|shot|bullet)s? (?:in|into|through|between"
    r"|at) "
)
_OF_THE_BODY = re.compile(
    r"\b(?P<whose>his|her|its|their) (?:eyes?|head|throat|neck|chest|heart|face|knees?|legs?|back|ribs)\b"
)
_WHOSE = {"his": "him", "her": "her", "its": "it", "their": "them"}
_WITH_THING = re.compile(
    r"\b(?:the )?(?:ones?|those|them|guys|foes|enem(?:y|ies)|\w+s) (?:with|who have|that have|having|carrying|holding"
    r"|who has) "
    r"(?:an? |the )?(?P<thing>bow|shield|spear|axe|sword|crossbow|club|sling|mace|staff)s?\b"
)
_HELPS = re.compile(
    r"(?P<who>\w+),? (?:(?:comes?|goes?|moves?|runs?|steps?|hurr(?:y|ies))(?: up| over| forward| in)? (?:to|and) )"
    r"(?:help|support|aid|assist|protect|join) (?P<whom>\w+)"
)


_AT_ONE = (
    r"(?P<deed>\b(?:attacks?|hits?|shoots?|strikes?|kills?|stabs?|charges?|fights?|at|on|against) )"
    r"(?:the |that |this )?"
)


def _by_kin(own: Sequence[Creature], foes: Sequence[Creature], said: str) -> str:
    """`Attack the dwarf`, where one's own has a dwarf as well, with the whole name of the foe."""
    for word in class_names(own):
        found = re.search(rf"{_AT_ONE}{word}\b(?! \w+ \d| \d)", said)
        kin = [foe for foe in foes if foe.at is not None and word in parts(foe.name)]
        if found is not None and kin and own[0].at is not None:
            foe = min(kin, key=own[0].steps_to)
            return f"{said[: found.start()]}{found['deed']}{' '.join(parts(foe.name))}{said[found.end() :]}"
    return said


_COMES_AND = re.compile(
    r"(?P<who>\w+),? (?:runs?|goes|go|moves?|steps?|walks?|rush(?:es)?|comes?)(?: up| over| forward| in)+ (?:and|to) "
    r"(?P<blow>[a-z]+) (?P<whom>.+)"
)
_AIMS_AT = re.compile(r"\b(?:takes? aim|aims?) (?:for|at) (?=\w)")


def _plainly(reader: Reader, own: Sequence[Creature], said: str) -> str:
    """The line with plain words for a rush at a foe, a shaft into one, a foe by what it bears, and help for a "
    "friend."""
    names = {name for c in own for name in called_so(c)}
    if (shaft := _SHAFT_IN.search(said)) is not None:
        rest = _OF_THE_BODY.sub(lambda found: _WHOSE[found["whose"]], said[shaft.end() :])
        return f"{said[: shaft.start()]}shoots {rest}"
    if (helps := _HELPS.fullmatch(said)) is not None and {helps["who"], helps["whom"]} <= names:
        return f"{helps['who']} guards {helps['whom']}"
    foes = reader.state.enemies_of(own[0]) if own else []
    if (bears := _WITH_THING.search(said)) is not None and re.search(
        r"\b(?:shoot|attack|hit|kill|fire|strike|charge|at)s?\b", said
    ):
        some = [foe for foe in foes if any(bears["thing"] in parts(item.name) for item in foe.in_sight)]
        kin = " ".join(word for word in parts(some[0].name) if not word.isdecimal()) if some else ""
        numbers = " ".join(word for foe in some for word in parts(foe.name) if word.isdecimal())
        return f"{said[: bears.start()]}{kin} {numbers}{said[bears.end() :]}" if some else said
    said = _by_kin(own, foes, said)
    comes = _COMES_AND.fullmatch(said)
    if comes is not None and alike(comes["blow"], group("hit") | group("blow")):
        return f"{comes['who']} attack {comes['whom']}"
    said = _AIMS_AT.sub("shoot ", said)
    rush = _RUNS_AT.fullmatch(said)
    if rush is not None and not set(parts(rush["whom"])) & names and aiming.meant(own[0], foes, rush["whom"], own):
        return f"{rush['who']}attack {rush['whom']}"
    return said


_ALL_SHOOT = re.compile(
    r"(?:every(?:one|body)|all(?: of (?:us|you))?|we(?: all)?|let us(?: all)?),? (?:now |all )?"
    r"(?:shoots?|fires?|looses?)(?: (?:at|on|upon))? (?P<whom>(?!at will|until|when|back).+)"
)


def _all_shoot(reader: Reader, own: Sequence[Creature], said: str) -> str:
    """`Everyone shoot at fighter 3` for those who can shoot: nobody else runs into it."""
    found = _ALL_SHOOT.fullmatch(said)
    if found is None:
        return ""
    some = shooters(reader, own)
    if (
        not some
        or len(some) == len(own)
        or not aiming.meant(own[0], reader.state.enemies_of(own[0]), found["whom"], own)
    ):
        return ""
    return f"{' and '.join(called_so(c)[-1] for c in some)} shoot {found['whom']}"


_USES = re.compile(
    r"(?P<who>\w+),? uses? (?:his|her|the|their|my) (?P<arm>[a-z ]+?)(?: (?:on|at|against) (?P<whom>.+))?"
)


def _with_arm(own: Sequence[Creature], said: str) -> str:
    """`Fulk uses his sling` as a blow or a shot with it."""
    found = _USES.fullmatch(said)
    who = next((c for c in own if found is not None and found["who"] in called_so(c)), None)
    if found is None or who is None or stem(parts(found["arm"])[-1]) not in group("weapon names"):
        return ""
    if not any(set(parts(found["arm"])) & set(parts(item.name)) for item in who.items):
        return ""
    whom = f" {found['whom']}" if found["whom"] else ""
    return f"{found['who']} attack{whom} with {found['arm']}"


_PLACES = re.compile(
    r"(?P<one>\w+) and (?P<other>\w+) (?:swap|trade|change|switch|exchange)s?(?: (?:places|positions|squares|round"
    r"|over))?"
    r"|(?:swap|switch|exchange) (?P<first>\w+) and (?P<second>\w+)(?: (?:round|over|around))?"
)


def swapped(reader: Reader, own: Sequence[Creature], said: str) -> str:
    """That two cannot change places in one go, and what serves instead; nothing of any other line."""
    found = _PLACES.fullmatch(said)
    if found is None:
        return ""
    names = [found["one"] or found["first"], found["other"] or found["second"]]
    two = [next((c for c in own if name in called_so(c)), None) for name in names]
    if two[0] is None or two[1] is None or two[0] is two[1]:
        return ""
    one, other = two[0].name, two[1].name
    return (
        f"A square holds one, so nobody steps where another stands: {one} and {other} change places by turns, when it "
        f"is "
        f"time to move. Say: {one} gets behind {other}, or {one} guards {other}; or first move one off to a free "
        f"square."
    )


_SHOOTERS = {"archers", "shooters", "bowmen", "marksmen", "slingers", "snipers"}


def _by_arm(reader: Reader, own: Sequence[Creature], said: str) -> str:
    """`All slings at Bandit 3` for those who have slings, and with those."""
    found = _ARMED.fullmatch(said)
    if found is None or not own or said.split()[0] in {name for c in own for name in called_so(c)}:
        return ""
    arm = stem(found["arm"])
    if said.split()[0].rstrip(",") in _SHOOTERS:
        able = shooters(reader, own)
        if able and aiming.meant(own[0], reader.state.enemies_of(own[0]), found["whom"], own):
            return f"{' and '.join(called_so(c)[-1] for c in able)} shoot {found['whom']}"
    if arm not in group("weapon names") or not re.match(r"(?:all|both|every|our|the|let|have)\b|\w+s\b", said):
        return ""
    some = [c for c in having(reader, own, arm) if c.is_up]
    foes = aiming.meant(own[0], reader.state.enemies_of(own[0]), found["whom"], own)
    if not some or not foes:
        return ""
    names = " and ".join(called_so(c)[-1] for c in some)
    return f"{names} attack {found['whom']} with {arm}"


def _thrown(reader: Reader, own: Sequence[Creature], said: str) -> str:
    """A throw by whoever has the thing, at the nearest of those whom the line means."""
    found = _THROWS.fullmatch(said)
    if found is not None and (_TO_OTHERS.search(found["whom"]) or len(re.findall(r"\d+", found["whom"])) > 1):
        return ""
    if found is None or not own or _ON_THE_FLOOR.match(found["whom"]) or set(parts(found["what"])) & group("coins"):
        return ""
    named = next((c for c in own if found["who"] and found["who"] in called_so(c)), None)
    if found["who"] and named is None:
        return ""
    wanted = {stem(word) for word in parts(found["what"])} - _VESSELS
    able = [c for c in ([named] if named else own) if any(wanted & {stem(w) for w in parts(i.name)} for i in c.items)]
    if not wanted or not able:
        return ""
    thrower = next((c for c in able if c.id == reader.focus), able[0])
    near = [
        foe for foe in aiming.meant(thrower, reader.state.enemies_of(thrower), found["whom"], own) if foe.at is not None
    ]
    if not near or (named is not None and len(near) == 1 and not whereabouts.placed(found["whom"])):
        return f"{called_so(thrower)[-1]} throws {found['what']} at {found['whom']}" if named is None and near else ""
    foe = min(near, key=thrower.steps_to) if thrower.at is not None else near[0]
    return f"{called_so(thrower)[-1]} throws {found['what']} at {' '.join(parts(foe.name))}"


_TO_OTHERS = re.compile(
    r"[,;]| and \w+ (?:throws?|hurls?|lobs?|attacks?|shoots?|hits?|casts?|guards?|holds?|stays?|runs?)\b"
)
_ON_THE_FLOOR = re.compile(r"(?:the )?(?:floor|ground|air|stairs?|corner|door\w*|wall|room)\b")
_VESSELS = {"flask", "vial", "bottle", "jar", "of"}
