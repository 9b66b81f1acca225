"""What each is to do in this round, in anybody's words: `hit the closest one`, `Egil chops the one on Corin`, `Cole and
Birch shoot, the rest guard them`. Who cannot do it yet does it when its step of the round comes.

A line is read clause by clause: who, what, and at whom. What a game has an action of its own for is not read here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from underkeep.procedures.actions import Done
from underkeep.procedures.ruleset import Ruleset
from underkeep.table import aiming
from underkeep.table.naming import listing, words
from underkeep.table.order import ASKED, ATTACK, BEHIND, FLEE, GUARD, HOLD, PASS, SHOOT, Order
from underkeep.table.orders import RoundOfOrders
from underkeep.table.speech.by_any_name import names_a_monster
from underkeep.table.speech.by_place import DECLARING, MOVING
from underkeep.table.speech.casting_words import order_of
from underkeep.table.speech.classes import class_names
from underkeep.table.speech.fighting_words import shooting
from underkeep.table.speech.giving import is_money
from underkeep.table.speech.meanings import Meaning, Reader, Say, Undertake, ours
from underkeep.table.speech.patterns import couples, pattern, text
from underkeep.table.speech.wording import first_part, parts, stem
from underkeep.world.creature import Creature
from underkeep.world.fight import Fight
from underkeep.world.grid import distance
from underkeep.world.state import State

_PHRASES = couples("battle_orders", "phrases")
_PUT = [(re.compile(rf"^{pattern}\b"), word) for pattern, word in _PHRASES]
_STRIKES = pattern("battle_orders", "strikes")
_ARM = re.compile(r"(?:^| )(?:with|using) (?:(?:his|her|an?|the|my|its|their) )?(?P<arm>.+)$")
_WARDS = pattern("battle_orders", "wards")
_BEHIND = pattern("battle_orders", "behind")
_HOLDS = pattern("battle_orders", "holds")
_FLIES = pattern("battle_orders", "flies")
_WAITS = re.compile(
    r"(?:waits?|does nothing|do nothing|skips?|rests?|stands? by|delays?)\b.*"
    r"|(?:keeps?|stays?) (?:well )?(?:away|clear|out of (?:it|this|the (?:fight|way|melee)))\b.*"
    r"|pass(?:es)?(?: (?:the|this|my|his|her|their) (?:turns?|go|round))?"
)
_ALL = text("battle_orders", "all")
_REST = r"(?:(?:all )?(?:the )?(?:rest|others)(?: of (?:us|you|the party))?|every(?:one|body) else)"
_SPLIT = re.compile(r",| and then | then | and | while |;| but ")
_SMALL = pattern("battle_orders", "small")
_ON_FRIEND = pattern("battle_orders", "on_friend")


_THROWS = pattern("battle_orders", "throws")
_IF_HURT = pattern("battle_orders", "if_hurt")
_BARE_FLIGHT = pattern("battle_orders", "bare_flight")
_MOVES = re.compile(
    r"(?:goes?|steps?|moves?|backs?|draws?|readies|ready|raises?|aims?|stops?|turns?|takes? (?:aim|out))\b.*"
)
_A_FOE = re.compile(r"(?:on |at |at the |the )?(?:\w+ )?\w+ \d+$|(?:on |at )?the \w+(?: one)?$")
_SUPPORTS = re.compile(r"(?:in support|supports?|assists?|backs? (?:them|him|her) up|helps?|stands? by|in reserve)\b.*")
THROWS = re.compile(r"\b(?:throws?|hurls?|toss(?:es)?|lobs?|flings?|chucks?)\b")
_TOGETHER = re.compile(r"(?:focus|concentrate|gang up|pile on|all out|let us|together|we )\b")
_STATEMENT = re.compile(r"(?:is|was|looks|seems|has been|will be|are)\b.*")


_CLOSE = re.compile(r"(?:backstabs?|stabs?|slash(?:es)?|chops?|hacks?|cleaves?|skewers?|slices?|clubs?|bludgeons?)\b")
"""Blows that are only struck hand to hand."""
_THROWN = re.compile(rf"{THROWS.pattern} (?:(?:his|her|their|an?|the|my|our|some|that|\d+) )*(?P<thing>\w+(?: \w+)?)")


class _Told(Struct):
    """What was said to whom so far: orders, and who was spoken of last."""

    orders: dict[str, Order]
    last: list[str]
    lost: list[str] = []
    notes: list[str] = []


def read(reader: Reader, said: str) -> Meaning | None:
    """The orders that a line gives for this round; None if any part of it is something else."""
    state, own = reader.state, ours(reader)
    if state.fight is None or state.prompts or not own:
        return None
    if _IF_HURT.fullmatch(said):
        who = addressed(reader, own, said)[0] or [c.id for c in own]
        orders = dict.fromkeys(who, Order(ASKED, flees_at_half=True))
        return Undertake(
            RoundOfOrders({}),
            orders,
            f"{listing([state.creatures[id].name for id in who])}: to flee at half of their hit points.",
        )
    told = _Told({}, [reader.focus] if reader.focus else [c.id for c in own])
    if reader.focus in state.creatures and (shot := _STRIKES.fullmatch(_SMALL.sub("", said))) and shot["shot"]:
        shooter = shooting(reader, state.creatures[reader.focus])
        told.last = [shooter.id] if shooter is not None else told.last
    if _TOGETHER.match(said):
        told.last = [c.id for c in own]
    clauses = list(_clauses(reader, own, said))
    for who, what in clauses:
        if _STATEMENT.fullmatch(what):
            told.last = who or told.last
            continue
        spell = _spell(reader, told, who or told.last, what) if len(clauses) > 1 else None
        found = spell if spell is not None else _one(reader, own, told, who or told.last, what)
        if isinstance(found, Say):
            return found
        if not found and not told.orders and not _MOVES.match(what):
            return None
        if not found and not _MOVES.match(what) and who:
            told.lost.append(what)
        told.last = who or told.last
    if not told.orders:
        return None
    lost = (f'Not understood: "{what}".' for what in told.lost)
    note = " ".join([_note(state, told.orders), *told.notes, *lost])
    return Undertake(RoundOfOrders({**reader.orders, **told.orders}), told.orders, note)


def foremost(reader: Reader, said: str) -> Meaning | None:
    """What goes before the plain words of a line: a cry to run, while the round is announced, is for everybody."""
    state = reader.state
    if state.fight is None or state.prompts:
        return None
    if re.match(r"let (?:them|him|her|it|the \w+) (?:run|go|flee|escape)\b", said):
        return Say("Nobody goes after those who run unless told to.")
    is_declaring = bool(state.fight.steps) and state.fight.step.phase == DECLARING
    if is_declaring and _BARE_FLIGHT.fullmatch(said) and len(ours(reader)) > 1:
        return read(reader, f"everyone {said.removeprefix('let us ')}")
    return None


def _note(state: State, orders: Mapping[str, Order]) -> str:
    """What each does in this round."""
    alike: dict[str, list[str]] = {}
    for id, order in orders.items():
        alike.setdefault(order.told(state), []).append(state.creatures[id].name)
    return " ".join(
        f"{listing(names)}: {'each ' if len(names) > 1 else ''}{what}, this round." for what, names in alike.items()
    )


def _clauses(reader: Reader, own: Sequence[Creature], said: str) -> Iterator[tuple[list[str], str]]:
    """Each clause: who is named for it, and what they are to do. A part that is but names is for the next one."""
    waiting: list[str] = []
    named: list[str] = []
    for part in _SPLIT.split(said):
        who, rest = addressed(reader, own, part.strip(), named + waiting)
        waiting += [id for id in who if id not in waiting]
        if rest:
            yield waiting, rest
            named += waiting
            waiting = []


def addressed(reader: Reader, own: Sequence[Creature], part: str, named: Sequence[str] = ()) -> tuple[list[str], str]:
    """Who a part of a line begins with, by name, by class or all together, and the rest of it."""
    part = re.sub(r"^(?:have|let|make|get|tell|order|and|so|then|please|hey)\s+(?=\w)", "", part) if part else part
    if match := re.match(rf"{_REST}\b[,:]?\s*(?P<rest>.*)", part):
        return [c.id for c in own if c.id not in named], match["rest"]
    if match := re.match(rf"{_ALL}\b[,:]?\s*(?P<rest>.*)", part):
        return [c.id for c in own], match["rest"]
    for creature in own:
        for called in _called(creature):
            rest = part.removeprefix(called)
            if rest != part and (not rest or rest[0] in " ,:"):
                return [creature.id], rest.lstrip(" ,:")
    for word, some in class_names(own).items():
        if match := re.match(rf"(?:the |our |all the )?{word}\b[,:]?\s*(?P<rest>.*)", part):
            return [c.id for c in some], match["rest"]
    return [], part


def _called(creature: Creature) -> list[str]:
    """The whole name, the first part of it, and what one of a kind is called: `giant toad 1`, `giant`, `toad`."""
    name = " ".join(parts(creature.name))
    of_a_kind = re.sub(r" \d+$", "", name)
    kin = of_a_kind.split(" ")[-1] if name != of_a_kind else ""
    return (
        [
            *dict.fromkeys(
                (name, of_a_kind, name.split(" ")[0], *([kin, f"the {kin}", f"the {of_a_kind}"] if kin else []))
            )
        ]
        if name
        else []
    )


def _one(reader: Reader, own: Sequence[Creature], told: _Told, who: Sequence[str], what: str) -> bool | Say:
    """The order of one clause for those; whether it is one."""
    state = reader.state
    assert state.fight is not None
    before = ""
    while before != what:
        before, what = what, _SMALL.sub("", what)
    for form, word in _PUT:
        what = form.sub(word, what)
    who = [id for id in who if _may_yet(reader, id)]
    if not who:
        return False
    actor = state.creatures[who[0]]
    if _names_oneself(own, actor, what):
        actor = next((c for c in own if c.id != actor.id), actor)
        who = [actor.id]
    if len(who) > 1 and (thrown := _THROWS.fullmatch(what) or _THROWN.fullmatch(what)) is not None:
        able = [id for id in who if _own_named(state.creatures[id], thrown["thing"])]
        lacking = [state.creatures[id].name for id in who if id not in able]
        told.notes += [f"{listing(lacking)}: nothing of the kind to throw."] if lacking else []
        who, actor = (able, state.creatures[able[0]]) if able else (who, actor)
    strikes = _STRIKES.fullmatch(what)
    is_shot = strikes is not None and bool(strikes["shot"])
    if is_shot and len(who) > 1 and (able := [id for id in who if _missile(reader, id)]):
        lacking = [state.creatures[id].name for id in who if id not in able]
        told.notes += [f"{listing(lacking)}: nothing to shoot with."] if lacking else []
        who, actor = able, state.creatures[able[0]]
    order = _order(reader.rules, state, own, told, actor, what, len(who) > 1)
    if isinstance(order, Say) or order is None:
        return order or False
    for id in who:
        if id != order.ward:
            own_arm = _missile(reader, id) if is_shot and order.arm == "bow" else ""
            if order.arm and not own_arm and len(who) > 1 and not _holds(state.creatures[id], order.arm):
                told.notes.append(f"{state.creatures[id].name} has no {order.arm}, and takes what is at hand.")
                told.orders[id] = replace(order, arm="")
            else:
                told.orders[id] = replace(order, arm=own_arm) if own_arm else order
    told.last = list(who)
    return True


def _missile(reader: Reader, id: str) -> str:
    """What somebody shoots with, in words; empty for who has nothing."""
    tactics = reader.rules.tactics
    manner = tactics.manner(reader.state, reader.state.creatures[id]) if tactics is not None else None
    return words(manner.missile) if manner is not None and manner.shots else ""


def _spell(reader: Reader, told: _Told, who: Sequence[str], what: str) -> bool | Say | None:
    """The spell that one clause of several tells somebody to cast; None if it tells of anything else."""
    order = order_of(reader, reader.state.creatures[who[0]], what) if who else None
    if isinstance(order, Order):
        told.orders[who[0]] = order
        return True
    return order


def _may_yet(reader: Reader, id: str) -> bool:
    """Whether somebody has anything left to do in this round: now, or because it has but been announced."""
    fight, options = reader.state.fight, reader.options
    is_declaring = fight is not None and bool(fight.steps) and fight.step.phase == DECLARING
    return (
        is_declaring
        or any(not isinstance(x, Done) for x in options.listed if getattr(x, "actor", "") == id)
        or any(moves.actor == id for moves in options.moves)
    )


def _names_oneself(own: Sequence[Creature], actor: Creature, what: str) -> bool:
    """Whether the one who acts is the one to be guarded: then somebody else is to do it."""
    found = _WARDS.fullmatch(what)
    return found is not None and parts(found["who"])[:1] in (parts(actor.name)[:1], ["her"], ["him"])


def _order(
    rules: Ruleset, state: State, own: Sequence[Creature], told: _Told, actor: Creature, what: str, several: bool
) -> Order | Say | None:
    assert state.fight is not None
    until = state.fight.round
    for form, sort in ((_BEHIND, BEHIND), (_WARDS, GUARD)):
        if (found := form.fullmatch(what)) is not None and (ward := _friend(own, told, found["who"], actor)):
            return Order(sort, ward, until=until)
    if _HOLDS.fullmatch(what):
        return Order(HOLD, until=until)
    if several and _FLIES.fullmatch(what):
        return Order(FLEE, until=until)
    if _WAITS.fullmatch(what):
        return Order(PASS, until=until)
    throws = _THROWS.fullmatch(what) or _THROWN.fullmatch(what)
    if throws is not None and is_before_blows(state.fight):
        has = _own_named(actor, throws["thing"])
        foes = whom(state, own, actor, throws.groupdict().get("whom") or "them")
        if has and foes:
            return Order(ATTACK, targets=tuple(foe.id for foe in foes), until=until, arm=" ".join(sorted(has)))
        return None
    if told.orders and (also := whom(state, own, actor, what)) and _A_FOE.match(what):
        return Order(ATTACK, targets=tuple(foe.id for foe in also), until=until)
    if _SUPPORTS.fullmatch(what) and told.orders:
        return Order(GUARD, next(iter(told.orders)), until=until)
    strikes = _STRIKES.fullmatch(what)
    return (
        _strike(rules, state, own, actor, strikes["rest"] or "", bool(strikes["shot"]), bool(_CLOSE.match(what)))
        if strikes is not None
        else None
    )


def _own_named(actor: Creature, words: str) -> set[str]:
    """The words by which something is meant that one has and can throw."""
    arms = (item for item in actor.items if not is_money(item))
    return {stem(w) for w in parts(words)} & {stem(w) for item in arms for w in parts(item.name)}


def is_before_blows(fight: Fight) -> bool:
    """Whether the round has yet to come to the blows."""
    return bool(fight.steps) and (fight.step.phase == DECLARING or fight.step.phase.endswith(MOVING))


def _strike(
    rules: Ruleset, state: State, own: Sequence[Creature], actor: Creature, rest: str, is_shot: bool, is_close: bool
) -> Order | Say | None:
    """A blow or a shot at whom the words name; at anybody if they name nobody."""
    assert state.fight is not None
    until = state.fight.round
    rest = re.sub(r"^with (?:the|his|her|my|an?) (\w+) ((?:the|at|on) .+)$", r"\2 with \1", rest)
    arm = _ARM.search(rest)
    words = (rest[: arm.start()] if arm is not None else rest).strip()
    words = re.sub(
        r"(?: in the (?:back|face|head|neck|gut|leg|knee|eye|heart)| from behind| again| hard| together"
        r"| twice| wildly| recklessly| with all (?:my|his|her) (?:might|strength))$",
        "",
        words,
    )
    words = re.sub(r" (?:until|before|so|if|as|because|till) .+$", "", f" {words}").strip()
    foes = whom(state, own, actor, words) if words else []
    if words and not foes:
        return Say("There is no such foe here.") if names_a_monster(rules, words) else None
    if arm is not None and not _holds(actor, arm["arm"]):
        return Say(f"{actor.name} has no {arm['arm']} to attack with.")
    tactics = rules.tactics
    if is_shot and tactics is not None and not tactics.manner(state, actor).shots:
        return Say(f"{actor.name} has nothing to shoot with.")
    sort = SHOOT if is_shot and not foes else ATTACK
    held = arm["arm"] if arm is not None else ("bow" if is_shot else "")
    if is_close and not held and tactics is not None:
        held = tactics.manner(state, actor).blow
    return Order(sort, targets=tuple(foe.id for foe in foes), until=until, arm=held)


def _holds(actor: Creature, arm: str) -> bool:
    """Whether one has an arm that the words name, and whole."""
    wanted = {stem(word) for word in parts(arm)}
    own = {stem(word) for item in actor.items if not item.broken for word in parts(item.name)}
    return any(has.endswith(word) for word in wanted for has in own) or bool(wanted & _BARE)


_BARE = {"fist", "hand", "punch", "unarmed", "kick", "teeth", "claw", "both"}


def whom(state: State, own: Sequence[Creature], actor: Creature, words: str) -> list[Creature]:
    """The foes that the words mean; also the one on a friend."""
    foes = state.enemies_of(actor)
    on = _ON_FRIEND.search(words)
    friend = next((c for c in own if on is not None and on["who"] in _called(c)), None)
    if on is not None and on["who"] in ("me", "us", "him", "her", "them"):
        friend = actor
    if friend is not None and friend.at is not None:
        near = [foe for foe in foes if foe.at is not None]
        at = friend.at
        return [min(near, key=lambda foe: distance(foe.at or at, at))] if near else []
    return aiming.meant(actor, foes, words)


def _friend(own: Sequence[Creature], told: _Told, words: str, actor: Creature) -> str:
    """One's own by name or class; `them` and the like are who was spoken of before."""
    wanted = [w for w in parts(words) if w not in ("the", "our", "ok")]
    for creature in own:
        if wanted[:1] == parts(creature.name)[:1]:
            return creature.id
    some = next((some for word, some in class_names(own).items() if word in wanted), [])
    if some and some[0].id != actor.id:
        return some[0].id
    spoken = [id for id in (*told.orders, *told.last) if id != actor.id]
    if wanted and wanted[0] in ("them", "him", "her", "both", "it", "everyone", "us"):
        return next(iter(spoken), "")
    if wanted and wanted[0] in ("others", "rest", "everybody", "party", "fighters", "front"):
        return next((c.id for c in own if c.id != actor.id), "")
    return ""


# What is said and is no order

_NOT = pattern("battle_orders", "not")
_ARMS = pattern("battle_orders", "arms")


def remark(reader: Reader, said: str) -> Say | None:
    """What is said to a line that forbids a blow, or speaks of an arm alone: arms are drawn with the blow."""
    if reader.state.fight is None or reader.state.prompts:
        return None
    if _NOT.fullmatch(said):
        return Say("Nobody strikes unless told to; for somebody to keep still, say: NAME holds.")
    own = ours(reader)
    who, rest = addressed(reader, own, said)
    actor = reader.state.creatures.get(who[0] if who else reader.focus)
    found = _ARMS.fullmatch(rest)
    if actor is None or found is None:
        return None
    arm = next((i for i in actor.items if set(parts(found["arm"])) & set(parts(i.name))), None)
    foes = reader.state.enemies_of(actor)
    if arm is None:
        has = [c.name for c in own if any(set(parts(found["arm"])) & set(parts(i.name)) for i in c.items)]
        return Say(f"{actor.name} has no {found['arm'].split()[-1]}; {has[0]} has.") if has else None
    if arm is None or not foes:
        return None
    name = first_part(actor.name).capitalize() or actor.name
    return Say(f"{actor.name} takes it in hand with the blow: {name} attacks {foes[0].name} with {arm.name.lower()}.")
