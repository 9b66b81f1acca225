"""One person at the table: what they see, what they may do, what they were told. No front door's looks, no rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress

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
from underkeep.procedures.switches import TAKE_BACK, switches_of
from underkeep.table import course, desk, fight_lesson, judgements, naming, taking_back
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
from underkeep.table.speech import answers, battle_map, pages, past_pages, referee_words, scenery, things_told, topics
from underkeep.table.speech.asked_of_rounds import told_of_round
from underkeep.table.speech.choices import Choice, errands, label, menu
from underkeep.table.speech.clauses import InWords
from underkeep.table.speech.decree_words import Decreed
from underkeep.table.speech.describe import describe, verb
from underkeep.table.speech.fighting_words import INITIATIVE
from underkeep.table.speech.rules_told import RULING, ruling
from underkeep.table.speech.typed_lines import Meaning, Reader, Say, Undertake, parse
from underkeep.table.speech.wording import SHOW_HELP, examples, folded, parts
from underkeep.table.together import together
from underkeep.table.view import View, view
from underkeep.table.why import for_players, rule_text, why
from underkeep.world.creature import Creature, Died, Felled
from underkeep.world.fight import RoundBegan
from underkeep.world.party import PartyWent
from underkeep.world.state import State

MOST_LOG = 40
_OF_DEATH = {"die", "died", "dies", "dead", "death", "killed", "fall", "fell", "fallen"}
_ADVANCING = {"experience", "xp", "level"}
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
        self._told = len(self.log)
        self._looked = 0
        self.last: Action | None = None
        self._usual: dict[str, str] = {}
        self._focus = ""
        self._orders: dict[str, Order] = session.orders(self._seats)
        self._fresh: tuple[State, Options, View] | None = None
        self._refused: Refusal | None = None

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
        past = (self._last_round, self._came_from, self._announced, self.last, self._heard_lines)
        who = (self._usual, self.focus, self.referees, self._orders, *past)
        understood = parse(Reader(self.rules, self.state, self.options, self.seat, *who), line)
        if isinstance(understood, Say):
            self._refused = Refusal(understood.text, understood.rule)
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

    def _came_from(self) -> str:
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
            said = self._carry_out(meant.errand)
            page = meant.errand.then if isinstance(meant.errand, InWords) else None
            return "\n".join(
                [*([said] if said else []), *(self.show(page.what, page.rest) if page is not None else [])]
            )
        finally:
            self._hear(before, heard_by)

    def _order(self, given: Mapping[str, Order | None]) -> None:
        """What is new of it is kept with the game."""
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
                break
        return errand.over

    def _on_the_march(self) -> list[str]:
        """The names of the members in their order, but for the dead."""
        return [member.name for member in self.view.members if member.status != "dead"]

    def _with_us(self) -> list[str]:
        """What those of the party are and carry, and who is met or fought."""
        met = self.state.encounter.monsters if self.state.encounter is not None else ()
        others = [c.name for c in self.state.creatures.values() if c.id in met]
        return [*others, *(f"{c.name} {c.kind} {' '.join(i.name for i in c.items)}" for c in self.own(""))]

    def orders(self) -> list[str]:
        """What each was told to do until told otherwise."""
        now = self.state.fight.round if self.state.fight is not None else 0
        live = {id for id, order in self._orders.items() if not 0 < order.until < now}
        ours = [c for c in self.view.mine if c.id in live]
        told = [f"{c.name}: {self._orders[c.id].told(self.state)}." for c in ours]
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
        return describe(self.rules, self.state, action)

    def act(self, action: Action) -> list[Line]:
        """Do it, and let those follow who have standing orders; what came of it in words. Refused: an error with the
        reason, and nothing happened."""
        before, heard_by, told, was = self.session.seq, self.seat, len(self.log), self.state
        try:
            if later := in_its_step(self.rules, self.state, self._speaks_for, action):
                self._order(later)
            else:
                self._act(action)
            is_new = is_another_fight(was, self.state)
            if self.state.fight is not None and self._orders and not self.state.prompts and not is_new:
                self._carry_out(RoundOfOrders(self._orders))
        finally:
            self._hear(before, heard_by)
        return self.log[told:]

    def _act(self, action: Action) -> None:
        seat, was = REFEREE if isinstance(action, CALLS) and self.referees else self._speaks_for, self.state
        try:
            self._ahead(lambda: self.session.submit(seat, action))
        except Refused as refused:
            self._refused = refused.refusal
            raise
        self._refused = None
        actor = getattr(action, "actor", "")
        if actor:
            self._usual[type(action).__name__] = actor
        self.last = action
        if self.state.fight is None or is_another_fight(was, self.state):
            self._order(dict.fromkeys(id for id, order in self._orders.items() if order.until))

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
        self._told = len(told) or self._told
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
        page = desk.show(self.session, what, rest) if self.referees else None
        if page is not None:
            return page
        found: dict[str, Callable[[], list[str]]] = {
            "help": self._help,
            "map": self._map,
            "legend": lambda: [
                scenery.legend(self.view.delve.map) if self.view.delve else scenery.country(self.view)[-1]
            ],
            "party": lambda: answers.party(self.view, rest),
            "look": lambda: scenery.scene(self.view),
            "log": lambda: self._numbered(MOST_LOG),
            "rules": self._switches,
            "orders": self.orders,
            "time": lambda: [f"{scenery.clock(self.view)}."],
            "exits": lambda: [scenery.ways(self.view.delve) if self.view.delve else "There is no map here."],
            "light": lambda: [scenery.pace(self.view, self.view.delve) if self.view.delve else "It is light here."],
            "order": lambda: [f"Marching order: {naming.listing(self._on_the_march())}."],
            "purse": lambda: answers.purses(self.rules, self.own(""), rest),
            "experience": lambda: self._experience(rest),
            "supplies": self._supplies,
            "prices": lambda: pages.prices(self.rules, self.state, rest),
            "count": lambda: answers.counted(self.own(""), rest),
            "armour": lambda: pages.armour(self.rules, self.state, answers.named(self.own(""), rest)),
            "spell": lambda: pages.spell(self.rules, self.state, self.own(""), rest),
            "areas": self._areas,
            "save": lambda: ["Everything is saved as it happens."],
            INITIATIVE: self._initiative,
            past_pages.TOLD: lambda: past_pages.told_of(
                self.rules, self._heard_lines(), [*scenery.scene(self.view), *self._with_us()], rest
            ),
            past_pages.FOUND: lambda: past_pages.found_last(self._heard_lines()),
            past_pages.CAME: lambda: past_pages.came_from(self.state, self._came_from()),
            past_pages.CUT_OFF: lambda: past_pages.cut_off(
                self._heard_lines(), [*self.show("exits"), *self.show("way out")]
            ),
            "burning": lambda: pages.burning(self.rules, rest) or ruling(self.rules.id, f"{rest} light duration"),
            RULING: lambda: ruling(self.rules.id, rest),
            "feature": lambda: pages.feature(self.rules, self.state, rest),
        }
        if what in ("inventory", "sheet"):
            return self._of_own(what, rest)
        if what == "why":
            return self._why(rest)
        if what == "several":
            return self._several(rest)
        if what == "said":
            return [rest]
        if what in answers.PAGES:
            return answers.show(self.rules, self.state, self.view, self.options, self.own(""), what, rest)
        return found[what]() if what in found else [f"There is nothing to show for {what}."]

    def _several(self, asked: str) -> list[str]:
        """Pages one after another; one of which all was told before is not told again."""
        told: list[str] = []
        for name, _, about in (line.partition("|") for line in asked.split("\n")):
            page = self.show(name, about)
            told += page if set(page) - set(told) else []
        return told

    def _heard_lines(self) -> list[str]:
        """All that this seat was told so far."""
        return [line.text for line in self.log]

    def _of_own(self, what: str, name: str) -> list[str]:
        found = self.own(name)
        if not found:
            return [f'Nobody here is called "{name[:40]}".']
        if what == "inventory":
            return [line for creature in found for line in scenery.inventory(creature)]
        return [line for creature in (found[:1] if name else found) for line in self._sheet(creature)]

    def _sheet(self, creature: Creature) -> list[str]:
        card = self.rules.card(self.state, creature)
        lines = [card.title, card.subtitle]
        for title, rows in card.sections:
            lines += [f"{title}:"] + [f"  {label}: {value}" for label, value in rows] if rows else []
        return lines

    def _map(self) -> list[str]:
        delve = self.view.delve
        if self.view.round or not self.view.order:
            here = (
                f"Four of these squares are one of the map: it came to blows at {naming.square_name(delve.at)}."
                if delve
                else ""
            )
            return [*battle_map.drawn(self.view), *([here] if here else [])]
        if delve is None:
            return scenery.country(self.view)
        return [*scenery.drawn(delve.map), scenery.legend(delve.map)]

    def commands(self) -> list[str]:
        """Lines that a person may type, with the game's own deeds of now."""
        kinds = [*self.options.listed, *(m.to(m.grid.first(m.mask)) for m in self.options.moves)]
        own = [x for x in kinds if type(x) not in (*ACTIONS, *DELVE_ACTIONS)]
        verbs = dict.fromkeys(verb(self.rules, type(x)) for x in own)
        also = [f"here also: {', '.join(verbs)}"] if verbs else []
        scene = "fight" if self.state.fight is not None else scene_of(self.state)
        return [*examples(scene, [c.name for c in self.own("")], self.referees), *also]

    def _help(self) -> list[str]:
        lines = ["Type the number of an option, or a command such as:"]
        lines += [f"  {command}" for command in self.commands() if self.seat != REFEREE]
        lines.append("To look at things:")
        lines += [f"  {word}: {meaning}" for word, meaning in SHOW_HELP.items()]
        return [*lines, *(desk.help_lines() if self.referees else [])]

    def _experience(self, names: str) -> list[str]:
        """What the sheets say of levels and experience: of those who are named, else of all, and how it is earned."""
        lines = []
        for creature in answers.named(self.own(""), names):
            card = self.rules.card(self.state, creature)
            rows = [(label, value) for _, rows in card.sections for label, value in rows]
            told = [f"{label.lower()} {value}" for label, value in rows if set(parts(label)) & _ADVANCING]
            lines.append(f"{creature.name}: {card.subtitle}{'; ' if told else ''}{', '.join(told)}")
        return lines if names else [*lines, *topics.page(self.rules, self.state, (), "experience")]

    def _initiative(self) -> list[str]:
        """What was rolled for it in this round, and who may act now."""
        if self.state.fight is None or not self.state.fight.steps:
            return ["Nobody fights."]
        return told_of_round(self.state, self._heard_lines(), self.own(""), self.actors)

    def _supplies(self) -> list[str]:
        """Food, water and light, as the game counts them."""
        told = list(self.rules.road.supplies(self.state)) if self.rules.road is not None and self.state.party else []
        return told or ["Nobody counts them here."]

    def _areas(self) -> list[str]:
        """The areas that the party has been in, by its own count."""
        here = self.state.party.at.area if self.state.party is not None and self.state.party.at is not None else ""
        known = course.areas(self.state) if here else []
        told = [f"{course.area_name(self.state, id)}{', where the party is' if id == here else ''}" for id in known]
        return [f"{words[:1].upper()}{words[1:]}" for words in told] or ["The party is in no dungeon."]

    def _switches(self) -> list[str]:
        """The optional rules of this game, on or off in this campaign."""
        lines = ["Optional rules of this campaign, chosen with --option when a game begins:"]
        for switch in switches_of(self.rules).values():
            lines.append(f"  {'on ' if switch.id in self.state.switches else 'off'} {switch.id}: {switch.text}")
        return lines

    def _death(self, asked: str) -> Line | None:
        """The line that tells how one died or fell, where that is asked: `why did Thandriel die`."""
        words = set(parts(asked))
        if not words & _OF_DEATH:
            return None
        named = {c.id for c in self.state.creatures.values() if set(parts(c.name)[:1]) & words}
        for line in reversed(self.log):
            for told in (line, *line.parts):
                if isinstance(told.event, Died | Felled) and told.event.creature in named:
                    return line
        return None

    def _failure(self, asked: str) -> Line | None:
        """The last line that tells how one failed, where that is asked: `why did Dunstan fail`."""
        named = {c.name for c in self.state.creatures.values() if set(parts(c.name)[:1]) & set(parts(asked))}
        if not past_pages.FAILURE.search(asked):
            return None
        told = (line for line in reversed(self.log) if past_pages.FAILED.search(line.text))
        return next((line for line in told if any(name in line.text for name in named)), None)

    def _numbered(self, most: int) -> list[str]:
        first = max(0, len(self.log) - most)
        return [f"{n}. {line.text}" for n, line in enumerate(self.log[first:], first + 1)] or [
            "Nothing has happened yet."
        ]

    def _why(self, rest: str) -> list[str]:
        """The reasons of a line by its number in the log, or of what was refused or told last."""
        told = self._reasons(rest)
        return told if self.referees else [line for line in map(_for_players, told) if line.strip()]

    def _reasons(self, rest: str) -> list[str]:
        if rest.strip().isdecimal():
            number = int(rest)
            if not 1 <= number <= len(self.log):
                return [f"The log has lines 1 to {len(self.log)}."]
            return why(self.log[number - 1]).told
        if (found := self._death(rest) or self._failure(rest)) is not None:
            return why(found).told
        if self._refused is not None:
            said, rule = self._refused.sentence, self._refused.rule
            return [said, f"  {rule}: {rule_text(rule)}" if rule else "  No rule of the book speaks against it."]
        told = [part for line in self.log[-self._told :] for part in why(line).told]
        return told or ["Nothing has happened yet."]


def _for_players(line: str) -> str:
    """A reason; of the text of a rule only what is for players."""
    id, colon, text = line.partition(": ")
    return (
        f"{id}: {for_players(text) or 'that is for the referee to say.'}"
        if colon and line.startswith("  ") and ":" in id
        else line
    )
