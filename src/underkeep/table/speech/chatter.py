"""A line as people chat, in whole words: what says nothing is left out, and short forms are written out.

No meaning is read here, and a line in plain words stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from underkeep.table.speech.patterns import pairs, pattern, text
from underkeep.table.speech.rephrasing import imperative

_SHORT = {
    "enterance": "entrance", "entrence": "entrance", "enterence": "entrance", "entrace": "entrance",
    "lvl": "level", "lvls": "levels", "atk": "attack", "att": "attack", "def": "defend", "mem": "memorise",
    "xbow": "crossbow", "dist": "distance", "goto": "go to", "autoexplore": "explore", "auto": "everyone attack",
    "k": "", "inv": "inventory", "eq": "equipment", "dmg": "damage", "pots": "potions", "pot": "potion",
    "thy": "your", "thine": "your", "thee": "you", "thou": "you", "dost": "do", "doth": "does", "hast": "have",
    "hath": "has", "art": "are", "nay": "no", "aye": "yes", "alas": "", "quoth": "says", "ere": "before",
    "whither": "where", "wherefore": "why", "prithee": "", "verily": "", "mayhap": "maybe", "thither": "there",
    "wich": "which", "whcih": "which", "teh": "the", "adn": "and", "taht": "that", "waht": "what", "hwo": "how",
    "becuase": "because", "becasue": "because", "frist": "first", "thier": "their",
    "wiht": "with", "somone": "someone",
    "u": "you", "ur": "your", "r": "are", "em": "them", "wat": "what", "wut": "what", "wats": "what is",
    "whats": "what is", "whos": "who is", "wheres": "where is", "hows": "how is", "theres": "there is",
    "thats": "that is", "til": "until", "till": "until", "untill": "until", "gimme": "give me", "lemme": "let me",
    "wanna": "want to", "gonna": "going to", "gotta": "have to", "dunno": "do not know", "lets": "let us",
    "everybodys": "everybody is", "everyones": "everyone is", "thru": "through", "pls": "please", "plz": "please",
    "ppl": "people", "dont": "do not", "doesnt": "does not", "cant": "can not", "cannot": "can not", "wont": "will not",
    "isnt": "is not", "arent": "are not", "didnt": "did not", "havent": "have not", "hasnt": "has not",
    "theyre": "they are", "theyve": "they have", "weve": "we have", "ive": "i have",
    "im": "i am", "youre": "you are", "ill": "i will", "b4": "before", "prolly": "probably", "kinda": "", "sorta": "",
    "armor": "armour", "ok": "", "okay": "", "lol": "", "lmao": "", "haha": "", "rn": "", "af": "", "tbh": "",
    "asap": "", "ffs": "", "omg": "", "thx": "", "thanks": "", "ty": "", "btw": "", "dude": "man", "bro": "",
    "guys": "", "yo": "", "umm": "", "um": "", "uh": "", "hmm": "", "ah": "", "oh": "", "ooh": "", "welp": "",
    "alright": "", "aight": "", "yknow": "", "nah": "", "nope": "", "yeah": "yes", "yep": "yes", "yup": "yes",
    "outta": "out of", "inna": "in a", "lotta": "lot of", "cuz": "because", "cos": "because", "coz": "because",
    "w/": "with", "&": "and", "+": "and", "plus": "and", "mates": "", "mate": "", "folks": "",
    "quick": "quickly", "skelly": "skeleton", "skellys": "skeletons", "skellies": "skeletons",
    "gobbo": "goblin", "gobbos": "goblins", "gob": "goblin", "gobs": "goblins",
    "peeps": "people", "tho": "", "though": "", "anyway": "", "real": "", "really": "", "super": "",
    "hella": "", "bloody": "", "damn": "", "damned": "", "goddamn": "", "fucking": "", "freaking": "", "frickin": "",
}  # fmt: skip
_SAYS_NOTHING = re.compile(
    r"\b(?:pray tell|i guess"
    r"|i think|i suppose|i reckon|if you please|if you would|if possible|for now|right now|or something"
    r"|or whatever|or so|by the way|at once|right away|straight away|as well|first of all|if you can|if we can"
    r"|just in case|once and for all|for crying out loud|for goodness sake|come on|hurry up and)\b"
)
_ABOUT = re.compile(r"\b(?:like|about|around|roughly|some|maybe|say) (?=\d+ )")
_JOINED = re.compile(r"(?<=\w) n (?=\w)")
_WITH = re.compile(r"(?<=\w) w (?=(?:the|a|an|my|our|his|her|their|some|them|it|him|\d)\b)")
_GOING = ("go", "head", "walk", "move", "march", "run", "turn", "step", "search", "wall")
_STRETCHED = re.compile(r"([a-z])\1{2,}")
_PARTED = tuple(
    (re.compile(rf"\b{parted}\b"), whole)
    for parted, whole in (
        ("i m", "i am"), ("(we|they|you) re", r"\1 are"), ("can t", "can not"), ("won t", "will not"),
        ("(do|does|did|is|are|was|were|have|has|had|could|would|should|must) ?n t", r"\1 not"),
        ("(don|doesn|didn|isn|aren|wasn|haven|hasn|couldn|wouldn|shouldn) t", r"\1t"),
        ("(i|we|they|you|he|she) (?:ll|will)", r"\1 will"), ("(i|we|they|you) ve", r"\1 have"),
        ("(it|that|there|he|she) s", r"\1 is"), ("let s", "let us"), ("(i|we|they|you|he|she) d", r"\1 would"),
    )
)  # fmt: skip
_IN_HAND = re.compile(
    r"\b(?:takes?|holds?|puts?|gets?) (?:the |his |her |my |their |an? )?(?:\w+ ){0,2}\w+ in hand"
    r"(?:,? (?:instead|rather|and not)\b.*)?$"
)
_FLAVOUR = pattern("chatter", "flavour")
_HALT = pattern("chatter", "halt")
_MUST = text("chatter", "must")
_COMMAS = re.compile(r"\s*,(?:\s*,)+\s*")
_NUMBERS = pairs("chatter", "numbers")
_COUNTED = re.compile(
    rf"\b(?:a |one |an )?(?P<half>half (?:a )?)?(?P<word>{'|'.join(_NUMBERS)})(?: of)?(?= (?!handed)[a-z])"
)


def whole_words(said: str, names: Sequence[str] = (), others: Sequence[str] = ()) -> str:
    """The line (as `plain` gives it) in whole words. Of `names` the possessive is understood without its sign; `others`
    are names too."""
    for parted, whole in _PARTED:
        said = parted.sub(whole, said)
    said = _ACTOR_LAST.sub(lambda found: _actor_first(found, names), said)
    said = _HALT.sub("", _STRETCHED.sub(r"\1", said).replace("were going", "we are going"))
    for name in names:
        said = re.sub(rf"^({re.escape(name)}),? {_MUST} (?=[a-z])", r"\1 ", said)
    said = _THEIRS_IN_HAND.sub(r"\1 hold \2", said)
    said = _ONE_MORE.sub(r"\1 ", said)
    said = _PICKS_UP.sub(r"\1 up \2", said)
    said = re.sub(r"\bspell book(s?)\b", r"spellbook\1", said)
    said = re.sub(r"\b(cook(?:ing)?) pot(s?)\b", r"\1-pot\2", said)
    said = re.sub(r"\blegs? it\b", "run", said)
    said = re.sub(r"\b(?:falls?|steps?|backs?) (?:back|away) (?:while )?fighting\b", "fighting withdrawal", said)
    said = re.sub(
        r"^(we|i|they|the party) (goe?s|takes|makes|opens|searches|listens)\b",
        lambda m: f"{m[1]} {imperative(m[2])}",
        said,
    )
    said = re.sub(r"\b(?:book of spells|tome)\b", "spellbook", said)
    said = said if _IN_HAND.search(said) else _FLAVOUR.sub("", said)
    said = _WITH.sub(" with ", _UNIT_JOINED.sub(r"\1 \2", said))
    said = _JOINED.sub(lambda found: _and(said, found), said)
    for name in names:
        said = re.sub(rf"\b({re.escape(name)})s\b(?! [a-z]+s\b)", r"\1", said) if len(name) > 2 else said
    kept = {*names, *others}
    said = _BONUS.sub(r"bonus-\1", said)
    words = [
        word if word in kept or word[:-1] in kept else _SHORT.get(word, word)
        for word in re.findall(r"[^\s,?]+|[,?]", said)
    ]
    words = [word.replace("bonus-", "plus ").replace("-pot", " pot") for word in words]
    said = re.sub(r" (?=[,?])", "", " ".join(word for word in words if word))
    said = in_figures(_SAYS_NOTHING.sub(" ", _ABOUT.sub("", said)))
    said = _MEASURED.sub(r"\1-\2 ", said)
    return " ".join(_COMMAS.sub(", ", said).strip(" ,").split())


_THEIRS_IN_HAND = re.compile(
    r"(\band \w+|^all|^both|^everybody|^everyone) takes? (their [^,]+?) in(?:to)? (?:their )?hands?$"
)
_ONE_MORE = re.compile(r"(?<=\w )\b(an?|one|two|three|four|five|\d+) (?:more|further|extra) (?=[a-z]+(?: |$))")
_PICKS_UP = re.compile(r"\b(picks?) ((?:the|an?|his|her|our|my|their|that|all|some|any|it|them)\b[^,]*?) up\b")
_UNIT_JOINED = pattern("chatter", "joined")
_MEASURED = pattern("chatter", "measured")
"""How long a thing is, which is not how many there are: `a ten foot pole`."""
_BONUS = re.compile(r"(?<=\w )plus (?=[1-9]\b)([1-9])")
"""What a magic thing is called by: `sword plus 1` is one thing."""
_ACTOR_LAST = re.compile(r"^(?P<rest>\w+(?: [\w,]+)*?)(?P<comma>,?) (?P<name>[a-z]+)$")
_NO_ACTOR = text("chatter", "no_actor")


def _actor_first(found: re.Match[str], names: Sequence[str]) -> str:
    """`wear helm, Birch` with the name before it, if it cannot be whom or what the deed is done to."""
    words = found["rest"].rstrip(",").split()
    if found["name"] not in names or words[0] in names or len(words) > 5 or set(words) & set(names):
        return found[0]
    if not found["comma"] and words[-1] in _NO_ACTOR.split():
        return found[0]
    return found[0] if words[0] in _NO_ACTOR.split() else f"{found['name']} {found['rest'].rstrip(',')}"


def in_figures(said: str) -> str:
    """`a dozen torches`, `two of them` with the number in figures; `half a dozen` is six."""

    def figure(found: re.Match[str]) -> str:
        number = int(_NUMBERS[found["word"]])
        return str(number // 2 if found["half"] else number)

    return _COUNTED.sub(figure, said)


def _and(said: str, found: re.Match[str]) -> str:
    """`n` between two words is `and`, unless it says whither."""
    before = said[: found.start()].rpartition(" ")[2]
    return found[0] if before in _GOING else " and "


_SHORT_OF_NOT = tuple(
    (re.compile(form, re.IGNORECASE), whole)
    for form, whole in (
        (r"\b(do|does|did|is|are|was|were|would|should|could|must|have|has|had)n['\u2019]?t\b", r"\1 not"),
        (r"\bwon['\u2019]?t\b", "will not"),
        (r"\bcan['\u2019]?t\b|\bcannot\b", "can not"),
        (r"\blet['\u2019]?s\b", "let us"),
        (r"\bI['\u2019]d\b", "I would"),
        (r"\bwe['\u2019]d\b", "we would"),
        (r"\b(we|you|they)['\u2019]re\b", r"\1 are"),
    )
)


def whole_negations(line: str) -> str:
    """A line with its short forms of `not` written out."""
    for form, whole in _SHORT_OF_NOT:
        line = form.sub(whole, line)
    return line
