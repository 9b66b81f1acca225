"""The key to a map."""

from tests.generate.small_dungeon import small_dungeon

from underkeep.generate.dungeon import make_dungeon
from underkeep.generate.key import Notes, key
from underkeep.kernel.dice import Seeded
from underkeep.procedures.lore_questions import Wanderers
from underkeep.testing.toy import RULESET as TOY
from underkeep.world.dungeon import Dungeon
from underkeep.world.state import State

EXPECTED = """# The Hall & the Cell

Crypt or tomb complex, 2 levels, seed 7. One square is 10 paces; north is up.

- Scenario: Clear ruins

## What is where

| level | area | who | treasure | trap | special | hidden way |
| --- | --- | --- | --- | --- | --- | --- |
| 1 | 1. Hall | 5 giant rats |  |  |  | secret door |
| 1 | 2. Cell |  | hidden | poison needle |  | secret door |
| 1 | passage by 1 |  |  |  | talking statue |  |

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


class Lore:
    """Orcs wander on the second level."""

    named_by = shown_by = ()

    def name(self, kind: str) -> str:
        return kind

    def look(self, kind: str) -> str:
        return f"like an {kind}" if kind == "orc" else kind

    def recognised_by(self, state: State, kind: str) -> str:
        return ""

    def traces(self, kind: str) -> tuple[str, ...]:
        return ()

    def notices(self, state: State, sort: str) -> bool:
        return True

    def wanderers(self, dungeon: Dungeon, level: int) -> tuple[Wanderers, ...]:
        return (Wanderers("1", ("orc",), "2d4"),) if level == 2 else ()


def test_the_game_may_add_what_it_knows() -> None:
    notes = Notes(
        monster=lambda kind: kind.upper(),
        worth=lambda item: f"{item.count} gp",
        lore=Lore(),
    )
    text = key(small_dungeon(), TOY.measures, notes)
    assert "5 × GIANT-RAT" in text
    assert "1,200 × gold pieces (1200 gp), ruby (1 gp)" in text
    page = text.partition("## Wandering monsters")[2]
    assert page.startswith("\n\n### Level 2\n\n| roll | monster | how many |\n| --- | --- | --- |\n| 1 | ORC | 2d4 |")
    assert "- ORC (looks: like an orc): " in page


def test_every_room_has_exactly_one_entry() -> None:
    dungeon = make_dungeon(Seeded(9), levels=2)
    text = key(dungeon, TOY.measures)
    headings = [line for line in text.splitlines() if line.startswith("### ") and line[4].isdigit()]
    rooms = [f"### {area.number}. {area.name}" for area in dungeon.areas.values() if area.number]
    assert headings == rooms
