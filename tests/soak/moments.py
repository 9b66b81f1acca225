"""Moments of a game of OSE in which content is met: in town, underground, on the road, in fights."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache

from msgspec.structs import replace
from tests.soak.faults import faults

from underkeep.kernel.dice import Seeded
from underkeep.kernel.event import Action, Event, fold
from underkeep.kernel.prompt import REFEREE, Answer
from underkeep.lab.muster import SIDES, muster, parse_sides
from underkeep.minds.explorer import TEMPERS, Explorer
from underkeep.minds.mind import Mind, decide
from underkeep.minds.tactician import Tactician
from underkeep.procedures import exploration, fight, play, survey
from underkeep.procedures.actions import BeginFight, Done
from underkeep.procedures.delve_actions import Engage, LightUp
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.systems import load
from underkeep.systems.ose.basics import conditions
from underkeep.systems.ose.basics.barriers import Bar
from underkeep.systems.ose.basics.campaign import campaign
from underkeep.systems.ose.checks.deaths import DeathNoted
from underkeep.systems.ose.magic import casting
from underkeep.systems.ose.magic.effects.spells_of_mercy import POISONED_TRAPS
from underkeep.table.new_game import PLAYER, Plan, new_game
from underkeep.world.condition import Condition, ConditionGained
from underkeep.world.creature import Died, Harmed
from underkeep.world.dungeon import DoorChanged, Feature, FeatureChanged, Group, GroupChanged, Trap, TrapChanged
from underkeep.world.gear import Item, ItemsChanged
from underkeep.world.journey import ON_THE_WAY, Halted, JourneyBegan, routes
from underkeep.world.party import PartyWent
from underkeep.world.state import State

RULES = load("ose")
BASES, DECISIONS, LOOKS = 10, 120, 9
CASTERS = {"magic-user": "hero-1", "cleric": "hero-2"}
PARTY = ("magic-user/14", "cleric/14", "fighter/12", "thief/9", "elf/9", "dwarf/9")
AILING, STONE, FALLEN = "hero-4", "hero-5", "hero-6"
AILMENTS = (conditions.DISEASED, conditions.CURSED, conditions.BLIND, conditions.POISONED)
FAR_FEET, STEPS = 60, 12
BARS = ("locked", "stuck", "held", "locked")
WATERS = ("dark-pool", "rushing-stream", "flooded-floor")
FOES = ("green-slime", "ogre", "wolf", "orc", "skeleton", "hill-giant", "gargoyle")
Wanted = Callable[[State, Action], bool]


class Broken(AssertionError):
    """Something is wrong with what came of a legal action."""


class Scene:
    """A game at one moment, with dice of its own; every step is checked."""

    def __init__(self, state: State, seed: str) -> None:
        self.state, self._seed, self._number = state, seed, 0
        self.aims: tuple[str, str, str] | None = None
        self.leader = Explorer(RULES, TEMPERS["reckless"])
        thoughtful = Tactician(RULES)
        self.minds: dict[str, Mind] = dict.fromkeys((REFEREE, PLAYER, *SIDES), thoughtful)

    def dice(self) -> Seeded:
        self._number += 1
        return Seeded(self._seed, f"step {self._number}")

    def say(self, *events: Event) -> None:
        """Facts, as a decree makes them, with what follows."""
        do = Resolution(self.state, self.dice(), RULES)
        for event in events:
            do.emit(event)
            if isinstance(event, PartyWent) and event.place == "dungeon":
                exploration.enter(do)
            if isinstance(event, GroupChanged):
                assert RULES.meetings is not None
                RULES.meetings.meet(do, event.group, FAR_FEET)
        play.go_on(do)
        self.state = do.state

    def do(self, seat: str, action: Action) -> None:
        made = play.resolve(RULES, self.state, seat, action, self.dice())
        written = RULES.codec.events(RULES.codec.encode(made.events))
        if fold(written, self.state) != made.state:
            raise Broken(f"{action} is not told whole.")
        if wrong := faults(made.state):
            raise Broken(f"{action}: {wrong}")
        self.state = made.state

    def may(self, action: Action) -> bool:
        """Done if it is allowed; many such actions are legal and listed nowhere."""
        self.settle()
        if self.state.over or play.why_not(RULES, self.state, PLAYER, action) is not None:
            return False
        self.do(PLAYER, action)
        self.settle()
        return True

    def settle(self) -> None:
        """Questions are answered until none is open."""
        while self.state.prompts:
            prompt = self.state.prompts[0]
            self.do(prompt.seats[0], Answer(prompt.id, self.leader.answer(self.state, prompt)))

    def until(self, wanted: Wanted, lot: int, most: int = DECISIONS) -> Action | None:
        """Go on until something wanted may be done, and do it; in a fight the foes act meanwhile."""
        for _ in range(most):
            self.settle()
            options = self._options()
            some = [action for action in options if wanted(self.state, action)]
            if some:
                chosen = some[lot % len(some)]
                self.do(self._seat(chosen), chosen)
                self.settle()
                return chosen
            if self.state.fight is None or (decision := decide(RULES, self.state, self.minds)) is None:
                return None
            self.do(*self._patient(decision))
        return None

    def _patient(self, decision: tuple[str, Action]) -> tuple[str, Action]:
        """The party waits for what is wanted; the others act."""
        seat, action = decision
        actor = getattr(action, "actor", None)
        return (seat, Done(str(actor))) if seat in (PLAYER, SIDES[0]) and actor is not None else decision

    def play_out(self) -> None:
        """The fight, to its end or as far as it gets."""
        for _ in range(DECISIONS * 3):
            decision = decide(RULES, self.state, self.minds)
            if decision is None:
                return
            self.do(*decision)

    def _options(self) -> list[Action]:
        if self.state.fight is None:
            return list(play.legal_actions(RULES, self.state, PLAYER))
        chooser = fight.chooser(RULES, self.state)
        if chooser is None:
            return []
        return [*chooser[1].listed, *self._aimed(chooser[0].id)]

    def _aimed(self, creature: str) -> Iterator[Action]:
        """A spell at a square is legal at many and listed at none: those around the foes."""
        if self.aims is None or creature != self.aims[0]:
            return
        caster, spell, use = self.aims
        for foe in self.state.enemies_of(self.state.creatures[caster]):
            for dx, dy in ((0, 0), (-2, 0), (0, 2)):
                if foe.at is not None:
                    at = casting.Cast(caster, spell, use=use, at=(foe.at[0] + dx, foe.at[1] + dy))
                    if play.why_not(RULES, self.state, self.state.owner(caster), at) is None:
                        yield at

    def _seat(self, action: Action) -> str:
        actor = str(getattr(action, "actor", ""))
        return self.state.owner(actor) if self.state.fight is not None and actor in self.state.creatures else PLAYER


@cache
def in_town(seed: int) -> State:
    members = [Recruit(kind, int(level)) for kind, level in (words.split("/") for words in PARTY)]
    return new_game(RULES, seed, Plan(members=members, size=len(members), levels=1)).state


@cache
def underground(seed: int) -> State:
    """Lit, with somebody ill, somebody of stone and somebody dead to be helped."""
    scene = Scene(in_town(seed), f"underground {seed}")
    assert scene.state.dungeon is not None
    scene.say(PartyWent("dungeon", scene.state.dungeon.entrance, "arrived"))
    scene.settle()
    scene.until(lambda _, action: isinstance(action, LightUp), 0, 1)
    quiet = scene.state
    for _ in range(STEPS):
        scene.settle()
        options = play.legal_actions(RULES, scene.state, PLAYER)
        scene.do(PLAYER, scene.leader.lead(scene.state, options))
        state = scene.state
        if state.over or state.fight or state.encounter or state.journey or state.prompts:
            break
        quiet = state if any(d.kind == "door" and not d.is_open for d in survey.known_doors(state)) else quiet
    return quiet


def with_trouble(scene: Scene, lot: int) -> None:
    ill = [ConditionGained(AILING, Condition(name)) for name in AILMENTS]
    assert scene.state.party is not None and scene.state.party.at is not None
    area, doors = scene.state.party.at.area, [d for d in survey.known_doors(scene.state) if not d.is_open]
    barred = [
        DoorChanged(replace(d, kind="door", tried=True, barrier=Bar(BARS[(lot + i) % len(BARS)])), "tried")
        for i, d in enumerate(doors)
    ]
    water = FeatureChanged(Feature("water-by-hand", area, WATERS[lot % len(WATERS)]), "found")
    trap = TrapChanged(
        Trap("trap-by-hand", area, sorted(POISONED_TRAPS)[lot % len(POISONED_TRAPS)], state="found"), "found"
    )
    scene.say(*barred, water, trap)
    hurt = Harmed("hero-3", 5, max(1, scene.state.creatures["hero-3"].hp - 5))
    scene.say(*ill, hurt, ConditionGained(STONE, Condition(conditions.PETRIFIED)), Died(FALLEN))
    of_poison = replace(campaign(scene.state).fallen[FALLEN], is_poisoned=True)
    foul = Item("ration", "spoiled ration", broken=True)
    has = (*scene.state.creatures["hero-3"].items, foul)
    scene.say(DeathNoted(FALLEN, of_poison), ItemsChanged("hero-3", has, "received", foul))


def met(scene: Scene, lot: int) -> None:
    """Somebody comes, and means no good."""
    party = scene.state.party
    assert party is not None
    area = party.at.area if party.at is not None else ON_THE_WAY
    group = Group("group-by-hand", area, FOES[lot % len(FOES)], 3, attitude="hostile")
    scene.say(GroupChanged(group, "placed"))
    scene.settle()


def places(seed: int, when: Iterable[str]) -> Iterator[Scene]:
    """Scenes in which a spell or an item that is for these moments may be used, one after the other."""
    for moment in when:
        name = f"{moment} {seed}"
        if moment == "town":
            yield Scene(in_town(seed % BASES), name)
            continue
        scene = Scene(underground(seed % BASES), name)
        if moment == "meeting" and seed % 2:
            scene = on_the_road(seed)
        if scene.state.encounter is None and moment in ("meeting", "fight"):
            met(scene, seed)
        if moment == "exploring":
            if scene.state.encounter is not None or scene.state.fight is not None:
                continue
            with_trouble(scene, seed)
        if moment == "fight" and scene.state.fight is None:
            scene.until(lambda _, action: isinstance(action, Engage), 0, 1)
        yield scene
        if moment == "fight":
            yield in_the_open(seed)


def on_the_road(seed: int) -> Scene:
    """Under way and at a halt."""
    scene = Scene(in_town(seed % BASES), f"road {seed}")
    route = routes(scene.state)[0]
    do = Resolution(scene.state, scene.dice(), RULES)
    do.emit(JourneyBegan(route, False))
    do.emit(PartyWent("road", None, "set out"))
    do.emit(Halted("a rest"))
    scene.state = do.state
    return scene


def in_the_open(seed: int) -> Scene:
    """A fight under the open sky."""
    words = f"magic-user/14 + cleric/14 + fighter/12 + wolf v 3 {FOES[seed % len(FOES)]}"
    made = muster(RULES, parse_sides(RULES, words), Seeded(seed, "field"), (), 12 if seed % 4 else 1)
    scene = Scene(made.state, f"field {seed}")
    scene.do(REFEREE, BeginFight())
    return scene
