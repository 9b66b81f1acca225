"""Everything that is wrong with a content file, not only the first thing: a sentence each, with file, line and field.

The types that a file is read into say what may stand in it. msgspec, which reads it, stops at the first fault; here the
same types are walked to the end. Whoever knows more than the types do (ranges, what ids there are) `minds` each value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.inspect import (
    BoolType,
    CollectionType,
    CustomType,
    DictType,
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

from underkeep.errors import UnderkeepError, did_you_mean
from underkeep.kernel.notation import Expr, parse
from underkeep.procedures.content import dice
from underkeep.procedures.content_lines import Lines, Path

MOST_DEPTH = 16
MOST_FAULTS = 200
Minds = Callable[[str, Any, Path], Iterator[tuple[Path, str]]]
"""What speaks against the value of a field, which is called `Type.field`."""
Found = Iterator[tuple[Path, str]]


class Fault(Struct, frozen=True):
    """One thing that is wrong, and where."""

    file: str
    line: int
    entry: str
    field: str
    problem: str

    def __str__(self) -> str:
        entry = f", [{self.entry}]" if self.entry else ""
        field = f" {self.field}" if self.field else ""
        return f"{self.file}, line {self.line}{entry}{field}: {self.problem}."


def anything(owner: str, value: Any, path: Path) -> Found:
    """Nothing is minded but the type."""
    yield from ()


def faults(name: str, text: str, tables: dict[str, Any], kind: type, minds: Minds = anything) -> Iterator[Fault]:
    """What is wrong with a file whose every table should be a `kind`; of very many faults the first ones."""
    lines = Lines(text)
    for path, problem in islice(_of_file(tables, kind, minds), MOST_FAULTS):
        entry, *field = path
        yield Fault(name, lines.of(path), _short(str(entry)), _written(field), problem)


def _of_file(tables: dict[str, Any], kind: type, minds: Minds) -> Found:
    info = type_info(kind)
    for id, table in tables.items():
        if (deep := _too_deep((id,), table)) is not None:
            yield deep, "this is nested deeper than content may be"
            continue
        found = list(islice(_of(info, table, (id,), "", minds), MOST_FAULTS))
        yield from found or _of_whole((id,), table, kind)


def _too_deep(path: Path, table: Any) -> Path | None:
    todo: list[tuple[Path, Any]] = [(path, table)]
    while todo:
        path, value = todo.pop()
        if len(path) > MOST_DEPTH:
            return path[:MOST_DEPTH]
        if isinstance(value, dict):
            todo += [((*path, key), part) for key, part in value.items()]
        elif isinstance(value, list):
            todo += [((*path, number), part) for number, part in enumerate(value)]
    return None


def _of_whole(path: Path, table: Any, kind: type) -> Found:
    """What the type itself says of an entry whose every field is well."""
    try:
        msgspec.convert(table, kind, dec_hook=dice)
    except (msgspec.ValidationError, UnderkeepError) as error:
        problem, _, place = str(error).partition(" - at `$")
        yield (*path, *_parts(place.removesuffix("`"))), _sentence(problem)


def _parts(place: str) -> Iterator[str | int]:
    for part in place.replace("[", ".[").split("."):
        if part.startswith("["):
            if part[1:-1].isdigit():
                yield int(part[1:-1])
        elif part:
            yield part


def _of(info: Type, value: Any, path: Path, owner: str, minds: Minds) -> Found:
    """What is wrong with a value that should be of a type."""
    if isinstance(info, UnionType):
        yield from _of_union(info, value, path, owner, minds)
    elif isinstance(info, StructType):
        yield from _of_struct(info, value, path, minds)
    elif isinstance(info, DictType):
        yield from _of_dict(info, value, path, owner, minds)
    elif isinstance(info, CollectionType):
        yield from _of_list(info.item_type, value, path, owner, minds)
    elif isinstance(info, TupleType):
        yield from _of_row(info, value, path, owner, minds)
    elif (problem := _of_word(info, value)) is not None:
        yield path, problem
    else:
        yield from minds(owner, value, path)


def _of_struct(info: StructType, value: Any, path: Path, minds: Minds) -> Found:
    if not isinstance(value, dict):
        yield path, f"this should be a table, not {shown(value)}"
        return
    fields = {field.encode_name: field for field in info.fields}
    for key, part in value.items():
        if key in fields:
            yield from _of(fields[key].type, part, (*path, key), f"{info.cls.__name__}.{key}", minds)
        elif key != info.tag_field:
            yield (*path, key), f"there is no field of this name{_nearest(key, fields)}"
    missing = [name for name, field in fields.items() if field.required and name not in value]
    misspelt = [key for key in value if key not in fields and key != info.tag_field]
    for name in missing:
        if not (len(misspelt) == 1 and len(missing) == 1 and name in did_you_mean(misspelt[0][:60], fields)):
            yield (*path, name), "this field is missing"


def _of_union(info: UnionType, value: Any, path: Path, owner: str, minds: Minds) -> Found:
    kinds = [part for part in info.types if not isinstance(part, NoneType)]
    tagged = {str(part.tag): part for part in kinds if isinstance(part, StructType) and part.tag_field}
    if tagged and (isinstance(value, dict) or len(tagged) == len(kinds)):
        yield from _of_effect(tagged, value, path, minds)
        return
    tried = [list(islice(_of(part, value, path, owner, minds), MOST_FAULTS)) for part in kinds]
    yield from min(tried, key=len)


def _of_effect(tagged: dict[str, StructType], value: Any, path: Path, minds: Minds) -> Found:
    tag = next(iter(tagged.values())).tag_field
    assert tag is not None
    if not isinstance(value, dict):
        yield path, f'this should be a table with the field "{tag}", not {shown(value)}'
    elif tag not in value:
        misspelt = [key for key in islice(value, 20) if did_you_mean(key[:60], [tag])]
        yield (*path, tag), f"this field is missing{f': {shown(misspelt[0])} is none' if misspelt else ''}"
    elif value[tag] not in (names := list(tagged)):
        yield (*path, tag), f"there is no {tag} {shown(value[tag])}{_nearest(str(value[tag]), names)}"
    else:
        yield from _of_struct(tagged[value[tag]], value, path, minds)


def _of_dict(info: DictType, value: Any, path: Path, owner: str, minds: Minds) -> Found:
    if not isinstance(value, dict):
        yield path, f"this should be a table, not {shown(value)}"
        return
    for key, part in value.items():
        yield from _of(info.value_type, part, (*path, key), owner, minds)
        yield from _of(info.key_type, key, (*path, key), f"{owner}:key", minds)


def _of_list(item: Type, value: Any, path: Path, owner: str, minds: Minds) -> Found:
    if not isinstance(value, list):
        yield path, f"this should be a list, not {shown(value)}"
        return
    for number, part in enumerate(value):
        yield from _of(item, part, (*path, number), owner, minds)


def _of_row(info: TupleType, value: Any, path: Path, owner: str, minds: Minds) -> Found:
    if not isinstance(value, list) or len(value) != len(info.item_types):
        yield path, f"this should be a list of {len(info.item_types)}, not {shown(value)}"
        return
    for number, (item, part) in enumerate(zip(info.item_types, value, strict=True)):
        yield from _of(item, part, (*path, number), owner, minds)


def _of_word(info: Type, value: Any) -> str | None:
    """What speaks against a single value."""
    if isinstance(info, LiteralType):
        known = [str(one) for one in info.values]
        is_one = any(value == one and type(value) is type(one) for one in info.values)
        return None if is_one else f"{shown(value)} is none of {', '.join(map(shown, known))}{_nearest(value, known)}"
    if isinstance(info, CustomType) and info.cls is Expr:
        return _of_dice(value)
    is_number = isinstance(value, int) and not isinstance(value, bool)
    should = {
        StrType: ("a text", isinstance(value, str)),
        BoolType: ("true or false", isinstance(value, bool)),
        IntType: ("a whole number", is_number),
        FloatType: ("a number", is_number or isinstance(value, float)),
    }
    wanted, is_so = should.get(type(info), ("", True))
    return None if is_so else f"this should be {wanted}, not {shown(value)}"


def _of_dice(value: Any) -> str | None:
    if not isinstance(value, str):
        return f'this should be dice in quotes, such as "2d6+1", not {shown(value)}'
    try:
        parse(value)
    except UnderkeepError as error:
        return _sentence(str(error))
    return None


def _nearest(wanted: Any, known: Any) -> str:
    meant = did_you_mean(str(wanted)[:60], [str(one) for one in known])
    return f"; {meant.removesuffix('?')}" if meant else ""


def _sentence(said: str) -> str:
    said = " ".join(said.split()).rstrip(".")
    return f"{said[:1].lower()}{said[1:300]}"


def shown(value: Any) -> str:
    """A value as a sentence quotes it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{_short(value)}"'
    if isinstance(value, dict | list):
        number = len(value)
        return f"a table of {number}" if isinstance(value, dict) else f"a list of {number}"
    if isinstance(value, int):
        return str(value) if abs(value) < 10**30 else "a number beyond all bounds"
    return _short(str(value))


def _short(text: str) -> str:
    text = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _written(path: list[str | int]) -> str:
    """`attacks[0].damage`."""
    told = "".join(f"[{part}]" if isinstance(part, int) else f".{_short(part)}" for part in path)
    return told.removeprefix(".")
