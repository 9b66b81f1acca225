"""What a caster can cast, by which means and at whom, and what speaks against it."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Action
from underkeep.kernel.executes import executes
from underkeep.procedures.options import NONE, Options
from underkeep.procedures.resolution import Refusal
from underkeep.systems.rampage.attacks.field import ends, field, in_contact, is_locked
from underkeep.systems.rampage.attacks.vision import can_see, is_dim
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.battle import battle
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.basics.spells import Mend, Reading, Spell, spells
from underkeep.systems.rampage.characters.classes import has_type
from underkeep.systems.rampage.equipment.light import free_hands
from underkeep.systems.rampage.equipment.magic_items import sort_of
from underkeep.systems.rampage.magic import citations, gifts, power
from underkeep.systems.rampage.magic.scrolls import writing_of
from underkeep.world.creature import Creature
from underkeep.world.fight import Step
from underkeep.world.gear import Item
from underkeep.world.grid import distance, in_sight
from underkeep.world.state import State

GRIMOIRE = "grimoire"
INJURED = citations.INJURED
HANDS = "rampage:class.mage.grimoire-hands"
LEVEL, COST = "rampage:magic.spell-level-min", "rampage:magic.spell-level-cost"
_LOCKED, _INJURED = "rampage:magic.cast.not-locked", "rampage:magic.cast.not-injured"
_GRIP = "rampage:spell.grip.in-melee"


class Cast(Action, frozen=True):
    """Cast a spell: by one's own power, or `by` the grimoire, a gift of one's class or a scroll."""

    actor: str
    spell: str
    target: str = ""
    by: str = ""

    @property
    def hint(self) -> str:
        spell = spells().get(self.spell)
        if spell is None:
            return ""
        return "strike" if spell.aims == "enemy" else "mend" if isinstance(spell.effects[0], Mend) else ""


class LetGo(Action, frozen=True):
    """Let all that is in the hands fall, to hold the grimoire."""

    actor: str


# What one can cast


def is_caster(creature: Creature) -> bool:
    """Whether somebody has power, or a gift or writing to cast by."""
    own = sheet(creature)
    return bool(own.power_points) or bool(gifts.castable(creature)) or any(item.quality for item in creature.items)


@executes(
    "rampage:class.cleric.spell-access",
    "rampage:class.mage.spell-access",
    "rampage:class.mage.grimoire-contents",
    "rampage:class.mage.without-grimoire",
    "rampage:class.mage.mastery-effect",
    "rampage:class.sorcerer.grip",
    "rampage:class.mage.foreign-realm-gain",
)
def means(creature: Creature) -> list[tuple[str, str]]:
    """Every spell that somebody has, with the means: any of a cleric's realms; of a mage's those that are mastered, and
    all others of the realms, and those studied in a foreign grimoire, as long as the own grimoire is there.
    """
    own = sheet(creature)
    found: list[tuple[str, str]] = []
    if own.power_points:
        clerical = _realms(creature, "cleric")
        arcane = _realms(creature, "mage")
        book = any(item.kind == GRIMOIRE and item.place != "ground" for item in creature.items)
        for id, spell in spells().items():
            if spell.level > own.level:
                continue
            if spell.realm in clerical or id in own.mastered:
                found.append((id, ""))
            elif book and (spell.realm in arcane or id in own.studied):
                found.append((id, GRIMOIRE))
    found += gifts.castable(creature)
    return found + [(w.spell, item.id) for item in creature.items if (w := writing_of(item)) is not None]


def _realms(creature: Creature, kind: str) -> set[str]:
    known = compendium.classes()
    return {r for name in sheet(creature).classes if known[name].type == kind for r in known[name].realms}


def offers(state: State, actor: Creature, step: Step) -> Options:
    """What a caster can cast in its part of the round."""
    if step.phase != "act" or not is_caster(actor) or state.fight is None:
        return NONE
    spent = state.fight.spent.get(actor.id, ())
    if "attack" in spent:
        return NONE
    found: list[Action] = []
    needs_hands = False
    for id, by in means(actor):
        spell = spells()[id]
        if INJURED in spent and by not in gifts.DEVICES:
            continue
        if spell.at_leisure or _why_not_means(state, actor, id, spell, by) is not None:
            needs_hands = needs_hands or (by == GRIMOIRE and not spell.at_leisure)
            continue
        found += [Cast(actor.id, id, t, by) for t in _targets(state, actor, spell)]
    if needs_hands and _why_not_let_go(actor) is None and "move" not in spent and not is_locked(state, actor):
        found.append(LetGo(actor.id))
    if actor.id in battle(state).grips and INJURED not in spent:
        spell = spells()[battle(state).grips[actor.id][0]]
        found += [Cast(actor.id, battle(state).grips[actor.id][0], t, "grip") for t in _targets(state, actor, spell)]
    return Options(tuple(found))


def _targets(state: State, actor: Creature, spell: Spell) -> list[str]:
    if not spell.aims:
        return [""]
    if spell.aims == "enemy":
        pool = list(in_contact(state, actor) if spell.grip else field(state).foes(actor.side).creatures)
    else:
        pool = [c for c in state.combatants(actor.side) if c.at is not None and c.status in ("up", "down")]
        if spell.effects[0].__class__.__name__ == "Mend":
            pool = [c for c in pool if c.hp < c.max_hp]
    return [c.id for c in pool if why_not_target(state, actor, c, spell) is None]


@executes("rampage:combat.missile.spells-overhead", "rampage:combat.rank.spell-target", "rampage:spell.grip.in-melee")
def why_not_target(state: State, actor: Creature, target: Creature, spell: Spell) -> Refusal | None:
    """Anybody in range and sight, whatever the rank and whoever stands between; a grip is for those in contact."""
    if actor.at is None or target.at is None or state.grid is None:
        return None
    here, there = ends(actor, target)
    if spell.grip and distance(here, there) > 1:
        return Refusal(f"{target.name} is not in contact.", _GRIP)
    if distance(here, there) > spell.range or not in_sight(state.grid, here, there):
        return Refusal(f"{target.name} is out of reach.", "rampage:combat.rank.spell-target")
    if is_dim(state) and not can_see(state, actor, target):
        return Refusal(f"{actor.name} cannot see {target.name}.", "rampage:combat.rank.spell-target")
    return None


# What speaks against it


@executes("rampage:combat.melee.locked-effects", "rampage:magic.cast.not-locked", "rampage:magic.cast.not-injured")
def why_not(state: State, action: Cast) -> Refusal | None:
    """In a fight: not while locked in melee, not after a wound in this round, and only what there is means for."""
    actor, spell = state.creatures[action.actor], spells().get(action.spell)
    assert state.fight is not None
    if spell is None:
        return _misspelt(state, action)
    if state.fight.has_spent(actor.id, "attack"):
        return Refusal(f"{actor.name} has no attack left this round.", "rampage:combat.actions.attack.cast")
    refusal = _why_not_means(state, actor, action.spell, spell, action.by)
    if refusal is not None:
        return refusal
    if spell.at_leisure:
        return Refusal("There is no time for that in a fight.", LEVEL)
    target = state.creatures.get(action.target)
    if target is None and action.target and not spell.aims:
        return Refusal("That spell is not cast at anybody.", LEVEL)
    if bool(spell.aims) != (target is not None):
        return Refusal("That spell is not cast at anybody." if target else "Say at whom to cast that.", LEVEL)
    if target is not None:
        foe = target.side != actor.side
        if foe != (spell.aims == "enemy") or target.status == "dead":
            return Refusal(f"{target.name} is not one to cast that at.", LEVEL)
        if foe and target not in field(state).foes(actor.side).creatures:
            return Refusal(f"{actor.name} sees nobody such.", LEVEL)
        return why_not_target(state, actor, target, spell)
    return None


def _misspelt(state: State, action: Cast) -> Refusal:
    """What speaks against a spell that was named in plain words, by whichever means it could be had."""
    id = action.spell.lower().strip().replace(" ", "-")
    if id not in spells():
        return Refusal("There is no such spell.", LEVEL)
    by = next((by for known, by in means(state.creatures[action.actor]) if known == id), action.by)
    objects = why_not if state.fight is not None else why_not_at_leisure
    return objects(state, replace(action, spell=id, by=by)) or Refusal(f"Say: cast {id}.", LEVEL)


@executes(
    "rampage:magic.cast.not-locked",
    "rampage:magic.cast.not-injured",
    "rampage:magic.device.injured",
    "rampage:combat.gear.magic-item-in-melee",
    "rampage:spell.grip.uninjured",
    "rampage:combat.melee.locked-effects",
)
def _why_not_means(state: State, actor: Creature, id: str, spell: Spell, by: str) -> Refusal | None:
    """Wounds and melee stop spells and scrolls, and no other magic: a holy symbol works all the same."""
    fight = state.fight
    if (id, by) not in means(actor) and by != "grip":
        return _why_not_known(actor, id, spell, by)
    held = battle(state).grips.get(actor.id)
    if by == "grip" and (held is None or held[0] != id):
        return Refusal(f"{actor.name} holds no such spell ready.", "rampage:spell.grip.scroll")
    device = by in gifts.DEVICES
    if fight is not None and not device:
        if is_locked(state, actor) and not spell.grip:
            rule = "rampage:combat.melee.locked-effects" if by in ("", GRIMOIRE) else _LOCKED
            return Refusal(f"{actor.name} is locked in melee.", rule)
        if fight.has_spent(actor.id, INJURED):
            rule = "rampage:spell.grip.uninjured" if spell.grip else _INJURED
            return Refusal(f"{actor.name} was hurt this round.", rule)
    if by in ("", GRIMOIRE):
        return _why_not_power(state, actor, spell, by)
    if by in gifts.GIFTS:
        return gifts.why_not(actor, by)
    return _why_not_read(actor, by) if by != "grip" else None


@executes(
    "rampage:magic.spell-level-min", "rampage:class.mage.without-grimoire", "rampage:class.mage.foreign-realm-need"
)
def _why_not_known(actor: Creature, id: str, spell: Spell, by: str) -> Refusal:
    """Why somebody does not have a spell at all, or not by these means."""
    own = sheet(actor)
    if spell.level > own.level and spell.realm in own.realms:
        return Refusal(f"{spell.name} takes a caster of level {spell.level}.", LEVEL)
    arcane = spell.realm in _realms(actor, "mage")
    if arcane and by == "":
        return Refusal(f"{actor.name} has not mastered {spell.name}.", "rampage:class.mage.mastery-effect")
    if arcane and by == GRIMOIRE:
        return Refusal(f"{actor.name} has no grimoire at hand.", "rampage:class.mage.without-grimoire")
    if spell.grip:
        return Refusal("Only a Sorcerer has Grip magic.", "rampage:class.sorcerer.grip")
    is_mage = has_type(own.classes, "mage")
    rule = "rampage:class.mage.foreign-realm-need" if is_mage else "rampage:class.cleric.spell-access"
    return Refusal(f"{actor.name} cannot cast {spell.name}.", rule)


@executes(
    "rampage:magic.spell-level-cost",
    "rampage:class.mage.no-armor-casting",
    "rampage:class.multi.mage-armor",
    "rampage:race.elf.cast-in-magic-armor",
    "rampage:class.multi.cleric-weapons",
    "rampage:class.multi.fighter-cleric-weapons",
    "rampage:class.mage.grimoire-hands",
    "rampage:combat.actions.both.grimoire",
    "rampage:magic.power-drain",
)
def _why_not_power(state: State, actor: Creature, spell: Spell, by: str) -> Refusal | None:
    """The points, no armour on a mage but an elf's magic one, no weapon that a cleric's class forbids if he has another
    class than a fighter's; and for the grimoire two hands and the whole round.
    """
    own = sheet(actor)
    if power.power_left(actor) < spell.level:
        rule = "rampage:magic.power-drain" if actor.condition(power.DRAINED) else COST
        return Refusal(f"{actor.name} has too little power left.", rule)
    if spell.realm in _realms(actor, "mage") or by == GRIMOIRE:
        for item in actor.items:
            if item.place in ("worn", "hand") and item.kind in compendium.armours() and not _is_elfin(actor, item):
                which = "multi.mage-armor" if len(own.classes) > 1 else "mage.no-armor-casting"
                return Refusal(f"{actor.name} cannot cast in armour.", f"rampage:class.{which}")
    elif len(own.classes) > 1 and not has_type(own.classes, "fighter"):
        for item in actor.items:
            if item.kind in compendium.weapons() and not _is_clerical(own.classes, item.kind):
                rule = "rampage:class.multi.cleric-weapons"
                return Refusal(f"{actor.name} cannot cast with a {item.name} on him.", rule)
    if by != GRIMOIRE or state.fight is None:
        return None
    if state.fight.has_spent(actor.id, "move"):
        return Refusal("That takes the whole round.", "rampage:combat.actions.both.grimoire")
    if free_hands(actor) < 2 and not _lackey_near(state, actor):
        return Refusal(f"{actor.name} needs both hands for the grimoire.", HANDS)
    return None


def _is_elfin(actor: Creature, item: Item) -> bool:
    """Whether an elf wears magic armour, in which alone one can cast."""
    return sheet(actor).race == "elf" and sort_of(item) in ("armour", "shield")


def _is_clerical(classes: tuple[str, ...], kind: str) -> bool:
    clerics = [compendium.classes()[name] for name in classes if compendium.classes()[name].type == "cleric"]
    like = compendium.weapons()[kind].like or kind
    return all("all" in c.weapons or like in c.weapons for c in clerics)


def _lackey_near(state: State, actor: Creature) -> bool:
    """A Lackey beside the mage can hold the book."""
    if actor.at is None:
        return False
    return any(
        "lackey" in sheet(c).classes and c.at is not None and c.id != actor.id and c.steps_to(actor) <= 1
        for c in state.active(actor.side)
    )


@executes(
    "rampage:magic-item.scroll.read-magic", "rampage:magic-item.scroll.use-any", "rampage:magic-item.scroll.single-use"
)
def _why_not_read(actor: Creature, by: str) -> Refusal | None:
    """Any scroll of one's own sort, whatever its level and realm, once it has been made out."""
    item = actor.item(by)
    writing = writing_of(item) if item is not None else None
    if writing is None:
        return Refusal(f"{actor.name} has no such scroll.", "rampage:magic-item.scroll.single-use")
    if not has_type(sheet(actor).classes, writing.sort):
        return Refusal(f"{actor.name} cannot read that.", "rampage:magic-item.scroll.use-any")
    if writing.sort == "mage" and actor.id not in writing.read_by:
        return Refusal("It must be read with Read Magic first.", "rampage:magic-item.scroll.read-magic")
    return None


# Hands


@executes("rampage:class.mage.grimoire-hands")
def _why_not_let_go(actor: Creature) -> Refusal | None:
    """Only full hands need emptying."""
    if free_hands(actor) >= 2:
        return Refusal(f"{actor.name} has nothing in hand.", HANDS)
    return None


def why_not_let_go(state: State, action: LetGo) -> Refusal | None:
    return _why_not_let_go(state.creatures[action.actor])


# At leisure


def leisure_options(state: State) -> list[Action]:
    """What is worth casting outside fights: healing, light, reading."""
    found: list[Action] = []
    for actor in state.marchers():
        if not is_caster(actor):
            continue
        for id, by in means(actor):
            spell = spells()[id]
            if spell.aims == "enemy" or _why_not_means(state, actor, id, spell, by) is not None:
                continue
            for target in _at_leisure(state, actor, spell):
                action = Cast(actor.id, id, target, by)
                if why_not_at_leisure(state, action) is None:
                    found.append(action)
    return found


def _at_leisure(state: State, actor: Creature, spell: Spell) -> list[str]:
    if spell.aims != "friend":
        return [""] if spell.at_leisure or isinstance(spell.effects[0], Reading) else []
    assert state.party is not None
    near = [state.creatures[id] for id in state.party.members]
    if type(spell.effects[0]).__name__ == "Miracle":
        side = actor.side
        return [c.id for c in state.creatures.values() if c.side == side and c.status in ("dead", "down")]
    return [c.id for c in near if c.hp < c.max_hp] if type(spell.effects[0]).__name__ == "Mend" else []


def why_not_at_leisure(state: State, action: Cast) -> Refusal | None:
    """Outside fights what heals, shines or reads."""
    actor, spell = state.creatures[action.actor], spells().get(action.spell)
    if spell is None:
        return _misspelt(state, action)
    if spell.aims == "enemy":
        return Refusal("There is nobody to cast that at.", LEVEL)
    refusal = _why_not_means(state, actor, action.spell, spell, action.by)
    if refusal is not None:
        return refusal
    target = state.creatures.get(action.target)
    if target is None and action.target and not spell.aims:
        return Refusal("That spell is not cast at anybody.", LEVEL)
    if bool(spell.aims) != (target is not None):
        return Refusal("That spell is not cast at anybody." if target else "Say at whom to cast that.", LEVEL)
    if target is not None and (target.side != actor.side or (target.status == "dead") != _is_for_dead(spell)):
        return Refusal(f"{target.name} is not one to cast that at.", LEVEL)
    return None


def _is_for_dead(spell: Spell) -> bool:
    return any(getattr(effect, "how", "") in ("raise-dead", "reincarnation") for effect in spell.effects)
