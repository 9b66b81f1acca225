"""Words that lead into a line and say nothing of what is to be done: `yes, let Hob talk`, `now we march`; and lines in
another order, as `in we go`."""

from __future__ import annotations

import re
from collections.abc import Sequence

_ALWAYS = r"yes|yeah|yep|yup|aye|ok|okay|now|then|oh|ah|hey|alas|phew|brr+|hm+|alright|all right"
_BEFORE_PEOPLE = r"right|first|next|good|well|fine|great|quick|hurry|finally|at last|so|and|but|come on|come"
_LED = re.compile(
    rf"(?:(?:(?:{_ALWAYS})\b[,.!:;-]* +(?=\w)|(?:{_BEFORE_PEOPLE})(?:[,.!:;]+ +|"
    r" +(?=(?:we|i|let|everybody|everyone|all of us|{names})\b)))(?!then\b.*\?))+"
)
_WHITHER = (
    r"in|out|on|up|down|back|through|off|away|over|onwards?|home|inside|outside|upstairs|downstairs|north|south|east|west"
    r"|north-?east|north-?west|south-?east|south-?west"
)
_TURNED = re.compile(
    rf"(?P<whither>(?:{_WHITHER})(?: (?:(?:through|into|to|by|out of|the|of) )*(?:the|that|this|it) ?[\w ]*?)?),? "
    r"(?:we|i|they) (?:all )?(?P<verb>go|march|walk|run|sneak|creep|head|climb)(?P<how>[ ,].*)?"
)
_TO_ME = re.compile(
    r"^(?P<what>(?:describe|explain|read|repeat|list|summari[sz]e)\b.+?) (?:to|for) (?:me|us)(?: (?:again|please))?$"
)
_ON_THROUGH = re.compile(
    r"^(?:(?:quickly|quick|hurry|fast|at once|straight|right|on|onwards?|and),? )+through "
    r"(?P<what>(?:it|the|that|there)\b[^,]*)(?P<rest>,.*)?$"
)


def without_lead(said: str, names: Sequence[str] = ()) -> str:
    """The line from where its wish begins; `names` are those of the party."""
    asks = said.rstrip().endswith("?")
    led = re.compile(_LED.pattern.replace("{names}", "|".join(map(re.escape, names)) or "-"))
    found = led.match(said)
    if found is not None and len(said[found.end() :].split()) > 0 and not (asks and found[0].startswith(("and", "so"))):
        said = said[found.end() :]
    if (turned := _TURNED.fullmatch(said)) is not None:
        said = f"{turned['verb']} {turned['whither']}{turned['how'] or ''}"
    said = _TO_ME.sub(r"\g<what>", said)
    through = _ON_THROUGH.match(said)
    return f"go through {through['what']}" if through is not None else said
