"""The world of a campaign: its genre, its magic, rules of the house, the books that it is made of."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.rules.ose.below import below
from tests.rules.ose.scene import ORC, F, every, first, hit, making, scene

from underkeep.errors import UnderkeepError
from underkeep.kernel.dice import Scripted
from underkeep.kernel.notation import parse
from underkeep.kernel.prompt import Asked, Ruled, Standing
from underkeep.procedures import content
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.systems.ose.basics import setting
from underkeep.systems.ose.basics.rulings import RulingKept
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.encounters import modules, wandering_monsters
from underkeep.systems.ose.encounters.modules import COMBINE, CUSTOM, Module
from underkeep.systems.ose.equipment import magic_items, treasure, treasure_settings
from underkeep.systems.ose.equipment.treasure import Entry
from underkeep.systems.ose.equipment.treasure_settings import Placing
from underkeep.systems.ose.exploration import scenarios
from underkeep.systems.ose.magic.memorising import Memorise
from underkeep.systems.ose.monsters.listings import Monster
from underkeep.systems.ose.referee.world_settings import HouseRuleAgreed, why_not_memorise
from underkeep.systems.ose.ruleset import RULESET
from underkeep.table.new_game import Plan, new_game
from underkeep.testing import d6, d20, die, rule
from underkeep.world.creature import AttackRolled


def game(*kinds: str, human: bool = False, seed: int = 3, **rulings: str) -> Resolution:

    ruled = {f"ose:referee.{id.replace('__', '.').replace('_', '-')}": choice for id, choice in rulings.items()}
    members = tuple(Recruit(kind) for kind in kinds or ("fighter", "magic-user"))
    return new_game(RULESET, seed, Plan(len(members), members, levels=1, rulings=ruled, human_referee=human))


def judged(do: Resolution, rule: str) -> tuple[str, str]:
    found = next(e for e in do.events if isinstance(e, Ruled) and e.question == rule)
    return found.choice, found.by


@rule(setting.GENRE)
def test_a_genre_changes_the_armour_class_of_the_unarmoured() -> None:
    plain, light = game("fighter"), game("fighter", genre_override="swashbuckling")
    assert sheet(plain.state.creatures["hero-1"]).ac == 9
    assert sheet(light.state.creatures["hero-1"]).ac == 8
    assert judged(plain, setting.GENRE) == ("fantasy", "default")
    assert setting.genre(light.state).name == "Cloak and dagger"
    with pytest.raises(UnderkeepError, match="is no ruling on ose:referee"):
        game("fighter", genre_override="opera")


@rule(setting.ELEMENTS)
def test_where_magic_is_lost_nobody_has_spells() -> None:
    plain, lost = game("magic-user"), game("magic-user", setting__elements="a lost art")
    assert sheet(plain.state.creatures["hero-1"]).memorised and not sheet(lost.state.creatures["hero-1"]).memorised
    assert not sheet(lost.state.creatures["hero-1"]).spell_book
    memorise = Memorise("hero-1", ("Sleep",))
    refusal = why_not_memorise(lost.state, memorise)
    assert refusal is not None and refusal.rule == setting.ELEMENTS
    assert why_not_memorise(plain.state, memorise) is None
    assert judged(plain, setting.ELEMENTS) == ("for all", "default")
    of_genre = game("magic-user", genre_override="twilight")
    assert judged(of_genre, setting.ELEMENTS) == ("a lost art", "default")
    assert not sheet(of_genre.state.creatures["hero-1"]).memorised


@rule(setting.ELEMENTS)
def test_where_magic_is_lost_there_are_no_spell_scrolls() -> None:
    def found(has_scrolls: bool) -> list[str]:
        do = Resolution(making(), Scripted(die(8, 1)), RULESET)
        entry = Entry(parse("1"), "scroll")
        how = replace(Placing(), has_scrolls=has_scrolls)
        return [item.kind for item in treasure._things(do, entry, 1, how, Fraction(1))]

    assert found(True) == ["scroll-of-1-spell"] and found(False) == []
    state = game("fighter", setting__elements="a lost art").state
    assert not treasure_settings.read(state, {}).has_scrolls and treasure_settings.read(below(), {}).has_scrolls


@rule(setting.HOUSE)
def test_a_rule_of_the_house_takes_effect_and_is_told() -> None:
    agreed = game("fighter", house_rules=setting.NO_NATURALS)
    assert first(agreed, HouseRuleAgreed).text == setting.NO_NATURALS
    assert first(agreed, RulingKept).choice == setting.NO_NATURALS
    written = game("fighter")
    assert not every(written, HouseRuleAgreed) and judged(written, setting.HOUSE) == ("as written", "default")


@rule(setting.HOUSE, "ose:referee.fairness")
def test_natural_rolls_count_for_everybody_unless_the_table_drops_them() -> None:
    state = scene("fighter[sword] v orc", switches=("thac0-direct",))
    state = state.with_creature(F, sheet=_with_ac(state, F, -9)).with_creature(ORC, sheet=_with_ac(state, ORC, -9))
    for by, on, weapon in ((F, ORC, "sword"), (ORC, F, "weapon")):
        struck = first(hit(state, d20(20), d6(3), by=by, on=on, weapon=weapon), AttackRolled)
        assert struck.hit and "ose:referee.fairness" in struck.rule

    dropped = replace(state, standing={setting.HOUSE: Standing("always", setting.NO_NATURALS)})
    thac0 = sheet(state.creatures[F]).thac0
    assert thac0 + 9 > 20
    missed = first(hit(dropped, d20(20)), AttackRolled)
    assert not missed.hit and setting.HOUSE in missed.rule


def _with_ac(state, id: str, ac: int):

    return replace(sheet(state.creatures[id]), ac=ac)


@rule("ose:referee.modules.kinds")
def test_a_game_has_modules_of_five_kinds() -> None:
    assert [m.kind for m in modules.modules().values()][:5] == ["core", "genre", "spells", "monsters", "treasures"]
    few = {id: m for id, m in modules.modules().items() if m.kind != "genre"}
    with pytest.raises(UnderkeepError, match="No module is loaded for: genre"):
        modules.told(few)
    assert "monsters: Monsters, Wild beasts below, Vermin" in modules.told(modules.in_use({}))
    assert "core: Core rules; genre:" in first(game("fighter"), modules.ModulesUsed).books


@rule(COMBINE, CUSTOM)
def test_modules_add_up_and_those_of_the_group_count_as_others_do() -> None:
    assert modules.haunting({}, 1) == ("giant-rat", "giant-ferret")
    assert modules.haunting({CUSTOM: "left out"}, 1) == ()
    assert modules.haunting({CUSTOM: "left out"}, 2) == ("boar",)
    assert modules.haunting({}, 2) == ("boar", "giant-bat")
    assert modules.haunting({COMBINE: "one of each kind"}, 2) == ()
    core = Module("Core", "core", "")
    assert list(modules.in_use({COMBINE: "one of each kind"}, {"a": core, "b": core})) == ["a"]
    listed = scenarios.monster_list(game("fighter").state.dungeon, 1)
    assert {"giant-rat", "giant-ferret"} <= set(listed)
    without = game("fighter", modules__custom="left out")
    assert "giant-ferret" not in scenarios.monster_list(without.state.dungeon, 1)
    assert judged(without, CUSTOM) == ("left out", "referee")


GOOSE = """
[cellar-goose]
name = "Cellar goose"
ac = 7
hd = "1"
attacks = [[{ name = "beak", damage = "1d3" }]]
movement_feet = { walk = 60 }
save_as = "1"
morale = 10
alignments = ["Neutral"]
number = { dungeon = "2d4", lair = "3d6" }
treasure = "None"
rule = "ose:monster.stat-block"
"""


@rule(CUSTOM, COMBINE)
def test_modules_of_ones_own_are_read_like_the_rest_and_win_over_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package, folder = "underkeep.systems.ose", tmp_path / "ose" / "monsters"
    folder.mkdir(parents=True)
    (folder / "fowl.toml").write_text(GOOSE)
    (folder / "stronger.toml").write_text(GOOSE.replace("cellar-goose", "orc").replace("ac = 7", "ac = 2"))
    before = content.load(package, "monsters", Monster)
    monkeypatch.setattr(content, "_packs", [tmp_path])
    after = content.load(package, "monsters", Monster)
    assert set(after) == {*before, "cellar-goose"}
    assert (before["orc"].ac, after["orc"].ac) == (6, 2)
    (folder / "fowl.toml").write_text("[x]\nname = 3")
    with pytest.raises(content.ContentError, match=r"fowl.toml, line 2, \[x\] name"):
        content.load(package, "monsters", Monster)


@rule("ose:referee.preparation")
def test_a_game_begins_with_a_planned_adventure_and_its_map() -> None:
    done = game("fighter")
    planned = next(e for e in done.events if "ose:referee.preparation" in e.rule)
    assert planned.step == "scenario" and planned.what == done.state.dungeon.notes["scenario"]
    assert done.state.dungeon.areas and done.state.dungeon.levels


@rule("ose:referee.balance")
def test_risk_and_reward_go_together_unless_the_referee_wants_more_of_one() -> None:

    state = below()
    how = [treasure_settings.read(state, {"ose:referee.balance": x}) for x in ("balanced", "more peril", "more reward")]
    assert [(h.levels_deeper, h.treasure) for h in how] == [(0, 1), (1, 1), (0, Fraction(2))]
    asked = [e.prompt.question for e in game("fighter", human=True).events if isinstance(e, Asked)]
    assert {"ose:referee.balance", setting.GENRE, setting.ELEMENTS, setting.HOUSE, COMBINE, CUSTOM} <= set(asked)


@rule("ose:referee.challenge")
def test_a_dungeon_for_a_party_of_high_level_begins_at_that_level() -> None:

    def made(level: int, **rulings: str) -> Resolution:
        ruled = {f"ose:referee.{id}": choice for id, choice in rulings.items()}
        return new_game(RULESET, 3, Plan(1, (Recruit("fighter", level),), levels=2, rulings=ruled))

    done = made(8)
    how = treasure_settings.read(done.state, done.state.dungeon.notes)
    assert (how.levels_deeper, how.as_deep) == (7, 7)
    assert judged(done, "ose:referee.challenge") == ("by the party's level", "default")
    first_level = set(scenarios.monster_list(done.state.dungeon, 1))
    assert first_level == {*wandering_monsters.found_at(8), *modules.haunting({}, 8)}
    by_map = made(8, challenge="by the map's levels")
    assert treasure_settings.read(by_map.state, by_map.state.dungeon.notes).as_deep == 0
    assert not any(e.question == "ose:referee.challenge" for e in every(made(7), Ruled))


@rule("ose:referee.describe.magic-items")
def test_magic_is_described_and_not_named() -> None:

    do = Resolution(making(), Scripted(die(100, 1)), RULESET)
    (found,) = magic_items.roll_item(do, "sword", "expert")
    assert magic_items.magic_items()[found.kind].name != found.name == magic_items.magic_items()[found.kind].looks
