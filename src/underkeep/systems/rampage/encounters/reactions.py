"""How those met feel about the party, and what they make of its words."""

from __future__ import annotations

from typing import Literal

from underkeep.kernel.event import Modifier
from underkeep.kernel.executes import executes
from underkeep.procedures.purposes import Sort
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.sheet import is_character, sheet
from underkeep.systems.rampage.characters.abilities import reaction_bonus
from underkeep.world.creature import Creature
from underkeep.world.dungeon import Group
from underkeep.world.encounter import ReactionRolled
from underkeep.world.state import State

Attitude = Literal["hostile", "neutral", "friendly"]
Outcome = Literal[
    "attack fiercely", "attack", "attack unless stopped", "offer", "part", "refuse", "grant", "join", "as neutral",
    "as friendly",
]  # fmt: skip
ATTITUDES: tuple[Attitude, ...] = ("hostile", "neutral", "friendly")
_COLUMNS: dict[str, tuple[Outcome, ...]] = {
    "hostile": ("attack fiercely", "attack", "attack", "offer", "as neutral"),
    "neutral": ("attack", "attack unless stopped", "offer", "part", "as friendly"),
    "friendly": ("as neutral", "refuse", "offer", "grant", "join"),
}
_ALLIED = frozenset({"dwarf", "gnome", "halfling", "elf"})
ATTITUDE = "rampage:reaction.attitude"
FEARLESS = 12
RIVALS = "rival tribe"
ALLIES = "allies"


def people_of(creature: Creature) -> str:
    """Its people, or the kind it is of."""
    listing = compendium.monsters().get(creature.kind)
    return sheet(creature).race or (listing.people if listing is not None and listing.people else creature.kind)


@executes(
    "rampage:reaction.attitude", "rampage:alignment.lawful", "rampage:alignment.chaotic", "rampage:alignment.neutral"
)
def usual_attitude(ours: Creature, theirs: Creature, note: str = "") -> Attitude:
    """By alignment: Lawful and Chaotic are foes, the Lawful friends among themselves, all others neither. Rival tribes
    are foes whatever they believe, and the old peoples are friends of each other.
    """
    if note == RIVALS:
        return "hostile"
    if note == ALLIES or {people_of(ours), people_of(theirs)} <= _ALLIED:
        return "friendly"
    both = {sheet(ours).alignment, sheet(theirs).alignment}
    if both == {"lawful", "chaotic"}:
        return "hostile"
    return "friendly" if both == {"lawful"} else "neutral"


def behind_attitude(ours: Creature, theirs: Creature) -> str:
    """The rule of the alignment that decides how two feel about each other."""
    both = {sheet(ours).alignment, sheet(theirs).alignment}
    if both == {"lawful"}:
        return "rampage:alignment.lawful"
    return "rampage:alignment.neutral" if "neutral" in both else "rampage:alignment.chaotic"


def speaks(kind: str) -> bool:
    listing = compendium.monsters().get(kind)
    return listing is None or listing.speech


def sort_of(kind: str) -> Sort:
    """What cannot speak is a beast; the walking dead and slimes want nothing at all."""
    listing = compendium.monsters().get(kind)
    if listing is not None and listing.morale >= FEARLESS and not listing.speech:
        return "mindless"
    return "people" if speaks(kind) else "beast"


@executes("rampage:reaction.attitude")
def attitude(do: Resolution, group: Group, monster: Creature) -> str:
    """The judge says how they feel; those met before feel as they did, and what cannot speak is taken for hostile.
    Default: by alignment and by what the key says of them.
    """
    if group.attitude in ATTITUDES:
        return group.attitude
    if not speaks(monster.kind):
        return "hostile"
    speaker = do.state.marchers()[0]
    usual = usual_attitude(speaker, monster, group.attitude)
    return do.ruling(ATTITUDE, ATTITUDES, usual, group.kind)


@executes("rampage:reaction.roll")
def outcome(column: str, total: int) -> Outcome:
    """The line of the table for a total; what is less than 2 or more than 12 counts as those."""
    line = 0 if total <= 2 else 1 if total <= 5 else 2 if total <= 8 else 3 if total <= 11 else 4
    return _COLUMNS[column][line]


@executes(
    "rampage:reaction.roll",
    "rampage:reaction.cha-modifier",
    "rampage:abilities.cha.low",
    "rampage:abilities.cha.high",
    "rampage:reaction.ph",
    "rampage:reaction.neutral",
    "rampage:reaction.pf",
)
def react(do: Resolution, column: str, speaker: Creature | None) -> tuple[Outcome, str]:
    """2d6 in the column of the attitude, with the speaker's Charisma; some results are rolled again in another column.
    What comes of it, and the column it stands in. Ruling: q.reaction-reroll-modifier.
    """
    bonus = reaction_bonus(sheet(speaker).score("CHA")) if speaker is not None and is_character(speaker) else 0
    modifiers = (Modifier("CHA", bonus),) if bonus else ()
    for _ in range(_MOST_ROLLS):
        roll = do.roll(2, 6, "reaction", modifiers)
        found = outcome(column, roll.total)
        do.emit(ReactionRolled(speaker.id if speaker else "", roll, found, rule=(*_RULES[column], *_cha(bonus))))
        if found not in ("as neutral", "as friendly"):
            return found, column
        column = found.removeprefix("as ")
    return "part", column


_MOST_ROLLS = 20
_RULES = {
    "hostile": ("rampage:reaction.roll", "rampage:reaction.ph"),
    "neutral": ("rampage:reaction.roll", "rampage:reaction.neutral"),
    "friendly": ("rampage:reaction.roll", "rampage:reaction.pf"),
}


def _cha(bonus: int) -> tuple[str, ...]:
    if not bonus:
        return ()
    own = "rampage:abilities.cha.high" if bonus > 0 else "rampage:abilities.cha.low"
    return ("rampage:reaction.cha-modifier", own)


# Tongues


def languages_of(creature: Creature) -> tuple[str, ...]:
    """What somebody speaks; men and troops speak Common, others the speech of their people."""
    if is_character(creature):
        return sheet(creature).languages or compendium.races()[sheet(creature).race].languages
    listing = compendium.monsters()[creature.kind]
    if not listing.speech:
        return ()
    return listing.languages or ((*_COMMON,) if listing.troop_class else (people_of(creature).capitalize(),))


_COMMON = ("Common",)


@executes("rampage:reaction.offer-language")
def share_language(one: Creature, other: Creature) -> bool:
    """Whether two can talk to each other."""
    return bool(set(languages_of(one)) & set(languages_of(other)))


def interpreter(state: State, speaker: Creature, other: Creature) -> Creature | None:
    """Somebody of the party who speaks both tongues."""
    return next((c for c in state.marchers() if share_language(c, other) and share_language(c, speaker)), None)
