"""Errors made for the user: one sentence that says what is wrong and where."""

from collections.abc import Iterable


class UnderkeepError(ValueError):
    """Shown as it is, with exit code 2 and no traceback. `rule` is the one that forbids what was asked for, if any."""

    def __init__(self, sentence: str = "", rule: str = "") -> None:
        super().__init__(sentence)
        self.rule = rule


def did_you_mean(wanted: str, known: Iterable[str], otherwise: str = "") -> str:
    """The end of such a sentence: the known names that have the wanted one as a word, or look like it."""
    from difflib import get_close_matches

    names = list(known)
    near = [name for name in names if wanted and f"-{wanted}-" in f"-{name}-"] or get_close_matches(wanted, names)
    return f"did you mean {' or '.join(near[:3])}?" if near else otherwise


def one(name: str) -> str:
    """The start of a sentence: `An elf`, `A dwarf`."""
    return f"{'An' if name[:1].lower() in 'aeiou' else 'A'} {name}"
