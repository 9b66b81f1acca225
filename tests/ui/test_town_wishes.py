"""Lines of a town about people, services and own things, as people type them, each read to what it must mean."""

from tests.ui.places import place

from underkeep.procedures import delve_actions as a
from underkeep.table.chair import Chair
from underkeep.table.speech.handling import fits
from underkeep.table.speech.meanings import Ask, Do, Meaning, Say, Show, Undertake


def town(game: str) -> Chair:
    return place("town", game)


def names(chair: Chair) -> list[str]:
    return [c.name.split()[0] for c in chair.view.mine]


def is_deed(meant: Meaning) -> bool:
    return isinstance(meant, Do | Undertake)


def test_a_question_about_people_or_services_does_nothing() -> None:
    for game in ("ose", "knave"):
        chair = town(game)
        one = names(chair)[0]
        for line in (
            "who died?",
            "how many did we lose?",
            "how do we get new party members?",
            "is there a black market?",
            "is there a wizard here?",
            "where can we buy horses?",
            f"is {one} carrying too much?",
            f"how much xp does {one} need?",
            "who can still buy plate mail?",
            "can anyone here identify a ring?",
        ):
            assert isinstance(chair.read(line), Show | Say), (game, line, chair.read(line))


def test_who_is_of_the_party_is_not_sent_home() -> None:
    chair = town("knave")
    meant = chair.read(f"send {names(chair)[0]} home")
    assert isinstance(meant, Say) and "of the party" in meant.text


def test_what_another_has_is_given_and_not_bought() -> None:
    chair = town("ose")
    has = [(c, i) for c in chair.view.mine for i in c.items if i.count > 5 and "torch" in i.name.lower()]
    owner, torches = has[0]
    taker = next(c for c in chair.view.mine if c.id != owner.id)
    some = chair.read(f"{taker.name} wants some of {owner.name}'s torches")
    assert isinstance(some, Ask) and {type(x) for x in some.choices} == {a.Give}
    assert chair.read(f"{taker.name} needs 2 of {owner.name}'s torches") == Do(
        a.Give(owner.id, taker.id, torches.id, 2)
    )
    assert isinstance(chair.read(f"{taker.name} wants {owner.name}'s trombone"), Say)


def test_a_spellbook_is_a_book() -> None:
    assert fits("haste book", "Spellbook of Haste") and fits("arcane eye spellbook", "Spellbook of Arcane Eye")
    assert not fits("haste book", "Spellbook of Web")


def test_a_thing_is_sold_by_who_has_it() -> None:
    chair = town("knave")
    sale = next(x for x in chair.options.listed if isinstance(x, a.Sell))
    owner = chair.state.creatures[sale.actor]
    item = owner.item(sale.item)
    assert item is not None
    meant = chair.read(f"sell the {item.name.lower()} {owner.name.split()[0]} has")
    assert isinstance(meant, Do) and isinstance(meant.action, a.Sell) and meant.action.actor == owner.id


def test_services_that_are_not_here_are_told_with_those_that_are() -> None:
    for game in ("ose", "knave"):
        chair = town(game)
        assert chair.state.settlement is not None
        services = [x.partition(" (")[0] for x in chair.state.settlement.services]
        for service in ("temple", "black market", "sage"):
            meant = chair.read(f"take us to the {service}")
            if service not in services:
                assert not is_deed(meant), (game, service, meant)


def test_hirelings_and_their_pay() -> None:
    chair = town("ose")
    assert isinstance(chair.read("pay the retainers"), Show)
    assert isinstance(chair.read("hire a cleric to come with us"), Ask | Do | Say)
