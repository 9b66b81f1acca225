"""States that this game gives a creature, and what they keep it from."""

from __future__ import annotations

from underkeep.kernel.executes import executes
from underkeep.systems.ose.basics.worn_magic import COILED, GASEOUS, RETCHING, SHRUNK, TIME_LOOP
from underkeep.world.creature import Creature

PARALYSED = "paralysed"
HELPLESS = "helpless"
BLIND = "blind"
SICK = "sick"
POISONED = "poisoned"
DISEASED = "diseased"
WASTING = "wasting away"
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
BOARDING = "going over the rail"
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
LEADS = "leading the others"
STRONG_ARM = "of great strength"
FLYING = "flying by magic"
ALOFT = "out of reach overhead"
HASTED = "hasted"
PETRIFIED = "turned to stone"
POLYMORPHED = "in another shape"
CONFUSED = "confused"
STUPEFIED = "staring at nothing"
TURNCOAT = "turned against its own"
FEEBLEMINDED = "feebleminded"
INSANE = "insane"
ENTRANCED = "out of the body"
POSSESSED = "possessed"
LIFTED = "lifted by thought"
MIRED = "deep in mud"
IN_CLOUD = "in a poisonous fog"
MISSILE_PROOF = "proof against missiles"
BREATHES_WATER = "breathing water"
SEES_HEAT = "seeing heat"
ANTIMAGIC = "inside an anti-magic shell"
PROJECTING = "projecting an image"
SERVES_SPELL = "summoned"
RISEN = "animated by a spell"
ELSEWHERE = "elsewhere"
SCRYING = "seeing through other eyes"
SENDS_EYE = "sending out an eye"
CONTACTING = "in touch with a higher plane"
IN_HEAT = "in extreme heat"
IN_FOG = "in thick fog"
IN_WINDS = "in high winds"
IN_RAIN = "in pouring rain"
IN_SNOW = "in driving snow"
SKIES = (IN_HEAT, IN_FOG, IN_WINDS, IN_RAIN, IN_SNOW)
SLOWING_SKIES = (IN_HEAT, IN_FOG, IN_WINDS, IN_SNOW)
BLINDING_SKIES = (IN_FOG, IN_SNOW)
ILL_LUCK = "cursed with ill luck"
CLUMSINESS = "cursed with clumsiness"
FRAILTY = "cursed with frailty in "
STRIKING = "wielding a weapon of striking"
GROWN = "grown to twice its size"
BEARS_CIRCLE = "the middle of a circle of protection"
CIRCLED = "in a circle of protection"
SWARMED = "amid a swarm of insects"
DISPELLING = "dispelling evil"
SWARM_LORD = "guiding a swarm of insects"
COMMUNING = "communing with the deity"
ON_QUEST = "on a quest"
RAISED = "weak from death"
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
BREATHED = "breath drawn upon"

NUMBED = (GASEOUS, SHRUNK, RETCHING, TIME_LOOP, COILED)
"""What potions, wishes and snakes do to those who could fight otherwise."""

DISEASES = (DISEASED, WASTING, ROTTING, SLIMED)
LYCANTHROPY = (INFECTED, WERE_BITTEN)
POISONS = (POISONED, SICK, DANCING)
CURSES = (TRANSFORMED, SLOW_TO_HEAL, ILL_LUCK, CLUMSINESS, ILL_FATED)
"""Curses on a creature itself, which a spell ends; one on an ability is named after it."""

_HELPLESS = frozenset(
    (PARALYSED, HELPLESS, BOUND, ASLEEP, HELD, PHANTASM, PETRIFIED, ENTRANCED, SENSELESS, SPENT_BY_DANCING, TERRIFIED)
)
_OUT_OF_IT = frozenset(
    (WEBBED, AFRAID, TURNED, PACIFIED, TRANSFORMED, ENTANGLED, DAZED, RAISED, STUPEFIED, INSANE, STUNNED, *NUMBED)
)


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
