"""Names for characters whose players have none in mind. All of them our own."""

from __future__ import annotations

from collections.abc import Iterable

from underkeep.procedures.recruiting import new_name
from underkeep.procedures.resolution import Resolution

_HUMAN = (
    *("Aldric", "Berenice", "Cuthwin", "Doriel", "Emmot", "Fulk", "Gisela", "Hargan", "Isolde", "Jorun", "Kester"),
    *("Leofa", "Mabyn", "Norrec", "Odile", "Perrin", "Quill", "Rosamund", "Sigrun", "Tancred", "Ursel", "Wymond"),
    *("Ysolt", "Brannoc", "Cerys", "Drogo", "Elswyth", "Garrick", "Hestia", "Ivo", "Maude", "Osric", "Petra", "Roland"),
)
_FOLK = {
    "dwarf": (
        *("Balgrim", "Dagna", "Ebbrik", "Fundil", "Grida", "Hodrun", "Korin", "Magda", "Norbek", "Oddny", "Skarn"),
        *("Thrainna", "Ulfgar", "Vonda", "Yngrim"),
    ),
    "elf": (
        *("Aelindra", "Caelith", "Daerion", "Elowen", "Faelar", "Ilsindë", "Lorivar", "Mirael", "Nimue", "Orophin"),
        *("Saelihn", "Thandriel", "Vaeril", "Ysmae"),
    ),
    "halfling": (
        *("Bramble", "Clover", "Dillo", "Eglantine", "Figgy", "Hob", "Juniper", "Marigold", "Nettle", "Osbert"),
        *("Pimpernel", "Rollo", "Tansy", "Wilcome"),
    ),
}


def name_for(do: Resolution, character_class: str, id: str, more_taken: Iterable[str] = ()) -> str:
    """A name by the dice that nobody in the game bears yet."""
    return new_name(do, _FOLK.get(character_class, _HUMAN), id, more_taken)
