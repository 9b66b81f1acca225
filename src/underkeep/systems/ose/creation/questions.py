"""What a player is asked while a character is made by steps: each choice, what it may be, and what speaks for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from underkeep.kernel.event import Roll
from underkeep.kernel.executes import executes
from underkeep.procedures.recruiting import DONE, Question
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.compendium import CharacterClass
from underkeep.systems.ose.basics.sheet import ABILITIES, ALIGNMENTS
from underkeep.systems.ose.characters import abilities, ability_adjustment
from underkeep.systems.ose.equipment import gear, market
from underkeep.systems.ose.magic.divine_favour import FORMS
from underkeep.systems.ose.magic.spells import Written

QUICK, BY_HAND = "quick", "by hand"
KITS = (QUICK, BY_HAND)


@executes("ose:creation.sub-par")
def poor_scores(scores: Mapping[str, int]) -> Question:
    """Asks whether to keep a hopeless set of scores."""
    listed = ", ".join(f"{a} {scores[a]} ({abilities.modifier(scores[a]):+d})" for a in ABILITIES)
    told = (f"Rolled: {listed}.", "Nothing above 8, or a 3: such a character may be thrown away.")
    values = {"keep": "", "start again": "until six scores are better"}
    return Question("sub-par", "Keep these scores", "start again", values, told)


@executes("ose:creation.choose-class")
def which_class(scores: dict[str, int], able: Iterable[str], default: str) -> Question:
    """Asks for a class that the scores allow, and says what the others need."""
    classes = compendium.classes()
    open_to = {id: _worth(classes[id], scores) for id in able}
    shut = [f"{id} (needs {_needs(c)})" for id, c in classes.items() if id not in open_to]
    told: tuple[str, ...] = (f"Modifiers: {', '.join(f'{a} {abilities.modifier(scores[a]):+d}' for a in ABILITIES)}.",)
    told += (f"Not with these scores: {', '.join(shut)}.",) if shut else ()
    return Question("class", "Class", default, open_to, told)


def _needs(character_class: CharacterClass) -> str:
    return ", ".join(f"{ability} {least}" for ability, least in character_class.requirements.items())


def _worth(character_class: CharacterClass, scores: dict[str, int]) -> str:
    primes = " and ".join(f"{ability} {scores[ability]}" for ability in character_class.prime_requisites)
    needs = f"; needs {_needs(character_class)}" if character_class.requirements else ""
    percent = abilities.xp_percent(character_class, scores)
    casts = f"; {character_class.magic} magic" if character_class.magic else ""
    return (
        f"prime requisite {primes} ({percent:+d}% experience); {character_class.hit_die.text} hit points{casts}{needs}"
    )


@executes("ose:creation.adjust.two-for-one", "ose:creation.adjust.lowerable", "ose:creation.adjust.floor-9")
def which_adjustment(character_class: CharacterClass, scores: dict[str, int]) -> Question | None:
    """None if there is nothing that could be raised, or nothing to pay with."""
    spare = {
        a: scores[a] - ability_adjustment.lowest(character_class, a) for a in ability_adjustment.donors(character_class)
    }
    payable = [f"{a} by up to {points - points % 2}" for a, points in spare.items() if points >= 2]
    raisable = [a for a in character_class.prime_requisites if scores[a] < ability_adjustment.TOP]
    if not payable or not raisable:
        return None
    told = (
        f"You may raise {' or '.join(raisable)}; each point costs two of another.",
        f"May be lowered: {', '.join(payable)}.",
    )
    changes = ability_adjustment.sensible(character_class, scores)
    default = " ".join(f"{a}{change:+d}" for a, change in changes.items() if change) or "none"
    lowered = payable[0].partition(" ")[0]
    return Question("adjust", "Adjust scores", default, {}, told, f"{lowered}-2 {raisable[0]}+1, or none")


@executes("ose:magic.arcane.reverse")
def in_mind(able: Iterable[Written], default: tuple[str, ...]) -> Question:
    """Asks which spells are memorised to begin with, and in which form."""
    forms = {written.name: "reversed" if written.is_reversed else "" for written in able}
    first = ", ".join(default)
    if len(default) == 1:
        return Question("memorised", "Memorised as", first, forms)
    told = (f"Can be memorised: {', '.join(forms)}; {len(default)} in all.",)
    return Question("memorised", "Memorised", first, {}, told, first)


@executes("ose:creation.choose-alignment")
def which_alignment(default: str) -> Question:
    """Asks for Law, Neutrality or Chaos."""
    return Question("alignment", "Alignment", default, dict.fromkeys(ALIGNMENTS, ""))


@executes("ose:magic.divine.neutral")
def which_deity() -> Question:
    """Asks which forms of spells a neutral deity favours."""
    told = ("A neutral deity favours either the usual or the reversed forms of spells.",)
    return Question("deity", "Forms of spells", FORMS[0], dict.fromkeys(FORMS, ""), told)


@executes("ose:language.extra-by-int")
def more_languages(most: int, free: Iterable[str], default: tuple[str, ...]) -> Question:
    """Asks which languages a high Intelligence has learnt."""
    if most == 1:
        return Question("languages", "One more language", default[0], dict.fromkeys(free, ""))
    told = (f"INT allows {most} more languages of: {', '.join(free)}.",)
    first = ", ".join(default)
    return Question("languages", f"{most} more languages", first, {}, told, first)


@executes("ose:creation.buy-equipment")
def which_kit(character_class: CharacterClass, money: Roll, unit: str) -> Question:
    """Asks whether to take a sensible kit or to shop from the price list."""
    kinds, left = gear.shopping(character_class, money.total)
    names = ", ".join(compendium.gear()[kind].name.lower() for kind in kinds)
    values = {QUICK: f"{names}; {left} {unit} left", BY_HAND: "from the price list"}
    return Question("kit", "Equipment", QUICK, values, (f"You have {money.total} {unit} to begin with.",))


@executes("ose:creation.buy-equipment", "ose:creation.class-equipment-limits")
def wares(character_class: CharacterClass, kinds: list[str], left: int, unit: str) -> Question:
    """The price list as far as the money reaches, of what the class may use."""
    lists = compendium.gear()
    prices = {
        thing.name.lower(): f"{thing.cost_gp} {unit}" + (f" for {thing.count}" if thing.count > 1 else "")
        for kind in (ware.kind for ware in market.wares())
        if (thing := lists[kind]).cost_gp <= left and character_class.may_use(kind)
    }
    have = ", ".join(lists[kind].name.lower() for kind in kinds)
    told = (f"{f'Bought: {have}. ' if have else ''}{left} {unit} left.",)
    return Question("buy", "Buy", DONE, prices, told, adds=True)
