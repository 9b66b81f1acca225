"""`python -m tests.docs.content_page`: writes docs/content.md, what the content files of each game may hold.

The folders and the types are those that the games' modules hand to `content.load`, so that nothing is listed twice.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from msgspec import NODEFAULT
from msgspec.inspect import (
    BoolType,
    CollectionType,
    CustomType,
    DictType,
    Field,
    FloatType,
    IntType,
    LiteralType,
    NoneType,
    StrType,
    StructType,
    TupleType,
    Type,
    UnionType,
    type_info,
)

from underkeep.rulebook.content_limits import Limits, limits
from underkeep.rulebook.shelves import Shelf, shelves

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "content.md"
HOMES = {
    "underkeep.systems.ose": "Old-School Essentials",
    "underkeep.systems.knave": "Knave",
    "underkeep.systems.rampage": "Rampage Amid the Ruins",
    "underkeep.systems.robs": "Rob's Dungeon Game",
    "underkeep.generate": "Dungeons of any game",
    "underkeep.mechanics": "Looks and rumours of any game",
    "underkeep.procedures": "Furnishing and deeds of any game",
}
_INTRODUCTION = """\
# What the content files may hold

`make docs` writes this page from the types that the files are read into; a test compares them.

A game's content stands in TOML files under `content/` of its package. Each table of a file is an entry, and its heading
is the entry's id: `[black-bear]`. All files of a folder are read together, so that a new entry may stand in any of them
or in a new one; an id may stand in one only. An entry that lacks a field or has a wrong value is refused when the game
loads, with the file, the line and the field. `underkeep check-content` tries them whole: it tells every fault at once,
also fields that nobody reads, numbers out of their range, ids and rules that are not there, and names that two entries
have.

- A *number* is a whole one, a *fraction* may have a decimal point.
- *Dice* are written as text in dice notation: `"2d6+1"`.
- A field without a default must be given.
- Behind a type stands what else is tried: the range of a number, the folder whose ids are meant. A game says it in
  `content/fields.toml`; the ranges of percents, dice and days are the same in every game.
- `rule` is the id of the rule that the entry carries out, as in the game's `rulebook.toml`; the census counts it.
- `manual` has what no code does: the referee is told of it.
- An effect is a table that names it, `{ effect = "poison", save_bonus = 2 }`; only those listed may stand in a field.
"""
_KNOWN = [Limits()]
"""What the game whose folders are being written says of its fields."""
_WORDS = {StrType: "text", IntType: "number", FloatType: "fraction", BoolType: "true or false", CustomType: "dice"}
_MANY = {"text": "texts", "number": "numbers", "true or false": "true or false", "dice": "dice"}


def page() -> str:
    return _INTRODUCTION + "".join(_home(package, title) for package, title in HOMES.items())


def _home(package: str, title: str) -> str:
    _KNOWN[:] = [limits(package)]
    return f"\n## {title}\n\nIn `{package.replace('.', '/')}/content/`.\n" + "".join(
        _shelf(package, shelf) for shelf in shelves(package)
    )


def _shelf(package: str, shelf: Shelf) -> str:
    info = type_info(shelf.kind)
    assert isinstance(info, StructType)
    names = ", ".join(f"`{file}`" for file in _files(package, shelf.folder))
    own = f"\n### `{shelf.folder}/`\n\nFiles: {names}.\n{_said(info)}{_table(info)}"
    inner = list(_inner(info))
    plain = [part for part in inner if part.tag_field is None]
    return own + "".join(f"\n**{part.cls.__name__}**\n{_said(part)}{_table(part)}" for part in plain) + _tagged(inner)


def _files(package: str, folder: str) -> list[str]:
    content = Path(str(files(package)), "content")
    return sorted(
        file.relative_to(content / folder.split("*")[0]).as_posix() for file in content.glob(f"{folder}/*.toml")
    )


def _said(info: StructType) -> str:
    """The docstrings of a type: what it says of its fields, and what is refused."""
    texts = [info.cls.__dict__.get("__doc__"), getattr(info.cls.__dict__.get("__post_init__"), "__doc__", None)]
    said = [" ".join(inspect.cleandoc(text).split()) for text in texts if text]
    return "".join(f"\n{text}\n" for text in said)


def _table(info: StructType) -> str:
    if not info.fields:
        return ""
    rows = [
        f"| `{field.encode_name}` | {_words(field.type)}{_limited(info, field)} | {_default(field)} |\n"
        for field in info.fields
    ]
    return "\n| field | type | default |\n| --- | --- | --- |\n" + "".join(rows)


def _tagged(parts: list[StructType]) -> str:
    """The effects, traits and powers that may be named, a row each."""
    told = ""
    for tag in dict.fromkeys(part.tag_field for part in parts if part.tag_field):
        told += f"\n| `{tag}` | fields | |\n| --- | --- | --- |\n"
        for part in sorted((part for part in parts if part.tag_field == tag), key=lambda part: str(part.tag)):
            fields = "; ".join(_parameter(part, field) for field in part.fields)
            told += f"| `{part.tag}` | {fields} | {' '.join(_said(part).split())} |\n"
    return told


def _limited(info: StructType, field: Field) -> str:
    """What is tried besides the type."""
    (known,), owner = _KNOWN, f"{info.cls.__name__}.{field.encode_name}"
    said = []
    for name, keys in ((owner, ""), (field.encode_name, ""), (f"{owner}:key", "keys: ")):
        if name in known.ranges and any(word in _words(field.type) for word in ("number", "fraction")):
            least, most = known.ranges[name]
            said.append(f"{least} to {most:,}")
        if name in known.ids:
            folders = dict.fromkeys(f"`{folder.partition(':')[0]}/`" for folder in known.ids[name])
            said.append(f"{keys}ids of {', '.join(folders)}")
        elif name in known.words:
            said.append(f"{keys}one of {', '.join(_code(word) for word in known.words[name])}")
        if name in known.like:
            said.append(f"such as {_code(known.like[name].such_as)}")
        if said:
            break
    return f" ({'; '.join(said)})" if said else ""


def _parameter(info: StructType, field: Field) -> str:
    default = _default(field)
    return f"`{field.encode_name}`: {_words(field.type)}{_limited(info, field)}" + (f" ({default})" if default else "")


def _inner(info: StructType) -> Iterator[StructType]:
    """The types of the parts of an entry, each once, outer ones first."""
    seen: dict[type, StructType] = {}
    waiting = [info]
    while waiting:
        for part in (found for field in waiting.pop(0).fields for found in _structs(field.type)):
            if part.cls not in seen:
                seen[part.cls] = part
                waiting.append(part)
    yield from seen.values()


def _structs(info: Type) -> Iterator[StructType]:
    if isinstance(info, StructType):
        yield info
    for inner in _contained(info):
        yield from _structs(inner)


def _contained(info: Type) -> tuple[Type, ...]:
    if isinstance(info, UnionType):
        return info.types
    if isinstance(info, DictType):
        return (info.value_type,)
    if isinstance(info, CollectionType):
        return (info.item_type,)
    return info.item_types if isinstance(info, TupleType) else ()


def _words(info: Type) -> str:
    """A type as the author of a file thinks of it."""
    if isinstance(info, UnionType):
        return _one_of(info)
    if isinstance(info, LiteralType):
        return " or ".join(_code(value) for value in info.values)
    if isinstance(info, DictType):
        return f"table of {_several(info.value_type)}"
    if isinstance(info, CollectionType):
        return f"list of {_several(info.item_type)}"
    if isinstance(info, TupleType):
        return _row(info)
    if isinstance(info, StructType):
        return f"`{info.tag_field}`: `{info.tag}`" if info.tag_field else f"*{info.cls.__name__}*"
    return _WORDS[type(info)]


def _one_of(info: UnionType) -> str:
    tagged = [part for part in info.types if isinstance(part, StructType) and part.tag_field]
    others = [_words(part) for part in info.types if part not in tagged and not isinstance(part, NoneType)]
    if tagged:
        tags = ", ".join(f"`{part.tag}`" for part in sorted(tagged, key=lambda part: str(part.tag)))
        others.append(f"`{tagged[0].tag_field}`: {tags}")
    return " or ".join(others)


def _row(info: TupleType) -> str:
    """A list of fixed length."""
    words = [_words(item) for item in info.item_types]
    return (
        f"list of {len(words)} {_several(info.item_types[0])}" if len(set(words)) == 1 else f"list: {', '.join(words)}"
    )


def _several(info: Type) -> str:
    words = _words(info)
    return _MANY.get(words, words.replace("list of ", "lists of ", 1) if words.startswith("list of ") else words)


def _default(field: Field) -> str:
    if field.required:
        return ""
    value = field.default if field.default is not NODEFAULT else field.default_factory()
    return "none" if value is None else _code(value)


def _code(value: object) -> str:
    """A value as TOML has it."""
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    if isinstance(value, str):
        return f'`"{value}"`'
    return "`[]`" if value == () else f"`{value}`"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
