"""Questions in town: what things cost and who can afford them, what other places there are, what the town has."""

from __future__ import annotations

import re

from underkeep.procedures.chapter import DUNGEON, TOWN
from underkeep.table.speech.asked_prices import asked_prices, asked_within
from underkeep.table.speech.asked_topics import topic_asked
from underkeep.table.speech.meanings import Show
from underkeep.table.speech.past_pages import FOUND
from underkeep.table.speech.question import Question, is_ware, sort_of_words
from underkeep.table.speech.topics import known
from underkeep.table.speech.wording import parts


def afforded(q: Question) -> Show | None:
    said = q.said
    asked = re.fullmatch(r"(?P<what>.+?),? (?:can|could) (?:he|she|they|we|i) afford (?:it|that|them)", said)
    if asked is not None:
        said = f"afford {re.sub(r'.*? (?:wants?|needs?|likes?) ', '', asked['what'])}"
    if (listed := asked_prices(q.reader, q.said, by_price=True)) is not None and ";" in listed.rest:
        return listed
    if q.scene == TOWN and (within := asked_within(q.reader, q.said)) is not None:
        return within
    if (buyer := re.match(_WHO_BUYS, said)) is not None and q.scene == TOWN:
        said = f"afford {buyer['what']}"
    found = re.search(r"\b(?:afford|enough (?:gold|money|coins?|cash) (?:for|to (?:buy|get|hire)))\b(?P<what>.*)", said)
    if found is None or q.scene != TOWN:
        return None
    drop = sort_of_words("empty") | {*q.named, "buy", "get", "both"}
    what = " ".join(word for word in parts(found["what"]) if word not in drop)
    return Show("afford", f"{what} of {q.whom}".strip()) if is_ware(q, what) else Show("purse")


_WHO_BUYS = r"who (?:of us |else )?(?:can|could) (?:still |even |actually |also )*(?:buy|pay for|get) (?P<what>.*)"


def priced(q: Question) -> Show | None:
    if q.scene != TOWN:
        return None
    if (asked := asked_prices(q.reader, q.said, by_price=True)) is not None and (
        ";" in asked.rest or not asked.rest.startswith("1 x ") or q.any("afford enough")
    ):
        return asked
    what = " ".join(word for word in q.rest("price").split() if word not in sort_of_words("shop"))
    what = re.sub(r"^(?:list|would|will|could)\b ?", "", what)
    if q.finds(_A_SHOP) and not is_ware(q, what):
        return Show("services", "shop")
    if q.has("price") and what and not q.any("retainers hirelings wages"):
        return Show("prices", what)
    if "how much" in q.said and is_ware(q, what) and not q.any("have got left carry carrying"):
        return Show("prices", what)
    if (
        q.finds(_SOLD)
        and what
        and (
            is_ware(q, what)
            or (q.any("buy sell sells sold sale shop stock") and what.count(" ") < 3)
            or (q.finds(r"^(?:do|have) (?:they|you) (?:have|got)\b") and " " not in what)
        )
    ):
        return Show("prices", what)
    return None


_A_SHOP = r"^(?:is|are) there .*\b(?:shops?|stores?|markets?|dealers?|merchants?)(?: here| in town| around| nearby)*$"
_SOLD = (
    r"^(?:can|could) (?:we|i|you|one) (?:buy|get|find)|^who (?:here )?(?:sells?|stocks?)\b"
    r"|^where (?:can|do|could|would) (?:we|i) (?:buy|get)|^is there (?:any|a|an|some)\b"
    r"|^(?:do|does) (?:they|you|the shops?|anyone|anybody|it|he|she|this (?:town|place|village)|.*) (?:sell|stock)\b"
    r"|^any(?:one|body) (?:here )?(?:sells?|selling|stocks?)\b"
    r"|^are there any|^(?:is|are) .* (?:available|for sale|in stock)|^(?:what|which) .*\bsell|^do (?:they|you) have"
)


_WHO_IS_HURT = (
    r"^(?:who(?: all| of us)?|is any(?:one|body)|any(?:one|body)|are any of us|how many of us)\b.*"
    r"\b(?:wounded|hurt|injured)\b"
)


_WILL_LIVE = r"^(?:is|will) \w+ (?:(?:going to|gonna) )?(?:be|make it|pull through|survive|live|recover)$"


def of_the_hurt(q: Question) -> Show | None:
    """Who of the party is hurt, before what a wound is."""
    left = q.finds(r"^who is (?:still )?(?:left|alive|standing|with us)(?: of us| in the party| alive)?$")
    if q.scene == TOWN and q.named and q.finds(_WILL_LIVE):
        return Show("party", q.whom)
    return Show("party") if q.scene == TOWN and (left or q.finds(_WHO_IS_HURT)) else None


_MY_PURSE = r"^how much (?:do|have|has|does) (?:i|we|\w+) (?:have|got)(?: left| now| on (?:me|us))?$"
_SET_BACK = (
    r"^(?:what|how much) (?:would|will|does|do) (?:a |an |the |some )?(?:new )?(?P<what>.+) set (?:us|me|him|her) back$"
)
_BEST_OF = (
    r"\bbest (?P<sort>armou?r|weapons?|shields?|swords?)\b.*\b(?:get|buy|afford|here|for sale|shops?)\b"
    r"|\b(?:get|buy|afford|sell) .*\bbest (?P<other>armou?r|weapons?)\b"
)


def of_what_is_cheapest(q: Question) -> Show | None:
    """The prices of a sort of wares of which the cheapest is asked for."""
    if q.scene == TOWN and q.finds(_MY_PURSE):
        return Show("purse", q.whom)
    if q.scene == TOWN and (cost := re.match(_SET_BACK, q.said)) is not None and is_ware(q, cost["what"]):
        return Show("prices", cost["what"])
    if q.scene == TOWN and (best := re.search(_BEST_OF, q.said)) is not None and not q.named:
        return Show("prices", best["sort"] or best["other"])
    if q.scene != TOWN or not q.any("cheapest dearest priciest"):
        return None
    if q.any("hire hireling hirelings retainer retainers seeker"):
        return Show("look")
    what = " ".join(word for word in q.rest("price").split() if word not in sort_of_words("shop"))
    return Show("prices", what) if what else None


_OF_ROADS = (
    r"\b(?:towns|cities|villages|roads|destinations)\b"
    r"|\bplaces\b.*\b(?:go|travel|visit|reach|near|nearby|around)\b"
    r"|\bwhere (?:else )?(?:can|could|may|should|might) (?:we|i|one) (?:travel|go)\b"
    r"|\b(?:other|nearest|next|closest|another|nearby) (?:town|city|village)\b"
)


def _is_place(q: Question) -> bool:
    """Whether it names a place that people in the towns know of."""
    region = q.reader.state.region
    known = (place.name for place in region.places.values() if not place.secret) if region is not None else ()
    return any(set(parts(name)) - {"the", "of"} <= set(q.words) for name in known)


def of_roads(q: Question) -> Show | None:
    """What other places there are, and how far they are."""
    about = q.scene == TOWN and (q.finds(_OF_ROADS) or (q.has("far") and _is_place(q)))
    towns = q.any("town towns city village") and q.any("closer closest nearer nearest near which far")
    about = about or (q.scene == DUNGEON and (_is_place(q) or (towns and not q.any("back home") and q.any("which"))))
    return Show("routes") if about else None


def of_topics(q: Question) -> Show | None:
    is_of_pay = q.has("price") or q.any("afford pay enough wage wages much")
    if q.scene == TOWN and q.finds(r"^how much (?:is|are|does|do|for|would) (?:the |a |an )?(?:healing|cures?)\b"):
        return Show("topic", "healing")
    return topic_asked(q.reader, q.said, q.named, is_of_pay) if q.scene == TOWN else None


def _is_where(q: Question) -> bool:
    """Whether it asks where the place is that the party goes to, or which way is the better one."""
    return q.finds(r"^where (?:is|are|lies)\b.*\b(?:dungeon|ruins?|tower|keep|mine|castle|crypt|tombs?)\b") or q.finds(
        r"\b(?:better|best|quicker|faster|safer|shorter)\b.*\b(?:road|trail|path|way|route|forest)\b"
    )


_OTHER_PLACES = (
    r"\b(?:another|other|more|any) (?:dungeons?|ruins?|adventures?|delves?|tombs?|crypts?"
    r"|places? to (?:go|explore|delve))\b|^where else (?:can|could) we (?:go|explore|adventure)"
)


def of_the_town(q: Question) -> Show | None:
    if q.scene != TOWN:
        return None
    if (
        (q.has("far", "goal") and not q.any("afford"))
        or _is_where(q)
        or (q.has("far") and q.finds(r"^how .*\bto [a-z]+"))
    ):
        return Show("routes")
    if q.finds(_OTHER_PLACES):
        return Show("routes")
    kinds = sorted(set(q.words) & sort_of_words("services"))
    if kinds and q.finds(r"^(?:where|is there|are there|does|do|what|which|can)\b"):
        return Show("services", kinds[0])
    heard = q.any("heard rumours rumors rumour rumor learnt learned")
    return Show("rumours") if heard and q.any("we i far so") else None


def of_what_is_taught(q: Question) -> Show | None:
    """Who teaches something, where a town has masters."""
    asks = q.finds(r"^(?:who|where|can anyone|is there anyone|does anyone|what)\b.*\b(?:teach|teaches|learn|train)\b")
    if q.scene != TOWN or not asks or q.any("spell spells magic") or q.named:
        return None
    return Show("topic", "masters") if "masters" in known(q.reader.rules) else None


def of_what_was_found(q: Question) -> Show | None:
    """What the party has brought home."""
    asks = q.finds(
        r"^how much (?:treasure|loot|gold) did (?:we|i) (?:find|get|make|earn|bring)"
        r"|^what (?:all )?(?:did|have) (?:we|i|they) (?:bring|brought|carry|carried|get) (?:back|home|out)\b"
    )
    if q.scene != TOWN or not asks:
        return None
    brought = [line for line in q.reader.heard() if "adventure brought" in line]
    return Show("said", brought[-1]) if brought else Show(FOUND)


def of_damage(q: Question) -> Show | None:
    """What a weapon does, not who is hurt."""
    if q.scene != TOWN or not q.any("damage") or q.named:
        return None
    what = " ".join(word for word in q.rest().split() if word not in ("damage", "deal", "inflict"))
    return Show("thing", what) if is_ware(q, what) else None
