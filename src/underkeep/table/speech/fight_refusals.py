"""What nobody may be told to do in the middle of a fight, or what would come to nothing there: the reason, and what may
be done instead."""

from __future__ import annotations

import re
from collections.abc import Sequence

from underkeep.procedures import play
from underkeep.procedures.actions import Attack, Done, Move, Recall, Try
from underkeep.procedures.delve_actions import BreakOff
from underkeep.table import aiming
from underkeep.table.naming import listing
from underkeep.table.order import SAID, Order
from underkeep.table.orders import RoundOfOrders
from underkeep.table.speech.by_place import DECLARING
from underkeep.table.speech.describe import verb
from underkeep.table.speech.fighting_words import GIVING_IN, NO_TALK, SURRENDER
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say, Undertake, ours
from underkeep.table.speech.mentions import ITEM, mentions
from underkeep.table.speech.those_told import addressed, called_so
from underkeep.table.speech.wording import parts, stem, tokens
from underkeep.world.creature import Creature
from underkeep.world.gear import Item

_THEY_YIELD = re.compile(
    r"(?:surrender|yield|give up|give yourselves up|throw down your \w+|drop your \w+|lay down your \w+)\b"
    r"(?:.*\b(?:you|your|or (?:die|else|we))\b.*| now| (?:you )?\w+s)"
    r"|(?:you|your) .+\b(?:surrender|yield|give up)\b.*|(?:lay|throw|put|drop) (?:down )?your (?:arms|weapons|swords?|bows?)\b.*"
    r"|.*\b(?:call|calls|ask|asks|order|orders|tell|tells|demand|demands|shout|shouts|yell|yells|offer|offers)\b.*\b(?:surrender|yield|give up|quarter|lay down)\b.*"
)
_OFFERS = re.compile(
    r"(?:.* )?(?:offers?|bribes?|pays?|buys?|bargains?|trades?)\b.*"
    r"|(?:let|leave|give)s? (?:the \w+|them|it|him|her) (?:have )?(?:a |an |some |our |the |all our |\w+'?s? )*(?P<what>food|rations?|meat|bread|gold|coins?|money|treasure)\b.*"
)
_TALKS = re.compile(
    r"(?:(?:hails?|greets?|talks?|speaks?|parleys?|negotiates?|reasons?|calls? (?:out )?(?:to|for)|tries to talk|begs?|pleads?|shouts?|yells?)\b"
    r"(?:(?! a warning| for help| to (?:the others|everybody|everyone|us)).)*"
    r"|(?:calls?|asks?|offers?|begs?) for (?:a )?(?:truce|parley|peace|mercy|talks?).*|.*\b(?:truce|parley|peace talks?|cease ?fire)\b.*)"
)
_HANDS_OVER = re.compile(r"(?:gives?|hands?|passe?s?|lends?|tosse?s?|throws?) (?P<rest>.+)")
_PICKS_UP = re.compile(r"(?:picks? up|takes?|grabs?|loots?|snatch(?:es)?|gets?|fetch(?:es)?) (?:the |a |some )?(?P<whose>\w+)(?: s|'s)? (?P<thing>[\w ]+)")
_FROM_GROUND = re.compile(r"(?:picks? up|loots?|searche?s?|strips?|robs?) .+")
_TURNS = re.compile(r"(?:turns?|rebukes?|repels?|drives? (?:off|away|back)|banish(?:es)?) (?P<whom>.+?)(?: away| back| off)?(?: with (?P<how>.+))?")
_PRAYS = re.compile(r"(?:prays?|asks? (?:his|her|their|the) (?:god|goddess|deity|gods)|calls? (?:up)?on (?:his|her|their|the) (?:god|goddess|deity|gods)|bless(?:es)?|says? a prayer)\b.*")
_HEALS = re.compile(
    r"(?:heals?|cures?|bandages?|binds? (?:up )?|tends?(?: to)?|patch(?:es)? up|mends?|revives?|stabili[sz]es?|sees? to|treats?|nurses?|saves?"
    r"|(?:puts?|pours?|smears?|rubs?|lays?|uses?|casts?|gives?) (?:.+? )?(?:ointment|salve|bandages?|herbs?|potion|healing|hands|cure(?: light)?(?: wounds)?)\b(?: spell)?(?: on| to| over| into)?|helps?)"
    r" ?(?P<whom>.*)"
)
_POINTS = re.compile(r"(?:points?|waves?|uses?|aims?|zaps?|brandish(?:es)?|raises?|activates?|fires?|tries|works?|shakes?) (?P<thing>.+?)(?: (?:at|on|against|towards?|over|to) (?P<whom>.+))?")
_THROWS = re.compile(r"(?:throws?|hurls?|toss(?:es)?|lobs?|flings?|chucks?|smash(?:es)?|pours?|splash(?:es)?|empties) (?P<thing>.+?) (?:at|on|onto|over|into|against) (?P<whom>.+)")
_OWN = {"his", "her", "their", "my", "our", "the", "a", "an", "its"}


def said_to_them(reader: Reader, said: str) -> Meaning | None:
    """What is said to the foes in the middle of a fight."""
    who, rest = addressed(reader, ours(reader), said)
    rest = rest if who else said
    if _THEY_YIELD.fullmatch(rest):
        return Say(SURRENDER)
    offers = _OFFERS.fullmatch(rest)
    if offers is not None and not re.search(r"\b(?:fall|run|flee|retreat|withdraw)\b", rest):
        words = set(parts(rest))
        drop = "food" if words & _FOOD else "treasure" if words & _COINS else ""
        ways = [x for x in reader.options.listed if isinstance(x, BreakOff) and x.drop == drop and drop]
        if ways:
            return Ask(f"Nobody stops a fight for an offer. The {drop} may be thrown down while all get away: is that meant?", (ways[0],))
        if drop or _names_foe(reader, rest):
            return Say(f"{NO_TALK.partition(':')[0]}: nobody stops for an offer. To get out of it: everyone run away.")
    if _TALKS.fullmatch(rest) and not re.search(r"\b(?:attack|shoot|cast)s?\b", rest):
        if re.search(r"\b(?:we|i) (?:surrender|yield|give up)|mercy\b", rest):
            return Say(GIVING_IN)
        return Say(f"{NO_TALK} To get out of it: everyone run away.")
    return None


_FOOD = {"food", "ration", "rations", "meat", "bread"}
_COINS = {"gold", "coin", "coins", "money", "treasure", "gp", "silver", "loot"}


def _names_foe(reader: Reader, words: str) -> bool:
    own = ours(reader)
    return bool(own and aiming.meant(own[0], reader.state.enemies_of(own[0]), words, own))


def read(reader: Reader, said: str) -> Meaning | None:
    """Why a deed is not done here, or how it is; None if a line tells of none of these."""
    own = ours(reader)
    who, rest = addressed(reader, own, said)
    actor = reader.state.creatures.get(who[0] if len(who) == 1 else "" if who else reader.focus)
    rest = rest if who else said
    if actor is None:
        return None
    return (
        _turned(reader, own, actor, rest)
        or _prayed(reader, actor, rest)
        or _healed(reader, own, actor, rest)
        or _taken(reader, actor, rest)
        or _handed(reader, own, actor, rest)
        or _of_no_use(reader, own, actor, rest)
    )


def _deed_named(reader: Reader, word: str) -> type | None:
    """The game's own action in fights that goes by this word."""
    kinds = reader.rules.codec.action_types
    return next((kind for kind in kinds if word in tokens(verb(reader.rules, kind))[:1] and "undead" in tokens(verb(reader.rules, kind))), None)


def _turned(reader: Reader, own: Sequence[Creature], actor: Creature, rest: str) -> Meaning | None:
    """The undead are turned, by those who can; nobody else is."""
    found = _TURNS.fullmatch(rest)
    if found is None or not rest.startswith(("turn", "rebuke", "repel", "banish")) and not re.search("holy|symbol|prayer|god|cross|faith", rest):
        return None
    kind = _deed_named(reader, "turn")
    foes = aiming.meant(actor, reader.state.enemies_of(actor), found["whom"], own)
    if not foes and "undead" not in parts(found["whom"]):
        return None
    if kind is None:
        return Say(f"Nobody turns the undead by prayer in this game. {_may(reader, actor)}")
    named = [c for c in own if set(called_so(c)) & set(parts(rest))]
    able = [c for c in own if _is_able(reader, c, "turn")]
    if not able:
        return Say(f"Nobody of the party can turn the undead. {_may(reader, actor)}")
    turner = actor if actor in able else None
    if turner is None:
        return Say(f"{actor.name} cannot turn the undead; {listing([c.name for c in able])} can.") if not named else None
    if foes and not any(_looks_undead(reader, foe) for foe in foes):
        return Say(f"Only the undead can be turned, and nobody takes {listing(sorted({_bare(f) for f in foes}))} for undead. {_may(reader, turner)}")
    action = kind(turner.id)
    against = play.why_not(reader.rules, reader.state, reader.seat, action)
    if against is None:
        return Do(action)
    fight = reader.state.fight
    if fight is not None and "step" in against.sentence:
        order = Order(SAID, aim=" ".join(tokens(verb(reader.rules, kind))), until=fight.round)
        orders = {turner.id: order}
        return Undertake(RoundOfOrders({**reader.orders, **orders}), orders, f"{turner.name}: turns the undead, when it is time for that.")
    return Say(against.sentence, against.rule)


def _is_able(reader: Reader, creature: Creature, word: str) -> bool:
    card = reader.rules.card(reader.state, creature)
    return any(word in tokens(f"{label} {value}") for _, rows in card.sections for label, value in rows)


def _bare(foe: Creature) -> str:
    return f"{re.sub(r'[ -]*[0-9]+$', '', foe.name).lower()}s"


def _looks_undead(reader: Reader, foe: Creature) -> bool:
    """Whether one might be of the dead, as far as it looks: those whom nobody can name might be anything."""
    lore = reader.rules.lore
    is_named = lore is None or set(parts(lore.name(foe.kind))) & set(parts(foe.name))
    return not is_named or bool(_DEAD & {form for word in parts(foe.name) for form in (word, stem(word))})


_DEAD = {
    *("skeleton", "zombie", "ghoul", "wight", "wraith", "mummy", "spectre", "vampire", "ghost", "shade", "shadow", "undead"),
    *("corpse", "bone", "dead", "lich", "revenant", "phantom", "spirit", "draugr", "spirit", "banshee", "crypt", "death"),
}


def _prayed(reader: Reader, actor: Creature, rest: str) -> Meaning | None:
    """Prayers are answered by spells alone."""
    if not _PRAYS.fullmatch(rest):
        return None
    spells = sorted({str(getattr(x, "spell", "")) for x in reader.options.listed if getattr(x, "actor", "") == actor.id} - {""})
    if spells:
        return Say(f"A prayer is answered by a spell alone. {actor.name} can cast {listing([s.replace('-', ' ') for s in spells])} now.")
    return Say(f"A prayer is answered by a spell alone, and {actor.name} has none to cast now. {_may(reader, actor)}")


def _healed(reader: Reader, own: Sequence[Creature], actor: Creature, rest: str) -> Meaning | None:
    """Wounds in the middle of a fight: the dead stay dead, the whole need nothing, others need a spell or a draught."""
    found = _HEALS.fullmatch(rest)
    if found is None:
        return None
    words = set(parts(found["whom"]))
    is_help = rest.startswith(("help", "save", "sees", "see "))
    all_of_ours = [c for c in reader.state.creatures.values() if c.side == actor.side]
    whom = next((c for c in all_of_ours if set(called_so(c)) & words), None)
    if whom is None and words & {"himself", "herself", "themselves", "myself", "self"}:
        whom = actor
    if whom is None and words & {"wounded", "fallen", "hurt", "dead", "dying", "wound", "wounds"}:
        hurt = sorted((c for c in all_of_ours if _is_hurt(reader, c)), key=lambda c: (c.status == "dead", c.hp))
        if not hurt:
            return Say("Nobody of the party is hurt.")
        whom = hurt[0]
    if whom is None:
        return None
    if whom.status == "dead":
        return Say(f"{whom.name} is dead; nothing that can be done here mends that.")
    if is_help and whom.status == "up":
        return None
    if not _is_hurt(reader, whom):
        return Say(f"{whom.name} is not hurt. {_may(reader, actor)}")
    heals = [x for x in reader.options.listed if getattr(x, "target", None) == whom.id and getattr(x, "spell", "")]
    heals = [x for x in heals if _mends(reader, x)]
    if heals:
        by_actor = [x for x in heals if getattr(x, "actor", "") == actor.id]
        return Do(by_actor[0]) if by_actor else Ask("Is this meant?", tuple(heals[:4]))
    announced = [x for x in reader.options.listed if getattr(x, "spell", "") and "cure" in str(getattr(x, "spell", "")).lower()]
    if announced:
        return None
    told = f"Nobody has a spell or a draught at hand that would mend {whom.name} now; wounds are bound when the fight is over."
    return Say(f"{told} To stand by {whom.name}: {actor.name} guards {whom.name}." if whom.id != actor.id else told)


def _mends(reader: Reader, action: object) -> bool:
    hint = reader.rules.tactics.hint(reader.state, action) if reader.rules.tactics is not None else None  # type: ignore[arg-type]
    return hint is not None and hint.use == "mend"


def _is_hurt(reader: Reader, creature: Creature) -> bool:
    left, whole = reader.rules.life(creature)
    return left < whole or creature.status != "up"


def _taken(reader: Reader, actor: Creature, rest: str) -> Meaning | None:
    """What the fallen have, and what lies about, while others fight."""
    found = _PICKS_UP.fullmatch(rest)
    if found is not None:
        owner = next((c for c in reader.state.creatures.values() if parts(c.name)[:1] == [found["whose"]] and c.id != actor.id), None)
        if owner is not None:
            wanted = {stem(w) for w in parts(found["thing"])} - _OWN
            has = [i for i in owner.items if wanted & {stem(w) for w in parts(i.name)}]
            if owner.side == actor.side and not has:
                carries = listing([i.name.lower() for i in owner.items][:6]) if owner.items else "nothing"
                return Say(f"{owner.name} has no {found['thing']}: {owner.name} carries {carries}.")
            return Say(f"What {owner.name} has is taken when the fight is over. {_may(reader, actor)}")
    if _FROM_GROUND.fullmatch(rest) and not any(tokens(verb(reader.rules, type(x)))[:1] == ["pick"] for x in reader.options.listed):
        return Say(f"Things are gathered when the fight is over. {_may(reader, actor)}")
    return None


def _handed(reader: Reader, own: Sequence[Creature], actor: Creature, rest: str) -> Meaning | None:
    """Nothing changes hands in the middle of a fight."""
    found = _HANDS_OVER.fullmatch(rest)
    if found is None or found["rest"].endswith("up"):
        return None
    words = parts(found["rest"])
    to = [c for c in own if c.id != actor.id and set(called_so(c)[1:]) & set(words)]
    has = [m for m in mentions(reader, words) if m.role == ITEM]
    if not to or not has or re.search(r"\b(?:at|into) (?:the |\w+ \d)", rest):
        return None
    return Say(f"Nothing changes hands in the middle of a fight; {actor.name} can give it to {to[0].name} when it is over. {_may(reader, actor)}")


def _of_no_use(reader: Reader, own: Sequence[Creature], actor: Creature, rest: str) -> Meaning | None:
    """A thing of one's own that no rule gives any use against a foe: pointed, waved or thrown."""
    found = _THROWS.fullmatch(rest) or _POINTS.fullmatch(rest)
    if found is None:
        return None
    item = _item(actor, found["thing"])
    if item is None:
        return None
    if found["whom"] and not aiming.meant(actor, reader.state.enemies_of(actor), found["whom"], own):
        return None
    if _has_use(reader, actor, item):
        return None
    is_thrown = _THROWS.fullmatch(rest) is not None
    thing = item.name.lower()
    whose = f"{actor.name}'s {thing}"
    told = (
        f"The rules know no harm that {whose} does when it is thrown"
        if is_thrown
        else f"Nothing is known of {whose} that would be of use against a foe: nobody has been told of any power in it"
    )
    return Say(f"{told}. {_may(reader, actor)} For something else that may come of it: {actor.name} tries to distract them with the {thing}.")


def _item(actor: Creature, words: str) -> Item | None:
    wanted = {stem(w) for w in parts(words)} - _OWN
    found = [i for i in actor.items if wanted & {stem(w) for w in parts(i.name)} and i.place != "worn"]
    return max(found, key=lambda i: len(wanted & {stem(w) for w in parts(i.name)})) if found else None


def _has_use(reader: Reader, actor: Creature, item: Item) -> bool:
    """Whether the game lets one do anything with it here, as a weapon, a book, a draught or by a power of its own."""
    words = set(parts(item.name))
    if words & _USEFUL or any(w.endswith(("sword", "bow", "axe")) for w in words):
        return True
    tactics = reader.rules.tactics
    manner = tactics.manner(reader.state, actor) if tactics is not None else None
    if manner is not None and words & {*parts(manner.blow), *parts(manner.missile)}:
        return True
    names = {getattr(x, field, "") for x in reader.options.listed for field in ("item", "weapon", "spell") if getattr(x, "actor", "") == actor.id}
    if item.id in names or item.kind in names:
        return True
    return reader.rules.id != "knave" and bool(words & {"oil", "wand", "rod", "staff", "scroll", "potion", "water", "ring"})


_USEFUL = {
    *("sword", "dagger", "knife", "mace", "axe", "hammer", "bow", "sling", "crossbow", "spear", "halberd", "club", "staff"),
    *("spellbook", "scroll", "potion", "javelin", "torch", "lance", "trident", "flail", "pike", "cleaver", "net"),
}


def _may(reader: Reader, actor: Creature) -> str:
    """What somebody may do instead, now or in this round."""
    listed = [x for x in reader.options.listed if getattr(x, "actor", "") == actor.id]
    fight = reader.state.fight
    kinds = list(dict.fromkeys(type(x) for x in listed if not isinstance(x, Done | Try | Recall)))
    told = ["attack" if kind is Attack else "lead everybody out" if kind is BreakOff else verb(reader.rules, kind) for kind in kinds]
    told += ["move" for m in reader.options.moves if m.actor == actor.id and isinstance(m.to(m.grid.first(m.mask)), Move)][:1]
    if fight is not None and fight.steps and fight.step.phase == DECLARING:
        told = [*told, "attack", "shoot" if _can_shoot(reader, actor) else "", "guard somebody", "fall back"]
    told = [one for one in dict.fromkeys(told) if one]
    return f"{actor.name} may {_or(told)} instead." if told else f"{actor.name} has nothing left to do in this step."


def _or(told: Sequence[str]) -> str:
    return told[0] if len(told) == 1 else f"{', '.join(told[:-1])} or {told[-1]}"


def _can_shoot(reader: Reader, actor: Creature) -> bool:
    tactics = reader.rules.tactics
    return tactics is not None and tactics.manner(reader.state, actor).shots > 0


def instead(reader: Reader, typed: str, meant: Say) -> Meaning:
    """A bare refusal with what may be done instead."""
    if meant.text != "Not in the middle of a fight.":
        return meant
    who, _ = addressed(reader, ours(reader), typed)
    actor = reader.state.creatures.get(who[0] if len(who) == 1 else reader.focus)
    if actor is None:
        return meant
    return Say(f"That waits until the fight is over. {_may(reader, actor)}", meant.rule)
