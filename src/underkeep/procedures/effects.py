"""What content may name as an effect, and the function that carries each out: spells, traps, potions, abilities, items.

An effect's parameters are a tagged struct. A game declares the union of those that may stand in one place of its
content, so that a file that names another, or a wrong field, is refused when it is read; and an effect that nothing
carries out stops the game from loading.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, get_args

from msgspec import Struct

from underkeep.procedures.resolution import Resolution


class Params(Struct, frozen=True, tag_field="effect", forbid_unknown_fields=True):
    """The parameters of an effect. Its `tag` is what content calls it: `effect = "sleep"`."""


A = TypeVar("A")
P = TypeVar("P")


class UnfitEffects(TypeError):
    """The effects that are declared are not those that are carried out."""


class Effects(Generic[A]):
    """The effects of one sort. `A` says at whom: a casting, a blow, a trap that was sprung.

    `fire = Effects[Casting](Burn | Blast)`; `@fire(Burn)` above a function; `fire.carry_out(do, casting, params)`.
    """

    def __init__(self, declared: Any) -> None:
        self.declared: tuple[type, ...] = get_args(declared) or (declared,)
        self._functions: dict[type, Callable[[Resolution, A, Any], None]] = {}

    def __call__(
        self, kind: type[P]
    ) -> Callable[[Callable[[Resolution, A, P], None]], Callable[[Resolution, A, P], None]]:
        """Register the function that carries out the effects of one kind."""
        if kind not in self.declared:
            raise UnfitEffects(f"{kind.__name__} is not declared.")

        def register(function: Callable[[Resolution, A, P], None]) -> Callable[[Resolution, A, P], None]:
            if self._functions.setdefault(kind, function) is not function:
                raise UnfitEffects(f"{kind.__name__} is carried out twice.")
            return function

        return register

    def __contains__(self, params: object) -> bool:
        """Whether an effect is of this sort."""
        return type(params) in self._functions

    def carry_out(self, do: Resolution, at: A, params: object) -> None:
        self._functions[type(params)](do, at, params)

    def check(self) -> None:
        """Every effect that content may name is carried out."""
        missing = [kind.__name__ for kind in self.declared if kind not in self._functions]
        if missing:
            raise UnfitEffects(f"Nothing carries out {', '.join(missing)}.")
