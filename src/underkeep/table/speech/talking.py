"""Lines for those who are met: topics, offers, threats, and ways to leave them. The rules say what comes of it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures.options import Options
from underkeep.table.speech.patterns import pattern
from underkeep.table.speech.wording import stem, tokens
from underkeep.world.creature import Creature
from underkeep.world.gear import Item
from underkeep.world.state import State

_ASK = r"(?:ask|question|interrogate|inquire|where|any)\b.*"
_TOPICS: tuple[tuple[str, str], ...] = (
    (
        r"(?:ask|who|what|why|where)\b(?!.*\bwe\b).*\b(?:waiting for|looking for|searching for|hunting|seeking"
        r"|doing here|arguing|carry(?:ing)?|dragg?(?:ing)?|up to|headed|heading|going|bound|came from|come from"
        r"|in (?:the|that|their|your) (?:sack|bag|box|cart|wagon|bundle))$",
        "doing",
    ),
    (
        r"ask\b.*\b(?:what|who|anything|anybody)(?: is| are)? (?:lives?|lurks?|waits?|dwells?|living|hiding)\b.*",
        "dwellers",
    ),
    (
        r"ask\b.*\b(?:what|anything)(?: is| are)?(?: lies?)? (?:behind|beyond|past|inside|further|ahead|north|south"
        r"|east|west|through|up ahead|on the other side)\b.*",
        "news",
    ),
    (
        r"(?:ask|tell)\b.*\b(?:lower|sheathe?|put)\b.*\b(?:weapons?|swords?|bows?|arms|spears?|blades?|axes?)\b.*",
        "passage",
    ),
    (r"ask\b.*\bhow many\b.*", "dwellers"),
    (r"(?:what|which|have|do|are|any|got|is)\b.*\b(?:selling|sell|for sale|your wares|your goods)\b.*", "trade"),
    (_ASK + r"\b(?:for sale|sell|selling|wares|goods|to buy|buy)\b.*", "trade"),
    (r"(?:ask|tell|order|call on|command|demand|urge)\b.*\b(?:surrender|yield|give up|lay down|drop)\b.*", "surrender"),
    (r"(?:demand|offer) (?:their )?surrender", "surrender"),
    (r"(?:we |i )?(?:surrender|yield|give up|give in|give ourselves up|lay down (?:our )?arms)\b.*", "yield"),
    (r"(?:threaten|intimidate|menace|scare|frighten|cow|shout at|brandish)\b.*", "threat"),
    (r"(?:bluff|lie to|pretend|trick|deceive|fool|boast)\b.*", "bluff"),
    (r"(?:insult|mock|taunt|curse at|swear at|jeer|ridicule|spit at|provoke)\b.*", "insult"),
    (r".*\b(?:what (?:do )?(?:they|you) want|name (?:your|their) price|toll)\b.*", "toll"),
    (r"ask\b.*\b(?:price|want)\b.*", "toll"),
    (r".*\b(?:alliance|ally|allies|join forces|team up|common cause)\b.*", "alliance"),
    (r"(?:ask|beg)\b.*\b(?:for help|to help|for aid)\b.*", "alliance"),
    (r"(?:hire|recruit|employ)\b.*", "hire"),
    (r"ask\b.*\b(?:guides?|come along|(?:come|go|walk|travel) with us|join|lead us|accompany us)\b.*", "hire"),
    (r"(?:trade|barter|haggle|deal)\b.*", "trade"),
    (r"ask\b.*\b(?:to trade|about trade|for trade)\b.*", "trade"),
    (
        r"(?:ask|request|beg|plead|negotiate)\b.*"
        r"\b(?:passage|pass|let us (?:by|go|on|sail|row|walk|march|ride|leave)|through|safe conduct)\b.*",
        "passage",
    ),
    (
        r"ask\b.*\b(?:if|whether) (?:we|i|the party)(?: all)? (?:may|can|could|might) "
        r"(?:go on|continue|proceed|come (?:in|through)|walk on|stay|enter|be on our way|move on|go (?:by|past)|leave)"
        r"\b.*",
        "passage",
    ),
    (r"(?:please )?let us (?:pass|by|through|go)\b.*", "passage"),
    (r"(?:we )?(?:come in peace|mean no harm|want no trouble)\b.*", "passage"),
    (r"(?:make|offer|propose|ask for) (?:a )?(?:peace|truce)\b.*", "passage"),
    (_ASK + r"\b(?:treasure|gold|loot|hoard|riches|jewels|magic)\b.*", "treasure"),
    (r"(?:who (?:else )?lives|who is (?:here|there|in charge|your)|who rules|what lives)\b.*", "dwellers"),
    (_ASK + r"\b(?:monsters?|enem(?:y|ies)|neighbours?|who|creatures?)\b.*", "dwellers"),
    (_ASK + r"\b(?:dwellers?|others|tribe|leader|chief)\b.*", "dwellers"),
    (_ASK + r"\b(?:dangers?|dangerous|safe|traps?|hazards?)\b.*", "dangers"),
    (_ASK + r"\b(?:way|ways|stairs?|exits?|doors?|directions?|down|out|map)\b.*", "ways"),
    (r"(?:ask|question|interrogate|inquire|what do you know|tell us|any news|news|rumou?rs?)\b.*", "news"),
    (r"(?:talk|chat)\b.*\b(?:about|news)\b.*", "news"),
    (r"(?:say )?(?:hello|hi|hail|hey|greetings|ahoy|good (?:day|morning|evening)|well met|wave)\b.*", "talk"),
    (r"(?:who|what) are you\b.*|what is your name|who goes there|what are you doing\b.*", "talk"),
    (r"(?:greet|talk|speak|parley|chat|converse|negotiate|address|introduce|call out|shout|reason)\b.*", "talk"),
)
TOPICS = tuple((re.compile(pattern), aim) for pattern, aim in _TOPICS)
AWAY = pattern("talking", "away")
OFFER = re.compile(r"(?:offer|give|bribe|pay|hand|throw|toss|feed|hold out|present|share)\b(.*)")
_MONEY = {"piece", "coin", "credit"}
"""What the names of coins end with."""
_METALS = {"gp": "gold", "sp": "silver", "cp": "copper", "pp": "platinum", "ep": "electrum"}
_COINS = {"money", "bribe", "toll", "cash", *_MONEY, *_METALS, *_METALS.values()}
_FOOD = {"food", "ration", "meat", "bread", "meal", "something"}
_SMALL = {"piece", "them", "some", "day", "our"}


def talking(state: State, options: Options, said: str) -> Sequence[Action]:
    """What a line means to those who are met, or nothing: by anybody who may, else by whoever comes first; then the
    rules will say why not."""
    if state.encounter is None or state.fight is not None or state.prompts:
        return ()
    if AWAY.fullmatch(said):
        return (a.Evade(walk=True),)
    hands = _hands(state, said)
    if OFFER.fullmatch(said) and not _is_for_friends(state, said):
        found = _offered(state, options, hands, said)
        if found:
            return found
    for form, aim in TOPICS:
        if form.fullmatch(said):
            return _spoken(options, hands, aim)
    return ()


def _is_for_friends(state: State, said: str) -> bool:
    """Whether something is to be handed to one of the party."""
    taker = tokens(said.rpartition(" to ")[2])[:1] if " to " in said else []
    return any(taker and tokens(c.name)[:1] == taker for c in state.marchers())


def _spoken(options: Options, hands: Sequence[Creature], aim: str) -> Sequence[Action]:
    meant = [a.Parley(hand.id, aim) for hand in hands]
    return [x for x in meant if x in options.listed] or meant[:1]


def _hands(state: State, said: str) -> Sequence[Creature]:
    """Who is named at the end of the line, else everybody."""
    marchers = state.marchers()
    ending = said.rpartition(" with ")[2] if " with " in said else ""
    named = [c for c in marchers if ending and tokens(c.name)[:1] == tokens(ending)[:1]]
    return named or marchers


def _offered(state: State, options: Options, hands: Sequence[Creature], said: str) -> Sequence[Action]:
    """Food, coins or a thing, as many as the line says; without a number what they may want."""
    ending = said.rpartition(" with ")[2]
    by_name = any(tokens(c.name)[:1] == tokens(ending)[:1] for c in state.marchers()) and " with " in said
    words = [stem(word) for word in tokens(said.rpartition(" with ")[0] if by_name else said)[1:]]
    numbers = [int(word) for word in words if word.isdecimal()]
    if set(words) & _COINS and (held := _in_full(hands, words)):
        return held
    named = {word for word in words if not word.isdecimal()} - _SMALL
    listed = [x for x in options.listed if isinstance(x, a.Offer) and any(h.id == x.actor for h in hands)]
    if said.startswith(("throw", "toss")) and not named & _FOOD:
        return ()
    nothing = a.Offer(hands[0].id, "", numbers[0] if numbers else 1)
    if said.startswith("feed") or named & _FOOD:
        food = [x for x in listed if not _is_coin(_thing(state, x))]
        return [_so_many(state, x, numbers[0]) for x in food] if food and numbers else food or [nothing]
    if said.startswith(("bribe", "pay")) or not named or named & _COINS:
        if not numbers:
            return [x for x in listed if _is_coin(_thing(state, x))] or [nothing]
        wanted = {metal for short, metal in _METALS.items() if named & {short, metal}}
        found = [
            a.Offer(hand.id, item.id, numbers[0])
            for hand in hands
            for item in hand.items
            if _is_coin(item) and (not wanted or wanted & set(tokens(item.name)) or len(tokens(item.name)) == 1)
        ]
        enough = [x for x in found if (item := _thing(state, x)) is not None and item.count >= x.count]
        return enough or found[:1] or [nothing]
    return [
        a.Offer(hand.id, item.id, min(item.count, numbers[0] if numbers else 1))
        for hand in hands
        for item in hand.items
        if named and named & {stem(word) for word in tokens(item.name)}
    ]


def _in_full(hands: Sequence[Creature], words: Sequence[str]) -> list[Action]:
    """A thing that is named in full and is no coin, though it be of silver."""
    said = f" {' '.join(words)} "
    return [
        a.Offer(hand.id, item.id, 1)
        for hand in hands
        for item in hand.items
        if len(tokens(item.name)) > 1 and not _is_coin(item) and f" {' '.join(map(stem, tokens(item.name)))} " in said
    ]


def _so_many(state: State, offer: a.Offer, count: int) -> a.Offer:
    """As many of it as the line says, as far as this hand has them."""
    item = _thing(state, offer)
    return replace(offer, count=max(1, min(count, item.count))) if item is not None else offer


def _thing(state: State, action: a.Offer) -> Item | None:
    return state.creatures[action.actor].item(action.item)


def _is_coin(item: Item | None) -> bool:
    return item is not None and stem(tokens(item.name)[-1]) in _MONEY
