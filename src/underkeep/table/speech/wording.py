"""The words people use for the same thing: synonyms, small words that say nothing, and what is not an action at all."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

NOISE = {
    "the", "a", "an", "to", "at", "of", "for", "with", "by", "and", "in", "from", "my", "our", "some", "them",
    "their", "please", "using", "through", "into", "onto", "toward", "towards", "that", "this", "it", "its", "us",
    "then", "his", "her", "your",
}  # fmt: skip
_SYNONYMS = [
    (r"^(?:break|kick|smash|bash) (the )?(.*?)\b(door|gate)(?: down| in| open)$", r"force \2\3"),
    (
        r"^(?:tap|prod|poke|probe|feel|sweep|test)(?: at)?(?: the)? (?:floor|ground|flagstones|walls?|path)\b.*",
        "search",
    ),
    (
        r"^(?:put out|douse|extinguish|snuff(?: out)?|quench)(?: the| our| my| all)*(?: lights?| fire| flames?)$",
        "put out",
    ),
    (r"^(?:runs?|passe?s?|trails?) (?:a|his|her|my|their|our|the) (?:hands?|fingers?)\b.*", "search"),
    (r"^(?:relight|strike|make)(?= .*\b(?:torch|lantern|light|lamp))", "light"),
    (r"^(?:light|make light|strike a light|lights? on)$", "light"),
    (
        r"^(?:examine|check|search|inspect|look over|study)(?: the)? (?:treasure|chest|hoard|gold|coins|loot|heap)"
        r"(?: for traps?| carefully)?$",
        "inspect treasure",
    ),
    (r"^pick up\b", "take"),
    (r"^(?:search|loot|strip|rob)(?: the)? (?:bodies|body|corpses?|dead|fallen)\b.*", "take treasure"),
    (
        r"^(?:set off|start out|head out|move out|go adventuring|leave town|go to (?:the )?(?:dungeon|ruins?|keep)"
        r"|enter the (?:dungeon|ruins?)|travel to (?:the )?dungeon|begin(?: the)? (?:journey|delve|adventure))$",
        "set out",
    ),
    (
        r"^(?:(?:establish|make|set up|pitch|strike) (?:a )?camp\b.*|camp here"
        r"|camp for the night|camp out|bivouac)$",
        "camp",
    ),
    (
        r"^(?:take a (?:breather|break|rest)|catch (?:our|my) breath"
        r"|rest(?: here)?(?: for (?:a|one|1) (?:bit|while|turn|moment))?|pause)$",
        "rest",
    ),
    (r"^(?:hello|hi|hey|good day|greetings|hail them|say hello|wave|call to them|shout hello|greet them)\b.*", "talk"),
    (
        r"^(?:back (?:away|off|out)|fall back|draw back|step away|keep away|give way)\b(?:(?! and | then ).)*$",
        "run away",
    ),
    (r"^charge$", "attack"),
    (
        r"^(?:throw|hurl|toss|lob|fling|chuck|sling)(?: an?| the| my| our| his| her| their| some)? (.+?) at (.+)$",
        r"attack \2 with \1",
    ),
    (r"^(?:bash(?: down| in)?|break(?: down)?|kick(?: in| down)?|shoulder|ram|smash|bust)\b", "force"),
    (r"^(?:unlock|pick)(?: the)?(?: lock)?(?: of| on)?\b", "pick lock"),
    (r"^(?:close|slam)\b", "shut"),
    (r"^(?:wedge|jam)\b", "spike"),
    (r"^(?:kindle|ignite|light up)\b", "light"),
    (r"^(?:douse|extinguish|snuff(?: out)?|quench)\b", "put out"),
    (
        r"^(?:get|grab|loot|collect|gather|take)(?: all| the| up)*(?: gold| coins?| loot| hoard| money| everything)?$",
        "take treasure",
    ),
    (r"^pick up(?: all| the)*(?: gold| coins?| loot| hoard| money| treasure| everything)?$", "take treasure"),
    (r"^(?:get|grab|loot|collect|gather)\b", "take"),
    (r"^(?:examine|check|search)(?= .*treasure)", "inspect"),
    (r"^(?:check|look|hunt|examine|probe)(?: \w+)* for (?:hidden |secret )?(?:traps?|doors?|anything)\b.*", "search"),
    (r"^(?:fight|hit|strike|kill|shoot|stab|engage|fire at|fire|slay)\b", "attack"),
    (r"^(?:flee|escape|evade|withdraw|retreat|run away|run)(?= .*\b(?:food|treasure|gold|coins)\b)", "run drop"),
    (
        r"^(?!run (?:at|to|towards?|up|into|over|after|forwards?|ahead|past|on|in)\b)"
        r"(?:flee|escape|evade|withdraw|retreat|run)\b.*",
        "run away",
    ),
    (r"^drop (?:all |some |the |our )*(?:food|rations?|meat|bread) and (?:run|flee)\b.*", "run drop food"),
    (r"^drop (?:all |some |the |our )*(?:treasure|gold|coins?|loot) and (?:run|flee)\b.*", "run drop treasure"),
    (r"^(?:quaff|sip|swallow|gulp)\b", "drink"),
    (
        r"^(?:take|get|have|put|carry) (?:(?:the|an?|his|her|their|my|our) )?(.+?) (?:in|into|to)"
        r" (?:(?:his|her|their|my|our) )?hands?(?= with |$)",
        r"hold \1",
    ),
    (
        r"^(?:cut|carve|hack|saw|slice|prise) (?!out\b|off\b|up\b)(?:(?:the|its|his|her|their|that|black) )*"
        r"(?:\w+ )??(\w+) (?:out|off)\b"
        r"(?: (?:of|from) (?:the )?(?:body|corpse|it|him|her|carcass))?(?: with (?:his|her|an?|the|my|their) \w+)?",
        r"cut \1",
    ),
    (r"^(?:harvest|carve|cut (?:out|off|up))\b", "cut"),
    (r"^(?:parley|speak|greet|hail|chat|negotiate)\b", "talk"),
    (r"^(?:bribe|pay)\b", "offer bribe"),
    (r"^(?:beg|demand|request)\b", "ask"),
    (r"^(?:call on )?(.*)\bto yield$", r"ask \1 surrender"),
    (r"^(?:wait|stand by|watch|observe)\b.*", "wait"),
    (r"^(?:march|go on|carry on|continue|press on|travel on|walk on|journey on)(?: on)?$", "march on"),
    (r"^(?:force|forced)(?: a| the)? march\b.*", "march on forced"),
    (r"^(?:go back|turn (?:a)?round|turn back)$", "turn back"),
    (r"^(?:take (?:a )?rest|sleep)\b|^camp$", "rest"),
    (r"^(?:leave|exit|go home|return)(?: dungeon)?(?= (?:across|along|by|with)\b)", "leave dungeon"),
    (r"^(?:depart|travel|journey|march|head|go)(?: out)?(?= (?:across|along|by|with)\b)", "set out"),
    (r"^(?:leave|exit|go home|return|go out|go (?:back )?to town)\b.*", "leave dungeon"),
    (r"^(?:depart|delve|travel|journey|go)(?: to)?(?: the)?(?: dungeon)?$", "set out"),
    (r"^(?:set sail|sail|put to sea|set out to sea)\b(?! on\b)(?: (?:to|for))?", "set out by sea"),
    (
        r"^(?:shop|go shopping|visit (?:the )?(?:shops?|market|stores?)|go to (?:the )?(?:shops?|market|stores?|smithy)"
        r"|wares|what is (?:for|on) sale|what (?:can|do) (?:we|i|they|you) buy(?: here)?"
        r"|what do (?:they|you) sell(?: here)?"
        r"|(?:price|shopping) list|prices|what do (?:they|you) have|browse|see the wares)$",
        "buy",
    ),
    (r"^what (?:can|could|may|should|do) (?:we|i|be) (?:sell|sold)(?: here| off)?$", "sell"),
    (r"^(?:go to|visit)(?: the)? (?:tavern|inn|taproom|alehouse|pub)$", "hear rumours"),
    (
        r"^(?:find|seek|look for) (?:a |some )?(?:hirelings?|henchm[ae]n|helpers?|mercenar(?:y|ies)|porters?)\b.*",
        "look for retainers",
    ),
    (r"^(?:enter|go to)(?: the)? dungeon$", "set out"),
    (r"^(?:stash|store|deposit) (.+?)(?: at home| here| in town)?$", r"put \1 in safe keeping"),
    (r"^what (?:is|have we|did we)(?: left| leave)?(?: at home| behind)$", "fetch"),
    (r"^(?:rumou?rs?|gossip|ask around|listen (?:for|to) rumou?rs?|hear rumou?rs?)\b", "hear rumours"),
    (r"^(?:seek|find)(?= .*\bretainers?\b)", "look for"),
    (r"^(?:recruit|employ)\b", "hire"),
    (r"^(?:send away|discharge|leave behind)\b", "dismiss"),
    (r"^purchase\b", "buy"),
    (r"^climb(?: up)?(?= .*\b(?:wall|cliff|ledge|face)\b)", "scale"),
    (r"^(?:finish|pass)(?: (?:the|my|his|her|this|our))?(?: (?:turns?|go|step|round|action))?$", "done"),
    (r"^(?:skip|nothing|next|do nothing|stand still|hold action|delay)\b", "done"),
    (r"^end(?: this| the| my)?(?: step| round| phase| all| turn(?: of the whole side)?)?$", "end step everybody"),
    (r"^try(?:ing)? on\b", "wear"),
    (r"^(?:operate|touch|pull|push|drink from|try(?: out)?)\b", "use"),
    (r"\b(?:archway|arch|gap|corridor|passageway|exit)\b", "opening"),
    (r"\b(?:y|yeah|yep|aye|ok)\b", "yes"),
    (r"\b(?:nope|nay)\b", "no"),
]
SYNONYMS = [(re.compile(pattern), word) for pattern, word in _SYNONYMS]
COMPASS = {
    "n": "north", "e": "east", "s": "south", "w": "west",
    "ne": "northeast", "se": "southeast", "sw": "southwest", "nw": "northwest",
    "north": "north", "east": "east", "south": "south", "west": "west",
    "northeast": "northeast", "southeast": "southeast", "southwest": "southwest", "northwest": "northwest",
    "northward": "north", "eastward": "east", "southward": "south", "westward": "west",
    "northwards": "north", "eastwards": "east", "southwards": "south", "westwards": "west",
    "northern": "north", "eastern": "east", "southern": "south", "western": "west",
}  # fmt: skip
GOING = {"go", "walk", "move", "head", "march", "run", "proceed", "enter", "step", "climb", "travel"}
SHOWS = {
    "help": "help", "h": "help", "?": "help", "commands": "help",
    "map": "map", "m": "map",
    "legend": "legend",
    "inventory": "inventory", "inv": "inventory", "i": "inventory", "items": "inventory", "gear": "inventory",
    "sheet": "sheet", "character": "sheet", "char": "sheet", "stats": "sheet",
    "party": "party", "status": "party", "who": "party",
    "look": "look", "l": "look", "where": "look",
    "why": "why", "explain": "why", "reason": "why",
    "log": "log", "history": "log",
    "rules": "rules", "switches": "rules",
    "orders": "orders", "areas": "areas", "rooms": "areas", "places": "areas",
    "options": "options", "menu": "options", "more": "options", "actions": "options",
    "undo": "undo",
    "again": "again", "repeat": "again",
    "quit": "quit", "q": "quit", "bye": "quit", "save": "save",
}  # fmt: skip
SHOW_HELP = {
    "look": "what is seen here",
    "map": "the map so far",
    "party": "who is in the party, hit points, lights",
    "inventory NAME": "what somebody carries",
    "sheet NAME": "somebody's character sheet",
    "log": "the last lines, numbered",
    "why N": "rules, dice and modifiers behind line N (or behind the last lines)",
    "rules": "the optional rules, and which are on in this campaign",
    "again": "the last command once more",
    "exits, time, lights, supplies, gold, xp": "what they say",
    "areas": "where the party has been, numbered",
    "orders": "who was told to do what until told otherwise",
    "undo": "take the last act back, as long as neither dice nor secrets were shown",
    "quit": "leave; everything is saved already",
}
EXAMPLES: dict[str, tuple[str, ...]] = {
    "town": (
        "buy 3 torches for {two}",
        "sell the spare sword",
        "give 2 torches to {two}",
        "{one} gives {two} half his gold",
        "wear plate",
        "put {two} in front",
        "hear rumours",
        "who is the strongest",
        "how much is a shield",
        "rest 7 days",
        "set out",
    ),
    "road": ("march on", "turn back", "camp", "give 2 torches to {two}", "supplies"),
    "dungeon": (
        "go north",
        "explore",
        "go back",
        "go to the entrance",
        "go to area 3",
        "open the east door",
        "force the north door with {one}",
        "listen at the door, then open it",
        "light torch",
        "search here",
        "search the north wall",
        "take treasure",
        "{one} in front, {two} last",
        "rest",
        "leave",
    ),
    "meeting": (
        "talk to them",
        "ask them for passage",
        "ask them about treasure",
        "tell them your chief sent us",
        "offer 10 gold",
        "throw them food and run",
        "threaten them",
        "back off",
        "wait and see",
        "attack",
    ),
    "fight": (
        "everyone attack",
        "as last round",
        "{one} holds",
        "{one} guards {two}",
        "{two} keeps shooting",
        "{two} stays behind {one}",
        "everyone flees at half",
        "cancel orders",
        "attack goblin 2 with sword",
        "hit the nearest one",
        "approach goblin 2",
        "move to C4",
        "move away",
        "done",
        "end step",
    ),
}
REFEREES_EXAMPLES = (
    "check STR for Aldric at -2",
    "check open doors for Aldric with a crowbar",
    "everyone saves against breath",
    "save against poison for Bruno in secret",
    "contest STR Aldric against orc 1",
)


WISHES = (
    "try to topple the statue on them with a crowbar",
    "can I recall anything about wyverns?",
    "check STR",
    "save against poison",
)


def examples(scene: str, names: Sequence[str] = (), referees: bool = False) -> tuple[str, ...]:
    """Lines that a person may type in such a scene, with the names of one's own; then wishes, and the referee's."""
    one, two = [*(name.split()[0] for name in names if name), "Bruno", "Ysolde"][:2]
    here = EXAMPLES.get(scene, EXAMPLES["fight"])
    wishes = REFEREES_EXAMPLES if referees else ()
    return (*(line.format(one=one, two=two) for line in here), *WISHES, *wishes)


KEPT = 4096
"""So many answers about words are kept; the same names are read again with every line."""


def folded(text: str) -> str:
    """In small letters without accents, so that Ilsinde finds Ilsindë."""
    if text.isascii():
        return text.lower()
    parts = unicodedata.normalize("NFKD", text.lower())
    return "".join(c for c in parts if not unicodedata.combining(c))


_IS = re.compile(r"\b(what|who|where|how)['\u2019]?s\b")
_OWNERS = re.compile(r"\b(every(?:one|body))s\b")


_HEADING = 4
"""Fewer words before a colon are a name, or a word that the line begins with."""
_SENTENCES = re.compile(r"[.;!\u2026\u2013\u2014]+[\"'\u201d]*(?:\s+-+)?\s+(?=[\w\"'])|(?<=\w)\?+\s+(?=\w)|\s-+\s")


_LETS = re.compile(r"\blet['\u2019]?s (?=\w)")


@lru_cache(KEPT)
def plain(line: str) -> str:
    """The line folded, signs gone, one space between words; `what's` as `what is`."""
    said = _IS.sub(lambda match: f"{match[1]} is", _LETS.sub("let us ", folded(line)))
    said = re.sub(r"(\d)['\u2032\u2019](?=\s|$)", r"\1-foot", said)
    said = _SENTENCES.sub(", ", _OWNERS.sub(r"\1", said))
    said = re.sub(r"\s*->\s*", " for ", said).replace(" @ ", " at ")
    head, _, rest = said.partition(": ")
    said = f"{head}, {rest}" if rest and rest[0] not in "+-" and len(head.split()) >= _HEADING else said
    said = re.sub(r"['\u2019]s\b", "", said)
    return " ".join(re.sub(r"[^\w\s,#%?+-]", " ", said).split())


def parts(text: str) -> list[str]:
    """All words and numbers of a text, folded."""
    return [*_parts(text)]


@lru_cache(KEPT)
def _parts(text: str) -> tuple[str, ...]:
    return tuple(re.findall(r"[a-z0-9]+", re.sub(r"['\u2019]s\b", "", folded(text))))


def first_part(text: str) -> str:
    """The first of them; nothing of a name in letters that nobody types here."""
    return "".join(parts(text)[:1])


def tokens(text: str) -> list[str]:
    """The words that say something."""
    return [w for w in parts(text) if w not in NOISE]


@lru_cache(KEPT)
def stem(word: str) -> str:
    """Without the plural's ending, so that goblins fits Goblin 2 and torches a torch."""
    for ending, back in (
        *(("ies", ""), ("ches", "ch"), ("shes", "sh"), ("oxes", "ox")),
        *(("lves", "lf"), ("rves", "rf"), ("ieves", "ief"), ("s", "")),
    ):
        if len(word) > 3 and word.endswith(ending) and not word.endswith("ss"):
            return word.removesuffix(ending) + back
    return word


def canonical(line: str) -> str:
    """The first synonym that fits is put in its plain word's place, then all that stand anywhere."""
    for pattern, word in SYNONYMS:
        line, times = pattern.subn(word, line, count=1)
        if times and pattern.pattern.startswith("^"):
            break
    for pattern, word in SYNONYMS:
        if not pattern.pattern.startswith("^"):
            line = pattern.sub(word, line)
    return line
