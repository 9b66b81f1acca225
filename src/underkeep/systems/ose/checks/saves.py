"""Saving throws."""

from __future__ import annotations

from typing import ClassVar

from underkeep.kernel.event import Event, Modifier
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.basics.sheet import SAVES, sheet
from underkeep.systems.ose.basics.worn_magic import PROTECTED
from underkeep.systems.ose.characters.abilities import modifier
from underkeep.systems.ose.checks.afflictions import to_saves
from underkeep.systems.ose.checks.enchantments import not_stacked, save_modifiers
from underkeep.systems.ose.equipment import worn_magic
from underkeep.world.creature import SaveRolled
from underkeep.world.state import State

ALIASES = {
    "poison": "death",
    "death ray": "death",
    "wand": "wands",
    "petrification": "paralysis",
    "petrify": "paralysis",
    "breath attack": "breath",
    "breath attacks": "breath",
    "dragon breath": "breath",
    "spell": "spells",
    "rod": "spells",
    "rods": "spells",
    "staff": "spells",
    "staves": "spells",
}
_RULES: dict[str, tuple[str, ...]] = {
    "death": ("ose:save.roll", "ose:save.category.death"),
    "wands": ("ose:save.roll", "ose:save.category.wands"),
    "paralysis": ("ose:save.roll", "ose:save.category.paralysis"),
    "breath": ("ose:save.roll", "ose:save.category.breath"),
    "spells": ("ose:save.roll", "ose:save.category.spells"),
}
_ALWAYS_MAGICAL = ("wands", "spells")
GENRE = "ose:save.genre-situations"
NO_SAVE = "none"
_ALWAYS = "ose:magic-item.use.always-active"


class ThreatRuled(Event, frozen=True):
    """The category of saves that serves in this campaign against a threat of which the book says nothing."""

    secret: ClassVar[bool] = True

    against: str
    category: str

    def evolve(self, state: State) -> State:
        return with_campaign(state, threats={**campaign(state).threats, self.against: self.category})


@executes(
    "ose:save.category.death",
    "ose:save.category.wands",
    "ose:save.category.paralysis",
    "ose:save.category.breath",
    "ose:save.category.spells",
)
def category(against: str) -> tuple[str, bool] | None:
    """The category of a threat and whether it is magical: `poison`, `magical paralysis`, `staff`."""
    words = against.strip().lower()
    plain = words.removeprefix("magical ")
    found = plain if plain in SAVES else ALIASES.get(plain)
    if found is None:
        return None
    return found, found != "breath" and (plain != words or found in _ALWAYS_MAGICAL)


@executes(
    "ose:save.roll", "ose:save.everyone", "ose:save.when", "ose:save.by-class-level", "ose:abilities.wis.magic-saves"
)
def save(
    do: Resolution,
    creature: str,
    against: str,
    modifiers: tuple[Modifier, ...] = (),
    by: str = "",
    like: str = "",
    more: tuple[str, ...] = (),
) -> bool:
    """1d20 at or above the creature's number, with what spells add; `like` is the category of a threat that the book
    does not name, `more` are rules on what the save is worth. Ruling: save.question.natural-1-20.
    """
    found = category(like or against)
    assert found is not None, against
    kind, is_magical = found
    own = sheet(do.state.creatures[creature])
    rule = (*_RULES[kind], "ose:save.when", "ose:save.everyone", *more)
    rule = (*rule, "ose:save.by-class-level") if own.abilities else rule
    if is_magical and own.abilities:
        wisdom = modifier(own.abilities["WIS"])
        modifiers = (*modifiers, Modifier("WIS", wisdom))
        rule = (*rule, "ose:abilities.wis.magic-saves") if wisdom else rule
    if own.abilities:
        modifiers = (*modifiers, *worn_magic.sheltered(do.state, do.state.creatures[creature], 1))
    if do.state.creatures[creature].conditions:
        modifiers = (*modifiers, *worn_magic.saves(do.state.creatures[creature], kind))
        every = (*modifiers, *save_modifiers(do.state.creatures[creature], do.state.creatures.get(by)))
        modifiers = not_stacked(every)
        rule = rule if modifiers == every else (*rule, "ose:magic.effect.same-ability")
        rule = (*rule, _ALWAYS) if any(m.source == PROTECTED for m in modifiers) else rule
    modifiers = (*modifiers, *to_saves(do.state.creatures[creature], kind, against))
    roll = do.roll(1, 20, f"save of {creature} against {against}", modifiers, own.saves[kind])
    do.emit(SaveRolled(creature, against, roll, bool(roll.success), rule=rule))
    return bool(roll.success)


@executes("ose:save.genre-situations")
def situation(do: Resolution, against: str) -> str:
    """The category for a threat that the book does not name, as the campaign's genre has it: asked once, and kept.
    Default: none, and so no save.
    """
    known = settled_situation(do.state, against)
    if known:
        return known
    found = do.ruling(GENRE, (NO_SAVE, *SAVES), NO_SAVE, _words(against))
    if do.state.party is not None and found != NO_SAVE:
        do.emit(ThreatRuled(_words(against), found, rule=(GENRE,)))
    return found


def settled_situation(state: State, against: str) -> str:
    """The category that the referee has given to a threat of the campaign, if any."""
    return campaign(state).threats.get(_words(against), "")


@executes("ose:save.genre-situations")
def _words(against: str) -> str:
    """A threat by its words: written otherwise it is the same one, and is not asked about again."""
    return " ".join(against.lower().split())


@executes("ose:save.success.damage")
def halved(damage: int) -> int:
    """Ruling: save.question.half-rounding."""
    return max(1, damage // 2)
