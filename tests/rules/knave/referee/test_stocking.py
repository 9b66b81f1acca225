"""What a dungeon is stocked with."""

from __future__ import annotations

from tests.rules.knave.scenes import RULESET, delvers

from underkeep.kernel.dice import Seeded
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.attacks.ledges import DEPTH_FEET
from underkeep.systems.knave.magic import alchemy
from underkeep.systems.knave.referee import stocking
from underkeep.testing import rule
from underkeep.testing.builders import cellar


@rule("knave:magic-item.ingredients.plants")
def test_plants_and_drops_are_of_a_kind_and_the_rest_is_as_it_is() -> None:
    dungeon = cellar(RULESET)
    area = dungeon.areas["1-02"]
    found = set()
    for seed in range(60):
        do = Resolution(delvers(), Seeded(seed), RULESET)
        (feature,) = stocking._feature(do, dungeon, area).features.values()
        assert feature.area == area.id
        found.add(feature.kind)
    plants = {f"plant-{name}" for name in alchemy.plants()}
    assert found - plants == {"pool", "cask", "cold", *DEPTH_FEET}
    assert found & plants
