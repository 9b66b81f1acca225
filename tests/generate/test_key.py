"""The key to a map."""

from tests.generate.small_dungeon import small_dungeon

from underkeep.generate.dungeon import make_dungeon
from underkeep.generate.key import Notes, key
from underkeep.kernel.dice import Seeded
from underkeep.testing.toy import RULESET as TOY

EXPECTED = """# The Hall & the Cell

Crypt or tomb complex, 2 levels, seed 7. One square is 10 paces; north is up.

- Scenario: Clear ruins

## Level 1

The way in from outside is in the passage by 1.

### 1. Hall

30 by 30 paces. Dust lies thick.

- East: a secret door to 2
- South: a stuck door to a passage leading to the way out
- Monsters: 5 × giant rat (lair, asleep)

### 2. Cell

20 by 30 paces.

- West: a secret door to 1
- Stairs down to level 2, area 1
- Trap: poison needle (on the treasure)
- Treasure (hidden): 1,200 × gold pieces, ruby

### Passages

**The passage by 1**

- Special: talking statue. It lies.

## Level 2

### 1. Cellar

20 by 10 paces.

- Stairs up to level 1, area 2

## Rulings

- any:rule: as rolled
"""


def test_the_key_tells_all() -> None:
    assert key(small_dungeon(), TOY.measures, note="seed 7") == EXPECTED


def test_the_game_may_add_what_it_knows() -> None:
    notes = Notes(
        monster=lambda kind: kind.upper(),
        worth=lambda item: f"{item.count} gp",
        wandering=lambda level: [("1", "orcs")] if level == 2 else [],
    )
    text = key(small_dungeon(), TOY.measures, notes)
    assert "5 × GIANT-RAT" in text
    assert "1,200 × gold pieces (1200 gp), ruby (1 gp)" in text
    assert text.partition("## Level 2")[2].startswith(
        "\n\n### Wandering monsters\n\n| roll | monster |\n| --- | --- |\n| 1 | orcs |"
    )


def test_every_room_has_exactly_one_entry() -> None:
    dungeon = make_dungeon(Seeded(9), levels=2)
    text = key(dungeon, TOY.measures)
    headings = [line for line in text.splitlines() if line.startswith("### ") and line[4].isdigit()]
    rooms = [f"### {area.number}. {area.name}" for area in dungeon.areas.values() if area.number]
    assert headings == rooms
