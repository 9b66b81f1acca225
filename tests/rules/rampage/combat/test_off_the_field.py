"""Those who are up and not on the field: nobody strikes at them, and they do nothing in the fight."""

from collections.abc import Iterator

import pytest
from msgspec.structs import fields
from tests.rules.rampage.scene import RULESET, hero, monster, options, refused_by, scene, why_not

from underkeep.kernel.event import Action
from underkeep.procedures.actions import Attack, Recall
from underkeep.procedures.chapter import FIGHT
from underkeep.testing import rule

FIELD = scene(hero("one", (5, 5), "wizard", level=5), hero("two"), monster("orc", (6, 6)), monster("away"))
VALUES: dict[str, object] = {"to": (7, 7), "at": (7, 7), "weapon": "sword", "dog": "two"}


def _wishes() -> Iterator[type[Action]]:
    for deed in RULESET.book.in_scene(FIGHT):
        if "actor" in deed.action.__struct_fields__ and deed.action is not Recall:
            yield deed.action


@pytest.mark.parametrize("kind", sorted(_wishes(), key=lambda kind: kind.__name__))
@pytest.mark.parametrize("actor", ["one", "two"])
def test_whatever_is_wished_of_those_away_is_refused_with_a_sentence(kind: type[Action], actor: str) -> None:
    wished = {
        field.encode_name: VALUES.get(field.encode_name, "away")
        for field in fields(kind)
        if field.required or field.encode_name in VALUES
    }
    refusal = why_not(FIELD, kind(**{**wished, "actor": actor}))
    assert actor == "one" or (refusal is not None and refusal.sentence.endswith("."))


@rule("rampage:combat.melee.start")
def test_one_who_is_not_on_the_field_cannot_be_struck() -> None:
    assert refused_by(FIELD, Attack("one", "away", "punch")) == "combat.melee.start"
    assert Attack("one", "orc", "sword") in options(FIELD, "one")
    assert not options(FIELD, "two")
