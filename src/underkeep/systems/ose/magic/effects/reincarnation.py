"""Life again in a new body, of a class or of a kind that the dice give."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from underkeep.kernel.codec import Sheet
from underkeep.kernel.event import Event, Roll
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.sheet import OseSheet, sheet
from underkeep.systems.ose.characters import advancement
from underkeep.systems.ose.checks import deaths, shapes
from underkeep.systems.ose.magic.params.change import Reincarnate
from underkeep.systems.ose.magic.spell_effects import CAST, Casting, effects, rolled
from underkeep.systems.ose.monsters.listings import hit_dice, hit_point_dice, monsters
from underkeep.world.creature import Creature
from underkeep.world.state import State

CLASSES = ("cleric", "dwarf", "elf", "fighter", "halfling", "magic-user", "thief")
MONSTER, SAME = 8, 9
KINDS = {
    "Lawful": ("gnome", "neanderthal", "pegasus", "blink-dog", "unicorn", "small-roc"),
    "Neutral": ("pixie", "lizard-man", "rock-baboon", "white-ape", "centaur", "werebear"),
    "Chaotic": (
        "goblin",
        "hobgoblin",
        "kobold",
        "orc",
        "gnoll",
        "bugbear",
        "wererat",
        "ogre",
        "werewolf",
        "minotaur",
    ),
}
MOST_HD = 6


class Reborn(Event, frozen=True):
    """Somebody has another body for good."""

    private: ClassVar[tuple[str, ...]] = ("sheet", "hp")

    creature: str
    kind: str
    roll: Roll
    sheet: Sheet | None
    hp: int | None

    def evolve(self, state: State) -> State:
        return state.with_creature(self.creature, kind=self.kind, sheet=self.sheet, hp=self.hp, max_hp=self.hp)


EVENTS: tuple[type[Event], ...] = (Reborn,)


@executes("ose:magic.spell-list")
@effects(Reincarnate)
def reincarnate(do: Resolution, casting: Casting, spell: Reincarnate) -> None:
    """1d10 gives the class: a given one, the same as before, or a creature of the same alignment."""
    dead = do.state.creatures[casting.target]
    roll = do.roll(1, 10, f"new body of {dead.id}")
    if roll.total == MONSTER:
        kind = _creature(do, dead)
        own, hp = _as_creature(do, dead, kind)
    else:
        kind = sheet(dead).character_class if roll.total >= SAME else CLASSES[roll.total - 1]
        level = min(rolled(do, casting, spell.level, "levels of the new body"), sheet(dead).level)
        own, hp = _as_character(do, dead, kind, level)
    do.emit(Reborn(dead.id, kind, roll, own, hp, rule=CAST))
    deaths.revive(do, dead.id, hp, CAST)


def _creature(do: Resolution, dead: Creature) -> str:
    """By the table of its alignment, rolled again for what has more Hit Dice than it had levels."""
    table = KINDS[sheet(dead).alignment]
    most = min(MOST_HD, max(1, sheet(dead).level))
    while True:
        kind = table[do.dice.roll(1, len(table), f"what {dead.id} is now")[0] - 1]
        if hit_dice(monsters()[kind].hd).dice <= most:
            return kind


def _as_creature(do: Resolution, dead: Creature, kind: str) -> tuple[OseSheet, int]:
    own = shapes.in_full(sheet(dead), monsters()[kind])
    own = replace(own, character_class="", memorised=(), spell_book=(), morale=None)
    return own, max(1, do.dice.total(hit_point_dice(monsters()[kind].hd), f"hit points of {dead.id}").total)


def _as_character(do: Resolution, dead: Creature, kind: str, level: int) -> tuple[OseSheet, int]:
    own_class, before = compendium.classes()[kind], sheet(dead)
    level = min(level, len(own_class.levels))
    now = advancement.row(own_class, level)
    hp = advancement.first_hit_points(do, own_class, before.abilities["CON"], dead.id)[0]
    for at in range(2, level + 1):
        hp += advancement.new_hit_points(do, own_class, at, before.abilities["CON"], dead.id)[0]
    keeps = kind == before.character_class
    own = replace(
        before,
        thac0=now.thac0,
        saves=advancement.saves(own_class, level),
        hit_dice=advancement.hit_dice_text(own_class, level),
        level=level,
        character_class=kind,
        xp=now.xp,
        memorised=(),
        spell_book=before.spell_book if keeps else (),
    )
    return own, max(1, hp)
