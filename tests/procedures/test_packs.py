"""Content packs: entries that replace a game's own or come beside them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from underkeep.procedures import content
from underkeep.procedures.content import ContentError

HAG = """
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
SPARK = """
[spark]
name = "Real Spark"
realm = "Fire"
level = 1
basis = "book"
range = 12
effects = [{ effect = "blast", damage = "1d6+1", save = "half" }]
"""


def pack(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        place = folder / "rampage" / name
        place.mkdir(parents=True)
        (place / "mine.toml").write_text(text)
    return folder


def run(folder: Path | str, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "UNDERKEEP_PACKS": str(folder)}
    return subprocess.run(
        [sys.executable, "-m", "underkeep", *arguments], capture_output=True, text=True, env=environment, check=False
    )


def test_an_entry_takes_the_place_of_a_stand_in_or_comes_beside_the_others(tmp_path: Path) -> None:
    books = pack(tmp_path, monsters=HAG, spells=SPARK)
    fought = run(books, "arena", "rampage", "2 warrior v marsh-hag", "--seed", "3", "--no-map")
    assert fought.returncode == 0 and "Marsh Hag" in fought.stdout
    names = "from underkeep.systems.rampage.basics.spells import spells; print(spells()['spark'].name, len(spells()))"
    use = f"from pathlib import Path; from underkeep.table.packs import use_pack; use_pack(Path({str(books)!r})); "
    told = subprocess.run([sys.executable, "-c", use + names], capture_output=True, text=True, check=True).stdout
    plain = subprocess.run([sys.executable, "-c", names], capture_output=True, text=True, check=True).stdout
    assert told.split()[:2] == ["Real", "Spark"] and told.split()[-1] == plain.split()[-1]


def test_what_is_wrong_in_a_pack_is_said_in_a_sentence(tmp_path: Path) -> None:
    wrong = run(pack(tmp_path, monsters="[hag]\nname = 'Hag'\n"), "arena", "rampage", "2 warrior v hag")
    assert wrong.returncode == 2 and "mine.toml, line 1, [hag]" in wrong.stderr
    missing = run(tmp_path / "nowhere", "arena", "rampage", "2 warrior v orc")
    assert missing.returncode == 2 and "no content pack" in missing.stderr


def test_a_pack_that_comes_too_late_is_refused(tmp_path: Path) -> None:
    import underkeep.systems.rampage.ruleset  # noqa: F401

    with pytest.raises(ContentError, match="too late"):
        content.add_pack(pack(tmp_path, monsters=HAG))
