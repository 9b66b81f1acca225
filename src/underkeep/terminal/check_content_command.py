"""`underkeep check-content`: every fault of the content files, a sentence each."""

from __future__ import annotations

from pathlib import Path

import click

BAD_CONTENT = 2


@click.command(
    "check-content", epilog="Examples:\n\n  underkeep check-content\n\n  underkeep check-content ~/my-books --json"
)
@click.argument("pack", required=False, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def check_content(pack: Path | None, as_json: bool) -> None:
    """Try content whole: what the games bring with them, or the folder of a PACK beside it.

    Each fault is told with file, line and field: what is misspelt, missing, out of range, twice there, or names what is
    not there. The exit code is 2 if there is any.
    """
    from underkeep.errors import UnderkeepError
    from underkeep.rulebook.content_check import check_pack, check_shipped
    from underkeep.terminal.complaints import echo
    from underkeep.terminal.console import print_json

    if pack is not None and not pack.is_dir():
        raise UnderkeepError(f"There is no folder {pack}; a content pack is a folder.")
    found = check_shipped() if pack is None else check_pack(pack)
    if as_json:
        print_json([{**_row(fault), "sentence": str(fault)} for fault in found])
    else:
        for fault in found:
            echo(str(fault))
        if not found:
            echo(f"Nothing is wrong with {'the content of the games' if pack is None else 'this pack'}.")
    if found:
        raise SystemExit(BAD_CONTENT)


def _row(fault: object) -> dict[str, object]:
    import msgspec

    row: dict[str, object] = msgspec.to_builtins(fault)
    return row
