"""Making a character, in the eleven steps of the book and their order."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from underkeep.errors import UnderkeepError, one
from underkeep.kernel.event import Roll
from underkeep.kernel.executes import executes
from underkeep.procedures.recruiting import new_name, put, put_name, read
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.money import purse
from underkeep.systems.rampage.basics.names import NAMES
from underkeep.systems.rampage.basics.sheet import ABILITIES, ALIGNMENTS, MOST_LEVELS, RampageSheet
from underkeep.systems.rampage.basics.spells import spells
from underkeep.systems.rampage.characters import classes as class_rules
from underkeep.systems.rampage.characters import scores
from underkeep.systems.rampage.characters.abilities import can_read, extra_languages, hit_points_per_die
from underkeep.systems.rampage.characters.class_abilities import gained
from underkeep.systems.rampage.characters.races import senses
from underkeep.systems.rampage.creation import citations, questions
from underkeep.systems.rampage.creation.bestiary import recruit_monster
from underkeep.systems.rampage.creation.questions import Draft
from underkeep.systems.rampage.equipment import outfit
from underkeep.systems.rampage.equipment.load import burden, in_bandoleers, items_carried, movement_in
from underkeep.systems.rampage.magic import mastery
from underkeep.world.creature import CreationStepTaken, Creature, CreatureJoined
from underkeep.world.gear import Item

MOST_SETS = 20_000
_TRADE = ("rampage:creation.trade-scores", "rampage:creation.trade-floor", "rampage:creation.trade-whole-pairs")


def roster() -> dict[str, str]:
    characters = [*compendium.classes(), *class_rules.TYPES]
    return {**dict.fromkeys(characters, "character"), **dict.fromkeys(compendium.monsters(), "monster")}


def choices() -> Mapping[str, tuple[str, ...]]:
    """What a Recruit may fix; everything else falls to the dice."""
    names = tuple(compendium.classes())
    return {
        "abilities": ("by the dice", "average"),
        "race": tuple(compendium.races()),
        "class": names,
        "second-class": ("none", *names),
        "trade": (),
        "bonus": ABILITIES,
        "alignment": ALIGNMENTS,
        "god": ("none", *(god.name for god in compendium.gods().values())),
        "languages": (),
        "mastered": (),
        "hit-points": ("add", "reroll"),
        "blade": ("sword", "ax"),
    }


@executes("rampage:creation.order")
def recruit(do: Resolution, who: Recruit, id: str, side: str) -> Creature:
    """A monster or a character; the dice choose the kind of class if none is named."""
    who = read(who, "Rampage Amid the Ruins", roster(), choices())
    if who.kind in compendium.monsters():
        return recruit_monster(do, who, id, side)
    if not who.kind and not who.by_steps:
        who = replace(who, kind=do.pick(tuple(class_rules.TYPES), "class"))
    if not 1 <= who.level <= MOST_LEVELS:
        raise UnderkeepError(f"Characters have levels 1 to {MOST_LEVELS}, not {who.level}.")
    by_steps = who.by_steps and who.choices.get("abilities") != "average"
    draft, rolled = questions.concept(do, who, id) if by_steps else _concept(do, who, id)
    race, classes, traded, bonus = draft
    _scores_step(do, id, rolled, traded)
    fitted = scores.with_race(scores.trade(rolled[0], traded), race, bonus)
    _race_and_class_steps(do, id, race, classes, fitted, bonus, who.kind, who.level)
    hp = _hit_points_step(do, who, id, classes, fitted)
    god = _choose_faith(do, who, id, classes)
    _faith_steps(do, id, god, classes)
    final = {ability: score + (ability == god[1]) for ability, score in fitted.items()}
    own = _sheet(who.level, race, classes, final, god)
    own, items = _last_steps(do, who, id, own)
    name = put_name(who, lambda: new_name(do, NAMES[race], id))
    creature = Creature(id, name, classes[0], side, hp, hp, own, items=items)
    carried = {"burden": burden(own, items), "movement": f"{movement_in(creature)} inches"}
    carried["items"] = str(items_carried(items) - in_bandoleers(own, items))
    _step(do, id, "encumbrance-and-movement", carried, *citations.encumbrance(creature), "rampage:creation.order")
    do.emit(CreatureJoined(creature))
    return creature


def _step(
    do: Resolution, id: str, step: str, values: Mapping[str, str | int], *rule: str, roll: Roll | None = None
) -> None:
    do.emit(CreationStepTaken(id, step, dict(values), roll, rule=rule))


@executes(
    "rampage:class.fighter.list",
    "rampage:class.cleric.list",
    "rampage:class.jack.list",
    "rampage:class.mage.list",
    "rampage:creation.one-or-two-classes",
)
def _concepts(who: Recruit) -> list[tuple[str, tuple[str, ...]]]:
    """Every race with every class or pair that the Recruit leaves open, scores aside.

    Ruling: a plain "fighter" is a Warrior; the special fighters are asked for by name.
    """
    kinds = compendium.classes()
    wanted = who.choices.get("class", "warrior" if who.kind == "fighter" else who.kind)
    firsts = [wanted] if wanted in kinds else [name for name, kind in kinds.items() if kind.type == wanted]
    second = who.choices.get("second-class", "")
    gear = tuple(outfit.find_gear(name) for name in who.gear or ())
    best = dict.fromkeys(ABILITIES, 18)
    found: list[tuple[str, tuple[str, ...]]] = []
    complaint = ""
    for race in [who.choices["race"]] if "race" in who.choices else list(compendium.races()):
        for first in firsts:
            must = compendium.races()[race].must_combine and not second
            for other in list(kinds) if must else [second]:
                classes = (first, other) if other not in ("", "none") else (first,)
                why = class_rules.why_not_class(race, classes, best)
                sentence = f"{why[0]}." if why else outfit.why_not_carry(gear, race, classes)
                sentence = sentence or _why_not_alignment(who, classes)
                if not sentence:
                    found.append((race, classes))
                complaint = complaint or sentence
    if not found:
        raise UnderkeepError(complaint)
    return found


@executes(
    "rampage:creation.choose-alignment",
    "rampage:class.militant.alignment",
    "rampage:class.spiritual.alignment",
    "rampage:class.guardian.alignment",
    "rampage:class.druid.alignment",
    "rampage:class.punisher.alignment",
    "rampage:class.warlock.alignment",
)
def _why_not_alignment(who: Recruit, classes: tuple[str, ...]) -> str:
    """The sentence that refuses an alignment which the class forbids."""
    wanted = who.choices.get("alignment")
    if wanted is None or wanted in class_rules.alignments(classes):
        return ""
    return f"{one(compendium.classes()[classes[0]].name)} cannot be {wanted}."


def _concept(do: Resolution, who: Recruit, id: str) -> tuple[Draft, tuple[scores.Scores, tuple[int, ...], int]]:
    """Roll sets of scores until one can be what is wanted, and choose race and class among those it can be."""
    concepts = _concepts(who)
    traded, bonus = who.choices.get("trade", ""), who.choices.get("bonus", "")
    if who.choices.get("abilities") == "average":
        race, classes = concepts[0]
        own = scores.average(race, classes)
        return (race, classes, traded, bonus or scores.prime(classes)), (own, (), 1)
    for number in range(1, MOST_SETS):
        rolled, faces = scores.roll_scores(do, id)
        start = scores.trade(rolled, traded)
        fitting: dict[str, list[Draft]] = {}
        for race, classes in concepts:
            fit = scores.fit(start, race, classes, bonus, not traded)
            if fit is not None:
                fitting.setdefault(race, []).append((race, classes, traded or fit[0], fit[1]))
        if fitting:
            drafts = fitting[do.pick(tuple(fitting), f"race of {id}")]
            return do.pick(tuple(drafts), f"class of {id}"), (rolled, faces, number)
    raise UnderkeepError(f"No set of scores in {MOST_SETS} made a {who.kind} like that.")


def _scores_step(do: Resolution, id: str, rolled: tuple[scores.Scores, tuple[int, ...], int], traded: str) -> None:
    values, faces, number = rolled
    roll = Roll("3d6 six times", faces, sum(faces)) if faces else None
    sets = {"sets rolled": number} if number > 1 else {}
    rule = ("rampage:creation.roll-3d6", "rampage:creation.score-order")
    _step(do, id, "ability-scores", {**values, **sets}, *rule, roll=roll)
    if traded:
        after = scores.trade(values, traded)
        _step(do, id, "trade", {"trade": traded, **after}, *_TRADE)


@executes(
    "rampage:creation.five-kindreds",
    "rampage:creation.class-by-race",
    "rampage:creation.one-or-two-classes",
    "rampage:class.multi.at-creation",
    "rampage:class.berserker.at-creation",
    "rampage:class.jack.no-magic",
    "rampage:race.man.no-specials",
)
def _race_and_class_steps(
    do: Resolution,
    id: str,
    race: str,
    classes: tuple[str, ...],
    fitted: scores.Scores,
    bonus: str,
    asked: str,
    level: int,
) -> None:
    """Writes down people and classes, with the scores as they are now."""
    people = compendium.races()[race]
    chosen = {"bonus": bonus} if people.chosen_bonus else {}
    sight = {"sight": ", ".join(senses(race))}
    rule = ("rampage:creation.five-kindreds", *people.rules, *citations.sight(race))
    _step(do, id, "race", {"race": people.name, **chosen, **sight, **fitted}, *rule)
    names = "/".join(compendium.classes()[name].name for name in classes)
    special = {"special": ", ".join(gained(classes, level))} if gained(classes, level) else {}
    cited = tuple(rule for name in classes for rule in compendium.classes()[name].rules)
    cited_by = ("rampage:creation.class-by-race", *cited, *citations.classes(race, classes, asked))
    _step(do, id, "class", {"class": names, **special}, *cited_by, *citations.specials(classes))


@executes(
    "rampage:creation.hp-first-level",
    "rampage:advancement.new-die",
    "rampage:advancement.reroll-or-add",
    "rampage:advancement.reroll-low",
)
def _hit_points_step(do: Resolution, who: Recruit, id: str, classes: tuple[str, ...], fitted: scores.Scores) -> int:
    """Hit points level by level, each a die more or all dice anew; a worse total still gains a little."""
    per_die = hit_points_per_die(fitted["CON"])
    if who.level > 1:
        put(who, "hit-points", questions.add_or_roll_again)
    again = who.choices.get("hit-points", "add") == "reroll"
    hp = 0
    for level in range(1, who.level + 1):
        count = level if again else 1
        roll = do.roll_total(class_rules.hit_dice(classes, count), f"hit points of {id} at level {level}")
        gained = roll.total + per_die * count
        fell = again and gained < hp
        if fell:
            hp += 1 + per_die
        else:
            hp = gained if again else hp + gained
        rule = "rampage:creation.hp-first-level" if level == 1 else "rampage:advancement.reroll-or-add"
        values: dict[str, str | int] = {
            "level": level,
            "hit points": hp,
            "save": class_rules.save_number(classes, level),
        }
        cited = citations.hit_points(classes, fitted["CON"], level, again, fell)
        _step(do, id, "hit-points-and-save", values, rule, "rampage:creation.record-save", *cited, roll=roll)
    return hp


@executes(
    "rampage:creation.choose-alignment",
    "rampage:creation.god-clerics-required",
    "rampage:creation.god-others-optional",
    "rampage:class.berserker.god",
    "rampage:religion.one-god",
    "rampage:religion.ability-point",
    "rampage:religion.sample",
)
def _choose_faith(do: Resolution, who: Recruit, id: str, classes: tuple[str, ...]) -> tuple[str, str, str]:
    """The god (or none), the ability it raises, and the alignment."""
    open_to = class_rules.alignments(classes)

    def by_dice(names: tuple[str, ...], what: str) -> str:
        return str(do.pick(names, f"{what} of {id}"))

    put(who, "alignment", lambda: questions.which_alignment(open_to, by_dice(open_to, "alignment")))
    alignment = who.choices.get("alignment") or by_dice(open_to, "alignment")
    kinds = [compendium.classes()[name] for name in classes]
    gods = [god for god in compendium.gods().values() if god.alignment == alignment]
    for kind in kinds:
        if kind.gods:
            gods = [god for god in gods if god.name in kind.gods]
    needs_god = any(kind.type == "cleric" or kind.gods for kind in kinds)
    wanted = who.choices.get("god")
    if wanted is not None and not needs_god:
        gods = list(compendium.gods().values())
    names = tuple(god.name for god in gods) if needs_god else ("none", *(god.name for god in gods))
    put(who, "god", lambda: questions.which_god(names, by_dice(names, "god")))
    name = wanted or by_dice(names, "god")
    if name not in names:
        raise UnderkeepError(f"A {alignment} {kinds[0].name} follows one of {', '.join(names)}, not {name}.")
    ability = next((god.ability for god in gods if god.name == name), "")
    return name, ability, alignment


def _faith_steps(do: Resolution, id: str, god: tuple[str, str, str], classes: tuple[str, ...]) -> None:
    free = ("rampage:alignment.three",) if class_rules.alignments(classes) == ALIGNMENTS else ()
    _step(do, id, "alignment", {"alignment": god[2]}, "rampage:creation.choose-alignment", *free)
    raised: dict[str, str | int] = {god[1]: "+1"} if god[1] else {}
    rule = "rampage:religion.ability-point" if god[1] else "rampage:creation.god-others-optional"
    must = ("rampage:creation.god-clerics-required",) if class_rules.has_type(classes, "cleric") else ()
    _step(do, id, "god", {"god": god[0], **raised}, rule, *must)


def _sheet(
    level: int, race: str, classes: tuple[str, ...], final: scores.Scores, god: tuple[str, str, str]
) -> RampageSheet:
    people = compendium.races()[race]
    values = tuple(final[ability] for ability in ABILITIES)
    xp = class_rules.xp_for(classes, level)
    return RampageSheet(
        hd=level,
        size=people.size,
        save=class_rules.save_number(classes, level),
        alignment=god[2],
        attack=class_rules.attack_bonus(classes, level),
        race=race,
        classes=classes,
        scores=values,
        xp=xp,
        god="" if god[0] == "none" else god[0],
        power_points=class_rules.power_points(classes, level, values),
        realms=class_rules.realms(classes),
        mastered=(mastery.READ_MAGIC,) if class_rules.has_type(classes, "mage") else (),
    )


@executes("rampage:creation.languages", "rampage:abilities.int.languages")
def _last_steps(do: Resolution, who: Recruit, id: str, own: RampageSheet) -> tuple[RampageSheet, tuple[Item, ...]]:
    """Spells, languages, cash and equipment. Slots for languages that are not named stay open."""
    casting: dict[str, str | int] = {"power points": own.power_points, "realms": ", ".join(own.realms) or "none"}
    own, cited = _master(who, own)
    if own.mastered:
        casting["mastered"] = ", ".join(spells()[spell].name for spell in own.mastered)
    _step(do, id, "spells", casting, "rampage:creation.note-realm-spells", *citations.magic(own), *cited)
    slots = extra_languages(own.score("INT"))
    if slots:
        put(who, "languages", lambda: questions.which_languages(slots))
    learned = tuple(name.strip() for name in who.choices.get("languages", "").split(",") if name.strip())[:slots]
    spoken = (*compendium.races()[own.race].languages, *learned)
    left = slots - len(learned)
    reads = "yes" if can_read(own.score("INT")) else "no"
    rule: tuple[str, ...] = ("rampage:creation.languages", "rampage:abilities.int.languages")
    rule += ("rampage:abilities.int.illiterate",) if reads == "no" else ()
    _step(do, id, "languages", {"languages": ", ".join(spoken), "open": left, "reads": reads}, *rule)
    return replace(own, languages=spoken, open_languages=left), _outfit_steps(do, who, id, own)


@executes("rampage:creation.mage-mastery-start", "rampage:creation.mage-mastery-higher")
def _master(who: Recruit, own: RampageSheet) -> tuple[RampageSheet, tuple[str, ...]]:
    """A new mage has mastered Read Magic and a spell for each level."""
    count, able = mastery.to_master(own)
    if not count:
        return own, ()
    put(who, "mastered", lambda: questions.which_spells(count, able, mastery.usual(own, count)))
    said = [name.strip().lower().replace(" ", "-") for name in who.choices.get("mastered", "").split(",")]
    chosen = tuple(dict.fromkeys(name for name in said if name))
    for name in chosen:
        if name not in able:
            raise UnderkeepError(f"{name[:40]} is no spell that this mage can master.")
    if len(chosen) > count:
        raise UnderkeepError(f"A mage of level {own.level} has mastered {count} spells besides Read Magic.")
    rest = [spell for spell in mastery.usual(own, count + len(chosen)) if spell not in chosen]
    known = (*own.mastered, *chosen, *rest[: count - len(chosen)])
    rule = "rampage:creation.mage-mastery-start" if own.level == 1 else "rampage:creation.mage-mastery-higher"
    return replace(own, mastered=known), (rule,)


@executes("rampage:money.starting-cash", "rampage:creation.buy-equipment")
def _outfit_steps(do: Resolution, who: Recruit, id: str, own: RampageSheet) -> tuple[Item, ...]:
    """Gear that was asked for by name is given, not bought."""
    cash = own.score("WIS") * 100
    _step(do, id, "cash", {"gold pieces": cash // 10}, "rampage:money.starting-cash")
    if who.gear is None:
        if any(gift.startswith("blade-of-d") for gift in outfit.gifts(own.classes, "")):
            put(who, "blade", questions.which_blade)
        free = outfit.gifts(own.classes, who.choices.get("blade", "sword"))
        weapons = tuple(kind for kind in free if kind in compendium.weapons())
        bought, cash = outfit.buy(own.classes, own.race, cash)
        kinds = (*weapons, *bought, *(kind for kind in free if kind not in weapons))
    else:
        kinds = tuple(outfit.find_gear(name) for name in who.gear)
    items = (*outfit.equip(kinds, own.race, own.size), *outfit.common_package())
    values: dict[str, str | int] = {"gear": ", ".join(item.name for item in items), "silver left": cash}
    rule = ("rampage:creation.buy-equipment", "rampage:creation.common-gear")
    _step(
        do, id, "equipment", values, *rule, *citations.outfit(own, items, who.gear is None, "race" not in who.choices)
    )
    return (*items, *purse(cash))
