"""A folder of games for each test, and the toy rules as a game that can be resumed."""

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.crash.writers import SEED, offer_toy

from underkeep.kernel.dice import Seeded
from underkeep.kernel.prompt import REFEREE
from underkeep.lab.muster import muster, parse_sides
from underkeep.minds.mind import Mind
from underkeep.minds.soldier import Soldier
from underkeep.procedures.actions import BeginFight
from underkeep.table import games
from underkeep.table.home import VARIABLE
from underkeep.table.journal import Keep
from underkeep.table.session import Session
from underkeep.testing.toy import RULESET

MakeFight = Callable[..., Session]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "home"))
    monkeypatch.syspath_prepend(str(offer_toy(tmp_path / "toy")))
    return tmp_path / "home"


@pytest.fixture
def make_fight() -> MakeFight:
    """A game of two sides that have come to blows; minds play `b`, and `a` too unless a person does."""

    def make(
        name: str = "Fight", match: str = "2 hero v 2 rat", person: bool = True, keep: Keep = games.keep
    ) -> Session:
        made = muster(RULESET, parse_sides(RULESET, match), Seeded(SEED, "muster"))
        minds: dict[str, Mind] = {"b": Soldier()} if person else {"a": Soldier(), "b": Soldier()}
        session = Session.create(RULESET, made.state, SEED, minds, name, keep=keep)
        session.submit(REFEREE, BeginFight())
        return session

    return make
