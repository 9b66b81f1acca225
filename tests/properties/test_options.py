"""In every scene what is listed is legal, and what is refused changes nothing; the contract looks at fights."""

from __future__ import annotations

import pytest
from tests.properties.walks import DELVING, samples

from underkeep.kernel.dice import Seeded
from underkeep.kernel.event import Action
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures import play
from underkeep.procedures.resolution import Refused
from underkeep.systems import load
from underkeep.table.new_game import PLAYER

FEW = 60


@pytest.mark.parametrize("system", DELVING)
def test_what_is_listed_is_legal(system: str) -> None:
    rules = load(system)
    for state in samples(system):
        listed = list(play.legal_actions(rules, state, PLAYER))
        for action in listed[:: max(1, len(listed) // FEW)]:
            refusal = play.why_not(rules, state, PLAYER, action)
            assert refusal is None, f"{action} is listed but refused: {refusal}"


@pytest.mark.parametrize("system", DELVING)
def test_what_is_stale_or_not_ones_own_is_refused_and_changes_nothing(system: str) -> None:
    rules, known, refused = load(system), dict[Action, None](), 0
    for state in samples(system):
        before, dice = rules.codec.encode(state), Seeded(1, "refusals")
        for action in list(known)[-FEW:]:
            for seat in (PLAYER, REFEREE, "nobody"):
                refusal = play.why_not(rules, state, seat, action)
                if refusal is not None:
                    assert refusal.sentence.endswith(".")
                    with pytest.raises(Refused):
                        play.resolve(rules, state, seat, action, dice)
                    refused += 1
        assert dice.position == 0
        assert rules.codec.encode(state) == before
        listed = list(play.legal_actions(rules, state, PLAYER))
        known.update(dict.fromkeys(listed[:: max(1, len(listed) // 7)]))
    assert refused
