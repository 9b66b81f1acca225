"""Names for those who come without one."""

from __future__ import annotations

NAMES: dict[str, tuple[str, ...]] = {
    "man": ("Aldric", "Berta", "Corwen", "Dunstan", "Edda", "Falk", "Greta", "Hamo", "Isolt", "Jory", "Kest", "Maud"),
    "elf": ("Aelwen", "Caladir", "Elenwe", "Faenor", "Ithiel", "Lirael", "Naeris", "Sylvar", "Thalion", "Vaelin"),
    "dwarf": ("Bardin", "Dagna", "Grimli", "Hilda", "Korin", "Morga", "Orin", "Runa", "Thrain", "Ulfa"),
    "gnome": ("Bibb", "Dimble", "Fizzik", "Ginny", "Nackle", "Pip", "Quill", "Tinka", "Wizzel", "Zook"),
    "halfling": ("Bungo", "Cora", "Daisy", "Hob", "Lily", "Milo", "Odo", "Pansy", "Rollo", "Tansy"),
}
