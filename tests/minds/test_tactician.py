"""The tactical mind: what it does in a fight, what it leaves alone, and that it beats a soldier."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from underkeep.kernel.dice import Scripted
from underkeep.kernel.event import Action
from underkeep.lab.duel import duel
from underkeep.minds.soldier import Soldier
from underkeep.minds.tactician import Tactician
from underkeep.procedures import content, play
from underkeep.procedures.actions import Attack, Done, Move
from underkeep.procedures.content import ContentError
from underkeep.procedures.options import Options
from underkeep.procedures.ruleset import Ruleset
from underkeep.systems import load
from underkeep.systems.ose.monsters import listings
from underkeep.systems.rampage.attacks.missiles import UNLOADED as RAMPAGE_UNLOADED
from underkeep.systems.robs.attacks.ranged import UNLOADED as ROBS_UNLOADED
from underkeep.table.new_game import new_game
from underkeep.testing import d20
from underkeep.testing.builders import field, in_step
from underkeep.world.condition import Condition
from underkeep.world.grid import distance
from underkeep.world.state import State, square_of

COMPANIES = {
    "ose": (
        "2 fighter[chainmail,shield,sword] + fighter[leather,short bow,arrow,dagger] + thief[leather,sling,dagger]"
        " + cleric/2[chainmail,shield,mace] + magic-user[dagger]"
    ),
    "knave": "2 knave[sword,shield,gambeson] + knave[great sword] + 2 knave[bow,dagger] + knave[sling,dagger]",
}
OSE, KNAVE = load("ose"), load("knave")


@pytest.mark.parametrize(("system", "pairs"), [("ose", 40), ("knave", 15)])
def test_it_beats_a_soldier_in_mirrored_fights(system: str, pairs: int) -> None:
    """The whole measure is benchmarks/minds.py; these are its first seeds."""
    rules = load(system)
    found = duel(rules, COMPANIES[system], pairs, Tactician(rules), Soldier())
    assert found.fights == 2 * pairs and found.rate >= 0.6


def test_a_duel_of_like_minds_is_even_seed_by_seed() -> None:
    assert duel(OSE, "3 fighter", 10, Soldier(), Soldier()).rate == 0.5


def chosen(rules: Ruleset, state: State, who: str) -> Action:
    creature = state.creatures[who]
    return Tactician(rules).act(state, creature, play.legal_actions(rules, state, creature.side, who))


def acting(rules: Ruleset, match: str, phase: str, who: str, gap: int = 6) -> State:
    return in_step(field(rules, match, gap=gap), phase, who, side="a")


def test_an_archer_stays_where_arrows_reach_and_blades_do_not() -> None:
    state = acting(OSE, "fighter[leather,short bow,arrow,dagger] v 2 orc", "movement", "fighter-1")
    step = chosen(OSE, state, "fighter-1")
    assert isinstance(step, Move)
    orcs = [square_of(state.creatures[f"orc-{n}"]) for n in (1, 2)]
    here = square_of(state.creatures["fighter-1"])
    assert min(distance(step.to, orc) for orc in orcs) > min(distance(here, orc) for orc in orcs)
    assert isinstance(Soldier().act(state, state.creatures["fighter-1"], _offered(OSE, state)), Move)


def _offered(rules: Ruleset, state: State, who: str = "fighter-1") -> Options:
    return play.legal_actions(rules, state, "a", who)


def test_a_swordsman_strikes_whom_he_can_fell() -> None:
    state = acting(OSE, "fighter[sword] v 2 orc", "melee", "fighter-1", gap=1)
    near = {id for id in ("orc-1", "orc-2") if Attack("fighter-1", id, "sword") in _offered(OSE, state)}
    assert near == {"orc-1", "orc-2"}
    for weak in near:
        hurt = state.with_creature(weak, hp=1)
        assert chosen(OSE, hurt, "fighter-1") == Attack("fighter-1", weak, "sword")


def test_the_helpless_are_left_for_later() -> None:
    state = acting(OSE, "fighter[sword] v 2 orc", "melee", "fighter-1", gap=1)
    asleep = state.with_creature("orc-1", hp=1, conditions=(Condition("asleep"),))
    assert chosen(OSE, asleep, "fighter-1") == Attack("fighter-1", "orc-2", "sword")


def test_what_has_no_mind_does_not_look_for_the_weakest() -> None:
    state = acting(OSE, "skeleton v 2 fighter", "melee", "skeleton-1", gap=1)
    first = chosen(OSE, state, "skeleton-1")
    for id in ("fighter-1", "fighter-2"):
        hurt = state.with_creature(id, hp=1, max_hp=8)
        assert chosen(OSE, hurt, "skeleton-1") == first


@pytest.mark.parametrize(("gear", "answer"), [("sword", "no"), ("sword,axe", "yes")])
def test_a_knave_breaks_a_spare_weapon_for_double_dice_and_not_the_last_one(gear: str, answer: str) -> None:
    state = in_step(field(KNAVE, f"knave[{gear}] v ogre", gap=1), "turn", "knave-1", side="a")
    blow = Attack("knave-1", "ogre-1", "sword")
    done = play.resolve(KNAVE, state, "a", blow, Scripted(d20(19))).state
    assert done.prompts[0].question == "power-attack"
    assert Tactician(KNAVE).answer(done, done.prompts[0]) == answer


def test_nobody_is_offered_what_the_game_has_no_word_on() -> None:
    assert OSE.tactics is not None
    state = acting(OSE, "fighter v orc", "melee", "fighter-1", gap=1)
    assert OSE.tactics.hint(state, Done("fighter-1")) is None


def test_the_looks_of_a_foe_are_all_that_a_partys_mind_goes_by() -> None:
    """The figures of a foe do not change what the game tells of an attack on it, as long as it looks the same."""
    party = new_game(OSE, 1).state.party
    state = replace(acting(OSE, "fighter[sword] v orc", "melee", "fighter-1", gap=1), party=party)
    assert party is not None and OSE.tactics is not None
    ours = state.with_creature("fighter-1", side=party.side)
    blow = Attack("fighter-1", "orc-1", "sword")
    told = OSE.tactics.hint(ours, blow)
    tough = ours.with_creature("orc-1", hp=80, max_hp=80, sheet=replace(ours.creatures["orc-1"].sheet, ac=-5))
    assert OSE.tactics.hint(tough, blow) == told
    assert OSE.tactics.hint(replace(tough, party=None), blow) != told


@pytest.mark.parametrize(
    ("system", "gear", "unloaded"),
    [("rampage", "heavy crossbow", RAMPAGE_UNLOADED), ("robs", "crossbow", ROBS_UNLOADED)],
)
def test_a_crossbow_is_loaded_again_before_anybody_is_run_at(system: str, gear: str, unloaded: str) -> None:
    rules = load(system)
    state = acting(rules, f"fighter[{gear}] v orc", "act", "fighter-1")
    empty = state.with_creature("fighter-1", conditions=(Condition(unloaded),))
    assert type(chosen(rules, empty, "fighter-1")).__name__ == "Reload"


def test_a_listing_that_fights_in_no_known_way_is_refused(tmp_path: Path) -> None:
    entry = (Path(listings.__file__).parents[1] / "content/monsters/humanoids.toml").read_text(encoding="utf-8")
    file = tmp_path / "humanoids.toml"
    file.write_text(entry.replace("morale = ", 'fights = ["sideways"]\nmorale = ', 1), encoding="utf-8")
    with pytest.raises(ContentError, match="fights"):
        content.read(file, listings.Monster)


def test_who_paralyses_turns_to_those_who_still_stand() -> None:
    """A ghoul leaves the paralysed lying as long as somebody else can fight, and goes to that one."""
    state = acting(OSE, "ghoul v 2 fighter", "melee", "ghoul-1", gap=1)
    frozen = state.with_creature("fighter-1", hp=1, conditions=(Condition("paralysed"),))
    blow = chosen(OSE, frozen, "ghoul-1")
    assert isinstance(blow, Attack) and blow.target == "fighter-2"
    away = frozen.with_creature("fighter-2", at=(square_of(frozen.creatures["ghoul-1"])[0] + 4, 7))
    assert isinstance(chosen(OSE, away, "ghoul-1"), Done)
    stepping = in_step(away, "movement", "ghoul-1", side="a")
    step = chosen(OSE, stepping, "ghoul-1")
    assert isinstance(step, Move) and distance(step.to, square_of(away.creatures["fighter-2"])) <= 1
    both = frozen.with_creature("fighter-2", conditions=(Condition("paralysed"),))
    assert isinstance(chosen(OSE, both, "ghoul-1"), Attack)
