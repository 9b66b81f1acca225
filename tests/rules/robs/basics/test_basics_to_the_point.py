"""Money, pace, silence and the forms of spells at the edges of each number."""

from __future__ import annotations

import pytest
from tests.rules.robs.below import FRIEND, PC, delvers
from tests.rules.robs.magic.magery import gained
from tests.rules.robs.scene import A, B, changed, duel, scores

from underkeep.errors import UnderkeepError
from underkeep.systems.robs.basics import compendium, money, movement, scale, wounds
from underkeep.systems.robs.basics.compendium import Race
from underkeep.systems.robs.basics.sheet import sheet
from underkeep.systems.robs.basics.spell_conditions import is_hushed
from underkeep.testing import rule


@rule("robs:race.other.scale-not-strength")
def test_even_a_little_size_is_strength():
    with pytest.raises(UnderkeepError, match="twice"):
        compendium.check_race("tallfolk", Race("Tallfolk", 1, 1, "robs:race.other", bonus=("STR",)))
    compendium.check_race("folk", Race("Folk", 0, 0, "robs:race.other", bonus=("STR",)))


@rule("robs:magic.reversed", "robs:spell.list")
def test_a_spell_with_a_reverse_has_two_forms():
    forms = compendium.forms.__wrapped__()
    assert forms == compendium.forms()
    for id, spell in {**compendium.spells(), **compendium.invented()}.items():
        of_it = {w.id: (w.is_reversed, w.has_reverse) for w in forms.values() if w.spell == id}
        assert of_it == (
            {id: (False, False)} if spell.reverse is None else {id: (False, True), spell.reverse.id: (True, True)}
        )


@rule("robs:money.coins")
def test_a_price_is_paid_to_the_last_copper():
    assert money.after_paying((money.coins("cp", 1),), 1) == ()
    left = money.after_paying((money.coins("sp", 50),), 1)
    assert [(item.kind, item.count) for item in left] == [("sp", 49), ("cp", 19)]


@rule("robs:spell.minor-illusion.concentration", "robs:race.ellyl.flight-rest")
def test_only_what_hinders_hinders():
    state = duel()
    blessed = gained(state, A, "blessed")
    for squares in (movement.walk_squares, movement.sprint_squares):
        assert squares(blessed, blessed.creatures[A]) == squares(state, state.creatures[A]) > 0
    winged = changed(blessed, A, flying_scale=2)
    assert movement.can_fly(winged, winged.creatures[A])
    weary = gained(winged, A, movement.WING_WEARY)
    assert not movement.can_fly(weary, weary.creatures[A])


@rule("robs:race.ellyl.flight-rest")
@pytest.mark.parametrize(("con", "minutes"), [(-4, 0), (-3, 0), (-2, 10), (1, 40)])
def test_nobody_flies_for_less_than_no_time(con, minutes):
    state = scores(duel(), A, CON=con)
    assert movement.flight_minutes(sheet(state.creatures[A])) == minutes


@rule("robs:scale.other-kinds")
def test_a_beast_is_measured_by_beasts():
    for wits, measured in ((scale.BEASTLY, True), (scale.BEASTLY + 1, False)):
        state = scores(duel(switches=(scale.OTHER_SCALES,)), A, INT=wits)
        assert (scale.by_own_kind(state, sheet(state.creatures[A])) is not None) is measured


@rule("robs:spell.silence.area")
def test_silence_off_the_field_takes_in_the_party():
    for level, hushed in ((0, False), (1, True)):
        party = gained(delvers(), PC, "in silence", level=level)
        assert is_hushed(party, party.creatures[FRIEND]) is hushed
        assert is_hushed(party, party.creatures[PC])
        foe = party.with_creature(FRIEND, side="monsters")
        assert not is_hushed(foe, foe.creatures[FRIEND])
    gone = gained(duel(), A, "in silence", level=9).with_creature(B, at=None)
    assert not is_hushed(gone, gone.creatures[B])
    assert is_hushed(gone.with_creature(B, side="a"), gone.with_creature(B, side="a").creatures[B])


@rule("robs:death.resurrection.weakness", "robs:damage.very-hurt")
@pytest.mark.parametrize(
    ("hp", "name", "amount"), [(20, wounds.RISEN, -2), (9, "Very Hurt", -2), (3, "Critically Hurt", -3)]
)
def test_weakness_does_not_add_to_wounds(hp, name, amount):
    state = gained(duel(), A, wounds.RISEN).with_creature(A, hp=hp)
    assert [(m.source, m.amount) for m in wounds.penalty(state, state.creatures[A])] == [(name, amount)]
