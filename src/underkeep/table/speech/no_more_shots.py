"""That nobody shoots any more, in whatever words: `hold your fire`, `no more missiles, everyone`, `stop shooting, go up
to them`. Who was to shoot holds the ground, and strikes by hand what comes, until told otherwise; what else the line
tells them is done with what is for blows."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace

from underkeep.table.arms_ordered import HAND_WEAPONS
from underkeep.table.naming import listing
from underkeep.table.order import ATTACK, HOLD, Order
from underkeep.table.orders import RoundOfOrders
from underkeep.table.speech import battle_orders
from underkeep.table.speech.meanings import Meaning, Reader, Say, Undertake, ours
from underkeep.table.speech.those_told import led_by
from underkeep.world.creature import Creature

_SHOTS = (
    r"(?:shooting|firing|slinging|missiles?|arrows?|shots?|bolts|sling stones|missile weapons|missile fire|archery)"
)
_BOWS = r"(?:bows?|slings?|crossbows?|missiles?|missile weapons|short bows?|long bows?)"
_NONE = (
    rf"(?:stops?|cease|quit|no more|no|enough|end) (?:of )?(?:the |all |with the )?{_SHOTS}"
    r"|(?:holds?|ceases?|checks?|stops?) (?:your |our |the |their |his |her |all )?fire"
    r"|(?:nobody|no one|none of (?:us|you)) (?:is to |may |should |must )?(?:shoots?|fires?|slings?|looses?)"
    r"|(?:do not|does not|never|must not|should not) (?:shoot|fire|sling|loose)(?: (?:arrows|missiles|anything))?"
    rf"|(?:puts?|sling|stow|lower|drop)s? (?:away |down )?(?:(?:the|your|our|their|his|her"
    rf"|all) )?{_BOWS}(?: away| down)?"
    rf"|(?:no|without) {_BOWS}"
    r"|(?:only (?:use )?|use only |use |draw |switch to )?(?:melee|hand|close combat)(?: weapons?)?(?: only)?"
    r"|(?:only )?(?:fights? )?hand to hand(?: only)?|fights? (?:only )?with hand weapons(?: only)?"
)
_WHO = r"(?:(?:everyone|everybody|all(?: of (?:you|us))?|we|you|lads|men),? )?"
_AT_ALL = (
    r"(?: (?:any ?more|any longer|now|for now|yet|at all|please|again|this round|until told otherwise"
    r"|from now on)){0,3}"
)
_FORM = re.compile(
    rf"{_WHO}(?:just |now |please )?(?:{_NONE}){_AT_ALL}(?:,? (?:everyone|everybody|all(?: of you)?|lads))?"
    r"(?:(?:,| and| but|;)+ (?:then |instead )?(?P<rest>\w.+))?"
)
_AT_SOME = re.compile(r"\b(?:until|unless|if|when|before|while)\b")
_BY_HAND = f"attack with {HAND_WEAPONS}"
NONE_SHOOTS = "Nobody of the party has anything to shoot with."


def read(reader: Reader, said: str) -> Meaning | None:
    """The order that a line gives to shoot no more; None of any other line."""
    own = ours(reader)
    who, left = led_by(reader, own, said)
    is_of_some = bool(who) and len(who) < len(own)
    found = _FORM.fullmatch(left) if is_of_some else _FORM.fullmatch(said) or _FORM.fullmatch(left)
    if found is None or reader.state.fight is None or _AT_SOME.search(said):
        return None
    those = [c for c in own if not is_of_some or c.id in who]
    able = [c for c in those if _shoots(reader, c)]
    hold = Order(HOLD, arm=HAND_WEAPONS, for_all=True)
    orders: dict[str, Order] = dict.fromkeys((c.id for c in able), hold)
    rest = found["rest"]
    more = battle_orders.read(reader, _of_those(those, own, rest)) if rest else None
    if not isinstance(more, Undertake):
        lost = f' Not understood: "{rest}".' if rest else ""
        if not able:
            return Say(
                f"{NONE_SHOOTS if not is_of_some else f'{listing([c.name for c in those])} shoots nothing.'}{lost}"
            )
        return Undertake(RoundOfOrders({}), orders, f"{_noted(able)} Go on plays the round.{lost}")
    for id, order in more.orders.items():
        if order is not None:
            arm = HAND_WEAPONS if order.sort == ATTACK and not order.arm else order.arm
            orders[id] = replace(order, arm=arm, then=orders.get(id))
    note = f"{_noted(able)} {battle_orders.noted(reader.state, {id: orders[id] for id in more.orders})}".strip()
    return Undertake(RoundOfOrders({**reader.orders, **orders}), orders, note)


def _of_those(those: Sequence[Creature], own: Sequence[Creature], rest: str) -> str:
    """What else is said, for those to whom it is said."""
    if re.match(r"(?:everyone|everybody|all|we|they|you)\b", rest):
        return re.sub(r"^(?:everyone|everybody|all|we|they|you)\b(?: all)?", "everyone", rest)
    rest = re.sub(
        r"^fights?(?: (?:hand to hand|in melee|with (?:melee|hand) weapons|at close quarters))$", _BY_HAND, rest
    )
    names = "everyone" if len(those) == len(own) else " and ".join(c.name.split()[0].lower() for c in those)
    return f"{names} {rest}"


def _shoots(reader: Reader, creature: Creature) -> bool:
    """Whether somebody has a missile that is not what that one strikes with."""
    if reader.rules.tactics is None or not creature.is_up:
        return False
    manner = reader.rules.tactics.manner(reader.state, creature)
    return bool(manner.missile) and manner.missile != manner.blow


def _noted(able: Sequence[Creature]) -> str:
    names = [c.name for c in able]
    if not names:
        return ""
    each = "each holds" if len(names) > 1 else "holds"
    return (
        f"{listing(names)}: no more shots, until told otherwise; {each} the ground and strikes by hand what comes. To "
        f"shoot again: {names[0].split()[0]} shoots."
    )
