"""Every magic item of the tables is carried out, or says why it is left to a person."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from underkeep.kernel.chance import distribution
from underkeep.systems.ose.basics.enchanted import magic_items
from underkeep.systems.ose.basics.worn_magic import Wonders
from underkeep.systems.ose.equipment import treasure, treasure_means
from underkeep.systems.ose.magic.items import reference, used_items
from underkeep.systems.ose.magic.items.wearing import WORN_CONDITIONS
from underkeep.systems.ose.magic.spells import forms
from underkeep.terminal.main import underkeep as program
from underkeep.testing import rule

ITEMS = 178


def _waits(id: str) -> bool:
    """Whether all that an item does is a spell that the game does not have."""
    power = used_items.powers().get(id)
    return power is not None and bool(power.casts) and not any(c.spell in forms(c.list_name) for c in power.casts)


def test_there_are_as_many_as_the_tables_list():
    assert len(magic_items()) == ITEMS


@pytest.mark.parametrize("id", sorted(magic_items()))
def test_it_does_something_or_says_why_not(id):
    assert reference.does(id) or magic_items()[id].manual or _waits(id)


def test_next_to_nothing_is_left_to_a_person():
    left = {id for id in magic_items() if not reference.does(id)}
    assert left <= {"amulet-of-protection-against-scrying", "helm-of-teleportation", "ring-of-telekinesis"}


def test_every_power_is_of_an_item_and_every_sense_of_a_sword():
    assert set(used_items.powers()) <= set(magic_items())
    assert len(used_items.sword_powers()) == 21
    assert WORN_CONDITIONS and Wonders()


@rule("ose:treasure.average-meaning")
@pytest.mark.parametrize("letter", sorted(treasure.types()))
def test_the_printed_average_is_the_mean(letter):
    mean, printed = float(treasure_means.mean_gp(letter)), treasure.types()[letter].average_gp
    assert abs(mean - printed) <= max(1.5, 0.04 * mean)


def test_a_gem_is_worth_what_its_die_says():
    assert treasure_means.gem_gp() == 194.5
    assert treasure_means.jewellery_gp() == distribution(treasure.JEWELLERY_GP).mean() == 1050


def test_the_words_hoard_and_item():
    run = CliRunner().invoke
    told = run(program, ["item", "ose", "ring of fire resistance"]).output
    assert "while worn: resisting fire" in told
    assert '"hoard": "A"' in run(program, ["hoard", "ose", "a", "--seed", "7", "--json"]).output
    assert "17,756.00 gp on average, printed as 18,000" in run(program, ["hoard", "ose"]).output
