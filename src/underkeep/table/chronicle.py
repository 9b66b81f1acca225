"""A season of delves as a story in Markdown: what one seat lived through, told in chapters, without a die or a rule.

It is made of the facts that the seat may know, in the words of the game; fights and finds are told in a sentence each.
"""

from __future__ import annotations

from collections import Counter
from functools import partial

from underkeep.kernel.audience import seen_by
from underkeep.kernel.event import Event
from underkeep.procedures.delve_actions import RestDays
from underkeep.procedures.ruleset import Ruleset
from underkeep.table import naming
from underkeep.table.history import History
from underkeep.table.narrate import clean, narrate
from underkeep.world.clock import day_of
from underkeep.world.creature import Died, Fled, Yielded
from underkeep.world.dungeon import ChangeNoticed, TrapChanged
from underkeep.world.encounter import EncounterBegan, EncounterEnded
from underkeep.world.fight import FightBegan, FightEnded, RoundBegan
from underkeep.world.gear import ItemsChanged
from underkeep.world.party import PartyJoined, PartyLeft, PartyWent
from underkeep.world.settlement import RumourHeard
from underkeep.world.state import GameEnded, State
from underkeep.world.talk import Addressed, BackedOff, NewsTold, Replied, SeenDoing

TOLD = (
    *(EncounterBegan, SeenDoing, Addressed, Replied, NewsTold, BackedOff, ChangeNoticed, RumourHeard),
    *(PartyJoined, PartyLeft, GameEnded),
)
"""What is told in the words of the table."""
OWN = ("LevelGained", "LevelLost", "ClassTaken", "Rejoined", "ServiceEnded", "MishapBefell", "SideChanged", "Caroused")
"""The like of a game's own facts, by name: turns of a life."""
_MOST_THINGS = 8


def chronicle(rules: Ruleset, history: History, seat: str) -> str:
    """The whole story, as one seat lived it."""
    scribe = _Scribe(rules, seat)
    state = history.start
    for entry in history.lived():
        if isinstance(entry.action, RestDays):
            days = entry.action.days
            scribe.says(f"The party stays for {days} days." if days > 1 else "The party stays for a day.")
        for event in entry.events:
            before, state = state, event.evolve(state)
            seen = seen_by(event, seat, state)
            if seen is not None:
                scribe.hears(seen, before, state)
    return scribe.written(history.state)


class _Scribe:
    """Writes down what is heard; finds and blows are gathered until there is a sentence to make of them."""

    def __init__(self, rules: Ruleset, seat: str) -> None:
        self.rules, self.seat = rules, seat
        self.text: list[str] = []
        self.paragraph: list[str] = []
        self.finds: Counter[str] = Counter()
        self.rounds = 0
        self.fates: dict[str, str] = {}
        self.delves = 0

    def says(self, sentence: str) -> None:
        self.paragraph.append(clean(sentence))

    def begins_page(self, heading: str = "") -> None:
        """The end of a paragraph, and perhaps of a chapter."""
        if self.finds:
            things = [
                f"{count} {naming.plural(name)}" if count > 1 else naming.article(name)
                for name, count in _most(self.finds)
            ]
            more = ["more"] if len(self.finds) > _MOST_THINGS else []
            self.says(f"The party carries off {naming.listing([*things, *more])}.")
            self.finds.clear()
        if self.paragraph:
            self.text += [" ".join(self.paragraph), ""]
            self.paragraph = []
        if heading:
            self.text += [heading, ""]

    def hears(self, event: Event, before: State, state: State) -> None:
        if isinstance(event, PartyWent):
            self._goes(event, before, state)
        elif isinstance(event, FightBegan | RoundBegan | FightEnded | Died | Fled | Yielded):
            self._fights(event, state)
        elif isinstance(event, ItemsChanged):
            if event.verb == "took" and event.item is not None and _is_ours(state, event.creature):
                self.finds[naming.small_first(event.item.name)] += event.item.count
        elif isinstance(event, EncounterEnded):
            if event.how != "fought":
                self._tells(event, state)
            self.begins_page()
        elif isinstance(event, TOLD) or type(event).__name__ in OWN:
            if isinstance(event, EncounterBegan):
                self.begins_page()
            self._tells(event, state)
        elif isinstance(event, TrapChanged) and event.what == "sprung":
            self._tells(event, state)

    def _tells(self, event: Event, state: State) -> None:
        told = narrate(self.rules, state, event, partial(_name, state))
        if told:
            self.says(told)

    def _goes(self, event: PartyWent, before: State, state: State) -> None:
        day = day_of(state.now)
        dungeon = state.dungeon.name if state.dungeon is not None else "the dungeon"
        if event.how == "set out":
            self.delves += 1
            self.begins_page(f"## The {_nth(self.delves)} delve, day {day}")
            town = state.settlement.name if state.settlement is not None else "town"
            self.says(f"{naming.listing([c.name for c in state.marchers()])} set out from {town}.")
        elif event.how == "arrived":
            self.begins_page(f"### {dungeon}" if event.place == "dungeon" else f"### Home again, day {day}")
            self._tells(event, state)
        elif event.how == "left":
            self.begins_page()
            self._tells(event, state)
        elif event.at is not None and before.party is not None and state.dungeon is not None:
            area = state.dungeon.areas[event.at.area]
            if area.id not in before.party.visited and area.number:
                self.begins_page()
                self.says(f"The party comes into {naming.article(naming.small_first(area.name or area.kind))}.")

    def _fights(self, event: Event, state: State) -> None:
        """Blows are counted; how a fight ended is told in one breath. Whoever dies otherwise dies alone."""
        if isinstance(event, FightBegan):
            self.rounds, self.fates = 0, {}
        elif isinstance(event, RoundBegan):
            self.rounds += 1
        elif isinstance(event, Died | Fled | Yielded):
            how = "dies" if isinstance(event, Died) else "flees" if isinstance(event, Fled) else "yields"
            if state.fight is not None:
                self.fates[event.creature] = how
            elif _is_ours(state, event.creature):
                self.says(f"{_name(state, event.creature)} {how}.")
        else:
            self.says(self._outcome(state))
            self.fates = {}

    def _outcome(self, state: State) -> str:
        long = "a round" if self.rounds <= 1 else f"{self.rounds} rounds"
        told = [f"It comes to blows, for {long}."]
        for how, past in (("dies", "slain"), ("flees", "put to flight"), ("yields", "taken")):
            foes = [state.creatures[id] for id, fate in self.fates.items() if fate == how and not _is_ours(state, id)]
            if foes:
                told.append(f"{_first_up(naming.company(foes))} {'is' if len(foes) == 1 else 'are'} {past}.")
            ours = [_name(state, id) for id, fate in self.fates.items() if fate == how and _is_ours(state, id)]
            if ours:
                verb = {"dies": "falls", "flees": "runs", "yields": "gives up"}[how]
                plural = {"dies": "fall", "flees": "run", "yields": "give up"}[how]
                told.append(f"{naming.listing(ours)} {verb if len(ours) == 1 else plural}.")
        return " ".join(told)

    def written(self, state: State) -> str:
        """The story with its title, and who is left to tell it."""
        self.begins_page()
        dungeon = state.dungeon.name if state.dungeon is not None else "A fight"
        head = [f"# {dungeon}", ""]
        town = f" of {state.settlement.name}" if state.settlement is not None else ""
        ours = [c for c in state.creatures.values() if state.party is not None and c.side == state.party.side]
        if ours:
            head += [f"A chronicle{town}, up to day {day_of(state.now)}.", ""]
        dead = [c.name for c in ours if c.status == "dead"]
        alive = [c.name for c in ours if c.status != "dead"]
        end = ["---", ""] if ours else []
        end += [f"Still alive: {naming.listing(alive)}.", ""] if alive else []
        end += [f"Fallen: {naming.listing(dead)}.", ""] if dead else []
        return "\n".join([*head, *self.text, *end]).rstrip() + "\n"


def _most(finds: Counter[str]) -> list[tuple[str, int]]:
    return finds.most_common(_MOST_THINGS)


def _is_ours(state: State, id: str) -> bool:
    return state.party is not None and id in state.creatures and state.creatures[id].side == state.party.side


def _name(state: State, id: str) -> str:
    return state.creatures[id].name if id in state.creatures else id


def _first_up(text: str) -> str:
    return text[:1].upper() + text[1:]


def _nth(number: int) -> str:
    words = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
    return words[number - 1] if number <= len(words) else f"{number}th"
