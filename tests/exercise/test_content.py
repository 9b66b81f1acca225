"""Rules that stand in content, and small wrongs done to it."""

from msgspec.structs import replace

from underkeep.exercise import content
from underkeep.exercise import scene as s
from underkeep.exercise.record import record
from underkeep.systems import load
from underkeep.systems.robs.basics import compendium


def test_the_parts_of_a_thing_have_its_rules_and_a_line_may_name_several() -> None:
    load("robs")
    sword = compendium.weapons()["bastard-sword"]
    carriers = content.carriers("robs")
    for rule in ("robs:equipment.melee.bastard-one", "robs:equipment.melee.bastard-two"):
        assert sword in carriers[rule] and sword.one_hand in carriers[rule]


def test_numbers_by_name_can_be_wrong_too() -> None:
    knight = compendium.classes()["knight"]
    spoilt = {spoiler.field: spoiler.value for spoiler in content.spoilers(knight)}
    assert spoilt["after"] == {"fighter": 2, "priest": 3}


def test_which_rules_a_fact_names_is_no_outcome() -> None:
    rules = load("robs")
    moment = s.made(rules, s.Opening("character", 3, ("human-fighter",)))
    renamed = moment._replace(events=tuple(replace(event, rule=("robs:time.round",)) for event in moment.events))
    assert list(record(rules, moment)) == list(record(rules, renamed))
