"""Streams that are closed, narrow or full, signals, and places that cannot be written: a sentence and an exit code."""

from __future__ import annotations

import fcntl
import os
import pty
import resource
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from underkeep.table.home import VARIABLE

PROGRAM = f'"{sys.executable}" -m underkeep'
NEW = "play knave --new --seed 9 --party 2 --levels 1 --plain"
NOBODY = 65534
LINES = b"light torch\n1\nleave\nyes\nrest a day\nyes\nquit\n"


@pytest.fixture
def home() -> Iterator[Path]:
    """A folder that another user may reach."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o777)
    yield folder
    shutil.rmtree(folder)


def shell(line: str, home: Path, stdin: bytes = b"", as_nobody: bool = False, **more: str) -> tuple[int, str]:
    """The exit code, and all that was said on standard error (with `2>&1 >/dev/null`, for one that is closed)."""
    if as_nobody and os.getuid() == 0:
        line = f"setpriv --reuid={NOBODY} --regid={NOBODY} --clear-groups {line}"
    done = subprocess.run(
        ["sh", "-c", line],
        input=stdin,
        capture_output=True,
        check=False,
        timeout=120,
        env={**os.environ, VARIABLE: str(home / "games"), "HOME": str(home), **more},
    )
    said = (done.stdout + done.stderr).decode(errors="replace")
    assert "Traceback" not in said, said
    assert "Exception ignored" not in said, said
    return done.returncode, said


@pytest.mark.parametrize(
    "command",
    [
        "odds 2d6",
        "dungeon ose --seed 7 --levels 1",
        'arena ose "fighter v goblin" --runs 3 --seed 1',
        "rules search surprise",
        "character ose --seed 3",
        "games",
    ],
)
def test_a_stream_that_knows_ascii_only(command: str, home: Path) -> None:
    code, said = shell(f"{PROGRAM} {command}", home, PYTHONIOENCODING="ascii", LC_ALL="C")
    assert code == 0
    assert said.isascii()


def test_letters_that_standard_input_does_not_know(home: Path) -> None:
    typed = "sagt höflich: grüß Gott\n".encode() + b"\xff\xfe\nquit\n"
    code, said = shell(f"{PROGRAM} {NEW}", home, typed, PYTHONIOENCODING="ascii", LC_ALL="C")
    assert code == 0
    assert "The game is saved." in said


@pytest.mark.parametrize("command", ["odds 2d6", "games", "roll 2d6", NEW, "--help"])
@pytest.mark.parametrize("streams", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_streams_that_are_closed(command: str, streams: str, home: Path) -> None:
    code, _ = shell(f"{PROGRAM} {command} {streams}", home)
    assert code == 0


@pytest.mark.parametrize("command", ["odds 2d6", "rules census --json", NEW, "--help"])
def test_a_stream_that_is_full(command: str, home: Path) -> None:
    code, said = shell(f"{PROGRAM} {command} >/dev/full", home)
    assert code == 1
    assert "No space left" in said
    assert said.count("\n") == 1


def test_a_stream_of_complaints_that_is_full(home: Path) -> None:
    assert shell(f"{PROGRAM} odds nonsense 2>/dev/full", home)[0] == 2


def heed_interrupts() -> None:
    """Whoever runs these tests in the background lets their children ignore it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_ends_plain_play_and_the_game_is_there(number: int, home: Path) -> None:
    environment = {**os.environ, VARIABLE: str(home / "games"), "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "underkeep", *NEW.split()]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, env=environment, stdin=pipe, stdout=pipe, stderr=pipe, preexec_fn=heed_interrupts
    ) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        heard = b""
        while not heard.endswith(b"> "):
            heard += child.stdout.read(1)
        child.send_signal(number)
        assert child.wait(20) == 128 + number
        said = child.stderr.read().decode()
    assert "Traceback" not in said
    assert said.count("\n") == 1
    assert "all whole" in shell(f"{PROGRAM} games --check", home)[1]


class Screen:
    """The table on a whole screen, in a terminal of its own."""

    def __init__(self, home: Path) -> None:
        self.pid, self._end = pty.fork()
        if self.pid == 0:
            environment = {**os.environ, VARIABLE: str(home / "games"), "TERM": "xterm-256color"}
            environment.pop("CI", None)
            command = [sys.executable, "-m", "underkeep", *NEW.replace(" --plain", "").split()]
            os.execve(sys.executable, command, environment)
        fcntl.ioctl(self._end, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        self.heard = b""

    def hears(self, text: bytes, seconds: float = 40) -> None:
        until = time.monotonic() + seconds
        while text not in self.heard:
            assert time.monotonic() < until, self.heard[-2000:]
            if select.select([self._end], [], [], 0.2)[0]:
                try:
                    self.heard += os.read(self._end, 65536)
                except OSError:  # the other end is gone
                    break
        assert text in self.heard, self.heard[-2000:]

    def type(self, keys: bytes) -> None:
        os.write(self._end, keys)

    def left(self) -> int:
        """The exit code."""
        until = time.monotonic() + 20
        while time.monotonic() < until:
            if select.select([self._end], [], [], 0.1)[0]:
                with suppress(OSError):
                    self.heard += os.read(self._end, 65536)
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                os.close(self._end)
                return os.waitstatus_to_exitcode(status)
        os.kill(self.pid, signal.SIGKILL)
        raise AssertionError(self.heard[-2000:])


ALTERNATE_ON, ALTERNATE_OFF = b"\x1b[?1049h", b"\x1b[?1049l"


def opened(home: Path) -> Screen:
    screen = Screen(home)
    screen.hears(ALTERNATE_ON)
    screen.hears(b"Grimstead")
    time.sleep(0.5)
    return screen


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_the_full_screen_and_gives_the_terminal_back(number: int, home: Path) -> None:
    screen = opened(home)
    os.kill(screen.pid, number)
    assert screen.left() == 128 + number
    assert ALTERNATE_OFF in screen.heard
    assert b"Traceback" not in screen.heard


def test_keys_that_are_no_letters_do_not_end_the_table_and_ctrl_c_does(home: Path) -> None:
    screen = opened(home)
    screen.type(b"\xff\xfe\x80\xc3\x28")
    time.sleep(1)
    screen.type(b"\x1b")
    time.sleep(0.5)
    screen.type(b"\x03")
    screen.hears(b"Ctrl-C")
    screen.type(b"\x03")
    assert screen.left() == 0
    assert ALTERNATE_OFF in screen.heard
    assert b"The game is saved." in screen.heard
    assert b"Traceback" not in screen.heard


def test_a_home_that_is_read_only(home: Path) -> None:
    shell(f"{PROGRAM} {NEW}", home, b"set out\nyes\nquit\n")
    folder = home / "games"
    game = next((folder / "games").glob("*.underkeep"))
    try:
        if os.getuid() == 0:
            for path in (folder, *folder.rglob("*")):
                os.chown(path, NOBODY, NOBODY)
        game.chmod(0o400)
        for path in (folder / "games", folder):
            path.chmod(0o500)
        for command in ("games --check", "replay 1", "chronicle 1", "verify 1", "export 1 --referee"):
            assert shell(f"{PROGRAM} {command}", home, as_nobody=True)[0] == 0, command
        for command in ("undo 1", NEW, "play --continue --plain"):
            code, said = shell(f"{PROGRAM} {command}", home, LINES, as_nobody=True)
            assert "damaged" not in said
            assert "could not be opened or written" in said or "cannot be written" in said, said
            assert code == 2 or command.startswith("play --continue")
    finally:
        folder.chmod(0o700)
        (folder / "games").chmod(0o700)


def test_a_disk_that_is_full(home: Path) -> None:
    """A file may grow no longer: the game says so, keeps what was told, and is whole."""
    shell(f"{PROGRAM} {NEW}", home, b"quit\n")
    game = next((home / "games" / "games").glob("*.underkeep"))
    before = shell(f"{PROGRAM} replay 1", home)[1]
    most = game.stat().st_size // 512
    typed = b"rest a day\nyes\n" * 20 + b"quit\n"
    code, said = shell(f"ulimit -f {most}; {PROGRAM} play --continue --plain", home, typed)
    assert code == 0, said
    assert "could not be" in said, said
    assert "damaged" not in said
    assert "all whole" in shell(f"{PROGRAM} games --check", home)[1]
    told = before.split()
    assert shell(f"{PROGRAM} replay 1", home)[1].split()[: len(told)] == told
    code, said = shell(f"ulimit -f 1; {PROGRAM} {NEW}", home)
    assert code == 2
    assert said.count("\n") == 1
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] == resource.RLIM_INFINITY
