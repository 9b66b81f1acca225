"""Spells that lay a condition on creatures: whom, how many, how long; and what each condition does."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.knave.casting import TURN, a_book, bond, bound, cast, castings, creature, fight, meeting, underground
from tests.rules.knave.scenes import RULESET, act, carrying, has, on_sheet, rested, scene, the, under, why_not

from underkeep.procedures import play
from underkeep.procedures.actions import Attack, Move
from underkeep.procedures.delve_actions import Parley
from underkeep.procedures.options import Options
from underkeep.systems.knave.basics.sheet import sheet
from underkeep.systems.knave.basics.spell_conditions import bonds as spellbound
from underkeep.systems.knave.checks.holds import BreakFree
from underkeep.systems.knave.checks.movement import move_mask
from underkeep.systems.knave.checks.wounds import Unharmed, harm
from underkeep.systems.knave.equipment.arms import arms_of
from underkeep.systems.knave.exploration.exploring import feet_per_turn
from underkeep.systems.knave.magic.casting import Cast, end_what_is_due
from underkeep.testing import d2, d3, d6, d10, d20, rule
from underkeep.testing.builders import scripted
from underkeep.world.condition import Condition
from underkeep.world.creature import AttackRolled, Died
from underkeep.world.encounter import EncounterEnded
from underkeep.world.gear import Item
from underkeep.world.state import State

SWORD = Item("sword", "Sword", "hand")
HOUR, DAY = 3600, 86_400
ON_FOES = [  # spell, condition, how many with INT 2 at level 1, seconds (None: until ended)
    ("babble", "babbling", 2, TURN),
    ("befuddle", "befuddled", 1, 2 * TURN),
    ("charm", "charmed", 2, TURN),
    ("frenzy", "frenzied", 1, TURN),
    ("greed", "obsessed", 2, TURN),
    ("hatred", "hating", 2, TURN),
    ("pacify", "pacified", 2, TURN),
    ("phobia", "terrified", 2, TURN),
    ("sleep", "asleep", 2, TURN),
    ("vision", "deluded", 1, 2 * TURN),
    ("adhere", "glued", 2, None),
    ("invisible-tether", "tethered", 2, TURN),
    ("astral-prison", "in-stasis", 1, 2 * TURN),
    ("auditory-illusion", "unsuspecting", 2, TURN),
    ("thaumaturgic-anchor", "spell-anchor", 1, 2 * TURN),
]
ON_SELF = [
    ("telepathy", "linked", TURN),
    ("read-mind", "reading-minds", 2 * TURN),
    ("comprehend", "comprehending", 2 * HOUR),
    ("beast-form", "beast-form", 2 * DAY),
    ("bird-person", "bird-form", TURN),
    ("disassemble", "disassembled", None),
    ("elasticity", "stretched", TURN),
    ("multiarm", "many-armed", TURN),
    ("ooze-form", "ooze-form", 2 * TURN),
    ("smoke-form", "smoke-form", 2 * TURN),
    ("swarm", "swarm-form", 2 * TURN),
    ("spider-climb", "climbing-walls", 2 * TURN),
    ("true-sight", "true-sighted", TURN),
    ("mirror-image", "mirrored", TURN),
    ("magic-dampener", "dampening-magic", TURN),
]
ON_FRIENDS = [
    ("disguise", "disguised", 2, None),
    ("haste", "hasted", 2, TURN),
    ("objectify", "object-form", 2, TURN),
    ("displace", "displaced", 1, TURN),
    ("shroud", "shrouded", 2, TURN),
    ("visual-illusion", "behind-an-illusion", 2, None),
    ("gravity-shift", "weightless", 2, TURN),
    ("hover", "hovering", 2, TURN),
]


@rule("knave:magic.cast.action")
@pytest.mark.parametrize(("spell", "name", "count", "seconds"), ON_FOES)
def test_a_spell_on_foes(spell: str, name: str, count: int, seconds: int | None) -> None:
    do = cast(fight(spell), spell, "orc-1")
    assert len(bound(do, name)) == count and "orc-1" in bound(do, name)
    assert bond(do, "orc-1", name).until == seconds


@rule("knave:magic.cast.action")
@pytest.mark.parametrize(("spell", "name", "seconds"), ON_SELF)
def test_a_spell_on_oneself(spell: str, name: str, seconds: int | None) -> None:
    do = cast(fight(spell), spell, "knave-1")
    assert bound(do, name) == ["knave-1"] and bond(do, "knave-1", name).until == seconds


@rule("knave:magic.cast.action")
@pytest.mark.parametrize(("spell", "name", "count", "seconds"), ON_FRIENDS)
def test_a_spell_on_friends(spell: str, name: str, count: int, seconds: int | None) -> None:
    do = cast(fight(spell, "3 knave v orc"), spell, "knave-2")
    assert len(bound(do, name)) == count and "knave-2" in bound(do, name)
    assert bond(do, "knave-2", name).until == seconds


@pytest.mark.parametrize(
    ("spell", "name", "reached"),
    [
        ("deafen", "deaf", {"knave-2", "orc-1", "orc-2"}),
        ("masquerade", "dancing", {"knave-2", "orc-1", "orc-2"}),
        ("liquid-air", "swimming-in-air", {"knave-1", "knave-2", "orc-1", "orc-2"}),
        ("time-rush", "time-rushed", {"knave-1", "knave-2", "orc-1", "orc-2"}),
    ],
)
def test_a_spell_on_all_around(spell: str, name: str, reached: set[str]) -> None:
    assert set(bound(cast(fight(spell, "2 knave v 2 orc"), spell, "knave-1"), name)) == reached


@pytest.mark.parametrize(
    ("spell", "name"),
    [("increase-gravity", "heavy"), ("time-slow", "time-slowed"), ("control-plants", "entangled"), ("web", "webbed")],
)
def test_a_spell_on_all_round_a_foe(spell: str, name: str) -> None:
    do = cast(fight(spell, "knave v 2 orc"), spell, "orc-1")
    assert set(bound(do, name)) == {"orc-1", "orc-2"}


@rule("knave:magic.save.half", "knave:magic.save.nullify", "knave:magic.save.who")
def test_half_a_spell_lasts_half_as_long_and_great_success_cancels_it() -> None:
    state = fight("sleep", "knave v ogre")
    assert bond(cast(state, "sleep", "ogre-1", d20(10)), "ogre-1", "asleep").until == TURN
    assert bond(cast(state, "sleep", "ogre-1", d20(12)), "ogre-1", "asleep").until == TURN // 2
    strong = fight("astral-prison", "knave v ogre")
    assert not bound(cast(strong, "astral-prison", "ogre-1", d20(20)), "in-stasis")


@rule("knave:damage.immunity")
def test_the_mindless_and_other_kinds_are_no_targets() -> None:
    assert not castings(fight("sleep", "knave v skeleton"))
    assert not castings(fight("charm", "knave v giant-spider"))
    animal = fight("anthropomorphize", "knave v giant-frog")
    assert castings(animal) and not castings(fight("anthropomorphize", "knave v orc"))
    do = cast(animal, "anthropomorphize", "giant-frog-1", d20(1))
    assert bond(do, "giant-frog-1", "human-minded").until == DAY


@pytest.mark.parametrize(
    "name", ["asleep", "befuddled", "dancing", "obsessed", "in-stasis", "object-form", "time-slowed"]
)
def test_some_can_do_nothing(name: str) -> None:
    state = under(scene("knave v orc"), "orc-1", name)
    assert not _options(state, "orc-1")
    assert _options(scene("knave v orc"), "orc-1")


def _options(state: State, id: str) -> Options:
    assert state.fight is not None
    return RULESET.fight_options(state, state.creatures[id], state.fight.step)


@rule("knave:combat.defenseless.kill")
def test_sleepers_are_killed_or_woken() -> None:
    state = carrying(under(scene("knave v orc"), "orc-1", "asleep"), "knave-1", SWORD)
    assert the(act(state, Attack("knave-1", "orc-1", "sword")), Died).creature == "orc-1"
    do = scripted(RULESET, state)
    harm(do, "orc-1", 1)
    assert not bound(do, "asleep")


@pytest.mark.parametrize("name", ["pacified", "terrified", "smoke-form"])
def test_the_peaceful_strike_nobody(name: str) -> None:
    listed = _options(under(scene("knave v orc"), "orc-1", name), "orc-1")
    assert not any(isinstance(a, Attack) for a in listed) and listed.moves


@pytest.mark.parametrize("name", ["glued", "webbed", "entangled", "in-a-pit"])
def test_the_rooted_must_break_free(name: str) -> None:
    state = under(scene("knave v orc"), "orc-1", name)
    assert not _options(state, "orc-1").moves
    assert not bound(act(state, BreakFree("orc-1"), d20(20)), name)
    assert bound(act(state, BreakFree("orc-1"), d20(1)), name)


def test_fire_frees_from_webs() -> None:
    do = scripted(RULESET, under(scene("knave v orc"), "orc-1", "webbed"))
    harm(do, "orc-1", 1, kinds=("fire",))
    assert not bound(do, "webbed")


@pytest.mark.parametrize(("name", "feet"), [("hasted", 120), ("heavy", 10), ("tethered", 10), ("beast-form", 50)])
def test_pace(name: str, feet: int) -> None:
    state = under(scene("knave v orc", gap=9), "knave-1", name)
    at = state.creatures["knave-1"].at
    assert at is not None and state.grid is not None
    mask = move_mask(state, state.creatures["knave-1"], sheet(state.creatures["knave-1"]))
    reach = state.grid.around(at, feet // 5) & ~state.occupied()
    assert mask & ~reach == 0 and mask.bit_count() >= reach.bit_count() - 1


@pytest.mark.parametrize("name", ["weightless", "hovering", "swimming-in-air", "climbing-walls", "bird-form"])
def test_flying_over_foes(name: str) -> None:
    plain = scene("knave v 3 orc")
    flying = under(plain, "knave-1", name)

    def squares(state: State) -> int:
        actor = state.creatures["knave-1"]
        return move_mask(state, actor, sheet(actor)).bit_count()

    assert squares(flying) >= squares(plain) and squares(under(flying, "knave-1", name, "heavy")) < squares(flying)


def test_haste_while_exploring() -> None:
    state = underground("haste")
    before = feet_per_turn(state)
    assert feet_per_turn(cast(state, "haste", "hero-1", by="hero-1").state) == 3 * before


@pytest.mark.parametrize("name", ["disguised", "shrouded", "behind-an-illusion", "in-stasis", "object-form"])
def test_the_hidden_are_not_attacked(name: str) -> None:
    state = under(scene("knave v orc"), "knave-1", name)
    assert not any(isinstance(a, Attack) for a in _options(state, "orc-1"))
    seen = under(state, "orc-1", "true-sighted")
    illusion = name not in ("in-stasis", "object-form")
    assert any(isinstance(a, Attack) for a in _options(seen, "orc-1")) == illusion


def test_what_ends_hiding() -> None:
    state = under(scene("knave v orc"), "orc-1", "shrouded", "disguised")
    do = act(state, Move("orc-1", _free(state)))
    assert bound(do, "disguised") and not bound(do, "shrouded")
    struck = act(state, Attack("orc-1", "knave-1", "weapon"), d20(2))
    assert not bound(struck, "disguised") and not bound(struck, "shrouded")


def _free(state: State) -> tuple[int, int]:
    mask = move_mask(state, state.creatures["orc-1"], sheet(state.creatures["orc-1"]))
    assert state.grid is not None
    return state.grid.first(mask)


@pytest.mark.parametrize(
    ("on", "name", "amount"),
    [
        ("orc-1", "displaced", -10),
        ("orc-1", "mouse-sized", -10),
        ("orc-1", "reading-minds", -5),
        ("knave-1", "deluded", -10),
        ("knave-1", "frenzied", 5),
    ],
)
def test_steps_on_attacks(on: str, name: str, amount: int) -> None:
    state = under(scene("knave v orc"), on, name)
    weapon = "pinprick" if on == "knave-1" and name == "mouse-sized" else _weapon(state)
    do = act(state, Attack("knave-1", "orc-1", weapon), d20(2))
    rolled = the(do, AttackRolled)
    assert amount in [m.amount for m in rolled.roll.modifiers]
    seeing = under(state, "knave-1", *(c.name for c in state.creatures["knave-1"].conditions), "true-sighted")
    again = the(act(seeing, Attack("knave-1", "orc-1", weapon), d20(2)), AttackRolled)
    assert (amount in [m.amount for m in again.roll.modifiers]) == (name != "displaced")


def _weapon(state: State) -> str:
    return next(a.weapon for a in _options(state, "knave-1") if isinstance(a, Attack) and a.target == "orc-1")


def test_mirror_images_are_struck_first() -> None:
    state = scene("knave v orc").with_creature("knave-1", conditions=(Condition("mirrored", level=2),))
    one = act(state, Attack("orc-1", "knave-1", "weapon"), d20(19), d3(3))
    assert bond(one, "knave-1", "mirrored").level == 1 and creature(one, "knave-1").hp == 4
    none = act(rested(one.state), Attack("orc-1", "knave-1", "weapon"), d20(19), d2(2))
    assert not bound(none, "mirrored") and creature(none, "knave-1").hp == 4
    real = act(state, Attack("orc-1", "knave-1", "weapon"), d20(12), d3(1), d6(3))
    assert creature(real, "knave-1").hp == 1


@rule("knave:damage.immunity")
@pytest.mark.parametrize(
    ("name", "kinds", "hurt"),
    [
        ("ooze-form", ("slashing",), False),
        ("ooze-form", ("bludgeoning",), True),
        ("smoke-form", (), False),
        ("smoke-form", ("fire",), True),
        ("swarm-form", ("slashing",), False),
        ("swarm-form", ("fire",), True),
        ("in-stasis", ("fire",), False),
    ],
)
def test_what_harms_a_form(name: str, kinds: tuple[str, ...], hurt: bool) -> None:
    do = scripted(RULESET, under(scene("knave v orc"), "orc-1", name))
    harm(do, "orc-1", 2, kinds=kinds)
    assert (creature(do, "orc-1").hp == 2) == hurt and has(do, Unharmed) != hurt


@pytest.mark.parametrize(
    ("name", "weapon"),
    [("beast-form", "bite"), ("bird-form", "talons"), ("ooze-form", "slap"), ("swarm-form", "stings")],
)
def test_a_form_strikes_with_its_own_limbs(name: str, weapon: str) -> None:
    state = under(scene("knave v orc"), "knave-1", name)
    assert {a.weapon for a in _options(state, "knave-1") if isinstance(a, Attack)} == {weapon}


def test_stretched_arms_reach_further() -> None:
    state = fight("elasticity", "knave v orc", gap=4)
    assert not any(isinstance(a, Attack) and a.weapon != "bow" for a in _options(state, "knave-1"))
    do = cast(state, "elasticity", "knave-1")
    assert any(isinstance(a, Attack) for a in _options(rested(do.state), "knave-1"))


def test_many_arms_strike_more_often() -> None:
    state = fight("multiarm", "knave v ogre", intelligence=2)
    state = carrying(state, "knave-1", SWORD, *state.creatures["knave-1"].items)
    do = cast(state, "multiarm", "knave-1")
    assert bond(do, "knave-1", "many-armed").level == 2
    struck = act(rested(do.state), Attack("knave-1", "ogre-1", "sword"), *d20(2, 2, 2))
    assert len([e for e in struck.events if isinstance(e, AttackRolled)]) == 3


def test_time_rushed_creatures_act_ten_times() -> None:
    state = cast(fight("time-rush", "knave v ogre"), "time-rush", "knave-1").state
    for _ in range(9):
        state = act(state, Attack("ogre-1", "knave-1", "weapon"), d20(2)).state
    assert not why_not(state, Attack("ogre-1", "knave-1", "weapon"))
    state = act(state, Attack("ogre-1", "knave-1", "weapon"), d20(2)).state
    assert why_not(state, Attack("ogre-1", "knave-1", "weapon"))


def test_those_who_hate_strike_each_other() -> None:
    state = cast(fight("hatred", "knave v 3 orc"), "hatred", "orc-1").state
    hating = bound(state, "hating")
    state = state.with_creature("orc-2", at=(state.creatures["orc-1"].at or (0, 0)))
    targets = {a.target for a in _options(state, "orc-1") if isinstance(a, Attack)}
    assert targets <= set(hating) and "knave-1" not in targets
    raging = under(scene("knave v 3 orc"), "orc-1", "frenzied")
    assert "knave-1" in {a.target for a in _options(raging, "orc-1") if isinstance(a, Attack)}


def test_the_mute_cast_nothing_and_the_deaf_hear_no_song() -> None:
    state = fight("sleep")
    assert castings(state) and not castings(under(state, "knave-1", "babbling"))
    song = scene("knave v harpy")
    assert any(a.weapon == "song" for a in _options(song, "harpy-1") if isinstance(a, Attack))
    deaf = under(song, "knave-1", "deaf")
    assert not any(a.weapon == "song" for a in _options(deaf, "harpy-1") if isinstance(a, Attack))


def test_a_dampener_halves_what_is_cast_near_it() -> None:
    state = under(fight("sleep"), "orc-3", "dampening-magic")
    assert len(bound(cast(fight("sleep"), "sleep", "orc-1"), "asleep")) == 2
    assert len(bound(cast(state, "sleep", "orc-1"), "asleep")) == 1


def test_an_anchor_draws_spells() -> None:
    state = under(fight("befuddle"), "orc-3", "spell-anchor")
    assert bound(cast(state, "befuddle", "orc-1"), "befuddled") == ["orc-3"]


@rule("knave:reaction.changes")
@pytest.mark.parametrize(
    ("spell", "attitude"), [("charm", "helpful"), ("sleep", "indifferent"), ("pacify", "indifferent")]
)
def test_spells_calm_those_who_are_met(spell: str, attitude: str) -> None:
    do = cast(meeting(spell), spell, "orc-1", by="hero-1")
    assert do.state.encounter is not None and do.state.encounter.attitude == attitude
    one = cast(meeting(spell, count=3), spell, "orc-1", by="hero-1")
    assert one.state.encounter is not None and one.state.encounter.attitude == "threatening"


@pytest.mark.parametrize("spell", ["shroud", "disguise", "objectify", "visual-illusion"])
def test_a_party_that_nobody_sees_has_got_away(spell: str) -> None:
    do = cast(meeting(spell), spell, "hero-1", by="hero-1")
    assert has(do, EncounterEnded)
    assert not has(cast(meeting(spell, intelligence=1), spell, "hero-1", by="hero-1"), EncounterEnded)


def test_magic_lets_them_talk() -> None:
    state = meeting("comprehend", "giant-frog")
    seat = "player"
    assert play.why_not(RULESET, state, seat, Parley("hero-1", "talk")) is not None
    for spell in ("comprehend", "telepathy"):
        do = cast(meeting(spell, "giant-frog"), spell, "hero-1", by="hero-1")
        assert play.why_not(RULESET, do.state, seat, Parley("hero-1", "talk")) is None


def test_miniaturize_takes_others_along() -> None:
    do = cast(fight("miniaturize", "3 knave v orc", intelligence=1), "miniaturize", "knave-1")
    assert "knave-1" in bound(do, "mouse-sized") and len(bound(do, "mouse-sized")) == 2


def test_a_giant_strikes_for_double_dice_and_an_animal_runs_mad() -> None:
    do = cast(fight("primeval-surge", "knave v ogre"), "primeval-surge", "ogre-1", d20(1))
    assert bond(do, "ogre-1", "giant-sized").until == 2 * TURN
    struck = act(rested(do.state), Attack("ogre-1", "knave-1", "weapon"), d20(16), *d10(1, 2))
    assert creature(struck, "knave-1").hp == 1
    frog = cast(fight("primeval-surge", "knave v giant-frog"), "primeval-surge", "giant-frog-1", d20(1))
    assert bound(frog, "frenzied") == ["giant-frog-1"]


def test_spells_end_when_their_time_is_up() -> None:
    state = on_sheet(cast(fight("befuddle"), "befuddle", "orc-1").state, "knave-1")
    state = replace(state, now=2 * TURN)
    do = scripted(RULESET, state)
    end_what_is_due(do)
    assert not bound(do, "befuddled")
    assert why_not(state, Cast("knave-1", "befuddle", "orc-2"))


BODIES = [("knave-1", SWORD), ("knave-1", Item("sling", "Sling", "hand")), ("orc-1", Item("weapon", "Weapon", "hand"))]


@pytest.mark.parametrize("name", sorted({*spellbound(), "stunned", "prone", "summoned"}))
@pytest.mark.parametrize(("id", "held"), BODIES)
def test_whoever_is_bound_by_a_spell_can_be_looked_at(name: str, id: str, held: Item) -> None:
    state = carrying(scene("knave v orc"), id, held)
    for level in (0, 2):
        state = state.with_creature(id, conditions=(Condition(name, level=level),))
        card = dict(RULESET.card(state, state.creatures[id]).sections)
        assert ("Condition", name) in card["Body"]
        attacks = [row.lower().replace(" ", "-") for row, _ in card.get("Attacks", ())]
        assert attacks == [arm.weapon for arm in arms_of(state.creatures[id])]


def test_the_sheet_of_a_beast_shows_its_teeth_and_not_its_sword() -> None:
    state = carrying(fight("beast-form"), "knave-1", SWORD, a_book("beast-form"))
    do = cast(state, "beast-form", "knave-1")
    assert dict(RULESET.card(do.state, creature(do, "knave-1")).sections)["Attacks"] == (("Bite", "d20+0, bite 1d6"),)
