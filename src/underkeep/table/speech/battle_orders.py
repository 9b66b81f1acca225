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
from underkeep.table.naming import listing, square_named, words
from underkeep.table.order import (
    APPROACH,
    ASKED,
    ATTACK,
    BACK,
    BEHIND,
    FLEE,
    GO,
    GUARD,
    HOLD,
    PASS,
    SAID,
    SHOOT,
    STAY,
    Order,
)
from underkeep.table.orders import RoundOfOrders
from underkeep.table.speech.by_any_name import names_a_monster
from underkeep.table.speech.by_place import DECLARING, MOVING
from underkeep.table.speech.casting_words import order_of
from underkeep.table.speech.classes import class_names
from underkeep.table.speech.errand_words import STAYS_BACK
from underkeep.table.speech.fighting_words import cannot_shoot, shooting
from underkeep.table.speech.giving import is_money
from underkeep.table.speech.meanings import Meaning, Reader, Say, Undertake, ours
from underkeep.table.speech.patterns import couples, pattern
from underkeep.table.speech.those_told import addressed, called_so
from underkeep.table.speech.wording import first_part, parts, stem
from underkeep.table.standing import as_told, is_kept
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
_STAYS_BACK = re.compile(STAYS_BACK)
_SPLIT = re.compile(r",| and then | then | and | while |;| but ")
_SMALL = pattern("battle_orders", "small")
_ON_FRIEND = pattern("battle_orders", "on_friend")


_THROWS = pattern("battle_orders", "throws")
_IF_HURT = pattern("battle_orders", "if_hurt")
_BARE_FLIGHT = pattern("battle_orders", "bare_flight")
_MOVES = re.compile(
    r"(?:goes?|steps?|moves?|backs?|draws?|readies|ready|raises?|aims?|stops?|turns?|takes? (?:aim|out))\b.*"
)
_A_FOE = re.compile(
    r"(?:on |at |number |no )?\d+$|(?:on |at |at the |the )?(?:\w+ )?\w+ \d+$|(?:on |at )?the \w+(?: one)?$"
)
_SUPPORTS = re.compile(r"(?:in support|supports?|assists?|backs? (?:them|him|her) up|helps?|stands? by|in reserve)\b.*")
THROWS = re.compile(r"\b(?:throws?|hurls?|toss(?:es)?|lobs?|flings?|chucks?)\b")
_TOGETHER = re.compile(
    r"(?:form|rally|gather|close up|focus|concentrate|gang up|pile on|all out|let us|together|we )\b"
)
_STATEMENT = re.compile(r"(?:is|was|looks|seems|has been|will be|are)\b.*")


_GOES = re.compile(
    r"(?:(?:goe?s?|moves?|walks?|runs?|steps?|heads?|gets?|hurr(?:y|ies)|takes? (?:up )?(?:a "
    r")?(?:position|place)|stands?)"
    r"(?: over| back| up| forward)? )?(?:(?:to|onto|on|at) )?(?:the )?(?:square )?(?P<square>[a-z]{1,2}\d{1,2})"
)
_NEARS = re.compile(
    r"(?:(?:slowly |quietly |carefully )?(?:creeps?|sneaks?|tiptoes?|crawls?|slinks?|steals|"
    r"inch(?:es)?|edges?|approach(?:es)?"
    r"|advances?|closes? in|draws? near(?:er)?|comes? (?:up|closer|nearer)|(?:goe?s?|moves?|walks?|steps?|gets?"
    r"|runs?|hurr(?:y|ies)|dash(?:es)?|sprints?|hastens?|heads?) "
    r"(?:back |over |straight )?(?:to|up|over|closer|nearer|near|towards?|next)))"
    r"(?: (?:up|over|in|forwards?|closer|nearer|near|on|to|towards?|at|next to|beside|"
    r"alongside|with|behind|around|round|within reach of))*"
    r"(?: (?P<whom>(?!cover\b|the rear|us\b|me\b).+))?"
)
_YET = re.compile(
    r",? (?:without (?:making )?(?:a |any )?(?:noise|sound|attacking|hitting|being (?:seen|"
    r"heard|noticed))|silently|quietly"
    r"|but (?:do not|does not|without) .+|carefully|slowly|unseen|unnoticed|on tiptoe|as quietly as .+)(?: yet)?$"
)
"""How one goes up to somebody."""
_THROWN_TWICE = re.compile(
    r"(?P<one>(?:\w+,? )?(?:throws?|hurls?|lobs?|toss(?:es)?) .+? (?:at|on) (?:\w+ )+\d+)"
    r"(?:,? (?:and|then|and then) (?:at |on )?(?P<other>(?:the )?(?:(?!throws?\b)[a-z]+ ){0,2}\d+))+"
)
_CLOSE = re.compile(r"(?:backstabs?|stabs?|slash(?:es)?|chops?|hacks?|cleaves?|skewers?|slices?|clubs?|bludgeons?)\b")
"""Blows that are only struck hand to hand."""
_THROWN = re.compile(rf"{THROWS.pattern} (?:(?:his|her|their|an?|the|my|our|some|that|\d+) )*(?P<thing>\w+(?: \w+)?)")


class _Told(Struct):
    """What was said to whom so far: orders, and who was spoken of last."""

    orders: dict[str, Order]
    last: list[str]
    lost: list[str] = []
    notes: list[str] = []
    are_many: bool = False


def read(reader: Reader, said: str) -> Meaning | None:
    """The orders that a line gives for this round; None if any part of it is something else."""
    state, own = reader.state, ours(reader)
    if state.fight is None or state.prompts or not own:
        return None
    if _IF_HURT.fullmatch(said):
        named = [c.id for c in own if set(called_so(c)) & set(parts(said))]
        who = addressed(reader, own, said)[0] or named or [c.id for c in own]
        orders = dict.fromkeys(who, Order(ASKED, flees_at_half=True))
        return Undertake(
            RoundOfOrders({}),
            orders,
            f"{listing([state.creatures[id].name for id in who])}: to flee at half of their hit points.",
        )
    told = _Told({}, [reader.focus] if reader.focus else [c.id for c in own], [], [])
    if (twice := _THROWN_TWICE.fullmatch(said)) is not None:
        told.notes.append(f"One throw a round: not at {twice['other']} as well.")
        said = twice["one"]
    if reader.focus in state.creatures and (shot := _STRIKES.fullmatch(_SMALL.sub("", said))) and shot["shot"]:
        shooter = shooting(reader, state.creatures[reader.focus])
        told.last = [shooter.id] if shooter is not None else told.last
    if _TOGETHER.match(said):
        told.last = [c.id for c in own]
    clauses = list(_clauses(reader, own, said))
    told.are_many = len(clauses) > 1
    before = ""
    for who, what in clauses:
        what = before if who and before and _LIKEWISE.fullmatch(what) else what
        if _STATEMENT.fullmatch(what):
            told.last = who or told.last
            continue
        spell = _spell(reader, told, who or told.last, what) if len(clauses) > 1 else None
        noted_so_far = len(told.notes)
        found = spell if spell is not None else _one(reader, own, told, who or told.last, what)
        if isinstance(found, Say):
            return found
        if not found and not told.orders and not _MOVES.match(what):
            return None
        if not found and not _MOVES.match(what) and who and len(told.notes) == noted_so_far:
            told.lost.append(what)
        told.last, before = who or told.last, what if found else before
    if not told.orders:
        return None
    lost = (f'Not understood: "{what}".' for what in told.lost)
    note = " ".join([noted(state, told.orders), *told.notes, *lost])
    return Undertake(RoundOfOrders({**reader.orders, **told.orders}), told.orders, note)


_LIKEWISE = re.compile(r"(?:does |do |and )*(?:too|also|as well|likewise|the same|same|so|alike)(?: thing)?")


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


def noted(state: State, orders: Mapping[str, Order]) -> str:
    """What each does in this round."""
    alike: dict[str, list[str]] = {}
    for id, order in orders.items():
        how_long = ", this round" if order.until else ", until told otherwise"
        alike.setdefault(f"{order.told(state)}{how_long}", []).append(state.creatures[id].name)
    return " ".join(f"{listing(names)}: {'each ' if len(names) > 1 else ''}{what}." for what, names in alike.items())


def in_words(order: Order, state: State) -> str:
    """What one is to do, as it is told."""
    return order.told(state)


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


def _one(reader: Reader, own: Sequence[Creature], told: _Told, who: Sequence[str], what: str) -> bool | Say:
    """The order of one clause for those; whether it is one."""
    state = reader.state
    assert state.fight is not None
    before = ""
    while before != what:
        before, what = what, _SMALL.sub("", what)
    for form, word in _PUT:
        what = form.sub(word, what)
    told_all = len(who) == len(own)
    able = [id for id in who if may_yet(reader, id)]
    if not able and not _lasts(what):
        return False
    who = list(who) if _lasts(what) else able
    actor = state.creatures[who[0]]
    if _names_oneself(own, actor, what) and not (told.orders and re.search(r"\b(?:him|her)$", what)):
        others = [c for c in own if c.id != actor.id]
        able = [c.id for c in others if not is_frail(reader, c)] or [c.id for c in others]
        actor, who = (state.creatures[able[0]], able) if able else (actor, [actor.id])
    if len(who) > 1 and (thrown := _THROWS.fullmatch(what) or _THROWN.fullmatch(what)) is not None:
        able = [id for id in who if _own_named(state.creatures[id], thrown["thing"])]
        lacking = [state.creatures[id].name for id in who if id not in able]
        told.notes += [f"{listing(lacking)}: nothing of the kind to throw."] if lacking else []
        who, actor = (able, state.creatures[able[0]]) if able else (who, actor)
    strikes = _STRIKES.fullmatch(what)
    is_shot = strikes is not None and bool(strikes["shot"])
    if is_shot and len(who) > 1 and (able := [id for id in who if _shoots(reader, id)]):
        lacking = [state.creatures[id].name for id in who if id not in able]
        told.notes += [f"{listing(lacking)}: nothing to shoot with."] if lacking else []
        who, actor = able, state.creatures[able[0]]
    order = _order(reader.rules, state, own, told, actor, what, len(who) > 1)
    if isinstance(order, Say) or order is None:
        return order or False
    if order.sort == GO and _is_too_far(reader, actor, order.aim):
        return False
    if told_all and order.until:
        kept = {id: reader.orders[id] for id in who if id in reader.orders and is_kept(reader.orders[id])}
        kept = {id: standing for id, standing in kept.items() if id not in told.orders}
        told.notes += [as_told(state, kept)] if kept else []
        who = [id for id in who if id not in kept]
    order = replace(order, for_all=told_all)
    for id in who:
        if id != order.ward:
            own_order = _with_own_missile(reader, order, actor, id)
            if order.targets and len(who) > 1 and _NEAREST.search(what):
                own_order = replace(own_order, targets=_own_nearest(state, own, state.creatures[id], what, order))
            if len(who) > 1 and own_order.arm and not _holds(state.creatures[id], words(own_order.arm)):
                told.notes.append(f"{state.creatures[id].name} has no {words(order.arm)}, and takes what is at hand.")
                own_order = replace(order, arm="")
            told.orders[id] = own_order
    told.last = list(who)
    return True


_NEAREST = re.compile(r"\b(?:nearest|closest)\b")


def _own_nearest(state: State, own: Sequence[Creature], creature: Creature, what: str, order: Order) -> tuple[str, ...]:
    """Those whom the words mean for this one of several, to whom others are nearest."""
    return tuple(foe.id for foe in whom(state, own, creature, what)) or order.targets


def _shoots(reader: Reader, id: str) -> bool:
    """Whether somebody has anything to shoot with."""
    tactics = reader.rules.tactics
    return tactics is not None and tactics.manner(reader.state, reader.state.creatures[id]).shots > 0


def _is_too_far(reader: Reader, actor: Creature, square: str) -> bool:
    """Whether somebody who may move now cannot get to a square with that move: the rules say so themselves."""
    fight, goal = reader.state.fight, square_named(square)
    if fight is None or not fight.steps or fight.step.phase == DECLARING or goal is None:
        return False
    walks = [m for m in reader.options.moves if m.actor == actor.id and not m.is_aim]
    return not any(m.has(goal) for m in walks)


def _with_own_missile(reader: Reader, order: Order, actor: Creature, id: str) -> Order:
    """The order for one of several who shoot: each does with what each has."""
    tactics, other = reader.rules.tactics, reader.state.creatures[id]
    if tactics is None or not order.arm or order.arm != tactics.manner(reader.state, actor).missile or id == actor.id:
        return order
    return replace(order, arm=tactics.manner(reader.state, other).missile)


def is_frail(reader: Reader, creature: Creature) -> bool:
    """Whether somebody is better kept out of it than sent to guard another."""
    tactics = reader.rules.tactics
    manner = tactics.manner(reader.state, creature) if tactics is not None else None
    left, whole = reader.rules.life(creature)
    return (manner is not None and (manner.casts or manner.frail or "coward" in manner.ways)) or 2 * left <= whole


def _spell(reader: Reader, told: _Told, who: Sequence[str], what: str) -> bool | Say | None:
    """The spell that one clause of several tells somebody to cast; None if it tells of anything else."""
    order = order_of(reader, reader.state.creatures[who[0]], what) if who else None
    if isinstance(order, Order):
        told.orders[who[0]] = order
        return True
    return order


def _lasts(what: str) -> bool:
    """Whether a clause tells somebody to keep a place, which holds for later steps and rounds as well."""
    return any(form.fullmatch(what) for form in (_STAYS_BACK, _BEHIND, _WARDS, _HOLDS))


def may_yet(reader: Reader, id: str) -> bool:
    """Whether somebody has anything left to do in this round: now, or because it has but been announced."""
    fight, options = reader.state.fight, reader.options
    is_declaring = fight is not None and bool(fight.steps) and fight.step.phase == DECLARING
    has_steps = fight is not None and any(id in step.actors for step in fight.steps[1:])
    return (
        is_declaring
        or has_steps
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
    if _STAYS_BACK.fullmatch(what):
        return Order(STAY)
    for form, sort in ((_BEHIND, BEHIND), (_WARDS, GUARD)):
        if (found := form.fullmatch(what)) is not None and (ward := _friend(own, told, found["who"], actor)):
            return Order(sort, ward)
    if _HOLDS.fullmatch(what):
        return Order(HOLD)
    if (went := _GOES.fullmatch(what)) is not None:
        return Order(GO, aim=went["square"].upper(), until=until)
    if (near := _NEARS.fullmatch(_YET.sub("", what))) is not None:
        by_name = near["whom"] and {name for c in own for name in called_so(c)} & set(parts(near["whom"]))
        is_friend = by_name or (near["whom"] and not aiming.meant(actor, state.enemies_of(actor), near["whom"]))
        if is_friend and parts(near["whom"])[0] not in _PRONOUNS and (ward := _friend(own, told, near["whom"], actor)):
            return Order(BEHIND, ward) if "behind" in parts(what) else Order(GUARD, ward, until=until)
        foes = whom(state, own, actor, near["whom"] or "") if near["whom"] else state.enemies_of(actor)
        return (
            Order(APPROACH, targets=tuple(foe.id for foe in foes) if near["whom"] else (), until=until)
            if foes
            else None
        )
    if _FLIES.fullmatch(what) and (several or told.are_many):
        return Order(FLEE if several else BACK, until=until)
    if _WAITS.fullmatch(what):
        return Order(PASS, until=until)
    throws = _THROWS.fullmatch(what) or _THROWN.fullmatch(what)
    if throws is not None and is_before_blows(state.fight):
        has = _own_named(actor, throws["thing"])
        if not has and (told.orders or told.are_many) and not several:
            told.notes.append(f"{actor.name} has no {throws['thing']} to throw.")
        foes = whom(state, own, actor, throws.groupdict().get("whom") or "them")
        if has and foes and _is_by_wish(rules, state, actor, throws["thing"], foes[0]):
            aim = f"try to throw {throws['thing']} at {foes[0].name}"
            if len(re.findall(r"\d+", throws.groupdict().get("whom") or "")) > 1 and len(foes) > 1:
                told.notes.append(f"One throw a round: not at {listing([foe.name for foe in foes[1:]])}.")
            return Order(SAID, aim=aim, until=until)
        if has and foes:
            arm = _arm_of(actor, throws["thing"])
            return Order(ATTACK, targets=tuple(foe.id for foe in foes), until=until, arm=arm)
        return None
    if told.orders and (also := whom(state, own, actor, what)) and _A_FOE.match(what):
        return Order(ATTACK, targets=tuple(foe.id for foe in also), until=until)
    if _SUPPORTS.fullmatch(what) and told.orders:
        return Order(GUARD, next(iter(told.orders)), until=until)
    strikes = _STRIKES.fullmatch(what)
    takes = _TAKES.fullmatch(what) if strikes is None else None
    if takes is not None and not (_own_named(actor, takes["whom"]) - _foe_words(state, actor)):
        foes = _others(state, told, actor, takes["whom"]) or whom(state, own, actor, takes["whom"])
        return Order(ATTACK, targets=tuple(foe.id for foe in foes), until=until) if foes else None
    earlier = told.orders.get(actor.id)
    if strikes is not None and earlier is not None and earlier.targets and _SAME.match(strikes["rest"] or ""):
        named = _ARM.search(strikes["rest"] or "")
        held = named["arm"] if named is not None else earlier.arm
        return Order(ATTACK, targets=earlier.targets, until=until, arm=held)
    return (
        _strike(rules, state, own, actor, strikes["rest"] or "", bool(strikes["shot"]), bool(_CLOSE.match(what)))
        if strikes is not None
        else None
    )


def _is_by_wish(rules: Ruleset, state: State, actor: Creature, thing: str, foe: Creature) -> bool:
    """Whether a thing is thrown by a rule that stands among no attacks."""
    calls = rules.book.calls
    return calls is not None and calls.has_own_rule(state, actor, f"to throw {thing} at {foe.name}")


_TAKES = re.compile(
    r"(?:takes?|deals? with|handles?|tackles?|sees? to|stops?|occup(?:y|ies)|faces?|keeps? "
    r"busy|burns?|does|has a go at)"
    r" (?P<whom>.+)"
)
_OTHERS = re.compile(r"\b(?:others?|rest)\b")


def _foe_words(state: State, actor: Creature) -> set[str]:
    """The words of the foes' names."""
    return {stem(word) for foe in state.enemies_of(actor) for word in parts(foe.name)}


def _others(state: State, told: _Told, actor: Creature, words: str) -> list[Creature]:
    """The foes for whom nobody was told to go so far, if the words speak of the others."""
    spoken = {id for order in told.orders.values() for id in order.targets}
    rest = [foe for foe in state.enemies_of(actor) if foe.id not in spoken and foe.at is not None]
    return rest if _OTHERS.search(words) and spoken else []


def _own_named(actor: Creature, words: str) -> set[str]:
    """The words by which something is meant that one has and can throw."""
    arms = (item for item in actor.items if not is_money(item))
    return {stem(w) for w in parts(words)} & {stem(w) for item in arms for w in parts(item.name)}


def _arm_of(actor: Creature, words: str) -> str:
    """The one of one's things that the words mean, by its name."""
    wanted = {stem(w) for w in parts(words)}
    own = [item for item in actor.items if not is_money(item) and wanted & {stem(w) for w in parts(item.name)}]
    best = max(own, key=lambda item: len(wanted & {stem(w) for w in parts(item.name)}))
    return " ".join(parts(best.name))


def gives_all(reader: Reader, said: str) -> bool:
    """Whether each clause of a line is an order that is understood."""
    meant = read(reader, said)
    if not isinstance(meant, Undertake) or "Not understood" in meant.note or len(meant.orders) < _SEVERAL:
        return False
    return any(order is not None and order.sort != BACK for order in meant.orders.values())


_SEVERAL = 2


def goes_near(what: str) -> bool:
    """Whether a clause tells somebody to go up to a foe, or to a square."""
    return (_NEARS.fullmatch(_YET.sub("", what)) or _GOES.fullmatch(what)) is not None


def guards(what: str) -> bool:
    """Whether a clause tells somebody to guard a friend."""
    return _WARDS.fullmatch(what) is not None


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
    if is_shot and (none := cannot_shoot(rules, state, own, actor, arm["arm"] if arm is not None else "")):
        return Say(none)
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
    sort = SHOOT if is_shot and not foes else ATTACK
    missile = tactics.manner(state, actor).missile if is_shot and tactics is not None else ""
    held = (
        arm["arm"]
        if arm is not None and parts(arm["arm"])[-1:] not in _STONES
        else (missile or ("bow" if is_shot else ""))
    )
    if is_close and not held and tactics is not None:
        held = tactics.manner(state, actor).blow
    return Order(sort, targets=tuple(foe.id for foe in foes), until=until, arm=held)


def _holds(actor: Creature, arm: str) -> bool:
    """Whether one has an arm that the words name, and whole."""
    wanted = {stem(word) for word in parts(arm)}
    own = {stem(word) for item in actor.items if not item.broken for word in parts(item.name)}
    return any(has.endswith(word) for word in wanted for has in own) or bool(wanted & _BARE)


_SAME = re.compile(r"(?:him|her|it|them|that one|this one)\b")
_PRONOUNS = ("him", "her", "it", "them", "both", "everyone", "us")
_STONES = (["stone"], ["stones"], ["arrow"], ["arrows"], ["bolt"], ["bolts"])
_BARE = {"fist", "hand", "punch", "unarmed", "kick", "teeth", "claw", "both"}


def whom(state: State, own: Sequence[Creature], actor: Creature, words: str) -> list[Creature]:
    """The foes that the words mean; also the one on a friend."""
    foes = state.enemies_of(actor)
    on = _ON_FRIEND.search(words)
    friend = next((c for c in own if on is not None and on["who"] in called_so(c)), None)
    if on is not None and on["who"] in ("me", "us", "him", "her", "them"):
        friend = actor
    if friend is not None and friend.at is not None:
        near = [foe for foe in foes if foe.at is not None]
        at = friend.at
        return [min(near, key=lambda foe: distance(foe.at or at, at))] if near else []
    if aiming.of_the_nearest(words) and (seen := aiming.within_sight(state, actor, foes)):
        foes = seen
    return aiming.meant(actor, foes, words, own)


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
    if actor is None or found is None or re.match(r"gets? out(?: of\b|$)", rest):
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
