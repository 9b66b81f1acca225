"""A round of a fight as ordered: everybody attacks, as last round, or what each was told to do until told otherwise.

An order chooses only among what is legal in a step, and never spends what cannot be had back: spells, potions and
flasks are for whoever names them. A spell that was announced is cast when its time comes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from underkeep.kernel.event import Action
from underkeep.kernel.prompt import Answer
from underkeep.minds.flight import leave
from underkeep.minds.soldier import approach
from underkeep.minds.tactician import Tactician
from underkeep.procedures import play
from underkeep.procedures.actions import Attack, Done, Move, Try
from underkeep.procedures.chapter import FIGHT
from underkeep.procedures.delve_actions import BreakOff
from underkeep.procedures.options import Moves, Options
from underkeep.procedures.ruleset import Ruleset
from underkeep.table import aiming
from underkeep.table.arms_ordered import (
    HAND_WEAPONS,
    is_blow,
    is_by_hand,
    is_to_shoot,
    is_with,
    keeps_back,
    makes_ready,
)
from underkeep.table.clear_shots import clear_shot, into_sight
from underkeep.table.coming_up import is_walk, up_to_the_named
from underkeep.table.errand import is_another_fight
from underkeep.table.getting_out import (
    alone,
    as_said,
    dropping,
    is_near,
    near_blows,
    not_past_them,
    retreat,
    run,
    step_by_step,
)
from underkeep.table.in_its_step import TRY
from underkeep.table.keeping_close import beside, out_of_reach
from underkeep.table.naming import listing
from underkeep.table.order import (
    APPROACH,
    ASKED,
    ATTACK,
    BACK,
    BEHIND,
    CAST,
    FLEE,
    GO,
    GUARD,
    HOLD,
    NEAR,
    PASS,
    REPEAT,
    SAID,
    SHOOT,
    STAY,
    Order,
)
from underkeep.table.speech.by_place import DECLARING, MOVING
from underkeep.table.speech.matching import meaning
from underkeep.table.unheeded import Unheeded, is_for_deeds, no_room, told, unheeded
from underkeep.table.where_one_is import is_close, is_last_step, is_reached, stand, walked, walks
from underkeep.world.creature import Creature
from underkeep.world.state import State


class RoundOfOrders:
    """What is left of a round, each by an order; those without one `otherwise`, or they are left to the person.

    `before` is what each did in the round before, for those who repeat it.
    """

    def __init__(
        self,
        orders: Mapping[str, Order],
        otherwise: Order | None = None,
        before: Mapping[str, Sequence[Action]] | None = None,
    ) -> None:
        self.over = ""
        self.is_dared = False
        self._orders = orders
        self._otherwise = otherwise
        self._before = before or {}
        self._round = -1
        self._idle: dict[str, Unheeded] = {}
        self._acted: set[str] = set()
        self._tactician: Tactician | None = None
        self._shotless: list[str] = []
        self._roomless: dict[str, str] = {}
        self.fulfilled: set[str] = set()

    def follow(self, orders: Mapping[str, Order]) -> None:
        """The same for those who have orders here, as the table keeps them: with what lasts of what was said before."""
        self._orders = {id: orders.get(id, order) for id, order in self._orders.items()}

    def next(self, rules: Ruleset, state: State, options: Options, seat: str) -> Action | None:
        if state.fight is None or _is_others(state, seat):
            return None
        if self._round < 0:
            self._round = state.fight.round
        if state.fight.round != self._round:
            self._sum_up()
            return None
        if state.prompts:
            return Answer(state.prompts[0].id, state.prompts[0].default)
        blocked: tuple[Action, Order] | None = None  # who cannot get there yet waits for those who are in the way
        by_actor: dict[str, list[Action]] = {}
        for action in options.listed:
            by_actor.setdefault(getattr(action, "actor", ""), []).append(action)
        for id, listed in sorted(by_actor.items(), key=lambda own: not self._casts(own[0])):
            order = self._order_of(id)
            if id and order is not None and id not in self._roomless:
                own = Options(tuple(listed), tuple(m for m in options.moves if m.actor == id))
                chosen = self._chosen(rules, state, state.creatures[id], own, order)
                if chosen is not None and self._waits_for_room(rules, state, chosen, own, order):
                    if self._is_left_alone(state, id, order):
                        self._roomless[id] = no_room(rules, state, seat, state.creatures[id], order)
                    else:
                        blocked = blocked or (chosen, order)
                elif chosen is not None:
                    self._note(rules, state, seat, chosen, order)
                    return chosen
        if blocked is not None:
            self._note(rules, state, seat, *blocked)
            return blocked[0]
        self._sum_up()
        return None

    def _casts(self, id: str) -> bool:
        """Whether somebody is to cast, which goes before others walk off from whom it is for."""
        order = self._order_of(id)
        return order is not None and order.sort == CAST

    def _sum_up(self) -> None:
        """Who was to do something and could not is told of when nobody is left who can."""
        idle = told(self._idle[id] for id in self._idle if id not in self._acted)
        self.over = " ".join(filter(None, (self.over, idle, *self._roomless.values())))
        self._idle.clear()
        self._roomless.clear()

    def _note(self, rules: Ruleset, state: State, seat: str, chosen: Action, order: Order) -> None:
        """Who does what was told, and who does nothing for it, and why."""
        id = getattr(chosen, "actor", "")
        is_step = isinstance(chosen, Move) and order.sort not in (FLEE, BACK)
        if not isinstance(chosen, Done) and not is_step:
            self._acted.add(id)
            if order.when:
                self.fulfilled.add(id)
        elif id in state.creatures and self._is_for_deeds(order, is_step) and is_last_step(state, id):
            self._idle[id] = unheeded(rules, state, seat, state.creatures[id], order, is_step)

    def _is_for_deeds(self, order: Order, is_step: bool) -> bool:
        """Whether somebody was to do something in this very round, by name or with all the others, who may but come
        nearer."""
        is_all_in = self._otherwise is not None and self._otherwise.sort == ATTACK
        stands = is_all_in and not is_step and order.sort in (ATTACK, GUARD, HOLD, SHOOT, BEHIND)
        flees = self._otherwise is not None and self._otherwise.sort == FLEE == order.sort
        return is_for_deeds(order, self._round) or stands or flees

    def _order_of(self, id: str) -> Order | None:
        """One's own order; who is only told when to flee, or whose order was for a round that is over, does what the
        others do."""
        own = self._orders.get(id)
        own = own.now(self._round) if own is not None else None
        if own is not None and own.sort == ASKED and self._otherwise is not None:
            return replace(self._otherwise, flees_at_half=own.flees_at_half, arm=own.arm or self._otherwise.arm)
        return own or self._otherwise

    def is_interrupted(self, rules: Ruleset, before: State, after: State) -> bool:
        """Orders hold for the round, whatever befalls others; what is asked in it is answered as is usual."""
        return after.fight is None or is_another_fight(before, after)

    def _chosen(self, rules: Ruleset, state: State, creature: Creature, own: Options, order: Order) -> Action | None:
        """What the order means now; None if it is left to the person."""
        own = not_past_them(state, creature, own) if order.sort in (FLEE, BACK) or order.flees_at_half else own
        if order.flees_at_half or order.sort == FLEE:
            left, whole = rules.life(creature)
            if order.sort == FLEE or 2 * left <= whole:
                ways = as_said(own, order.aim) if order.for_all or self._all_flee(state, creature) else alone(own)
                if (thrown := dropping(ways, order.aim)) is not None:
                    return thrown
                gone = retreat(own) or leave(rules.tactics, state, creature, ways) or run(state, creature, own, order)
                if not self.is_dared and isinstance(gone, BreakOff) and (lost := _question(rules, state, gone)):
                    self.over = f"{lost} To run all the same, say so again: everyone run away."
                    return None
                return gone or self._blow(rules, state, creature, near_blows(state, creature, own), order)
        if order.when == NEAR and not is_close(state, creature):
            return Done(creature.id)
        if order.sort == STAY and is_reached(state, creature):
            squares = walks(own)
            gone = out_of_reach(state, creature, squares[0]) if squares else step_by_step(own)
            if gone is not None and not isinstance(gone, Done):
                return gone
        if order.sort == BACK:
            return (
                leave(rules.tactics, state, creature, alone(own))
                or run(state, creature, own, order)
                or Done(creature.id)
            )
        if order.sort == ASKED:
            return None
        if order.sort == PASS:
            return Done(creature.id)
        if order.sort == CAST:
            return self._cast(rules, state, creature, own, order)
        if order.sort == GO and not order.until and walked(state, creature, own, order) is None:
            order = replace(order, sort=HOLD)  # who is there, or cannot move now, holds the place
        if order.sort in (APPROACH, GO):
            return walked(state, creature, own, order)
        if order.sort == SAID:
            return _said(
                rules, state, creature, own, _at_the_nearest(state, creature, order) if order.when else order.aim
            )
        if order.sort == REPEAT:
            before = self._before.get(creature.id, ())
            again = _again(before, own, order.arm if order.arm != HAND_WEAPONS else "")
            if again is not None and (order.arm != HAND_WEAPONS or is_by_hand(rules, state, creature, again)):
                return again
            order = replace(order, sort=ATTACK if any(not isinstance(x, Done) for x in before) else HOLD)
        strikes = order.sort == ATTACK and order.until == self._round and creature.id not in self._acted
        strikes = strikes and not is_to_shoot(rules, state, creature, order)
        if strikes and (closer := up_to_the_named(state, creature, own, order.targets)) is not None:
            return closer
        if order.sort == BEHIND and (hidden := self._hidden(state, creature, own, order)) is not None:
            return hidden
        blow = self._blow(rules, state, creature, own, order)
        shoots = isinstance(blow, Done) and order.sort == ATTACK and is_to_shoot(rules, state, creature, order)
        if shoots and walks(own) and (nearer := self._step(rules, state, creature, walks(own)[0], order)) is not None:
            return nearer
        if (
            isinstance(blow, Done)
            and creature.id not in self._acted
            and self._lacks_a_shot(rules, state, creature, own, order)
        ):
            return None
        if not isinstance(blow, Done):
            return blow
        walk = next((m for m in own.moves if is_walk(m)), None)
        step = self._step(rules, state, creature, walk, order) if walk is not None else None
        return step or blow

    def _hidden(self, state: State, creature: Creature, own: Options, order: Order) -> Action | None:
        """One step behind whom one keeps behind, before any blow, or the word by which one gets out of melee; None for
        who is there."""
        if not (squares := walks(own)):
            return step_by_step(own) if is_reached(state, creature) else None
        if not stand(state, (order.ward,)):
            return out_of_reach(state, creature, squares[0]) if is_reached(state, creature) else None
        return beside(state, creature, squares[0], order.ward, True)

    def _waits_for_room(self, rules: Ruleset, state: State, chosen: Action, own: Options, order: Order) -> bool:
        """Whether somebody cannot do as told before others have moved."""
        creature = state.creatures.get(getattr(chosen, "actor", ""))
        if creature is None or not isinstance(chosen, Done | Attack):
            return False
        if isinstance(chosen, Done):
            is_told = order.sort == ATTACK and order.until == self._round and bool(order.targets and walks(own))
            is_told = is_told and creature.id not in self._acted and not is_reached(state, creature)
            is_left = not keeps_back(rules, state, creature) or is_to_shoot(rules, state, creature, order)
            return order.sort in (FLEE, BACK) or (is_told and is_left)
        return order.sort in (BEHIND, STAY) and bool(walks(own)) and is_reached(state, creature)

    def _is_left_alone(self, state: State, id: str, order: Order) -> bool:
        """Whether it is left to the person what somebody does for whom there is no room, when nobody else is told."""
        return self._otherwise is None and order.sort in (ATTACK, BEHIND, STAY) and is_last_step(state, id)

    def _lacks_a_shot(self, rules: Ruleset, state: State, creature: Creature, own: Options, order: Order) -> bool:
        """Whether somebody who may move and shoot now has no shot at those whom the order names, which is told; what
        else that one does is left to the person."""
        manner = rules.tactics.manner(state, creature) if rules.tactics is not None else None
        if manner is None or not order.targets or not manner.shots or order.arm != manner.missile or not order.until:
            return False
        fight, foes = state.fight, [state.creatures[id] for id in order.targets if state.creatures[id].is_up]
        if (
            fight is None
            or not fight.steps
            or fight.step.phase in (DECLARING, INITIATIVE)
            or fight.step.phase.endswith(MOVING)
        ):
            return False
        if not foes or not any(is_walk(m) for m in own.moves) or creature.at is None:
            return False
        if min(creature.steps_to(foe) for foe in foes if foe.at is not None) > manner.shot:
            return False
        self._shotless = [*dict.fromkeys((*self._shotless, creature.name))]
        has = "has" if len(self._shotless) == 1 else "have"
        self.over = f"{listing(self._shotless)} {has} no clear shot at {foes[0].name} from there."
        if len(self._shotless) == 1 and (spot := clear_shot(creature, foes[0], own, manner.shot)):
            self.over += f" There is one from {spot}: {creature.name} moves to {spot}."
        return True

    def _all_flee(self, state: State, creature: Creature) -> bool:
        """Whether all of the side that still stand are to get out, and not this one alone."""
        friends = [c.id for c in state.active() if c.side == creature.side]
        return all((order := self._order_of(id)) is not None and order.sort == FLEE for id in friends)

    def _cast(self, rules: Ruleset, state: State, creature: Creature, own: Options, order: Order) -> Action | None:
        """The spell, announced or cast, on what was named; what it is worth most on if that leaves a choice."""
        ways = aiming.spells_named(own, order.spell)
        aimed = aiming.at_aim(state, creature, ways.listed, order.aim)
        if aimed:
            return self._unasked(rules, state, creature, aimed)
        foes = state.enemies_of(creature)
        named = aiming.meant(creature, foes, order.aim) or foes
        squares = [m.to(foe.at) for m in ways.moves for foe in named if foe.at is not None and m.has(foe.at)]
        return self._unasked(rules, state, creature, squares[:1]) if squares else None

    def _unasked(self, rules: Ruleset, state: State, creature: Creature, ways: Sequence[Action]) -> Action | None:
        """The best way of which nobody need be asked; if there is none, what would be asked ends the order."""
        asked = {way: _question(rules, state, way) for way in ways}
        free = tuple(way for way in ways if not asked[way])
        if not free:
            self.over = f"{asked[ways[0]]} To do it all the same, say whom {creature.name} casts it at."
            return None
        return free[0] if len(free) == 1 else self._best(rules, state, creature, Options(free))

    def _best(self, rules: Ruleset, state: State, creature: Creature, own: Options) -> Action:
        self._tactician = self._tactician or Tactician(rules)
        chosen = self._tactician.act(state, creature, own)
        return own[0] if isinstance(chosen, Done) else chosen

    def _blow(self, rules: Ruleset, state: State, creature: Creature, own: Options, order: Order) -> Action:
        """The best of one's attacks, or something made ready for one; nothing else is done unasked."""
        plain = tuple(x for x in own.listed if isinstance(x, Attack | Done) or makes_ready(rules, state, x))
        at_those = tuple(x for x in plain if isinstance(x, Attack) and x.target in order.targets)
        if at_those:
            plain = (*at_those, Done(creature.id))
        elif stand(state, order.targets):  # who is told to go for one strikes another only hand to hand
            plain = tuple(x for x in plain if not isinstance(x, Attack) or is_near(state, creature, x.target))
        armed = tuple(x for x in plain if isinstance(x, Attack) and is_with(order.arm, x))
        if order.arm == HAND_WEAPONS:
            plain = tuple(x for x in plain if is_by_hand(rules, state, creature, x))
        elif armed:
            plain = (*armed, Done(creature.id))
        elif (
            (order.sort == HOLD and order.arm)
            or is_blow(rules, state, creature, order.arm)
            or is_to_shoot(rules, state, creature, order)
        ):  # who waits with one weapon strikes with no other
            plain = tuple(x for x in plain if not isinstance(x, Attack))
        if len(plain) < 2:
            return Done(creature.id)
        self._tactician = self._tactician or Tactician(rules)
        chosen = self._tactician.act(state, creature, Options(plain))
        attacks = [x for x in plain if isinstance(x, Attack)]
        return attacks[0] if isinstance(chosen, Done) and attacks else chosen

    def _step(self, rules: Ruleset, state: State, creature: Creature, walk: Moves, order: Order) -> Action | None:
        if order.sort in (HOLD, SHOOT, STAY) or creature.at is None:
            return None
        if order.sort == ATTACK and is_to_shoot(rules, state, creature, order):
            return into_sight(rules, state, creature, walk, order.targets)
        if order.sort in (GUARD, BEHIND):
            return beside(state, creature, walk, order.ward, order.sort == BEHIND)
        if any(f.at is not None and creature.steps_to(f) <= 1 for f in state.enemies_of(creature)):
            return None
        if keeps_back(rules, state, creature) and not is_blow(rules, state, creature, order.arm):
            return into_sight(rules, state, creature, walk, order.targets)
        return approach(state, creature, walk, order.targets)


INITIATIVE = "initiative"


def _question(rules: Ruleset, state: State, action: Action) -> str:
    """What a person is asked before such a thing is done in a fight."""
    deed = rules.book.deed(action, FIGHT)
    return deed.question(state, action) if deed is not None else ""


def _is_others(state: State, seat: str) -> bool:
    """Whether a question is open that somebody else must answer first, such as a ruling."""
    prompts = state.prompts
    return bool(prompts) and (seat not in prompts[0].seats or prompts[0].pending is not None)


def _said(rules: Ruleset, state: State, creature: Creature, own: Options, aim: str) -> Action:
    """What was said, as soon as the step for it has come; what may only be tried as well."""
    if aim.startswith(TRY):
        wish, seat = Try(creature.id, aim.removeprefix(TRY)), state.owner(creature.id)
        return Done(creature.id) if play.why_not(rules, state, seat, wish) is not None else wish
    found = meaning(rules, state, own.listed, aim)
    return rules.fittest(state, found) if found else Done(creature.id)


def _at_the_nearest(state: State, creature: Creature, order: Order) -> str:
    """What waited for them to come close, at whoever has come."""
    near = [f for f in state.enemies_of(creature) if f.at is not None]
    deed, _, _ = order.aim.rpartition(" at ")
    return f"{deed} at {min(near, key=creature.steps_to).name}" if deed and near and creature.at else order.aim


def _again(before: Sequence[Action], own: Options, arm: str) -> Action | None:
    """What one did last round, if it may be done now, in this step, and with the arm that was named since."""
    with_arm = (x for x in before if not arm or not isinstance(x, Attack) or is_with(arm, x))
    return next((x for x in with_arm if not isinstance(x, Done | Move) and x in own), None)
