"""The table line by line: for screen readers, pipes and tests. No colours, no boxes, no moving cursor."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from underkeep.errors import UnderkeepError
from underkeep.kernel.event import Action
from underkeep.kernel.prompt import REFEREE
from underkeep.table.chair import Chair
from underkeep.table.speech import scenery
from underkeep.table.speech.asking_words import is_question
from underkeep.table.speech.choices import Choice
from underkeep.table.speech.decree_words import Decreed
from underkeep.table.speech.fighting_words import FOCUS
from underkeep.table.speech.picking import NEITHER, SEVERAL, agrees, is_all, is_no, picked
from underkeep.table.speech.typed_lines import Ask, Browse, Do, Say, Show, Undertake
from underkeep.table.speech.yes_or_no import answered
from underkeep.terminal.complaints import shown
from underkeep.terminal.mishaps import understood

PAGE = 20
SLACK = 5
"""So many more than a page are told with it: a second page of one line is none."""
FEW = 7
"""A list of so many options is always told; of a longer one what is new, and no more of that."""
NOTHING_DONE = "Nothing was done."
YES_OR_NO = "Please answer yes or no: a number chooses nothing here."
WHICH = "Which of these?"
THINKING = "The referee is thinking. Wait, or quit; all is saved."
_OTHER_LISTS = ("options", "undo", "again", FOCUS)
"""What is shown that changes something, or has a list of its own."""
Read = Callable[[], str]
Write = Callable[[str], object]
Pause = Callable[[bool], str | None]


class Plain:
    """`read` gives a line or raises EOFError; `echo` repeats it, for when nobody typed it on this screen. `pause` waits
    a moment, where another program may go on with the same game: given whether lines are read meanwhile, it gives one
    that came or None. What costs days or coins that were not named, or cannot be had back, is asked about once; a line
    that answers neither yes nor no is understood as any other."""

    def __init__(
        self,
        chair: Chair,
        read: Read,
        write: Write,
        echo: bool = False,
        pause: Pause | None = None,
    ) -> None:
        self.chair = chair
        self._read = read
        self._write = write
        self._echo = echo
        self._pause = pause
        self._is_thinking = False
        self._list: Sequence[Choice] = ()
        self._page = 0
        self._is_one_asked = False
        self._scene: list[str] = []
        self._advice = ""
        self._offered: set[str] = set()
        self._kept: str | None = None
        self._asked: Sequence[Choice] = ()

    def run(self) -> None:
        """Until the person leaves, the input ends or the story does."""
        self._tell([line.text for line in self.chair.log[-PAGE:]])
        try:
            self._look(always=True)
            while not self.chair.view.over:
                line, self._kept = self._kept, None
                self._take(self._ask("> ") if line is None else line)
        except EOFError:
            pass
        self._tell(farewell(self.chair))

    def _ask(self, prompt: str) -> str:
        self._write(prompt)
        line = self._read() if self._pause is None else self._wait(self._pause, prompt)
        if self._echo:
            self._write(f"{line}\n")
        return line

    def _wait(self, pause: Pause, prompt: str) -> str:
        """The next line. What another program does meanwhile is told as it happens; while the referee thinks, lines
        from a pipe stay there."""
        while True:
            if self.chair.is_waiting and not self._is_thinking:
                self._tell([THINKING])
            self._is_thinking = self.chair.is_waiting
            line = pause(not (self._is_thinking and self._echo))
            if line is not None:
                return line
            before = len(self.chair.log)
            if self.chair.overhear():
                self._tell(["", *(line.text for line in self.chair.log[before:])])
                self._look()
                if self.chair.view.over:
                    raise EOFError
                self._write(prompt)

    def _tell(self, lines: Sequence[str]) -> None:
        for line in lines:
            self._write(f"{shown(line)}\n")

    def _look(self, always: bool = False, told: Sequence[str] = ()) -> None:
        """What of the scene is not as it was told last, then the options that are new; the end is told on leaving."""
        if self.chair.view.over:
            return
        now = scenery.scene(self.chair.view)
        news = [line for line in now if line not in self._scene and not any(line.startswith(t) for t in told)]
        headless = [
            line
            for line, below in zip(now, [*now[1:], ""][: len(now)], strict=True)
            if line.endswith(":") and below not in news
        ]
        self._tell(now if always else [line for line in news if line not in headless])
        self._scene = now
        if (advice := self.chair.advice) and (always or advice != self._advice):
            self._tell([advice])
        self._advice = advice
        self._offer(self.chair.menu(), news=not always)

    def _offer(self, choices: Sequence[Choice], question: str = "", news: bool = False) -> None:
        """The choices; of a long list that is much as it was only those that are `news`."""
        self._list, self._page = choices, 0
        self._is_one_asked = bool(question) and len(choices) == 1
        before = self._offered
        if not question:  # what a branch lists takes nothing from what was told of the scene
            self._offered = {choice.label for choice in choices}
        view = self.chair.view
        for prompt in () if self.chair.is_waiting else view.prompts:
            self._tell(self.chair.question(prompt))
        if self.chair.focus and not question and not view.prompts:
            self._tell(self._to_act())
        self._tell([question] if question else [])
        fresh = [f"{n}. {c.label}" for n, c in enumerate(choices, 1) if c.label not in before]
        if news and not view.prompts and len(choices) > FEW and len(fresh) < len(choices):
            self._tell([*fresh[:FEW], f"(options: all {len(choices)})"] if fresh else [])
        else:
            self._tell_page()

    def _to_act(self) -> list[str]:
        creature = self.chair.state.creatures[self.chair.focus]
        return [f"{creature.name} may act.", *(f"  {foe}" for foe in scenery.foes_of(self.chair.view, creature))]

    def _tell_page(self) -> None:
        if self._are_numbers():
            labels = ", ".join(choice.label for choice in self._list)
            self._tell([] if self.chair.referees else [f"Type one of: {labels}."])
            return
        start = self._page * PAGE
        left = len(self._list) - start
        page = self._list[start : start + (PAGE if left > PAGE + SLACK else left)]
        self._tell([f"{n}. {choice.label}" for n, choice in enumerate(page, start + 1)])
        if left > len(page):
            self._tell([f"more: {left - PAGE} more of these"])

    def _are_numbers(self) -> bool:
        """Whether a question is open whose answers are numbers themselves: those are typed as they are."""
        prompts = self.chair.view.prompts
        return (
            bool(prompts)
            and any(c.isdecimal() for c in prompts[0].choices)
            and len(self._list) == len(prompts[0].choices)
        )

    def _known(self) -> list[str]:
        """The words of all that can be done now."""
        return [self.chair.describe(x) for x in self.chair.options.listed]

    def _take(self, line: str) -> None:
        said = line.strip().lower()
        asked, self._asked = self._asked, ()
        number = picked([x.label for x in asked], said, self._known()) if asked else None
        if is_all(said) and (both := self.chair.all_of(asked)) is not None:
            self._guarded(lambda: self.chair.undertake(both))
            return
        if number == NEITHER:
            self._list, self._page, self._is_one_asked = self.chair.menu(), 0, False
            self._tell([NOTHING_DONE])
            return
        if number == SEVERAL:
            self._offer(asked, WHICH)
            self._asked = asked
            return
        if number is not None:
            self._choose(number)
            return
        if not said and self.chair.view.prompts and not self.chair.is_waiting:
            self._offer(self.chair.menu())
        elif self._are_numbers() and said in self.chair.view.prompts[0].choices:
            self._choose(self.chair.view.prompts[0].choices.index(said) + 1)
        elif self._are_numbers() and said.isdecimal():
            self._tell([f"The answers are {', '.join(self.chair.view.prompts[0].choices)}."])
        elif said.isdecimal() and self._list:
            self._choose(int(said[:9]))
        elif (
            self._is_one_asked
            and (told := answered(line, self._list[0].label if self._list else "")) is not None
            and told.is_yes
        ):
            self._kept = told.besides or None
            self._choose(1)
        elif said == "more" and len(self._list) > (self._page + 1) * PAGE:
            self._page += 1
            self._tell_page()
        elif said in ("0", "back", "options", "menu", "more"):
            self._offer(self.chair.menu())
        else:
            before, was_one = self._list, self._is_one_asked
            if asked:  # another line closes the question, so that its numbers and a yes mean nothing any more
                self._list, self._page, self._is_one_asked = self.chair.menu(), 0, False
            if self._understand(line) and asked:  # but for one that was answered and changed nothing
                self._list, self._asked, self._is_one_asked = before, asked, was_one

    def _choose(self, number: int) -> None:
        if number == 0:
            self._offer(self.chair.menu())
            return
        if number > len(self._list):
            self._tell([f"There are options 1 to {len(self._list)}."])
            return
        self._open(self._list[number - 1])

    def _open(self, choice: Choice) -> None:
        if choice.line:
            self._understand(choice.line)
        elif choice.action is None:
            self._offer(choice.inside, f"{choice.label} (0 goes back)")
        else:
            self._do(choice.action)

    def _understand(self, line: str) -> bool:
        """Do what a line means; whether it was but answered."""
        meaning = understood(self.chair, line)
        if isinstance(meaning, Do):
            self._tell([meaning.note] if meaning.note else [])
            self._do(meaning.action)
        elif isinstance(meaning, Undertake):
            self._tell([meaning.note] if meaning.note else [])
            self._undertake(meaning)
        elif isinstance(meaning, Decreed):
            self._guarded(lambda: self.chair.decree(meaning))
        elif isinstance(meaning, Ask):
            self._offer(self.chair.choices(meaning.choices), meaning.question)
            self._asked = self._list
        elif isinstance(meaning, Browse):
            self._open(self.chair.of_kind(meaning.kind))
        elif isinstance(meaning, Say):
            self._tell([THINKING if self.chair.is_waiting else meaning.text])
        else:
            self._show(meaning)
            return meaning.what not in _OTHER_LISTS
        return isinstance(meaning, Say) and is_question(line)

    def _show(self, show: Show) -> None:
        if show.what == "quit":
            raise EOFError
        if show.what == "undo":
            self._guarded(self.chair.undo)
        elif show.what == "options":
            self._offer(self.chair.menu())
        elif show.what == "again":
            self._again()
        elif show.what == FOCUS:
            self.chair.look_at(show.rest)
            self._offer(self.chair.menu())
        elif show.what == "sheet" and not show.rest and len(self.chair.own("")) > 1:
            self._tell([f"Whose sheet? For example: sheet {self.chair.own('')[0].name}."])
        else:
            self._tell(self.chair.show(show.what, show.rest))

    def _again(self) -> None:
        try:
            self._do(self.chair.again())
        except UnderkeepError as error:
            self._tell([str(error)])

    def _do(self, action: Action) -> None:
        question = self.chair.question_before(action)
        if question:
            told = self.chair.describe(action)
            if not self._is_sure(f"{told[:1].upper()}{told[1:]}? {question}", told):
                return
        self._tell([f"({self.chair.describe(action)})"])
        self._guarded(lambda: self._acted(action))

    def _acted(self, action: Action) -> str:
        """Do it; what is told is what of those who have orders could not do as told."""
        self.chair.act(action)
        return self.chair.unheeded

    def _undertake(self, meant: Undertake) -> None:
        question = self.chair.question_before_all(meant)
        if not question or self._is_sure(question):
            self._guarded(lambda: self.chair.undertake(meant, is_dared=True))

    def _is_sure(self, question: str, told: str = "") -> bool:
        """Asked once; what is said besides yes or no is kept, to be understood next."""
        self._tell([f"{question} (yes or no)"])
        answer = self._ask("> ")
        while answer.strip().isdecimal() and answer.strip() != "0":
            self._tell([YES_OR_NO])
            answer = self._ask("> ")
        said = answered(answer, f"{question} {told}")
        is_sure = agrees(answer, told) or (said is not None and said.is_yes)
        self._kept = (said.besides or None) if said is not None else None if is_sure or is_no(answer) else answer
        self._tell([] if is_sure else [NOTHING_DONE])
        return is_sure

    def _guarded(self, doing: Callable[[], Sequence[object]]) -> None:
        """Do it and tell what came of it; a refusal is told, and nothing happened. What is said is told last."""
        before, said = len(self.chair.log), None
        try:
            said = doing()
        except UnderkeepError as error:
            self._tell([str(error)])
            if len(self.chair.log) == before:
                return
        told = [line.text for line in self.chair.log[before:]]
        self._tell(told)
        self._tell(said.splitlines() if isinstance(said, str) else [])
        self._look(told=told)


def farewell(chair: Chair) -> list[str]:
    """What to say on leaving: that all is kept, and how to go on."""
    game = chair.session.id
    if chair.view.over:
        return [scenery.ending(chair.view), *_tally(chair), *_afterwards(chair)]
    if not game:
        return ["The game was not saved: it lived in memory only."]
    how = "referee" if chair.seat == REFEREE else "play --continue"
    return ["The game is saved.", f"Go on with: underkeep {how} {game}"]


def _tally(chair: Chair) -> list[str]:
    """What a party's story came to: days, rooms, and what the game itself counts."""
    party = chair.state.party
    if party is None:
        return []
    rooms, day = len(party.visited), chair.view.day
    told = [f"{day} day{'' if day == 1 else 's'}", f"{rooms} room{'' if rooms == 1 else 's'} seen"]
    told += [f"{name} {count}" for name, count in chair.rules.figures(chair.state).items() if count]
    return [f"It came to {', '.join(told)}."]


def _afterwards(chair: Chair) -> list[str]:
    """How to read the story, and how to begin another, in the same world or in a new one."""
    session = chair.session
    if not session.id or chair.state.party is None:
        return []
    return [
        f"Read it as a story: underkeep chronicle {session.id}",
        f"Try the same world again: underkeep play {chair.rules.id} --new --seed {session.game.seed}",
        f"Begin anew: underkeep play {chair.rules.id} --new",
    ]
