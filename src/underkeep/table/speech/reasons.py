"""A line without what only says why, before what, or what somebody thinks of it: `shut the door before they catch up`,
`let Osric lead because he has the mail`, `force it, since the lock is rusty`."""

from __future__ import annotations

import re
from collections.abc import Sequence

_IS = (
    r"(?:is|are|was|were|am|has|have|had|looks?|looked|seems?|seemed|might|may|could|couldn|can|cannot|must|will|would"
    r"|said|says?|feels?|felt|needs?|wants?|wanted|knows?|does|did|should|got|keeps?|lies|lay|stands?|hurts?|likes?)"
)
_SOME = r"(?:it|he|she|they|we|i|you|the|that|this|there|his|her|our|their|my|nobody|somebody|one|some)"
_OK = r"(?:alright|all right|ok|okay|possible|fine|allowed|good|a good idea|sensible|wise)"
_TAILS = (
    r",? (?:because|cause|seeing (?:as|that)|given that)\b (?:of )?.*",
    rf",? since {_SOME}\b.*",
    rf",? (?:since|as) (?:{{names}}) {_IS}\b.*",
    rf", as {_SOME} \w.*",
    rf", for (?:it|he|she|they|we|i|there) {_IS}\b.*",
    rf",? as (?:it|he|she|they|we|i|that|this) {_IS}\b.*",
    r",? so (?:that )?(?:we|i|he|she|they|it|you|nobody|nothing|no one|no (?:other )?\w+|{names})"
    r" (?:all )?(?:can|could|know|knows|may|might|do not|does not|will|would|won|are|is|see|sees|have|has|don|cannot"
    r"|gets?|hears?|stays?|keeps?)\b.*",
    r",? (?:just )?(?:in case|to make sure|to be sure|to be safe|to be on the safe side|for safety)\b.*",
    rf", (?:it|he|she|this|that|they|there)(?: only| just| also)? (?:{_IS}|\w+ing)\b.*",
    r", (?:maybe|perhaps|probably|hopefully|i (?:hope|bet|guess|think|suppose|fear)|who (?:has|is|can|knows|will))\b.*",
    rf",? (?:is|would|was) (?:that|this|it)(?: be)? {_OK}\b.*",
    r",? (?:i|we) (?:am|are|was|were)(?: \w+)? (?:worried|afraid|scared|curious|sure|tired|nervous|not sure)\b.*",
    rf",? if (?:it|that|this) is (?:{_OK}|needed|necessary|not too much)\b.*",
    r",? before (?!(?:we|i|you|he|she|they) )(?:(?:the|it|that|this|our|his|her|their|any|some|more|another|other)\b"
    r"|some(?:body|one|thing)|any(?:body|one|thing)|(?:{names})s?\b) ?.*",
    r",? before we (?:all )?(?:freeze|die|starve|drown|burn|choke|suffocate|are|get (?:caught|killed|hurt|seen))\b.*",
    r",? to (?:escape|avoid|get away from|get out of|flee)(?: from)? (?:the |this |that )?\w+",
    r",? with (?:(?:our|their|his|her|all) )?(?:weapons?|hands|arms|blades|swords|shields|torch(?:es)?|lights?|bows?)"
    r" (?:lowered|drawn|raised|ready|sheathed|out|up|down|at the ready|in hand|held high|lit|burning)",
    r",? (?:while|as long as) (?:they|it|the (?!others?|rest)\w+)"
    r" (?:is|are|still|sleeps?|rests?|eats?|talks?|watch|stir)\b.*",
    r",? before they (?:get|come|catch|reach|find|notice|see|wake|arrive|return|can|attack)\b.*",
    r",? for (?:warmth|light|heat|fun|safety|luck|good measure|firewood|now|a laugh)$",
    r",? (?:we|i)(?: have|ve)? (?:really |all )?(?:earned|deserved?|need|could use)"
    r" (?:it|that|one|this|a rest|a break)\b.*",
    r",? to (?:save|spare|preserve) (?:it|them|the \w+|light|oil|torches)",
    r"(?:,| and|, and|, but| but) not (?:the |that |this |to |with |by |at |his |her |our )*"
    r"(?!yet|now|to\b)[a-z]+(?: [a-z]+)?$",
    r",? (?:instead of|rather than) .+",
    r",? and (?:sneak|run|fight|hurry|hide|crawl|creep)(?: \w+)? if (?:we|he|she|they|i)"
    r" (?:have|need|must|got)(?: to)?",
    r",? (?:but|and) (?:please )?(?:very )?(?:carefully|quietly|slowly)(?: please)?$",
    r",? (?:and )?keep(?:ing|s)? (?:our|their|his|her|your|my|an?) (?:eyes?|ears?)(?: out| open| peeled| sharp)*\b.*",
)
_HEADS = (
    r"^(?:(?:{names}|we|every(?:one|body)|some of us|most of us|half of us|half the party|all of us|(?:the|our) \w+)"
    r"(?:,? and |, | ))+(?:is|are|am|looks?|seems?|has|have|was|were) [^,]*, (?:so )?"
    r"(?=(?:let us|we (?:should|must|have to|need to|had better|better)|i (?:think|say) we) )",
    r",? but (?:very )?(?:slowly|carefully|quietly)(?= and )",
    r"^(?:since|because|as|now that|seeing (?:as|that)|given that) [^,]+, (?=\w)",
    r"^(?:i think |well,? )?(?:we|i) (?:have |had |are )?(?:had|seen|done|got)? ?enough(?: of this| here)?,?"
    r" (?:so|and) ",
    rf"^(?!if )(?:the|it|he|she|there|they|this|that|we) [^,]*\b{_IS}\b[^,]*, so,? (?!(?:what|how|who|why|where|when|is"
    r"|are|do|does|did|can|that)\b)",
    r"^(?:all )?(?:the )?(?:rest|others)(?: of (?:us|the party|them))? (?=(?:go|head|walk|move|enter|explore|march)\b)",
    r"^wait(?:,|(?= (?:what|how|who|why|where|when|are|is|do|does|did|can|could)\b)) ?(?:wait,? )?",
)


def without_reasons(said: str, names: Sequence[str]) -> str:
    """The line without them; as it is where nothing would be left. A line that asks why keeps all its words."""
    own = "|".join(re.escape(name) for name in names) or "nobody"
    fewer = said
    for head in _HEADS:
        fewer = re.sub(head.replace("{names}", own), "", fewer)
    asks = fewer.endswith("?")
    for tail in _TAILS:
        match = re.search(tail.replace("{names}", own), fewer)
        if match is not None and len(fewer[: match.start()].split()) > 1:
            fewer = fewer[: match.start()] + ("?" if asks else "")
    return fewer.strip(" ,") or said
