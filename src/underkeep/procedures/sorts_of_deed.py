"""What sort of deed somebody means by words that no rule has: read from a table, not decided here."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Literal

from msgspec import Struct

from underkeep.procedures import content

Feat = Literal[
    "trivial", "impossible", "strength", "agility", "stamina", "wits", "senses", "presence", "reflex", "chance"
]
Effect = Literal[
    "harm foes",
    "harm self",
    "prone foes",
    "prone self",
    "blind foes",
    "hold foes",
    "daze foes",
    "hide self",
    "push foes",
    "disarm foes",
    "take foes",
    "drop self",
    "open door",
    "shut door",
    "break door",
    "douse light",
    "kindle light",
    "time lost",
    "sweeten attitude",
    "sour attitude",
]
"""What may come of a deed: what happens, and to whom or what."""


class SortOfDeed(Struct, frozen=True, forbid_unknown_fields=True):
    """`verbs` and `things` are the words that mean it, `feat` what it takes, and the rest what likely comes of it."""

    verbs: str
    feat: Feat
    things: str = ""
    success: tuple[Effect, ...] = ()
    failure: tuple[Effect, ...] = ()
    aimed: bool = False


ODD = SortOfDeed("", "chance")
"""What stands in no table."""


@cache
def sorts() -> dict[str, SortOfDeed]:
    return content.read(files("underkeep.procedures").joinpath("sorts_of_deed.toml"), SortOfDeed)


def words(what: str) -> list[str]:
    return re.findall("[a-z]+", what.lower())


def sort_of(what: str) -> SortOfDeed:
    """The sort that the first telling word names; one that also names its thing goes before the rest."""
    said = words(what)
    for needs_thing in (True, False):
        for word in said:
            for sort in sorts().values():
                fits = word in sort.verbs.split() and bool(sort.things) == needs_thing
                if fits and (not needs_thing or set(said) & set(sort.things.split())):
                    return sort
    return ODD


_PLAIN = (
    "act aim approach arrange attach avoid awaken bait bake bandage bang bash bathe beat bind bite block board "
    "boil bribe brush build burn bury butcher buy call camouflage carve chain chant chase cheat check chew chop "
    "clean clear close comb comfort construct convince cook copy cover cross crush cut dam decorate defend dig "
    "dip disguise dive douse drain draw dress drill drop dump eat empty enter erect escape examine explore fasten "
    "feed fell fetch file fill find fish fix flee fly fold follow force forge free frisk gag gather get give glue "
    "go grease greet hack hammer hang haul heal heat help hoist hook hop hug hunt identify ignite imitate "
    "inscribe insert investigate jam kick kill kiss kneel knot lasso lay lead lean learn leave lever light load "
    "lock loosen loot lower lure mark measure melt mend mimic mix mount move muffle nail open order paint patch "
    "pay peek peel pick pile pin plant play plug poison poke polish pound prepare press pretend prod pry pull "
    "purify put quench raid raise rake ram reach read rebuild reflect release remove repair reset rest ride ring "
    "rip rob rouse row rub run sabotage salute saw scatter scout scrape scratch scream scribble seal search "
    "secure seduce sell send set sew shake sharpen shoot shout shovel shut sit skin slap sleep slip smear smoke "
    "snap sniff soak spike spill splash split spray spread spy stab stack stalk stamp stand stare stop strangle "
    "stretch strike string strip stroke study stuff surround sweep swim tame tap taste teach tear tell test tie "
    "tiptoe toss touch track trade train trap travel trick turn twist uncover undo unlock untie use wade wake "
    "walk wash watch wave wedge weigh whisper whistle wipe wrap wrestle write yank yell"
)
"""Words besides those of the table with which somebody says what they do."""
_AFTER = "the a an my our his her some at on to into onto over across under behind around up"
_PLAIN_VERBS, _AFTER_VERBS = frozenset(_PLAIN.split()), frozenset(_AFTER.split())


@cache
def _sorted_verbs() -> frozenset[str]:
    return frozenset(word for sort in sorts().values() for word in sort.verbs.split())


def is_deed(what: str) -> bool:
    """Whether a line begins with a word for something that is done; plain words alone say too little."""
    said = words(what)
    if not said or said[0] in _sorted_verbs():
        return bool(said)
    return len(said) > 1 and (said[0] in _PLAIN_VERBS or (len(said) > 2 and said[1] in _AFTER_VERBS))
