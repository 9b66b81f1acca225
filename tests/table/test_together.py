"""Many facts in few lines, each with its reasons kept."""

from __future__ import annotations

from itertools import pairwise

import pytest
from tests.table.test_orders import fight, say

from underkeep import systems
from underkeep.kernel.event import Roll
from underkeep.lab.arena import bout
from underkeep.lab.muster import parse_sides
from underkeep.systems.ose.magic.casting import SpellCast
from underkeep.table import naming
from underkeep.table.naming import crowd
from underkeep.table.narrate import Line, told
from underkeep.table.together import _many, together
from underkeep.table.why import why
from underkeep.world.creature import AttackRolled, Died, Harmed, Healed
from underkeep.world.gear import Item, ItemsChanged

FIGHTS = {
    "ose": "6 fighter v 6 orc",
    "knave": "6 knave v 6 goblin",
}
MOST_LINES_A_ROUND = 40 / 6
CAST = SpellCast("orc", "Magic Missile", "ann", ())


def _told(game: str, match: str, seed: int) -> tuple[int, list[Line]]:
    rules = systems.load(game)
    fought = bout(rules, parse_sides(rules, match), seed)
    names = {c.id: c.name for c in fought.after.creatures.values()}
    return fought.rounds, list(told(rules, fought.before, fought.events, lambda id: names.get(id, id)))


@pytest.mark.parametrize("game", FIGHTS)
def test_a_fight_of_six_rounds_takes_forty_lines_on_average(game: str) -> None:
    fights = [_told(game, FIGHTS[game], seed) for seed in range(12)]
    long = [(rounds, together(lines)) for rounds, lines in fights if rounds >= 4]
    assert long
    lines, rounds = sum(len(lines) for _, lines in long), sum(rounds for rounds, _ in long)
    assert lines / rounds <= MOST_LINES_A_ROUND


@pytest.mark.parametrize("game", FIGHTS)
def test_no_fact_and_no_reason_is_lost(game: str) -> None:
    _, lines = _told(game, FIGHTS[game], 3)
    joined = together(lines)
    kept = [part for line in joined for part in (line.parts or (line,))]
    assert sorted(line.index for line in kept) == [line.index for line in lines]
    assert {rule for line in joined for rule in line.reasons.rules} == {r for x in lines for r in x.reasons.rules}
    several = next(line for line in joined if len(line.parts) > 2)
    shown = why(several).told
    assert all(any(part.text in row and part.why in row for row in shown) for part in several.parts)


def test_harm_upon_harm_is_counted_and_a_spell_begins_a_line() -> None:
    """Three missiles at one, after a blow that missed the caster."""
    missed = AttackRolled("ann", "orc", "sword", Roll("1d20", (2,), 2), False)
    found = [
        Line(0, 0, "Ann misses Orc 1 with a sword.", event=missed, who="Ann", about=frozenset({"ann", "orc"})),
        Line(0, 1, "Orc 1 casts Magic Missile on Ann!", event=CAST, who="Orc 1", about=frozenset({"ann", "orc"})),
    ]
    for index, amount in enumerate((6, 5, 7), 2):
        harm = Harmed("ann", amount, None, "orc", "magic")
        found.append(Line(0, index, f"Ann takes {amount} damage.", event=harm, who="Ann", about=frozenset({"ann"})))
    assert [line.text for line in together(found)] == [
        "Ann misses Orc 1 with a sword.",
        "Orc 1 casts Magic Missile on Ann!",
        "Ann takes 6, 5 and 7 damage.",
    ]


def test_crowds_are_counted_and_people_named() -> None:
    assert crowd(["Giant rat 1", "Giant rat 2", "Giant rat 4"]) == "three giant rats"
    assert crowd(["Orc 1", "Orc 2"]) == "Orc 1 and Orc 2"
    assert crowd(["Rilla", "Hob", "Kester"]) == "Rilla, Hob and Kester"


def _line(index: int, who: str, rest: str) -> Line:
    return Line(0, index, f"{who} {rest}", event=Died(who, rule=(str(index),)), who=who, about=frozenset({who}))


def test_deeds_of_one_keep_their_order() -> None:
    def healed(index: int, who: str) -> Line:
        return Line(0, index, f"{who} is weary.", event=Healed(who, 1, None), who=who, about=frozenset({who}))

    lines = [healed(0, "Rilla"), healed(1, "Hob"), _line(2, "Kester", "dies."), healed(3, "Kester")]
    assert [line.text for line in together(lines)] == [
        "Rilla and Hob are weary.",
        "Kester dies and is weary.",
    ]


def _took(index: int, who: str, name: str, count: int) -> Line:
    item = Item(name, name, count=count)
    text = f"{who} takes {naming.some(item)}."
    return Line(0, index, text, event=ItemsChanged(who, (), "took", item), who=who, about=frozenset({who}))


def test_shares_are_one_line() -> None:
    shares = [_took(n, who, "gold piece", 5) for n, who in enumerate(("Rilla", "Hob"))]
    shares += [_took(2, "Rilla", "torch", 1), _took(3, "Hob", "torch", 1), _took(4, "Kester", "torch", 1)]
    shares += [_took(5, "Kester", "torch", 2)]
    (line,) = together(shares)
    assert line.text == "Rilla and Hob take 5 gold pieces and a torch each; Kester takes 3 torches."
    assert len(line.parts) == 6
    many = together([_took(n, "Hob", name, 1) for n, name in enumerate("abcdefghi")])
    assert many[0].text.endswith("and 3 other things.")


def test_a_step_is_told_before_the_blow_that_comes_of_it() -> None:
    for seed in range(1, 6):
        chair = fight("ose", "2 fighter v 3 orc", seed)
        for _ in range(3):
            if chair.state.fight is not None:
                say(chair, "everyone attack")
        texts = [line.text for line in chair.log]
        for first, second in pairwise(texts):
            who = second.removesuffix(" closes in.")
            assert who == second or (f"{who} hits" not in first and f"{who} misses" not in first)


def test_of_many_all_verbs_are_plural() -> None:
    assert _many("is weary and needs a rest.") == "are weary and need a rest."


def _did(index: int, who: str, words: str, item: Item | None = None) -> Line:
    event = ItemsChanged(who, (), "handed-over", item)
    return Line(0, index, f"{who} {words}.", event=event, who=who, about=frozenset({who}))


def test_what_belongs_to_a_verb_is_told_with_it_once() -> None:
    torch, spikes = Item("torch", "torch"), Item("spike", "iron spike", count=2)
    gifts = [_did(n, "Hob", f"hands over {naming.some(item)}", item) for n, item in enumerate((torch, spikes))]
    assert [line.text for line in together(gifts)] == ["Hob hands over a torch and 2 iron spikes."]


def test_each_stands_before_what_is_done_somewhere() -> None:
    left = [_did(n, who, "leaves savings at home") for n, who in enumerate(("Hob", "Rilla"))]
    assert [line.text for line in together(left)] == ["Hob and Rilla each leave savings at home."]
    assert _many("listens at the door, and hears nothing.") == "listen at the door, and hear nothing."
