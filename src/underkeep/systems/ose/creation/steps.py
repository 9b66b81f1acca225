"""The thirteen steps of making a character, each by the dice or by choices made beforehand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from underkeep.errors import UnderkeepError
from underkeep.kernel.event import Roll
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import parse
from underkeep.procedures.recruiting import named_things, put, put_name
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.systems.ose.attacks.attack_rolls import attack_number
from underkeep.systems.ose.basics import compendium, money
from underkeep.systems.ose.basics.compendium import CharacterClass
from underkeep.systems.ose.basics.names import name_for
from underkeep.systems.ose.basics.rulings import settled
from underkeep.systems.ose.basics.sheet import ABILITIES, ALIGNMENTS, SAVES, OseSheet
from underkeep.systems.ose.characters import abilities, ability_adjustment, advancement, languages
from underkeep.systems.ose.creation import questions
from underkeep.systems.ose.equipment import armour, gear
from underkeep.systems.ose.magic.divine_favour import is_up_to_the_deity
from underkeep.systems.ose.magic.memorising import first_load
from underkeep.systems.ose.magic.spell_books import filled, first_spells
from underkeep.systems.ose.magic.spells import forms
from underkeep.world.creature import CreationStepTaken, Creature
from underkeep.world.gear import Item

Values = dict[str, str | int]
MOST_ATTEMPTS = 10_000
AVERAGE_SCORE = 10
STARTING_MONEY = parse("3d6x10")
_LEVEL_GAINED = (
    "ose:advancement.level-up.improvements",
    "ose:advancement.level-up.hp",
    "ose:advancement.level",
    "ose:class.hit-dice",
    "ose:damage.hp.max-raised-by-level-only",
    "ose:combat.thac0.by-class-level",
)
_SCORES = tuple(str(score) for score in range(3, 19))


@dataclass
class Draft:
    """A character in the making."""

    who: Recruit
    id: str
    side: str
    scores: dict[str, int] = field(default_factory=dict)
    class_id: str = ""
    hp: int = 0
    alignment: str = ""
    languages: tuple[str, ...] = ()
    spell_book: tuple[str, ...] = ()
    memorised: tuple[str, ...] = ()
    coins_gp: int = 0
    currency: str = ""
    items: tuple[Item, ...] = ()
    name: str = ""

    @property
    def own_class(self) -> CharacterClass:
        return compendium.classes()[self.class_id]

    def choice(self, name: str) -> str:
        return self.who.choices.get(name, "")


def _take(
    do: Resolution, draft: Draft, step: str, values: Values, *rule: str, roll: Roll | None = None, secret: bool = False
) -> None:
    """Tell a step; a secret one only to the character's own seat."""
    seats = (do.state.seat_for(draft.id, draft.side),) if secret else None
    told = ("ose:creation.sequence", *(f"ose:{id}" for id in rule))
    do.emit(CreationStepTaken(draft.id, step, values, roll, rule=told, seats=seats))


@executes("ose:creation.roll-abilities", "ose:creation.sub-par", "ose:abilities.six-scores", "ose:abilities.range")
def _roll_abilities(do: Resolution, draft: Draft) -> None:
    """3d6 for each in order. A set too poor may be thrown away; one that the class asked for cannot use is."""
    wanted = draft.who.kind or draft.choice("class")
    average = str(AVERAGE_SCORE) if draft.choice("abilities") == "average" else ""
    fixed = {a: int(score) for a in ABILITIES if (score := draft.choice(a) or average)}
    for _ in range(MOST_ATTEMPTS):
        faces: list[int] = []
        for ability in ABILITIES:
            if ability in fixed:
                draft.scores[ability] = fixed[ability]
            else:
                thrown = do.dice.roll(3, 6, f"{ability} of {draft.id}")
                draft.scores[ability] = sum(thrown)
                faces += thrown
        kept = _is_kept(do, draft, wanted)
        roll = Roll("3d6 for each", tuple(faces), sum(faces)) if faces else None
        values: Values = {**draft.scores, **({} if kept else {"set": "thrown away"})}
        rule = ("creation.roll-abilities", "abilities.six-scores", "abilities.range")
        _take(do, draft, "abilities", values, *rule, roll=roll)
        if kept:
            return
        if len(fixed) == len(ABILITIES):
            break
    raise UnderkeepError(f"No {wanted or 'adventurer'} has such scores.")


def _is_kept(do: Resolution, draft: Draft, wanted: str) -> bool:
    if wanted and not qualifies(compendium.classes()[wanted], draft.scores):
        return False
    if not is_sub_par(draft.scores):
        return True
    put(draft.who, "sub-par", lambda: questions.poor_scores(draft.scores))
    return settled(do, draft.who, "sub-par", "ose:creation.sub-par", ("start again", "keep"), "start again") == "keep"


@executes("ose:creation.sub-par")
def is_sub_par(scores: dict[str, int]) -> bool:
    """Nothing above 8, or a 3."""
    return max(scores.values()) <= 8 or min(scores.values()) <= 3


@executes("ose:creation.choose-class")
def qualifies(character_class: CharacterClass, scores: dict[str, int]) -> bool:
    """Whether the scores meet what the class requires."""
    return all(scores[ability] >= least for ability, least in character_class.requirements.items())


@executes("ose:creation.choose-class", "ose:class.one-profession", "ose:race.human-default", "ose:race.demihumans")
def _choose_class(do: Resolution, draft: Draft) -> None:
    """The class asked for, or by the dice one of those that the scores allow."""
    able = tuple(id for id, c in compendium.classes().items() if qualifies(c, draft.scores))

    def by_dice() -> str:
        return str(do.pick(able, f"class of {draft.id}"))

    if not draft.who.kind:
        put(draft.who, "class", lambda: questions.which_class(draft.scores, able, by_dice()))
    draft.class_id = draft.who.kind or draft.choice("class") or by_dice()
    advancement.check_level(draft.own_class, draft.who.level)
    race = draft.class_id if draft.own_class.demihuman else "human"
    values: Values = {"class": draft.own_class.name, "race": race}
    folk = "race.demihumans" if draft.own_class.demihuman else "race.human-default"
    _take(do, draft, "class", values, "creation.choose-class", "class.one-profession", folk)


@executes("ose:creation.adjust.two-for-one")
def _adjust(do: Resolution, draft: Draft) -> None:
    """Two points of one ability are traded for one of a prime requisite, as wished or as is sensible."""
    question = questions.which_adjustment(draft.own_class, draft.scores)
    if question is not None:
        put(draft.who, "adjust", lambda: question)
    wanted = draft.choice("adjust")
    if wanted == "none":
        changes: dict[str, int] = {}
    else:
        changes = (
            ability_adjustment.read(wanted) if wanted else ability_adjustment.sensible(draft.own_class, draft.scores)
        )
    draft.scores = ability_adjustment.adjusted(draft.own_class, draft.scores, changes)
    values: Values = {a: f"{change:+d}" for a, change in changes.items() if change}
    _take(do, draft, "adjust", values or {"scores": "unchanged"}, "creation.adjust.two-for-one")


@executes("ose:creation.note-modifiers")
def _note_modifiers(do: Resolution, draft: Draft) -> None:
    """Writes down what the final scores bring."""
    rule = ("creation.note-modifiers", "abilities.tables", *_worth_of_scores(draft))
    _take(do, draft, "modifiers", modifiers(draft.own_class, draft.scores), *rule)


def _worth_of_scores(draft: Draft) -> Iterator[str]:
    """The rules by which the scores of this one make a difference to speech, letters, service and experience."""
    if abilities.additional_languages(draft.scores["INT"]) or abilities.speech(draft.scores["INT"]) != "normal":
        yield "abilities.int.languages"
    if abilities.literacy(draft.scores["INT"]) != "literate":
        yield "abilities.int.literacy"
    if abilities.reactions(draft.scores["CHA"]):
        yield from ("abilities.cha.max-retainers", "abilities.cha.loyalty")
    if abilities.xp_percent(draft.own_class, draft.scores):
        yield "advancement.prime-requisite"
        yield f"abilities.prime-requisite.{'multiple' if draft.own_class.xp_bonuses else 'xp'}"


@executes("ose:abilities.tables")
def modifiers(character_class: CharacterClass, scores: dict[str, int]) -> Values:
    """All that the scores are worth."""
    melee, magic = abilities.modifier(scores["STR"]), abilities.modifier(scores["WIS"])
    agile, tough = abilities.modifier(scores["DEX"]), abilities.modifier(scores["CON"])
    return {
        "melee": f"{melee:+d}",
        "open doors": f"{abilities.open_doors_in_6(scores['STR'])}-in-6",
        "additional languages": abilities.additional_languages(scores["INT"]),
        "speech": abilities.speech(scores["INT"]),
        "literacy": abilities.literacy(scores["INT"]),
        "magic saves": f"{magic:+d}",
        "AC": f"{agile:+d}",
        "missiles": f"{agile:+d}",
        "initiative": f"{abilities.initiative(scores['DEX']):+d}",
        "hit points": f"{tough:+d}",
        "reactions": f"{abilities.reactions(scores['CHA']):+d}",
        "most retainers": abilities.most_retainers(scores["CHA"]),
        "loyalty": abilities.loyalty(scores["CHA"]),
        "experience": f"{abilities.xp_percent(character_class, scores):+d}%",
    }


@executes("ose:creation.attack-values")
def attack_values(thac0: int) -> Values:
    """The row of the matrix, from AC 9 to -3."""
    return {f"AC {ac}": attack_number(thac0, ac, ()) for ac in range(9, -4, -1)}


@executes("ose:creation.attack-values", "ose:creation.first-level-thac0")
def _note_attack(do: Resolution, draft: Draft) -> None:
    """Writes down THAC0 and the row of the attack matrix."""
    thac0 = advancement.row(draft.own_class, 1).thac0
    values: Values = {"THAC0": f"{thac0} [{armour.attack_bonus(thac0):+d}]", **attack_values(thac0)}
    rule = ("creation.attack-values", "creation.first-level-thac0", "combat.thac0.by-class-level")
    _take(do, draft, "attack", values, *rule, "combat.aac.notation.thac0")


@executes("ose:creation.saves-and-abilities", "ose:creation.starting-spell-book", "ose:save.tables.characters")
def _note_saves(do: Resolution, draft: Draft) -> None:
    """Writes down saves and abilities, and the first spells of those who have a book."""
    values: Values = dict(advancement.saves(draft.own_class, 1))
    if draft.own_class.abilities:
        values["abilities"] = ", ".join(a.name for a in draft.own_class.abilities)
    if draft.own_class.spell_book:
        draft.spell_book = first_spells(do, draft.who, draft.own_class, draft.id)
        values["spell book"] = ", ".join(draft.spell_book)
    _fill_memory(draft, 1)
    rule: tuple[str, ...] = (
        "creation.saves-and-abilities",
        "combat.class-saves",
        "save.tables.characters",
        "save.by-class-level",
    )
    rule = (*rule, "magic.book.size") if draft.spell_book else rule
    _take(do, draft, "saves-abilities", values, *rule)


@executes("ose:magic.slots-by-level", "ose:magic.arcane.reverse")
def _fill_memory(draft: Draft, level: int) -> None:
    """When the last level is reached. Who is made by steps is asked only if there is another form or spell to have."""
    if level < draft.who.level:
        return
    own_class, book = draft.own_class, draft.spell_book
    usual = first_load(own_class, level, book)
    known = forms(own_class.spell_list).values() if own_class.spell_list else ()
    levels = {written.spell.level for written in known if written.name in usual}
    able = [w for w in known if w.spell.level in levels and (w.spell.name in book or own_class.magic == "divine")]
    able = [w for w in able if own_class.magic == "arcane" or not w.is_reversed]
    if len(able) > len(usual):
        put(draft.who, "memorised", lambda: questions.in_mind(able, usual))
    draft.memorised = first_load(own_class, level, book, draft.choice("memorised"))


@executes("ose:creation.roll-hp")
def _roll_hit_points(do: Resolution, draft: Draft) -> None:
    """The first die of hit points, with what Constitution does to it."""
    draft.hp, roll, rule = advancement.first_hit_points(do, draft.own_class, draft.scores["CON"], draft.id)
    told = ("creation.roll-hp", *(id.removeprefix("ose:") for id in rule))
    _take(do, draft, "hit-points", {"hit points": draft.hp}, *told, roll=roll)


@executes(
    "ose:creation.choose-alignment", "ose:alignment.three", "ose:alignment.choice-required", "ose:alignment.secrecy"
)
def _choose_alignment(do: Resolution, draft: Draft) -> None:
    """Told to the referee and the player alone."""

    def by_dice() -> str:
        return str(do.pick(ALIGNMENTS, f"alignment of {draft.id}"))

    put(draft.who, "alignment", lambda: questions.which_alignment(by_dice()))
    draft.alignment = draft.choice("alignment") or by_dice()
    if is_up_to_the_deity(draft.own_class, draft.alignment):
        put(draft.who, "deity", questions.which_deity)
    rule = ("creation.choose-alignment", "alignment.three", "alignment.choice-required", "alignment.secrecy")
    _take(do, draft, "alignment", {"alignment": draft.alignment}, *rule, secret=True)


@executes("ose:creation.languages", "ose:alignment.secrecy")
def _note_languages(do: Resolution, draft: Draft) -> None:
    """A secret too, for the alignment tongue tells the alignment."""
    native = languages.by_culture(do, draft.who, languages.native(draft.own_class, draft.alignment), draft.id)
    among = languages.to_be_learned(do, draft.who)

    def learned(wanted: str) -> tuple[str, ...]:
        return languages.learned(do, draft.id, draft.scores["INT"], native, wanted, among)

    free = languages.still_free(among, native)
    if most := min(abilities.additional_languages(draft.scores["INT"]), len(free)):
        put(draft.who, "languages", lambda: questions.more_languages(most, free, learned("")))
    more = learned(draft.choice("languages"))
    draft.languages = (*native, *more)
    rule = ("creation.languages", "language.native-by-class", "alignment.secrecy", "language.alignment.secret")
    told = (*rule, "language.extra-by-int", "abilities.int.languages") if more else rule
    _take(do, draft, "languages", {"languages": ", ".join(draft.languages)}, *told, secret=True)


@executes("ose:creation.buy-equipment", "ose:money.starting", "ose:creation.class-equipment-limits")
def _buy_equipment(do: Resolution, draft: Draft) -> None:
    """3d6 x 10 gp. Gear that was asked for is handed out; otherwise it is bought."""
    roll = do.roll_total(STARTING_MONEY, f"money of {draft.id}")
    draft.currency = money.currency(do)
    purse, unit = roll.total, money.unit(draft.currency)
    if draft.who.gear is not None:
        kinds = gear.given(draft.who.gear, draft.own_class)
    else:
        kinds, purse = _shop(draft, roll, unit)
    draft.items, draft.coins_gp = gear.fit_out(kinds, draft.own_class), purse
    carried = ", ".join(item.name for item in draft.items) or "nothing"
    values: Values = {"money": f"{roll.total} {unit}", "gear": carried, "left": f"{purse} {unit}"}
    _take(do, draft, "equipment", values, "creation.buy-equipment", "money.starting", roll=roll)


@executes("ose:creation.buy-equipment")
def _shop(draft: Draft, money: Roll, unit: str) -> tuple[list[str], int]:
    """By hand from the price list, or what a sensible shopper of the class buys."""
    if not draft.choice("buy"):
        put(draft.who, "kit", lambda: questions.which_kit(draft.own_class, money, unit))
    by_hand = draft.choice("kit") == questions.BY_HAND
    if not by_hand and not draft.choice("buy"):
        return gear.shopping(draft.own_class, money.total)
    kinds, left = gear.bought(named_things(draft.choice("buy")), money.total, draft.own_class)
    if by_hand:
        put(draft.who, "buy", lambda: questions.wares(draft.own_class, kinds, left, unit), adds=True)
    return kinds, left


@executes("ose:creation.note-ac", "ose:creation.unarmoured-ac")
def _note_armour_class(do: Resolution, draft: Draft) -> None:
    """Writes down the Armour Class with what was bought to wear."""
    bare = OseSheet(0, {}, 9, 120, "", 1, "", draft.class_id, draft.scores)
    creature = Creature(draft.id, "", draft.class_id, "", 1, 1, bare, items=draft.items)
    ac = armour.armour_class(creature)
    rule = ("creation.note-ac", "combat.aac.notation.ac", *armour.sources(creature))
    _take(do, draft, "ac", {"AC": armour.written(ac)}, *rule)


@executes("ose:creation.start-level-xp", "ose:advancement.level")
def _note_level(do: Resolution, draft: Draft) -> None:
    """Everybody begins at 1st level with no experience."""
    _take(do, draft, "level-xp", {"level": 1, "xp": 0}, "creation.start-level-xp", "advancement.level")


@executes("ose:creation.name")
def _name(do: Resolution, draft: Draft) -> None:
    """The last thing is a name."""
    draft.name = put_name(draft.who, lambda: name_for(do, draft.class_id, draft.id))
    _take(do, draft, "name", {"name": draft.name}, "creation.name")


@executes("ose:advancement.level-up.improvements", "ose:advancement.level-up.hp")
def gain_level(do: Resolution, draft: Draft, level: int) -> None:
    """A level more: another die of hit points, and whatever the class's table has got better."""
    own_class = draft.own_class
    more, roll = advancement.new_hit_points(do, own_class, level, draft.scores["CON"], draft.id)
    draft.hp += more
    now = advancement.row(own_class, level)
    values: Values = {"hit points": draft.hp, "xp": now.xp, "THAC0": now.thac0}
    values |= dict(zip(SAVES, now.saves, strict=True))
    if own_class.spell_book:
        draft.spell_book = filled(do, own_class, level, draft.spell_book, draft.id, draft.choice("spells"))
        values["spell book"] = ", ".join(draft.spell_book)
    _fill_memory(draft, level)
    told = (*_LEVEL_GAINED, *advancement.behind_a_die(roll))
    do.emit(CreationStepTaken(draft.id, f"level {level}", values, roll, rule=told))


STEPS: tuple[Callable[[Resolution, Draft], None], ...] = (
    _roll_abilities,
    _choose_class,
    _adjust,
    _note_modifiers,
    _note_attack,
    _note_saves,
    _roll_hit_points,
    _choose_alignment,
    _note_languages,
    _buy_equipment,
    _note_armour_class,
    _note_level,
    _name,
)
