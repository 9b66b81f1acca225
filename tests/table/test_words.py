"""The words of the story and of the menus, and the rule behind every line."""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache, partial
from importlib.resources import files
from pathlib import Path

import pytest
from msgspec.structs import replace

from underkeep.kernel.audience import seen_by
from underkeep.kernel.codec import CodecError
from underkeep.kernel.event import Event, Roll
from underkeep.kernel.prompt import Pending, Prompt
from underkeep.lab.delve import delve
from underkeep.minds.explorer import TEMPERS
from underkeep.procedures.ruleset import Ruleset
from underkeep.rulebook.citations import is_known
from underkeep.systems import load
from underkeep.table import naming
from underkeep.table.narrate import cited, narrate, phrases, reasons
from underkeep.table.new_game import PLAYER, Plan
from underkeep.table.speech.scenery import question
from underkeep.testing.toy import RULESET as TOY
from underkeep.world.clock import TimePassed
from underkeep.world.condition import ConditionEnded
from underkeep.world.creature import CheckRolled, Creature, Healed
from underkeep.world.dungeon import Door, DoorChanged
from underkeep.world.encounter import Encounter, EncounterBegan, EncounterChanged, ReactionRolled, SurpriseRolled
from underkeep.world.events import EVENTS
from underkeep.world.fight import FightEnded, InitiativeRolled
from underkeep.world.gear import Item, ItemsChanged
from underkeep.world.light import Light, LightLit
from underkeep.world.party import Party
from underkeep.world.state import State

SYSTEMS = ("ose", "knave", "rampage", "robs")
NO_RULE = {
    ("knave", "DoorChanged", "opened"): "the page has no rule for doors that open",
    ("knave", "DoorChanged", "shut"): "the page has no rule for doors",
    ("knave", "SheetChanged", ""): "the touch of a monster of our own bestiary",
    ("knave", "ItemBroke", ""): "the rust of a monster of our own bestiary",
    ("knave", "Seized", ""): "the grip of a monster of our own bestiary",
    ("knave", "Released", ""): "such a grip let go",
    ("knave", "MarchingOrderSet", ""): "the page has no marching order",
    ("knave", "RoadCovered", ""): "the page has no rule for the road",
    ("knave", "PartyLeft", ""): "the page knows no funerals",
    ("knave", "RoutesLaid", ""): "the page has no rule for the road",
    ("knave", "Felled", ""): "a power of our own bestiary",
    ("knave", "Rose", ""): "a power of our own bestiary",
    ("knave", "Healed", ""): "trolls and their like, of our own bestiary",
    ("knave", "MaxHpLost", ""): "a power of our own bestiary",
    ("knave", "AreaDescribed", ""): "the page does not say how places look",
    ("knave", "DressingChanged", ""): "nor what is in them",
    ("knave", "KindLearnt", ""): "nor how those are known again who were met before",
    ("ose", "DressingChanged", ""): "the book leaves such things to the table",
    ("knave", "Finished", ""): "nor who lets a round go by",
    ("knave", "Died", ""): "poison, disease or the sun, for monsters of our own bestiary",
}


@cache
def stories(system: str) -> list[tuple[Event, str]]:
    """Every line that a player is told in some delves that play themselves, with its event."""
    rules = load(system)
    found = []
    for seed in range(1, 7):
        plan = Plan(size=6, level=1 + seed % 3 * 2, levels=2)
        played = delve(rules, seed, plan, TEMPERS["cautious" if seed % 2 else "reckless"])
        state = played.start
        for event in played.events:
            state = event.evolve(state)
            seen = seen_by(event, PLAYER, state)
            text = narrate(rules, state, seen, partial(_name, state)) if seen is not None else ""
            if seen is not None and text:
                found.append((seen, text))
    return found


def _name(state: State, id: str) -> str:
    return state.creatures[id].name


@pytest.mark.parametrize("system", ["ose", "knave"])
def test_every_line_of_a_delve_has_its_rule(system: str) -> None:
    rules, told = load(system), stories(system)
    without = {
        (system, type(event).__name__, str(getattr(event, "what", ""))) for event, _ in told if not cited(rules, event)
    }
    known = {key for key in without if key in NO_RULE or (*key[:2], "") in NO_RULE}
    assert len(told) > 500
    assert without == known


@pytest.mark.parametrize("system", ["ose", "knave"])
def test_every_line_reads_as_english(system: str) -> None:
    for event, text in stories(system):
        assert re.match(r'[A-Z"—]', text), text
        assert re.search(r'[.!?"—)]$', text), text
        assert not re.search(r"  |\{|\}|\[|None|\b0 feet\b|\.\.| ,| \.|: \.", text), text
        assert not re.search(r"[a-z]-\d|\d-\d", text), f"an id in: {text} ({event})"
        assert not re.search(r"\ba [aeio]|\ban [bcdfgjklmnpqrstvwxyz]|\b(?:a|the) (?:a|an|the)\b", text), text
        assert not re.search(r"\b(?:monsters|they) (?:rolls|wins|holds|breaks|is|was)\b", text, re.IGNORECASE), text
        assert not re.search(r"\b(?:[2-9]|\d\d+) (?:gold|silver|copper|electrum|platinum) piece\b", text), text


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_a_system_cites_is_in_its_book(system: str) -> None:
    rules = load(system)
    assert rules.cites
    for by_verb in rules.cites.values():
        for id in (id for ids in by_verb.values() for id in ids):
            assert id.startswith(f"{system}:") and is_known(id), id


def _own_words(system: str) -> dict[str, object]:
    text = files(f"underkeep.systems.{system}").joinpath("words.toml").read_text("utf-8")
    return tomllib.loads(text)


@pytest.mark.parametrize("system", SYSTEMS)
def test_words_stand_where_they_are_looked_for(system: str) -> None:
    """A line after a table's header belongs to the table: there the name of an event is a mistake."""
    rules = load(system)
    events = {kind.__name__ for kind in rules.codec.event_types}
    for name, entry in _own_words(system).items():
        assert name in events or name in ("actions", "lines", "asked", "topics", "features", "things", "said"), (
            f"{name} is no event of {system}"
        )
        assert not isinstance(entry, dict) or name == "actions" or not events & set(entry), name


@pytest.mark.parametrize("system", SYSTEMS)
def test_phrases_are_of_actions_that_there_are(system: str) -> None:
    rules = load(system)
    kinds = {kind.__name__: set(kind.__struct_fields__) for kind in rules.codec.action_types}
    for name, phrase in phrases(rules).items():
        assert set(re.findall(r"[\[{]([a-z_]+)[:}]", phrase)) <= kinds[name], phrase


@pytest.mark.parametrize(
    ("name", "one", "many"),
    [
        ("Torch", "a torch", "3 torches"),
        ("Flask of oil", "a flask of oil", "3 flasks of oil"),
        ("Rope, 50 feet", "a rope, 50 feet", "3 ropes, 50 feet"),
        ("50-foot rope", "a 50-foot rope", "3 50-foot ropes"),
        ("Standard rations", "standard rations", "3 standard rations"),
        ("Plate mail", "plate mail", "3 plate mail"),
        ("gold piece", "a gold piece", "3 gold pieces"),
        ("Ivory tusk", "an ivory tusk", "3 ivory tusks"),
        ("Sword +1", "a sword +1", "3 swords +1"),
        ("Spellbook of X-Ray Vision", "a spellbook of X-Ray Vision", "3 spellbooks of X-Ray Vision"),
    ],
)
def test_things_in_a_sentence(name: str, one: str, many: str) -> None:
    assert (naming.some(Item("x", name)), naming.some(Item("x", name, count=3))) == (one, many)


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("Werewolf", "Werewolves"),
        ("Dwarf", "Dwarves"),
        ("Normal human", "Normal humans"),
        ("Lizard man", "Lizard men"),
        ("Hydra (5 heads)", "Hydras (5 heads)"),
        ("harpy", "harpies"),
    ],
)
def test_plurals(one: str, many: str) -> None:
    assert naming.plural(one) == many


def test_articles_and_weapons() -> None:
    assert [naming.article(x) for x in ("ogre", "unicorn", "harpy")] == ["an ogre", "a unicorn", "a harpy"]
    armed = [naming.wielded(x) for x in ("axe", "claws", "weapon", "unarmed")]
    assert armed == ["an axe", "claws", "its weapon", "bare hands"]
    assert [naming.trap_kind(load("ose").measures, x) for x in ("fire-jet", "pit-20")] == ["fire jet", "20-foot pit"]


def _state(*creatures: Creature) -> State:
    return State("toy", {PLAYER: ("party",)}, creatures={c.id: c for c in creatures})


def _creature(id: str, side: str, status: str = "up") -> Creature:
    return Creature(id, id.title(), "rat", side, 3, 3, None, status=status)  # type: ignore[arg-type]


STATE = _state(_creature("bruno", "party"), _creature("rat", "monsters"), _creature("mouse", "monsters", "dead"))


def _told(event: Event, rules: Ruleset = TOY) -> str:
    return narrate(rules, STATE, event, partial(_name, STATE))


def test_verbs_agree_with_sides_and_numbers() -> None:
    roll = Roll("1d6", (3,), 3)
    assert _told(InitiativeRolled("monsters", roll)) == "The monsters roll 3 for initiative."
    assert _told(InitiativeRolled("party", roll)) == "The party rolls 3 for initiative."
    assert _told(FightEnded("monsters")) == "The monsters win the fight."
    assert _told(Healed("bruno", 1, 3)) == "Bruno recovers 1 hit point."
    assert _told(Healed("bruno", 2, 3)) == "Bruno recovers 2 hit points."


def test_what_was_done_with_things() -> None:
    coins = Item("gp", "gold piece", count=22)
    assert _told(ItemsChanged("bruno", (), "took", coins)) == "Bruno takes 22 gold pieces."
    assert _told(ItemsChanged("bruno", (), "put-on", Item("x", "Plate mail"))) == "Bruno puts on plate mail."
    assert _told(ItemsChanged("bruno", (), "sold", Item("x", "Axe"), 5), load("knave")) == (
        "Bruno sells an axe for 5 coins."
    )
    assert _told(ItemsChanged("bruno", (), "paid", coins=100, about="Hob"), load("ose")) == "Bruno pays Hob 1 gp."
    rope = ItemsChanged("bruno", (), "bought", Item("x", "Rope"), 120)
    assert _told(rope, load("ose")) == "Bruno buys a rope for 1 gp 2 sp."
    assert _told(replace(rope, coins=0), load("ose")) == "Bruno buys a rope for nothing."
    assert _told(LightLit(Light("l", "bruno", "torch", "Torch", 30, None))) == "Bruno lights a torch."


def test_who_is_met_and_how_they_look() -> None:
    near = Encounter("g", ("rat",), 0, attitude="hostile")
    assert _told(EncounterBegan(near)) == "The party meets a rat, within arm's reach."
    assert _told(EncounterChanged(near, "hostile"), load("ose")) == "The rat looks hostile."


def test_what_ends_for_the_dead_is_not_told() -> None:
    assert _told(ConditionEnded("rat", "asleep")) == "Rat is no longer asleep."
    assert _told(ConditionEnded("mouse", "asleep")) == ""


def test_a_system_cites_for_the_procedures() -> None:
    ose, door = load("ose"), Door("d", 1, ((0, 0), (0, 1)), ("a", "b"))
    assert cited(ose, DoorChanged(door, "forced", "bruno")) == ("ose:doors.stuck.force",)
    assert cited(ose, DoorChanged(door, "opened")) == ("ose:doors.kinds",)
    assert cited(ose, DoorChanged(door, "opened", rule=("ose:time.turn",))) == ("ose:time.turn",)
    assert cited(ose, TimePassed(10, "casting")) == ("ose:time.game-time",)
    assert cited(TOY, DoorChanged(door, "opened")) == ()


def test_a_roll_that_led_to_a_line_untold_explains_it() -> None:
    ose, door = load("ose"), Door("d", 1, ((0, 0), (0, 1)), ("a", "b"))
    roll = CheckRolled("bruno", "open doors", Roll("1d6", (1,), 1, (), 2, True, True), True, rule=("ose:dice.x-in-6",))
    assert _told(roll, ose) == ""
    forced = DoorChanged(door, "forced", "bruno")
    assert str(reasons(ose, forced, [roll])) == "1d6: 1 = 1, needs 2 or less; ose:dice.x-in-6, ose:doors.stuck.force"
    assert "1d6" not in str(reasons(ose, DoorChanged(door, "forced", "rat"), [roll]))
    looked = ReactionRolled("", Roll("2d6", (1, 1), 2), "hostile", rule=("ose:reaction.roll",))
    assert "2d6: 1 1 = 2" in str(reasons(ose, EncounterChanged(Encounter("g", ("rat",), 0), "hostile"), [looked]))
    surprise = SurpriseRolled("party", ("bruno",), Roll("1d6", (1,), 1), True, rule=("ose:encounter.surprise.roll",))
    met = EncounterBegan(Encounter("g", ("rat",), 0, ("bruno",)))
    assert str(reasons(ose, met, [surprise])) == "1d6: 1 = 1; ose:encounter.surprise.roll"


def test_surprise_is_told_once() -> None:
    surprise = SurpriseRolled("party", ("bruno",), Roll("1d6", (1,), 1), True)
    below = replace(STATE, party=Party("party", ("bruno",)))
    assert narrate(TOY, below, surprise) == ""
    assert narrate(TOY, STATE, surprise) == "The party is surprised."
    met = EncounterBegan(Encounter("g", ("rat",), 20, ("bruno",)))
    assert narrate(TOY, below, met) == "The party meets a rat, 20 paces away. The party is surprised."
    one = replace(below, party=Party("party", ("bruno", "rat")))
    assert narrate(TOY, one, met).endswith(" Bruno is surprised.")


VERB_IS = {"ItemsChanged": 2, "receive": 3, "use_up": 3, "pay": 3, "lose": 3, "gain": 3, "owe": 3}
"""Which argument of a call says what was done with things."""


def _verbs(package: str) -> Iterator[str]:
    """Every word for what was done with things that stands in the source of a package."""
    for path in Path(str(files(package))).rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(call, ast.Call):
                at = VERB_IS.get(getattr(call.func, "attr", getattr(call.func, "id", "")))
                said = ast.walk(call.args[at]) if at is not None and len(call.args) > at else ()
                yield from (
                    part.value for part in said if isinstance(part, ast.Constant) and isinstance(part.value, str)
                )


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_verb_has_its_sentence(system: str) -> None:
    core = tomllib.loads(files("underkeep.table").joinpath("words.toml").read_text("utf-8"))["ItemsChanged"]
    own = _own_words(system)["ItemsChanged"]
    assert isinstance(own, dict)
    procedures, game = (set(_verbs(f"underkeep.{part}")) for part in ("procedures", f"systems.{system}"))
    assert procedures and procedures <= set(core)
    assert game and game <= {*core, *own}, game - {*core, *own}


def test_a_verb_is_no_prose() -> None:
    codec = TOY.codec
    for verb, is_one in (("took-in-hand", True), ("took in hand", False), ("buys for 5 coins", False), ("", False)):
        event = codec.encode(ItemsChanged("bruno", (), verb))
        if is_one:
            assert codec.event(event) == ItemsChanged("bruno", (), verb)
        else:
            with pytest.raises(CodecError):
                codec.event(event)


@pytest.mark.parametrize("system", SYSTEMS)
def test_rules_are_found_by_a_field_of_the_fact(system: str) -> None:
    for kind, by_sort in load(system).cites.items():
        assert kind.cited_by in kind.__struct_fields__ or set(by_sort) == {""}, kind


def test_no_core_event_lacks_words() -> None:
    words = tomllib.loads(files("underkeep.table").joinpath("words.toml").read_text("utf-8"))
    assert {kind.__name__ for kind in EVENTS} <= set(words)


def _put(system: str, name: str, about: str = "", pending: Pending | None = None) -> str:
    prompt = Prompt("1", (PLAYER,), name, ("yes", "no"), "yes", about=about, pending=pending)
    state = State("ose", {}, creatures={"orc-1": Creature("orc-1", "Orc 1", "orc", "monsters", 4, 4, None)})
    return question(load(system), state, prompt)


def test_a_question_is_put_in_the_games_words() -> None:
    assert _put("ose", "gale") == "A gale blows. What is the ship to do?"
    assert _put("rampage", "held-shot", "orc-1") == "Loose the held shot at Orc 1?"
    assert _put("ose", "the tax", "120 gp") == "The town asks a tax of 120 gp. Does the party pay?"
    assert (
        _put("knave", "wedding", "Mira is to marry Tom: keep the promise?") == "Mira is to marry Tom: keep the promise?"
    )
    assert _put("robs", "what becomes of the captives") == "What becomes of the captives?"
    assert _put("ose", "ose:surprise", pending=Pending("player", "", (), {})).startswith("Ruling: ose:surprise?")


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (["Orc 2"], "Orc 2"),
        (["Orc 1", "Orc 2"], "Orcs 1 and 2"),
        (["Orc 12", "Orc 3", "Orc 1", "Orc 2", "Orc 5"], "Orcs 1 to 3, 5 and 12"),
        (["Orc 1", "Orc 2", "Orc 4"], "Orcs 1, 2 and 4"),
        (["Hob", "Orc 4", "Orc 5", "Orc 6"], "Hob and Orcs 4 to 6"),
    ],
)
def test_creatures_of_a_kind_are_called_by_their_numbers(names: list[str], told: str) -> None:
    assert naming.by_numbers(names) == told
