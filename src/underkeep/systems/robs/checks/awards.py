"""What experience is given for: foes overcome, problems solved, dangers withstood. Treasure as such gives none."""

from __future__ import annotations

from collections.abc import Sequence

from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.basics.numbers import relative_result
from underkeep.systems.robs.basics.sheet import sheet
from underkeep.systems.robs.basics.traits import ColdBodied, Mindless, TaskBonus, Undead
from underkeep.systems.robs.characters import experience
from underkeep.world.creature import Creature, SaveRolled

FULL_XP = "full-xp-for-each"
SAVE_XP = "save-xp"
HEALING_XP = "healing-xp"
ALIGNMENT_XP = "alignment-xp"
PER_ABILITY = 2
PROBLEM, MILESTONE = {"nothing": 0, "5 XP": 5, "10 XP": 10}, {"nothing": 0, "25 XP": 25, "50 XP": 50}
ROLEPLAY = {"no award": 0, "5 XP": 5, "10 XP": 10, "25 XP": 25}
THREATS = {"no threat: nothing": 0.0, "trivial: half": 0.5, "a fair fight": 1.0, "superior: half as much again": 1.5}
AWARDS = {"by the formulas": 1.0, "none": 0.0, "twice as much": 2.0}
_FOES = ("robs:xp.monster", "robs:xp.monster-adjust", "robs:xp.award")
_PLAIN = (TaskBonus, Undead, Mindless, ColdBodied)


@executes("robs:xp.monster")
def monster_xp(hit_points: int, scale: int, victor_scale: int) -> int:
    """Hit points and how far its Scale is above the victors', 1 at least."""
    return max(1, hit_points + scale - victor_scale)


@executes("robs:xp.monster-adjust")
def ability_xp(foe: Creature) -> int:
    """Two more for each thing that makes a foe worse than its claws."""
    own = sheet(foe)
    special = sum(not isinstance(trait, _PLAIN) for trait in own.traits) + (own.flying_scale is not None)
    return PER_ABILITY * special


@executes("robs:xp.monster-adjust")
def threat(foes: Sequence[Creature], victors: Sequence[Creature]) -> str:
    """By the levels of both sides, Scale counted in: half or less of ours is trivial, twice ours superior."""
    theirs, ours = (sum(max(1, sheet(c).level + sheet(c).scale) for c in side) for side in (foes, victors))
    if theirs * 2 <= ours:
        return "trivial: half"
    return "superior: half as much again" if theirs >= 2 * ours else "a fair fight"


@executes("robs:xp.award", "robs:xp.monster", "robs:xp.monster-adjust")
def award_for_foes(do: Resolution, foes: Sequence[Creature], victors: Sequence[Creature]) -> None:
    """Ruling: xp-sharing. Shared evenly among the characters who took part, by the Scale of the largest; each gets all
    of it where the campaign wants that."""
    heroes = [c for c in victors if sheet(c).is_character]
    if not foes or not heroes:
        return
    largest = max(sheet(c).scale for c in heroes)
    worth = sum(monster_xp(c.max_hp, sheet(c).scale, largest) + ability_xp(c) for c in foes)
    seen = do.ruling("robs:xp.monster-adjust", tuple(THREATS), threat(foes, victors))
    whole = worth * THREATS[seen] * AWARDS[do.ruling("robs:xp.award", tuple(AWARDS), "by the formulas")]
    share = whole if FULL_XP in do.state.switches else whole / len(heroes)
    for hero in heroes if share else ():
        experience.change(do, hero.id, share, "foes overcome", _FOES)


@executes("robs:xp.non-combat")
def award_for_problem(do: Resolution, id: str) -> None:
    """Somebody solved what stood in the way without a blow."""
    if sheet(do.state.creatures[id]).is_character:
        given = PROBLEM[do.ruling("robs:xp.non-combat", tuple(PROBLEM), "5 XP", "a problem")]
        if given:
            experience.change(do, id, given, "a problem solved", ("robs:xp.non-combat", "robs:xp.award"))


@executes("robs:xp.non-combat", "robs:xp.no-treasure")
def award_for_milestone(do: Resolution, victors: Sequence[Creature]) -> None:
    """What the story was about is reached: so much for each. No other treasure is worth experience."""
    given = MILESTONE[do.ruling("robs:xp.non-combat", tuple(MILESTONE), "25 XP", "a milestone")]
    for hero in victors:
        if given and sheet(hero).is_character:
            experience.change(do, hero.id, given, "a milestone", ("robs:xp.non-combat", "robs:xp.no-treasure"))


@executes("robs:xp.saving-throws")
def on_save(do: Resolution, event: SaveRolled) -> None:
    """A point for each by which harm was withstood."""
    if SAVE_XP not in do.state.switches or not event.success or event.roll.needed is None:
        return
    made_by = relative_result(event.roll)
    if made_by > 0 and sheet(do.state.creatures[event.creature]).is_character:
        experience.change(do, event.creature, made_by, "a danger withstood", ("robs:xp.saving-throws",))


@executes("robs:xp.cleric-healing")
def award_for_healing(do: Resolution, healer: str, healed: str, points: int) -> None:
    """A point for each that a cleric gives back to others, once the fight is over."""
    own = sheet(do.state.creatures[healer])
    if HEALING_XP in do.state.switches and own.order and healer != healed and do.state.fight is None and points > 0:
        experience.change(do, healer, points, "healing", ("robs:xp.cleric-healing",))


@executes("robs:xp.alignment-roleplay")
def award_for_ideals(do: Resolution) -> None:
    """Where the campaign has it, whoever lives up to a chosen alignment may be rewarded; by itself nobody is."""
    if ALIGNMENT_XP not in do.state.switches:
        return
    rule = "robs:xp.alignment-roleplay"
    for hero in do.state.marchers():
        if sheet(hero).is_character and sheet(hero).alignment:
            given = ROLEPLAY[do.ruling(rule, tuple(ROLEPLAY), "no award", hero.id)]
            if given:
                experience.change(do, hero.id, given, "ideals", (rule,))
