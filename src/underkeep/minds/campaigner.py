"""A party that plays a whole campaign: it delves, comes home, rests, sells and hires, and sees the country.

It looks only at what the party knows: the ways that people speak of, the places it has been to, its own packs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

from underkeep.kernel.dice import Seeded
from underkeep.kernel.event import Action
from underkeep.minds import flight
from underkeep.minds.explorer import FEW_WOUNDS, TEMPERS, Explorer, Temper
from underkeep.minds.mind import EMBARK, FORAGE, MEND, PREPARE, RECRUIT, SEEK, hint
from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.procedures.options import Options
from underkeep.procedures.ruleset import Ruleset
from underkeep.world.creature import Creature
from underkeep.world.elsewhere import DUNGEON, TOWN
from underkeep.world.gear import seems
from underkeep.world.journey import Journey, Route, routes
from underkeep.world.region import ways_on
from underkeep.world.state import State

T = TypeVar("T")

FOOD, LIGHT = "ration", "torch"
DAYS_OF_FOOD, LEAST_FOOD, LIGHTS = 7, 1, 3
"""What a party carries for each of its own when it sets out, and when it looks for more."""
COMPANY = 8
"""So many go together at most; beyond that nobody is hired."""
LONG_FIGHT = 30
"""A fight of more rounds goes nowhere."""
MOST_CAMPS = 3
"""So many days in a row a hurt party camps on the way."""
MOST_ERRANDS = 40
"""So many errands in a day a party has in town; then it sleeps on the rest."""


class Goal(NamedTuple):
    """A place that one can set out for, with the way there and the action that takes it."""

    place: str
    sort: str
    route: Route
    action: Action


class Campaigner(Explorer):
    """Goes where it has been least; `seed` decides between places and ways that are alike to it."""

    def __init__(self, rules: Ruleset, temper: Temper = TEMPERS["cautious"], seed: int | str = 0) -> None:
        super().__init__(rules, temper)
        self._dice = Seeded(seed, "campaigner")
        self._been: Counter[str] = Counter()
        self._crossed: Counter[str] = Counter()
        self._kit: set[str] = set()
        self._errands: Counter[str] = Counter()
        """What was done in town since the party came, or in a camp since it last went on."""

    def act(self, state: State, creature: Creature, options: Options) -> Action:
        """As any explorer; but nobody stays in a fight that goes nowhere: foes who cannot be hurt, or come to."""
        if state.fight is not None and state.fight.round > LONG_FIGHT:
            away = [x for x in options.listed if isinstance(x, a.BreakOff)]
            if away:
                self._dread(state)
                return min(away, key=lambda leaving: bool(leaving.drop))
        return super().act(state, creature, options)

    # In town

    def _in_town(self, state: State, options: Options) -> Action:
        """One errand after another, as long as there are any; then away."""
        self._kit = self._kit or {seems(item) for member in state.marchers() for item in member.items}
        errands: tuple[Callable[[State, Sequence[Action]], Action | None], ...] = (
            self._fill_the_ranks,
            self._sell,
            self._heal,
            self._prepare,
            self._hire,
            self._hear,
            self._buy,
            self._board,
            self._recover,
            self._set_out,
        )
        for errand in errands:
            action = errand(state, options.listed)
            if action is not None and self._is_new(state, action):
                return action
        return self._stay(options.listed)

    def _is_new(self, state: State, action: Action) -> bool:
        """Whether it has not been done to no end on this day already."""
        if isinstance(action, a.SetOut):
            return True
        key = f"{state.now} {action}"
        self._errands[key] += 1
        return self._errands[key] == 1 and len(self._errands) <= MOST_ERRANDS

    def _stay(self, listed: Sequence[Action]) -> Action:
        self._errands.clear()
        return a.RestDays(1) if a.RestDays(1) in listed else listed[0]

    def _once(self, what: str) -> bool:
        """Whether this is the first time since the party came here."""
        self._errands[what] += 1
        return self._errands[what] == 1

    def _fill_the_ranks(self, state: State, listed: Sequence[Action]) -> Action | None:
        """Those who wait here come along again, and somebody new takes the place of the dead."""
        found = [x for x in listed if hint(x) == RECRUIT]
        waiting = [x for x in found if getattr(x, "creature", "")]
        return self._pick(waiting or found)

    def _sell(self, state: State, listed: Sequence[Action]) -> Action | None:
        """What the party found, and nobody wears or holds; all of a stack."""
        for action in listed:
            if isinstance(action, a.Sell):
                item = state.creatures[action.actor].item(action.item)
                if item is not None and seems(item) not in self._kit and item.place == "pack":
                    return a.Sell(action.actor, action.item, item.count)
        return None

    def _heal(self, state: State, listed: Sequence[Action]) -> Action | None:
        return next((x for x in listed if hint(x) == MEND), None)

    def _prepare(self, state: State, listed: Sequence[Action]) -> Action | None:
        return next((x for x in listed if hint(x) == PREPARE), None)

    def _hire(self, state: State, listed: Sequence[Action]) -> Action | None:
        """Somebody for pay, as long as the company is small: the one who speaks best makes the best offer."""
        if len(state.marchers()) >= COMPANY:
            return None
        offers = [x for x in listed if isinstance(x, a.Hire) and not self._errands[x.applicant]]
        if offers:
            best = max(offers, key=lambda offer: offer.terms)
            self._errands[best.applicant] += 1
            return self.rules.fittest(state, [x for x in offers if x.terms == best.terms and _is_for(x, best)])
        seeking = [x for x in listed if hint(x) == SEEK]
        return self.rules.fittest(state, seeking) if seeking and self._once(SEEK) else None

    def _hear(self, state: State, listed: Sequence[Action]) -> Action | None:
        asking = [x for x in listed if isinstance(x, a.HearRumours)]
        return self._pick(asking) if asking and self._once("rumours") else None

    def _buy(self, state: State, listed: Sequence[Action]) -> Action | None:
        """Food for the way, and something to burn, for whoever has least of it."""
        marchers = state.marchers()
        for word, each in ((FOOD, DAYS_OF_FOOD), (LIGHT, LIGHTS)):
            if _carried(state, word) < each * len(marchers):
                wares = [x for x in listed if isinstance(x, a.Buy) and word in x.item]
                if wares:
                    return min(wares, key=lambda buy: sum(i.count for i in state.creatures[buy.actor].items))
        return None

    def _board(self, state: State, listed: Sequence[Action]) -> Action | None:
        """A vessel and a crew, where they are offered and can be paid for."""
        return self._pick([x for x in listed if hint(x) == EMBARK])

    def _recover(self, state: State, listed: Sequence[Action]) -> Action | None:
        wounds = max((whole - left for left, whole in map(self.rules.life, state.marchers())), default=0)
        days = a.RestDays(7 if wounds > FEW_WOUNDS else 1)
        return days if wounds and days in listed else None

    def _set_out(self, state: State, listed: Sequence[Action]) -> Action | None:
        goals = [goal for goal in self._goals(state) if goal.action in listed]
        chosen = self._choose(goals)
        if chosen is None:
            return next((x for x in listed if isinstance(x, a.SetOut)), None)
        self._go(chosen)
        return chosen.action

    # Where to

    def _goals(self, state: State) -> list[Goal]:
        """From a town to every place that people there know of; from a dungeon to every town."""
        assert state.party is not None
        known, leaving = routes(state), state.party.place != "town"
        make, here, sort = (a.LeaveDungeon, state.town, TOWN) if leaving else (a.SetOut, state.site, DUNGEON)
        found = [Goal(here, sort, route, make(route.id if i else "")) for i, route in enumerate(known)]
        for way in ways_on(state):
            place = way.ends[0] if leaving else way.ends[1]
            assert state.region is not None
            found.append(Goal(place, state.region.places[place].sort, way.route, make(way.route.id)))
        return found

    def _choose(self, goals: Sequence[Goal]) -> Goal | None:
        """Where the party has been least, through country that it has gone through least; the cautious do not leave the
        roads before they have seen what lies along them."""
        wild = int(self.temper.talks)
        stale = {
            goal: self._been[goal.place] + self._crossed[goal.route.terrain] + wild * (goal.route.way == "open")
            for goal in goals
        }
        least = min(stale.values(), default=0)
        return self._pick([goal for goal in goals if stale[goal] == least])

    def _go(self, goal: Goal) -> None:
        self._been[goal.place] += 1
        self._crossed[goal.route.terrain] += 1
        self._errands.clear()
        self._hopeless.clear()
        self._dreaded.clear()
        self._tries.clear()

    def _home(self, state: State, listed: Sequence[Action]) -> Action | None:
        """At the way out: home if somebody is hurt, else wherever the party likes."""
        leaving = [x for x in listed if isinstance(x, a.LeaveDungeon)]
        if not leaving:
            return super()._home(state, listed)
        goals = [goal for goal in self._goals(state) if goal.action in leaving]
        near = [goal for goal in goals if goal.place == state.town]
        chosen = self._choose(near if near and self._health(state) < self.temper.least_health else goals)
        if chosen is None:
            return leaving[0]
        self._go(chosen)
        return chosen.action

    # On the road

    def _on_the_road(self, state: State, options: Options, journey: Journey) -> Action:
        """Mend who is hurt, look for food where there is none, camp when it is needed, turn back while home is near;
        leave behind what holds the party up."""
        listed = options.listed
        mending = self._mend(state, listed)
        if mending is not None and self._is_worth_trying(state, mending):
            return mending
        hungry = _carried(state, FOOD) < LEAST_FOOD * len(state.marchers())
        foraging = [x for x in listed if hint(x) == FORAGE]
        if hungry and foraging and self._once(FORAGE):
            return foraging[0]
        if self._health(state) < self.temper.least_health:
            near = journey.left is not None and 2 * journey.left > journey.route.length
            if near and not journey.homeward and a.TurnBack() in listed:
                return a.TurnBack()
            self._errands["camp"] += a.MakeCamp() in listed
            if a.MakeCamp() in listed and not hungry and self._errands["camp"] <= MOST_CAMPS:
                return a.MakeCamp()
        if a.MarchOn() in listed:
            return a.MarchOn()
        return self._lighten(state) or listed[0]

    def _lighten(self, state: State) -> Action | None:
        """Nobody gets on: half of the greatest stack of whoever carries most goes to whoever carries least, and if that
        does not help, away."""
        loads = {member.id: sum(item.count for item in member.items) for member in state.marchers()}
        bearer, other = max(loads, key=lambda id: loads[id]), min(loads, key=lambda id: loads[id])
        stacks = [
            i for i in state.creatures[bearer].items if i.place == "pack" and not i.holds and FOOD not in seems(i)
        ]
        if not stacks:
            return None
        most = max(stacks, key=lambda item: item.count)
        half = (most.count + 1) // 2
        shared: list[Action] = [a.Give(bearer, other, most.id, half)] if self._shares(state) else []
        tries = (*shared, a.Drop(bearer, most.id, half))
        return next((x for x in tries if play.why_not(self.rules, state, state.owner(bearer), x) is None), None)

    def _shares(self, state: State) -> bool:
        """As often at one moment as there are members."""
        key = f"shared {state.now}"
        self._errands[key] += 1
        return self._errands[key] <= len(state.marchers())

    def _meet(self, state: State, options: Options) -> Action:
        """Out of doors the cautious run from whoever does not look peaceful, and at once: there is nothing to gain."""
        met = state.encounter
        runs = flight.runs(options) if state.journey is not None and self.temper.talks else []
        if (
            runs
            and met is not None
            and not self._is_peaceful(met.attitude)
            and not met.surprises(c.id for c in state.marchers())
        ):
            return runs[0]
        return super()._meet(state, options)

    def _is_peaceful(self, attitude: str) -> bool:
        """Whether it is of the better half of those that the game knows."""
        known = tuple(self.rules.meetings.attitudes) if self.rules.meetings is not None else ()
        return attitude in known[len(known) // 2 :]

    def _pick(self, things: Sequence[T]) -> T | None:
        return things[self._dice.roll(1, len(things), "choice")[0] - 1] if things else None


def _is_for(offer: a.Hire, other: a.Hire) -> bool:
    return offer.applicant == other.applicant


def _carried(state: State, word: str) -> int:
    return sum(item.count for member in state.marchers() for item in member.items if word in seems(item))
