"""Lines of a town that name who pays, who is to have it, how much and for whom, in several sentences or one."""

from tests.ui.places import place

from underkeep.procedures import delve_actions as a
from underkeep.table.chair import Chair
from underkeep.table.several import InOrder
from underkeep.table.speech.typed_lines import Do, Say, Show, Undertake

GAMES = ("ose", "knave")


def names(chair: Chair) -> list[str]:
    return [c.name.split()[0].lower() for c in chair.state.marchers()]


def acts(chair: Chair, line: str) -> list[object]:
    meant = chair.read(line)
    if isinstance(meant, Undertake) and isinstance(meant.errand, InOrder):
        return list(meant.errand.actions)
    return [meant.action] if isinstance(meant, Do) else [meant]


def richest(chair: Chair) -> list[str]:
    town = chair.rules.town
    assert town is not None
    return [c.id for c in sorted(chair.state.marchers(), key=town.purse, reverse=True)]


def name_of(chair: Chair, id: str) -> str:
    return chair.state.creatures[id].name.split()[0].lower()


def test_who_pays_hands_over_the_coins_first() -> None:
    for game in GAMES:
        chair = place("town", game)
        payer, *others = richest(chair)
        done = acts(chair, f"buy a torch for {name_of(chair, others[-1])}, {name_of(chair, payer)} pays")
        assert [type(x) for x in done] == [a.Give, a.Buy], done
        assert isinstance(done[0], a.Give) and done[0].actor == payer and done[0].to == others[-1]
        assert isinstance(done[1], a.Buy) and done[1].actor == others[-1]


def test_a_gift_of_coins_to_each_of_those_of_whom_was_spoken() -> None:
    for game in GAMES:
        chair = place("town", game)
        giver, one, two = richest(chair)[:3]
        said = [name_of(chair, id) for id in (one, two, giver)]
        line = f"{said[0]} and {said[1]} have no money, so could {said[2]} give each of them two coins?"
        if game == "ose":
            line = line.replace("coins", "gold pieces")
        done = acts(chair, line)
        assert [(type(x), getattr(x, "to", ""), getattr(x, "count", 0)) for x in done] == [
            (a.Give, id, 2) for id in sorted((one, two), key=[c.id for c in chair.state.marchers()].index)
        ]


def test_all_of_somebodys_money_is_all_of_it() -> None:
    chair = place("town", "ose")
    giver, taker = richest(chair)[:2]
    done = acts(chair, f"{name_of(chair, giver)} give your gold to {name_of(chair, taker)}")[0]
    assert isinstance(done, a.Give)
    item = chair.state.creatures[giver].item(done.item)
    assert item is not None and done.count == item.count > 1


def test_what_is_asked_goes_before_what_is_wished() -> None:
    for game in GAMES:
        chair = place("town", game)
        line = "We'd like to buy a rope and two torches, if we can afford them. How much would that be?"
        meant = chair.read(line)
        assert isinstance(meant, Show)
        told = chair.show(meant.what, meant.rest)
        assert "ope" in told[0] and "torches" in told[1] and "purses hold" in told[-1]


def test_nobody_is_asked_for_news_who_is_begged_for_bread() -> None:
    chair = place("town", "knave")
    meant = chair.read("beg for food at the temple")
    assert isinstance(meant, Show | Say)


def test_a_list_keeps_its_verb() -> None:
    chair = place("town", "knave")
    meant = chair.read("buy a sword and food")
    assert isinstance(meant, Undertake) and isinstance(meant.errand, InOrder)
    assert [type(x) for x in meant.errand.actions] == [a.Buy, a.Buy]


def test_whether_somebody_may_use_a_thing_is_the_rules_word() -> None:
    for game in GAMES:
        chair = place("town", game)
        for who in names(chair):
            meant = chair.read(f"can {who} use a sword")
            assert meant == Show("usable", f"sword of {who}")
            told = chair.show("usable", meant.rest)[-1]
            assert "may not" in told or "hold" in told or "in hand" in told


def test_several_answers_tell_nothing_twice() -> None:
    chair = place("town", "ose")
    meant = chair.read("what is a retainer and what does a retainer cost?")
    assert isinstance(meant, Show)
    told = chair.show(meant.what, meant.rest)
    assert told and len(set(told)) == len(told)
