"""What the printed key says of monsters."""

from __future__ import annotations

from underkeep.systems.knave.basics import compendium
from underkeep.systems.knave.referee.stat_lines import stats


def test_a_line_has_all_that_a_monster_is_played_by():
    strike = "1d3, paralyse: STR check, 2d4 turns"
    assert stats("ghoul") == (
        f"level 2, hp 8, AP 2, attacks claw ({strike}) + claw ({strike}) + bite ({strike}), move 30', morale 9; "
        "immune to mental"
    )


def test_every_monster_has_one():
    assert all(stats(kind).startswith(f"level {found.level}, ") for kind, found in compendium.monsters().items())
