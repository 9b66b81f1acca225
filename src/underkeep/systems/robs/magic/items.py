"""Wands, staves, rods and scrolls: things that hold a spell. Who may use one, at what level it works, and how often."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Event, Roll
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.robs.basics import compendium
from underkeep.systems.robs.basics.compendium import Sundry
from underkeep.systems.robs.basics.qualities import Charged, Inscribed
from underkeep.systems.robs.basics.sheet import sheet
from underkeep.systems.robs.basics.spell_listings import Heal, Written
from underkeep.systems.robs.characters.classes import highest_spell
from underkeep.world.creature import Creature, Harmed
from underkeep.world.gear import Item
from underkeep.world.state import State

CLERICAL_ITEMS = "clerical-items"
LEAST_SCROLL_LEVEL = 5
CHARGE_DICE = (3, 6)
TOLERANCE = 1
NEVER_STORED = ("turn-undead", "bless")
LISTED = ("detect-alignment",)
REBUKE = 1
_READING = (
    "robs:magic-item.scroll.content",
    "robs:magic-item.scroll.reader",
    "robs:magic-item.scroll.reading",
    "robs:magic-item.scroll.used-up",
)
_CHARGES = "robs:magic-item.wand.charges"


class ChargeUsed(Event, frozen=True):
    """A thing that holds a spell was used; `items` are what its user has now. How many charges were in it was rolled
    when it was first used."""

    creature: str
    name: str
    items: tuple[Item, ...]
    roll: Roll | None = None

    private = ("items", "roll")

    def evolve(self, state: State) -> State:
        return state.with_creature(self.creature, items=self.items)


EVENTS: tuple[type[Event], ...] = (ChargeUsed,)


def listing(item: Item) -> Sundry | None:
    return compendium.sundries().get(item.kind)


def holds(item: Item) -> Written | None:
    """The spell that a thing holds."""
    if isinstance(item.quality, Inscribed):
        return compendium.forms().get(item.quality.spell)
    found = compendium.sundries().get(item.kind)
    return compendium.forms().get(found.spell) if found is not None and found.spell else None


def is_scroll(item: Item) -> bool:
    found = compendium.sundries().get(item.kind)
    return found is not None and found.sort == "scroll"


def usable(creature: Creature) -> list[tuple[Item, Written]]:
    """Everything somebody carries that holds a spell."""
    return [(item, written) for item in creature.items if (written := holds(item)) is not None]


@executes(
    "robs:magic-item.wand.level",
    "robs:magic-item.scroll.power-level",
    "robs:magic-item.scroll.unknown-level",
)
def level_of(item: Item, written: Written) -> int:
    """The level of whoever made it. If that is unknown, the lowest that can cast the spell; of a scroll 5 at least."""
    if isinstance(item.quality, Inscribed):
        return item.quality.level
    found = compendium.sundries()[item.kind]
    if found.level:
        return found.level
    return max(LEAST_SCROLL_LEVEL, written.level) if found.sort == "scroll" else written.level


def worked_by(item: Item, written: Written) -> tuple[str, ...]:
    """The rules by which a thing casts."""
    found = compendium.sundries()[item.kind]
    if found.sort == "scroll":
        is_known = isinstance(item.quality, Inscribed) or found.level
        level = "robs:magic-item.scroll.power-level" if is_known else "robs:magic-item.scroll.unknown-level"
        return (*_READING, level)
    rules = ("robs:magic.item-level", "robs:magic-item.wand.use", _CHARGES, "robs:magic-item.wand.level")
    clerical = ("robs:magic-item.clerical-limits",) if written.caster == "cleric" else ()
    return (*rules, *compendium.rules_of(found.rule), *clerical)


@executes(
    "robs:magic-item.clerical-limits",
    "robs:magic-item.clerical-exceptions",
    "robs:magic-item.scroll.no-clerical",
    "robs:magic.clerical-not-written",
)
def why_not_stored(switches: tuple[str, ...], written: Written, sort: str, is_there: bool = True) -> Refusal | None:
    """Clerical magic is not written down, and has no power where somebody did; in other things only healing is kept, or
    more where the campaign has it, but never what takes a deity's own hand. Ruling: detect-alignment-wand."""
    if written.caster != "cleric":
        return None
    if sort == "scroll":
        told = f"{written.name} is a deity's gift and cannot be written down."
        return Refusal(told, "robs:magic-item.scroll.no-clerical" if is_there else "robs:magic.clerical-not-written")
    if isinstance(written.form.effect, Heal) or written.spell in LISTED:
        return None
    if written.spell in NEVER_STORED or CLERICAL_ITEMS not in switches:
        known = CLERICAL_ITEMS in switches
        rule = "robs:magic-item.clerical-exceptions" if known else "robs:magic-item.clerical-limits"
        return Refusal(f"{written.name} cannot be kept in a thing.", rule)
    return None


@executes(
    "robs:magic-item.aligned",
    "robs:magic-item.wand.clerical-aligned",
    "robs:magic-item.lawfulness-bound",
    "robs:magic-item.resizing",
)
def why_not_for(state: State, user: Creature, item: Item) -> Refusal | None:
    """An aligned thing works for its own alignment; one bound to a Lawfulness for those within 1 of it; one that
    grows and shrinks for the Scales it fits."""
    found, own = compendium.sundries()[item.kind], sheet(user)
    if found.alignment and (own.alignment or "Neutral") != found.alignment:
        written = holds(item)
        clerical = written is not None and written.caster == "cleric"
        rule = "robs:magic-item.wand.clerical-aligned" if clerical else "robs:magic-item.aligned"
        return Refusal(f"{item.name} does nothing for {user.name}.", rule)
    bound = found.lawfulness
    if bound is not None and own.lawfulness is not None and abs(bound - own.lawfulness) > TOLERANCE:
        return Refusal(f"{item.name} will not be used by {user.name}.", "robs:magic-item.lawfulness-bound")
    if found.fits is not None and not found.fits[0] <= own.scale <= found.fits[1]:
        return Refusal(f"{item.name} does not fit {user.name}.", "robs:magic-item.resizing")
    return None


@executes("robs:magic-item.wand.clerical-aligned", "robs:magic-item.lawfulness-bound")
def rebels_against(state: State, user: Creature, item: Item) -> bool:
    """Whether a thing harms who tries it: a clerical one those of another alignment, one bound to a Lawfulness its
    exact opposite."""
    if why_not_for(state, user, item) is None:
        return False
    found, own, written = compendium.sundries()[item.kind], sheet(user), holds(item)
    if found.lawfulness and own.lawfulness == -found.lawfulness:
        return True
    return bool(found.alignment) and written is not None and written.caster == "cleric"


@executes("robs:magic-item.wand.clerical-aligned", "robs:magic-item.lawfulness-bound")
def rebuke(do: Resolution, user: Creature, item: Item) -> None:
    """It does nothing, and hurts whoever tried."""
    refusal = why_not_for(do.state, user, item)
    assert refusal is not None
    do.emit(Harmed(user.id, REBUKE, user.hp - REBUKE, "", "magic", rule=(refusal.rule,)))


@executes("robs:magic-item.scroll.reader", "robs:magic-item.scroll.used-up", "robs:magic-item.wand.charges")
def why_not_use(state: State, user: Creature, item: Item, written: Written) -> Refusal | None:
    """A scroll needs a wizard of the spell's level and works once; a wand works for anybody while it has charges."""
    if is_scroll(item):
        if item.broken:
            return Refusal("The scroll has lost its magic.", "robs:magic-item.scroll.used-up")
        if highest_spell(sheet(user), "wizard") < written.level:
            need = f"It takes a wizard of level {written.level} to release that."
            return Refusal(need, "robs:magic-item.scroll.reader")
        return None
    if isinstance(item.quality, Charged) and item.quality.charges <= 0:
        return Refusal(f"{item.name} is dead.", _CHARGES)
    return None


@executes("robs:magic-item.wand.charges", "robs:magic-item.scroll.used-up", "robs:magic-item.scroll.content")
def use_up(do: Resolution, user: Creature, item: Item, written: Written) -> None:
    """A scroll is inert once it is read, its text still there. Of a wand one charge goes; 3d6 were in it."""
    if is_scroll(item):
        inert = replace(item, broken=True, name=f"{item.name} (inert)")
        items = tuple(inert if i.id == item.id else i for i in user.items)
        rule = ("robs:magic-item.scroll.used-up", "robs:magic-item.scroll.content")
        do.emit(ChargeUsed(user.id, item.name, items, rule=rule))
        return
    roll = None
    if isinstance(item.quality, Charged):
        left = item.quality.charges
    else:
        roll = do.roll(*CHARGE_DICE, f"charges of {item.name}")
        left = roll.total
    items = tuple(replace(i, quality=Charged(left - 1)) if i.id == item.id else i for i in user.items)
    do.emit(ChargeUsed(user.id, item.name, items, roll, rule=(_CHARGES,)))
