"""The program `underkeep`: its list of commands and what the user sees when something is wrong.

A command's module is imported when the command is used; `underkeep --help` imports none of them.
"""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any, NoReturn

import click

from underkeep.errors import UnderkeepError
from underkeep.terminal.complaints import complain
from underkeep.terminal.streams import Ended, discard, ended_by_signals, mend_streams

COMMANDS = {
    "play": ("underkeep.terminal.play_command:play", "Open the table: make a character, fight, read the rules."),
    "referee": ("underkeep.terminal.referee_command:referee", "Referee a game that is played in another terminal."),
    "games": ("underkeep.terminal.games_command:games", "List the games, and how they stand."),
    "replay": ("underkeep.terminal.replay_command:replay", "Tell a game again from its record, with reasons."),
    "chronicle": (
        "underkeep.terminal.chronicle_command:chronicle",
        "Write a game down as a story in Markdown.",
    ),
    "repair": ("underkeep.terminal.repair_command:repair", "Save what is whole of a damaged game."),
    "verify": ("underkeep.terminal.verify_command:verify", "Prove that every die fell as was pledged."),
    "undo": ("underkeep.terminal.games_command:undo", "Take a game back; the record says so."),
    "export": ("underkeep.terminal.record_command:export", "Write a game as text, chained by hashes."),
    "import": ("underkeep.terminal.record_command:import_", "Make a game of such a text."),
    "character": ("underkeep.terminal.character_command:character", "Make a character by the book."),
    "monster": ("underkeep.terminal.monster_command:monster", "Show a creature, or make one from a description."),
    "spell": ("underkeep.terminal.spell_command:spell", "Show what a spell does."),
    "table": ("underkeep.terminal.table_command:table", "Show a table of a rulebook, or roll on it."),
    "encounter": (
        "underkeep.terminal.encounter_command:encounter",
        "Whom a party would meet by chance, by level or by terrain.",
    ),
    "hoard": ("underkeep.terminal.treasure_commands:hoard", "Roll a treasure, or see what each is worth on average."),
    "item": ("underkeep.terminal.treasure_commands:item", "Show what a magic item does."),
    "dungeon": ("underkeep.terminal.dungeon_command:dungeon", "Make a dungeon: its map and key, to read or to print."),
    "region": (
        "underkeep.terminal.region_command:region",
        "Make a region of hexes: its map and key.",
    ),
    "arena": ("underkeep.terminal.arena_command:arena", "Let two sides fight, once or many times."),
    "skirmish": ("underkeep.terminal.skirmish_command:skirmish", "Fight it out yourself, one side or both."),
    "delve": ("underkeep.terminal.delve_command:delve", "Let a party play itself, once or many times."),
    "roll": ("underkeep.terminal.roll_command:roll", "Roll dice, with every face shown."),
    "odds": ("underkeep.terminal.odds_command:odds", "The exact chances of a roll or of an attack."),
    "check-content": (
        "underkeep.terminal.check_content_command:check_content",
        "Try the content of the games, or of a pack, whole.",
    ),
    "schema": ("underkeep.terminal.schema_command:schema", "The JSON Schema of a game's events, actions and state."),
    "rules": ("underkeep.terminal.rules_command:rules", "Search and read the rulebooks; count what is executed."),
}
BAD_INPUT = 2
UNREAD = 1
INTERRUPTED = 130


class LazyGroup(click.Group):
    """A group that imports a command only to run it, and answers bad input with one sentence and exit code 2."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, attribute = COMMANDS[cmd_name][0].partition(":")
        command = getattr(import_module(module), attribute)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary) for name, (_, summary) in COMMANDS.items()])

    def main(self, args: Sequence[str] | None = None, *more: Any, **extra: Any) -> NoReturn:
        arguments = sys.argv[1:] if args is None else list(args)
        extra["standalone_mode"] = False
        extra.setdefault("prog_name", "underkeep")
        mend_streams()
        try:
            with ended_by_signals():
                code = super().main(arguments, *more, **extra)
                sys.stdout.flush()
        except click.ClickException as error:
            code = _complain(error.format_message(), arguments) if not _is_help(error) else _show(error)
        except (click.Abort, KeyboardInterrupt):
            code = INTERRUPTED
        except Ended as ended:
            code = ended.code
        except BrokenPipeError:
            # Nobody reads any more.
            discard(sys.stdout)
            code = UNREAD
        except OSError as error:
            discard(sys.stdout)
            _complain(_of_system(error), arguments)
            code = UNREAD
        except UnderkeepError as error:
            code = _complain(str(error), arguments)
        except Exception as error:
            from underkeep.terminal.mishaps import mishap

            with suppress(OSError):
                sys.stdout.flush()
            _complain(mishap(error), arguments)
            code = UNREAD
        sys.exit(code if isinstance(code, int) else 0)


def _is_help(error: click.ClickException) -> bool:
    """A command that needs a subcommand and got none; click before 8.2 prints its help without raising."""
    return isinstance(error, getattr(click.exceptions, "NoArgsIsHelpError", ()))


def _of_system(error: OSError) -> str:
    """What the system objects to: a full disk, a place that may not be read."""
    where = f"{error.filename}: " if error.filename else "The answer could not be written: "
    return f"{where}{error.strerror or error}."


def _show(error: click.ClickException) -> int:
    error.show()
    return error.exit_code


def _complain(sentence: str, arguments: Sequence[str]) -> int:
    try:
        complain(sentence, "--json" in arguments)
        sys.stderr.flush()
    except OSError:
        discard(sys.stderr)
    return BAD_INPUT


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="underkeep", prog_name="underkeep", message="%(prog)s %(version)s")
def underkeep() -> None:
    """Plays, referees and measures old-school fantasy role-playing games.

    \b
    Examples:
      underkeep play
      underkeep arena ose "4 fighter v 6 goblin" --seed 7
      underkeep rules search surprise door
    """
    if os.environ.get("UNDERKEEP_PACKS"):
        from underkeep.table.packs import use_packs

        use_packs()


def main() -> NoReturn:
    """The entry point of the program."""
    underkeep.main()
