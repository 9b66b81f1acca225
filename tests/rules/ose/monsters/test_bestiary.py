"""Every listing against a second transcription of the book's lists (`bestiary.txt`)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from underkeep.systems.ose.monsters.listings import monsters, saves_as, thac0_by_hit_dice, xp_award
from underkeep.testing import rule

OURS = {
    *("sheep", "archer", "crossbowman", "footman-heavy", "footman-light", "longbowman", "peasant"),
    *("basic-adventurers", "expert-adventurers"),
    *("high-level-cleric", "high-level-fighter", "high-level-magic-user"),
    *("animated-tree", "black-pudding-small", "ochre-jelly-small", "conjured-snake", "conjured-viper"),
}
"""What the lists do not have: soldiers for hire, parties of adventurers, a beast that never fights, what comes of
others."""
NO_ROLL_NEEDED, VARIES = "-", "-"
LETTERS = {"L": "Lawful", "N": "Neutral", "C": "Chaotic"}
_DICE = r"\d+d\d+(?: ?[+x] ?\d+(?!\d*d))?(?![\d ]*hull)"
_LINE = re.compile(rf"(?:(\d+) or )?(\d+) x ([^,(]+?)(?: or beak)? \(({_DICE}|\d+(?=hp|\)))(?!\d)")
OTHERWISE = {"heat aura", "cold aura", "breath", "swarm"}
"""Printed among the attacks, and no blows: auras, breath and swarms are carried out apart from them."""


class Row(NamedTuple):
    """A line of the second transcription."""

    kind: str
    ac: str
    hd: str
    thac0: str
    movement: str
    saves: str
    morale: str
    alignment: str
    xp: str
    number: str
    lair: str
    treasure: str
    attacks: str


TEXT = Path(__file__).with_name("bestiary.txt").read_text()
ROWS = [Row(*line.split(" | ")) for line in TEXT.splitlines() if not line.startswith("#")]
ALL = pytest.mark.parametrize("row", ROWS, ids=[row.kind for row in ROWS])


@rule("ose:monster.stat-block")
def test_every_monster_of_the_lists_is_there():
    assert len(ROWS) == 233
    assert {row.kind for row in ROWS} == set(monsters()) - OURS


@rule("ose:monster.stat-block", "ose:monster.xp", "ose:monster.thac0.listed", "ose:monster.saves.save-as")
@ALL
def test_the_numbers_of_a_listing(row):
    listing = monsters()[row.kind]
    if row.ac != NO_ROLL_NEEDED:
        assert listing.ac == int(row.ac)
    assert listing.hd + "*" * listing.special_abilities == row.hd
    assert (listing.thac0 or thac0_by_hit_dice(listing.hd)) == int(row.thac0)
    assert list(saves_as(listing.save_as).values()) == [int(x) for x in row.saves.split("/")]
    assert row.morale == VARIES or listing.morale == int(row.morale)
    assert [LETTERS[x] for x in row.alignment] == list(listing.alignments)
    assert xp_award(listing.hd, listing.special_abilities) == int(row.xp)


@rule("ose:monster.movement", "ose:monster.number.two-values", "ose:monster.stat-block")
@ALL
def test_how_it_moves_how_many_there_are_and_what_they_have(row):
    listing = monsters()[row.kind]
    words = row.movement.split()
    assert listing.movement_feet == dict(zip(words[::2], map(int, words[1::2]), strict=True))
    assert (listing.number.dungeon.text, listing.number.lair.text.replace("(", "").replace(")", "")) == (
        row.number,
        row.lair,
    )
    assert listing.treasure == row.treasure.replace(" (see below)", "")


@rule("ose:monster.attacks.per-round", "ose:combat.damage.monster")
@ALL
def test_its_attacks(row):
    listing = monsters()[row.kind]
    lines = [line for routine in listing.attacks for line in routine]
    own = [(line.count, line.damage.text) for line in lines if line.damage is not None]
    for _, count, name, damage in _LINE.findall(row.attacks):
        if name not in OTHERWISE:
            assert (int(count), damage.replace(" ", "")) in own, name


def test_names_are_unique_and_lines_are_told_apart():
    names = [listing.name for listing in monsters().values()]
    assert len(names) == len(set(names))
    for kind, listing in monsters().items():
        lines = [line.name for routine in listing.attacks for line in routine]
        assert len(lines) == len(set(lines)), kind
