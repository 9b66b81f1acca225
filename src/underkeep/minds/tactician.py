"""A fighter with a plan: does what its game says is worth most, where it is worth most.

It shoots and casts before it closes, keeps away from blows who kills from afar, lets the foe come as long as its own
shoot better, falls with many upon one who can be felled, and leaves the helpless for later. Creatures without wits do
none of this: they go for whoever is nearest. What it knows is what a soldier knows, and what the game tells.
"""

from __future__ import annotations

from underkeep.kernel.event import Action
from underkeep.kernel.prompt import Answer, Prompt
from underkeep.minds import positions
from underkeep.minds.soldier import Soldier, approach
from underkeep.procedures.actions import Attack, Done
from underkeep.procedures.options import Moves, Options
from underkeep.procedures.ruleset import Ruleset
from underkeep.procedures.tactics import Hint, Manner, TacticsChapter, is_known
from underkeep.world.creature import Creature
from underkeep.world.state import State

LEAST = 0.02
"""What is worth less is not done."""
TO_ANNOUNCE = 0.3
"""What a deed that takes the whole round must be worth."""
MUCH_BETTER = 1.15
"""How much better a foe farther off must be than one beside."""
ENOUGH_SHOTS = 3
"""Who has so many shots lives by them."""
AS_GOOD = 0.7
"""What part of a blow's worth a shot must have to be worth keeping away for."""
MOST_ROUNDS_HELD = 4
"""How long those who come to blows wait for the foe while others shoot."""
DANGEROUS = 1.3
"""By how much those who kill from afar are better dead than others."""
ALL_RIGHT = 0.5
"""How safe a way out of melee must be for one who is not in need of it."""
BADLY_HURT = 0.34
_AWAY = ("leave", "flee", "yield")


class Tactician:
    """Decides for one creature at a time, from what is legal and what the game's hints say."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self._soldier = Soldier()

    def act(self, state: State, creature: Creature, options: Options) -> Action:
        tactics = self.rules.tactics
        if tactics is None:
            return self._soldier.act(state, creature, options)
        manner = tactics.manner(state, creature)
        if manner.wits == "none":
            return _mindless(state, creature, options)
        return _Decision(tactics, state, creature, manner, options).chosen()

    def answer(self, state: State, prompt: Prompt) -> str:
        """The choice that is worth most, if the game has a word on any; else the usual one."""
        tactics = self.rules.tactics
        if tactics is None:
            return prompt.default
        found = [
            (hint.worth, choice) for choice in prompt.choices if (hint := _of_answer(tactics, state, prompt, choice))
        ]
        return max(found, key=lambda pair: pair[0])[1] if found else prompt.default


def _of_answer(tactics: TacticsChapter, state: State, prompt: Prompt, choice: str) -> Hint | None:
    return tactics.hint(state, Answer(prompt.id, choice))


def _mindless(state: State, creature: Creature, options: Options) -> Action:
    """At whoever is nearest, without a thought of who that is."""
    assert creature.at is not None
    attacks = [x for x in options.listed if type(x) is Attack]
    if attacks:
        return min(attacks, key=lambda x: creature.steps_to(state.creatures[x.target]))
    walk = _walk(options)
    step = approach(state, creature, walk) if walk is not None else None
    return step or _done(creature, options)


def _walk(options: Options) -> Moves | None:
    for moves in options.moves:
        if not moves.is_aim:
            return moves
    return None


def _done(creature: Creature, options: Options) -> Action:
    last = options.listed[-1] if options.listed else None
    return last if isinstance(last, Done) else options[0]


class _Decision:
    """One decision: what is known of it is worked out once."""

    def __init__(
        self, tactics: TacticsChapter, state: State, creature: Creature, manner: Manner, options: Options
    ) -> None:
        self.tactics = tactics
        self.state = state
        self.creature = creature
        self.manner = manner
        self.options = options

    def chosen(self) -> Action:
        deed, worth = self._best_deed()
        walk = _walk(self.options)
        if walk is not None:
            step = self._step(walk, deed, worth)
            if step is not None:
                return step
        if deed is not None:
            return deed
        return _done(self.creature, self.options)

    def _best_deed(self) -> tuple[Action | None, float]:
        """Of all that is listed what is worth most, and how much."""
        best, best_worth = None, LEAST
        for action in self.options.listed:
            kind = type(action)
            if kind is Done:
                continue
            hint = self.tactics.hint(self.state, action)
            if hint is None:
                continue
            worth = self._worth(action, hint)
            if worth > best_worth:
                best, best_worth = action, worth
        return best, best_worth if best is not None else 0.0

    def _worth(self, action: Action, hint: Hint) -> float:
        if hint.use in _AWAY:
            return self._worth_of_leaving(hint)
        if type(action) is Attack:
            return hint.worth * self._weight(self.state.creatures[action.target])
        return hint.worth

    def _worth_of_leaving(self, hint: Hint) -> float:
        """Those leave who are hurt and can do something from behind, and cowards."""
        if hint.use != "leave" or "fearless" in self.manner.ways:
            return 0.0
        if "coward" in self.manner.ways and self._is_badly_hurt():
            return hint.worth
        lives_by_shots = self.manner.shots >= ENOUGH_SHOTS
        return hint.worth - ALL_RIGHT if lives_by_shots else 0.0

    def _is_badly_hurt(self) -> bool:
        return self.creature.hp <= self.creature.max_hp * BADLY_HURT

    def _weight(self, target: Creature) -> float:
        """How much better a foe is dead than another, as far as anybody can tell."""
        if self.manner.wits != "keen" or not is_known(self.state, self.creature, target):
            return 1.0
        other = self.tactics.manner(self.state, target)
        return DANGEROUS if other.casts or other.shots >= ENOUGH_SHOTS else 1.0

    # Where to

    def _step(self, walk: Moves, deed: Action | None, worth: float) -> Action | None:
        """A move that is better than the deed, or than nothing; None if there is none."""
        state, creature = self.state, self.creature
        if creature.at is None:
            return None
        beset = positions.is_beset(state, creature)
        if self._keeps_away():
            return self._keep_away(walk, deed, beset)
        if deed is None and beset:
            return None
        if deed is not None and type(deed) is not Attack:
            return None
        better = self._charge(walk, worth * MUCH_BETTER if deed is not None else LEAST)
        if better is not None or deed is not None:
            return better
        return None if self._waits() else positions.towards(state, creature, walk)

    def _keeps_away(self) -> bool:
        """Those who do their work from afar, and the badly hurt among cowards."""
        manner = self.manner
        if manner.casts or (manner.shots >= ENOUGH_SHOTS and self._shoots_well()):
            return True
        if "coward" in manner.ways and self._is_badly_hurt():
            return True
        return "leader" in manner.ways and self._has_followers()

    def _shoots_well(self) -> bool:
        """Whether the best shot is about as good as the best blow would be."""
        shot, blow = self._best_of(self.manner.missile, self.manner.shot), self._best_of(self.manner.blow, 0)
        return shot >= blow * AS_GOOD

    def _best_of(self, weapon: str, squares: int) -> float:
        """What an attack is worth on whom it is worth most, of those so near; of all without a distance."""
        state, creature, best = self.state, self.creature, 0.0
        for foe in state.enemies_of(creature):
            if foe.at is not None and (not squares or creature.steps_to(foe) <= squares + self.manner.pace):
                hint = self.tactics.hint(state, Attack(creature.id, foe.id, weapon))
                if hint is not None and hint.worth > best:
                    best = hint.worth
        return best

    def _has_followers(self) -> bool:
        return sum(c.side == self.creature.side for c in self.state.active()) > 2

    def _keep_away(self, walk: Moves, deed: Action | None, beset: bool) -> Action | None:
        """Out of reach before anything else, but with somebody in sight; nearer only if nobody is."""
        state, creature, manner = self.state, self.creature, self.manner
        if deed is not None and not beset:
            return None
        most = max(2, manner.shot) if manner.shots else MOST_ROUNDS_HELD * max(1, manner.pace)
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
        found: list[tuple[float, str, Creature]] = []
        for foe in state.enemies_of(creature):
            if foe.at is None:
                continue
            hint = self.tactics.hint(state, Attack(creature.id, foe.id, self.manner.blow))
            if hint is not None:
                worth = hint.worth * self._weight(foe)
                if worth > least:
                    found.append((-worth, foe.id, foe))
        for _, _, foe in sorted(found, key=lambda row: row[:2]):
            step = positions.beside(state, creature, walk, foe, foes)
            if step is not None:
                return step
        return None

    def _waits(self) -> bool:
        """Whether to let the foe come: as long as one's own shoot, and the others do not shoot better."""
        state, side = self.state, self.creature.side
        fight = state.fight
        if fight is None or fight.round > MOST_ROUNDS_HELD:
            return False
        ours = theirs = 0
        for other in state.active():
            if other.side == side or is_known(state, self.creature, other):
                manner = self.tactics.manner(state, other)
                if manner.shots >= ENOUGH_SHOTS:
                    if other.side == side:
                        ours += 1
                    else:
                        theirs += 1
        return ours > 0 and ours >= theirs
