"""Content is tried whole: whatever is wrong with a file gets one sentence with its file, line and field."""

import json
import os
from fnmatch import fnmatch
from pathlib import Path
from time import process_time
from typing import NamedTuple

import msgspec
import pytest
from click.testing import CliRunner, Result

from underkeep import systems
from underkeep.procedures import content
from underkeep.procedures.content_lines import Lines
from underkeep.rulebook import content_check
from underkeep.rulebook.content_limits import Limits, limits
from underkeep.rulebook.shelves import shelves
from underkeep.systems.ose.monsters.listings import Monster
from underkeep.terminal.main import underkeep

GOOSE = """\
[cellar-goose]
name = "Cellar goose"
ac = 7
hd = "1+1"
attacks = [
  [{ name = "beak", damage = "1d3", effects = [{ effect = "poison", save_bonus = 2 }] }],
  [{ name = "wings", damage = "1d2", count = 2 }],
]
movement_feet = { walk = 60, flying = 90 }
save_as = "1"
morale = 10
alignments = ["Neutral"]
number = { dungeon = "2d4", lair = "3d6" }
treasure = "None"
size = "small"
mind = "animal"
rule = "ose:monster.stat-block"
"""
HAMMER = """\
[cellar-hammer]
name = "Cellar hammer"
cost_gp = 5
weight_coins = 50
damage = "1d6"
qualities = ["blunt", "melee"]
rule = "ose:combat.damage.variable"

[mallet]
name = "Mallet"
cost_gp = 1
weight_coins = 30
damage = "1d4"
qualities = ["blunt", "melee"]
rule = "ose:combat.damage.variable"
range = { short_feet = 10, medium_feet = 20, long_feet = 30 }
"""
CELLARS = """\
[cellars]
from_level = 1
rule = "ose:encounter.wandering.table"
entries = [
  { kinds = ["cellar-goose"], number = "1d8" },
  { kinds = ["goblin", "orc"], number = "2d4" },
"""
CELLARS += '  { kinds = ["giant-rat"], number = "3d6" },\n' * 18 + "]\n"
FIGHTER = Path(content_check.__file__).parents[1] / "systems/ose/content/classes/fighter.toml"
CLASS = FIGHTER.read_text(encoding="utf-8").split("\n\n", 1)[1]
HAG = """\
[marsh-hag]
name = "Marsh Hag"
hd = 3
hit_dice = "3d8"
ac = 6
movement_in = 9
size = "M"
morale = 8
alignments = ["chaotic"]
attacks = [{ name = "claw", damage = "1d6", count = 2 }]
hd_basis = "book"
"""
SPARK = """\
[spark]
name = "Spark"
realm = "Fire"
level = 1
basis = "book"
range = 12
effects = [{ effect = "blast", damage = "1d6+1", save = "half" }]
"""
EEL = """\
[cellar-eel]
name = "Cellar eel"
scale = -2
level = 1
attributes = { STR = 0, DEX = 1 }
hp = 6
movement_scale = 0
lawfulness = 0
xp = 2
gear = ["dagger"]
attacks = [{ name = "bite", odf = 1 }]
traits = [{ effect = "swimmer" }, { effect = "poison", difficulty = 1, amount = "2" }]
"""
CAT = """\
[cellar-cat]
name = "Cellar cat"
level = 1
hp = 3
move_feet = 40
morale = 5
attacks = [{ name = "claws", strikes = [{ name = "claws", damage = "1d4" }] }]
gaze = { ability = "CON" }
sort = "animal"
armour_points = 0
"""
FILES = {
    "ose/monsters/fowl.toml": GOOSE,
    "ose/gear/weapons/tools.toml": HAMMER,
    "ose/encounters/cellars.toml": CELLARS,
    "ose/classes/cooper.toml": CLASS.replace("[fighter", "[cooper").replace('"Fighter"', '"Cooper"'),
    "rampage/monsters/bestiary.toml": HAG,
    "rampage/spells/fire.toml": SPARK,
    "robs/monsters/water.toml": EEL,
    "knave/monsters/cats.toml": CAT,
}
FOWL, TOOLS, TABLE, COOPER, BESTIARY, FIRE, WATER, CATS = FILES


class Damage(NamedTuple):
    """What is put for what in a file, and where the sentence says so: line, entry and field, words of the problem."""

    file: str
    old: str
    new: str
    line: int
    where: str
    said: str


KINDS = {
    # What is no TOML
    "a quote is missing": Damage(FOWL, '"Cellar goose"', '"Cellar goose', 2, "[cellar-goose] name", "not TOML"),
    "an equals sign is missing": Damage(FOWL, "ac = 7", "ac 7", 3, "[cellar-goose] ac", "not TOML"),
    "a value is missing": Damage(FOWL, "ac = 7", "ac =", 3, "[cellar-goose] ac", "not TOML"),
    "a bracket is missing": Damage(FOWL, '["Neutral"]', '["Neutral"', 13, "[cellar-goose] number", "not TOML"),
    "a heading is not closed": Damage(FOWL, "[cellar-goose]", "[cellar-goose", 1, "[cellar-goose]", "not TOML"),
    "a field stands there twice": Damage(FOWL, "ac = 7", "ac = 7\nac = 8", 4, "[cellar-goose] ac", "not TOML"),
    "an entry stands there twice": Damage(TOOLS, "[mallet]", "[cellar-hammer]", 9, "[cellar-hammer]", "not TOML"),
    "text is without quotes": Damage(FOWL, '"animal"', "animal", 16, "[cellar-goose] mind", "not TOML"),
    "a control character": Damage(FOWL, '"beak"', '"be\x07ak"', 6, "[cellar-goose] attacks", "not TOML"),
    # Names of fields
    "a field is misspelt": Damage(FOWL, "morale =", "morals =", 11, "[cellar-goose] morals", "did you mean morale"),
    "a field is missing": Damage(FOWL, "morale = 10\n", "", 1, "[cellar-goose] morale", "missing"),
    "a field that nobody reads": Damage(
        FOWL, 'size = "small"', 'size = "small"\nsmell = "faint"', 16, "[cellar-goose] smell", "no field of this name"
    ),
    "a field of a part is misspelt": Damage(
        FOWL, "count = 2", "cuont = 2", 7, "[cellar-goose] attacks[1][0].cuont", "did you mean count"
    ),
    "a field of a part is missing": Damage(
        TOOLS, ", long_feet = 30", "", 16, "[mallet] range.long_feet", "missing"
    ),
    "a field of an effect is misspelt": Damage(
        FOWL, "save_bonus", "save_bonnet", 6, "[cellar-goose] attacks[0][0].effects[0].save_bonnet", "mean save_bonus"
    ),
    "a field of an effect is missing": Damage(
        WATER, "difficulty = 1, ", "", 12, "[cellar-eel] traits[1].difficulty", "missing"
    ),
    "an effect without a name": Damage(
        FIRE, 'effect = "blast", ', "", 7, "[spark] effects[0].effect", "missing"
    ),
    # Types of values
    "text for a number": Damage(FOWL, "ac = 7", 'ac = "7"', 3, "[cellar-goose] ac", 'a whole number, not "7"'),
    "a fraction for a whole number": Damage(FOWL, "ac = 7", "ac = 7.5", 3, "[cellar-goose] ac", "not 7.5"),
    "true for a number": Damage(FOWL, "ac = 7", "ac = true", 3, "[cellar-goose] ac", "whole number, not true"),
    "a number for text": Damage(FOWL, '"Cellar goose"', "12", 2, "[cellar-goose] name", "a text, not 12"),
    "a date for a number": Damage(FOWL, "ac = 7", "ac = 1979-05-27", 3, "[cellar-goose] ac", "not 1979-05-27"),
    "one for a list": Damage(FOWL, '["Neutral"]', '"Neutral"', 12, "[cellar-goose] alignments", "list"),
    "a list for one": Damage(FOWL, '"small"', '["small"]', 15, "[cellar-goose] size", '"small"'),
    "a table for a list": Damage(TOOLS, '["blunt", "melee"]', "{}", 6, "[cellar-hammer] qualities", "a table of 0"),
    "a list for a table": Damage(
        FOWL, "{ walk = 60, flying = 90 }", "[60]", 9, "[cellar-goose] movement_feet", "a table"
    ),
    "a list too short": Damage(
        COOPER, "saves = [12, 13, 14, 15, 16]", "saves = [12, 13]", 0, "[cooper] levels[0].saves", "a list of 5"
    ),
    "a word that is none of the few": Damage(
        FOWL, '"animal"', '"animals"', 16, "[cellar-goose] mind", "did you mean animal"
    ),
    "an entry that is no table": Damage(TABLE, "[cellars]", "cellars = 3\n[caves]", 1, "[cellars]", "a table, not 3"),
    # Dice
    "dice that are none": Damage(
        FOWL, '"1d3"', '"1e3"', 6, "[cellar-goose] attacks[0][0].damage", "bad dice notation"
    ),
    "dice without quotes": Damage(FOWL, '"1d3"', "3", 6, "[cellar-goose] attacks[0][0].damage", "dice in quotes"),
    "too many dice": Damage(BESTIARY, '"3d8"', '"9999d8"', 4, "[marsh-hag] hit_dice", "dice"),
    "a die that the game has not": Damage(TOOLS, '"1d4"', '"1d7"', 9, "[mallet]", "d7"),
    "Hit Dice that are none": Damage(FOWL, '"1+1"', '"one"', 4, "[cellar-goose] hd", 'such as "3+1"'),
    # Ranges
    "an Armour Class beyond all": Damage(FOWL, "ac = 7", "ac = 77", 3, "[cellar-goose] ac", "77 is not from -10 to 9"),
    "morale beyond 12": Damage(FOWL, "morale = 10", "morale = 13", 11, "[cellar-goose] morale", "from 2 to 12"),
    "morale in another game": Damage(CATS, "morale = 5", "morale = 0", 6, "[cellar-cat] morale", "from 2 to 12"),
    "Hit Dice beyond all": Damage(BESTIARY, "hd = 3", "hd = 300", 3, "[marsh-hag] hd", "300 is not from 0.25 to 40"),
    "no number at all": Damage(BESTIARY, "hd = 3", "hd = nan", 3, "[marsh-hag] hd", "nan is not from"),
    "a price below nothing": Damage(TOOLS, "cost_gp = 5", "cost_gp = -5", 3, "[cellar-hammer] cost_gp", "-5 is not"),
    "a speed below nothing": Damage(
        FOWL, "walk = 60", "walk = -60", 9, "[cellar-goose] movement_feet.walk", "-60 is not from 0"
    ),
    "a bonus beyond all": Damage(
        FOWL, "save_bonus = 2", "save_bonus = 99", 6, "[cellar-goose] attacks[0][0].effects[0].save_bonus", "99 is not"
    ),
    "hit points of none": Damage(WATER, "hp = 6", "hp = 0", 6, "[cellar-eel] hp", "0 is not from 1"),
    "a number beyond all bounds": Damage(
        FOWL, "ac = 7", "ac = 0x" + "f" * 900, 3, "[cellar-goose] ac", "beyond all bounds"
    ),
    # What is named and not there
    "an effect that nobody carries out": Damage(
        FOWL, '"poison"', '"poisson"', 6, "[cellar-goose] attacks[0][0].effects[0].effect", "did you mean poison"
    ),
    "a monster that is not there": Damage(
        TABLE, '"goblin"', '"gobiln"', 6, "[cellars] entries[1].kinds[0]", "did you mean goblin"
    ),
    "a weapon that is not there": Damage(
        WATER, '"dagger"', '"daggar"', 10, "[cellar-eel] gear[0]", "did you mean dagger"
    ),
    "a rule that is not there": Damage(
        FOWL, "ose:monster.stat-block", "ose:monster.stat-blok", 17, "[cellar-goose] rule", "no rule"
    ),
    "a realm that is not there": Damage(FIRE, '"Fire"', '"Fier"', 3, "[spark] realm", "did you mean Fire"),
    "an ability that is not there": Damage(CATS, '"CON"', '"KON"', 8, "[cellar-cat] gaze.ability", "did you mean CON"),
    "an attribute that is not there": Damage(
        WATER, "DEX = 1", "DXE = 1", 5, "[cellar-eel] attributes.DXE", "did you mean DEX"
    ),
    "a quality that is not there": Damage(
        TOOLS, '["blunt", "melee"]', '["blunt", "mellee"]', 6, "[cellar-hammer] qualities[1]", "did you mean melee"
    ),
    "what an armour is worn by is not there": Damage(
        COOPER, 'armour = ["leather"', 'armour = ["lether"', 0, "[cooper] armour[0]", "did you mean leather"
    ),
    # What is there twice
    "a name that another has": Damage(TOOLS, '"Mallet"', '"Cellar hammer"', 10, "[mallet] name", "[cellar-hammer]"),
}  # fmt: skip


def pack(folder: Path, **changed: str) -> Path:
    for name, text in {**FILES, **changed}.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return folder


def checked(*arguments: str) -> Result:
    done = CliRunner().invoke(underkeep, ["check-content", *arguments])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done


def line_of(part: str, text: str) -> int:
    return text[: text.index(part)].count("\n") + 1


def test_nothing_is_wrong_with_what_comes_with_the_games() -> None:
    done = checked()
    assert (done.exit_code, done.output) == (0, "Nothing is wrong with the content of the games.\n")


def test_nothing_is_wrong_with_a_whole_pack(tmp_path: Path) -> None:
    assert checked(str(pack(tmp_path))).output == "Nothing is wrong with this pack.\n"


def test_there_are_forty_kinds_of_damage() -> None:
    assert len(KINDS) >= 40


@pytest.mark.parametrize("damage", KINDS.values(), ids=KINDS)
def test_each_kind_of_damage_gets_one_sentence(damage: Damage, tmp_path: Path) -> None:
    whole = FILES[damage.file]
    assert damage.old in whole
    text = whole.replace(damage.old, damage.new, 1)
    done = checked(str(pack(tmp_path, **{damage.file: text})))
    assert done.exit_code == 2
    told = done.output.splitlines()
    assert len(told) == 1, done.output
    first = damage.line or line_of(damage.new, text)
    where = f", {damage.where}" if damage.where else ""
    assert told[0].startswith(f"{damage.file}, line {first}{where}: "), told[0]
    assert damage.said in told[0], told[0]
    assert told[0].endswith(".")
    assert told[0].isprintable()


def test_all_that_is_wrong_is_told_at_once(tmp_path: Path) -> None:
    goose = GOOSE.replace("ac = 7", "ac = 77").replace("morale =", "morals =").replace('"1d3"', '"x"')
    hag = HAG.replace("hd = 3", "hd = 99")
    done = checked(str(pack(tmp_path, **{FOWL: goose, BESTIARY: hag})), "--json")
    assert done.exit_code == 2
    told = [(row["file"], row["line"], row["field"]) for row in json.loads(done.output)]
    assert told == [
        (FOWL, 3, "ac"),
        (FOWL, 6, "attacks[0][0].damage"),
        (FOWL, 11, "morals"),
        (BESTIARY, 3, "hd"),
    ]


def test_an_id_in_two_files_of_a_folder(tmp_path: Path) -> None:
    done = checked(str(pack(tmp_path, **{"ose/monsters/more.toml": GOOSE})))
    assert done.exit_code == 2
    assert done.output == (
        f"ose/monsters/more.toml, line 1, [cellar-goose]: an entry of this id stands in {FOWL} as well.\n"
    )


def test_folders_that_nobody_reads(tmp_path: Path) -> None:
    pack(tmp_path, **{"ose/monster/fowl.toml": GOOSE.replace("cellar-goose", "duck")})
    pack(tmp_path, **{"osee/monsters/fowl.toml": GOOSE})
    (tmp_path / "README.md").write_text("Mine.")
    told = checked(str(tmp_path)).output.splitlines()
    assert told == [
        'ose/monster/fowl.toml, line 1: no files are read from a folder "monster"; did you mean monsters.',
        "osee, line 1: there is no game of this name; did you mean ose.",
    ]


# Files that are anything


def hostile(tmp_path: Path, data: bytes) -> list[str]:
    pack(tmp_path)
    (tmp_path / FOWL).write_bytes(data)
    done = checked(str(tmp_path))
    assert done.exit_code == 2
    told = done.output.splitlines()
    assert all(line.startswith((f"{FOWL}, line ", f"{TABLE}, line ")) for line in told), told[:3]
    assert all(len(line) < 700 for line in told)
    return told


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"\x7fELF\x00\x01\xff\xfe" * 100, "not UTF-8"),
        (GOOSE.encode("utf-16"), "not UTF-8"),
        (GOOSE.replace("goose\"", "g\xe4nse\"").encode("latin-1"), "line 2: this is not UTF-8 text"),
        (b"\x00" * 5000, "not TOML"),
        (b"#" * (2**20 + 1), "longer than a content file"),
        (b"[a]\nb = " + b"[" * 50_000, "nested deeper"),
        (b"[a]\nb = " + b"[" * 300 + b"]" * 300, "nested deeper"),
        (b"[a]\nb = " + b"{c=" * 300 + b"1" + b"}" * 300, "nested deeper"),
        (b"[" + b"a." * 200_000 + b"a]\n", "nested deeper"),
        (b"a" + b".a" * 200_000 + b" = 1\n", "nested deeper"),
        (b"[a]\nac = " + b"9" * 100_000, "not TOML"),
        (b"".join(b"[a%d]\nx = 1\n" % number for number in range(40_000)), "no field of this name"),
        (b"[a]\n" + b"".join(b"k%d = 1\n" % number for number in range(60_000)), "no field of this name"),
        (b'[a]\n"' + b"k" * 500_000 + b'" = 1\n', "no field of this name"),
        (b'["\\u001b[2J"]\nname = 1\n', "a text, not 1"),
    ],
)  # fmt: skip
def test_whatever_a_file_is_it_gets_its_sentences_in_good_time(data: bytes, said: str, tmp_path: Path) -> None:
    checked(str(pack(tmp_path)))
    before = process_time()
    told = hostile(tmp_path, data)
    assert process_time() - before < 10
    assert any(said in line for line in told), told[:3]
    assert len(told) < 500


def test_what_is_no_file(tmp_path: Path) -> None:
    pack(tmp_path / "pack")
    (tmp_path / "secret.toml").write_text(GOOSE.replace("cellar-goose", "duck").replace("Cellar goose", "Duck"))
    folder = tmp_path / "pack" / "ose" / "monsters"
    (folder / "a-folder.toml").mkdir()
    (folder / "a-link.toml").symlink_to(tmp_path / "secret.toml")
    (folder / "a-loop.toml").symlink_to(folder / "a-loop.toml")
    (folder / "nothing.toml").symlink_to(folder / "nowhere.toml")
    (folder / "inside").symlink_to(folder)
    os.mkfifo(folder / "a-pipe.toml")
    done = checked(str(tmp_path / "pack"))
    assert done.exit_code == 2
    told = {line.partition(", line 1: ")[0]: line.partition(", line 1: ")[2] for line in done.output.splitlines()}
    assert {Path(name).name for name in told} == {
        "a-folder.toml", "a-link.toml", "a-loop.toml", "nothing.toml", "inside", "a-pipe.toml",
    }  # fmt: skip
    assert told["ose/monsters/a-link.toml"] == "this link leads out of the folder."
    assert told["ose/monsters/a-pipe.toml"] == "is not a file."


def test_what_is_no_folder_is_refused(tmp_path: Path) -> None:
    for place in (tmp_path / "nowhere", pack(tmp_path) / FOWL):
        done = checked(str(place))
        assert done.exit_code == 2
        assert "a content pack is a folder" in done.output


# What a game says of its fields


def fields_of(kind: type) -> dict[str, msgspec.inspect.Type]:
    found: dict[str, msgspec.inspect.Type] = {}
    todo: list[msgspec.inspect.Type] = [msgspec.inspect.type_info(kind)]
    seen: set[type] = set()
    while todo:
        info = todo.pop()
        if isinstance(info, msgspec.inspect.StructType) and info.cls not in seen:
            seen.add(info.cls)
            found |= {f"{info.cls.__name__}.{field.encode_name}": field.type for field in info.fields}
            todo += [field.type for field in info.fields]
        elif isinstance(info, msgspec.inspect.UnionType):
            todo += info.types
        elif isinstance(info, msgspec.inspect.DictType):
            todo.append(info.value_type)
        elif isinstance(info, msgspec.inspect.CollectionType):
            todo.append(info.item_type)
        elif isinstance(info, msgspec.inspect.TupleType):
            todo += info.item_types
    return found


def has_number(info: msgspec.inspect.Type) -> bool:
    if isinstance(info, msgspec.inspect.IntType | msgspec.inspect.FloatType):
        return True
    if isinstance(info, msgspec.inspect.UnionType):
        return any(map(has_number, info.types))
    if isinstance(info, msgspec.inspect.DictType):
        return has_number(info.value_type)
    if isinstance(info, msgspec.inspect.CollectionType):
        return has_number(info.item_type)
    return isinstance(info, msgspec.inspect.TupleType) and any(map(has_number, info.item_types))


@pytest.mark.parametrize("game", [*systems.names(), *content_check.SHARED])
def test_every_number_has_a_range_and_every_limit_a_field(game: str) -> None:
    package = content_check.package_of(game)
    known: Limits = limits(package)
    fields = {name: info for shelf in shelves(package) for name, info in fields_of(shelf.kind).items()}
    assert [name for name, info in fields.items() if has_number(info) and known.declared(name) is None] == []
    names = {*fields, *(name.partition(".")[2] for name in fields)}
    patterns = {name for name in known.ranges if "*" in name}
    limited = {*known.ranges, *known.ids, *known.words, *known.like} - patterns
    assert all(any(fnmatch(name.partition(".")[2], pattern) for name in fields) for pattern in patterns)
    assert {name.removesuffix(":key") for name in limited} - names == set()
    assert all(least < most for least, most in known.ranges.values())


def test_the_lines_of_all_that_a_text_may_hold() -> None:
    lines = Lines('''\
# a comment with [brackets] = 3
top = 1

[a]
b = """
[not-a-table]
""" # [x]
"quoted key" = '#'
list = [
  1, # one
  [2, 3],
  { c = { d = 4 }, e = "}" },
]

[[a.rows]]
x = 1
[[a.rows]]
x = 2
[a.rows.deep]
y = 1979-05-27
f.g = 5
''')
    found = {
        ("top",): 2, ("a",): 4, ("a", "b"): 5, ("a", "quoted key"): 8, ("a", "list", 0): 10, ("a", "list", 1, 1): 11,
        ("a", "list", 2, "c", "d"): 12, ("a", "list", 2, "e"): 12, ("a", "rows", 0, "x"): 16, ("a", "rows", 1): 17,
        ("a", "rows", 1, "x"): 18, ("a", "rows", 1, "deep", "y"): 20, ("a", "rows", 1, "deep", "f", "g"): 21,
        ("a", "nowhere"): 4, ("b",): 1,
    }  # fmt: skip
    assert {path: lines.of(path) for path in found} == found


def test_what_was_renamed_is_tried(tmp_path: Path) -> None:
    names = '[monsters]\nold-owl = "owl-beer"\ngoblin = "orc"\nduck = "cellar-goose"\n[monster]\na = "b"\n'
    told = checked(str(pack(tmp_path, **{"ose/renamed.toml": names}))).output.splitlines()
    assert told == [
        'ose/renamed.toml, line 2, [monsters] old-owl: there is no "owl-beer" in monsters; did you mean owl-bear or '
        "polar-bear or oil-beetle.",
        "ose/renamed.toml, line 3, [monsters] goblin: there is still an entry of this id.",
        "ose/renamed.toml, line 5, [monster]: this is no folder with entries.",
    ]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"\x00\xff\xfe", "fowl.toml, line 1: this is not UTF-8 text."),
        (
            GOOSE.replace("morale =", "morals =").encode(),
            "fowl.toml, line 11, [cellar-goose] morals: there is no field",
        ),
        (b"[" + b"a." * 100_000 + b"a]\n", "fowl.toml, line 1: this is nested deeper than content may be."),
    ],
)
def test_a_game_that_is_loaded_with_a_damaged_pack_says_the_same(
    data: bytes, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pack(tmp_path)
    (tmp_path / FOWL).write_bytes(data)
    monkeypatch.setattr(content, "_packs", [tmp_path])
    with pytest.raises(content.ContentError) as error:
        content.load(content_check.package_of("ose"), "monsters", Monster)
    assert str(error.value).startswith(said)


def test_a_pack_that_is_loaded_follows_no_link_to_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pack(tmp_path / "pack")
    (tmp_path / "secret.toml").write_text(GOOSE)
    (tmp_path / "pack" / "ose" / "monsters" / "link.toml").symlink_to(tmp_path / "secret.toml")
    monkeypatch.setattr(content, "_packs", [tmp_path / "pack"])
    with pytest.raises(content.ContentError, match=r"link\.toml leads out of the pack"):
        content.load(content_check.package_of("ose"), "monsters", Monster)
