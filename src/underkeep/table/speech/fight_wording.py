"""A line of a fight in the words that the readers of orders know: who is left out, who is meant by what they have, whom
one stands before, and what is said of everybody."""

from __future__ import annotations

import re
from collections.abc import Sequence

from underkeep.table import aiming
from underkeep.table.naming import square_name
from underkeep.table.speech.fight_aims import aimed
from underkeep.table.speech.fight_for_all import shooters
from underkeep.table.speech.fighting_words import cannot_shoot
from underkeep.table.speech.meanings import Reader, ours
from underkeep.table.speech.those_told import ALL, called_so, described
from underkeep.table.speech.wording import parts
from underkeep.world.creature import Creature

_SWEARING = re.compile(r" (?:the (?:hell|heck|devil|fuck)|right|just|immediately)(?= (?:out|away|back|off)\b)")
_LEFT_OUT = re.compile(
    rf"(?P<all>{ALL}),? (?P<what>.+?),? (?:except|but not|apart from|other than|save|but)(?: "
    rf"for)? (?P<names>(?:\w+(?:, | and )?)+)"
)
_BETWEEN_FIRST = re.compile(
    r"\bbetween (?:the |our )?(?P<who>\w+) and (?:the |those )?(?P<foe>them|it|him|her|\w+(?: \d+)?|enem(?:y|ies))$"
)
_BETWEEN_LAST = re.compile(
    r"\bbetween (?:the |those )?(?P<foe>them|it|him|her|enem(?:y|ies)|\w+(?: \d+)?) and (?:the |our )?(?P<who>\w+)$"
)
_ROUND_THEM = re.compile(
    r"(?:let us |we |everyone |everybody )?(?:surround|encircle|mob|swarm|gang up on|outnumber)s? (?P<whom>.+)"
)
_SHOOTS = re.compile(r"(?:shoot|fire|loose|open fire|volley)\b(?! until)")
_LASTING = re.compile(
    r"^(?:from now on|until (?:further notice|told otherwise|i say (?:otherwise|so))|for the "
    r"rest of (?:the|this) fight|always|every round|each round|as a standing order)[,:]? |"
    r"(?:,? (?:from now on|until (?:further notice|told otherwise)|for the rest of (?:the|"
    r"this) fight|every round|each round))$"
)


_PLAINLY = tuple(
    (re.compile(form), plainly)
    for form, plainly in (
        (
            r"^(?:done|finished|that is (?:it|all)|good|ready|pass|enough)[,;.!]? (?:and |then |on to )*(?:the )?"
            r"(?:next (?:round|turn)|end (?:of )?(?:the |this )?(?:round|turn|step))$",
            "end the round",
        ),
        (
            r"^(?:let us |we |everyone )?(?:hold|block|defend|bar|man|keep|stand in|make a stand (?:at|in)"
            r"|plug) (?:the|this|that|our)"
            r" (?:\w+ )?(?:door\w*|line|passage\w*|corridor|gap|entrance|bridge|stairs?|ground|position|opening"
            r"|chokepoint)\b.*$",
            "everyone hold",
        ),
        (
            (
                r"^(?P<what>\w.+?),? (?:everyone|everybody|lads|men|team|people|you lot|all of you|all of "
                r"us)$"
            ),
            r"everyone \g<what>",
        ),
        (r"^(?:everyone |everybody |all )?everyone (?:let us |we )", "everyone "),
        (r"\bback to back\b", "hold the line"),
        (
            r"\b(?:knocks?|sweeps?|throws?|brings?|takes?|pulls?) (?P<foe>(?:the )?\w+(?: \w+)? \d+|it|him"
            r"|her|them|the \w+)"
            r" (?:off (?:his|her|its|their) feet|(?:down )?(?:to|on) the (?:ground|floor)|down|over|prone|flat)$",
            r"trips \g<foe>",
        ),
        (
            r"^(?P<who>\w+) (?:defends?|protects?|guards?|covers?|saves?) (?:(?P=who)|himself|herself|itself)$",
            r"\g<who> holds",
        ),
        (
            r"^(?:all[ -]out|full|total) defen[cs]e$|^(?:everyone |we |all )?(?:turtle up|brace|dig in)$",
            "everyone hold",
        ),
        (r"^(?:as you were|as before|same again|keep (?:it up|going)|keep doing that)$", "as last round"),
        (
            r"^(?:everyone |everybody |we )?(?:(?:hold|cease|stop|check)(?: your| our)? (?:fighting|attacking)"
            r"|no (?:more )?(?:attacks?|blows))(?: (?:now|yet))?$",
            "nobody attack",
        ),
        (r"\bkeeps? (?P<foe>(?:the )?\w+(?: \w+)? \d+|it|them|him|her|the \w+) (?:busy|occupied)$", r"attacks \g<foe>"),
        (
            r"^(?P<who>\w+(?:(?:, | and )\w+)*),? (?:do not|does not|don t|doesn t|must not|should not|never"
            r"|stop|stops)"
            r" (?:to )?(?:fight|attack|strike|engage|join in|charge|go in|move in|get involved)(?:ing)?(?:"
            r" (?:yet|them|at all|now))?$",
            r"\g<who> stays back",
        ),
        (
            r"^(?P<by>(?:\w+(?: and \w+)*,? )??)keeps? (?:an eye on )?(?P<who>(?!out\b|your|him|her|them)\w+)"
            r" (?:safe|alive|covered|from harm|out of harm.*|out of danger|protected)(?: at all costs)?$",
            r"\g<by>guards \g<who>",
        ),
        (
            r"^(?P<all>(?:\w+,? )??)(?:go|goes) (?:for|after|at) (?=the |them|it|him|her|\w+ \d|\d)",
            r"\g<all>attack ",
        ),
        (
            r"^(?:everyone |let us |we |now )?(?:shoot|fire|loose|let fly|fire at|shoot at)(?: at)?"
            r" (?:them(?: all)?|the lot|the enem(?:y|ies))$",
            "archers shoot them",
        ),
        (
            r"\b(?:holds? (?:up|out|forth|aloft|high)|presents?|raises?|brandish(?:es)?|shows?|lifts?(?: up)?|displays?"
            r"|thrusts? (?:out|forward|forth)) (?:(?:up|out|forth) )?(?:his|her|the|my|their|a|its) (?:holy"
            r" )?(?:symbol|cross)\b.*$",
            "turns the undead",
        ),
        (
            r"\b(?:waits?|stands? ready|stands? by|gets? ready|readies|ready)(?: with (?:the |his |her |their )?\w+)?"
            r" (?:until|till|for when|for) (?:they|them|it|he|she|him|her)(?: to)? (?:come|get|close|attack|move)s?\b"
            r"(?! to us$).*$",
            "holds",
        ),
        (r"\bholds? (?:the )?front\b", "hold"),
        (
            r"\b(?:gets?|makes?|keeps?|has|have) (?P<arm>(?:his|her|their|the|my) (?:\w+ )?\w+) (?:ready|out"
            r"|at the ready)$",
            r"readies \g<arm>",
        ),
        (
            r"\b(?:with (?:the |their |our |your )?melee weapons?|hand to hand|in (?:melee|close combat))$",
            "with hand weapons",
        ),
        (r"\b(?:fire|loose|shoot) at will\b|\bopen fire\b|\blet fly$|\bgive them a volley\b", "shoot"),
        (
            r"^(?:we |everyone |let us )?(?:just )?let them come(?: to us| closer|,? and|,? so| on) ?.*",
            "everyone hold",
        ),
        (
            r"^(?:no (?:retreat|surrender)|keep (?:on )?fighting|keep at (?:it|them)|fight on|press (?:on )?the attack"
            r"|keep (?:up )?the pressure(?: on)?|finish (?:them|it|him)(?: off)?)(?:,? "
            r".*\b(?:fighting|attack|on|them))?$",
            "everyone attack",
        ),
        (
            r"^(?P<one>\w+) (?:steps?|falls?|moves?|drops?|gets?) (?:back|away)(?: and|,|, and) (?P<other>\w+)"
            r" takes? (?:his|her|its|their) place$",
            r"\g<other> guards \g<one>, \g<one> gets behind \g<other>",
        ),
        (r"\btakes? (?!his\b|her\b|its\b)(?P<who>\w+?)(?: s|'s|s)? place\b", r"guards \g<who>"),
        (
            r"^(?:everyone |let us |we )?(?:just )?use (?:the |our |that |some )?(?:flask of )?oil$",
            "throw the flask of oil",
        ),
        (
            (
                r"^(?:everyone |let us )?(?:kill|slay|destroy|slaughter|crush|squash|get) (?:all (?:of "
                r")?)?(?:them(?: all)?|the lot)"
                r"(?: (?:in their sleep|while they (?:sleep|are asleep)|before they (?:wake|notice|see us).*"
                r"|now|quickly))?$"
            ),
            "everyone attack",
        ),
    )
)
BURNS = re.compile(
    r"(?:(?P<who>\w+) )?(?:burns?|set(?:s)? fire to|sets?|torch(?:es)?|ignites?) (?P<whom>.+?)(?: on fire| alight)?"
    r" with (?:the |some |a |his |her |our )?(?:flask of |burning )?oil(?: flask)?"
)


_MISSPELT = re.compile(
    r"\b(?:att?t?[ao]?[ck]{1,2}|at+ack+|attakc|attcak|atatck|atttack|attakck)(?P<ends>s?)\b(?<!attacks)(?<!attack)"
)
"""The plainest word of all, in haste."""


def is_lasting(said: str) -> bool:
    """Whether an order is for more than this round."""
    return _LASTING.search(said) is not None


_GOES_TO_STAND = re.compile(
    r"\b(?:go|come|move|step|get)(?:e?s)?(?: and| to)?(?: stands?)? (?:right )?(?:up )?in front of\b"
)


def in_plain_orders(reader: Reader, said: str) -> str:
    """The line with names for those whom it describes, and the plain words for what it tells them."""
    own = ours(reader)
    said = but_for_some(reader, _without_comma(own, said))
    said = _SWEARING.sub("", _LASTING.sub("", said))
    said = _GOES_TO_STAND.sub("stand in front of", said)
    for form, plainly in _PLAINLY:
        said = form.sub(plainly, said)
    said = re.sub(r"\ball of you\b", "everyone", said)
    if (some := described(reader, own, said)) is not None and some[0]:
        chosen = [c for c in own if c.id in some[0]]
        said = f"{_names(chosen)} {some[1]}" if len(chosen) < len(own) else f"everyone {some[1]}"
    for form in (_BETWEEN_FIRST, _BETWEEN_LAST):
        found = form.search(said)
        if found is not None and any(found["who"] in called_so(c) for c in own):
            said = f"{said[: found.start()]}in front of {found['who']}"
    around = _ROUND_THEM.fullmatch(said)
    if around is not None and own and aiming.meant(own[0], reader.state.enemies_of(own[0]), around["whom"], own):
        return f"everyone attack {around['whom']}"
    said = _to_a_square(reader, own, said)
    said = aimed(reader, own, _burnt(reader, own, said))
    if _SHOOTS.match(said):
        said = _by_shooters(reader, own, said)
    return said


def _without_comma(own: Sequence[Creature], said: str) -> str:
    """`Quill, get out of there` as `quill get out of there`."""
    first, comma, rest = said.partition(", ")
    names = {name for c in own for name in called_so(c)}
    is_list = not rest or parts(rest)[:1] == [] or parts(rest)[0] in {*names, "and", "the"}
    return f"{first} {rest}" if comma and first in names and not is_list else said


_TO_A_SQUARE = re.compile(r"(?P<who>\w+),? (?:to|onto|over to|on to) (?:square )?(?P<square>[a-z]{1,2}\d{1,2})")
_MOVES_ONE = re.compile(
    r"(?:moves?|sends?|gets?|puts?|places?|takes?) (?P<who>\w+) (?:over )?(?:to|onto|at|on) "
    r"(?:square )?(?P<square>[a-z]{1,2}\d{1,2})"
)
_PACED = re.compile(
    r"(?:(?P<who>\w+),? )?(?:goes?|moves?|walks?|runs?|steps?|backs?|advances?|heads?)(?: up| "
    r"back| forward)? (?P<count>a|one|\d+) "
    r"(?P<unit>squares?|feet|foot|steps?|paces?|yards?|metres?) (?:to the )?(?P<way>(?:north|south)?(?:east|west)?)"
)


def _to_a_square(reader: Reader, own: Sequence[Creature], said: str) -> str:
    """A move to a square by its name, or so many squares in a direction, in the one form."""
    names = {name: c for c in own for name in called_so(c)}
    found = _TO_A_SQUARE.fullmatch(said) or _MOVES_ONE.fullmatch(said)
    if found is not None and found["who"] in names:
        return f"{found['who']} move to {found['square']}"
    paced = _PACED.fullmatch(said)
    actor = names.get(paced["who"]) if paced is not None and paced["who"] else reader.state.creatures.get(reader.focus)
    if paced is None or actor is None or actor.at is None or not paced["way"]:
        return said
    count = int(paced["count"]) if paced["count"].isdecimal() else 1
    steps = reader.rules.measures.squares(count) if paced["unit"].startswith(("f", "y", "m")) else count
    across = ("east" in paced["way"]) - ("west" in paced["way"])
    down = ("south" in paced["way"]) - ("north" in paced["way"])
    square = square_name((max(0, actor.at[0] + across * steps), max(0, actor.at[1] + down * steps)))
    return f"{called_so(actor)[-1]} move to {square.lower()}"


def but_for_some(reader: Reader, said: str) -> str:
    """`everybody hit it except Merek` with the names of all the others."""
    said = _MISSPELT.sub(r"attack\g<ends>", said)
    left = _LEFT_OUT.fullmatch(said.rstrip("!. "))
    some = _without(ours(reader), left["names"]) if left is not None else []
    return f"{_names(some)} {left['what']}" if left is not None and some else said


def _without(own: Sequence[Creature], names: str) -> list[Creature]:
    """One's own without those who are named; nobody if a name is nobody's."""
    words = [w for w in parts(names) if w not in ("and", "the", "for")]
    known = {name for c in own for name in called_so(c)}
    return [c for c in own if not set(called_so(c)) & set(words)] if words and set(words) <= known else []


def _names(some: Sequence[Creature]) -> str:
    names = [called_so(c)[-1] for c in some]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _burnt(reader: Reader, own: Sequence[Creature], said: str) -> str:
    """`burn it with oil` as a throw by whoever has oil."""
    found = BURNS.fullmatch(said)
    bearers = [c for c in own if any("oil" in parts(item.name) for item in c.items)]
    if found is None or not bearers:
        return said
    named = next((c for c in own if found["who"] in called_so(c)), bearers[0])
    return f"{called_so(named)[-1]} throws oil at {found['whom']}"


def _by_shooters(reader: Reader, own: Sequence[Creature], said: str) -> str:
    """A shot that nobody is named for is for those who can shoot, if whoever acts now cannot."""
    state, tactics = reader.state, reader.rules.tactics
    actor = state.creatures.get(reader.focus)
    some = shooters(reader, own)
    if (
        actor is None
        or tactics is None
        or actor in some
        or (not cannot_shoot(reader.rules, state, own, actor) and not some)
    ):
        return said
    return f"{_names(some)} {re.sub(r'^open fire', 'shoot', said)}" if some else said
