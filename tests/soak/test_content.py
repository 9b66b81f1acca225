"""A short soak of content: a few of each list. `make soak` has all of it, twenty times each."""

from collections import Counter
from functools import partial

import pytest
from tests.soak import content, moments

from underkeep.systems.ose.basics.enchanted import magic_items
from underkeep.systems.ose.magic import spells
from underkeep.table import chance_meeting

EVERY = 23
SPELLS = [(name, of, use) for name in spells.LISTS for of, form in spells.forms(name).items() for use in form.uses]
ITEMS = [id for id, item in magic_items().items() if not item.gives]
MONSTERS = [name for name, of in moments.RULES.roster().items() if of == "monster"]


@pytest.mark.parametrize(("list_name", "name", "use"), SPELLS[::EVERY], ids=lambda part: getattr(part, "name", part))
def test_a_spell_is_cast_and_leaves_a_sound_game(list_name: str, name: str, use: spells.Use) -> None:
    count: Counter[str] = Counter()
    for seed in range(moments.LOOKS):
        if not count:
            content._cast(list_name, name, use, seed, name, count)
    assert count[name] == 1


@pytest.mark.parametrize("id", ITEMS[::EVERY])
def test_an_item_is_used_and_leaves_a_sound_game(id: str) -> None:
    count: Counter[str] = Counter()
    content._use(id, 0, id, count)
    assert count[id] == 1


@pytest.mark.parametrize("kind", MONSTERS[::EVERY])
def test_a_monster_fights_to_the_end(kind: str) -> None:
    count: Counter[str] = Counter()
    content._fight(kind, 0, kind, count)
    assert count[kind] == 1


def test_one_who_is_alone_steps_through_a_dimension_door() -> None:
    use = next(use for use in spells.forms("magic-user")["Dimension Door"].uses if use.name == "alone")
    count: Counter[str] = Counter()
    for seed in range(moments.BASES):
        content._cast("magic-user", "Dimension Door", use, seed, "gone", count)
    assert count["gone"]


def test_every_row_of_a_table_is_met() -> None:
    count: Counter[str] = Counter()
    row = chance_meeting.terrain_rows(moments.RULES, "swamp")[7]
    content._meet("row", 2, count, partial(chance_meeting.meet_in, moments.RULES, "swamp", wanted=row))
    assert count["row"] == 2 and not content.BROKEN
