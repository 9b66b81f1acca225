"""States that this game gives a creature, and what they keep it from."""

from __future__ import annotations

from underkeep.kernel.executes import executes
from underkeep.world.creature import Creature

PARALYSED = "paralysed"
HELPLESS = "helpless"
BLIND = "blind"
SICK = "sick"
POISONED = "poisoned"
DISEASED = "diseased"
FLEEING = "fleeing"
BACK_TURNED = "back turned"
SUBDUED = "subdual damage"
PARTIAL_COVER = "partial cover"
COMPLETE_COVER = "complete cover"
UNSTABLE = "unstable footing"
IN_WATER = "in water"
WEARY = "weary"
EXHAUSTED = "exhausted"
FOOTSORE = "footsore"
STARVING = "starving"
SCENTED = "reeking"
UNCONSCIOUS = "unconscious"
LADEN = "laden"
CURSED = "under a curse"
TRANSFORMED = "turned into a frog"
SLOW_TO_HEAL = "slow to heal"
CANNOT_SWIM = "unable to swim"
ASLEEP = "asleep"
HELD = "held"
PHANTASM = "felled by a phantasm"
WEBBED = "webbed"
CHARMED = "charmed"
AFRAID = "afraid"
TURNED = "turned"
PACIFIED = "pacified"
HIDDEN = "hidden"
INVISIBLE = "invisible"
LEVITATING = "levitating"
SILENCED = "silenced"
GAGGED = "gagged"
BOUND = "bound"
DARKENED = "in darkness"
UTTERLY_DARK = "in utter darkness"
ENTANGLED = "entangled"
DAZED = "dazed"
PETRIFIED = "turned to stone"
STUNNED = "stunned"
SENSELESS = "senseless"
BLISTERED = "blistered"
BESET = "beset by a swarm"
DANCING = "dancing"
SPENT_BY_DANCING = "worn out by dancing"
ROTTING = "rotting"
CHOKING = "choking"
SLIMED = "covered in slime"
SWALLOWED = "swallowed whole"
WEAKENED = "drained of strength"
WERE_BITTEN = "torn by a werebeast"
INFECTED = "infected with lycanthropy"
TERRIFIED = "frozen with terror"
NAUSEOUS = "sickened by a stench"
ILL_FATED = "cursed by a monster"
ENTHRALLED = "under a spell of song or gaze"
BURNING = "wreathed in flames"
BREATHED = "breath spent"

_HELPLESS = frozenset(
    (PARALYSED, HELPLESS, BOUND, ASLEEP, HELD, PHANTASM, PETRIFIED, SENSELESS, SPENT_BY_DANCING, TERRIFIED)
)
_OUT_OF_IT = frozenset((WEBBED, AFRAID, TURNED, PACIFIED, TRANSFORMED, ENTANGLED, DAZED, STUNNED))


@executes("ose:combat.helpless")
def is_helpless(creature: Creature) -> bool:
    """Paralysed, frozen, bound; asleep or held by magic."""
    return any(condition.name in _HELPLESS for condition in creature.conditions)


def is_out_of_it(creature: Creature) -> bool:
    """Whether it can do nothing of its own: stuck fast, in flight from magic, or charmed out of fighting."""
    return any(condition.name in _OUT_OF_IT for condition in creature.conditions)


def can_fight(creature: Creature) -> bool:
    return not creature.conditions or not (is_helpless(creature) or is_out_of_it(creature))


def has(creature: Creature, name: str) -> bool:
    return bool(creature.conditions) and creature.condition(name) is not None
