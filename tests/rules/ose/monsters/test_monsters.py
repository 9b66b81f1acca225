from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace
from tests.rules.ose.scene import every, make, making, scene, table

from underkeep.kernel.dice import Scripted
from underkeep.kernel.prompt import Ruled
from underkeep.procedures.content import ContentError, read
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.systems.ose.basics.sheet import Service, sheet
from underkeep.systems.ose.monsters import listings as book
from underkeep.systems.ose.monsters.listings import is_person, monsters, saves_as, thac0_by_hit_dice, xp_award
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d4, d6, d8, rule


def listing(text: str, tmp_path):
    file = tmp_path / "beasts.toml"
    file.write_text(text)
    return read(file, book.Monster)


WHOLE = """
[mole]
name = "Mole"
ac = 7
hd = "1"
attacks = [[{ name = "bite", damage = "1d4" }]]
movement_feet = { walk = 60 }
save_as = "1"
morale = 6
alignments = ["Neutral"]
number = { dungeon = "1d6", lair = "2d6" }
treasure = "None"
rule = "ose:monster.stat-block"
"""


@rule("ose:monster.stat-block", "ose:alignment.choice-required")
@pytest.mark.parametrize("line", [x.partition(" ")[0] for x in WHOLE.splitlines()[2:]])
def test_a_listing_lacks_nothing(line, tmp_path):
    assert listing(WHOLE, tmp_path)["mole"].name == "Mole"
    with pytest.raises(ContentError, match=line):
        listing("\n".join(x for x in WHOLE.splitlines() if not x.startswith(f"{line} ")), tmp_path)


@rule("ose:monster.stat-block")
def test_effects_and_traits_must_be_known(tmp_path):
    for bad in ('effects = [{ effect = "sneezing" }]', 'effects = [{ effect = "hug" }]'):
        with pytest.raises(ContentError, match=r"beasts\.toml, line 6, \[mole\] attacks"):
            listing(WHOLE.replace('damage = "1d4"', f'damage = "1d4", {bad}'), tmp_path)


@rule("ose:alignment.three")
def test_alignments_are_three(tmp_path):
    with pytest.raises(ContentError, match="Lawful, Neutral and Chaotic"):
        listing(WHOLE.replace('"Neutral"', '"Good"'), tmp_path)


@rule("ose:monster.thac0.by-hd", "ose:monster.thac0.listed")
def test_thac0_by_hit_dice():
    for above, most, thac0, _ in table("monster.thac0")[1:]:
        if most != "and more":
            assert thac0_by_hit_dice(most) == thac0
        if above != "0":
            assert thac0_by_hit_dice(f"{above}+1") == thac0
    assert [thac0_by_hit_dice(hd) for hd in ("1", "1+1", "2", "8", "9+1", "25", "1-1", "1/2")] == [
        *(19, 18, 18, 12, 11, 5, 19, 19)
    ]


@rule("ose:monster.normal-human", "ose:save.tables.monsters")
def test_normal_humans():
    own = sheet(make("normal-human")[0])
    assert own.thac0 == 20
    assert tuple(own.saves.values()) == (14, 15, 16, 17, 18)


@rule("ose:save.tables.monsters", "ose:monster.saves.save-as", "ose:combat.class-saves")
def test_monster_saves():
    for least, most, *saves in table("save.monsters"):
        for hd in {least, min(most, 30)} - {0}:
            assert list(saves_as(str(hd)).values()) == saves
    assert saves_as("NH")["death"] == 14
    assert saves_as("3+1") == saves_as("3")
    assert tuple(saves_as("Dwarf 1").values()) == (8, 9, 10, 13, 12)
    assert monsters()["black-bear"].hd == "4"
    assert sheet(make("black-bear")[0]).saves == saves_as("2") == saves_as("1")


@rule("ose:monster.saves.abbreviations")
def test_saves_are_printed_by_their_letters():
    rows = dict(RULESET.card(making(), make("orc")[0]).sections[0][1])
    assert rows["Saves"] == "D12 W13 P14 B15 S16 (1)"


def test_who_is_hired_is_told_of_as_a_person_and_not_as_an_entry_of_the_book():
    state, orc = making(), make("orc")[0]
    assert "Number appearing" in dict(RULESET.card(state, orc).sections[0][1])
    hired = replace(orc, sheet=replace(sheet(orc), service=Service(orc.id, 1, 50, 7)))
    told = dict(RULESET.card(replace(state, creatures={orc.id: hired}), hired).sections[0][1])
    assert not {"Number appearing", "Treasure", "XP"} & set(told)


def hit_points(kind: str, *faces: int) -> int:
    done = Resolution(making(), Scripted(*faces), RULESET)
    creature = RULESET.recruit(done, Recruit(kind), f"{kind}-1", "b")
    done.dice.finish()
    return creature.hp


@rule("ose:monster.hd.d8", "ose:dice.sum")
def test_hit_dice_are_eight_sided():
    assert hit_points("boar", *d8(4, 5, 6)) == 15


@rule("ose:monster.hd.modifier", "ose:dice.flat-modifier")
def test_the_modifier_counts_once():
    assert hit_points("wolf", *d8(1, 1)) == 4
    assert hit_points("goblin", d8(5)) == 4
    assert hit_points("goblin", d8(1)) == 1


@rule("ose:monster.hd.fraction")
def test_less_than_one_hit_die():
    assert hit_points("giant-rat", d4(4)) == 4
    assert book.hit_point_dice("1/2").text == "1d4"
    assert book.hit_point_dice("1hp").text == "1"


@rule(
    "ose:xp.monsters.base",
    "ose:xp.monsters.bonus",
    "ose:xp.monsters.above-21",
    "ose:monster.hd.asterisks",
    "ose:monster.xp",
)
def test_experience_awards():
    for hd, base, bonus in table("xp.monsters"):
        least = "1/2" if hd == "less than 1" else hd.partition("-")[0]
        least = least.replace("+", "+1")
        assert (xp_award(least, 0), xp_award(least, 2)) == (base, base + 2 * bonus), hd
    assert (xp_award("2", 0), xp_award("2+2", 0)) == (20, 25)
    assert [xp_award(hd, 1) - xp_award(hd, 0) for hd in ("22", "23")] == [2250, 2500]
    assert (xp_award("22", 0), xp_award("23", 0), xp_award("4", 2)) == (2750, 3000, 175)


@rule("ose:xp.monsters.above-21")
def test_a_listing_beyond_the_table():
    assert "ose:xp.monsters.above-21" in book.behind(book.monsters()["giant-roc"])
    assert "ose:xp.monsters.above-21" not in book.behind(replace(book.monsters()["giant-roc"], hd="21"))
    assert xp_award("21", 0) == 2500


# A second transcription of some listings: AC, THAC0, movement, morale, XP.
SOME = {
    "bandit": (6, 19, 120, 8, 10),
    "berserker": (7, 18, 120, 12, 19),
    "bugbear": (5, 16, 90, 9, 50),
    "gargoyle": (5, 16, 150, 11, 75),
    "ghoul": (6, 18, 90, 9, 25),
    "giant-rat": (7, 19, 120, 8, 5),
    "giant-roc": (0, 5, 480, 10, 6250),
    "sheep": (9, 19, 120, 2, 5),
    "gnoll": (5, 18, 90, 8, 20),
    "goblin": (6, 19, 60, 7, 5),
    "hobgoblin": (6, 18, 90, 8, 15),
    "kobold": (7, 19, 60, 6, 5),
    "ogre": (5, 15, 90, 10, 125),
    "orc": (6, 19, 120, 6, 10),
    "skeleton": (7, 19, 60, 12, 10),
    "wolf": (7, 17, 180, 6, 25),
    "zombie": (8, 18, 60, 12, 20),
}


@rule("ose:monster.stat-block", "ose:monster.thac0.listed", "ose:monster.xp", "ose:monster.movement")
@pytest.mark.parametrize("kind", list(SOME))
def test_listings(kind):
    own = sheet(make(kind)[0])
    assert (own.ac, own.thac0, own.movement_feet, own.morale, own.xp_award) == SOME[kind]


@rule("ose:monster.movement")
def test_a_flier_uses_its_wings():
    bat = monsters()["giant-bat"]
    assert (bat.movement_feet, bat.speed_feet) == ({"walk": 30, "flying": 180}, 180)
    rows = dict(RULESET.card(making(), make("giant-bat")[0]).sections[0][1])
    assert rows["Movement"] == "30 ft (10 ft) walk / 180 ft (60 ft) flying"


@rule("ose:monster.alignment")
def test_any_alignment_is_rolled_or_chosen():
    found = []
    for face in range(1, 7):
        done = Resolution(making(), Scripted(d8(4), d6(face)), RULESET)
        found.append(sheet(RULESET.recruit(done, Recruit("trader"), "trader-1", "b")).alignment)
    assert found == ["Lawful", "Lawful", "Neutral", "Neutral", "Chaotic", "Chaotic"]
    assert every(done, Ruled)[0].choice == "roll"
    assert sheet(make("trader", alignment="Chaotic")[0]).alignment == "Chaotic"


@rule("ose:monster.persons")
def test_persons():
    """Example monster.example.person-limit."""
    people = scene("fighter + ogre + orc + normal human v hill giant + wolf + minotaur")
    assert {id for id, c in people.creatures.items() if is_person(c)} == {
        "fighter-1",
        "ogre-1",
        "orc-1",
        "normal-human-1",
    }
    assert monsters()["ogre"].hd == "4+1"


def test_there_is_plenty():
    assert len(monsters()) >= 240
    assert [kind for kind, m in monsters().items() if Fraction(m.speed_feet) <= 0] == ["yellow-mould"]


def test_names_are_readable_and_unique():
    state = scene("2 orc v 2 orc")
    assert sorted(c.name for c in state.creatures.values()) == ["Orc A1", "Orc A2", "Orc B1", "Orc B2"]
