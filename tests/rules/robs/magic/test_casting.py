"""Who may cast what, announcing, concentration, and the energy of a day."""

from __future__ import annotations

import pytest
from tests.rules.robs.magic.magery import (
    announced,
    cast,
    gained,
    has,
    laid,
    priest,
    refusal,
    until,
    why_not_cast,
    wizard,
)
from tests.rules.robs.scene import A, B, changed, do, duel, every, first, hit, own, scores, table

from underkeep.kernel.dice import Scripted
from underkeep.kernel.prompt import ALWAYS, BY_THE_BOOK, RulingStands
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.basics import compendium
from underkeep.systems.robs.basics.campaign import Conduct, with_campaign
from underkeep.systems.robs.combat import rounds
from underkeep.systems.robs.magic import casting, spells
from underkeep.systems.robs.magic.casting import Cast, DeclareSpell, SpellCast, SpellLost
from underkeep.systems.robs.magic.spell_effects import SpellFailed
from underkeep.systems.robs.ruleset import RULESET
from underkeep.testing import d6, rule
from underkeep.testing.builders import in_step
from underkeep.world.creature import SaveRolled
from underkeep.world.gear import Item


def sheet_of(done: Resolution, id: str = A):
    return own(done.state.creatures[id])


@rule("robs:magic.energy-cost", "robs:magic.known-spells", "robs:magic.wizard.any-time")
def test_a_spell_costs_its_level_and_is_not_forgotten():
    state = scores(wizard(4, "sleep", "spark"), A, INT=0)
    assert spells.energy_left(own(state.creatures[A]), "wizard") == 8
    done = cast(state, "spark", B, *d6(1, 6, 1, 6), choice="all at one")
    assert spells.energy_left(sheet_of(done), "wizard") == 6
    assert "spark" in sheet_of(done).spells
    assert "robs:magic.energy-cost" in first(done, SpellCast).rule
    spent = changed(state, A, spent={"wizard": 7})
    assert why_not_cast(spent, "spark", B).rule == "robs:magic.energy-cost"
    assert why_not_cast(spent, "sleep", B) is None


@rule("robs:magic.spell-level-limit")
def test_nobody_casts_above_their_level():
    assert why_not_cast(priest(1), "remove-pain", B).rule == "robs:magic.spell-level-limit"
    assert why_not_cast(priest(2), "remove-pain", A) is None


@rule("robs:magic.clerical-source")
def test_a_cleric_without_a_deity_casts_nothing():
    assert why_not_cast(priest(3, order=""), "bless", A).rule == "robs:magic.clerical-source"
    assert why_not_cast(duel(), "bless", A).rule == "robs:magic.clerical-source"


@rule("robs:magic.reversed", "robs:spell.list", "robs:magic.duration.kinds")
def test_every_spell_of_the_index_and_its_reverse():
    rows = table("spell.index")
    reversible = sorted(str(row[0]) for row in rows if row[1] != "none")
    found = [compendium.spells()[w.spell].name for w in compendium.forms().values() if w.is_reversed]
    assert sorted(found) == reversible
    for row in rows:
        spell = next(s for s in compendium.spells().values() if s.name in str(row[0]) and s.caster == row[2])
        assert spell.level == row[3]
        wanted = () if row[4] == "any" else tuple(str(row[4]).split(" or "))
        assert spell.form.alignments == wanted
        assert spell.form.lasts
    by_caster = [sum(1 for s in compendium.spells().values() if s.caster == c) for c in ("cleric", "wizard")]
    assert by_caster == [11, 12]


@rule("robs:magic.reversed.wizard", "robs:spell.light.wizard", "robs:magic.known-spells")
def test_a_wizard_learns_each_form_by_itself():
    knows_light = wizard(2, "wizard-light", "detect-magic", "paralyze")
    assert why_not_cast(knows_light, "wizard-dark").rule == "robs:spell.light.wizard"
    assert why_not_cast(knows_light, "hide-magic", A).rule == "robs:magic.reversed.wizard"
    assert why_not_cast(knows_light, "sleep", B).rule == "robs:magic.known-spells"
    assert why_not_cast(knows_light, "wizard-light") is None
    assert why_not_cast(wizard(2, "wizard-dark"), "wizard-dark", choice="dim") is None


PREREQUISITES = [
    ("bless", A, "robs:spell.bless.prerequisite", {"Lawful"}),
    ("unbless", B, "robs:spell.bless.prerequisite", {"Evil"}),
    ("cure-light-wounds", A, "robs:spell.cure-light.prerequisite", {"Lawful", "Neutral"}),
    ("cause-light-wounds", B, "robs:spell.cure-light.prerequisite", {"Neutral", "Evil"}),
    ("turn-undead", "", "robs:spell.turn.prerequisite", {"Lawful"}),
    ("turn-holy", "", "robs:spell.turn.prerequisite", {"Evil"}),
    ("hide-alignment", A, "robs:spell.detect-alignment.reverse", {"Neutral", "Evil"}),
    ("cure-minor-disease", A, "robs:spell.cure-disease.prerequisite", {"Lawful", "Neutral"}),
    ("cause-minor-disease", B, "robs:spell.cure-disease.prerequisite", {"Evil"}),
    ("remove-pain", A, "robs:spell.remove-pain.prerequisite", {"Lawful", "Neutral"}),
    ("cause-pain", B, "robs:spell.remove-pain.prerequisite", {"Evil"}),
]


@rule(
    "robs:magic.reversed.clerical",
    "robs:magic.prerequisite.alignment",
    *(row[2] for row in PREREQUISITES),
)
@pytest.mark.parametrize(("form", "target", "because", "able"), PREREQUISITES)
def test_each_form_asks_for_an_alignment(form, target, because, able):
    for alignment in ("Lawful", "Neutral", "Evil"):
        found = why_not_cast(priest(3, alignment), form, target)
        assert (found is None) == (alignment in able), alignment
        assert found is None or found.rule == because


@rule("robs:spell.purify.prerequisite", "robs:spell.holy-water.prerequisite")
def test_alignment_of_spells_that_are_not_for_fights():
    for form, because, able in (
        ("purify", "robs:spell.purify.prerequisite", {"Lawful", "Neutral"}),
        ("spoil", "robs:spell.purify.prerequisite", {"Neutral", "Evil"}),
        ("holy-water", "robs:spell.holy-water.prerequisite", {"Lawful"}),
    ):
        for alignment in ("Lawful", "Neutral", "Evil"):
            state = priest(3, alignment)
            found = spells.why_not_own(state, state.creatures[A], compendium.forms()[form])
            assert (found is None) == (alignment in able)
            assert found is None or found.rule == because


@rule("robs:magic.prerequisite.alignment")
def test_who_has_slid_from_an_alignment_casts_its_spells_no_more():
    assert why_not_cast(changed(priest(3), A, alignment="Neutral"), "bless", A) is not None


@rule("robs:magic.cast.declare")
def test_a_spell_is_announced_at_the_start_of_the_round():
    state = wizard(2, "sleep")
    assert refusal(state, Cast(A, "sleep", B)).rule == "robs:magic.cast.declare"
    early = in_step(state, "declare", A)
    done = do(early, DeclareSpell(A, "sleep"))
    assert has(done, A, "concentrating on sleep")
    assert until(done, A, "concentrating on sleep") == state.now + 10
    assert refusal(in_step(done.state, "act", A), Cast(A, "sleep", B)) is None
    assert refusal(done.state, DeclareSpell(A, "sleep")) is not None
    planned = Resolution(state, Scripted(*d6(3, 2, 2, 3)), RULESET)
    steps = rounds.plan_round(planned)
    assert [(step.phase, step.actors) for step in steps] == [("declare", (A,)), ("act", (A,)), ("act", (B,))]


@rule("robs:magic.cast.requirements")
@pytest.mark.parametrize("condition", ["bound", "paralysed", "asleep"])
def test_the_bound_and_the_helpless_do_not_cast(condition):
    state = gained(wizard(2, "sleep"), A, condition)
    assert why_not_cast(state, "sleep", B).rule == "robs:magic.cast.requirements"


@rule("robs:spell.be-quiet.casters", "robs:spell.silence.casters", "robs:spell.minor-illusion.concentration")
def test_neither_the_mute_nor_those_in_silence_nor_who_keeps_up_an_illusion_casts():
    state = wizard(2, "sleep")
    assert why_not_cast(gained(state, A, "mute"), "sleep", B).rule == "robs:spell.be-quiet.casters"
    assert why_not_cast(gained(state, A, "in silence"), "sleep", B).rule == "robs:spell.silence.casters"
    other = gained(state, B, "in silence", level=2)
    assert why_not_cast(other, "sleep", B).rule == "robs:spell.silence.casters"
    assert why_not_cast(gained(state, B, "in silence", level=1), "sleep", B) is None
    busy = gained(state, A, "keeping up an illusion")
    assert why_not_cast(busy, "sleep", B).rule == "robs:spell.minor-illusion.concentration"


@rule("robs:spell.cause-pain.severity")
def test_agony_leaves_no_thought_for_spells():
    state = wizard(2, "sleep")
    assert why_not_cast(gained(state, A, "in pain", level=3), "sleep", B).rule == "robs:spell.cause-pain.severity"
    assert why_not_cast(gained(state, A, "in pain", level=2), "sleep", B) is None


@rule("robs:magic.cast.interruption", "robs:magic.cast.interruption-cost")
@pytest.mark.parametrize(("faces", "kept"), [((4, 2), True), ((3, 2), False)])
def test_a_blow_disturbs_who_concentrates(faces, kept):
    state = scores(wizard(4, "spark", who=B), B, INT=1)
    state = gained(changed(state, B, ddf=1), B, "concentrating on spark", state.now + 10)
    done = hit(state, *d6(5, 2, *faces))  # 3 beyond the mark and a club of 1, less 1 of hide: 3 damage
    save = first(done, SaveRolled)
    assert save.roll.needed == 3 and save.success is kept
    assert has(done, B, "concentrating on spark") is kept
    assert len(every(done, SpellLost)) == (not kept)
    left = spells.energy_left(sheet_of(done, B), "wizard")
    assert left == (9 if kept else 7)


@rule("robs:magic.cast.interruption")
def test_a_hit_without_harm_calls_for_an_average_save():
    state = wizard(2, "sleep", who=B)
    state = gained(changed(state, B, ddf=5), B, "concentrating on sleep", state.now + 10)
    done = hit(state, *d6(3, 3, 3, 3))
    assert first(done, SaveRolled).roll.needed == 0
    assert not every(hit(state, *d6(2, 3)), SaveRolled)


@rule("robs:magic.clerical.access")
def test_a_wavering_cleric_is_not_heard_for_all():
    state = priest(2)
    state = with_campaign(state, conduct={A: Conduct(violations=1)})
    done = cast(state, "remove-pain", A)
    assert first(done, SpellFailed).why == "withheld"
    assert spells.energy_left(sheet_of(done), "cleric") == 4
    assert has(cast(state, "bless", A), A, "blessed")
    granted = cast(state, "remove-pain", A, rulings={"robs:magic.clerical.access": "granted"})
    assert has(granted, A, "free of pain")
    known = spells.known(own(priest(2).creatures[A]))
    assert {w.id for w in known if not w.is_reversed} == {
        id for id, s in compendium.spells().items() if s.caster == "cleric"
    }


@rule("robs:magic.cast.difficulty")
@pytest.mark.parametrize(("faces", "works"), [((3, 3), True), ((2, 3), False)])
def test_a_spell_with_a_difficulty_takes_a_roll(faces, works):
    state = wizard(3, "frost")
    more = (2, 1, 6) if works else ()  # damage, and the leap to the side
    done = cast(state, "frost", B, *d6(*faces), *d6(*more))
    assert (done.state.creatures[B].hp < 30) is works


@rule("robs:magic.cast.difficulty")
def test_most_spells_need_no_roll():
    assert has(cast(priest(3), "bless", A), A, "blessed")


@rule("robs:magic.spellbooks")
def test_spell_books_where_they_are_compulsory():
    state = wizard(2, "sleep", state=duel(switches=("spellbooks-required",)))
    assert why_not_cast(state, "sleep", B).rule == "robs:magic.spellbooks"
    book = state.with_creature(A, items=(*state.creatures[A].items, Item("spell-book", "Spell book")))
    assert why_not_cast(book, "sleep", B) is None
    assert why_not_cast(wizard(2, "sleep"), "sleep", B) is None


@rule("robs:magic.cast.components")
def test_components_where_they_are_asked_for():
    state = wizard(3, "sphere-of-silence", "spark", state=duel(switches=("spell-components",)))
    assert why_not_cast(state, "sphere-of-silence").rule == "robs:magic.cast.components"
    assert why_not_cast(state, "spark", B) is None
    stocked = state.with_creature(A, items=(Item("spell-components", "Components"),))
    assert why_not_cast(stocked, "sphere-of-silence") is None
    assert why_not_cast(wizard(3, "sphere-of-silence"), "sphere-of-silence") is None


@rule("robs:magic.duration.level")
def test_the_casters_level_counts():
    done = cast(changed(priest(3), B, level=1), "remove-pain", A)
    assert until(done, A, "free of pain") == 3 * 600


@rule("robs:class.wizard.spell-proficiency")
def test_a_spell_known_well_eats_up_the_low_die():
    state = wizard(1, "sleep", spell_proficiencies={"sleep": 2})
    done = cast(state, "sleep", B, *d6(2, 3, 2, 2))  # 2 - 3 + 2 + 1 = 2 against 1
    assert has(done, B, "asleep")


def test_options_and_refusals_agree():
    state = announced(wizard(4, "sleep", "spark", "paralyze"), "spark")
    for action in casting.options(state, state.creatures[A]):
        assert casting.why_not(state, action) is None
    assert laid(state, B, "asleep", "sleep", 1).creatures[B].condition("asleep")


_MASTERY = "robs:class.wizard.spell-proficiency-effect"


@rule(_MASTERY)
def test_of_a_spell_without_a_roll_proficiency_lengthens_the_time():
    known = wizard(3, "missile-shield", spell_proficiencies={"missile-shield": 2})
    plain = until(cast(wizard(3, "missile-shield"), "missile-shield", A), A, "shielded from missiles")
    longer = cast(known, "missile-shield", A)
    assert until(longer, A, "shielded from missiles") * 3 == plain * 5
    refused = cast(known, "missile-shield", A, rulings={_MASTERY: "nothing"})
    assert until(refused, A, "shielded from missiles") == plain


@rule(_MASTERY)
def test_of_a_spell_with_a_roll_proficiency_lengthens_nothing():
    state = wizard(1, "sleep", spell_proficiencies={"sleep": 1})
    done = cast(state, "sleep", B, *d6(3, 2, 2, 2))  # H3L2 counts 2; 2 + 1 against 0 + 1
    assert has(done, B, "asleep")
    assert until(done, B, "asleep") == until(cast(wizard(1, "sleep"), "sleep", B, *d6(4, 2, 2, 2)), B, "asleep")
    refused = cast(state, "sleep", B, *d6(3, 2, 3, 2), rulings={_MASTERY: "nothing"})
    assert not has(refused, B, "asleep")


@rule(_MASTERY)
def test_a_spell_known_well_reaches_farther_where_nothing_is_rolled():
    own = {"spell_proficiencies": {"missile-shield": 1, "sleep": 3}}
    sheet = wizard(2, "missile-shield", "sleep", **own).creatures[A].sheet
    state = wizard(2, "missile-shield", "sleep", **own)
    forms = compendium.forms()
    assert spells.reaching_level(state, sheet, forms["missile-shield"]) == 3
    assert spells.reaching_level(state, sheet, forms["sleep"]) == 2
    no_help = RulingStands(_MASTERY, ALWAYS, "nothing").evolve(state)
    assert spells.reaching_level(no_help, sheet, forms["missile-shield"]) == 2
    by_the_book = RulingStands(_MASTERY, BY_THE_BOOK).evolve(state)
    assert spells.reaching_level(by_the_book, sheet, forms["missile-shield"]) == 3
    assert spells.is_rolled(forms["sleep"].form) and not spells.is_rolled(forms["missile-shield"].form)


@rule("robs:damage.critically-hurt.no-casting")
def test_nobody_critically_hurt_casts():
    state = wizard(3, "sleep").with_creature(A, max_hp=10, hp=1)
    assert why_not_cast(state, "sleep", B).rule == "robs:damage.critically-hurt.no-casting"
    assert why_not_cast(state.with_creature(A, hp=2), "sleep", B) is None
