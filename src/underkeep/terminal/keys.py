"""Which key means which choice: the same letter for the same kind of action wherever it can, then digits."""

from __future__ import annotations

from collections.abc import Sequence

from underkeep.table.speech.choices import Choice

LETTERS = {
    "Go": "g", "OpenDoor": "o", "ShutDoor": "c", "ForceDoor": "f", "PickLock": "p", "Listen": "l", "WedgeDoor": "k",
    "Walk": "w", "Search": "s", "Rest": "r", "LightUp": "t", "Douse": "d", "TakeHoard": "b", "InspectHoard": "i",
    "Disarm": "n", "Use": "u", "LeaveDungeon": "x", "Parley": "t", "Evade": "r", "Engage": "a", "StandBy": "w",
    "Buy": "b", "Sell": "s", "Hire": "h", "Dismiss": "d", "HearRumours": "e", "RestDays": "r", "SetOut": "o",
    "MarchOn": "m", "TurnBack": "b", "MakeCamp": "r",
    "Everyone": "x", "AsLastRound": "l", "Explore": "e", "WalkOut": "h",
    "Attack": "a", "Move": "m", "Done": "d", "EndStep": "e",
    "Charge": "c", "Run": "r", "Sprint": "s", "Withdraw": "w", "Flee": "f", "Parry": "p", "Grapple": "g", "Cast": "c",
}  # fmt: skip
ANSWERS = {"yes": "y", "no": "n"}
DIGITS, CAPITALS = "1234567890", "ABCDEFGHIJKLMNOPRSTUVWXYZ"
# Letters that the table itself uses, never those of a choice.
TABLE_KEYS = {"q": "leave", "z": "zoom", "v": "map", "j": "journal", "y": ""}
HELP = (
    ("a letter or digit", "the action it stands before"),
    ("up, down, Enter", "choose in the list of actions"),
    ("Tab, Shift+Tab", "to the next or previous pane"),
    ("/", "type a command; Escape comes back"),
    ("arrows on the map", "walk that way, or through the door there"),
    ("the mouse", "choose an action, walk to a square, strike a foe, ask why"),
    ("? on a line of the log", "its rules, dice faces and modifiers"),
    ("Escape", "back: from a list, a page, a square"),
    ("z", "the map wider or closer"),
    ("v", "the whole map"),
    ("j", "the whole log"),
    ("Ctrl+P", "next of one's own in a fight"),
    ("F2, F3", "the party's sheets, what it carries"),
    ("F1 or ?", "this help"),
    ("q or Ctrl+Q", "leave; everything is saved already"),
)


def assign(choices: Sequence[Choice], letters: bool = True) -> dict[str, Choice]:
    """A key for each choice, in their order; inside a fold only by count. No digit stands for what is grave."""
    keys: dict[str, Choice] = {}
    for choice in choices:
        key = ANSWERS.get(choice.label) or (LETTERS.get(choice.kind, "") if letters else "")
        if not key or key in keys:
            key = next((x for x in (CAPITALS if choice.grave else DIGITS + CAPITALS) if x not in keys), "")
        if key:
            keys[key] = choice
    return keys
