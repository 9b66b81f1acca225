"""A fighter with a plan: does what its game says is worth most, where it is worth most.

It shoots and casts before it closes, keeps those away from blows who kill from afar, lets the foe come as long as its
own shoot better, falls with many upon one who can be felled, spares those who are badly hurt, and leaves the helpless
for later. Animals go for whoever is near, and creatures without wits think of nothing at all. What it knows is what a
soldier knows, and what the game tells. A side none of which can do the foe any harm runs, or gives up.
"""

from __future__ import annotations

from functools import cached_property

from underkeep.kernel.event import Action
from underkeep.kernel.prompt import Answer, Prompt
from underkeep.minds import flight, positions
from underkeep.minds.soldier import Soldier, approach
from underkeep.procedures.actions import Attack, Done
from underkeep.procedures.options import Moves, Options
from underkeep.procedures.ruleset import Ruleset
from underkeep.procedures.tactics import Hint, Manner, TacticsChapter, is_known
from underkeep.world.creature import Creature
from underkeep.world.grid import Grid
from underkeep.world.state import State

LEAST = 0.02
"""What is worth less is not done."""
MUCH_BETTER = 1.15
"""How much better a foe farther off must be than one beside."""
ENOUGH_SHOTS, AS_GOOD = 3, 0.7
"""Who has so many shots lives by them, if a shot is worth that part of a blow."""
PATIENCE, LONG_PATIENCE = 4, 12
"""How many rounds those who come to blows wait for the foe while others shoot, and anybody lets others fight."""
DANGEROUS, PREY = 1.3, 1.4
"""By how much those who kill from afar are better dead than others, and those for a pack whom it has begun on."""
ALL_RIGHT = 0.5
"""How safe a way out of melee must be for one who is not in need of it."""
BADLY_HURT = 0.34
NARROW = 5
"""Where so many squares or fewer lie around one, it is as good as a doorway."""
FRONT = 2
"""The badly hurt and the frail stay behind while so many others are fit to fight."""


class Tactician:
    """Decides for one creature at a time, from what is legal and what the game's hints say."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self._soldier = Soldier()
        self._manners: _Manners | None = None

    def act(self, state: State, creature: Creature, options: Options) -> Action:
        tactics = self.rules.tactics
        if tactics is None or creature.at is None:
            return self._soldier.act(state, creature, options)
        manners = self._manners
        if manners is None or manners.grid is not state.grid:
            manners = self._manners = _Manners(tactics, state.grid)
        manner = manners.of(state, creature)
        if manner.wits == "none":
            return _mindless(state, creature, options)
        return _Decision(self.rules, tactics, manners, state, creature, manner, options).chosen()

    def answer(self, state: State, prompt: Prompt) -> str:
        """The choice that is worth most, if the game has a word on any; else the usual one."""
        tactics = self.rules.tactics
        if tactics is None:
            return prompt.default
        hints = {choice: tactics.hint(state, Answer(prompt.id, choice)) for choice in prompt.choices}
        worths = {choice: hint.worth for choice, hint in hints.items() if hint is not None}
        return max(worths, key=lambda choice: worths[choice]) if worths else prompt.default


class _Manners:
    """How everybody on a field fights, worked out once for as long as one is as he was."""

    def __init__(self, tactics: TacticsChapter, grid: Grid | None) -> None:
        self.grid = grid
        self._tactics = tactics
        self._known: dict[str, tuple[Creature, Manner]] = {}

    def of(self, state: State, creature: Creature) -> Manner:
        known = self._known.get(creature.id)
        if known is not None and (known[0] is creature or _is_alike(known[0], creature)):
            return known[1]
        manner = self._tactics.manner(state, creature)
        self._known[creature.id] = creature, manner
        return manner


def _is_alike(one: Creature, other: Creature) -> bool:
    """Whether nothing has changed but where somebody stands and how hurt he is."""
    return one.items is other.items and one.conditions is other.conditions and one.sheet is other.sheet


def _mindless(state: State, creature: Creature, options: Options) -> Action:
    """At whoever is nearest, without a thought of who that is."""
    attacks = [x for x in options.listed if type(x) is Attack]
    if attacks:
        return min(attacks, key=lambda x: creature.steps_to(state.creatures[x.target]))
    walk = _walk(options)
    step = approach(state, creature, walk) if walk is not None else None
    return step or _done(options)


def _walk(options: Options) -> Moves | None:
    for moves in options.moves:
        if not moves.is_aim:
            return moves
    return None


def _done(options: Options) -> Action:
    last = options.listed[-1] if options.listed else None
    return last if isinstance(last, Done) else options[0]


class _Decision:
    """One decision: what it rests on is worked out when it is first asked for."""

    def __init__(
        self,
        rules: Ruleset,
        tactics: TacticsChapter,
        manners: _Manners,
        state: State,
        creature: Creature,
        manner: Manner,
        options: Options,
    ) -> None:
        self.rules = rules
        self.tactics = tactics
        self.manners = manners
        self.state = state
        self.creature = creature
        self.manner = manner
        self.options = options

    def chosen(self) -> Action:
        deed, worth = self._best_deed()
        walk = _walk(self.options)
        if deed is None and self._is_hopeless:
            return self._way_out(walk) or _done(self.options)
        step = self._step(walk, deed, worth) if walk is not None else None
        return step or deed or _done(self.options)

    # What to do

    def _best_deed(self) -> tuple[Action | None, float]:
        """Of all that is listed what is worth most, and how much."""
        best, best_worth, hint_of, state = None, LEAST, self.tactics.hint, self.state
        for action in self.options.listed:
            hint = hint_of(state, action) if type(action) is not Done else None
            if hint is not None:
                worth = self._worth(action, hint)
                if worth > best_worth:
                    best, best_worth = action, worth
        return best, best_worth if best is not None else 0.0

    def _worth(self, action: Action, hint: Hint) -> float:
        if type(action) is Attack:
            return hint.worth * self._weight(self.state.creatures[action.target])
        if hint.use == "leave":
            return self._worth_of_leaving(hint.worth)
        return 0.0 if hint.use in ("flee", "yield") else hint.worth

    def _worth_of_leaving(self, safety: float) -> float:
        """Those leave a melee who are badly hurt, if that is their way or others can fight for them; and those who live
        by their shots, if it is safe."""
        if "fearless" in self.manner.ways:
            return 0.0
        if self._is_badly_hurt and ("coward" in self.manner.ways or self._is_spared):
            return safety
        return safety - ALL_RIGHT if self._is_marksman else 0.0

    def _weight(self, foe: Creature) -> float:
        """How much better one foe is dead than another, as far as anybody can tell."""
        weight = 1.0
        if "pack" in self.manner.ways and positions.is_beset(self.state, foe):
            weight = PREY
        if self.manner.wits == "keen" and is_known(self.state, self.creature, foe):
            other = self.manners.of(self.state, foe)
            if other.casts or other.shots >= ENOUGH_SHOTS:
                weight *= DANGEROUS
        return weight

    # Where nothing helps

    @cached_property
    def _is_hopeless(self) -> bool:
        """Whether nobody on this side can do any of the foes harm, as far as anybody can tell; the dull do not ask."""
        if self.manner.wits != "keen" or "fearless" in self.manner.ways:
            return False
        return not any(self._can_harm(friend) for friend in self.state.active(self.creature.side))

    def _can_harm(self, friend: Creature) -> bool:
        state, manner, hint_of = self.state, self.manners.of(self.state, friend), self.tactics.hint
        arms = {arm for arm in (manner.blow, manner.missile) if arm}
        blows = (hint_of(state, Attack(friend.id, foe.id, arm)) for foe in state.enemies_of(friend) for arm in arms)
        return manner.casts or not arms or any(hint is not None and hint.worth > LEAST for hint in blows)

    def _way_out(self, walk: Moves | None) -> Action | None:
        """Away if there is a way, farther from them if not; with a foe beside who has the wits for it, mercy."""
        hints = [(x, hint) for x in self.options.listed if (hint := self.tactics.hint(self.state, x)) is not None]
        ways = [(hint.worth, x) for x, hint in hints if hint.use == "flee"]
        if ways:
            return max(ways, key=lambda way: way[0])[1]
        mercy = next((x for x, hint in hints if hint.use == "yield"), None)
        if mercy is not None and positions.is_beset(self.state, self.creature) and self._may_be_spared():
            return mercy
        return flight.away(self.state, self.creature, walk) if walk is not None else None

    def _may_be_spared(self) -> bool:
        foes = self.state.enemies_of(self.creature)
        return any(self.manners.of(self.state, foe).wits == "keen" for foe in foes)

    # Who one is

    @cached_property
    def _blows(self) -> list[tuple[float, Creature]]:
        """What one's best blow is worth on each foe, the best first; for animals the nearest foe is the best."""
        state, creature, blow = self.state, self.creature, self.manner.blow
        found = []
        for foe in state.enemies_of(creature):
            hint = self.tactics.hint(state, Attack(creature.id, foe.id, blow))
            if hint is not None:
                found.append((hint.worth * self._weight(foe), foe))
        if self.manner.wits == "animal" and "pack" not in self.manner.ways:
            return sorted(found, key=lambda row: (creature.steps_to(row[1]), row[1].id))
        return sorted(found, key=lambda row: (-row[0], row[1].id))

    @cached_property
    def _is_marksman(self) -> bool:
        """Whether one has shots enough, and the best is about as good as the best blow would be, or it is one's way."""
        manner, state, creature, best = self.manner, self.state, self.creature, 0.0
        if manner.shots < ENOUGH_SHOTS or "skirmisher" in manner.ways:
            return manner.shots > 0 and "skirmisher" in manner.ways
        for _, foe in self._blows:
            if creature.steps_to(foe) <= manner.shot + manner.pace:
                hint = self.tactics.hint(state, Attack(creature.id, foe.id, manner.missile))
                best = max(best, hint.worth if hint is not None else 0.0)
        return best >= AS_GOOD * max((worth for worth, _ in self._blows), default=0.0)

    @cached_property
    def _is_badly_hurt(self) -> bool:
        left, whole = self.rules.life(self.creature)
        return left <= whole * BADLY_HURT

    @cached_property
    def _is_spared(self) -> bool:
        """Whether others can fight for one of a party who is badly hurt or frail: they want to live, and come home."""
        state, creature, manner = self.state, self.creature, self.manner
        if state.party is None or creature.side != state.party.side or self._is_late(LONG_PATIENCE):
            return False
        if not self._is_badly_hurt and not manner.frail:
            return False
        lives = [self.rules.life(c) for c in state.active(creature.side) if c is not creature]
        fit = sum(2 * left > whole for left, whole in lives)
        return fit >= FRONT and 2 * fit >= len(state.enemies_of(creature))

    @cached_property
    def _keeps_away(self) -> bool:
        """Those who do their work from afar, cowards who are hurt, and for a while leaders and those who are spared."""
        ways = self.manner.ways
        if self.manner.casts or self._is_marksman or ("coward" in ways and self._is_badly_hurt):
            return True
        return self._is_spared or ("leader" in ways and self._has_followers() and not self._is_late(LONG_PATIENCE))

    def _has_followers(self) -> bool:
        return len(self.state.active(self.creature.side)) > FRONT

    def _is_late(self, rounds: int) -> bool:
        return self.state.fight is None or self.state.fight.round > rounds

    # Where to

    def _step(self, walk: Moves, deed: Action | None, worth: float) -> Action | None:
        """A move that is better than the deed, or than nothing; None if there is none."""
        state, creature = self.state, self.creature
        beset = positions.is_beset(state, creature)
        if self._keeps_away:
            return self._keep_away(walk, deed, beset)
        if beset and self._is_worth_staying if deed is None else type(deed) is not Attack:
            return None
        if deed is None and self._holds_a_passage(walk.grid):
            return None
        better = self._charge(walk, worth * MUCH_BETTER if deed is not None else LEAST)
        if better is not None or deed is not None:
            return better
        return None if self._waits() else positions.towards(state, creature, walk)

    @property
    def _is_worth_staying(self) -> bool:
        """Whether somebody beside is worth a blow, or nobody else is: else one goes on to others."""
        near = any(worth > 0 for worth, foe in self._blows if self.creature.steps_to(foe) <= 1)
        return near or not any(worth > 0 for worth, _ in self._blows)

    def _keep_away(self, walk: Moves, deed: Action | None, beset: bool) -> Action | None:
        """Out of reach before anything else, but with somebody in sight; nearer only if nobody is."""
        state, creature, manner = self.state, self.creature, self.manner
        if deed is not None and not beset:
            return None
        most = max(2, manner.shot) if manner.shots else PATIENCE * max(1, manner.pace)
        if not beset and not positions.has_in_sight(state, creature, most):
            return positions.towards(state, creature, walk)
        if beset or positions.has_in_sight(state, creature, manner.pace + 1):
            foes = positions.foes_mask(state, creature, walk.grid)
            return positions.stand_off(state, creature, walk, foes, most)
        return None

    def _charge(self, walk: Moves, least: float) -> Action | None:
        """The move beside the foe whom it is best to strike, if that is better than what there is."""
        state, creature = self.state, self.creature
        foes = positions.foes_mask(state, creature, walk.grid)
        if not walk.mask & walk.grid.spread(foes):
            return None
        best, best_worth = None, 0.0
        for worth, foe in self._blows:
            found = positions.beside(creature, walk, foe, foes, self._liking) if worth > least else None
            if found is not None and worth * (1 + found[1]) > best_worth:
                best, best_worth = found[0], worth * (1 + found[1])
        return best

    def _liking(self, move: Action) -> float:
        """What the game has to say for ending a move just there."""
        hint = self.tactics.hint(self.state, move)
        return hint.worth if hint is not None else 0.0

    def _holds_a_passage(self, grid: Grid) -> bool:
        """Whether one stands where few can come, and the others are more: then they may come, for a while."""
        creature = self.creature
        if not grid.walls or self.manner.wits != "keen" or self._is_late(PATIENCE) or creature.at is None:
            return False
        if (grid.around(creature.at) & grid.floor).bit_count() > NARROW:
            return False
        return len(self.state.enemies_of(creature)) > len(self.state.active(creature.side))

    def _waits(self) -> bool:
        """Whether to let the foe come: from an ambush, or as long as one's own shoot and the others shoot no better."""
        if self._is_late(PATIENCE) or "ambusher" in self.manner.ways or self.manner.wits != "keen":
            return "ambusher" in self.manner.ways and not self._is_late(PATIENCE)
        state, side = self.state, self.creature.side
        known = [c for c in state.active() if c.side == side or is_known(state, self.creature, c)]
        marksmen = [c.side == side for c in known if self.manners.of(state, c).shots >= ENOUGH_SHOTS]
        ours = sum(marksmen)
        return ours > 0 and 2 * ours >= len(marksmen)
