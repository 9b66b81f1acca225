"""The pages that one person at the table may look at: the party, the map, the log, the reasons of a line. No front
door's looks, no rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from underkeep.kernel.prompt import REFEREE
from underkeep.procedures.switches import switches_of
from underkeep.table import course, desk, naming
from underkeep.table.narrate import Line
from underkeep.table.speech import answers, battle_map, pages, past_pages, scenery, topics
from underkeep.table.speech.asked_of_rounds import told_of_round
from underkeep.table.speech.fighting_words import INITIATIVE
from underkeep.table.speech.rules_told import RULING, ruling
from underkeep.table.speech.wording import SHOW_HELP, parts
from underkeep.table.why import for_players, rule_text, why
from underkeep.world.creature import Creature, Died, Felled

if TYPE_CHECKING:
    from underkeep.table.chair import Chair

MOST_LOG = 40
_OF_DEATH = {"die", "died", "dies", "dead", "death", "killed", "fall", "fell", "fallen"}
_ADVANCING = {"experience", "xp", "level"}


class Shown:
    """What a chair shows."""

    def __init__(self, chair: Chair) -> None:
        self._chair = chair
        self._rules, self._state, self._view = chair.rules, chair.state, chair.view

    def page(self, what: str, rest: str = "") -> list[str]:
        """What a word that is no action shows, in lines."""
        page = desk.show(self._chair.session, what, rest) if self._chair.referees else None
        if page is not None:
            return page
        found: dict[str, Callable[[], list[str]]] = {
            "help": self._help,
            "map": self._map,
            "legend": lambda: [
                scenery.legend(self._view.delve.map) if self._view.delve else scenery.country(self._view)[-1]
            ],
            "party": lambda: answers.party(self._view, rest),
            "look": lambda: scenery.scene(self._view),
            "log": lambda: self._numbered(MOST_LOG),
            "rules": self._switches,
            "orders": self._chair.orders,
            "time": lambda: [f"{scenery.clock(self._view)}."],
            "exits": lambda: [scenery.ways(self._view.delve) if self._view.delve else "There is no map here."],
            "light": lambda: [scenery.pace(self._view, self._view.delve) if self._view.delve else "It is light here."],
            "order": lambda: [f"Marching order: {naming.listing(self._chair.on_the_march())}."],
            "purse": lambda: answers.purses(self._rules, self._chair.own(""), rest),
            "experience": lambda: self._experience(rest),
            "supplies": self._supplies,
            "prices": lambda: pages.prices(self._rules, self._state, rest),
            "count": lambda: answers.counted(self._chair.own(""), rest),
            "armour": lambda: pages.armour(self._rules, self._state, answers.named(self._chair.own(""), rest)),
            "spell": lambda: pages.spell(self._rules, self._state, self._chair.own(""), rest),
            "areas": self._areas,
            "save": lambda: ["Everything is saved as it happens."],
            INITIATIVE: self._initiative,
            past_pages.TOLD: lambda: past_pages.told_of(
                self._rules,
                self._chair.heard_lines(),
                [*scenery.scene(self._view), *self._chair.with_us()],
                rest,
            ),
            past_pages.FOUND: lambda: past_pages.found_last(self._chair.heard_lines()),
            past_pages.CAME: lambda: past_pages.came_from(self._state, self._chair.came_from()),
            past_pages.CUT_OFF: lambda: past_pages.cut_off(
                self._chair.heard_lines(), [*self.page("exits"), *self.page("way out")]
            ),
            "burning": lambda: pages.burning(self._rules, rest) or ruling(self._rules.id, f"{rest} light duration"),
            RULING: lambda: ruling(self._rules.id, rest),
            "feature": lambda: pages.feature(self._rules, self._state, rest),
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
            return answers.show(
                self._rules,
                self._state,
                self._view,
                self._chair.options,
                self._chair.own(""),
                what,
                rest,
            )
        return found[what]() if what in found else [f"There is nothing to show for {what}."]

    def _several(self, asked: str) -> list[str]:
        """Pages one after another; one of which all was told before is not told again."""
        told: list[str] = []
        for name, _, about in (line.partition("|") for line in asked.split("\n")):
            page = self.page(name, about)
            told += page if set(page) - set(told) else []
        return told

    def _of_own(self, what: str, name: str) -> list[str]:
        found = self._chair.own(name)
        if not found:
            return [f'Nobody here is called "{name[:40]}".']
        if what == "inventory":
            return [line for creature in found for line in scenery.inventory(creature)]
        return [line for creature in (found[:1] if name else found) for line in self._sheet(creature)]

    def _sheet(self, creature: Creature) -> list[str]:
        card = self._rules.card(self._state, creature)
        lines = [card.title, card.subtitle]
        for title, rows in card.sections:
            lines += [f"{title}:"] + [f"  {label}: {value}" for label, value in rows] if rows else []
        return lines

    def _map(self) -> list[str]:
        delve = self._view.delve
        if self._view.round or not self._view.order:
            here = (
                f"Four of these squares are one of the map: it came to blows at {naming.square_name(delve.at)}."
                if delve
                else ""
            )
            return [*battle_map.drawn(self._view), *([here] if here else [])]
        if delve is None:
            return scenery.country(self._view)
        return [*scenery.drawn(delve.map), scenery.legend(delve.map)]

    def _help(self) -> list[str]:
        lines = ["Type the number of an option, or a command such as:"]
        lines += [f"  {command}" for command in self._chair.commands() if self._chair.seat != REFEREE]
        lines.append("To look at things:")
        lines += [f"  {word}: {meaning}" for word, meaning in SHOW_HELP.items()]
        return [*lines, *(desk.help_lines() if self._chair.referees else [])]

    def _experience(self, names: str) -> list[str]:
        """What the sheets say of levels and experience: of those who are named, else of all, and how it is earned."""
        lines = []
        for creature in answers.named(self._chair.own(""), names):
            card = self._rules.card(self._state, creature)
            rows = [(label, value) for _, rows in card.sections for label, value in rows]
            told = [f"{label.lower()} {value}" for label, value in rows if set(parts(label)) & _ADVANCING]
            lines.append(f"{creature.name}: {card.subtitle}{'; ' if told else ''}{', '.join(told)}")
        return lines if names else [*lines, *topics.page(self._rules, self._state, (), "experience")]

    def _initiative(self) -> list[str]:
        """What was rolled for it in this round, and who may act now."""
        if self._state.fight is None or not self._state.fight.steps:
            return ["Nobody fights."]
        return told_of_round(self._state, self._chair.heard_lines(), self._chair.own(""), self._chair.actors)

    def _supplies(self) -> list[str]:
        """Food, water and light, as the game counts them."""
        told = (
            list(self._rules.road.supplies(self._state)) if self._rules.road is not None and self._state.party else []
        )
        return told or ["Nobody counts them here."]

    def _areas(self) -> list[str]:
        """The areas that the party has been in, by its own count."""
        here = self._state.party.at.area if self._state.party is not None and self._state.party.at is not None else ""
        known = course.areas(self._state) if here else []
        told = [f"{course.area_name(self._state, id)}{', where the party is' if id == here else ''}" for id in known]
        return [f"{words[:1].upper()}{words[1:]}" for words in told] or ["The party is in no dungeon."]

    def _switches(self) -> list[str]:
        """The optional rules of this game, on or off in this campaign."""
        lines = ["Optional rules of this campaign, chosen with --option when a game begins:"]
        for switch in switches_of(self._rules).values():
            lines.append(f"  {'on ' if switch.id in self._state.switches else 'off'} {switch.id}: {switch.text}")
        return lines

    def _death(self, asked: str) -> Line | None:
        """The line that tells how one died or fell, where that is asked: `why did Thandriel die`."""
        words = set(parts(asked))
        if not words & _OF_DEATH:
            return None
        named = {c.id for c in self._state.creatures.values() if set(parts(c.name)[:1]) & words}
        for line in reversed(self._chair.log):
            for told in (line, *line.parts):
                if isinstance(told.event, Died | Felled) and told.event.creature in named:
                    return line
        return None

    def _failure(self, asked: str) -> Line | None:
        """The last line that tells how one failed, where that is asked: `why did Dunstan fail`."""
        named = {c.name for c in self._state.creatures.values() if set(parts(c.name)[:1]) & set(parts(asked))}
        if not past_pages.FAILURE.search(asked):
            return None
        told = (line for line in reversed(self._chair.log) if past_pages.FAILED.search(line.text))
        return next((line for line in told if any(name in line.text for name in named)), None)

    def _numbered(self, most: int) -> list[str]:
        first = max(0, len(self._chair.log) - most)
        return [f"{n}. {line.text}" for n, line in enumerate(self._chair.log[first:], first + 1)] or [
            "Nothing has happened yet."
        ]

    def _why(self, rest: str) -> list[str]:
        """The reasons of a line by its number in the log, or of what was refused or told last."""
        told = self._reasons(rest)
        return told if self._chair.referees else [line for line in map(_for_players, told) if line.strip()]

    def _reasons(self, rest: str) -> list[str]:
        if rest.strip().isdecimal():
            number = int(rest)
            if not 1 <= number <= len(self._chair.log):
                return [f"The log has lines 1 to {len(self._chair.log)}."]
            return why(self._chair.log[number - 1]).told
        if (found := self._death(rest) or self._failure(rest)) is not None:
            return why(found).told
        if self._chair.refused is not None:
            said, rule = self._chair.refused.sentence, self._chair.refused.rule
            return [said, f"  {rule}: {rule_text(rule)}" if rule else "  No rule of the book speaks against it."]
        told = [part for line in self._chair.log[-self._chair.told_last :] for part in why(line).told]
        return told or ["Nothing has happened yet."]


def _for_players(line: str) -> str:
    """A reason; of the text of a rule only what is for players."""
    id, colon, text = line.partition(": ")
    return (
        f"{id}: {for_players(text) or 'that is for the referee to say.'}"
        if colon and line.startswith("  ") and ":" in id
        else line
    )
