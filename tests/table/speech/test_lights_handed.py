"""A burning light goes from hand to hand."""

from __future__ import annotations

from tests.table.test_course import INTO_PASSAGE, chair

from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.table.speech.typed_lines import Do, Say


def test_a_lit_torch_is_handed_to_another() -> None:
    person = chair(*INTO_PASSAGE)
    (light,) = person.state.lights
    giver = person.state.creatures[light.bearer]
    taker = next(c for c in person.state.marchers() if c.id != giver.id)
    one, other = giver.name.split()[0], taker.name.split()[0]
    meant = person.read(f"{one} hands the lit torch to {other}")
    assert isinstance(meant, Do) and meant.action == a.Give(giver.id, taker.id, light.id, 1)
    lines = person.act(meant.action)
    assert [x.bearer for x in person.state.lights] == [taker.id]
    assert f"hands the lit torch to {taker.name}" in " ".join(line.text for line in lines)
    meant = person.read(f"{one} gives {other} the burning torch")
    assert isinstance(meant, Say) and "bears no light" in meant.text


def test_whoever_bears_a_light_has_no_hand_for_another() -> None:
    person = chair(*INTO_PASSAGE)
    (light,) = person.state.lights
    taker = next(c for c in person.state.marchers() if c.id != light.bearer)
    give = a.Give(light.bearer, taker.id, light.id, 1)
    assert play.why_not(person.rules, person.state, person.seat, give) is None
    down = person.state.with_creature(taker.id, status="down")
    refused = play.why_not(person.rules, down, person.seat, give)
    assert refused is not None and "no hand free" in refused.sentence
