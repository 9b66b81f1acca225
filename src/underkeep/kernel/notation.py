"""Dice notation: the parse tree, and the parser that makes it. It knows how a roll is written, not how it falls.

    4d6  d20  d%            dice (d% is d100)
    d6HL  dHL               two d6, the High die minus the Low die; dHL is d6HL
    4d6kh3  kl  dh  dl      keep or drop that many of the highest or lowest (k3 is kh3)
    6d6!  6d6!3             a die that shows its highest face is thrown again and added, at most 10 (or 3) times
    4d6r1  4d6r<3           a die that shows a 1 (or less than 3) is thrown once more and the second face stands
    + - * //  ( )  -1d4     arithmetic; // rounds down; 1d6x10 and 2d6 x 1,000 multiply as treasure tables write it
    1d8[slashing]           a label on a number, a roll or a bracket

Letter case and spaces do not matter. The order of the dice suffixes does not matter either: rerolls come first, then
explosions, then keeping. A die and its explosions are kept or dropped together. A divisor that is zero whatever the
dice show is a NotationError; one that falls to zero is a DiceError when rolled.
"""

import re
from functools import lru_cache
from typing import Any, NoReturn

import msgspec

from underkeep.errors import UnderkeepError

MAX_CHARACTERS = 256
MAX_DEPTH = 32
MAX_DICE = 1_000
MAX_SIDES = 1_000_000
MAX_NUMBER = 1_000_000_000
MAX_RESULT = 10**15
MAX_EXPLOSIONS = 10
MAX_LABEL = 40


class DiceError(UnderkeepError):
    """Dice that cannot be thrown as asked: a face the die lacks, a script that ran out, a division by zero."""


class NotationError(UnderkeepError):
    """Text that is not dice notation. `position` counts from 1."""

    def __init__(self, text: str, position: int, problem: str) -> None:
        shown = text if len(text) <= 60 else text[:57] + "..."
        shown = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in shown)
        super().__init__(f'Bad dice notation "{shown}": {problem} at position {position}.')
        self.text = text
        self.position = position
        self.problem = problem

    def __reduce__(self) -> tuple[type["NotationError"], tuple[str, int, str]]:
        return NotationError, (self.text, self.position, self.problem)


class Number(msgspec.Struct, frozen=True):
    value: int


class Pool(msgspec.Struct, frozen=True):
    """Some dice of one kind. `keep` counts the dice kept, the highest or else the lowest; 0 keeps all.

    `reroll_from`..`reroll_to` are the faces thrown once more (none if `reroll_to` is 0). `explode` is how often one die
    may explode.
    """

    count: int
    sides: int
    keep: int = 0
    highest: bool = True
    reroll_from: int = 1
    reroll_to: int = 0
    explode: int = 0

    @property
    def is_plain(self) -> bool:
        return not (self.reroll_to or self.explode)


class HighLow(msgspec.Struct, frozen=True):
    """Two dice of one kind, the first minus the second."""

    sides: int


class Negated(msgspec.Struct, frozen=True):
    term: "Node"


class Sum(msgspec.Struct, frozen=True):
    """Terms added together; a subtracted one is Negated."""

    terms: tuple["Node", ...]


class Product(msgspec.Struct, frozen=True):
    """`left x right`, or `left // right` if `divides`."""

    left: "Node"
    right: "Node"
    divides: bool = False


class Labelled(msgspec.Struct, frozen=True):
    term: "Node"
    label: str


Node = Number | Pool | HighLow | Negated | Sum | Product | Labelled


class Expr:
    """A parsed notation. Equal trees are equal expressions; `text` is the one way we write that tree.

    `memo` is scratch for whoever walks the tree to remember what they made of it; it is no part of the value.
    """

    __slots__ = ("memo", "text", "tree")
    text: str
    tree: Node
    memo: Any

    def __init__(self, tree: Node) -> None:
        object.__setattr__(self, "tree", tree)
        object.__setattr__(self, "text", _written(tree))
        object.__setattr__(self, "memo", None)

    def __setattr__(self, name: str, value: object) -> None:
        if name != "memo":
            raise AttributeError(f"An Expr does not change: {name}.")
        object.__setattr__(self, name, value)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Expr) and self.text == other.text)

    def __hash__(self) -> int:
        return hash(self.text)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"parse({self.text!r})"

    def __reduce__(self) -> tuple[type["Expr"], tuple[Node]]:
        return Expr, (self.tree,)


@lru_cache(maxsize=2048)
def parse(text: str) -> Expr:
    """The expression that `text` writes, or a NotationError in one sentence."""
    return Expr(_Parser(text).whole())


def constant(node: Node) -> int | None:
    """The value of a node without dice, or None if it has dice."""
    match node:
        case Number(value):
            return value
        case Negated(term):
            inner = constant(term)
            return None if inner is None else -inner
        case Labelled(term):
            return constant(term)
        case Sum(terms):
            known = [value for value in map(constant, terms) if value is not None]
            return sum(known) if len(known) == len(terms) else None
        case Product(left, right, divides):
            a, b = constant(left), constant(right)
            if a is not None and b is not None:
                return a // b if divides else a * b
    return None


def reach(node: Node) -> int:
    """A bound that the node's value cannot exceed, either side of zero."""
    match node:
        case Number(value):
            return value
        case Pool(count, sides, keep):
            return (keep or count) * sides * (1 + node.explode)
        case HighLow(sides):
            return sides - 1
        case Negated(term) | Labelled(term):
            return reach(term)
        case Sum(terms):
            return sum(map(reach, terms))
        case Product(left, right, divides):
            return reach(left) if divides else reach(left) * reach(right)


def _written(node: Node, tight: int = 0) -> str:
    """The node as notation. `tight` is what it stands in: 0 alone, 1 a sum, 2 a product's left, 3 and up tighter."""
    match node:
        case Number(value):
            return str(value)
        case Pool():
            return _written_pool(node)
        case HighLow(sides):
            return f"d{sides}HL"
        case Labelled(term, label):
            text, own = f"{_written(term, 5)}[{label}]", 4
        case Negated(term):
            text, own = "-" + _written(term, 3), 3
        case Product(left, right, divides):
            text, own = _written(left, 2) + ("//" if divides else "x") + _written(right, 3), 2
        case Sum(terms):
            text, own = _written(terms[0], 1), 0
            for term in terms[1:]:
                text += "-" + _written(term.term, 2) if isinstance(term, Negated) else "+" + _written(term, 1)
    return f"({text})" if tight > own else text


def _written_pool(pool: Pool) -> str:
    text = f"{pool.count}d{pool.sides}"
    if pool.reroll_to:
        text += f"r{pool.reroll_to}" if pool.reroll_from == pool.reroll_to else f"r<{pool.reroll_to + 1}"
    if pool.explode:
        text += "!" if pool.explode == MAX_EXPLOSIONS else f"!{pool.explode}"
    if pool.keep:
        text += f"k{'h' if pool.highest else 'l'}{pool.keep}"
    return text


_NUMBER = re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+(?![0-9])|[0-9]+")
_SUFFIX = re.compile(r"r|!|k[hl]?|d[hl]")
_LABEL = re.compile(r"\[([^\[\]]*)\]")


class _Parser:
    """Recursive descent over one text: sum, product, signed, primary, pool."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lower = text.lower() if text.isascii() else "".join(c.lower() if c.isascii() else c for c in text)
        self.at = 0
        self.dice = 0
        self.depth = 0

    def fail(self, problem: str, at: int | None = None) -> NoReturn:
        raise NotationError(self.text, (self.at if at is None else at) + 1, problem)

    def whole(self) -> Node:
        if len(self.text) > MAX_CHARACTERS:
            self.fail(f"more than {MAX_CHARACTERS} characters", MAX_CHARACTERS)
        node = self.sum()
        if self.at < len(self.text):
            self.fail("expected an operator or the end")
        return node

    def skip(self) -> None:
        while self.text[self.at : self.at + 1].isspace():
            self.at += 1

    def take(self, *wanted: str) -> str:
        """Step over the first of `wanted` (lower case) that comes next, and return it, or an empty string."""
        self.skip()
        if self.lower.startswith(wanted, self.at):
            for symbol in wanted:
                if self.lower.startswith(symbol, self.at):
                    self.at += len(symbol)
                    return symbol
        return ""

    def number(self, expected: str, low: int = 0, high: int = MAX_NUMBER) -> int:
        self.skip()
        start = self.at
        value = self.number_or_none(high)
        if value is None:
            self.fail(f"expected {expected}")
        if value < low:
            self.fail(f"expected {expected} of at least {low}", start)
        return value

    def number_or_none(self, high: int = MAX_NUMBER) -> int | None:
        self.skip()
        found = _NUMBER.match(self.text, self.at)
        if not found:
            return None
        value = int(found[0].replace(",", ""))
        if value > high:
            self.fail(f"a number above {high:,}")
        self.at = found.end()
        return value

    def sum(self) -> Node:
        terms = [self.product()]
        while sign := self.take("+", "-", "\N{MINUS SIGN}"):
            at = self.at - 1
            term = self.product()
            terms.append(term if sign == "+" else Negated(term))
            self.check_reach(sum(map(reach, terms)), at)
        return terms[0] if len(terms) == 1 else Sum(tuple(terms))

    def product(self) -> Node:
        node = self.signed()
        while sign := self.take("//", "*", "x", "\N{MULTIPLICATION SIGN}"):
            at = self.at - len(sign)
            right = self.signed()
            divides = sign == "//"
            if divides and constant(right) == 0:
                self.fail("a division by zero", at)
            node = Product(node, right, divides)
            self.check_reach(reach(node), at)
        return node

    def check_reach(self, bound: int, at: int) -> None:
        if bound > MAX_RESULT:
            self.fail(f"a result that could pass {MAX_RESULT:,}", at)

    def deeper(self) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            self.fail(f"nesting deeper than {MAX_DEPTH}", self.at - 1)

    def signed(self) -> Node:
        if not self.take("-", "\N{MINUS SIGN}"):
            return self.labelled()
        self.deeper()
        node = Negated(self.signed())
        self.depth -= 1
        return node

    def labelled(self) -> Node:
        node = self.primary()
        self.skip()
        if self.text[self.at : self.at + 1] != "[":
            return node
        found = _LABEL.match(self.text, self.at)
        label = " ".join(found[1].split()) if found else ""
        if not found or not label or len(label) > MAX_LABEL or not label.isprintable():
            self.fail(f"expected a closed label of 1 to {MAX_LABEL} printable characters")
        self.at = found.end()
        self.skip()
        return Labelled(node, label)

    def primary(self) -> Node:
        if self.take("("):
            self.deeper()
            node = self.sum()
            if not self.take(")"):
                self.fail("expected a closing parenthesis")
            self.depth -= 1
            return node
        self.skip()
        start = self.at
        count = self.number_or_none()
        if self.take("d"):
            return self.dice_of(count, start)
        if count is None:
            self.fail("expected a number, dice or an opening parenthesis")
        return Number(count)

    def dice_of(self, count: int | None, start: int) -> Node:
        if count is not None and not 1 <= count <= MAX_DICE:
            self.fail(f"expected 1 to {MAX_DICE:,} dice", start)
        pair = self.take("hl")
        sides = 6 if pair else 100 if self.take("%") else self.number("a number of sides", 1, MAX_SIDES)
        pair = pair or self.take("hl")
        if pair and count not in (None, 1):
            self.fail("a high-low roll is always one pair", start)
        self.dice += 2 if pair else count or 1
        if self.dice > MAX_DICE:
            self.fail(f"more than {MAX_DICE:,} dice in all", start)
        return HighLow(sides) if pair else self.suffixes(Pool(count or 1, sides))

    def suffixes(self, pool: Pool) -> Pool:
        seen: set[str] = set()
        while True:
            self.skip()
            found = _SUFFIX.match(self.lower, self.at)
            if not found:
                return pool
            kind = found[0]
            family = "k" if kind[0] in "kd" else kind
            if family in seen:
                self.fail("a second suffix of the same kind")
            seen.add(family)
            self.at = found.end()
            pool = self.suffixed(pool, kind)

    def suffixed(self, pool: Pool, kind: str) -> Pool:
        change = msgspec.structs.replace
        if kind == "!":
            times = self.number_or_none(MAX_EXPLOSIONS)
            if times == 0:
                self.fail(f"expected 1 to {MAX_EXPLOSIONS} explosions", self.at - 1)
            return change(pool, explode=times or MAX_EXPLOSIONS)
        if kind == "r":
            below = bool(self.take("<"))
            face = self.number("a face to reroll", 1 + below, pool.sides) - below
            return change(pool, reroll_from=1 if below else face, reroll_to=face)
        if kind[0] == "k":
            count = self.number("a number of dice to keep", 1)
            if count > pool.count:
                self.fail(f"cannot keep {count} of {pool.count} dice", self.at - 1)
            return change(pool, keep=count, highest=kind != "kl")
        count = self.number("a number of dice to drop", 1)
        if count >= pool.count:
            self.fail(f"cannot drop {count} of {pool.count} dice", self.at - 1)
        return change(pool, keep=pool.count - count, highest=kind == "dl")
