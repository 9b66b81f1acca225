"""A line parted into its clauses: who is to do what, who only stands somewhere or keeps watch, and what is but said
of the reasons. `Kit gives the torch to Osanna and stays in the back, Ysolt goes first through the east door`.

Only the form of a line is looked at here; what a clause means is for others to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from underkeep.table.speech.lexicon import forms, group
from underkeep.table.speech.meanings import Reader, ours
from underkeep.table.speech.patterns import pattern
from underkeep.table.speech.rephrasing import imperative
from underkeep.table.speech.those_told import addressed
from underkeep.table.speech.wording import first_part, folded, parts

DEED, FRONT, BACK, WATCH, ELSE, IF = "deed", "front", "back", "watch", "else", "if"
"""Something to do; a place at the head or the end of the line; no more than to wait and be ready; what is to be done
only if the clause before cannot be; what hangs on something that shows later."""
_CUT = re.compile(
    r"\s*(?:(?:[.;:!]+|\s[-\u2013\u2014]+)(?=\s|$)|,)\s*"
    r"(?:(?:and|but|so|then|also|plus|while|meanwhile|after that)\b,?\s*)*"
    r"|\s+(?:(?:and|but|then|while|meanwhile|whereas|after that)\b,?\s*)+",
)
_FILLED = pattern("parted", "filled")
_MUST = pattern("parted", "must")
_HOW = pattern("parted", "how")
_STATED = pattern("parted", "stated")
_REASON = pattern("parted", "reason")
_IF_POSSIBLE = pattern("parted", "if possible")
_IN_FRONT = pattern("parted", "in front")
_AT_THE_BACK = pattern("parted", "at the back")
_FIRST_THROUGH = pattern("parted", "first through")
_WATCHING = pattern("parted", "watching")
_SPEAKS = pattern("parted", "speaks")
_OTHERWISE = re.compile(r"^(?:otherwise|or else|else|if not|failing that)\b,? ?")
_PRONOUN = re.compile(r"^(?:he|she|they|who|both|both of them)(?:'ll| will)? (?=\w)")
_WE = re.compile(r"^(?:and |so |then )?(?:we|i|let's|lets|let us|you)\b")
_OF_ONE = re.compile(r"(?:we|i|they|it|he|she|there|that|this)\b")
_DOES_IT = re.compile(r"(?:do|does|will do|doing) (?:it|that|this|so)")
_ASKED_TOO = re.compile(r"(?:if|whether|what|who|where|how|why|about) ")
_IGNORES = pattern("parted", "ignores")
_COMES_UP = pattern("parted", "comes_up")
_READIES = pattern("parted", "readies")
_CARRIES = re.compile(r"(?:to )?carr(?:y|ies) (?:it|them|that|those|everything|all of (?:it|them|that))")
_TO_SOMEBODY = re.compile(
    r"^(?:gives?|hands?|pass(?:es)?|puts?|heals?|hires?|follows?|guards?|tells?|asks?|helps?|visits?|bur(?:y|ies)|carr(?:y|ies)"
    r"|buys?|sells?|dismiss|wakes?|binds?|bandages?|shows?|offers?|talks?)\b"
    r"|\b(?:to|for|with|between|among|of|behind|beside|in front of|by|on|at|from|than|and)(?: \w+){0,2}$"
)
_TOGETHER = re.compile(r"(?:together|both|both of them|all together|as one|jointly)")
_STANDS_BACK = re.compile(r"(?:stands?|stays?|hangs?|keeps?|holds?)(?: well)? back")
_TAKES = re.compile(r"(?:takes?|grabs?|gets?|collects?|picks? up|gathers?|loots?) ")
_LEAVES = re.compile(r"leaves? (?:the|that|those|these|all|his|her|their) .*")
_TRADES = re.compile(r"(?:buys?|gets?|takes?|purchases?) ")
_SO = re.compile(r"\bso\b")
_IS_ABLE = re.compile(
    r"(?:that )?(?:\w+ ){1,2}?(?:can|could|may|might|is|are|has|have|will|won't|do not|don't|does not)\b"
)
_FOR_A_BEARER = re.compile(r"(?:buys?|gets?|takes?|purchases?|light) ")
_HAS_A_LOOK = pattern("parted", "has a look")
_FIRST = re.compile(r"(?:goes )?(?:first|in front|leading|ahead|up front|in the (?:lead|front))\b(?: with .*)?")
_IN_FIRST = re.compile(
    r"(?:(?:go|walk|step|head)(?:es|s)? (?:in|inside|through)"
    r"|enters?(?: it)?) (?:first|in front|ahead|leading)\b(?: with .*)?"
)
_PAUSES = re.compile(r"(?:waits?|stays?)(?: here)? (?:for )?(?:an?|one|two|some|\d+|half|ten) ")
_LAST = re.compile(r"(?:goes )?(?:last|behind|at the (?:back|rear)|in the (?:back|rear))\b(?: with .*)?")
_ASKS = re.compile(
    r"^(?:what|who|whose|where|when|which|why|how|is|are|am|was|were|does|did|has|do (?:we|they|i|you)"
    r"|have (?:we|they|i)|can|could|should|will|would|may)\b"
)
_IF = re.compile(
    r"^(?:if|when|once|unless|as soon as|should|in case|until|before|after)\b|\b(?:if|when|once|unless) \w+"
)
_GIVES = re.compile(r"(?:gives?|hands?|pass(?:es)?|lends?) ")
_ALONE = {"fight", "attack", "shoot", "listen", "search", "wait", "leave", "run", "hide", "charge", "retreat", "look"}
"""Verbs that say enough by themselves, and are nothing that anybody carries."""
_PLACED = re.compile(
    r"^(?:first|last|second|next|in (?:the )?(?:front|middle|rear|back|lead)|at the (?:back|front|rear))\b"
)


class Clause(Struct, frozen=True):
    """Who, by their ids, nobody for the party; and what, without them. Who does it may be `named late`: in a clause
    of its own, `open the chest, Balgrim does it`."""

    who: tuple[str, ...]
    said: str
    sort: str = DEED
    are_rest: bool = False
    is_named_late: bool = False


def parted(reader: Reader, line: str) -> list[Clause]:
    """The clauses of a line; none of a line of another form: questions, conditions, quoted words."""
    said = " ".join(folded(line).replace("\u2019", "'").split()).strip(" ,.!")
    if "?" in said or '"' in said or _ASKS.match(said):
        return []
    own = ours(reader)
    pieces = list(pieces_between(_CUT, said))
    if len(pieces) < 2:
        return []
    told = _Telling(reader, [c.id for c in own])
    for joint, piece in pieces:
        if not told.take(joint, piece):
            return []
    return told.ended()


def pieces_between(cuts: re.Pattern[str], said: str) -> Iterator[tuple[str, str]]:
    """What stands between the cuts, each with the cut before it."""
    joint, at = "", 0
    for cut in cuts.finditer(said):
        if said[at : cut.start()].strip():
            yield joint, said[at : cut.start()].strip()
            joint = ""
        joint += cut[0]
        at = cut.end()
    if said[at:].strip():
        yield joint, said[at:].strip()


class _Telling:
    """The clauses so far, and those named before whom no verb stood yet."""

    def __init__(self, reader: Reader, everybody: Sequence[str]) -> None:
        self._reader = reader
        self._own = ours(reader)
        self._all = list(everybody)
        self._found: list[Clause] = []
        self._before: tuple[str, ...] = ()
        self._waiting: list[str] = []
        self._waited = ""
        self._named: list[str] = []

    def take(self, joint: str, piece: str) -> bool:
        """Add a piece; whether the line is still of the form that is parted here."""
        if self._found and self._found[-1].sort == IF:
            return self._more(joint, piece)
        if self._found and _SPEAKS.match(self._found[-1].said) and _ASKED_TOO.match(piece):
            return self._more(joint, piece)
        is_else = _OTHERWISE.match(piece) is not None
        piece = _OTHERWISE.sub("", piece)
        if _REASON.match(piece) or (_SO.search(joint) and _IS_ABLE.match(piece)):
            return bool(self._found)
        is_speech = self._is_speech(piece)
        if not is_speech:
            piece = _IF_POSSIBLE.sub("", piece).strip(" ,")
            if _IF.search(piece):
                return self._hang(piece)
        if not piece:
            return True
        is_we = _WE.match(piece) is not None
        if is_we and not self._told_before():
            return False
        if not is_else and _OF_ONE.match(piece) and _STATED.match(piece):
            return True
        who, rest = self._subject(piece)
        if who and not rest:
            self._wait(joint, piece, who)
            return True
        if not who and not is_else and _STATED.match(rest):
            return True
        rest = _HOW.sub("", _MUST.sub("", rest)) or rest
        if self._found and who and self._is_to_do_that(rest):
            self._found[-1] = replace(self._found[-1], who=tuple(who), is_named_late=True)
            return True
        own = who or ([] if is_we else self._carried())
        sort = ELSE if is_else else self._sort(rest, own)
        if sort == DEED and not is_speech and not self._is_verb(rest, bool(who) or "then" in joint):
            return self._more(joint, piece)
        if not who and self._goes_on_speaking(rest):
            return self._more(joint, piece)
        if self._hands_on(rest):
            return False
        if self._is_passed_over(rest):
            self._before, self._waiting, self._waited = tuple(dict.fromkeys((*self._waiting, *own))), [], ""
            return True
        self._add(piece, who or (own if sort != WATCH else []), rest, sort)
        return True

    def _add(self, piece: str, who: Sequence[str], rest: str, sort: str) -> None:
        own = [*self._waiting, *(id for id in who if id not in self._waiting)]
        self._waiting, self._waited = [], ""
        self._named += [id for id in own if id not in self._named]
        are_rest = self._are_rest(piece, own)
        rest = f"everybody {rest}" if who and set(own) == set(self._all) and _TRADES.match(rest) else rest
        own = [] if set(own) == set(self._all) or self._is_given_to(own, rest) else own
        through = _FIRST_THROUGH.match(rest) if sort == FRONT else None
        self._before = tuple(own) if sort != WATCH else ()
        self._found.append(Clause(tuple(own), rest, sort, are_rest))
        if through is not None:
            self._found.append(Clause((), f"go {rest[through.end() :]}"))
        elif sort == FRONT and _IN_FIRST.fullmatch(rest):
            self._found.append(Clause((), "go in"))

    def _hang(self, piece: str) -> bool:
        """What hangs on a condition is left to whoever typed it, with all that follows; so is a whole line of it."""
        if not self._found or self._waiting or not _IF.match(piece) or self._reader.state.fight is not None:
            return False
        self._found.append(Clause((), piece, IF))
        return True

    def _carried(self) -> list[str]:
        """Those of whom the clause before told, if this one tells of nobody else."""
        return list(self._before)

    def _is_passed_over(self, rest: str) -> bool:
        """Whether somebody is but to leave things alone, or comes up to those with whom something is done then."""
        state = self._reader.state
        is_met = state.encounter is not None and state.fight is None
        is_taken = bool(self._found) and _TAKES.match(self._found[-1].said) is not None
        if is_taken and _LEAVES.fullmatch(rest):
            return True
        return state.fight is None and (
            _IGNORES.fullmatch(rest) is not None or (is_met and _COMES_UP.fullmatch(rest) is not None)
        )

    def _hands_on(self, rest: str) -> bool:
        """Whether what is bought in the clause before is for somebody: that is one purchase."""
        is_of_it = _GIVES.match(rest) is not None and bool({"it", "them"} & set(parts(rest)))
        return is_of_it and bool(self._found) and _TRADES.match(self._found[-1].said) is not None

    def _is_to_do_that(self, rest: str) -> bool:
        """Whether somebody is named at last for the clause before: to do it, or to carry what is bought in it."""
        return _DOES_IT.fullmatch(rest) is not None or (
            _CARRIES.fullmatch(rest) is not None and _FOR_A_BEARER.match(self._found[-1].said) is not None
        )

    def _is_speech(self, piece: str) -> bool:
        _, rest = self._subject(piece)
        return _SPEAKS.match(_MUST.sub("", rest)) is not None

    def _goes_on_speaking(self, rest: str) -> bool:
        """Whether a clause without a subject still belongs to what somebody is to be told."""
        last = self._found[-1] if self._found else None
        if last is None or last.sort != DEED or not _SPEAKS.match(last.said) or _SPEAKS.match(rest):
            return False
        return not _is_third(rest) if " to " in last.said or _is_third(last.said) else False

    def _is_given_to(self, who: Sequence[str], rest: str) -> bool:
        """Whether what is given is for one of those themselves: then somebody else gives it."""
        names = {first_part(self._reader.state.creatures[id].name) for id in who}
        return _GIVES.match(rest) is not None and bool(names & set(parts(rest)))

    def ended(self) -> list[Clause]:
        """All of it; nothing if somebody is left of whom nothing is told."""
        if not self._told_before():
            return []
        ranks = [x for x in self._found if x.sort in (FRONT, BACK)]
        names = {first_part(c.name) for c in self._own}
        is_list = len(ranks) == len(self._found) or any(names & set(parts(x.said)) for x in ranks)
        return [] if is_list else self._found

    def _wait(self, joint: str, piece: str, who: Sequence[str]) -> None:
        self._waiting += [id for id in who if id not in self._waiting]
        self._waited = f"{self._waited}{joint}{piece}" if self._waited else f"{joint}{piece}"

    def _told_before(self) -> bool:
        """Those of whom nothing follows belong to the clause before; whether there is one, if there are any."""
        if self._waiting:
            if not self._found:
                return False
            last = self._found[-1]
            if self._is_by_those(last):
                self._found[-1] = replace(last, who=tuple(self._waiting), is_named_late=True)
            else:
                self._found[-1] = replace(last, said=f"{last.said}{_joined(self._waited)}")
            self._waiting, self._waited = [], ""
        return True

    def _is_by_those(self, last: Clause) -> bool:
        """Whether those whose names end a line are to do what stands before them, and not to have it done to them."""
        is_apart = self._waited.lstrip().startswith(",") and last.sort == DEED and not last.who
        return is_apart and self._reader.state.fight is None and not _TO_SOMEBODY.search(last.said)

    def _more(self, joint: str, piece: str) -> bool:
        """A piece that begins no clause belongs to the one before; those named before it do as well."""
        if not self._told_before() or not self._found:
            return False
        last = self._found[-1]
        self._found[-1] = replace(last, said=f"{last.said}{_joined(joint)}{piece}")
        return True

    def _subject(self, piece: str) -> tuple[list[str], str]:
        """Who a piece begins with, and the rest of it."""
        before = ""
        while before != piece:
            before, piece = piece, _FILLED.sub("", piece)
        if (pronoun := _PRONOUN.match(piece)) is not None and self._found and (self._found[-1].who or self._before):
            return self._meant_by_it(), piece[pronoun.end() :]
        who, rest = addressed(self._reader, self._own, piece, self._named)
        rest = "" if _TOGETHER.fullmatch(rest) else rest
        if rest == "'s" or rest.startswith("'s "):
            return [], piece
        return who, rest

    def _meant_by_it(self) -> list[str]:
        """Who `he` is after a clause: to whom something was given in it, else who did it."""
        last = self._found[-1]
        given = [c.id for c in self._own if first_part(c.name) in parts(last.said)]
        return given if _GIVES.match(last.said) and len(given) == 1 else list(last.who or self._before)

    def _sort(self, rest: str, who: Sequence[str]) -> str:
        if self._reader.state.fight is not None:
            return DEED
        if who and (_IN_FRONT.fullmatch(rest) or _FIRST_THROUGH.match(rest) or _FIRST.fullmatch(rest)):
            return FRONT
        if who and _IN_FIRST.fullmatch(rest):
            return FRONT
        if len(who) > 1 and _STANDS_BACK.fullmatch(rest):
            return WATCH
        if who and (_AT_THE_BACK.fullmatch(rest) or _LAST.fullmatch(rest)):
            return BACK
        if not who and _PAUSES.match(rest):
            return DEED
        is_alone = bool(who) and set(who) != set(self._all)
        is_free = is_alone or self._reader.state.encounter is None or _READIES.fullmatch(rest) is not None
        return WATCH if _WATCHING.fullmatch(rest) and is_free else DEED

    def _is_verb(self, rest: str, is_told: bool) -> bool:
        words = parts(rest)
        if not words or _PLACED.match(rest):
            return False
        if _HAS_A_LOOK.match(rest) or (len(words) == 1 and words[0] in _ALONE):
            return True
        verb = imperative(words[0])
        if verb not in group("verbs") and not forms(words[0]) & group("verbs"):
            return is_told and _is_third(rest) and len(words) > 1
        if is_told or not self._found or verb not in group("nouns too"):
            return True
        return len(words) > 1 and words[1] in group("after a verb")

    def _are_rest(self, piece: str, who: Sequence[str]) -> bool:
        return (
            bool(who)
            and re.match(r"(?:and |while )?(?:all )?(?:the )?(?:rest|others)\b|every(?:one|body) else\b", piece)
            is not None
        )


def _is_third(rest: str) -> bool:
    """Whether it is told of somebody what he does."""
    word = first_part(rest)
    return imperative(word) != word


def _joined(joint: str) -> str:
    """A cut as it stood, or a comma for the end of a sentence."""
    return re.sub(r"^\s*[.!;:]+\s*", ", ", joint)
