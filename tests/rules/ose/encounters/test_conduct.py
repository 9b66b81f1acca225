"""How monsters conduct themselves besides blows."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.below import below, having, the_dungeon
from tests.rules.ose.casting import delve, meeting
from tests.rules.ose.scene import changed, every, first

from underkeep.kernel.dice import Scripted
from underkeep.kernel.prompt import Ruled
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.combat import tactics
from underkeep.systems.ose.encounters import conduct, glimpses, meetings
from underkeep.systems.ose.encounters.conduct import ADAPT, INTELLIGENCE, STEALTH, TEAMWORK, USE_ITEMS
from underkeep.systems.ose.magic.casting import SpellCast
from underkeep.systems.ose.magic.spell_effects import Casting, resists
from underkeep.systems.ose.magic.spells import forms
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import Alike, d4, d6, d8, d20, rule
from underkeep.world.creature import SaveRolled
from underkeep.world.dungeon import Group, GroupChanged, Hoard, HoardChanged, TrapChanged
from underkeep.world.encounter import EncounterChanged, EncounterEnded, SurpriseRolled
from underkeep.world.fight import RoundBegan
from underkeep.world.gear import Item
from underkeep.world.knowledge import KindLearnt
from underkeep.world.state import State


def resolving(state: State, *faces: int, **rulings: str) -> Resolution:
    named = {f"ose:referee.monsters.{id.replace('_', '-')}": choice for id, choice in rulings.items()}
    return Resolution(state, Scripted(*faces) if faces else Alike(4), RULESET, named)


def mustered(kind: str, count: int, **rulings: str) -> tuple[Resolution, tuple[str, ...]]:
    do = resolving(below(), **rulings)
    group = Group("them", "1-01", kind, count)
    do.emit(GroupChanged(group, "placed"))
    return do, meetings.muster(do, group)


@rule(INTELLIGENCE)
def test_how_a_kind_thinks_is_settled_once_and_minds_go_by_it() -> None:
    do, ids = mustered("goblin", 1)
    assert campaign(do.state).conduct.wits == {"goblin": "intelligent"}
    assert tactics.manner(do.state, do.state.creatures[ids[0]]).wits == "keen"
    dull, ids = mustered("goblin", 1, intelligence="none")
    assert tactics.manner(dull.state, dull.state.creatures[ids[0]]).wits == "none"
    before = len(dull.events)
    conduct.judge_wits(dull, "goblin")
    conduct.judge_wits(dull, "no-such-kind")
    assert len(dull.events) == before


@rule(TEAMWORK)
def test_every_fourth_of_those_with_weapons_shoots_from_behind() -> None:
    do, ids = mustered("orc", 9)
    armed = [id for id in ids if do.state.creatures[id].items]
    assert armed == list(ids[-2:])
    assert tactics.manner(do.state, do.state.creatures[armed[0]]).shots == 20
    alike, ids = mustered("orc", 9, teamwork="all alike")
    assert not any(alike.state.creatures[id].items for id in ids)
    for kind, count in (("orc", 3), ("wolf", 9), ("skeleton", 9)):
        few, ids = mustered(kind, count)
        assert not any(few.state.creatures[id].items for id in ids)
        assert not any(e.question == TEAMWORK for e in every(few, Ruled))


def lair(*items: Item, kind: str = "orc", group: str = "them", area: str = "1-01") -> State:
    hoard = Hoard("hoard-1", area, items, hidden=True, group=group)
    return having(below(), Group("them", "1-01", kind, 2, lair=True), hoard)


SWORD, POTION, RUBY = Item("sword-plus-1", "sword"), Item("potion-of-healing", "potion"), Item("gem-100", "gem")


@rule(USE_ITEMS)
def test_those_who_live_there_use_the_magic_of_their_hoard() -> None:
    state = lair(SWORD, RUBY)
    do = resolving(state)
    ids = meetings.muster(do, the_dungeon(state).groups["them"])
    held = do.state.creatures[ids[0]].items
    assert [(item.kind, item.place) for item in held] == [("sword-plus-1", "hand")]
    assert [item.kind for item in the_dungeon(do.state).hoards["hoard-1"].items] == ["gem-100"]
    assert first(do, HoardChanged).rule == (USE_ITEMS,)
    assert not do.state.creatures[ids[1]].items


@rule(USE_ITEMS)
@pytest.mark.parametrize(
    "state",
    [lair(RUBY), lair(SWORD, kind="wolf"), lair(SWORD, group="others"), lair(SWORD, area="1-02")],
    ids=["no magic", "beasts", "another's", "elsewhere"],
)
def test_nobody_takes_up_what_is_not_theirs_or_no_use(state: State) -> None:
    do = resolving(state)
    meetings.muster(do, the_dungeon(state).groups["them"])
    assert not every(do, HoardChanged)


def warned(count: int = 1, kind: str = "orc", **rulings: str) -> Resolution:
    group = Group("kin", "1-02", kind, count, lair=True, alert=True)
    do = resolving(having(below(), group), **rulings)
    conduct.prepare(do, group)
    return do


@rule(STEALTH)
def test_the_weaker_side_lies_in_wait() -> None:
    assert the_dungeon(warned().state).groups["kin"].wants == conduct.LIES_IN_WAIT
    assert not warned(2).events and not warned(1, "wolf").events
    assert not every(warned(traps_stealth="neither"), GroupChanged)
    dug = warned(traps_stealth="trap")
    pit = first(dug, TrapChanged)
    assert (pit.trap.kind, pit.trap.area, pit.seats) == ("pit", "1-02", ("referee",))
    door = the_dungeon(dug.state).doors_of("1-02")[0]
    assert pit.trap.square == door.side("1-02")


@rule(STEALTH)
@pytest.mark.parametrize(("wants", "face", "surprised"), [("", 3, False), ("ambush", 3, True), ("ambush", 4, False)])
def test_an_ambush_surprises_on_three_in_six(wants: str, face: int, surprised: bool) -> None:
    group = Group("them", "1-01", "orc", 1, wants=wants, alert=True)
    do = resolving(having(below(), group), d6(face))
    meetings._surprised(do, "party", group, ("hero-1",))
    rolled = first(do, SurpriseRolled)
    assert rolled.surprised is surprised and (STEALTH in rolled.rule) is bool(wants)


def fought(*status: str, kind: str = "orc", **rulings: str) -> Resolution:
    """The party has cast a spell at some, of whom these are left so."""
    state = meeting(delve("magic-user"), kind, len(status), "hostile")
    do = resolving(state, **rulings)
    caster = next(iter(state.party.members))
    do.emit(SpellCast(caster, "Charm Person", "", ()))
    for id, left in zip(state.dungeon.groups["lurkers"].members, status, strict=True):
        do.state = do.state.with_creature(id, status=left)
    conduct.learn(do, state.dungeon.groups["lurkers"])
    return do


@rule(ADAPT)
def test_those_who_get_away_expect_the_spell_next_time() -> None:
    do = fought("dead", "fled")
    known = campaign(do.state).conduct
    assert known.expects == {"orc": ("Charm Person",)} and known.used == ()
    assert conduct.expects_party(do.state, Group("x", "1-01", "orc", 1))
    assert not conduct.expects_party(do.state, Group("x", "1-01", "goblin", 1))
    for gone in (fought("dead", "dead"), fought("fled", kind="wolf"), fought("fled", adapt="they learn nothing")):
        assert campaign(gone.state).conduct.expects == {} and campaign(gone.state).conduct.used == ()


@rule(ADAPT)
@pytest.mark.parametrize(("expects", "saved"), [({}, False), ({"orc": ("Charm Person",)}, True)])
def test_what_is_expected_is_easier_to_resist(expects: dict[str, tuple[str, ...]], saved: bool) -> None:
    state = changed(meeting(delve("magic-user"), "orc"), "orc-1", saves={"spells": 16})
    state = with_campaign(state, conduct=replace(campaign(state).conduct, expects=expects))
    written = forms("magic-user")["Charm Person"]
    use = next(use for use in written.uses if use.save)
    do = resolving(state, d20(14))
    assert resists(do, Casting("hero-1", written, use, "orc-1", 1), "orc-1") is saved
    assert (ADAPT in first(do, SaveRolled).rule) is saved


@rule("ose:referee.describe.surprise-attack")
def test_in_a_surprise_attack_only_the_blow_is_told_at_first() -> None:
    state = below()
    group = Group("them", "1-01", "orc", 1, attitude="hostile", alert=True)
    do = Resolution(having(state, group), Scripted(d8(4), d6(1)), RULESET)
    meetings.meet(do, group, 20)
    orc = do.state.creatures["orc-1"]
    assert orc.name == "Sudden shape 1" and do.state.fight is not None
    do.emit(RoundBegan(1, do.state.now))
    assert do.state.creatures[orc.id].name == "Sudden shape 1"
    do.emit(RoundBegan(2, do.state.now))
    assert do.state.creatures[orc.id].name == "Orc 1"
    assert not campaign(do.state).conduct.glimpsed


@rule("ose:referee.describe.surprise-attack")
def test_those_who_do_not_attack_are_seen_at_once() -> None:
    group = Group("them", "1-01", "orc", 1, attitude="neutral", alert=True)
    do = Resolution(having(below(), group), Scripted(d8(4), d6(1)), RULESET)
    meetings.meet(do, group, 20)
    assert do.state.fight is None and first(do, glimpses.SeenPlainly)
    assert do.state.creatures["orc-1"].name == "Orc 1"
    awake = Resolution(having(below(), group), Scripted(d8(4), *d6(3, 4, 3)), RULESET)
    meetings.meet(awake, group, 20)
    assert not every(awake, glimpses.Glimpsed)
    ended = Resolution(do.state, Scripted(), RULESET)
    glimpses.hide(ended, ("orc-1",))
    glimpses.ended(ended, EncounterEnded("left"))
    assert ended.state.creatures["orc-1"].name == "Orc 1"


@rule("ose:referee.describe.surprise-attack")
def test_those_who_come_unseen_were_not_met_before() -> None:
    state, group = below(), Group("them", "1-01", "sprite", 1, attitude="neutral", alert=True)
    assert state.party is not None
    strangers = replace(state, party=replace(state.party, knows=()))
    do = Resolution(having(strangers, group), Scripted(d4(4), d6(1)), RULESET)
    meetings.meet(do, group, 20)
    assert first(do, glimpses.SeenPlainly) and not every(do, KindLearnt)
    assert [c.name for c in do.state.creatures.values() if c.kind == "sprite"] == ["Winged manikin 1"]


@rule("ose:referee.role")
def test_how_those_met_respond_is_the_referees_part() -> None:
    do = Resolution(meeting(below(), "orc"), Scripted(*d6(3, 4)), RULESET)
    meetings.monsters_act(do, is_first=True)
    changed_mind = first(do, EncounterChanged)
    assert changed_mind.what == "neutral" and "ose:referee.role" in changed_mind.rule
