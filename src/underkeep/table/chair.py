"""One person at the table: what they see, what they may do, what they were told. No front door's looks, no rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial

from msgspec.structs import replace

from underkeep.errors import UnderkeepError
from underkeep.kernel.event import Action
from underkeep.kernel.prompt import REFEREE, Answer, Prompt
from underkeep.procedures import play
from underkeep.procedures.actions import ACTIONS, CALLS
from underkeep.procedures.chapter import FIGHT
from underkeep.procedures.delve_actions import DELVE_ACTIONS
from underkeep.procedures.options import Options
from underkeep.procedures.resolution import Refusal, Refused
from underkeep.procedures.ruleset import Ruleset
from underkeep.procedures.scenes import scene_of
from underkeep.procedures.switches import TAKE_BACK
from underkeep.table import course, fight_lesson, heard_here, judgements, standing, taking_back
from underkeep.table.entry import StandingOrders
from underkeep.table.errand import MOST_ACTIONS, Errand, is_another_fight
from underkeep.table.guide import advice, deeds_done
from underkeep.table.in_its_step import in_its_step
from underkeep.table.journal import Overtaken
from underkeep.table.lesson import SETTING
from underkeep.table.narrate import Line
from underkeep.table.order import Order
from underkeep.table.orders import RoundOfOrders
from underkeep.table.session import Session
from underkeep.table.several import InOrder
from underkeep.table.shown import Shown
from underkeep.table.speech import referee_words, scenery, things_told
from underkeep.table.speech.choices import Choice, errands, label, menu
from underkeep.table.speech.clauses import InWords
from underkeep.table.speech.decree_words import Decreed
from underkeep.table.speech.describe import describe, verb
from underkeep.table.speech.typed_lines import Meaning, Reader, Say, Undertake, parse
from underkeep.table.speech.wording import examples, folded
from underkeep.table.together import together
from underkeep.table.told_where import news, told_where
from underkeep.table.unheeded import given_up
from underkeep.table.view import View, view
from underkeep.world.creature import Creature
from underkeep.world.fight import FightBegan, RoundBegan
from underkeep.world.party import PartyWent
from underkeep.world.state import State

IDLE_LOOKS = 8
"""How often to look in vain before doing what another program left undone."""


class Chair:
    """`may_undo` is for a person who sits in the referee's chair as well: what a refereed session leaves to a person is
    put to that one too. `beside` are other seats whose players share the screen: it shows that of whoever may act. One
    who `referees` hears and may do all that the referee's seat does, besides its own."""

    def __init__(
        self,
        session: Session,
        seat: str,
        may_undo: bool = False,
        beside: Sequence[str] = (),
        referees: bool = False,
    ) -> None:
        self.session = session
        self.may_undo = may_undo or referees
        self.referees = referees
        self._seats = (seat, *beside)
        self._turn: tuple[State, str] | None = None
        self.log: list[Line] = self._story()
        self._heard = session.seq
        self.told_last = len(self.log)
        self._looked = 0
        self.last: Action | None = None
        self._usual: dict[str, str] = {}
        self._focus = ""
        self._orders: dict[str, Order] = session.orders(self._seats)
        self._fresh: tuple[State, Options, View] | None = None
        self.refused: Refusal | None = None
        self.unheeded = ""

    @property
    def advice(self) -> str:
        """What the guide of a first delve or fight says now; empty in any other game."""
        if fight_lesson.SETTING in self.session.game.settings:
            return fight_lesson.advice(self.session, self.seat)
        if SETTING not in self.session.game.settings:
            return ""
        return advice(self.session, deeds_done(self.session, self.seat))

    @property
    def rules(self) -> Ruleset:
        return self.session.rules

    @property
    def state(self) -> State:
        return self.session.state

    @property
    def seat(self) -> str:
        """The seat that is played now: of several the first that may do anything."""
        if len(self._seats) == 1:
            return self._seats[0]
        if self._turn is None or self._turn[0] is not self.state:
            able = (seat for seat in self._seats if self.session.options(seat))
            self._turn = self.state, next(able, self._seats[0])
        return self._turn[1]

    @property
    def options(self) -> Options:
        return self._now()[1]

    @property
    def view(self) -> View:
        return self._now()[2]

    def _now(self) -> tuple[State, Options, View]:
        """Options and view of the present state, made once."""
        state = self.state
        if self._fresh is None or self._fresh[0] is not state:
            seen = view(state, self.seat, self.rules)
            if self._speaks_for == REFEREE:
                seen = replace(seen, prompts=state.prompts[:1])
            self._fresh = state, self.session.options(self._speaks_for), seen
        return self._fresh

    @property
    def _speaks_for(self) -> str:
        """One's own seat; where one referees as well and a judgement is open, the referee's."""
        prompts = self.state.prompts
        return REFEREE if self.may_undo and prompts and REFEREE in prompts[0].seats else self.seat

    @property
    def is_waiting(self) -> bool:
        """Whether the referee, who is somebody else, has a ruling to make before the game goes on."""
        prompts = self.state.prompts
        waits = bool(prompts) and prompts[0].pending is not None and self.session.is_refereed
        return waits and not self.may_undo and self.seat not in prompts[0].seats

    @property
    def actors(self) -> list[str]:
        """In a fight, those of one's own who may act now."""
        if self.state.fight is None:
            return []
        found = [getattr(x, "actor", "") for x in self.options.listed]
        return [id for id in dict.fromkeys(found) if id]

    @property
    def focus(self) -> str:
        """Whose turn the person looks at."""
        actors = self.actors
        return self._focus if self._focus in actors else actors[0] if actors else ""

    def look_at(self, actor: str) -> None:
        self._focus = actor

    def next_actor(self) -> None:
        actors = self.actors
        if actors:
            self._focus = actors[(actors.index(self.focus) + 1) % len(actors)]

    def menu(self) -> list[Choice]:
        """What may be done; of a ruling's choices the book's own is marked."""
        prompts = self.state.prompts
        several = errands(self.state, self.options)
        listed = menu(self.rules, self.state, self.options, self.focus)
        choices = [*several, *listed] if self.state.fight is not None else [*listed, *several]
        if not self.referees or not prompts or prompts[0].pending is None:
            return choices
        mark = Answer(prompts[0].id, prompts[0].default)
        return [replace(c, label=f"{c.label} (by the book)") if c.action == mark else c for c in choices]

    def question(self, prompt: Prompt) -> list[str]:
        """An open question in words; the referee's with what the rulebook says on it."""
        if self.referees and REFEREE in prompt.seats:
            return judgements.beside(self.session, prompt)
        return [scenery.question(self.rules, self.state, prompt)]

    def read(self, line: str) -> Meaning | Decreed:
        if self.referees:
            meant = referee_words.read(self.session, self.seat, line)
            if meant is not None:
                return meant
        past = (self._last_round, self.came_from, self._announced, self.last, self.heard_lines)
        who = (self._usual, self.focus, self.referees, standing.holding(self.state, self._orders), *past)
        memory = (partial(told_where, self.log), partial(news, self.log, self.state))
        understood = parse(Reader(self.rules, self.state, self.options, self.seat, *who, *memory), line)
        if isinstance(understood, Say):
            self.refused = Refusal(understood.text, understood.rule)
        return understood

    def _last_round(self) -> dict[str, list[Action]]:
        """What each of one's own did in the round before this one."""
        found: dict[str, list[Action]] = {}
        rounds = 0
        for entry in self.session.line():
            rounds += sum(isinstance(event, RoundBegan) for event in entry.events)
            if rounds > 1:
                break
            actor = getattr(entry.action, "actor", "")
            if rounds == 1 and actor and entry.seat == self.seat:
                found.setdefault(actor, []).insert(0, entry.action)
            if any(isinstance(event, FightBegan) for event in entry.events):
                return found if rounds else {}
        return found

    def _announced(self) -> dict[str, str]:
        """The spells that one's own have announced in this round: named, and not yet aimed at anybody."""
        found: dict[str, str] = {}
        for entry in self.session.line():
            actor, spell = getattr(entry.action, "actor", ""), getattr(entry.action, "spell", "")
            if entry.seat == self.seat and actor and spell and not hasattr(entry.action, "target"):
                found.setdefault(actor, spell)
            if any(isinstance(event, RoundBegan) for event in entry.events):
                break
        return found

    def came_from(self) -> str:
        """The area in which the party was before this one, on this visit."""
        party = self.state.party
        here = party.at.area if party is not None and party.at is not None else ""
        for entry in self.session.line():
            for event in reversed(entry.events):
                if isinstance(event, PartyWent):
                    if event.at is None:
                        return ""
                    if event.at.area != here:
                        return event.at.area
        return ""

    def undertake(self, meant: Undertake, is_dared: bool = False) -> str:
        """Do one action after another, until it is over or something interrupts; what there is to say then. What was
        told of it all is in the log."""
        before, heard_by = self.session.seq, self.seat
        if is_dared and isinstance(meant.errand, course.Course | InWords):
            meant.errand.is_dared = True
        try:
            self._order(meant.orders)
            if isinstance(meant.errand, RoundOfOrders):
                meant.errand.is_dared = bool(meant.question)
                meant.errand.follow({id: self._orders[id] for id in meant.orders if id in self._orders})
            said = self._carry_out(meant.errand)
            self._order(meant.errand.orders if isinstance(meant.errand, InWords) else {})
            page = meant.errand.then if isinstance(meant.errand, InWords) else None
            return "\n".join(
                [*([said] if said else []), *(self.show(page.what, page.rest) if page is not None else [])]
            )
        finally:
            self._hear(before, heard_by)

    def _order(self, given: Mapping[str, Order | None]) -> None:
        """What is new of it is kept with the game."""
        given = standing.merged(self.rules, self.state, self._orders, given)
        new = {id: order for id, order in given.items() if self._orders.get(id) != order}
        if new:
            self._ahead(lambda: self.session.order(self.seat, new))
            self._orders = self.session.orders(self._seats)

    def _carry_out(self, errand: Errand) -> str:
        for _ in range(MOST_ACTIONS):
            before = self.state
            action = errand.next(self.rules, before, self.options, self.seat)
            if action is None:
                break
            try:
                self._act(action)
            except Refused as refused:
                if isinstance(errand, InWords) and (left := errand.left()):
                    raise UnderkeepError(f"{refused} Not done: {left}.") from refused
                raise
            if errand.is_interrupted(self.rules, before, self.state):
                left = errand.left() if isinstance(errand, InWords) else ""
                if left:
                    return f"Not done: {left}."
                break
        if isinstance(errand, RoundOfOrders):
            self._order({id: self._orders[id].then for id in errand.fulfilled if id in self._orders})
        return errand.over

    def on_the_march(self) -> list[str]:
        """The names of the members in their order, but for the dead."""
        return [member.name for member in self.view.members if member.status != "dead"]

    def with_us(self) -> list[str]:
        """What those of the party are and carry, and who is met or fought."""
        met = self.state.encounter.monsters if self.state.encounter is not None else ()
        others = [c.name for c in self.state.creatures.values() if c.id in met]
        return [*others, *(f"{c.name} {c.kind} {' '.join(i.name for i in c.items)}" for c in self.own(""))]

    def orders(self) -> list[str]:
        """What each was told to do until told otherwise."""
        live = standing.holding(self.state, self._orders)
        told = [f"{c.name}: {live[c.id].told(self.state)}." for c in self.view.mine if c.id in live]
        return told or ["Nobody has standing orders. Say: NAME holds, NAME guards NAME, NAME keeps shooting."]

    def choices(self, actions: Iterable[Action]) -> list[Choice]:
        """Actions to choose from, each as the menu would write it."""
        told = ((x, self.describe(x) if self.state.fight else label(self.rules, self.state, x)) for x in actions)
        return [Choice(words, type(x).__name__, x) for x, words in told]

    def all_of(self, asked: Sequence[Choice]) -> Undertake | None:
        """All that is offered, one after another, if it is of one sort and nothing that is asked about first."""
        actions = [choice.action for choice in asked if choice.action is not None]
        is_one_sort = len(actions) == len(asked) > 1 and len({type(x) for x in actions}) == 1
        return Undertake(InOrder(actions)) if is_one_sort and not any(map(self.question_before, actions)) else None

    def of_kind(self, kind: str) -> Choice:
        """The menu's choices of one kind of action, as one fold."""
        found = [choice for choice in self.menu() if choice.kind == kind]
        return found[0] if len(found) == 1 else Choice(f"{kind.lower()}...", kind, None, tuple(found))

    def describe(self, action: Action) -> str:
        return f"{describe(self.rules, self.state, action)}{given_up(self.state, self.options, action)}"

    def act(self, action: Action) -> list[Line]:
        """Do it, and let those follow who have standing orders; what came of it in words. Refused: an error with the
        reason, and nothing happened."""
        before, heard_by, told, was = self.session.seq, self.seat, len(self.log), self.state
        self.unheeded = ""
        try:
            if later := in_its_step(self.rules, self.state, self._speaks_for, action):
                self._order(later)
            else:
                self._act(action)
                self._order(standing.taken_back(was, self._orders, action))
            is_new = is_another_fight(was, self.state)
            if self.state.fight is not None and self._orders and not self.state.prompts and not is_new:
                self.unheeded = self._carry_out(RoundOfOrders(self._orders))
        finally:
            self._hear(before, heard_by)
        return self.log[told:]

    def _act(self, action: Action) -> None:
        seat, was = REFEREE if isinstance(action, CALLS) and self.referees else self._speaks_for, self.state
        try:
            self._ahead(lambda: self.session.submit(seat, action))
        except Refused as refused:
            self.refused = refused.refusal
            raise
        self.refused = None
        actor = getattr(action, "actor", "")
        if actor:
            self._usual[type(action).__name__] = actor
        self.last = action
        if self.state.fight is None or is_another_fight(was, self.state):
            self._order(dict.fromkeys(self._orders))

    def decree(self, decreed: Decreed) -> list[Line]:
        """What the referee says is so, and what is answered with it."""
        before, heard = self.session.seq, len(self.log)
        try:
            self._ahead(lambda: self.session.decree(decreed.event, decreed.because))
        finally:
            self._hear(before)
        told = self.log[heard:]
        return told if decreed.then is None else told + self.act(decreed.then)

    def overhear(self) -> bool:
        """Whether another program has gone on with the game since, as far as this seat may know; what it was told of
        that is in the log then. One that stopped in the middle of things leaves them to this one."""
        before, known = self.session.seq, self.view
        if not self.session.catch_up():
            self._looked += 1
            if self._looked < IDLE_LOOKS or not self.session.waits_for_a_mind:
                return False
            with suppress(Overtaken):
                self.session.go_on()
        self._looked = 0
        return bool(self._hear(before)) or self.view != known

    def again(self) -> Action:
        """The last action, if it may be done once more; else an error with the reason."""
        if self.last is None:
            raise UnderkeepError("Nothing was done yet.")
        refusal = play.why_not(self.rules, self.state, self.seat, self.last)
        if refusal is not None:
            raise Refused(self.last, refusal)
        return self.last

    def question_before(self, action: Action) -> str:
        """What a person is asked once before this is done; empty for nearly everything, and for what is refused."""
        scene = FIGHT if self.state.fight is not None else scene_of(self.state)
        deed = self.rules.book.deed(action, scene) if scene else None
        question = deed.question(self.state, action) if deed is not None else ""
        question = question or things_told.unfit(self.rules, self.state, action)
        question = question or heard_here.question_before(self.state, action)
        refused = question and play.why_not(self.rules, self.state, self._speaks_for, action) is not None
        return "" if refused else question

    def question_before_all(self, meant: Undertake) -> str:
        """What a person is asked once before several actions are done: of a walk, whether it may lead through harm, and
        out of the dungeon."""
        errand = meant.errand
        if meant.question or not isinstance(errand, course.Course | InWords):
            return meant.question
        danger = errand.question(self.rules, self.state)
        danger = f"{danger} Go all the same?" if danger else ""
        return " ".join(filter(None, (errand.at_its_end(self.rules, self.state), danger)))

    def undo(self) -> list[Line]:
        if not self.may_undo and TAKE_BACK not in self.state.switches:
            taking_back.check(self.session, self.seat)
        before, undone = self.session.seq, self._last_choice()
        self._ahead(self.session.undo)
        self._orders = self.session.orders(self._seats)
        told = self._hear(before)
        if undone and told and not self.referees:
            told[-1] = self.log[-1] = replace(told[-1], text=f"Taken back: {undone}.")
        return told

    def _last_choice(self) -> str:
        """What this seat did last, in words."""
        own = (e for e in self.session.line() if e.seat == self.seat and not isinstance(e.action, StandingOrders))
        entry = next(own, None)
        return describe(self.rules, self.session.before(entry), entry.action) if entry is not None else ""

    def _ahead(self, doing: Callable[[], object]) -> None:
        """Do it, unless another program went on with the game before: then hear of that first, and choose anew. What
        this seat learns nothing of does not hold it up."""
        for _ in range(IDLE_LOOKS):
            try:
                doing()
                return
            except Overtaken:
                if self.overhear():
                    break
        raise UnderkeepError(
            "Somebody else has gone on with this game; what you chose was not done. Look, and choose again."
        )

    def _hear(self, before: int, seat: str = "") -> list[Line]:
        """What came of it, as one's own seat hears it; who called for a roll in secret hears that too."""
        told = self._lines(max(before, self._heard), seat)
        self._heard = self.session.seq
        self.told_last = len(told) or self.told_last
        self.log += told
        return told

    def _lines(self, since: int, seat: str = "") -> list[Line]:
        heard_by = REFEREE if self.referees else seat or self.seat
        return together(self.session.lines(heard_by, since, aside=self.referees))

    def _story(self) -> list[Line]:
        """What is told to one who sits down: the game so far, and to a player only what was not taken back."""
        if self.referees:
            return self._lines(-1)
        counts = {0, *(entry.seq for entry in self.session.line())}
        return together(line for line in self.session.lines(self.seat, -1) if line.seq in counts)

    def own(self, name: str) -> list[Creature]:
        """One's own creatures whose names begin so; without a name all who are with the party."""
        wanted = folded(name).strip()
        if not wanted:
            return [c for c in self.view.mine if not self.view.order or c.id in self.view.order] or [*self.view.mine]
        return [c for c in self.view.mine if folded(c.name).startswith(wanted) or c.id == wanted]

    def show(self, what: str, rest: str = "") -> list[str]:
        """What a word that is no action shows, in lines."""
        return Shown(self).page(what, rest)

    def heard_lines(self) -> list[str]:
        """All that this seat was told so far."""
        return [line.text for line in self.log]

    def commands(self) -> list[str]:
        """Lines that a person may type, with the game's own deeds of now."""
        kinds = [*self.options.listed, *(m.to(m.grid.first(m.mask)) for m in self.options.moves)]
        own = [x for x in kinds if type(x) not in (*ACTIONS, *DELVE_ACTIONS)]
        verbs = dict.fromkeys(verb(self.rules, type(x)) for x in own)
        also = [f"here also: {', '.join(verbs)}"] if verbs else []
        scene = "fight" if self.state.fight is not None else scene_of(self.state)
        return [*examples(scene, [c.name for c in self.own("")], self.referees), *also]
