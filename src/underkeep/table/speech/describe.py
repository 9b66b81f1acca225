"""Every action in words, as a person would type it. An action this front door has never heard of is read off its name
and fields, so that a system may add its own."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from underkeep.kernel.event import Action
from underkeep.kernel.prompt import Answer
from underkeep.procedures import actions as f
from underkeep.procedures import delve_actions as a
from underkeep.procedures import dressings
from underkeep.procedures.hiring import told
from underkeep.procedures.questions import Ware
from underkeep.procedures.ruleset import Ruleset
from underkeep.table import naming
from underkeep.table.narrate import articled, features, phrases
from underkeep.table.view import neighbours
from underkeep.world.gear import find, seen
from underkeep.world.journey import routes
from underkeep.world.region import BASE, FIRST_DUNGEON, route_named, ways_on
from underkeep.world.state import State

_FIELD = re.compile(r"\{([a-z_]+)(:several)?\}")
_IF = re.compile(r"\[([a-z_]+):([^\]]*)\]")
_HANGING = ("a", "an", "the", "new", "of", "at", "on", "as", "for", "from", "with", "against", "to")
AIMS = {
    "talk": "talk to {them}",
    "doing": "ask {them} what they are about",
    "passage": "ask {them} for passage",
    "news": "ask {them} for news",
    "treasure": "ask {them} about treasure",
    "dwellers": "ask {them} who lives here",
    "dangers": "ask {them} about dangers",
    "ways": "ask {them} about ways",
    "trade": "ask {them} to trade",
    "hire": "ask {them} to be guides for hire",
    "alliance": "propose an alliance to {them}",
    "toll": "ask {them} what they want",
    "threat": "threaten {them}",
    "bluff": "bluff {them}",
    "insult": "insult {them}",
    "yield": "give up to {them}",
    "bribe": "offer {them} a bribe",
    "help": "ask {them} for help",
    "surrender": "ask {them} to surrender",
}


def _marching(state: State, order: a.Order) -> list[str]:
    """Those of a marching order who march: the dead do not."""
    return [id for id in order.members if id not in state.creatures or state.creatures[id].status != "dead"]


def describe(rules: Ruleset, state: State, action: Action) -> str:
    """What the action is, in one phrase that may be typed."""
    told = _TOLD.get(type(action))
    return told(rules, state, action) if told is not None else _own(rules, state, action)


def _own(rules: Ruleset, state: State, action: Action) -> str:
    """An action of the system's own by the phrase it has for it in its words, if any."""
    phrase = phrases(rules).get(type(action).__name__)
    if phrase is None:
        return generic(state, action)

    def spoken(match: re.Match[str]) -> str:
        return _several(rules, getattr(action, match[1])) if match[2] else _field(state, action, match[1])

    phrase = _IF.sub(lambda match: match[2] if getattr(action, match[1]) else "", phrase)
    told = articled(re.sub(r" {2,}", " ", _FIELD.sub(spoken, phrase)))
    return _by(state, told, getattr(action, "actor", ""))


def _several(rules: Ruleset, kind: str) -> str:
    """Several creatures of a kind, as everybody calls them."""
    name = rules.lore.name(kind) if rules.lore is not None else naming.words(kind)
    return naming.plural(name.lower())


def _field(state: State, action: Action, name: str) -> str:
    """A field in words; an item of the actor's by its name, be it told by its id or by its kind."""
    value = getattr(action, name)
    actor = getattr(action, "actor", "")
    if isinstance(value, tuple) and name in ("to", "at"):
        return naming.square_name(value)
    if name == "dressing" and state.dungeon is not None and value in state.dungeon.dressings:
        return f"the {dressings.name_of(state.dungeon.dressings[value])}"
    if name == "item" and actor in state.creatures and isinstance(count := getattr(action, "count", None), int):
        return _so_many(state, actor, str(value), count)
    return str(value) if isinstance(value, int) else _said(state, "", value, _names(state, actor))


def _so_many(state: State, actor: str, item: str, count: int) -> str:
    """An own thing by its name, another by its kind, with how many of it are meant."""
    own = state.creatures[actor].item(item)
    if own is not None:
        return naming.own_item(state.creatures[actor].items, own, count).lower()
    name = _said(state, "", item, _names(state, actor))
    return name if count < 2 or not name else f"{count} {naming.plural(name)}"


def generic(state: State, action: Action) -> str:
    """`cast sleep at Goblin 2 with Ysolde` from CastSpell(actor, spell, target)."""
    fields = msgspec.structs.asdict(action)
    actor = fields.pop("actor", None)
    names = _names(state, actor)
    words = [spaced(type(action).__name__), *(_said(state, name, value, names) for name, value in fields.items())]
    return _by(state, " ".join(word for word in words if word), actor)


def _names(state: State, actor: Any) -> dict[str, str]:
    """What somebody's things are called, by their kinds and their ids."""
    items = state.creatures[actor].items if actor in state.creatures else ()
    return {item.kind: item.name.lower() for item in items} | {i.id: naming.own_item(items, i).lower() for i in items}


def verb(rules: Ruleset, kind: type[Action]) -> str:
    """What stands over many actions of one kind: the phrase without its fields and the small words left hanging."""
    phrase = phrases(rules).get(kind.__name__, "")
    if phrase.startswith("{"):
        return spaced(kind.__name__)
    phrase = re.sub(r"\[[^\]]*\]|\([^)]*\)|(?:\b(?:the|an?) )?\{[a-z_:]+\}(?: gp| coins)?", " ", phrase)
    words = phrase.replace(":", " ").split()
    while words and words[-1] in _HANGING:
        words.pop()
    return " ".join(words) or spaced(kind.__name__)


def spaced(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower()


def _said(state: State, name: str, value: Any, names: Mapping[str, str]) -> str:
    if value is None or value == "" or value is False or value == ():
        return ""
    if value is True:
        return naming.words(name)
    if isinstance(value, str):
        said = state.creatures[value].name if value in state.creatures else names.get(value) or _thing(state, value)
        return f"at {said}" if name == "target" else said
    if isinstance(value, tuple):
        if len(value) == 2 and all(type(part) is int for part in value):
            return f"to {naming.square_name(value)}" if name == "to" else naming.square_name(value)
        return ", ".join(_said(state, "", part, names) for part in value)
    return f"{naming.words(name)} {value}".strip()


def _thing(state: State, value: str) -> str:
    """A door by its direction, a feature or a treasure by what it is, anything else by its own words."""
    if state.dungeon is not None and value in state.dungeon.features:
        return naming.words(state.dungeon.features[value].kind)
    if state.dungeon is not None and value in state.dungeon.hoards:
        return f"the treasure: {naming.hoard_name(state, state.dungeon.hoards[value])}"
    dungeon = state.dungeon if state.party is not None else None
    is_way = dungeon is not None and (value in dungeon.doors or value in dungeon.stairs)
    return f"the {naming.way_name(state, value)}" if is_way else naming.words(value)


def _by(state: State, words: str, actor: Any) -> str:
    """In a fight the one who acts stands first, elsewhere last."""
    if not isinstance(actor, str) or not actor:
        return words
    name = called(state, actor)
    return f"{name}: {words}" if state.fight is not None else f"{words} with {name}"


def but_actor(state: State, action: Action) -> str:
    """What an action is whoever does it: the same thing of two people's is one."""
    fields = msgspec.structs.asdict(action)
    actor = state.creatures.get(fields.pop("actor", ""))
    item = actor.item(str(fields.get("item", ""))) if actor is not None else None
    return repr(fields if item is None else {**fields, "item": msgspec.structs.replace(item, id="")})


def called(state: State, id: str) -> str:
    return state.creatures[id].name if id in state.creatures else naming.words(id)


def _door(state: State, action: Any) -> str:
    return f"the {naming.way_name(state, action.door)}"


def _of_door(verb: str) -> Callable[[Ruleset, State, Any], str]:
    return lambda rules, state, action: _by(state, f"{verb} {_door(state, action)}", getattr(action, "actor", ""))


def _go(rules: Ruleset, state: State, action: a.Go) -> str:
    name = naming.way_name(state, action.way)
    assert state.dungeon is not None
    return f"go through the {name}" if action.way in state.dungeon.doors else f"take the {name}"


def _light(rules: Ruleset, state: State, action: a.LightUp) -> str:
    name = next((i.name for i in state.creatures[action.actor].items if i.kind == action.item), action.item)
    return _by(state, f"light {name.lower()}", action.actor)


def _douse(rules: Ruleset, state: State, action: a.Douse) -> str:
    light = next((x for x in state.lights if x.id == action.light), None)
    if light is None:
        return f"put out {action.light}"
    alike = [x.id for x in state.lights if (x.bearer, x.name) == (light.bearer, light.name)]
    number = f" {alike.index(light.id) + 1}" if len(alike) > 1 else ""
    return f"put out {called(state, light.bearer)}'s {light.name.lower()}{number}"


def _take(rules: Ruleset, state: State, action: a.TakeHoard) -> str:
    assert state.dungeon is not None
    hoard = state.dungeon.hoards[action.hoard]
    bearer = f" with {called(state, action.to)}" if action.to else ""
    item = next((i for i in seen(hoard.items) if i.kind == action.item), None) if action.item else None
    if item is not None:
        return f"take {naming.item_name(item).lower()}{bearer}"
    return f"take the treasure: {naming.hoard_name(state, hoard)}{bearer}"


def _inspect(rules: Ruleset, state: State, action: a.InspectHoard) -> str:
    assert state.dungeon is not None
    name = naming.hoard_name(state, state.dungeon.hoards[action.hoard])
    return _by(state, f"inspect the treasure: {name}", action.actor)


def _disarm(rules: Ruleset, state: State, action: a.Disarm) -> str:
    assert state.dungeon is not None
    return _by(
        state, f"disarm the {naming.trap_name(rules.measures, state, state.dungeon.traps[action.trap])}", action.actor
    )


def _use(rules: Ruleset, state: State, action: a.Use) -> str:
    assert state.dungeon is not None
    feature = state.dungeon.features[action.feature]
    name = naming.feature_name(state, feature)
    own = features(rules).get(feature.kind, {}).get("use", "") if name == naming.words(feature.kind) else ""
    return _by(state, own or f"use the {name}", action.actor)


def _draw_water(rules: Ruleset, state: State, action: a.DrawWater) -> str:
    assert state.dungeon is not None
    name = naming.feature_name(state, state.dungeon.features[action.feature])
    return f"drink from the {name} and fill the waterskins"


def _of_dressing(verb: str) -> Callable[[Ruleset, State, Any], str]:
    def told(rules: Ruleset, state: State, action: Any) -> str:
        assert state.dungeon is not None
        return f"{verb} the {dressings.name_of(state.dungeon.dressings[action.dressing])}"

    return told


def them(state: State) -> str:
    """Those met, as one speaks of them."""
    met = state.encounter
    return naming.the_crowd([state.creatures[id] for id in met.monsters if state.creatures[id].is_up] if met else [])


def _parley(rules: Ruleset, state: State, action: a.Parley) -> str:
    words = AIMS.get(action.aim, "ask {them} for " + naming.words(action.aim)).format(them=them(state))
    return _by(state, words, action.actor)


def _offer(rules: Ruleset, state: State, action: a.Offer) -> str:
    return _by(state, f"offer {them(state)} {naming.counted(_item(state, action))}", action.actor)


def _evade(rules: Ruleset, state: State, action: a.Evade) -> str:
    if action.walk or action.way:
        told = "back off" if action.walk else "run away"
        return f"{told} by the {naming.way_name(state, action.way)}" if action.way else told
    return f"run and drop {action.drop}" if action.drop else "run away"


def _break_off(rules: Ruleset, state: State, action: a.BreakOff) -> str:
    how = f"run and drop {action.drop}" if action.drop else "run away"
    return _by(state, f"{how}, everybody", action.actor)


def wares(rules: Ruleset, state: State) -> dict[str, Ware]:
    """What is on sale, by kind, as far as there is a town; the last answer is kept, as a menu asks for each ware."""
    if not _ON_SALE or _ON_SALE[0] is not state:
        _ON_SALE[:] = [state, {w.kind: w for w in rules.town.wares(state)} if rules.town and state.settlement else {}]
    found: dict[str, Ware] = _ON_SALE[1]
    return found


_ON_SALE: list[Any] = []


def _buy(rules: Ruleset, state: State, action: a.Buy) -> str:
    ware = wares(rules, state).get(action.item)
    name = (ware.name if ware else naming.words(action.item)).lower()
    what = name if action.count == 1 else f"{action.count} {naming.plural(name)}"
    return f"buy {what} for {called(state, action.actor)}"


def _item(state: State, action: Any) -> str:
    items = state.creatures[action.actor].items
    item = find(items, action.item)
    light = next((x for x in state.lights if x.id == action.item), None)
    if item is None and light is not None:
        return f"lit {light.name.lower()}"
    return naming.own_item(items, item, getattr(action, "count", None)).lower() if item is not None else "something"


def _sell(rules: Ruleset, state: State, action: a.Sell) -> str:
    return f"sell {_item(state, action)} of {called(state, action.actor)}"


def _hire(rules: Ruleset, state: State, action: a.Hire) -> str:
    found = (
        next((x for x in state.settlement.applicants if x.id == action.applicant), None) if state.settlement else None
    )
    name = found.name if found else naming.words(action.applicant)
    assert rules.town is not None
    return _by(state, f"hire {name} for {told(rules.town.terms, action.terms, state)}", action.actor)


def _rest_days(rules: Ruleset, state: State, action: a.RestDays) -> str:
    if not action.days:
        return "rest until the morning"
    return "rest a day" if action.days == 1 else f"rest {action.days} days"


def _equip(rules: Ruleset, state: State, action: a.Equip) -> str:
    how = {"hand": "hold", "worn": "wear", "pack": "pack"}.get(action.place, action.place)
    return _by(state, f"{how} {_item(state, action)}", action.actor)


def _put_in(rules: Ruleset, state: State, action: a.PutIn) -> str:
    items = state.creatures[action.actor].items
    into = find(items, action.into)
    told = naming.own_item(items, into, 1).lower() if into is not None else "something"
    return _by(state, f"put {_item(state, action)} in {told}", action.actor)


def _take_out(rules: Ruleset, state: State, action: a.TakeOut) -> str:
    for holder in state.creatures[action.actor].items:
        item = find(holder.holds, action.item)
        if item is not None:
            told = f"take {naming.item_name(item, action.count)} out of {holder.name}"
            return _by(state, told.lower(), action.actor)
    return _by(state, "take something out", action.actor)


def _attack(rules: Ruleset, state: State, action: f.Attack) -> str:
    actor = state.creatures[action.actor]
    weapon = next((i.name for i in actor.items if i.kind == action.weapon), naming.words(action.weapon)).lower()
    target = called(state, action.target)
    armed = weapon if weapon == "unarmed" else f"with {weapon}"
    told = f"throw {weapon} at {target}" if rules.is_throw(state, action) else f"attack {target} {armed}"
    return _by(state, told, action.actor)


def _other_site(state: State) -> str:
    """Where the routes at hand lead, once that is no longer what it was at first."""
    if state.dungeon is None or (state.town, state.site) == (BASE, FIRST_DUNGEON):
        return ""
    in_town = state.party is not None and state.party.place == "town"
    return f" to {state.dungeon.name if in_town or state.settlement is None else state.settlement.name}"


def _home_site(state: State, action: a.SetOut | a.LeaveDungeon) -> str:
    """The name of the first dungeon, where there are other places to set out for."""
    if state.dungeon is None or not isinstance(action, a.SetOut) or not ways_on(state):
        return ""
    return f" to {state.dungeon.name}"


def _by_route(words: str, verb: str) -> Callable[[Ruleset, State, Any], str]:
    def told(rules: Ruleset, state: State, action: a.SetOut | a.LeaveDungeon) -> str:
        route = route_named(state, action.route)
        if route is None or (len(routes(state)) == 1 and not action.route and not _other_site(state)):
            return words
        where = (_other_site(state) or _home_site(state, action)) if route in routes(state) else ""
        return f"{verb} {route.name}{where} ({rules.measures.by_road(route.length)})"

    return told


def _march(rules: Ruleset, state: State, action: a.MarchOn) -> str:
    return "march on by a forced march" if action.forced else "march on"


_NUMBER = re.compile(r"[+-]?\d+%?")


def _called(verb: str, of: str) -> Callable[[Ruleset, State, Any], str]:
    """`check STR for Aldric and Bruno (in secret)`"""

    def told(rules: Ruleset, state: State, action: Any) -> str:
        who = naming.listing([called(state, id) for id in (action.creature, *action.also)])
        at = f" at {action.difficulty:+d}" if action.difficulty else ""
        against = naming.listing([called(state, id) for id in getattr(action, "opponents", ())])
        rivals = f" against {against}" if against else ""
        return f"{verb} {getattr(action, of)} for {who}{rivals}{at}{' in secret' if action.secretly else ''}"

    return told


def _search(rules: Ruleset, state: State, action: a.Search) -> str:
    """Where: here, if the party is there already."""
    at = state.party.at if state.party is not None else None
    return "search here" if at and at.square == action.square else f"search {naming.square_name(action.square)}"


_TOLD: dict[type[Action], Callable[[Ruleset, State, Any], str]] = {
    Answer: lambda rules, state, x: x.choice if _NUMBER.fullmatch(x.choice) else naming.words(x.choice),
    f.Attack: _attack,
    f.Move: lambda rules, state, x: _by(state, f"move to {naming.square_name(x.to)}", x.actor),
    f.Done: lambda rules, state, x: _by(state, "done", x.actor),
    f.EndStep: lambda rules, state, x: "end this step for everybody",
    f.CallCheck: _called("check", "what"),
    f.CallSave: _called("save against", "against"),
    f.CallContest: _called("contest", "what"),
    f.CallSituation: _called("let fate decide:", "what"),
    f.Try: lambda rules, state, x: _by(state, f"try {x.what}", x.actor),
    f.Recall: lambda rules, state, x: _by(state, f"recall {x.about}", x.actor),
    a.Go: _go,
    a.Walk: lambda rules, state, x: f"walk to {naming.square_name(x.to)}",
    a.Search: _search,
    a.OpenDoor: _of_door("open"),
    a.ShutDoor: _of_door("shut"),
    a.ForceDoor: _of_door("force"),
    a.PickLock: _of_door("pick the lock of"),
    a.Listen: _of_door("listen at"),
    a.Rest: lambda rules, state, x: "rest a turn",
    a.LightUp: _light,
    a.Douse: _douse,
    a.TakeHoard: _take,
    a.InspectHoard: _inspect,
    a.Disarm: _disarm,
    a.Use: _use,
    a.DrawWater: _draw_water,
    a.Examine: _of_dressing("examine"),
    a.Handle: _of_dressing("use"),
    a.Burn: _of_dressing("burn"),
    a.Give: lambda rules, state, x: f"give {_item(state, x)} of {called(state, x.actor)} to {called(state, x.to)}",
    a.Drop: lambda rules, state, x: _by(state, f"drop {_item(state, x)}", x.actor),
    a.Equip: _equip,
    a.PutIn: _put_in,
    a.TakeOut: _take_out,
    a.Order: lambda rules, state, x: "march in the order " + ", ".join(called(state, id) for id in _marching(state, x)),
    a.LeaveDungeon: _by_route("leave the dungeon", "leave the dungeon"),
    a.Parley: _parley,
    a.Offer: _offer,
    a.Evade: _evade,
    a.BreakOff: _break_off,
    a.Engage: lambda rules, state, x: f"attack {them(state)}",
    a.MeetAgain: lambda rules, state, x: f"go up to {neighbours(state)}",
    a.StandBy: lambda rules, state, x: "wait and see",
    a.Buy: _buy,
    a.Sell: _sell,
    a.Hire: _hire,
    a.Rename: lambda rules, state, x: f"call {called(state, x.creature)} {x.name}",
    a.Dismiss: lambda rules, state, x: f"dismiss {called(state, x.creature)}",
    a.HearRumours: lambda rules, state, x: _by(state, "hear rumours", x.actor),
    a.RestDays: _rest_days,
    a.SetOut: _by_route("set out for the dungeon", "set out"),
    a.MarchOn: _march,
    a.TurnBack: lambda rules, state, x: "turn back",
    a.MakeCamp: lambda rules, state, x: "rest for a day in camp",
    a.Retire: lambda rules, state, x: "retire and end the game",
}
