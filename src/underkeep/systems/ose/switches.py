"""The book's optional rules."""

from __future__ import annotations

from underkeep.procedures.ruleset import Switch
from underkeep.systems.ose.attacks.attack_rolls import ASCENDING_AC, THAC0_DIRECT
from underkeep.systems.ose.attacks.attacks import VARIABLE_DAMAGE
from underkeep.systems.ose.attacks.targets import SUBDUING
from underkeep.systems.ose.basics.money import CREDITS
from underkeep.systems.ose.characters.advancement import REROLL_LOW
from underkeep.systems.ose.checks.damage import RELAXED
from underkeep.systems.ose.checks.experience import PLAYER_ADJUSTMENT
from underkeep.systems.ose.combat.figures import MINIATURES
from underkeep.systems.ose.combat.initiative import INDIVIDUAL
from underkeep.systems.ose.combat.morale import LONE_MONSTERS, MORALE
from underkeep.systems.ose.equipment.load import BASIC, DETAILED
from underkeep.systems.ose.equipment.treasure_settings import CHOOSE, FAST, SLOW
from underkeep.systems.ose.exploration.party import CALLER
from underkeep.systems.ose.town.domains import NO_TAXES
from underkeep.systems.ose.travel.sailing import VARIABLE_WIND

_ALL = (
    Switch(
        ASCENDING_AC, "Armour Class counts upwards, and an attack bonus replaces the matrix.", "ose:combat.aac.enable"
    ),
    Switch(
        THAC0_DIRECT, "The roll needed is THAC0 less the target's AC, without the matrix.", "ose:combat.thac0.direct"
    ),
    Switch(VARIABLE_DAMAGE, "Each weapon does its own damage.", "ose:combat.damage.variable"),
    Switch(INDIVIDUAL, "Every combatant rolls initiative.", "ose:combat.initiative.individual"),
    Switch(MORALE, "Monsters check morale on 2d6.", "ose:morale.enable"),
    Switch(LONE_MONSTERS, "With morale: a lone monster checks at half its hit points.", "ose:morale.check", True),
    Switch(SUBDUING, "Blows may be struck to subdue.", "ose:combat.subdue.declare"),
    Switch(
        RELAXED,
        "Invulnerable monsters, and those of 5 HD, can hurt the invulnerable.",
        "ose:combat.invulnerability.relaxed",
    ),
    Switch(BASIC, "Armour and much treasure slow; nobody carries more than 1,600 coins.", "ose:encumbrance.enable"),
    Switch(DETAILED, "Everything carried is weighed in coins, and weight slows.", "ose:encumbrance.enable"),
    Switch(MINIATURES, "Figures on the table: their places are told in inches.", "ose:referee.miniatures"),
    Switch(CALLER, "One player speaks for the party; the others make suggestions.", "ose:party.caller"),
    Switch(REROLL_LOW, "First hit points of 1 or 2 are rolled again.", "ose:creation.reroll-low-hp"),
    Switch(PLAYER_ADJUSTMENT, "The referee may reward or dock a player's experience.", "ose:xp.player-adjustment"),
    Switch(CREDITS, "Money is counted in credits of 1 gp; no coins are struck.", "ose:money.setting-currency"),
    Switch(CHOOSE, "Hoards are chosen to suit the party instead of rolled.", "ose:treasure.choice"),
    Switch(VARIABLE_WIND, "The wind at sea has nine strengths, from a calm to a gale.", "ose:water.wind.variable"),
    Switch(NO_TAXES, "Settlers of a domain pay nothing by themselves: the referee says.", "ose:domain.genre-rules"),
    Switch(FAST, "Fast advancement: more treasure, and harder monsters to guard it.", "ose:advancement.rate.fast"),
    Switch(SLOW, "Slow advancement: less treasure, and fewer monsters.", "ose:advancement.rate.slow"),
)
SWITCHES = {switch.id: switch for switch in _ALL}
