"""Lines of a party in town or on the road that are plain: the first reader of them that knows such a line has it."""

from __future__ import annotations

from collections.abc import Callable

from underkeep.table.speech.asked_of_soldiers import of_soldiers_and_poison
from underkeep.table.speech.bought_each import bought_for_each
from underkeep.table.speech.debts import debts
from underkeep.table.speech.for_the_hired import for_the_hired
from underkeep.table.speech.given_to_drink import given_to_drink
from underkeep.table.speech.healing_words import healing_in_town
from underkeep.table.speech.hire_wishes import hire_wishes
from underkeep.table.speech.meanings import Meaning, Reader
from underkeep.table.speech.road_lines import on_the_road
from underkeep.table.speech.setting_out import setting_out
from underkeep.table.speech.shared_out import shared_out
from underkeep.table.speech.sold_together import sold_together
from underkeep.table.speech.town_plainly import town_plainly
from underkeep.table.speech.town_talk import town_talk
from underkeep.table.speech.wares_wished import wares_wished


def town_and_road(reader: Reader, typed: str, read: Callable[[str], Meaning | None]) -> Meaning | None:
    """What such a line means; None of any other."""
    if reader.state.prompts or reader.state.fight is not None or reader.state.encounter is not None:
        return None
    meant = debts(reader, typed) or for_the_hired(reader, typed, read) or given_to_drink(reader, typed)
    meant = meant or of_soldiers_and_poison(reader, typed)
    meant = meant or on_the_road(reader, typed) or healing_in_town(reader, typed) or setting_out(reader, typed, read)
    meant = meant or shared_out(reader, typed, read) or hire_wishes(reader, typed)
    meant = meant or sold_together(reader, typed) or bought_for_each(reader, typed) or wares_wished(reader, typed, read)
    meant = meant or town_talk(reader, typed, read)
    return meant or town_plainly(reader, typed, read)
