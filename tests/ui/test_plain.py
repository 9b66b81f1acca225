"""Line mode, played as a person or a pipe would."""

import re
from collections.abc import Iterable, Iterator

import pytest
from msgspec.structs import replace
from tests.ui.scene import PLAYER, session, town

from underkeep.kernel.prompt import REFEREE
from underkeep.minds.soldier import Soldier
from underkeep.procedures import delve_actions as a
from underkeep.systems import load
from underkeep.table.chair import Chair
from underkeep.table.new_game import Plan, new_game
from underkeep.table.session import Session
from underkeep.terminal.plain import Plain


class Paper:
    """What was printed so far."""

    def __init__(self) -> None:
        self.text = ""

    def write(self, text: str) -> None:
        self.text += text

    @property
    def last(self) -> str:
        """All since the command before the last prompt."""
        return self.text.rsplit("\n> ", 2)[-2] if self.text.count("\n> ") > 1 else self.text


def play(lines: Iterable[str], chair: Chair | None = None) -> str:
    paper, given = Paper(), iter(lines)

    def read() -> str:
        try:
            return next(given)
        except StopIteration:
            raise EOFError from None

    Plain(chair or Chair(session(), PLAYER), read, paper.write, echo=True).run()
    return paper.text


def fighting(paper: Paper) -> Iterator[str]:
    """Attack who stands beside, else go nearer, until the fight is over."""
    while " may act." in paper.last:
        options = re.findall(r"^(\d+)\. (.*)$", paper.last, re.MULTILINE)
        attack = next((n for n, label in options if label.startswith("attack ")), None)
        near = next((n for n, label in options if label.startswith("approach ")), None)
        yield attack or near or "done"


def whole_delve(paper: Paper) -> Iterator[str]:
    """From town through the dungeon and back, by words and by numbers."""
    yield from (
        "rumours",
        "buy 2 torches for lila",
        "set out",
        "yes",
        "light torch",
        "listen at the door",
        "go east",
        "go east",
    )
    yield "open the north door"
    while "north door (open)" not in paper.text.rsplit("Ways out", 1)[-1]:
        yield "force the north door with ysolde"
        yield "look"
    yield "go north"
    assert "Before the party: 2 rats" in paper.text
    yield "attack"
    yield from fighting(paper)
    yield from ("search here", "go south", "west")
    while "The party is back in" not in paper.text:
        yield from fighting(paper)
        yield from ("leave", "yes") if "leave the dungeon" in paper.last else ("west",)
    yield from ("party", "quit")


def test_a_whole_delve_from_town_and_back() -> None:
    paper = Paper()
    lines = whole_delve(paper)
    chair = Chair(session(town(seed=5), seed=5), PLAYER)
    Plain(chair, lambda: next(lines), paper.write, echo=True).run()
    told = paper.text
    for said in (
        "There are rats below.",
        "(buy 2 torches for Lila)",
        "The party sets out from Toytown.",
        "Bruno lights a torch.",
        "The east door opens.",
        "The north door is stuck.",
        "Ysolde forces the north door.",
        "— Round 1 —",
        "The party wins the fight.",
        "The party is back in Toytown.",
    ):
        assert said in told
    assert chair.view.place == "town"


def test_the_end_of_input_leaves_quietly() -> None:
    told = play([])
    assert "1. set out for the dungeon" in told
    assert told.endswith("The game was not saved: it lived in memory only.\n")


def test_nothing_that_a_screen_reader_cannot_read() -> None:
    told = play(
        [
            "set out",
            "yes",
            "light torch",
            "map",
            "party",
            "sheet bruno",
            "inventory",
            "help",
            "log",
            "why",
            "why 1",
            "save",
        ]
    )
    assert told.isprintable() or set(told) - {"\n"} <= {c for c in told if c.isprintable()}
    assert not re.search(r"[\u2500-\u259f\x1b]", told)


def test_numbers_choose_and_folds_open() -> None:
    told = play(["2", "1", "2", "0", "1", "no", "1", "yes"])
    assert told.count("Set out for the dungeon? The party leaves the town and sets out. (yes or no)") == 2
    assert told.count("Nothing was done.") == 1
    assert re.search(r"buy torch\.\.\. \(1 .*\) \(0 goes back\)", told)
    assert "(buy torch for Ysolde)" in told
    assert "(set out for the dungeon)" in told


def test_long_lists_are_told_in_pages() -> None:
    chair = Chair(session(), PLAYER)
    told = play(["set out", "yes", "attack"], chair)
    assert "There is nobody to attack." in told
    plain = Plain(chair, lambda: "", Paper().write)
    choices = [c for c in chair.menu() for _ in range(30)]
    paper = Paper()
    plain = Plain(chair, lambda: "", paper.write)
    plain._offer(choices, "Which?")
    assert f"more: {len(choices) - 20} more of these" in paper.text
    plain._take("more")
    assert "\n21. " in paper.text


def test_an_ambiguous_line_is_asked_back_and_answered_by_number() -> None:
    told = play(["set out", "yes", "light torch with br", "2"])
    assert "Which do you mean?\n1. light torch with Bruno\n2. light torch with Bran" in told
    assert "Bran lights a torch." in told


def test_a_refusal_costs_nothing() -> None:
    chair = Chair(session(), PLAYER)
    told = play(["buy 900 torches"], chair)
    assert "That costs more than there is." in told
    assert chair.session.seq == 0


def test_why_tells_the_dice_and_the_rules() -> None:
    told = play(["set out", "yes", "light torch", "listen at the door", "why"])
    assert re.search(r"listening\.\n  1d6: \d = \d, needs 4; toy:everything", told)
    assert "The log has lines 1 to" in play(["rumours", "why 99"])
    assert "toy:everything" in play(["rumours", "why 1"])


def test_again_repeats_and_retiring_is_confirmed() -> None:
    assert play(["rest a day", "yes", "again", "yes"]).count("(rest a day)") == 2
    assert "Nothing was done yet." in play(["again"])
    assert "The story is over" not in play(["retire", "no"])
    assert play(["retire", "yes"]).endswith("The story is over: retired.\nIt came to 1 day, 0 rooms seen.\n")


def test_who_plays_alone_takes_back_what_neither_dice_nor_secrets_have_decided() -> None:
    chair = Chair(session(), PLAYER)
    told = play(["buy torch for bran", "undo"], chair)
    assert "Taken back: buy torch for Bran." in told
    assert not any(isinstance(e.action, a.Buy) for e in chair.session.line())
    assert "something new came to light" in play(["set out", "yes", "undo"])
    chair = Chair(session(replace(town(), switches=("take-back",))), PLAYER)
    assert "Taken back: set out" in play(["set out", "yes", "undo"], chair)


def test_only_a_referee_takes_back_what_was_told() -> None:
    assert "Only a referee takes that back: something new came to light" in play(["rumours", "undo"])
    chair = Chair(session(), PLAYER, may_undo=True)
    told = play(["rumours", "undo"], chair)
    assert "Taken back: hear rumours" in told
    assert chair.view.town is not None and chair.view.town.rumours == ()


def test_what_was_taken_back_is_not_told_to_one_who_goes_on() -> None:
    kept = session()
    told = play(["buy torch for bran", "undo", "buy torch for lila"], Chair(kept, PLAYER))
    assert "Bran pays a coin and buys a torch." in told and "Taken back" in told
    again = "\n".join(line.text for line in Chair(kept, PLAYER).log)
    assert "Bran" not in again and "entry" not in again and "Lila pays a coin and buys a torch." in again
    assert "takes the game back" in "\n".join(line.text for line in Chair(kept, PLAYER, referees=True).log)


@pytest.mark.parametrize(
    "line", ["0", "99999999999999999999", "-1", "²", "'; drop table", "go " * 200, "\x1b[31m", "why x"]
)
def test_strange_lines_do_no_harm(line: str) -> None:
    assert "Traceback" not in play([line])


def test_the_optional_rules_are_listed_with_what_they_do() -> None:
    ose = load("ose")
    made = new_game(ose, 3, Plan(size=1, levels=1, switches=("morale",)))
    told = play(["rules"], Chair(Session.in_memory(ose, made.state, 3, {}), PLAYER))
    assert "on  morale: Monsters check morale on 2d6." in told and "off subduing:" in told


def test_a_bare_verb_lists_the_wares_with_their_prices() -> None:
    ose = load("ose")
    game = Session.in_memory(ose, new_game(ose, 3, Plan(size=6, levels=1)).state, 3, {REFEREE: Soldier()})
    told = play(["buy", "1", "0", "sell"], Chair(game, PLAYER))
    assert re.search(r"buy... \(purses hold [^)]*\) \(0 goes back\)\n1\. \w+\.\.\.", told)
    assert re.search(r"\n\d+\. buy battle axe... \(7 gp\)", told)
    assert re.search(r"\n\d+\. sell .* \(\d+ [gs]p\)", told)


def test_a_person_who_referees_as_well_is_asked_for_rulings() -> None:
    ose = load("ose")
    made = new_game(ose, 9, Plan(size=3, levels=1, human_referee=True))
    heard = {}
    for referee in (True, False):
        game = Session.in_memory(ose, made.state, 9, {REFEREE: Soldier()}, is_refereed=referee)
        heard[referee] = play(["set out", "yes", "say nothing"], Chair(game, PLAYER, referee))
    assert "Ruling: ose:party.size? (by itself: hint)" in heard[True]
    assert "The party is small" not in heard[True]
    assert "Ruling" not in heard[False]
    assert "The party is small: consider retainers." in heard[False]


@pytest.mark.parametrize("answer", ["bran", "the second one", "the last", "Bran please"])
def test_which_is_meant_may_be_answered_in_words(answer: str) -> None:
    told = play(["set out", "yes", "light torch with br", answer])
    assert "(light torch with Bran)" in told


def test_which_is_meant_may_be_left_open() -> None:
    told = play(["set out", "yes", "light torch with br", "neither", "light torch with br", "yes", "bruno"])
    assert "Nothing was asked." not in told
    assert "Nothing was done." in told
    assert "Which of these?" in told
    assert "(light torch with Bruno)" in told


def test_yes_after_another_line_answers_nothing() -> None:
    chair, paper = Chair(session(), PLAYER), Paper()
    plain = Plain(chair, lambda: "", paper.write)
    plain._offer(chair.menu()[:1], "Is this meant?")
    plain._asked = plain._list
    before = chair.session.seq
    plain._take("xyzzy")
    plain._take("yes")
    assert chair.session.seq == before
    assert "Nothing was asked." in paper.last


def test_another_line_than_an_answer_is_understood_as_any_other() -> None:
    told = play(["set out", "yes", "light torch with br", "time"])
    assert "light torch" in told
    assert "(light torch with" not in told
