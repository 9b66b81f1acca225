"""The book's optional rules, each off unless the campaign turns it on; and our own of the delve, each on."""

from __future__ import annotations

from underkeep.procedures.ruleset import Switch
from underkeep.systems.robs.attacks import attacks, damage, death, defence, initiative, ramming
from underkeep.systems.robs.basics import materials, movement, numbers, scale
from underkeep.systems.robs.characters import advancement, alignment, alignment_changes
from underkeep.systems.robs.checks import awards, favours, healing, sight
from underkeep.systems.robs.creation import first_spells, gifts
from underkeep.systems.robs.encounters import meetings, reactions
from underkeep.systems.robs.equipment import light, market, treasure
from underkeep.systems.robs.exploration import exploring, turn
from underkeep.systems.robs.magic import items, potions, spells, study
from underkeep.systems.robs.magic.effects import hampering
from underkeep.systems.robs.referee import stocking
from underkeep.systems.robs.town import followers, resurrection, town
from underkeep.systems.robs.travel import answers as road_answers

_ALL = (
    (numbers.MARGIN_FOUR, "Dice 4 or more off the target fail or succeed by themselves.", "dice.margin-auto-failure"),
    (alignment.REQUIRED, "Every character chooses an alignment.", "alignment.optional"),
    (alignment.LAWFULNESS, "A sixth attribute, Lawfulness, measures good and evil.", "alignment.lawfulness.attribute"),
    (alignment.BAN_EVIL, "No evil characters.", "alignment.lawfulness.ban-evil"),
    (advancement.MAX_STARTING_HP, "Characters start with the most hit points.", "creation.hp.maximum-start"),
    (advancement.PROFICIENCY_CAP, "No more than 3 levels of Proficiency in one thing.", "class.proficiency.cap"),
    (advancement.FLAT_COST, "Every level costs 100 XP.", "advancement.level-cost.flat"),
    (
        first_spells.ALL_FIRST_LEVEL_SPELLS,
        "New wizards know all first-level spells.",
        "magic.wizard.starting-spells-lenient",
    ),
    (movement.MOVEMENT_RATE, "Characters walk at the mean of Scale, DEX and CON.", "movement.rate-attribute"),
    (initiative.TIE_REROLL, "Tied initiative is rolled again.", "combat.initiative.tie-reroll"),
    (initiative.TIE_DEX, "Tied initiative goes by DEX, then by 1d6.", "combat.initiative.tie-dex"),
    (initiative.TIE_SIMULTANEOUS, "Tied combatants act together.", "combat.initiative.tie-simultaneous"),
    (defence.TARGET_DEX, "The difficulty to hit is the target's DEX.", "combat.attack.difficulty-dex"),
    (
        defence.DEX_DIFFERENCE,
        "The difficulty to hit is the difference in DEX.",
        "combat.attack.difficulty-dex-difference",
    ),
    (defence.ACTIVE_DEFENCE, "Weapon and shield Proficiency make one harder to hit.", "combat.defence.weapon"),
    (defence.ACTIVE_DEFENCE_DEX, "A defender's DEX, less for heavy plate, is the difficulty.", "combat.defence.dex"),
    (sight.DARKNESS, "Fights are in utter darkness.", "combat.unseen.melee-penalty"),
    (attacks.HEAVY_ARMOUR_PENALTY, "Heavy plate costs 1 on attacks.", "equipment.armor.heavy-penalty"),
    (damage.ODF_MINIMUM, "A sharp weapon counts for at least 1 in weak hands.", "damage.odf.minimum"),
    (damage.WEAK_SPOT, "A hit by 3 or more finds a gap for 1 point.", "damage.weak-spot"),
    (damage.SCRATCH_POINT, "A hit that only Scale stops does 1 point.", "damage.scratch.one-point"),
    (damage.SCRATCH_MARKS, "Hits that only Scale stops wear a big target down.", "damage.scratch.accumulate"),
    (damage.SCRATCH_MIXED, "Big soft targets take 1 point, tough ones are worn down.", "damage.scratch.mixed"),
    (damage.ELLYL_DEFENCE_SCALE, "Ellyllon take damage as Scale -4.", "race.ellyl.scale-variant"),
    (numbers.CRITICAL_NATURAL, "Natural +5 and -5 are critical results.", "dice.critical-natural"),
    (advancement.BUY_ATTRIBUTES, "Attributes are bought, and no level raises one.", "advancement.attributes.by-xp"),
    (advancement.SINGLE_CLASS, "Everybody keeps to the class they began with.", "class.single-class"),
    (favours.FAVOURS, "Experience buys favours in play.", "xp.favours"),
    (awards.FULL_XP, "Everybody gets the whole award for foes, not a share.", "xp.monster"),
    (awards.SAVE_XP, "Withstanding harm earns experience.", "xp.saving-throws"),
    (awards.HEALING_XP, "Clerics earn experience by healing others.", "xp.cleric-healing"),
    (awards.ALIGNMENT_XP, "Living up to one's alignment may earn experience.", "xp.alignment-roleplay"),
    (healing.SLOW_HEALING, "A hit point comes back in a week of rest, not in a day.", "healing.slow-with-magic"),
    (resurrection.NEW_BODIES, "The dead without a body may be given another.", "death.resurrection.new-body"),
    (market.MAGIC_SHOP, "Minor magic is on sale.", "equipment.magic-shop"),
    (gifts.GIFTS, "Characters may have Gifts and Faults.", "creation.gifts.allowed"),
    (gifts.TRADE, "Gifts and Faults are exchanged for attribute points.", "creation.gifts.trade"),
    (alignment_changes.BY_BEHAVIOUR, "Who chose no alignment is judged by conduct.", "alignment.default-by-behaviour"),
    (ramming.AS_PRINTED, "Rams add up speeds the way the book prints it.", "damage.ram.moving-both"),
    (materials.MATERIAL_STRENGTH, "Things break by what they are made of.", "scale.material.rating"),
    (scale.REBASE, "Scales are counted from the winged folk, who are 0.", "scale.rebase"),
    (scale.OTHER_SCALES, "Beasts' wits are also told by the measure of beasts.", "scale.other-kinds"),
    (treasure.GEM_SIZE, "A third roll says how large a gem is.", "treasure.gems.size"),
    (death.REVIVE_AT_ZERO, "A character at exactly 0 is dying, not dead.", "death.exactly-zero"),
    (spells.SPELLBOOKS, "Wizards need their spell books.", "magic.spellbooks"),
    (spells.COMPONENTS, "Spells of level 3 and above take components.", "magic.cast.components"),
    (spells.SHORT_REST, "An hour's rest gives a spell level back.", "magic.recovery-short"),
    (potions.MANA_POTIONS, "There are potions that restore spell levels.", "magic.mana-potions"),
    (hampering.TANDYF_PERMANENT, "A suggestion may change somebody for good.", "spell.tandyf.critical"),
    (items.CLERICAL_ITEMS, "Things may hold clerical spells other than healing.", "magic-item.clerical-exceptions"),
    (study.RECHARGE, "Wizards recharge wands.", "magic-item.wand.recharge"),
    (study.FROM_SCROLLS, "Wizards learn spells from scrolls.", "research.from-scroll"),
    (study.SCROLL_ROLL, "Learning from a scroll takes a roll.", "research.from-scroll-roll"),
    (death.CON_CHECK, "A CON check at 0 or below means unconscious, not dead.", "death.con-check"),
)
_USUAL = ((resurrection.RESURRECTION, "The dead can be raised in a temple.", "death.resurrection.possible"),)
_OURS = (
    (turn.WANDERING, "Ours: a turn that goes very badly brings somebody.", "delve-wanderers"),
    (turn.LUCK, "Ours: a turn that goes very well shows what is hidden, or a trace.", "delve-turn"),
    (turn.WEARINESS, "Ours: every twelfth turn without rest tries everybody's CON.", "delve-weariness"),
    (light.FADING, "Ours: lights go down the ladder with each turn that goes badly.", "delve-light"),
    (stocking.STUCK_DOORS, "Ours: doors may be stuck or locked.", "delve-doors"),
    (meetings.SURPRISE, "Ours: those who meet try to notice each other first.", "delve-surprise"),
    (
        exploring.ROLLS_TO_FIND,
        "Ours: what is hidden is found by a check; else whoever looks finds it.",
        "delve-searching",
    ),
    (stocking.TRAPS, "Ours: there are traps.", "delve-traps"),
    (stocking.ODD_PLACES, "Ours: there are shrines, springs and bones to meddle with.", "delve-stocking"),
    (reactions.SHADES, "Ours: only the worst reactions mean blows; else all below 0 do.", "delve-reaction"),
    (meetings.WISHES, "Ours: what those met want for themselves counts when they are talked to.", "delve-talk"),
    (meetings.PURSUIT, "Ours: who runs away may be caught.", "delve-flight"),
    (road_answers.PERILS, "Ours: a day on the road may bring somebody.", "delve-road"),
    (town.BY_FATE, "Ours: fate says whether home is a village, a town or a city; else it is a town.", "delve-town"),
    (followers.FOLLOWERS, "Ours: some in town follow a character for pay.", "delve-followers"),
)
SWITCHES = {id: Switch(id, text, f"robs:{rule}") for id, text, rule in _ALL}
SWITCHES |= {id: Switch(id, text, f"robs:{rule}", default=True) for id, text, rule in (*_USUAL, *_OURS)}
