"""Swords that think: whom they burn, whom they talk to, and when they try to be master."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Action, Event, Note
from underkeep.kernel.executes import executes
from underkeep.kernel.memo import recall
from underkeep.kernel.notation import parse
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.basics.conditions import PARALYSED, has
from underkeep.systems.ose.basics.enchanted import SwordMind, listing
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.basics.worn_magic import RULED_BY_SWORD
from underkeep.systems.ose.characters.class_abilities import magic_of
from underkeep.systems.ose.checks.damage import harm
from underkeep.systems.ose.checks.saves import save
from underkeep.systems.ose.equipment import identifying
from underkeep.systems.ose.equipment.sword_minds import SPEAKS_FROM, extraordinary
from underkeep.systems.ose.magic.spells import TURN_SECONDS
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import AttackRolled, Creature, Harmed
from underkeep.world.fight import FightBegan, FightEnded
from underkeep.world.gear import Item, ItemsChanged, less
from underkeep.world.state import State

STRANGE = parse("1d10")
HURT, BADLY_HURT = parse("1d4"), parse("2d4")
BURNS = {
    ("Lawful", "Neutral"): parse("1d6"),
    ("Lawful", "Chaotic"): parse("2d6"),
    ("Neutral", "Lawful"): parse("1d6"),
    ("Neutral", "Chaotic"): parse("1d6"),
    ("Chaotic", "Neutral"): parse("1d6"),
    ("Chaotic", "Lawful"): parse("2d6"),
}
"""What a sword of one alignment does to those of another who touch it."""
CONTACT, WOUNDED, JEALOUSY, USE, PURPOSE = "first contact", "wounds", "jealousy", "use", "its purpose"
STONE = "turned to stone"
_RULE = ("ose:magic-item.categories",)


class TalkToSword(Action, frozen=True):
    """Ask a sword in hand what it is and what it can do."""

    actor: str
    item: str


class SwordSpoke(Note, frozen=True):
    """What a sword lets its wielder know, aloud or by a feeling."""

    creature: str
    how: str
    alignment: str
    powers: tuple[str, ...]


class WillsMeasured(Note, frozen=True):
    """A sword tried to be master of its wielder."""

    creature: str
    why: str
    sword: int
    wielder: int


EVENTS: tuple[type[Event], ...] = (SwordSpoke, WillsMeasured)


def thinking(creature: Creature) -> tuple[Item, SwordMind] | None:
    """A sword with a mind that somebody holds."""
    return _with_a_mind(creature.items)


def _held(items: tuple[Item, ...]) -> tuple[Item, SwordMind] | None:
    for item in items:
        mind = identifying.enchantment(item).mind if item.quality is not None and item.place == "hand" else None
        if mind is not None:
            return item, mind
    return None


_with_a_mind = recall(_held)


def talks(state: State) -> list[Action]:
    held = [(m.id, found[0].id) for m in state.marchers() if (found := thinking(m)) is not None]
    return [TalkToSword(creature, item) for creature, item in held]


def why_not_talk(state: State, action: TalkToSword) -> Refusal | None:
    creature = state.creatures[action.actor]
    found = thinking(creature)
    if found is None or found[0].id != action.item:
        return Refusal(f"{creature.name} holds no sword that answers.", _RULE[0])
    return None


@executes("ose:magic-item.categories")
def talk(do: Resolution, action: TalkToSword) -> None:
    """The dull ones make themselves felt, the clever ones speak; either tells what it can do."""
    found = thinking(do.state.creatures[action.actor])
    assert found is not None
    item, mind = found
    how = "says" if mind.intelligence >= SPEAKS_FROM else "lets feel"
    seat = do.state.owner(action.actor)
    do.emit(SwordSpoke(action.actor, how, mind.alignment, mind.powers, rule=_RULE, seats=(seat,)))
    identifying.learn(do, action.actor, item.id)


def taken(do: Resolution, event: ItemsChanged) -> None:
    """The first touch of a sword, and another magic weapon beside it, are tests of will."""
    creature = do.state.creatures[event.creature]
    found = thinking(creature)
    if found is None or not sheet(creature).abilities:
        return
    item, mind = found
    if mind.held_by != creature.id and event.verb in ("took-in-hand", "took", "received", "put-on"):
        identifying.change(do, creature.id, item, mind=replace(mind, held_by=creature.id))
        _burn(do, creature, mind)
        _test(do, creature.id, CONTACT)
    elif event.verb in ("took", "received", "was-given") and _rivals(creature, item):
        _test(do, creature.id, JEALOUSY)


@executes("ose:magic-item.categories")
def _burn(do: Resolution, creature: Creature, mind: SwordMind) -> None:
    """Those of another alignment are hurt by the touch."""
    dice = BURNS.get((mind.alignment, sheet(creature).alignment))
    if dice is not None:
        roll = do.roll_total(dice, f"touch of a sword on {creature.id}")
        harm(do, creature.id, roll.total, "", "magic", roll.faces, _RULE)


def _rivals(creature: Creature, sword: Item) -> list[Item]:
    """The other magic weapons that somebody has."""
    magic = [(item, listing(item.kind)) for item in creature.items if item.id != sword.id]
    return [item for item, found in magic if found is not None and found.sort in ("sword", "weapon")]


@executes("ose:magic-item.categories")
def _test(do: Resolution, id: str, why: str) -> None:
    """Intelligence and ego against Strength and Wisdom; a sword is stronger against those of another alignment, and the
    wounded are weaker. A monster that wields one has no scores to be measured by.
    """
    creature = do.state.creatures[id]
    found = thinking(creature)
    own = sheet(creature)
    if found is None or creature.status != "up" or not own.abilities or has(creature, RULED_BY_SWORD):
        return
    item, mind = found
    sword = mind.intelligence + mind.ego + extraordinary(mind)
    if mind.alignment != own.alignment:
        sword += do.roll_total(STRANGE, "will of a sword of another alignment").total
    wielder = own.abilities["STR"] + own.abilities["WIS"]
    if creature.hp < creature.max_hp:
        dice = BADLY_HURT if creature.hp * 2 < creature.max_hp else HURT
        wielder -= do.roll_total(dice, f"will of {id}, who is hurt").total
    do.emit(WillsMeasured(id, why, sword, wielder, rule=_RULE))
    if sword > wielder:
        _rule_over(do, id, item, why)


@executes("ose:magic-item.categories")
def _rule_over(do: Resolution, id: str, item: Item, why: str) -> None:
    """The sword has its way for a turn: other weapons are thrown away, and from a fight there is no way out."""
    until = do.state.now + TURN_SECONDS
    do.emit(ConditionGained(id, Condition(RULED_BY_SWORD, until), rule=_RULE))
    if why == JEALOUSY:
        for rival in _rivals(do.state.creatures[id], item):
            left = less(do.state.creatures[id].items, rival)
            do.emit(ItemsChanged(id, left, "dropped", rival, rule=_RULE))


@executes("ose:magic-item.categories")
def why_not_leave(state: State, action: Action) -> Refusal | None:
    """Whom a sword rules it lets leave no fight."""
    creature = state.creatures.get(getattr(action, "actor", ""))
    if creature is None or not creature.conditions or not has(creature, RULED_BY_SWORD):
        return None
    return Refusal(f"{creature.name} is {RULED_BY_SWORD}, and it wants blood.", _RULE[0])


def hurt(do: Resolution, event: Harmed) -> None:
    """Whoever is down to half is weak enough to be ruled."""
    creature = do.state.creatures[event.creature]
    if not creature.items or event.hp is None or thinking(creature) is None:
        return
    if creature.hp * 2 <= creature.max_hp < (event.hp + event.amount) * 2:
        _test(do, creature.id, WOUNDED)


@executes("ose:magic-item.categories")
def struck(do: Resolution, event: AttackRolled) -> None:
    """A sword of another alignment tests its wielder at every use; one with a purpose does more to those it was made to
    slay.
    """
    if event.weapon != "sword":
        return
    wielder, target = do.state.creatures.get(event.attacker), do.state.creatures.get(event.target)
    if wielder is None or target is None:
        return
    found = thinking(wielder)
    if found is None:
        return
    mind = found[1]
    if mind.alignment != sheet(wielder).alignment:
        _test(do, wielder.id, USE)
    if event.hit and mind.purpose and is_prey(mind, target):
        _slay(do, mind, target)


def is_prey(mind: SwordMind, creature: Creature) -> bool:
    """Whether a sword was made to slay such a one."""
    own = magic_of(creature)
    tests = {
        "arcane casters": own == "arcane",
        "divine casters": own == "divine",
        "warriors": bool(sheet(creature).character_class) and not own,
        "Lawful": sheet(creature).alignment == "Lawful",
        "Chaotic": sheet(creature).alignment == "Chaotic",
    }
    return tests.get(mind.purpose, creature.kind == mind.purpose)


def _slay(do: Resolution, mind: SwordMind, target: Creature) -> None:
    """A lawful sword paralyses the chaotic, a chaotic one turns the lawful to stone, if they fail to save."""
    foe = {"Lawful": "Chaotic", "Chaotic": "Lawful"}.get(mind.alignment)
    if sheet(target).alignment == foe and not save(do, target.id, "spells", more=_RULE):
        name = PARALYSED if mind.alignment == "Lawful" else STONE
        do.emit(ConditionGained(target.id, Condition(name), rule=_RULE))


def met(do: Resolution, event: FightBegan) -> None:
    """To meet those whom it was made to slay stirs a sword."""
    for creature in do.state.active():
        found = thinking(creature) if creature.items else None
        if found is not None and found[1].purpose and any(is_prey(found[1], c) for c in do.state.enemies_of(creature)):
            _test(do, creature.id, PURPOSE)


def sated(do: Resolution, event: FightEnded) -> None:
    """When the fight is over a sword is content."""
    for creature in list(do.state.creatures.values()):
        if creature.conditions and has(creature, RULED_BY_SWORD):
            do.emit(ConditionEnded(creature.id, RULED_BY_SWORD, rule=_RULE))
