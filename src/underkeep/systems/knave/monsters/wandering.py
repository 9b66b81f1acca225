"""Who may be met by chance: a table for each level of the dungeon, and the traces they leave."""

from __future__ import annotations

from functools import cache
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.event import Event
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import Expr
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures import content
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.basics import compendium
from underkeep.systems.knave.basics.campaign import campaign, with_campaign
from underkeep.world.dungeon import Group, GroupChanged
from underkeep.world.encounter import ChanceRolled
from underkeep.world.state import State

ENTRIES = 6
HIRED = frozenset({"hireling", "mercenary", "expert"})
FEWEST = (6, 3, 2, 1)
WANDERER_FEET = 60
TRACES = {
    "speaks": ("voices that fall silent", "a fire still warm", "boot prints in the dust", "a scrawl on the wall"),
    "flies": ("a feather or scale on the floor", "a draught of wings overhead"),
    "undead": ("a chill that lingers", "a smell of the grave", "grave dust on the floor", "a shroud's torn hem"),
    "construct": ("scratches of stone on stone", "a heavy tread, once", "dust shaken from the roof", "a chipped flake"),
    "ooze": ("a trail of slime", "stone eaten smooth", "a sour reek", "bones without a mark on them"),
    "plant": ("torn roots", "leaves where nothing grows", "a smell of sap", "earth trodden in"),
    "beast": ("fresh dung", "claw marks on the stone", "gnawed bones", "a rank smell"),
}


class EncounterForetold(Event, frozen=True):
    """This entry of the level's table comes next; 0 once it has come."""

    secret: ClassVar[bool] = True

    entry: int

    def evolve(self, state: State) -> State:
        return with_campaign(state, coming=self.entry)


class Followed(Event, frozen=True):
    """This group is on the party's heels, and will be the next to come; nobody, once it has."""

    secret: ClassVar[bool] = True

    group: str

    def evolve(self, state: State) -> State:
        return with_campaign(state, followed_by=self.group)


EVENTS: tuple[type[Event], ...] = (EncounterForetold, Followed)


def choose(do: Resolution, dungeon_level: int) -> str:
    """A monster fit for a level of the dungeon: of about that level, seldom of two more. Ruling: missing-chapters."""
    most = dungeon_level + (2 if do.dice.roll(1, 6, "how bad a monster")[0] == 6 else 1)
    known = {kind: m for kind, m in compendium.monsters().items() if kind not in HIRED and m.attacks and m.wanders}
    fit = tuple(kind for kind, m in known.items() if max(0, most - 3) < m.level <= most)
    return str(do.pick(fit or tuple(known), f"monster of level {dungeon_level}"))


def number(do: Resolution, kind: str, dungeon_level: int) -> int:
    """Many of the weak, one of the strong. Ruling: missing-chapters."""
    most = _most(kind, dungeon_level)
    return do.dice.roll(1, most, f"how many {kind}")[0] if most > 1 else 1


def dice_for(kind: str, dungeon_level: int) -> str:
    """The same as the key writes it."""
    most = _most(kind, dungeon_level)
    return f"1d{most}" if most > 1 else "1"


def _most(kind: str, dungeon_level: int) -> int:
    ahead = max(0, compendium.monsters()[kind].level - dungeon_level)
    return FEWEST[min(ahead, len(FEWEST) - 1)]


def make_table(do: Resolution, dungeon_level: int) -> str:
    """The entries of a level's table, for the dungeon's notes."""
    return ", ".join(choose(do, dungeon_level) for _ in range(ENTRIES))


def note_key(dungeon_level: int) -> str:
    return f"wandering on level {dungeon_level}"


def entries(notes: dict[str, str], dungeon_level: int) -> tuple[str, ...]:
    found = notes.get(note_key(dungeon_level), "")
    return tuple(found.split(", ")) if found else ("goblin",)


def table(state: State) -> tuple[str, ...]:
    """The table of the level where the party is."""
    assert state.dungeon is not None and state.party is not None and state.party.at is not None
    return entries(state.dungeon.notes, state.party.at.level)


def roll_entry(do: Resolution) -> int:
    """1 to the number of entries."""
    many = len(table(do.state))
    roll = do.roll(1, many, "random encounter")
    do.emit(ChanceRolled("random encounter", roll, True, seats=(REFEREE,)))
    return roll.total


@executes("knave:hazard.die.encounter")
def come(do: Resolution, entry: int, rule: str) -> None:
    """Those who follow the party come, or those whose sign was found, or whoever the table shows."""
    if _follow(do, rule):
        return
    entry = entry or roll_entry(do)
    do.emit(EncounterForetold(0, rule=(rule,)))
    party, rows = do.state.party, table(do.state)
    assert party is not None and party.at is not None and do.rules.meetings is not None
    kind = rows[min(entry, len(rows)) - 1]
    count = number(do, kind, party.at.level)
    group = Group(do.state.new_group(), party.at.area, kind, count)
    do.emit(GroupChanged(group, "wandered in", rule=(rule,)))
    do.rules.meetings.meet(do, group, WANDERER_FEET)


@executes("knave:reaction.roll")
def _follow(do: Resolution, rule: str) -> bool:
    """Whether those who followed show themselves; how they feel by now is open."""
    party, dungeon = do.state.party, do.state.dungeon
    assert party is not None and party.at is not None and dungeon is not None and do.rules.meetings is not None
    group = dungeon.groups.get(campaign(do.state).followed_by)
    if group is None or not group.count:
        return False
    do.emit(Followed("", rule=("knave:reaction.roll",)))
    here = replace(group, area=party.at.area, attitude="")
    do.emit(GroupChanged(here, "followed", rule=(rule, "knave:reaction.roll")))
    do.rules.meetings.meet(do, here, WANDERER_FEET)
    return True


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    kind: str
    number: Expr


class Country(Struct, frozen=True, forbid_unknown_fields=True):
    entries: tuple[Entry, ...]


@cache
def countries() -> dict[str, Country]:
    return content.load(compendium.PACKAGE, "wandering", Country)


def entries_abroad(terrain: str) -> tuple[Entry, ...]:
    """The table of a kind of country; where there is none, as among fields, that of the grass."""
    known = countries()
    return (known.get(terrain) or known["grass"]).entries


def abroad(do: Resolution, terrain: str) -> tuple[str, int]:
    """A kind and a number for a kind of country. Ruling: missing-chapters."""
    entry: Entry = do.pick(entries_abroad(terrain), f"who is met in the {terrain}")
    return entry.kind, max(1, do.roll_total(entry.number, f"how many {entry.kind}").total)


def trace(do: Resolution, kind: str) -> str:
    """What somebody of a kind leaves behind: the dead, the made and what has no shape as such, others as they go."""
    stats = compendium.monsters()[kind]
    sort = stats.sort if stats.sort in TRACES else "speaks" if stats.speaks else "flies" if stats.fly_feet else "beast"
    return str(do.pick(TRACES[sort], "what sign there is"))
