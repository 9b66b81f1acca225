"""Making characters and monsters (thin: replaced by the whole creation sequence)."""

from __future__ import annotations

from underkeep.errors import UnderkeepError
from underkeep.kernel.notation import parse
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.systems.ose import compendium
from underkeep.systems.ose.sheet import ABILITIES, SAVES, NaturalAttack, OseSheet
from underkeep.world.creature import Creature, CreatureJoined
from underkeep.world.gear import Item


def roster() -> dict[str, str]:
    return {"fighter": "character", **dict.fromkeys(compendium.monsters(), "monster")}


def recruit(do: Resolution, who: Recruit, id: str, side: str) -> Creature:
    if who.kind in compendium.monsters():
        creature = _monster(do, who, id, side)
    elif who.kind == "fighter":
        creature = _character(do, who, id, side)
    else:
        raise UnderkeepError(f'There is no "{who.kind}".')
    do.emit(CreatureJoined(creature))
    return creature


def _monster(do: Resolution, who: Recruit, id: str, side: str) -> Creature:
    stats = compendium.monsters()[who.kind]
    hp = max(1, do.dice.total(stats.hit_dice, f"hit points of {id}").total)
    attacks = tuple(NaturalAttack(a.name, a.damage.text, a.count) for a in stats.attacks)
    own = OseSheet(
        stats.thac0, dict(zip(SAVES, stats.saves, strict=True)), stats.ac, stats.movement_feet, stats.hit_dice.text,
        stats.level, stats.alignment, attacks=attacks, morale=stats.morale, xp=stats.xp,
    )
    return Creature(id, who.name or stats.name, who.kind, side, hp, hp, own)


def _character(do: Resolution, who: Recruit, id: str, side: str) -> Creature:
    scores = {a: sum(do.dice.roll(3, 6, a)) for a in ABILITIES}
    hp = max(1, do.dice.total(parse("1d8"), "hp").total)
    own = OseSheet(19, {"death": 12, "wands": 13, "paralysis": 14, "breath": 15, "spells": 16}, 9, 120, "1d8", 1, "Neutral", "fighter", scores)
    items = (Item("sword", "Sword", "hand"), Item("chainmail", "Chainmail", "worn"), Item("shield", "Shield", "worn"))
    return Creature(id, who.name or id, "fighter", side, hp, hp, own, items=items)
