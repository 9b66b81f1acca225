"""Rounds of a fight as ordered, in every game that fights."""

import pytest
from msgspec.structs import replace

from underkeep.kernel.dice import Seeded
from underkeep.kernel.prompt import REFEREE
from underkeep.lab.muster import SIDES, muster, parse_sides
from underkeep.minds.tactician import Tactician
from underkeep.procedures.actions import Attack, BeginFight, Done, Move
from underkeep.procedures.delve_actions import BreakOff
from underkeep.procedures.options import Options
from underkeep.systems import load
from underkeep.table.chair import Chair
from underkeep.table.clear_shots import into_sight
from underkeep.table.entry import StandingOrders
from underkeep.table.errand import is_another_fight
from underkeep.table.getting_out import as_said
from underkeep.table.order import ASKED, ATTACK, NEAR, SAID, STAY, Order
from underkeep.table.orders import RoundOfOrders
from underkeep.table.session import Session
from underkeep.table.speech.typed_lines import Do, Say, Undertake
from underkeep.table.standing import renewed
from underkeep.world.grid import distance

SIX = {
    "ose": "6 fighter v 6 orc",
    "knave": "6 knave v 6 goblin",
    "rampage": "6 warrior v 6 orc",
    "robs": "6 fighter v 6 orc",
}
MOST_INPUTS_FOR_SIX_ROUNDS = 15


def fight(game: str, match: str, seed: int = 3) -> Chair:
    rules = load(game)
    made = muster(rules, parse_sides(rules, match), Seeded(seed, "muster"))
    minds = {REFEREE: Tactician(rules), SIDES[1]: Tactician(rules)}
    session = Session.in_memory(rules, made.state.before_all(), seed, minds, made.events)
    session.submit(REFEREE, BeginFight())
    return Chair(session, SIDES[0])


def say(chair: Chair, line: str) -> None:
    meant = chair.read(line)
    assert isinstance(meant, Undertake), (line, meant)
    chair.undertake(meant)


@pytest.mark.parametrize("game", SIX)
@pytest.mark.parametrize("seed", [1, 2])
def test_everyone_attacks_with_one_line_a_round(game: str, seed: int) -> None:
    chair, inputs = fight(game, SIX[game], seed), 0
    while chair.state.fight is not None and inputs < 40:
        before = chair.state.fight.round
        say(chair, "everyone attack")
        inputs += 1
        assert chair.state.fight is None or chair.state.fight.round > before
    assert chair.state.fight is None
    rounds = max(1, max(int(line.text.split()[2]) for line in chair.log if line.text.startswith("— Round")))
    assert inputs <= rounds and inputs * 6 <= rounds * MOST_INPUTS_FOR_SIX_ROUNDS


def acts(chair: Chair, since: int, kind: type = Attack) -> list[str]:
    ours = (e for e in chair.session.entries[since:] if e.seat == SIDES[0])
    return [e.action.actor for e in ours if isinstance(e.action, kind)]


def test_as_last_round_repeats_the_blows_of_each() -> None:
    chair = fight("ose", "2 fighter v 2 orc", 5)
    say(chair, "everyone attack")
    for _ in range(6):
        since = chair.session.seq
        say(chair, "as last round")
        if chair.state.fight is None or acts(chair, since + 1):
            break
    assert acts(chair, 1)


def test_who_holds_does_not_move_and_strikes_what_comes() -> None:
    chair = fight("ose", "2 fighter v 4 orc", 2)
    first = chair.state.active("a")[0]
    say(chair, f"{first.name} holds")
    assert chair.orders() == [f"{first.name}: holds the ground and strikes what comes."]
    for _ in range(4):
        if chair.state.fight is not None and chair.state.creatures[first.id].is_up:
            say(chair, "everyone attack")
            assert chair.state.creatures[first.id].at == first.at or not chair.state.creatures[first.id].is_up
    assert first.id in acts(chair, 1)
    if chair.state.fight is not None:
        say(chair, "cancel orders")
        assert chair.orders()[0].startswith("Nobody")


def test_who_guards_stays_beside_the_other() -> None:
    chair = fight("ose", "2 fighter + magic-user v 4 orc", 4)
    knight, _, caster = chair.state.active("a")
    say(chair, f"{knight.name} guards the magic-user")
    say(chair, f"{caster.name} holds")
    say(chair, "everyone attack")
    state = chair.state
    kept, near = state.creatures[caster.id], state.creatures[knight.id]
    if kept.is_up and near.is_up and kept.at is not None and near.at is not None:
        assert distance(kept.at, near.at) <= 1


def test_who_shoots_until_closed_with_does_not_close() -> None:
    chair = fight("ose", "2 fighter[short bow, arrows] v 2 orc", 4)
    say(chair, "everyone keeps shooting")
    assert not acts(chair, 0, Move)


def test_nobody_spends_spells_unasked() -> None:
    chair = fight("ose", "3 magic-user v 3 goblin", 4)
    for _ in range(3):
        if chair.state.fight is not None:
            say(chair, "everyone attack")
    ours = [e.action for e in chair.session.entries if e.seat == SIDES[0]]
    ours = [x for x in ours if not isinstance(x, StandingOrders)]
    assert ours and all(isinstance(x, Attack | Move | Done) for x in ours)


def test_who_flees_at_half_gets_out_then() -> None:
    chair = fight("ose", "1 fighter/3 v 3 orc", 6)
    hero = chair.state.active("a")[0]
    say(chair, "everyone attacks and flees at half")
    assert chair.orders() == [f"{hero.name}: attacks, and flees at half."]
    say(chair, "go on")
    hurt = chair.state.with_creature(hero.id, hp=hero.max_hp // 2)
    meant = chair.read("everyone attack")
    assert isinstance(meant, Undertake)
    action = meant.errand.next(chair.rules, hurt, chair.options, chair.seat)
    assert not isinstance(action, Attack)


def test_single_lines_are_still_single_actions() -> None:
    chair = fight("ose", "2 fighter v 2 orc", 4)
    assert isinstance(chair.read("approach orc 1"), Do)
    assert isinstance(chair.read("gibberish of a line"), Say)


def test_an_order_for_later_is_noted_and_nobody_acts() -> None:
    chair = fight("ose", "2 fighter v 2 orc", 4)
    one, two = chair.state.active("a")
    for line in (f"{one.name} guards {two.name}", "everyone flees at half", "everyone holds"):
        meant = chair.read(line)
        assert isinstance(meant, Undertake) and "until told otherwise" in meant.note
        chair.undertake(meant)
        assert not [e for e in chair.session.entries if e.seat == SIDES[0] and hasattr(e.action, "actor")]
    assert chair.orders()[0].endswith("holds the ground and strikes what comes, and flees at half.")


def test_to_flee_at_half_is_no_order_to_attack() -> None:
    chair = fight("knave", "2 knave v 2 goblin", 4)
    say(chair, "everyone flees at half")
    one = chair.actors[0]
    assert chair.orders()[0].endswith(": flees at half.")
    chair.act(next(x for x in chair.options.listed if getattr(x, "actor", "") == one))
    ours = [e.action for e in chair.session.entries[1:] if e.seat == SIDES[0]]
    assert {x.actor for x in ours if hasattr(x, "actor")} == {one}


@pytest.mark.parametrize("order", ["everyone waits", "everyone holds", "everyone gets out of here"])
def test_a_newer_order_for_all_replaces_an_older_one(order: str) -> None:
    chair = fight("ose", "4 fighter v 4 orc", 4)
    say(chair, order)
    assert chair.state.fight is not None
    say(chair, "everyone attack")
    assert chair.orders()[0].startswith("Nobody")
    acted = {e.action.actor for e in chair.session.entries if e.seat == SIDES[0] and isinstance(e.action, Attack)}
    for _ in range(2):
        if chair.state.fight is not None:
            say(chair, "everyone attack")
    acted |= set(acts(chair, 1))
    assert acted


def test_a_foe_may_be_named_for_all() -> None:
    chair = fight("knave", "3 knave v 4 goblin", 4)
    meant = chair.read("everyone attack goblin 3")
    assert isinstance(meant, Undertake)
    for _ in range(4):
        if chair.state.fight is not None and chair.state.creatures["goblin-3"].is_up:
            say(chair, "everyone attacks goblin 3")
    struck = [e.action.target for e in chair.session.entries if e.seat == SIDES[0] and isinstance(e.action, Attack)]
    assert struck.count("goblin-3") > len(struck) // 2
    assert isinstance(chair.read("everyone attack goblin 9"), Say)


def test_standing_orders_are_kept_with_the_game_and_taken_back_with_it() -> None:
    chair = fight("ose", "2 fighter v 4 orc", 2)
    one, other = chair.state.active("a")
    say(chair, f"{one.name} holds")
    say(chair, f"{other.name} holds and flees at half")
    given = [e.seq for e in chair.session.entries if isinstance(e.action, StandingOrders)]
    assert len(given) == 2
    journal = chair.session._journal
    again = Chair(Session.resume(journal, {REFEREE: Tactician(chair.rules), SIDES[1]: Tactician(chair.rules)}), "a")
    assert again.orders() == chair.orders() and len(again.orders()) == 2
    assert Chair(again.session, SIDES[1]).orders()[0].startswith("Nobody")
    again.session.undo(given[1] - 1)
    assert Chair(again.session, SIDES[0]).orders() == [f"{one.name}: holds the ground and strikes what comes."]
    fresh = Chair(again.session, SIDES[0], may_undo=True)
    say(fresh, "cancel orders")
    assert not again.session.orders((SIDES[0],))


def test_the_last_act_is_taken_back_and_not_the_order_before_it() -> None:
    chair = fight("ose", "2 fighter v 2 orc", 4)
    say(chair, "everyone attack")
    chair.session.order(SIDES[0], {chair.state.active("a")[0].id: Order()})
    last = chair.session.seq
    assert chair.session._history.last_chosen({REFEREE, SIDES[1]}) != last


def test_why_somebody_died_is_told_by_the_blow() -> None:
    chair = fight("ose", "3 fighter v 3 wolf", 1)
    while chair.state.fight is not None:
        say(chair, "everyone attack")
    dead = next(c for c in chair.state.creatures.values() if c.status == "dead")
    name = dead.name.split()[0]
    told = "\n".join(chair.show("why", f"did {name.lower()} die"))
    assert name in told.splitlines()[0] and "ose:" in told
    assert chair.show("why", "did nobody die") == chair.show("why")


def test_orders_of_one_fight_do_not_hold_in_the_next() -> None:
    chair = fight("ose", "2 fighter v 2 orc")
    state = chair.state
    assert state.fight is not None
    later = replace(state, fight=replace(state.fight, round=1), now=state.now + 60)
    assert is_another_fight(state, later)
    assert not is_another_fight(state, replace(state, fight=replace(state.fight, round=2), now=state.now + 10))
    assert RoundOfOrders({}).is_interrupted(chair.rules, state, later)


def test_nothing_is_thrown_down_in_flight_that_nobody_said() -> None:
    own = Options((BreakOff("x", "food"), BreakOff("x"), BreakOff("x", "treasure")))
    assert as_said(own, "").listed == (BreakOff("x"),)
    assert as_said(own, "food").listed == (BreakOff("x", "food"), BreakOff("x"))


def test_who_is_told_to_stay_back_stays_so_while_the_others_attack() -> None:
    chair = fight("knave", "3 knave v 4 goblin", 4)
    shy = chair.state.active("a")[0]
    say(chair, f"{shy.name} stays back")
    for line in ("everyone attacks", "go on", "as last round"):
        if chair.state.fight is None or not chair.state.creatures[shy.id].is_up:
            break
        meant = chair.read(line)
        assert isinstance(meant, Undertake) and f"{shy.name}: stays back, as told." in meant.note
        chair.undertake(meant)
    near = [e.action for e in chair.session.entries if isinstance(e.action, Attack) and e.action.actor == shy.id]
    assert all(attack.weapon != "sword" for attack in near)


def test_a_new_word_takes_back_to_stay_out_of_it_and_leaves_the_weapon() -> None:
    back = Order(STAY, arm="mace")
    held = renewed(back, Order(ATTACK, targets=("orc-1",), until=2), 2, False)
    assert held.arm == "mace" and held.then == Order(ASKED, arm="mace")
    shot = renewed(back, Order(ATTACK, targets=("orc-1",), until=2, arm="sling"), 2, True)
    assert shot.then == back and shot.now(3) == back
    assert renewed(back, Order(ASKED, arm="axe"), 2, False) == Order(STAY, arm="axe")


def test_no_order_of_one_fight_is_carried_into_the_next() -> None:
    chair = fight("ose", "4 fighter/5 v 1 goblin", 4)
    one = chair.state.active("a")[0]
    say(chair, f"{one.name} holds")
    while chair.state.fight is not None:
        say(chair, "everyone attacks")
    assert not chair.session.orders((SIDES[0],))


def test_go_on_asks_first_where_nobody_was_told_anything() -> None:
    chair = fight("knave", "2 knave v 2 goblin", 4)
    meant = chair.read("go on")
    assert isinstance(meant, Undertake) and "Is everybody to attack?" in meant.question


def test_what_waits_for_them_to_come_close_is_done_only_then() -> None:
    chair = fight("ose", "2 fighter[sword, oil] v 2 orc", 4)
    hero = chair.state.active("a")[0]
    errand = RoundOfOrders({hero.id: Order(SAID, aim="try to throw oil at orc 1", when=NEAR)})
    action = errand.next(chair.rules, chair.state, chair.options, chair.seat)
    assert action == Done(hero.id)


def test_who_shoots_steps_to_where_a_foe_is_seen() -> None:
    chair = fight("ose", "2 fighter[short bow, arrows] v 2 orc", 4)
    walk = next((m for m in chair.options.moves if not m.is_aim), None)
    hero = chair.state.active("a")[0]
    if walk is not None:
        assert into_sight(chair.rules, chair.state, hero, walk, ()) is None
