"""Every condition that the game lays on a creature is asked for somewhere, and does what its name says."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, get_args

import pytest
from msgspec.structs import fields, replace
from tests.rules.knave.casting import cast, underground
from tests.rules.knave.scenes import (
    RULESET,
    act,
    carrying,
    delvers,
    has,
    lead,
    on_sheet,
    refused,
    scene,
    the,
    under,
)

import underkeep.systems.knave as knave
from underkeep.kernel.dice import Seeded
from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.procedures.time import pass_time
from underkeep.systems.knave.attacks import afflictions
from underkeep.systems.knave.basics import compendium, spell_conditions
from underkeep.systems.knave.basics.sheet import Tie, sheet
from underkeep.systems.knave.basics.spell_listings import Bind
from underkeep.systems.knave.checks import hazards
from underkeep.systems.knave.checks.checks import check
from underkeep.systems.knave.checks.holds import BreakFree, seize
from underkeep.systems.knave.magic import potions
from underkeep.testing import d6, d20, rule
from underkeep.testing.builders import scripted
from underkeep.world.condition import Condition
from underkeep.world.creature import CheckRolled, Died
from underkeep.world.dungeon import Group, Hoard, Spot
from underkeep.world.encounter import Encounter
from underkeep.world.gear import Item
from underkeep.world.party import PartyWent
from underkeep.world.state import State

FROM_CONTENT = {"condition", "effect.bond", "effect.condition", "effect.disease", "bond", "CONDITION[name]"}
"""What a condition's name is taken from where it is not a constant: fields that the content fills."""
JUST_ENDED = {"OF_THE_FIGHT", "TIMED"}
"""Lists of conditions that say when they end, not what they do."""
ASIDE = {
    "out-of-time": "Who has it is off the field; the working on the caster's sheet brings it back.",
}


@cache
def modules() -> tuple[tuple[ModuleType, ast.Module], ...]:
    root = Path(str(knave.__file__)).parent
    found = []
    for path in sorted(root.rglob("*.py")):
        parts = (knave.__name__, *path.relative_to(root).with_suffix("").parts)
        module = import_module(".".join(part for part in parts if part != "__init__"))
        found.append((module, ast.parse(path.read_text(encoding="utf-8"))))
    return tuple(found)


def value(module: ModuleType, node: ast.expr) -> Any:
    """What a constant expression is worth, of a text put together its beginning; None for anything else."""
    if isinstance(node, ast.JoinedStr):
        first = node.values[0]
        node = first.value if isinstance(first, ast.FormattedValue) else first
    if isinstance(node, ast.Constant):
        return node.value
    if not isinstance(node, ast.Name | ast.Attribute | ast.Tuple | ast.Set | ast.BinOp):
        return None
    try:
        return eval(compile(ast.Expression(node), "", "eval"), {**module.__dict__, "__builtins__": {}})
    except (NameError, AttributeError, TypeError, KeyError):
        return None


def called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def calls() -> Iterator[tuple[ModuleType, ast.Call, str]]:
    for module, tree in modules():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                yield module, node, called(node)


def names(found: Any) -> set[str]:
    if isinstance(found, str):
        return {found}
    if isinstance(found, tuple | set | frozenset | dict):
        return {x for x in found if isinstance(x, str)}
    return set()


@cache
def laid() -> frozenset[str]:
    """Every condition that code or content lays on somebody."""
    strikes = [s for m in compendium.monsters().values() for routine in m.attacks for s in routine.strikes]
    uses = [use.effect for spell in compendium.spells().values() for use in spell.uses]
    found = {p.effect.condition for p in potions.potions().values() if isinstance(p.effect, potions.Become)}
    found |= {effect.bond for effect in uses if isinstance(effect, Bind)}
    found |= {bond for monster in compendium.monsters().values() for bond in monster.begins}
    found |= {s.effect.disease for s in strikes if isinstance(s.effect, compendium.Infect)}
    found |= {"stunned", "blinded", "prone"}
    for module, node, name in calls():
        index = {"Condition": 0, "bestow": 2}.get(name)
        if index is None:
            continue
        told = value(module, node.args[index])
        if told is None:
            assert ast.unparse(node.args[index]) in FROM_CONTENT, ast.unparse(node)
        else:
            found |= names(told)
    return frozenset(found)


@cache
def asked_for() -> frozenset[str]:
    """Every condition that some code asks for by name."""
    found: set[str] = set()
    for module, tree in modules():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and called(node) in ("condition", "startswith", "level_of"):
                found |= {name for arg in node.args for name in names(value(module, arg))}
            elif isinstance(node, ast.Compare) and not ast.unparse(node.left).endswith(".kind"):
                sides = [side for side in (node.left, *node.comparators) if ast.unparse(side) not in JUST_ENDED]
                found |= {name for side in sides for name in names(value(module, side))}
            elif isinstance(node, ast.comprehension):
                found |= names(value(module, node.iter))
    return frozenset(found)


def qualities_asked_for() -> set[str]:
    found = {str(value(m, n.args[-1])) for m, n, name in calls() if name in ("is_so", "named") and n.args}
    for _, tree in modules():
        found |= {n.attr for n in ast.walk(tree) if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Load)}
    return found


def does_something(name: str) -> bool:
    bond = spell_conditions.bonds().get(name)
    unlike = [f.name for f in fields(spell_conditions.Bond) if bond is not None and getattr(bond, f.name) != f.default]
    return any(quality not in ("ends_on", "is_illusion") for quality in unlike)


def test_a_good_many_are_found() -> None:
    assert {"invisible", "flying", "poisoned", "mummy rot", "webbed", "imprisoned", "hung over", "drunk"} <= laid()
    assert len(laid()) > 70


@pytest.mark.parametrize("name", sorted(laid()))
def test_every_condition_is_asked_for(name: str) -> None:
    read = does_something(name) or name in asked_for() or name in afflictions.diseases()
    assert read != (name in ASIDE), f"Nothing asks whether somebody is {name}."


def test_every_quality_of_a_bond_is_asked_for() -> None:
    assert {f.name for f in fields(spell_conditions.Bond)} <= qualities_asked_for()


def test_every_way_to_end_a_bond_comes_about() -> None:
    ends = {value(m, n.args[2]) for m, n, name in calls() if name == "break_bonds"}
    assert set(get_args(spell_conditions.EndsOn)) <= ends


def test_every_bond_is_laid_on_somebody() -> None:
    assert set(spell_conditions.bonds()) <= laid()


# What they do


@pytest.mark.parametrize(("id", "name"), [("hero-1", "babbling"), ("orc-1", "deaf")])
def test_the_mute_and_the_deaf_do_not_talk(id: str, name: str) -> None:
    state = running()
    assert not refused(state, a.Parley("hero-1", "talk"))
    assert refused(under(state, id, name), a.Parley("hero-1", "talk"))


def test_a_voice_gives_a_disguise_away() -> None:
    talked = lead(running("disguised"), a.Parley("hero-1", "passage"), d20(1))
    assert not talked.state.creatures["hero-1"].conditions


def ill(name: str, seconds: int = 600) -> State:
    state = delvers()
    return state.with_creature("hero-1", conditions=(Condition(name, state.now + seconds),))


@pytest.mark.parametrize("name", ["poisoned", "mummy rot", "rat fever"])
def test_poison_and_disease_kill_when_their_time_is_up(name: str) -> None:
    do = scripted(RULESET, ill(name))
    pass_time(do, 599, "waiting")
    assert do.state.creatures["hero-1"].status == "up"
    pass_time(do, 1, "waiting")
    assert the(do, Died).creature == "hero-1"  # type: ignore[attr-defined]


def test_lycanthropy_makes_a_beast() -> None:
    do = scripted(RULESET, ill("lycanthropy"))
    pass_time(do, 600, "waiting")
    assert do.state.creatures["hero-1"].status == "fled" and not has(do, Died)
    assert do.state.party is not None and do.state.party.members == ("hero-2",)


def test_a_healing_potion_drives_out_poison() -> None:
    state = ill("poisoned")
    state = carrying(state, "hero-1", potions.bottle(state, "healing"))
    drunk = lead(state, potions.Quaff("hero-1", state.creatures["hero-1"].items[0].kind), *d6(1, 1))
    assert not drunk.state.creatures["hero-1"].conditions


@rule("knave:hazard.falling.damage")
@pytest.mark.parametrize("bond", ["flying", "hovering", "weightless", "bird-form"])
def test_what_flies_does_not_fall(bond: str) -> None:
    do = scripted(RULESET, under(delvers(), "hero-1", bond))
    hazards.fall(do, "hero-1", 20)
    assert not do.events
    hurt = scripted(RULESET, delvers(), *d6(3, 4))
    hazards.fall(hurt, "hero-1", 20)
    assert len(hurt.events) > 0


@rule("knave:task.check.advantage")
def test_might_helps_checks_of_strength_alone() -> None:
    for ability, total in (("STR", 15), ("DEX", 10)):
        do = scripted(RULESET, under(delvers(), "hero-1", "mighty"), d20(10))
        assert check(do, "hero-1", ability, "trying").total == total


@pytest.mark.parametrize("bond", ["ooze-form", "smoke-form", "mouse-sized"])
def test_what_squeezes_slips_out_of_any_hold(bond: str) -> None:
    held = scripted(RULESET, under(scene("knave v ogre"), "knave-1", bond))
    seize(held, "knave-1", "ogre-1", "restrained")
    free = act(held.state, BreakFree("knave-1"))
    assert not sheet(free.state.creatures["knave-1"]).held_by and not has(free, CheckRolled)
    webbed = act(under(scene("knave v ogre"), "knave-1", bond, "webbed"), BreakFree("knave-1"))
    assert webbed.state.creatures["knave-1"].condition("webbed") is None


def test_who_senses_magic_finds_it_on_the_way() -> None:
    state = underground("detect-magic")
    assert state.dungeon is not None
    book, gold = Item("spellbook:sleep", "Book"), Item("coin", "Coins", count=9)
    hoards = {"book": Hoard("book", "1-p1", (book,), hidden=True), "gold": Hoard("gold", "1-p1", (gold,), hidden=True)}
    state = replace(state, dungeon=replace(state.dungeon, hoards=hoards))
    sensing = cast(state, "detect-magic", by="hero-1").state
    for start, found in ((sensing, True), (state, False)):
        do = scripted(RULESET, start)
        do.emit(PartyWent("dungeon", Spot(1, (4, 2), "1-p1"), "opening-1"))
        assert do.state.dungeon is not None
        assert [h.hidden for h in do.state.dungeon.hoards.values()] == [not found, True]


def running(*conditions: str, admired: bool = False) -> State:
    """A party of one at the entrance, before orcs who mean harm."""
    state = delvers(1)
    other = scene("knave v orc")
    orc = replace(other.creatures["orc-1"], side="monsters", at=None)
    assert state.dungeon is not None
    group = Group("orcs", state.dungeon.entrance.area, "orc", 1, members=("orc-1",))
    state = replace(
        state,
        creatures={**state.creatures, "orc-1": orc},
        dungeon=replace(state.dungeon, groups={"orcs": group}),
        encounter=Encounter("orcs", ("orc-1",), 30, attitude="threatening", began=state.now),
    )
    state = on_sheet(state, "hero-1", ties=(Tie("admirers"),)) if admired else state
    return under(state, "hero-1", *conditions)


@rule("knave:downtime.carousing.mishap-06")
@pytest.mark.parametrize(
    ("conditions", "admired", "modifier"),
    [((), False, 0), ((), True, -5), (("invisible",), False, 5), (("shrouded",), False, 5)],
)
def test_admirers_spoil_an_escape_and_the_unseen_get_away(
    conditions: tuple[str, ...], admired: bool, modifier: int
) -> None:
    done = play.resolve(RULESET, running(*conditions, admired=admired), "player", a.Evade(), Seeded(1))
    roll = next(e for e in done.events if isinstance(e, CheckRolled) and e.what == "getting away").roll
    assert sum(m.amount for m in roll.modifiers if m.source in ("admirers", "nobody sees them")) == modifier
