"""What the printed key says beyond names."""

from __future__ import annotations

from tests.rules.ose.below import H1, H2, below

from underkeep.systems.ose.basics.money import coins
from underkeep.systems.ose.creation.printed_sheet import card
from underkeep.systems.ose.equipment import magic_items
from underkeep.systems.ose.equipment.treasure import gem, jewellery
from underkeep.systems.ose.exploration import traps
from underkeep.systems.ose.monsters.listings import monsters
from underkeep.systems.ose.referee import printed_key, stat_lines
from underkeep.testing import rule
from underkeep.world.gear import Item


@rule("ose:monster.stat-block")
def test_monsters_have_a_whole_stat_line():
    assert stat_lines.stats("black-bear") == (
        "AC 6 [13], HD 4, hp 4d8 (18), Att 2 × claw (1d3, hug for 2d8 more if all hit) + 1 × bite (1d6), "
        "THAC0 16 [+3], MV 120' (40'), SV D12 W13 P14 B15 S16 (2), ML 7, AL Neutral, XP 75, TT U"
    )
    assert stat_lines.stats("giant-gecko").startswith("AC 5 [14], HD 3+1, hp 3d8+1 (14), Att 1 × bite (1d8), THAC0 16")


@rule("ose:monster.stat-block")
def test_a_stat_line_ends_with_what_else_a_monster_can_do():
    assert "2 × claw (1d3, paralysis for 2d4 turns)" in stat_lines.stats("ghoul")
    assert stat_lines.stats("ghoul").endswith("TT B; undead; immune to poison, paralysis, sleep, charm")
    assert all(stat_lines.stats(kind) for kind in monsters())


@rule("ose:treasure.common")
def test_treasure_has_its_worth_and_magic_its_name():
    assert printed_key.worth(gem(50, 3)) == "50 gp each"
    assert printed_key.worth(jewellery(900)) == "900 gp"
    assert printed_key.worth(coins("gp", 5)) == ""
    for kind, listing in magic_items.magic_items().items():
        assert printed_key.worth(Item(kind, "something")) == listing.name


@rule("ose:traps.room", "ose:traps.treasure")
def test_every_trap_says_what_it_does():
    assert all(traps.told_to_the_referee(kind) for kind in traps.listings())
    assert printed_key.trap("darts") == "darts: 1d6 darts of 1d4 damage each"
    assert printed_key.trap("pit-20") == "pit 20: a fall of 20 feet"


@rule("ose:light.needed")
def test_a_burning_torch_is_on_the_sheet_of_its_bearer():
    state = below()
    gear = {id: dict(dict(card(state, state.creatures[id]).sections)["Gear"]) for id in (H1, H2)}
    assert gear[H1]["Torch"] == "in hand, alight" and "Torch" not in gear[H2]
