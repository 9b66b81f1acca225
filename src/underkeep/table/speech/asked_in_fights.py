"""Questions about a fight, each answered by its own reader with what the seat may know: who is hurt, who is nearest,
whom one reaches, who acts when, whether the foes are aware of the party, what is known, what was told before."""

from __future__ import annotations

import re
from collections.abc import Sequence

from underkeep.procedures import play
from underkeep.procedures.actions import Attack
from underkeep.procedures.delve_actions import BreakOff
from underkeep.table.naming import by_numbers
from underkeep.table.order import Order
from underkeep.table.speech import fight_orders, spells_wished
from underkeep.table.speech.asked_of_falling import of_a_condition, of_falling, of_gifts
from underkeep.table.speech.asked_of_foes import of_lore, of_own_arms, of_their_gear
from underkeep.table.speech.asked_of_plights import SAID, in_pieces, of_plights
from underkeep.table.speech.asked_of_rounds import who_acts
from underkeep.table.speech.asked_of_the_field import how_far, in_melee, moved, near_whom, reached, where
from underkeep.table.speech.asked_of_them import of_them
from underkeep.table.speech.asked_of_wounds import how_hurt
from underkeep.table.speech.besides import together
from underkeep.table.speech.fight_subjects import (
    foes_named,
    foes_of,
    is_declaring,
    looks_of,
    manner_of,
    stretch,
)
from underkeep.table.speech.fighting_words import GIVING_IN, NO_TALK, SURRENDER
from underkeep.table.speech.meanings import Do, Meaning, Reader, Say, Show, ours
from underkeep.table.speech.past_pages import TOLD, spoken_of
from underkeep.table.speech.those_told import called_so
from underkeep.table.speech.wording import parts, plain, stem
from underkeep.table.unheeded import told, unheeded
from underkeep.world.creature import Creature

_PAST = re.compile(
    r"\b(?:did|was|were|had|gave|raised|made|shouted|rang|sounded|earlier|before|heard|hear|"
    r"just|killed|hit|bit|shot|died|fell|opened|who is the one who)\b"
)


def read(reader: Reader, said: str, line: str) -> Meaning | None:
    """The answer to a question about the fight, or to several; None if any of it is about anything else."""
    pieces = in_pieces(ours(reader), said)
    if len(pieces) < _SEVERAL:
        return _answered(reader, said, line)
    found = [_answered(reader, piece, f"{piece}?") for piece in pieces]
    if any(meant is None for meant in found):
        return _answered(reader, said, line)
    told = [Show(SAID, x.text) if isinstance(x, Say) else x for x in found if isinstance(x, Say | Show)]
    deeds = [x for x in found if isinstance(x, Do)]
    if deeds:
        return Do(deeds[0].action, " ".join(x.text for x in found if isinstance(x, Say)))
    texts = [x.text for x in found if isinstance(x, Say)]
    return Say(" ".join(dict.fromkeys(texts))) if len(texts) == len(found) else together(told) if told else None


_SEVERAL = 2


def _answered(reader: Reader, said: str, line: str) -> Meaning | None:
    """The answer to one question about the fight."""
    own = ours(reader)
    if not own:
        return None
    if (can := _CASTS_WHAT.fullmatch(said)) is not None and any(can["who"] in called_so(c) for c in own):
        return Show("spells", can["who"])
    if (spells := _of_a_spell(reader, own, said)) is not None:
        return spells
    said = re.sub(r"^(?:so|well|and|but|wait|hey|hmm|ok|tell me|remind me),? (?=\w+ \w)", "", said)
    if re.search(r"\b(?:speaks?|language|languages|tongues?)\b", said) and not _SPOKEN_TO.search(said):
        return Show("tongues")
    if _HOW_IT_STANDS.fullmatch(said):
        return Show("look")
    if (idle := _why_idle(reader, own, said)) is not None:
        return Say(idle)
    well = _IS_WELL.fullmatch(plain(line).rstrip("? "))
    who = next((c for c in reader.state.creatures.values() if well and well[1] in called_so(c)), None)
    if who is not None and who.side == own[0].side:
        return Say(
            f"{who.name} is dead." if who.status == "dead" else f"{who.name}: {who.hp} of {who.max_hp} hit points."
        )
    if re.match(r"did (?:he|she|they|it|the \w+|\w+ \d+) (?:hit|hurt|wound|kill|miss)\b", said):
        return Show("log")
    if (plight := of_plights(reader, own, said)) is not None:
        return plight
    if _UNHARMED.search(said) and (lore := of_lore(reader, own, said)) is not None:
        return lore
    if (told := of_them(reader, said)) is not None:
        return Say(told)
    for answer in (
        of_falling, of_gifts, of_a_condition,
        _of_spirits, who_acts, _aware, _of_running, _of_talking, where, reached, moved, how_far, near_whom, in_melee,
        how_hurt, of_their_gear, of_lore, of_own_arms, _how_many, _of_what_was,
    ):  # fmt: skip
        if (found := answer(reader, own, said)) is not None:
            return Say(found) if isinstance(found, str) else found
    return None


_UNHARMED = re.compile(
    r"\b(?:why|will|would|do|does|can|could|is|are)\b.*"
    r"\b(?:harm|hurt|wound|affect|damage|burn)(?:s|ed|ing)?\b(?! us\b| me\b)"
)
_HOW_IT_STANDS = re.compile(
    r"how (?:does|do|is|are|goes) (?:the |this |our )?(?:fight|battle|it|things|we|everything|matters)"
    r"(?: (?:stand|look|going|go|doing|looking))?(?: (?:now|for us|so far|at the moment))?"
    r"|what (?:happens|is happening|is going on|is the (?:situation|state of (?:the )?(?:fight|things|play)))"
    r"(?: (?:now|here|next))?|(?:who|where) (?:is|are) (?:winning|things)|where do we stand"
)
_CAN_CAST = re.compile(r"(?:can|could|may|should|would|will) (?P<what>(?P<who>\w+) (?P<rest>.+))")
_BY_EFFECT = re.compile(r"(?:put|send|lull) .+ to sleep\b.*|(?:charm|enchant|bewitch|blind|dazzle) .+")


def _of_a_spell(reader: Reader, own: Sequence[Creature], said: str) -> Say | None:
    """Whether somebody can cast a spell now, and why not: `can Saelihn put it to sleep`."""
    found = _CAN_CAST.fullmatch(said)
    if found is None:
        return None
    names = {name for c in own for name in called_so(c)}
    if found["who"] not in names | {"we", "i", "anyone", "anybody", "somebody", "someone"}:
        return None
    if not (re.match(r"cast\b", found["rest"]) or _BY_EFFECT.fullmatch(found["rest"])):
        return None
    who = f"{found['who']} " if found["who"] in names else ""
    line = f"{who}{found['rest']}"
    meant = fight_orders.read(reader, line) or spells_wished.of_spells(reader, line)
    if isinstance(meant, Say):
        return Say(meant.text, meant.rule)
    return Say(f"That can be done now; say: {line}.") if meant is not None else None


_CASTS_WHAT = re.compile(r"what (?:can|could|does|may|is) (?P<who>\w+) (?:cast|able to cast)(?: now| here| at them)?")
_IDLE = re.compile(
    r"why\b.*\b(?:not|nobody|none|no one)\b.*\b(?:attack|fight|strik|shoot|act|hit|help)(?:e|es|s|ed|ing)?\b"
    r"|why\b.*\b(?:nothing|not anything|idle|just stand\w*|stand\w* (?:about|there))\b"
)


def _why_idle(reader: Reader, own: Sequence[Creature], said: str) -> str | None:
    """What holds those of the party who are named from a blow, as things stand."""
    words = set(parts(said))
    named = [c for c in own if set(parts(c.name)[:1]) & words]
    named = named or (list(own) if words & {"nobody", "noone", "we", "none", "others"} else [])
    if not named or _IDLE.match(said) is None:
        return None
    can = {getattr(x, "actor", "") for x in reader.options.listed if isinstance(x, Attack)}
    free = [f"{c.name} can strike now: say {c.name} attacks." for c in named if c.id in can]
    orders = {c.id: reader.orders.get(c.id) or Order() for c in named}
    held = (unheeded(reader.rules, reader.state, reader.seat, c, orders[c.id], False) for c in named if c.id not in can)
    return " ".join(filter(None, (told(held), *free)))


_IS_WELL = re.compile(
    r"(?:(?=\w+,? are you)|is )(\w+)(?:,? are you)? (?:still )?"
    r"(?:ok|okay|all right|alright|fine|alive|well|safe|still up|still standing)"
)
_SPOKEN_TO = re.compile(r"\b(?:speak (?:to|with) (?:them|him|her|it)|can we speak)\b")


def _aware(reader: Reader, own: Sequence[Creature], said: str) -> str | None:
    """Whether the foes know of the party, or can be surprised."""
    if not re.search(
        r"\b(?:notice|noticed|aware|awake|asleep|sleeping|unaware|surprise|surprised|unsuspecting|"
        r"suspect|spotted|seen us|see us|heard us|hear us"
        r"|know (?:that )?(?:we|us|of us|about us)|spot us)\b",
        said,
    ) or re.search(r"\b(?:have|has) (?:we|anyone|anybody) (?:seen|noticed|heard)\b", said):
        return None
    foes = foes_named(reader, own, said) or foes_of(reader, own)
    calm = [
        foe.name
        for foe in foes
        if any("unsuspecting" in c.name or "asleep" in c.name or "surprised" in c.name for c in foe.conditions)
    ]
    rest = [foe.name for foe in foes if foe.name not in calm]
    if calm and not rest:
        return (
            f"No: {by_numbers(calm)} {'does' if len(calm) == 1 else 'do'} not suspect anything yet."
            if "surprise" not in said.split()
            else f"Yes: {by_numbers(calm)} suspect nothing yet."
        )
    if calm:
        return (
            f"{by_numbers(calm)} suspect nothing yet; {by_numbers(rest)} "
            f"{'is' if len(rest) == 1 else 'are'} aware of the party."
        )
    who = by_numbers(rest)
    many = "know" if len(rest) != 1 else "knows"
    if re.search(r"\bsurprise\b", said):
        return (
            f"No: it has come to blows, and {who} {many} of the party. Surprise is for the moment in "
            f"which two sides meet."
        )
    is_no = re.search(r"\b(?:asleep|sleeping|unaware|unsuspecting|surprised)\b", said)
    return f"{'No' if is_no else 'Yes'}: it has come to blows, and {who} {many} of the party."


def _of_spirits(reader: Reader, own: Sequence[Creature], said: str) -> str | None:
    """The foes' courage, and whether they would yield."""
    about = re.search(
        (
            r"\bmorale\b|\b(?:will|would|might|could|do|are|is)\b.*\b(?:they|it|he|she|them|"
            r"\w+s)\b.*\b(?:surrender|give up|yield|scared|afraid|frightened|lose heart|brave|"
            r"break)\b"
        ),
        said,
    )
    about = about or re.search(
        (
            r"\b(?:will|would|might|could|are|do) (?:they|it|he|she|the \w+)\b.*\b(?:run|flee|running|"
            r"fleeing|retreat)\b(?! after)"
        ),
        said,
    )
    if about is None or re.search(r"\b(?:we|if we|our)\b", said):
        return None
    return (
        "How brave they are nobody sees from outside. They are tried when some of them fall or "
        "their leader does, and who fails "
        f"runs or yields. Standing now: {looks_of(foes_of(reader, own))}."
    )


def _of_running(reader: Reader, own: Sequence[Creature], said: str) -> Meaning | None:
    """Whether the party can get away now, and what comes of it."""
    about = re.search(
        (
            r"\b(?:if|when) (?:we|everyone|everybody)(?: all| both)? (?:run|ran|fled|left|fell back|"
            r"retreated|flee|retreat|withdraw|leave|fall back|back off|break off|turn)\b"
        ),
        said,
    )
    can = re.search(
        (
            r"\b(?:can|could|may|should|are) (?:we|i|everyone|everybody|all)\b.*\b(?:run|flee|retreat|"
            r"withdraw|escape|leave|fall back|break off|get away|get out"
            r"|get (?:past|by|around)|avoid|sneak|slip|able to run|back off)\b"
        ),
        said,
    )
    faster = re.search(r"\b(?:outrun|faster|catch us|chase us|run after us|pursue|follow us)\b", said)
    if about is None and can is None and faster is None:
        return None
    actor = reader.focus or own[0].id
    against = play.why_not(reader.rules, reader.state, reader.seat, BreakOff(actor))
    listed = any(isinstance(x, BreakOff) for x in reader.options.listed)
    if listed or against is None:
        now = (
            "It can be done now: everybody leaves together, back the way the party came, at the word "
            "of one: everyone run away."
        )
    elif is_declaring(reader):
        now = (
            "It is done when it is time to move, if nobody is in melee and a way out is open; say it "
            "now, and all do it then: everyone run away."
        )
    else:
        now = f"Not in this step: {against.sentence}"
    pace = max((m.pace for c in own if (m := manner_of(reader, c)) is not None), default=0)
    after = "Who can may come after; something thrown down, food or treasure, may stop them"
    far = f"One of the party goes {stretch(reader, pace)} in a round" if pace else ""
    return Say(f"{now} {after}.{f' {far}; how fast the foes are shows when they run.' if far else ''}")


def _of_talking(reader: Reader, own: Sequence[Creature], said: str) -> Meaning | None:
    """Whether anybody listens, or takes prisoners."""
    if re.search(
        r"\b(?:can|could|may|should|if|what happens) (?:we|i|\w+)\b.*\b(?:surrender|give up|yield|make peace"
        r"|stop (?:the|this) fight\w*)\b",
        said,
    ):
        return Say(GIVING_IN)
    if re.search(
        r"\b(?:can|could|may|should) (?:we|i|\w+)\b.*\b(?:talk|parley|negotiate|speak|reason|bargain|bribe)\b", said
    ):
        return Say(
            f"{NO_TALK} {SURRENDER}" if "surrender" in said else f"{NO_TALK} To get out of it: everyone run away."
        )
    return None


def _how_many(reader: Reader, own: Sequence[Creature], said: str) -> str | None:
    """How many stand on each side."""
    if re.search(r"\b(?:winning|losing|outnumbered?|odds|how are we doing|how is it going)\b", said):
        return f"Standing: {len(own)} of the party; of the foes {looks_of(foes_of(reader, own))}."
    return None


def _of_what_was(reader: Reader, own: Sequence[Creature], said: str) -> Meaning | None:
    """What was told of something that happened before."""
    if re.match(r"what (?:just )?(?:happened|went on|was that)\b", said):
        return Show("log")
    asked = re.match(r"what (?:did|has|have) (?:the |that |those |these )?(?P<who>\w+(?: \d+)?) (?:do|done)\b", said)
    foes = foes_named(reader, own, asked["who"]) if asked is not None else []
    if foes:
        return Show(TOLD, " ".join(word for word in parts(foes[0].name) if not word.isdecimal()))
    if not _PAST.search(said) or re.search(r"\b(?:what happened|last round)\b", said):
        return None
    kin = {word for foe in foes_of(reader, own) for word in parts(foe.name)}
    names = {name for c in own for name in called_so(c)}
    about = [
        w
        for w in parts(said)
        if len(w) > 3 and w not in kin and stem(w) not in kin and w not in names and w not in _EMPTY
    ]
    fallen = {name for c in reader.state.creatures.values() if c.side == own[0].side for name in called_so(c)}
    if re.search(r"\b(?:killed|hit|bit|hurt|shot|wounded|died?|slew)\b", said):
        named = [w for w in parts(said) if w in fallen]
        about = [*named, "dies" if re.search(r"\b(?:killed|died?|slew)\b", said) else "hits"] if named else about
    if about and spoken_of(reader.heard(), " ".join(about)):
        return Show(TOLD, " ".join(about))
    return None


_EMPTY = {
    *(
        "what",
        "which",
        "whose",
        "when",
        "where",
        "that",
        "this",
        "with",
        "from",
        "them",
        "they",
        "have",
        "been",
        "before",
        "earlier",
    ),
    *(
        "anyone",
        "anybody",
        "somebody",
        "someone",
        "everyone",
        "just",
        "hear",
        "heard",
        "give",
        "gave",
        "made",
        "make",
        "there",
        "their",
    ),
    *(
        "first",
        "round",
        "enemy",
        "enemies",
        "those",
        "these",
        "then",
        "still",
        "were",
        "does",
        "sound",
        "thing",
        "things",
        "happen",
        "happened",
    ),
}
