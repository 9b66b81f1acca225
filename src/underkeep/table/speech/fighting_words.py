"""Lines of a fight that are about one of one's own, or ask for a fact: `Jorun draws his sword and attacks wolf 5`,
`shoot the most wounded wolf`, `who has initiative`, `take him alive`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from underkeep.kernel.event import Action
from underkeep.procedures import play
from underkeep.procedures.actions import ACTIONS, Attack, Try
from underkeep.procedures.delve_actions import DELVE_ACTIONS, Equip
from underkeep.procedures.ruleset import Ruleset
from underkeep.procedures.sorts_of_deed import sort_of
from underkeep.table import aiming
from underkeep.table.naming import listing
from underkeep.table.speech.by_place import DECLARING
from underkeep.table.speech.casting_words import goes_on
from underkeep.table.speech.describe import verb
from underkeep.table.speech.matching import matches
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say, Show
from underkeep.table.speech.rephrasing import imperative
from underkeep.table.speech.wording import parts, stem, tokens
from underkeep.world.creature import Creature
from underkeep.world.gear import Item
from underkeep.world.state import State

FOCUS, INITIATIVE = "focus", "initiative"
_INITIATIVE = re.compile(
    r"(?:who|which side) (?:has|won|got|goes|acts|moves|is)(?: the)? ?(?:initiative|first|next|turn is it)?(?: now)?"
    r"|(?:show |what is |what s )?(?:the )?initiative|whose (?:turn|go|move) is it|what (?:step|phase) is it"
)
_YIELD = re.compile(
    r"(?:.*\b)?(?:demand|ask|tell|call|order|shout|urge)\b.*\b(?:surrenders?|yields?|gives? (?:up|in)|lay down)\b.*"
    r"|(?:demand|ask for) (?:their |his |her )?surrender|surrender or die|throw down your (?:arms|weapons)"
)
_GIVES_IN = re.compile(
    r"(?:(?:please|stop|wait|enough|ok|okay)\W+)*(?:(?:we|i)(?: all| both)? |let us )?"
    r"(?:surrender|yield|give (?:up|in)|concede)(?: to (?:them|him|her|it|the .+)|(?! or\b)\W.*)?"
    r"|(?:beg|plead|cry|ask)(?: them| him| her| it| the .+)? for (?:mercy|quarter|our lives)|(?:please )?spare us\b.*"
    r"|(?:we )?(?:throw|lay|put) down our (?:arms|weapons)\b.*"
)
_ALIVE = re.compile(
    r"(?:take|capture|seize|subdue|catch)\b.*\b(?:alive|prisoners?|captive)\b.*|(?:capture|subdue) .+"
    r"|knock .+ (?:out|unconscious)|take prisoners?"
)
_TALK = re.compile(
    r"(?:ceasefire|truce|peace|tell|talk|speak|parley|negotiate|say|shout|call|beg|reason|bargain|bribe|offer)\b.*"
    r"|(?:we )?(?:come in peace|mean no harm)\b.*"
)
SURRENDER = (
    "Whether they give up is a matter of their morale, and the referee's: it is tried when they lose their own, not "
    "when they are told. Who is beaten may yield or run."
)
GIVING_IN = (
    "The foes do not stop to hear who gives up in the middle of a fight. Run, or fall back; once they stand and talk, "
    "the party may give itself up."
)
NO_TALK = "Not in the middle of a fight: nobody listens now. What may still be tried, say: try to ... ."
_DRAWS = re.compile(
    r"(?:draws?|readies|ready|grabs?|takes? out|switch(?:es)? to|pulls? out|uses?|takes?|swaps? to)"
    r" (?:(?:his|her|their|its|an?|the|my) )?(?P<arm>[\w ]+?),? (?:and|then|to) (?:then )?(?P<rest>\w+ .+)"
)
_STRIKES = re.compile(
    r"(?P<verb>attack|shoot(?: at)?|fire(?: at| on)?|strike|hit|stab|kill|fight|slay) (?:at )?(?P<whom>.+?)"
    r"(?: with (?:(?:his|her|an?|the|my) )?(?P<arm>.+))?"
)


_THROWS = re.compile(
    r"(?:throw|hurl|toss|lob|fling|chuck) (?:(?:his|her|their|an?|the|my|our|some) )?(?P<thing>.+?)"
    r" (?:at|on|onto|over) .+"
)


def read(reader: Reader, said: str) -> Meaning | None:
    """What is asked in a fight, or whose options are wanted; None if the line is about anything else."""
    said = said.rstrip("?! ")
    for creature in _ours(reader):
        name = parts(creature.name)
        if parts(said) in (name, name[:1]):
            able = any(getattr(x, "actor", "") == creature.id for x in reader.options.listed)
            return Show(FOCUS, creature.id) if able else Say(f"{creature.name} has nothing to do in this step.")
    if _INITIATIVE.fullmatch(said):
        return Show(INITIATIVE)
    if _YIELD.fullmatch(said):
        return Say(SURRENDER)
    if _GIVES_IN.fullmatch(said):
        return Say(GIVING_IN)
    if _ALIVE.fullmatch(said):
        return _alive(reader)
    return None


def is_talk(said: str) -> bool:
    """Whether a line speaks to the foes."""
    return _TALK.fullmatch(said) is not None


def _alive(reader: Reader) -> Meaning | None:
    """The game's own blow that kills nobody, if it has one."""
    kinds = (kind for kind in reader.rules.codec.action_types if kind not in (*ACTIONS, *DELVE_ACTIONS))
    ways = [kind for kind in kinds if {"subdue", "restrain", "grapple", "stun"} & set(tokens(verb(reader.rules, kind)))]
    listed = [x for x in reader.options.listed if type(x) in ways and getattr(x, "actor", "") == reader.focus]
    if listed:
        return Ask("Which do you mean?", tuple(listed))
    how = (
        f' with "{verb(reader.rules, ways[0])}", when it is time for blows' if ways else ", such as: try to tie him up"
    )
    return Say(f"Nobody is taken alive by plain blows. It can be tried{how}; and who loses heart may yield.")


def blow(reader: Reader, said: str) -> Meaning | str:
    """The attack that a line means, by whom, at whom and with what it names; else the line in plainer words."""
    actor, rest = _spoken_to(reader, said)
    if actor is None:
        return said
    named = rest != said
    draws = _DRAWS.fullmatch(rest)
    if draws is not None:
        word, _, more = draws["rest"].partition(" ")
        rest = f"{imperative(word)} {more}"
    throws = _THROWS.fullmatch(rest)
    if throws is not None and not _has(reader, actor, throws["thing"]):
        having = [c.name for c in _ours(reader) if _has(reader, c, throws["thing"])]
        thing = throws["thing"]
        return Say(f"{actor.name} has no {thing}; {having[0]} has." if having else f"Nobody has {thing} to throw.")
    if throws is not None and (thrown := _thrown(reader, actor, rest, throws["thing"])) is not None:
        return thrown
    strikes = _STRIKES.fullmatch(rest)
    if strikes is None or goes_on(reader, strikes["whom"]):
        return said
    foes = aiming.meant(actor, reader.state.enemies_of(actor), strikes["whom"])
    is_told = named or draws is not None or (len(foes) == 1 and not set(parts(foes[0].name)) <= set(parts(said)))
    if not foes or not is_told:
        return said
    arm = strikes["arm"] or (draws["arm"] if draws is not None else "")
    is_shot = strikes["verb"].startswith(("shoot", "fire"))
    if is_shot and not named and not arm and (shooter := shooting(reader, actor)) is not None:
        actor = shooter
    if is_shot and (none := cannot_shoot(reader.rules, reader.state, _ours(reader), actor, arm)):
        return Say(none)
    ways = _ways(reader, actor, [foe.id for foe in foes], arm, is_shot)
    if len(ways) == 1:
        return Do(ways[0])
    if ways and len({getattr(x, "target", "") for x in ways}) == 1:
        return Do(reader.rules.fittest(reader.state, ways)) if not arm else Ask("Which do you mean?", tuple(ways))
    if ways:
        return Ask("Which do you mean?", tuple(ways))
    whom = " ".join(parts(foes[0].name)) if len(foes) == 1 else strikes["whom"]
    deed = "shoot" if is_shot and not arm else "attack"
    return f"{' '.join(parts(actor.name))} {deed} {whom}{f' with {arm}' if arm else ''}"


def shooting(reader: Reader, actor: Creature) -> Creature | None:
    """Who shoots, if the one whose turn it is has nothing to shoot with: the one other who has, if there is but one."""
    tactics = reader.rules.tactics
    if tactics is None or tactics.manner(reader.state, actor).shots:
        return None
    able = {getattr(x, "actor", "") for x in reader.options.listed}
    archers = [c for c in _ours(reader) if c.id in able and tactics.manner(reader.state, c).shots]
    return archers[0] if len(archers) == 1 else None


def cannot_shoot(rules: Ruleset, state: State, own: Sequence[Creature], actor: Creature, arm: str = "") -> str:
    """Why somebody has nothing to shoot with, or not with this; who has it, and what is at hand instead."""
    tactics = rules.tactics
    manner = tactics.manner(state, actor) if tactics is not None else None
    if manner is None or (manner.shots and (not arm or not _shoots(arm) or _is_arm(arm, manner.missile))):
        return ""
    if arm and not _shoots(arm):
        return ""
    shooter = next((i for i in actor.items if _shoots(i.name) and (not arm or _is_arm(arm, i.name))), None)
    able = [c for c in own if c.id != actor.id and tactics is not None and tactics.manner(state, c).shots]
    others = [c.name for c in able if not arm or any(_is_arm(arm, item.name) for item in c.items)]
    hand = [i.name.lower() for i in actor.items if i.place == "hand"]
    if shooter is None:
        lacks = f"{actor.name} has {f'no {arm} to attack' if arm else 'nothing to shoot'} with"
    else:
        ammunition = next(shot for word, shot in _AMMUNITION.items() if word in parts(shooter.name)[-1])
        has = any(ammunition.rstrip("s") in item.name.lower() for item in actor.items)
        lacks = f"{actor.name} has no {ammunition} for the {shooter.name.lower()}"
        lacks = _not_at_hand(rules, state, actor, shooter) if has else lacks
    also = f" {listing(others)} can." if others else ""
    return f"{lacks}.{also}" if shooter is None else f"{lacks}.{also} In hand: {listing(hand) or 'nothing'}."


def _not_at_hand(rules: Ruleset, state: State, actor: Creature, shooter: Item) -> str:
    """Why one with a bow and arrows does not shoot: it is packed, or there is a shield in the way."""
    name, arm = actor.name, shooter.name.lower()
    if shooter.place == "pack":
        equip = Equip(actor.id, shooter.id, "hand")
        against = play.why_not(rules, state, state.owner(actor.id), equip)
        drawn = f"to draw it, say: {parts(name)[0].capitalize()} holds the {arm}"
        return f"The {arm} of {name} is packed; {drawn if against is None else against.sentence.rstrip('.')}"
    has_shield = any(i.place == "worn" and "shield" in i.name.lower() for i in actor.items)
    return f"{name} cannot use the {arm}{' beside a shield: it takes both hands' if has_shield else ' as things are'}"


_AMMUNITION = {"crossbow": "bolts", "bow": "arrows", "sling": "stones"}


def _shoots(arm: str) -> bool:
    return any(word in " ".join(parts(arm)) for word in _AMMUNITION)


def _is_arm(arm: str, name: str) -> bool:
    """Whether words for an arm mean the one of this name: a bow is a short bow as well."""
    return bool(set(parts(arm)) & set(parts(name)))


def _thrown(reader: Reader, actor: Creature, rest: str, thing: str) -> Meaning | None:
    """A throw of what is in hand: the attack that it is, or that nothing comes of it from here."""
    held = next((i for i in actor.items if i.place == "hand" and set(tokens(thing)) <= set(tokens(i.name))), None)
    foes = aiming.meant(actor, reader.state.enemies_of(actor), re.sub(r"^.*? (?:at|on|onto|over) ", "", rest))
    fight = reader.state.fight
    if held is None or not foes or fight is None or not fight.steps or fight.step.phase == DECLARING:
        return None
    ways = _ways(reader, actor, [foe.id for foe in foes], thing, False)
    if ways:
        return Do(ways[0]) if len(ways) == 1 else Ask("Which do you mean?", tuple(ways))
    told = Attack(actor.id, foes[0].id, held.kind)
    if (against := play.why_not(reader.rules, reader.state, reader.seat, told)) is not None:
        return Say(against.sentence, against.rule)
    name = parts(actor.name)[0].capitalize()
    blow = f"{name} attacks {foes[0].name} with {held.name.lower()}"
    return Say(f"{actor.name} cannot throw that from here. To go up to them and strike: {blow}.")


def _has(reader: Reader, creature: Creature, thing: str) -> bool:
    """Whether somebody has a thing that the words name, or bears it burning."""
    wanted = {stem(word) for word in tokens(thing)} - _BURNING
    borne = [light.name for light in reader.state.lights if light.bearer == creature.id]
    return any(wanted & {stem(word) for word in tokens(name)} for name in (*borne, *(i.name for i in creature.items)))


_BURNING = {"burning", "lit", "flask"}


def _ways(reader: Reader, actor: Creature, foes: list[str], arm: str, is_shot: bool) -> list[Action]:
    """One's attacks on those, with the arm that is named; from afar with what shoots."""
    found = [x for x in reader.options.listed if isinstance(x, Attack) and x.actor == actor.id and x.target in foes]
    if arm:
        return [x for x in found if matches(tokens(arm), tokens(x.weapon.replace("-", " ")))]
    tactics = reader.rules.tactics
    if is_shot and tactics is not None:
        missile = tactics.manner(reader.state, actor).missile
        return [x for x in found if x.weapon == missile] or list(found)
    return list(found)


def deed(reader: Reader, said: str) -> Meaning | None:
    """Something done to a foe that no rule has: `Brunhild pushes the bat` is tried."""
    actor, rest = _spoken_to(reader, said)
    sort = sort_of(rest)
    if actor is None or reader.rules.book.calls is None or not any(e.endswith(" foes") for e in sort.success):
        return None
    if rest.split(" ")[0] not in sort.verbs.split() or not aiming.meant(actor, reader.state.enemies_of(actor), rest):
        return None
    return Do(Try(actor.id, rest))


def _spoken_to(reader: Reader, said: str) -> tuple[Creature | None, str]:
    """Who is to do it, by the name before it or because it is theirs to act, and the rest of the line."""
    for creature in _ours(reader):
        name = parts(creature.name)
        for called in (" ".join(name), name[0] if name else ""):
            if called and said.startswith(f"{called} "):
                word, _, more = said[len(called) :].strip(" ,:").partition(" ")
                return creature, f"{imperative(word)} {more}".strip()
    return reader.state.creatures.get(reader.focus), said


def _ours(reader: Reader) -> list[Creature]:
    state = reader.state
    return [c for c in state.active() if state.owns(reader.seat, c.id)]
