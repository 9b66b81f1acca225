"""Spells, prayers, turning and healing in a fight that come to nothing: the reason, and what may be done instead."""

from __future__ import annotations

import re
from collections.abc import Sequence

from underkeep.procedures import play
from underkeep.table import aiming
from underkeep.table.naming import listing
from underkeep.table.order import SAID, Order
from underkeep.table.orders import RoundOfOrders
from underkeep.table.speech.battle_orders import may_yet
from underkeep.table.speech.describe import verb
from underkeep.table.speech.fight_choices import may_do
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say, Undertake, ours
from underkeep.table.speech.spells_wished import all_held
from underkeep.table.speech.those_told import addressed, called_so, led_by
from underkeep.table.speech.wording import parts, stem, tokens
from underkeep.world.creature import Creature

_CASTS = re.compile(
    r"casts? (?:(?:the|his|her|a) (?!spell$|spell ))?(?:spell (?:of ))?(?P<spell>.+?)(?: spell)?(?: (?:on|at|"
    r"upon|against|over|in|into|between|behind) .+)?"
)


def cast_in_vain(reader: Reader, said: str) -> Meaning | None:
    """A spell that whoever is named does not have at hand; what that one could cast instead."""
    own = ours(reader)
    who, rest = addressed(reader, own, said)
    found = _CASTS.fullmatch(rest)
    if found is None or len(who) != 1:
        return None
    caster = reader.state.creatures[who[0]]
    if set(parts(found["spell"])) <= _ANY_SPELL:
        return _any_spell(reader, caster)
    wanted = parts(found["spell"])
    known = {" ".join(parts(name)): name for name in reader.rules.spells()}
    named = next((name for key, name in known.items() if key == " ".join(wanted)), "")
    rows = [row for _, rows in reader.rules.card(reader.state, caster).sections for row in rows]
    sheet = " ".join(" ".join(parts(value)) for _, value in rows)
    books = " ".join(" ".join(parts(item.name)) for item in caster.items)
    if not named or f" {' '.join(wanted)} " in f" {sheet} {books} ":
        return None
    listed = [x for x in reader.options.listed if getattr(x, "spell", "")]
    able = sorted(
        {str(getattr(x, "spell", "")).replace("-", " ") for x in listed if getattr(x, "actor", "") == caster.id}
    )
    others = [
        c.name
        for c in own
        if any(getattr(x, "actor", "") == c.id and parts(str(getattr(x, "spell", ""))) == wanted for x in listed)
    ]
    told = [f"{caster.name} does not have {named}"]
    told += [f"{listing(others)} has"] if others else []
    told += [f"{caster.name} could cast {listing(able)}"] if able else []
    return Say(f"{'; '.join(told)}.{'' if able else f' {may_do(reader, caster)}'}")


_ANY_SPELL = {
    "his",
    "her",
    "their",
    "a",
    "an",
    "the",
    "some",
    "any",
    "only",
    "best",
    "spell",
    "spells",
    "something",
    "magic",
}


def _any_spell(reader: Reader, caster: Creature) -> Meaning:
    """The one spell that somebody can cast now; which, if there are several."""
    ways = [x for x in reader.options.listed if getattr(x, "spell", "") and getattr(x, "actor", "") == caster.id]
    if not ways:
        return Say(f"{caster.name} has no spell to cast now. {all_held(reader, [caster])} {may_do(reader, caster)}")
    return Do(ways[0]) if len(ways) == 1 else Ask("Which do you mean?", tuple(ways[:12]))


_TURNS = re.compile(
    r"(?:turns?|rebukes?|repels?|drives? (?:off|away|back)|banish(?:es)?) (?P<whom>.+?)(?: "
    r"away| back| off)?(?: with (?P<how>.+))?"
)

_PRAYS = re.compile(
    r"(?:prays?|asks? (?:his|her|their|the) (?:god|goddess|deity|gods)|calls? (?:up)?on "
    r"(?:his|her|their|the) (?:god|goddess|deity|gods)|bless(?:es)?|says? a prayer)\b.*"
)

_HEALS = re.compile(
    r"(?:heals?|cures?|bandages?|binds? (?:up )?|tends?(?: to)?|patch(?:es)? up|mends?|"
    r"revives?|stabili[sz]es?|sees? to|treats?|nurses?|saves?"
    r"|(?:puts?|pours?|smears?|rubs?|lays?|uses?|casts?|gives?) (?:.+? )?(?:ointment|salve|"
    r"bandages?|herbs?|potion|healing|hands|cure(?: light)?(?: wounds)?)\b(?: spell)?(?: on| "
    r"to| over| into)?|helps?)"
    r" ?(?P<whom>.*)"
)


def _deed_named(reader: Reader, word: str) -> type | None:
    """The game's own action in fights that goes by this word."""
    kinds = reader.rules.codec.action_types
    return next(
        (
            kind
            for kind in kinds
            if word in tokens(verb(reader.rules, kind))[:1] and "undead" in tokens(verb(reader.rules, kind))
        ),
        None,
    )


def turned(reader: Reader, own: Sequence[Creature], actor: Creature, rest: str) -> Meaning | None:
    """The undead are turned, by those who can; nobody else is."""
    found = _TURNS.fullmatch(rest)
    if found is None or (
        not rest.startswith(("turn", "rebuke", "repel", "banish"))
        and not re.search("holy|symbol|prayer|god|cross|faith", rest)
    ):
        return None
    kind = _deed_named(reader, "turn")
    foes = aiming.meant(actor, reader.state.enemies_of(actor), found["whom"], own)
    foes = foes or (reader.state.enemies_of(actor) if "undead" in parts(found["whom"]) else [])
    if not foes and "undead" not in parts(found["whom"]):
        return None
    if kind is None:
        return Say(f"Nobody turns the undead by prayer in this game. {may_do(reader, actor)}")
    named = [c for c in own if set(called_so(c)) & set(parts(rest))]
    able = [c for c in own if _is_able(reader, c, "turn")]
    if not able:
        return Say(f"The party cannot turn the undead: nobody of it knows how. {may_do(reader, actor)}")
    turner = actor if actor in able else None
    if turner is None:
        return (
            Say(f"{actor.name} cannot turn the undead; {listing([c.name for c in able])} can.") if not named else None
        )
    if foes and not any(_looks_undead(reader, foe) for foe in foes):
        return Say(
            f"Only the undead can be turned, and nobody takes "
            f"{listing(sorted({_bare(f) for f in foes}))} for undead. {may_do(reader, turner)}"
        )
    action = kind(turner.id)
    against = play.why_not(reader.rules, reader.state, reader.seat, action)
    if against is None:
        return Do(action)
    fight = reader.state.fight
    is_later = against.sentence.endswith("cannot act now.") and may_yet(reader, turner.id)
    if fight is not None and ("step" in against.sentence or is_later):
        order = Order(SAID, aim=" ".join(tokens(verb(reader.rules, kind))), until=fight.round)
        orders = {turner.id: order}
        return Undertake(
            RoundOfOrders({**reader.orders, **orders}),
            orders,
            f"{turner.name}: turns the undead, when it is time for that.",
        )
    return Say(against.sentence, against.rule)


def all_turn_undead(reader: Reader, said: str) -> Meaning | None:
    """Several who are named turn the undead, each when it is time for it; of who cannot it is said why."""
    own = ours(reader)
    who, rest = led_by(reader, own, said)
    if len(who) < _SEVERAL or len(who) == len(own) or _TURNS.fullmatch(rest) is None:
        return None
    each = [turned(reader, own, reader.state.creatures[id], rest) for id in who]
    orders = {id: order for meant in each if isinstance(meant, Undertake) for id, order in meant.orders.items()}
    if len([meant for meant in each if meant is not None]) < len(each) or not orders:
        return each[0] if isinstance(each[0], Say) else None
    told = [
        meant.note if isinstance(meant, Undertake) else meant.text
        for meant in each
        if isinstance(meant, Undertake | Say)
    ]
    live = {id: order for id, order in orders.items() if order is not None}
    return Undertake(RoundOfOrders({**reader.orders, **live}), orders, " ".join(told))


_SEVERAL = 2


def can_turn_undead(reader: Reader, creature: Creature) -> bool:
    """Whether somebody knows how to turn the undead."""
    return _is_able(reader, creature, "turn")


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
    *(
        "skeleton",
        "zombie",
        "ghoul",
        "wight",
        "wraith",
        "mummy",
        "spectre",
        "vampire",
        "ghost",
        "shade",
        "shadow",
        "undead",
    ),
    *(
        "corpse",
        "bone",
        "dead",
        "lich",
        "revenant",
        "phantom",
        "spirit",
        "draugr",
        "spirit",
        "banshee",
        "crypt",
        "death",
    ),
}


def prayed(reader: Reader, actor: Creature, rest: str) -> Meaning | None:
    """Prayers are answered by spells alone."""
    if not _PRAYS.fullmatch(rest):
        return None
    spells = sorted(
        {str(getattr(x, "spell", "")) for x in reader.options.listed if getattr(x, "actor", "") == actor.id} - {""}
    )
    if spells:
        named = listing([spell.replace("-", " ") for spell in spells])
        return Say(f"A prayer is answered by a spell alone. {actor.name} can cast {named} now.")
    return Say(f"A prayer is answered by a spell alone, and {actor.name} has none to cast now. {may_do(reader, actor)}")


def healed(reader: Reader, own: Sequence[Creature], actor: Creature, rest: str) -> Meaning | None:
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
        return Say(f"{whom.name} is not hurt. {may_do(reader, actor)}")
    heals = [x for x in reader.options.listed if getattr(x, "target", None) == whom.id and getattr(x, "spell", "")]
    heals = [x for x in heals if _mends(reader, x)]
    if heals:
        by_actor = [x for x in heals if getattr(x, "actor", "") == actor.id]
        return Do(by_actor[0]) if by_actor else Ask("Is this meant?", tuple(heals[:4]))
    announced = [
        x for x in reader.options.listed if getattr(x, "spell", "") and "cure" in str(getattr(x, "spell", "")).lower()
    ]
    if announced:
        return None
    told = f"Nobody has a spell or a draught at hand that would mend {whom.name} now; wounds are bound after the fight."
    return Say(f"{told} To stand by {whom.name}: {actor.name} guards {whom.name}." if whom.id != actor.id else told)


def _mends(reader: Reader, action: object) -> bool:
    hint = reader.rules.tactics.hint(reader.state, action) if reader.rules.tactics is not None else None  # type: ignore[arg-type]
    return hint is not None and hint.use == "mend"


def _is_hurt(reader: Reader, creature: Creature) -> bool:
    left, whole = reader.rules.life(creature)
    return left < whole or creature.status != "up"
