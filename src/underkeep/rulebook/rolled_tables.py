"""The tables of a rulebook that are rolled on: with which dice, and which row a total means."""

from __future__ import annotations

import re

from underkeep.kernel.notation import Expr, parse
from underkeep.rulebook.ledger import Cell, Ledger, Table

_DICE = re.compile(r"(\d*d\d+)(_min)?")
_TO = re.compile(r"(-?\d+)-(\d+)")
_TWO_DICE = (2, 12)
_HIGH_MINUS_LOW = (-5, 5)
_BY_RANGE = {_TWO_DICE: "2d6", _HIGH_MINUS_LOW: "d6HL"}


def dice(table: Table) -> Expr | None:
    """The dice in the head of the first column; of numbered rows as many sides as rows; None if nobody rolls."""
    head = table.columns[0]
    if found := _DICE.fullmatch(head):
        return parse(found[1])
    if head == "n":
        return parse(f"1d{len(table.rows)}")
    if head == "roll":
        ends = _bounds(table, table.rows[0])[0], _bounds(table, table.rows[-1])[1]
        return parse(_BY_RANGE[ends]) if ends in _BY_RANGE else None
    return None


def row(table: Table, total: int) -> dict[str, Cell | list[Cell]]:
    """The row for a total, by column; beyond the ends the first or the last."""
    fits = [one for one in table.rows if _bounds(table, one)[0] <= total]
    return dict(zip(table.columns, fits[-1] if fits else table.rows[0], strict=True))


def _bounds(table: Table, one: list[Cell | list[Cell]]) -> tuple[int, int]:
    """From which total to which a row counts."""
    first = str(one[0])
    if found := _TO.fullmatch(first):
        return int(found[1]), int(found[2])
    return int(first), int(str(one[1])) if table.columns[0].endswith("_min") else int(first)


def rolled(book: Ledger) -> dict[str, Table]:
    """Those tables of a book that are rolled on, by id."""
    return {id: table for id, table in book.tables.items() if dice(table) is not None}
