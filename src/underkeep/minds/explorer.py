"""A party that plays itself: explores what it has not seen, takes what it finds, and goes home before it is too late.

It looks only at what the party knows: ways it has seen, areas it has been in, its own people, what foes look like.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.event import Action
from underkeep.kernel.prompt import Prompt
from underkeep.minds import flight
from underkeep.minds.known_ways import Way, ways
from underkeep.minds.mind import LOOT, MEND, PREPARE, hint
from underkeep.minds.tactician import Tactician
from underkeep.procedures import delve_actions as a
from underkeep.procedures import survey
from underkeep.procedures.options import Options
from underkeep.procedures.ruleset import Ruleset
from underkeep.procedures.tactics import LOOKS
from underkeep.world.creature import Creature
from underkeep.world.dungeon import Spot
from underkeep.world.grid import distance
from underkeep.world.journey import Journey
from underkeep.world.state import State

MOST_TRIES = 2
MOST_SEARCHES = 3
"""How often the same thing is tried at one place and one moment, in case it changes nothing."""


MOST_ROUNDS_OF_TALK = 8
"""How long a party that would rather talk does so, or waits where talk is in vain; runners are run after."""

TURNS_A_BOUT, TURNS_AT_DOORS = 7, 5
"""Of so many turns a party spends so many at doors that do not open, and then looks elsewhere."""

LOSING = 0.8
"""Of the strength at which a party turns back, the part at which it breaks off a fight."""
HALF_BEATEN = 0.5
ROUNDS_IN_VAIN = 3
"""Foes look half beaten who seem to have that part of their life left; whoever has done them nothing in so many rounds
gives up."""


class Temper(Struct, frozen=True):
    """How much a party dares.

    The part of its strength below which it turns back, how many turns it stays, how many foes for each of its own it
    fights, whether it talks first, and how deep it goes.
    """

    name: str
    least_health: float
    most_turns: int
    fights_up_to: float
    talks: bool
    deepest: int


TEMPERS = {
    "cautious": Temper("cautious", 0.8, 90, 0.34, True, 1),
    "reckless": Temper("reckless", 0.25, 300, 3.0, False, 20),
}


FEW_WOUNDS = 3
SUPPLIES = {"torch": 3, "ration": 1}
"""What a party wants to carry, by a part of its name, for each member."""


class Explorer:
    """Decides for the whole party outside fights; in a fight each fights as a tactician would.

    The rules are asked when rest is due, how hurt somebody is and who does a thing best.
    """

    def __init__(self, rules: Ruleset, temper: Temper = TEMPERS["cautious"]) -> None:
        self.rules = rules
        self.temper = temper
        self._tactician = Tactician(rules)
        self._tries: Counter[tuple[Action, int, Spot | None]] = Counter()
        self._searches: Counter[str] = Counter()
        self._battles: set[str] = set()
        self._hopeless: set[str] = set()
        """Ways that could not be passed when the party last stood before them."""
        self._dreaded: set[str] = set()

    def act(self, state: State, creature: Creature, options: Options) -> Action:
        if state.party is not None and state.party.at is not None:
            self._battles.add(state.party.at.area)
        leaving = flight.leave(self.rules.tactics, state, creature, options) if self._is_losing(state) else None
        if isinstance(leaving, a.BreakOff):
            self._dread(state)
        return leaving or self._tactician.act(state, creature, options)

    def _is_losing(self, state: State) -> bool:
        """Whether the foes are not to be hurt; or enough of them stand, or they look fresh, and the party is well below
        the strength at which it would turn back."""
        if state.encounter is None or state.party is None or state.fight is None:
            return False
        foes = [state.creatures[id] for id in state.encounter.monsters]
        standing = [foe for foe in foes if foe.status == "up"]
        unhurt = len(standing) == len(foes) and all(LOOKS[foe.health] == 1 for foe in foes)
        health = self._health(state)
        if unhurt and state.fight.round > ROUNDS_IN_VAIN and health < 1:
            return True
        fresh = 2 * len(standing) >= len(state.marchers()) or all(LOOKS[foe.health] > HALF_BEATEN for foe in standing)
        return fresh and health < self.temper.least_health * LOSING

    def _dread(self, state: State) -> None:
        """The party ran from here, and will not come again if it can help it."""
        if state.party is not None and state.party.at is not None:
            self._dreaded.add(state.party.at.area)

    def answer(self, state: State, prompt: Prompt) -> str:
        return self._tactician.answer(state, prompt)

    def lead(self, state: State, options: Options) -> Action:
        """What the party does next, outside a fight."""
        assert state.party is not None
        if state.encounter is not None:
            return self._meet(state, options)
        if state.party.place == "town":
            return self._in_town(state, options)
        if state.journey is not None:
            return self._on_the_road(state, options, state.journey)
        return self._explore(state, options)

    def _in_town(self, state: State, options: Options) -> Action:
        """Heal, buy what is used up, and go again. Nobody is hired."""
        wounds = max((whole - left for left, whole in map(self.rules.life, state.marchers())), default=0)
        choices: list[Action] = [a.RestDays(7 if wounds > FEW_WOUNDS else 1)] if wounds else []
        choices += [x for x in options.listed if hint(x) == PREPARE]
        choices += self._shopping(state, options.listed)
        return next(x for x in (*choices, a.SetOut(), *options.listed) if x in options.listed)

    def _on_the_road(self, state: State, options: Options, journey: Journey) -> Action:
        """March on; those who are too weak for the dungeon turn back before they come to it."""
        weak = self._health(state) < self.temper.least_health and not journey.homeward
        mending = self._mend(state, options.listed)
        choices: list[Action] = [mending] if mending is not None and self._is_worth_trying(state, mending) else []
        choices += [a.TurnBack()] if weak else []
        return next(x for x in (*choices, a.MarchOn(), *options.listed) if x in options.listed)

    def _shopping(self, state: State, listed: Sequence[Action]) -> list[Action]:
        """Something to burn and something to eat, for whoever can pay."""
        marchers = state.marchers()
        found: list[Action] = []
        for word, each in SUPPLIES.items():
            have = sum(i.count for c in marchers for i in c.items if word in i.kind)
            if have < each * len(marchers):
                found += [x for x in listed if isinstance(x, a.Buy) and word in x.item]
        return found

    def _meet(self, state: State, options: Options) -> Action:
        """Talk, fight or run. On the road a party that would rather talk picks no fight: there is nothing to gain."""
        encounter = state.encounter
        assert encounter is not None
        foes = sum(state.creatures[id].status == "up" for id in encounter.monsters)
        ours = max(1, len(state.marchers()))
        bold = foes <= ours * self.temper.fights_up_to and self._health(state) >= self.temper.least_health / 2
        unseen = encounter.surprises(encounter.monsters)
        choices: list[Action] = [a.Evade()] if unseen and state.journey is not None else []
        if self.temper.talks and encounter.attitude != "hostile" and encounter.round < MOST_ROUNDS_OF_TALK:
            talk = next((x for x in options.listed if isinstance(x, a.Parley) and x.aim == "passage"), None)
            choices.append(self._by_the_best(state, options.listed, talk) or a.StandBy())
        if not bold:
            choices += flight.runs(options)
        elif state.journey is not None and self.temper.talks:
            choices.append(a.Evade())
        choices += [a.Engage(), a.Evade(), a.StandBy()]
        chosen = next(x for x in (*choices, *options.listed) if x in options.listed)
        if isinstance(chosen, a.Evade):
            self._dread(state)
        return chosen

    def _explore(self, state: State, options: Options) -> Action:
        steps: tuple[Callable[[State, Sequence[Action]], Action | None], ...] = (
            self._need_light,
            self._mend,
            self._loot,
            self._homeward,
            self._rest,
            self._look_around,
            self._onward,
            self._home,
        )
        self._try_ways(state, options.listed)
        hoard = self._search_lair(state, options) if not self._loot(state, options.listed) else None
        if hoard is not None:
            return hoard
        for step in steps:
            action = step(state, options.listed)
            if action is not None and self._is_worth_trying(state, action):
                return action
        return a.Rest() if a.Rest() in options.listed else options.listed[0]

    def _try_ways(self, state: State, listed: Sequence[Action]) -> None:
        """Which of the ways out of here can be passed as things are."""
        here = {way.id: _pass(listed, way.id) is None for way in ways(state, survey.here(state)[2].id)}
        self._hopeless -= here.keys()
        self._hopeless |= {id for id, shut in here.items() if shut}

    def _is_worth_trying(self, state: State, action: Action) -> bool:
        assert state.party is not None
        attempt = action, state.now, state.party.at
        self._tries[attempt] += 1
        return self._tries[attempt] <= MOST_TRIES

    def _mend(self, state: State, listed: Sequence[Action]) -> Action | None:
        """What heals goes to whoever is half dead."""
        for action in listed:
            hurt = state.creatures.get(getattr(action, "target", "")) if hint(action) == MEND else None
            left, whole = self.rules.life(hurt) if hurt is not None else (1, 1)
            if 2 * left <= whole:
                return action
        return None

    def _health(self, state: State) -> float:
        assert state.party is not None
        whole = sum(self.rules.life(state.creatures[id])[1] for id in state.party.members)
        return sum(self.rules.life(c)[0] for c in state.marchers()) / max(1, whole)

    def _need_light(self, state: State, listed: Sequence[Action]) -> Action | None:
        if state.lights:
            return None
        return next((x for x in listed if isinstance(x, a.LightUp)), None)

    def _loot(self, state: State, listed: Sequence[Action]) -> Action | None:
        found = next((x for x in listed if isinstance(x, a.TakeHoard)), None)
        shut = [x for x in listed if hint(x) == LOOT] if found is None else []
        return found or (self.rules.fittest(state, shut) if shut else None)

    def _search_lair(self, state: State, options: Options) -> Action | None:
        """Where there was a fight in a room, something may be hidden: a few turns of searching by light."""
        _, at, area = survey.here(state)
        if not (area.number and area.id in self._battles and state.lights):
            return None
        if self._searches[area.id] >= MOST_SEARCHES:
            return None
        wanted = [a.Search(square) for square in (at.square, *area.squares)]
        legal = {action for moves in options.moves for action in moves if isinstance(action, a.Search)}
        found = next((action for action in wanted if action in legal), None)
        self._searches[area.id] += 1
        return found

    def _rest(self, state: State, listed: Sequence[Action]) -> Action | None:
        due = self.rules.dungeon is not None and self.rules.dungeon.rest_is_due(state)
        return a.Rest() if due and a.Rest() in listed else None

    def _homeward(self, state: State, listed: Sequence[Action]) -> Action | None:
        party = state.party
        assert party is not None
        dark = not state.lights and not any(isinstance(x, a.LightUp) for x in listed)
        if self._health(state) < self.temper.least_health or party.turns >= self.temper.most_turns or dark:
            return self._home(state, listed)
        return None

    def _home(self, state: State, listed: Sequence[Action]) -> Action | None:
        if a.LeaveDungeon() in listed:
            return a.LeaveDungeon()
        dungeon, _, _ = survey.here(state)
        return self._toward(state, listed, lambda way: way.beyond == dungeon.entrance.area)

    def _look_around(self, state: State, listed: Sequence[Action]) -> Action | None:
        """Walk to where the light ends and the floor goes on."""
        assert state.party is not None
        dungeon, at, area = survey.here(state)
        if not state.lights:
            return None
        grid, floor, seen = (
            dungeon.level(at.level).grid,
            survey.floor_of(dungeon, area),
            state.party.seen_mask(at.level),
        )
        dark = floor & ~seen & grid.spread(seen & floor)
        edge = grid.spread(dark) & seen & floor & ~grid.bit(at.square)
        return a.Walk(min(grid.squares(edge), key=lambda s: distance(s, at.square))) if edge else None

    def _onward(self, state: State, listed: Sequence[Action]) -> Action | None:
        """Through a way here to what nobody has seen, else a door to try, else to the nearest such way."""
        _, _, area = survey.here(state)
        fresh = {way.id for way in ways(state, area.id) if self._is_promising(state, way)}
        for kind in (a.Go, a.OpenDoor):
            found = next((x for x in listed if isinstance(x, kind) and _way_of(x) in fresh), None)
            if found is not None:
                return found
        force = self._force(state, listed, fresh)
        return force or self._toward(state, listed, lambda way: self._is_promising(state, way))

    def _force(self, state: State, listed: Sequence[Action], doors: set[str]) -> Action | None:
        """Pick a lock, or put the strongest shoulder to a stuck door; now and then the party leaves it for a while."""
        assert state.party is not None
        fresh = [x for x in listed if isinstance(x, a.PickLock | a.ForceDoor) and x.door in doors]
        if not fresh or state.party.turns % TURNS_A_BOUT >= TURNS_AT_DOORS:
            return None
        return self._by_the_best(state, listed, fresh[state.party.turns % len(fresh)])

    def _by_the_best(self, state: State, listed: Sequence[Action], action: Action | None) -> Action | None:
        """The same by whoever does it best."""
        if not isinstance(action, a.PickLock | a.ForceDoor | a.Parley):
            return action
        alike = [x for x in listed if type(x) is type(action) and replace(x, actor=action.actor) == action]
        return self.rules.fittest(state, alike)

    def _is_promising(self, state: State, way: Way) -> bool:
        """Whether going there would show something new, not too deep, and can be done for all one knows. Who fell
        deeper than one would go looks for a way up there."""
        assert state.party is not None
        deepest = max(self.temper.deepest, survey.here(state)[1].level)
        new = way.beyond not in state.party.visited and way.level <= deepest
        return new and way.id not in self._hopeless and way.beyond not in self._dreaded

    def _toward(self, state: State, listed: Sequence[Action], wanted: Callable[[Way], bool]) -> Action | None:
        """The first step of the shortest known way through one that is wanted; not by doors that did not open, and
        only if there is no other by where the party ran from somebody."""
        found = self._step_toward(state, listed, wanted, self._dreaded) if self._dreaded else None
        return found or self._step_toward(state, listed, wanted, set())

    def _step_toward(
        self, state: State, listed: Sequence[Action], wanted: Callable[[Way], bool], shunned: set[str]
    ) -> Action | None:
        _, _, area = survey.here(state)
        queue: deque[tuple[str, str]] = deque([(area.id, "")])
        seen = {area.id}
        while queue:
            at, first = queue.popleft()
            for way in ways(state, at):
                step = first or way.id
                if way.beyond in seen or way.id in self._hopeless or _pass(listed, step) is None:
                    continue
                if way.beyond in shunned:
                    continue
                if wanted(way):
                    return self._by_the_best(state, listed, _pass(listed, step))
                if way.beyond:
                    seen.add(way.beyond)
                    queue.append((way.beyond, step))
        return None


def _way_of(action: Action) -> str:
    return str(getattr(action, "way", "") or getattr(action, "door", ""))


def _pass(listed: Sequence[Action], way: str) -> Action | None:
    """Go through, or open, unlock or force what is in the way."""
    tries = (x for x in listed if isinstance(x, a.PickLock | a.ForceDoor) and x.door == way)
    return next((x for x in (a.Go(way), a.OpenDoor(way), *tries) if x in listed), None)
