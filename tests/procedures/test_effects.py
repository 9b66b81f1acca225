"""The register of effects: what is declared, what is carried out, and what content may say."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import Struct

from underkeep.kernel.notation import Expr
from underkeep.procedures import content
from underkeep.procedures.content import ContentError
from underkeep.procedures.effects import Effects, Params, UnfitEffects
from underkeep.procedures.resolution import Resolution
from underkeep.testing import d3
from underkeep.testing.builders import field, scripted
from underkeep.testing.toy import RULESET
from underkeep.world.creature import Harmed


class Burn(Params, frozen=True, tag="burn"):
    damage: Expr


class Soak(Params, frozen=True, tag="soak"):
    pass


Effect = Burn | Soak


class Wand(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    effect: Effect


def burn(do: Resolution, target: str, effect: Burn) -> None:
    amount = do.roll_total(effect.damage, "fire").total
    do.emit(Harmed(target, amount, do.state.creatures[target].hp - amount))


def wand(folder: Path, line: str) -> Wand:
    file = folder / "wands.toml"
    file.write_text(f'[wand]\nname = "Wand"\neffect = {line}\n', encoding="utf-8")
    return content.read(file, Wand)["wand"]


def test_content_names_an_effect_and_its_function_carries_it_out(tmp_path: Path) -> None:
    effects: Effects[str] = Effects(Effect)
    effects(Burn)(burn)
    do = scripted(RULESET, field(RULESET, "hero v rat"), d3(2))
    effects.carry_out(do, "rat-1", wand(tmp_path, '{ effect = "burn", damage = "1d3" }').effect)
    assert do.state.creatures["rat-1"].hp == 1


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ('{ effect = "freeze" }', "freeze"),
        ('{ effect = "burn" }', "damage"),
        ('{ effect = "burn", damage = "lots" }', "lots"),
        ('{ effect = "soak", depth = 3 }', "depth"),
    ],
)
def test_what_content_gets_wrong_is_named(tmp_path: Path, line: str, complaint: str) -> None:
    with pytest.raises(ContentError, match=rf"wands.toml, line 3, \[wand\] effect.*{complaint}"):
        wand(tmp_path, line)


def test_an_effect_that_nothing_carries_out_is_told() -> None:
    effects: Effects[str] = Effects(Effect)
    effects(Burn)(burn)
    assert Soak() not in effects
    with pytest.raises(UnfitEffects, match="Nothing carries out Soak"):
        effects.check()


def test_only_what_is_declared_is_registered_and_only_once() -> None:
    effects: Effects[str] = Effects(Burn)
    with pytest.raises(UnfitEffects, match="Soak is not declared"):
        effects(Soak)
    effects(Burn)(burn)
    with pytest.raises(UnfitEffects, match="twice"):
        effects(Burn)(lambda do, target, effect: None)
