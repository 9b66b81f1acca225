"""What a line does to those who are met, short of words: to hide from them, to lay food before them, to throw something
at them, to shoot without arrows, to turn them away; and what the party knows of their kind."""

from __future__ import annotations

import re
from collections.abc import Callable

from underkeep.procedures import delve_actions as a
from underkeep.table import naming
from underkeep.table.naming import without_number
from underkeep.table.speech import frames
from underkeep.table.speech.arms_at_hand import named_first, of_arms
from underkeep.table.speech.by_any_name import names_a_monster
from underkeep.table.speech.handling import fits
from underkeep.table.speech.lexicon import alike, group
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say, Show, ours
from underkeep.table.speech.mentions import FOE, mentions
from underkeep.table.speech.spells_wished import of_spells
from underkeep.table.speech.stranger_deeds import searched_or_joined
from underkeep.table.speech.talking import talking
from underkeep.table.speech.wording import first_part, folded, parts, stem
from underkeep.world.creature import Creature

Read = Callable[[str], Meaning | None]
_LAYS = re.compile(
    r"\b(?:lay|lays|put|puts|place|places|set|sets|leave|leaves|drop|drops|throw|throws|toss|tosses|roll|rolls|slide"
    r"|slides|fling|flings|chuck|chucks|hold|holds|feed|feeds|offer|offers|give|gives)\b(?P<what>.*)"
)
_RUNS = re.compile(r"\b(?:run|runs|flee|leg it|bolt|escape)\b|\b(?:and|then) (?:we )?(?:leave|go|depart)\b")
_THROWS = re.compile(
    r"(?:(?P<who>\w+),? )?(?:throw|hurl|toss|lob|fling|chuck|pour|sling)(?:e?s)? (?P<what>.+?)"
    r"(?: (?:at|on|onto|over|into|among|amongst|in|between|towards?|to|and|,) .*)?"
)
_HIDES = re.compile(
    r"\b(?:hide|hides|hiding|crouch|crouches|duck|ducks|conceal|conceals|out of sight|take cover|takes cover|lie low)\b"
)
_ALL = {"everybody", "everyone", "all", "we", "us", "party", "lets", "let"}
_SPELL = re.compile(
    r"(?:(?P<who>\w+),? )?casts? (?:his|her|my|a|the|their|one)(?: \w+)? spells?"
    r"(?: (?:on|at|upon|over|against) (?P<aim>.+))?"
)
_USES = re.compile(r"(?:(?P<who>\w+),? )?(?:uses?|tries|try|works?|invokes?|unleash(?:es)?) (?P<rest>.+)")
_KNOWN = re.compile(
    r"(?:(?P<who>\w+),? )?(?:what (?:do|does|can|could) (?:you|we|i|\w+) (?:know|remember|recall|tell us|tell)"
    r"|how (?:tough|strong|dangerous|deadly|hard) (?:is|are)|what (?:is|are) (?:known|special)"
    r"|(?:is|are) (?=.*\b(?:poisonous|venomous|undead|dangerous|intelligent)\b)"
    r"|(?:can|do|does|will|would) (?=.*\b(?:hurt|harm|affect|damage|work|eat|fear|sleep|burn|bleed|swim|fly"
    r"|regenerate)\b)"
    r"(?!.*\b(?:we|us|you|i)\b)"
    r"|what (?:do|does|can) (?=.*\b(?:eat|eats|fear|hate|hurt|hurts)\b))\b.*"
)


_LIGHTS = re.compile(
    r"^(?!.*\b(?:spell|casts?)\b).*\b(?:lights?|relights?|kindles?)\b.*"
    r"\b(?:torch(?:es)?|lanterns?|lamps?|candles?|oil|flasks?|tapers?)\b"
)
"""To light a thing that burns is no spell."""


def at_them(reader: Reader, said: str, read: Read) -> Meaning | None:
    """The deed that a line is, to those who are met; None of any other."""
    return (
        _turned(reader, said)
        or (None if _LIGHTS.search(said) else of_spells(reader, said))
        or _cast(reader, said, read)
        or _struck(reader, said)
        or searched_or_joined(reader, said)
        or _laid(reader, said)
        or _thrown(reader, said)
        or of_arms(reader, said)
        or _hidden(reader, said)
        or _circled(reader, said)
    )


def _names_foe(reader: Reader, said: str) -> bool:
    return any(m.role == FOE for m in mentions(reader, parts(said)))


_STRIKES = re.compile(
    r"(?:(?P<who>\w+),? |every(?:body|one) |all of us )?(?:goes and |just )?(?P<verb>[a-z]+)"
    r"(?: (?:at|on|into|through))? "
    r"(?P<whom>(?:(?:the|this|that|these|those|one of the|one|any|some|a|an|nearest|closest|biggest|first|them"
    r"|it) ?)+.*)"
)
_BLOWS = group("hit") | group("blow") | {"shoot", "fire", "loose", "sling", "snipe"}
_TO_SCARE = re.compile(r"\b(?:scare|frighten|drive|warn|threaten|shoo|without|if|unless|when|not)\b")


def _struck(reader: Reader, said: str) -> Meaning | None:
    """`Garrick jabs at the snake`, `swat the bees`: a blow begins the fight."""
    found = _STRIKES.fullmatch(said)
    if found is None or a.Engage() not in reader.options.listed or _TO_SCARE.search(said):
        return None
    is_foe = _names_foe(reader, found["whom"]) or bool(set(parts(found["whom"])) & _ANY_OF_THEM)
    return Do(a.Engage()) if alike(found["verb"], _BLOWS) and is_foe else None


_ANY_OF_THEM = {
    "sleeper",
    "sleepers",
    "leader",
    "chief",
    "boss",
    "nearest",
    "closest",
    "biggest",
    "lot",
    "ones",
    "bastards",
}


_CIRCLES = re.compile(
    r"(?:(?P<who>\w+),? )?(?:sneaks?|creeps?|circles?|slips?|moves?|works?|goes?|steals?|gets?|crawls?|climbs?)\b.*"
    r"\b(?:behind|round|around|up on|up to|above|flank|over)\b.*"
)


_OWN_LINE = re.compile(r"\bbehind (?:the |our )?(?:others?|rest|fighters?|party|line|front|every\w+|us)\b")


def _circled(reader: Reader, said: str) -> Meaning | None:
    """`Cuthwin sneaks round behind them`: that may be tried, by whoever is named."""
    found = _CIRCLES.fullmatch(said)
    is_meant = (
        found is not None
        and not _OWN_LINE.search(said)
        and named_first(reader, found["who"] or "") is not None
        and _names_foe(reader, said)
    )
    return frames.offered(reader, said) if is_meant else None


_SOMETHING_TO_EAT = re.compile(r"\b(?:something|a bite|a little something) to eat\b|\ba (?:bite|meal|snack)\b")


def _laid(reader: Reader, said: str) -> Meaning | None:
    """`Aldous lays a ration down near it`: food is offered, by whoever is named, and as much as the line says."""
    said = _SOMETHING_TO_EAT.sub("food", said)
    found = _LAYS.search(said)
    words = parts(found["what"]) if found is not None else []
    food = [n for n, word in enumerate(words) if {word, stem(word)} & group("food")]
    if not food or _RUNS.search(said):
        return None
    taker = any(first_part(c.name) in words for c in ours(reader))
    who = next((c for c in ours(reader) if first_part(c.name) in parts(said)), None)
    if taker or not [x for x in reader.options.listed if isinstance(x, a.Offer)]:
        return None
    count = next((word for word in words[: food[0]] if word.isdecimal()), "")
    offers = list(talking(reader.state, reader.options, f"offer {count} food".replace("  ", " ")))
    able = [x for x in offers if who is not None and getattr(x, "actor", "") == who.id]
    enough = [x for x in able or offers if not count or getattr(x, "count", 0) >= int(count)]
    if not offers or not isinstance(offers[0], a.Offer) or not offers[0].item:
        return None
    given = reader.rules.fittest(reader.state, enough or able or offers)
    later = re.split(r"\b(?:and then|and|then)\b", said[found.end("what") - len(found["what"]) :])[1:] if found else []
    rest = " ".join(later).strip(" ,")
    note = f"Then, if they are still there: {rest}." if len(rest.split()) > 1 else ""
    return Do(given, "" if note or enough else note) if enough else Do(given, f"Nobody has {count} of them at once.")


def _thrown(reader: Reader, said: str) -> Meaning | None:
    """A thing thrown at them begins a fight, if somebody has it; food and coins are for peace."""
    found = _THROWS.fullmatch(said)
    if found is None or a.Engage() not in reader.options.listed:
        return None
    words = [word for word in parts(found["what"]) if word not in _SMALL and word not in group("those")]
    if not words or set(words) & (group("food") | group("coins") | {"coin", "piece", "pieces", "silver", "down"}):
        return None
    aim = said[found.end("what") :]
    if not _names_foe(reader, said[found.start("what") :]) and (_AIMS.match(aim) or not aim):
        return None
    who = named_first(reader, found["who"] or "")
    able = [who] if who is not None else ours(reader)
    what = " ".join(words)
    has = [(c, i) for c in able for i in c.items if fits(what, i.name) or stem(parts(i.name)[-1]) == stem(words[-1])]
    if not has:
        thing = re.sub(r"^(?:an?|the|his|her|my|our|their|some|one|1) ", "", found["what"])
        thing = re.sub(r"^(?:them|it|him|her|the \w+) (?:an?|the|his|her|some) ", "", thing)
        return Say(
            f"{who.name} has no {thing} to throw." if who is not None else f"Nobody here has any {thing} to throw."
        )
    holder, item = has[0]
    told = f"throw {item.name.lower()} at them with {holder.name}"
    if not {stem(w) for w in parts(item.name)} & _HARMFUL:
        return Ask(f"That begins a fight. Is the party to attack? In it, say: {told}.", (a.Engage(),))
    return Do(a.Engage(), f"That begins a fight: {told}.")


_HARMFUL = {
    "oil",
    "acid",
    "poison",
    "fire",
    "bomb",
    "dagger",
    "axe",
    "spear",
    "javelin",
    "knife",
    "torch",
    "dart",
    "stone",
}


_AIMS = re.compile(r" (?:at|on|onto|over|into|in|between|towards?|to)\b")
_SMALL = {
    *("a", "an", "the", "of", "his", "her", "my", "our", "their", "some", "one", "lit", "burning", "flaming"),
    *("this", "that", "another", "big", "heavy", "few", "bit"),
}


def _hidden(reader: Reader, said: str) -> Meaning | None:
    """Those hide who can; where no rule hides anybody, the party may but keep still."""
    if not _HIDES.search(said) or re.search(r"\b(?:ambush|jump|attack|then)\b", said):
        return None
    words = set(parts(said))
    can = [x for x in reader.options.listed if type(x).__name__ == "Hide"]
    named = [c for c in ours(reader) if first_part(c.name) in words]
    own = [x for x in can if any(getattr(x, "actor", "") == c.id for c in named)]
    if own:
        return Do(own[0]) if len(own) == 1 else Ask("Who hides?", tuple(own))
    if named and can:
        able = " or ".join(reader.state.creatures[getattr(x, "actor", "")].name for x in can)
        return Say(f"{named[0].name} has not learnt to hide; {able} may: hide.")
    if len(can) == 1 or (can and not words & _ALL):
        return Do(reader.rules.fittest(reader.state, can))
    if can:
        return Ask("Not all can hide. Who does?", tuple(can))
    if reader.rules.codec and a.StandBy() in reader.options.listed and words & _HIDDEN_WORDS:
        return Ask("No rule hides the party here; it may keep still, and see. Is that meant?", (a.StandBy(),))
    return None


_HIDDEN_WORDS = {"crouch", "crouches", "duck", "ducks", "conceal", "cover", "bushes", "behind"}


def _turned(reader: Reader, said: str) -> Meaning | None:
    """`Maude turns the bloodsuckers with her holy symbol`: as the game's own way to turn the undead, or why not."""
    words = parts(said)
    kinds = [kind for kind in reader.rules.codec.action_types if kind.__name__ == "TurnUndead"]
    is_meant = {"symbol", "crucifix"} & set(words) or (_TURNS.search(said) and _names_foe(reader, said))
    if not kinds or not is_meant or {"give", "gives", "offer", "offers"} & set(words):
        return None
    who = next((c for c in ours(reader) if first_part(c.name) in words), None)
    listed = [x for x in reader.options.listed if type(x) is kinds[0]]
    own = [x for x in listed if who is not None and getattr(x, "actor", "") == who.id]
    if own or listed:
        return Do(reader.rules.fittest(reader.state, own or listed))
    return Say(WHO_REPELS)


WHO_REPELS = "Nobody in the party can do that: who has the gift turns the undead, and those alone."
_TURNS = re.compile(r"\b(?:turns?|repels?|rebukes?|banish(?:es)?) (?!back|away|around|round|to\b|tail)")


def _cast(reader: Reader, said: str, read: Read) -> Meaning | None:
    """`Tancred casts his spell on them`: the one that he has; and `use telekinesis to lift it away`."""
    found = _SPELL.fullmatch(said)
    if found is not None:
        who = named_first(reader, found["who"] or "")
        some = [who] if who is not None else ours(reader)
        spells = sorted({name for c in some for name in _on_sheet(reader, c)})
        if who is not None and spells:
            named = first_part(who.name).capitalize()
            return Say(f"{named} has {naming.listing(spells)}; say which: cast {folded(spells[0])} with {named}.")
        return Show("spells", first_part(who.name) if who is not None else "")
    if (by_verb := _by_its_verb(reader, said)) is not None:
        return read(by_verb)
    used = _USES.fullmatch(said)
    for name in map(folded, reader.rules.spells()) if used is not None else ():
        if used is not None and f" {name} " in f" {' '.join(parts(used['rest']))} ":
            who = named_first(reader, used["who"] or "")
            hands = [who] if who is not None else [c for c in ours(reader) if name in map(folded, _on_sheet(reader, c))]
            return read(f"{first_part(hands[0].name)} casts {name} on them") if hands else None
    return None


def _by_its_verb(reader: Reader, said: str) -> str | None:
    """`Leofa charms the biggest orc`, as a line that casts the spell which that names."""
    name, _, rest = said.partition(" ")
    verb, _, whom = rest.partition(" ")
    who = named_first(reader, name.rstrip(","))
    is_one = _FIRST.fullmatch(whom) is not None
    if who is None or not whom or not (is_one or _names_foe(reader, whom)):
        return None
    spells = [folded(x) for x in _on_sheet(reader, who) if alike(verb, frozenset(parts(x)[:1]))]
    met = reader.state.encounter
    first = reader.state.creatures[met.monsters[0]].name.lower() if met is not None and met.monsters else "them"
    foe = first if is_one else re.sub(_ANY_ONE, "", whom)
    return f"{first_part(who.name)} casts {spells[0]} on {foe}" if spells else None


_FIRST = re.compile(r"(?:the )?(?:first|nearest|closest|biggest|leader|front)(?: one| of them)?|one(?: of them)?")
_ANY_ONE = r"\b(?:the|one of|biggest|nearest|closest|largest|smallest|first|last|strongest|ugliest|leading) "


def _on_sheet(reader: Reader, who: Creature) -> list[str]:
    """The spells that the sheet of somebody names."""
    card = reader.rules.card(reader.state, who)
    told = folded(" ".join(f"{label} {value}" for _, rows in card.sections for label, value in rows))
    held = folded(" ".join(item.name for item in who.items))
    return [name for name in reader.rules.spells() if f" {folded(name)} " in f" {told} {held} "]


_ABOUT = re.compile(
    r"\b(?:about|of|are|is|do|does|can) (?:the |these |those |an? )?(?P<kind>(?!you\b|we\b|i\b)[a-z]+)\b"
)


_SHORT = 2


def known_of(reader: Reader, said: str, read: Read) -> Meaning | None:
    """`Dagna, how tough are gnolls?`: what that one, or anybody, knows of the kind that is met."""
    found = _KNOWN.fullmatch(said)
    if found is None:
        return None
    own = [c for c in ours(reader) if first_part(c.name) in parts(said)]
    if re.search(r"\byou\b", said) and not own:
        return None
    met = reader.state.encounter
    names = [reader.state.creatures[id].name for id in met.monsters] if met is not None else []
    about = _ABOUT.search(said)
    told = frozenset(word for name in names for word in parts(name))
    is_theirs = about is not None and any(alike(word, told) for word in parts(said) if len(word) > _SHORT)
    if about is not None and names_a_monster(reader.rules, about["kind"]) and not is_theirs:
        kind = about["kind"]
    elif names and _names_foe(reader, said):
        kind = without_number(names[0]).lower()
    else:
        return None
    return read(f"recall {kind}{f' for {first_part(own[0].name)}' if own else ''}")
