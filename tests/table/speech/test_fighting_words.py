"""Lines about one of one's own in a fight, with whom they mean and with what."""

from msgspec.structs import replace
from tests.table.test_orders import fight

from underkeep.procedures.actions import Attack, Done, Move
from underkeep.table import aiming
from underkeep.table.chair import Chair
from underkeep.table.speech.typed_lines import Do, Say, Undertake
from underkeep.terminal.plain import Plain
from underkeep.world.gear import Item, ItemsChanged


def archers() -> Chair:
    return fight("knave", "2 knave[bow, quiver, sword] v 3 wolf", 4)


def test_who_shoots_whom_is_understood() -> None:
    chair = archers()
    hero = chair.state.creatures[chair.actors[0]]
    shots = [x for x in chair.options.listed if isinstance(x, Attack) and x.actor == hero.id]
    assert shots
    target = chair.state.creatures[shots[0].target]
    meant = chair.read(f"{hero.name} shoots {target.name}")
    assert isinstance(meant, Do) and isinstance(meant.action, Attack)
    assert (meant.action.actor, meant.action.target) == (hero.id, target.id)
    assert "bow" in meant.action.weapon


def test_the_most_wounded_is_meant_by_looks() -> None:
    chair = archers()
    hero, foes = chair.state.creatures[chair.actors[0]], chair.state.active("b")
    hurt = [replace(foes[0], hp=foes[0].max_hp), replace(foes[1], hp=1), foes[2]]
    assert aiming.meant(hero, hurt, "the most wounded wolf") == [hurt[1]]
    assert aiming.meant(hero, hurt, "wolf 3") == [hurt[2]]
    assert aiming.meant(hero, hurt, "the wolves") == hurt == aiming.meant(hero, hurt, "them")
    assert aiming.meant(hero, hurt, "the goblin") == [] == aiming.meant(hero, hurt, "wolf 7")
    nearest = min(hurt, key=hero.steps_to)
    assert aiming.meant(hero, hurt, "the nearest wolf") == [nearest]
    assert aiming.are_several(hurt, "the wolves") and aiming.are_several(hurt, "all of them")
    assert not aiming.are_several(hurt, "wolf 2")


def test_a_weapon_may_be_drawn_in_the_same_breath() -> None:
    chair = archers()
    hero = chair.state.creatures[chair.actors[0]]
    foe = chair.state.active("b")[0]
    meant = chair.read(f"{hero.name} draws his bow and attacks {foe.name}")
    assert isinstance(meant, Do) and isinstance(meant.action, Attack) and "bow" in meant.action.weapon
    assert isinstance(chair.read(f"{hero.name} draws his sword and attacks {foe.name}"), Say | Do | Undertake)


def test_who_cannot_shoot_is_told_so() -> None:
    chair = fight("knave", "2 knave[sword] v 3 wolf", 4)
    hero = chair.state.creatures[chair.actors[0]]
    meant = chair.read(f"{hero.name} shoots wolf 1")
    assert meant == Say(f"{hero.name} has nothing to shoot with.")


def test_to_flee_is_to_get_away_though_one_could_strike() -> None:
    chair = fight("knave", "1 knave[sword] v 1 wolf", 4)
    hero, foe = chair.state.active("a")[0], chair.state.active("b")[0]
    meant = chair.read("flee")
    assert isinstance(meant, Do) and isinstance(meant.action, Move)
    after = replace(hero, at=meant.action.to)
    assert after.steps_to(foe) > hero.steps_to(foe)


def test_a_name_alone_lists_what_that_one_may_do() -> None:
    chair, told = fight("knave", "2 knave v 2 goblin", 4), []
    second = chair.state.creatures[chair.actors[1]]
    lines = iter([second.name])
    Plain(chair, lambda: next(lines, "quit"), told.append).run()
    assert f"{second.name} may act.\n" in told and chair.focus == second.id
    assert all(e.seat != chair.seat for e in chair.session.entries)


def test_coins_are_no_weapon_and_a_flask_waits_for_its_step() -> None:
    chair = fight("ose", "2 fighter[sword, oil] v 3 wolf", 4)
    while chair.state.fight is not None and chair.state.fight.step.phase == "declare":
        chair.act(next(x for x in chair.options.listed if isinstance(x, Done)))
    assert chair.state.fight is not None and chair.state.fight.step.phase == "movement"
    hero = chair.state.creatures[chair.actors[0]]
    meant = chair.read(f"{hero.name} throws burning oil at wolf 1")
    assert isinstance(meant, Undertake) and "throws oil at Wolf 1" in meant.note
    purse = Item("gp", "gold pieces", count=9)
    rich = replace(hero, items=(*hero.items, purse))
    chair.session.decree(ItemsChanged(hero.id, rich.items, "took", purse), "for the test")
    assert not isinstance(chair.read(f"{hero.name} throws gold at wolf 1"), Undertake)
    both = chair.read("everyone attack wolf 1")
    assert isinstance(both, Undertake) and (": each attacks" in both.note or not both.note)
