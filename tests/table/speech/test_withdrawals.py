"""One who withdraws while others cover him, who keeps behind somebody, and who has a packed bow."""

from msgspec.structs import replace
from tests.ui.places import at, place

from underkeep.procedures.actions import Move
from underkeep.procedures.options import Moves
from underkeep.table import keeping_close
from underkeep.table.speech.fighting_words import cannot_shoot
from underkeep.table.speech.sleepers import spared
from underkeep.table.speech.typed_lines import Ask, Do, Reader, Undertake
from underkeep.world.condition import Condition
from underkeep.world.gear import Item
from underkeep.world.grid import Grid, distance


def test_behind_somebody_is_out_of_reach_of_the_foes() -> None:
    grid = Grid(9, 9)
    squares = [(x, y) for x in range(9) for y in range(9)]
    mask = sum(grid.bit(square) for square in squares)
    walk = Moves(Move, "hero", grid, mask)
    foes = [(4, 3), (3, 4)]
    step = keeping_close._out_of_reach((4, 4), (5, 5), foes, walk)
    assert isinstance(step, Move)
    to = step.to
    assert all(distance(to, foe) > 1 for foe in foes)
    assert all(distance(to, foe) > distance((5, 5), foe) for foe in foes)


def test_one_who_withdraws_is_heard_though_others_are_told_more() -> None:
    chair = place("fight", "ose")
    one, two = (c.name.split()[0].lower() for c in [c for c in chair.own("") if c.is_up][:2])
    lines = (f"{one} makes a fighting withdrawal", f"{one} makes a fighting withdrawal, the others cover him")
    plain, more = (chair.read(line) for line in lines)
    if isinstance(plain, Do):
        assert isinstance(more, Do | Undertake)
    else:
        assert more == plain
    stepping = chair.read(f"{one} steps back behind {two}")
    assert isinstance(stepping, Ask | Undertake | Do)


def test_a_packed_bow_is_no_lack_of_arrows() -> None:
    chair = place("fight", "ose")
    who = next(c for c in chair.own("") if c.is_up)
    bow = Item("crossbow", "Crossbow", id="bow-1")
    bolts = Item("crossbow-bolt", "Crossbow bolt", count=30, id="bolt-1")
    state = chair.state.with_creature(who.id, items=(bow, bolts))
    chair = at(replace(state), "ose")
    told = cannot_shoot(chair.rules, chair.state, chair.own(""), chair.state.creatures[who.id], "crossbow")
    assert "packed" in told and "no bolts" not in told


def test_the_sleepers_are_left_for_later() -> None:
    chair = place("fight", "ose")
    foes = [c for c in chair.state.enemies_of(chair.own("")[0]) if c.at is not None]
    assert len(foes) > 1
    asleep = chair.state.with_creature(foes[0].id, conditions=(Condition("asleep"),))
    reader = Reader(chair.rules, asleep, chair.options, chair.seat)
    awake = " and ".join(c.name.lower() for c in foes[1:])
    for line in ("everyone attacks, leave the sleepers for later", "everyone attacks the goblins who are awake first"):
        assert spared(reader, line) == f"everyone attacks {awake}"
    assert spared(reader, "everyone attacks") == "everyone attacks"
