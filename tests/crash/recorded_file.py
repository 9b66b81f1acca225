"""What SQLite does to its files: every write, sync, truncation and deletion, in order, as a shim below it sees them.

The shim is a virtual file system of SQLite's, made with ctypes in the very library that Python's sqlite3 uses; it hands
every call on to the usual one.
"""

from __future__ import annotations

import ctypes as c
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, NamedTuple

_LIBRARIES = ("libsqlite3.so.0", "libsqlite3.so", "libsqlite3.dylib")
_POINTERS = 18
"""So many functions a file has, in the order of sqlite3_io_methods; the first is xClose."""
_WRITE, _TRUNCATE, _SYNC = 2, 3, 4


class Vfs(c.Structure):
    _fields_ = (
        ("iVersion", c.c_int),
        ("szOsFile", c.c_int),
        ("mxPathname", c.c_int),
        ("pNext", c.c_void_p),
        ("zName", c.c_char_p),
        ("pAppData", c.c_void_p),
        ("xOpen", c.c_void_p),
        ("xDelete", c.c_void_p),
        ("others", c.c_void_p * 16),
    )


class Methods(c.Structure):
    _fields_ = (("iVersion", c.c_int), ("functions", c.c_void_p * _POINTERS))


class File(c.Structure):
    _fields_ = (("methods", c.POINTER(Methods)),)


_OPEN = c.CFUNCTYPE(
    c.c_int, c.c_void_p, c.c_void_p, c.POINTER(File), c.c_int, c.c_void_p
)  # SQLite keeps the name's place
_DELETE = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_char_p, c.c_int)
_WRITTEN = c.CFUNCTYPE(c.c_int, c.POINTER(File), c.c_void_p, c.c_int, c.c_int64)
_CUT = c.CFUNCTYPE(c.c_int, c.POINTER(File), c.c_int64)
_SYNCED = c.CFUNCTYPE(c.c_int, c.POINTER(File), c.c_int)


class Step(NamedTuple):
    """`what` is write, cut, sync or delete; `at` is where a write begins, or the length after a cut."""

    what: str
    file: str
    at: int = 0
    data: bytes = b""


class NoShim(Exception):
    """Python's SQLite is not a library of its own here."""


class Shim:
    """Beneath every database that is opened while it is `there`, and closed. One for a process: C points to it."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self._library = _library()
        usual = self._library.sqlite3_vfs_find(None)
        self._usual = c.cast(usual, c.POINTER(Vfs))
        self._open_usual = _OPEN(self._usual.contents.xOpen)
        self._delete_usual = _DELETE(self._usual.contents.xDelete)
        self._kept: list[Any] = [_OPEN(self._open), _DELETE(self._delete)]  # what C points to must not be collected
        self._vfs = Vfs.from_buffer_copy(self._usual.contents)
        self._vfs.pNext, self._vfs.zName = None, b"underkeep-shim"
        self._vfs.xOpen, self._vfs.xDelete = (c.cast(f, c.c_void_p).value for f in self._kept)
        self._names: dict[int, str] = {}
        self._tables: dict[int, Methods] = {}

    @contextmanager
    def there(self) -> Iterator[None]:
        self.steps = []
        self._library.sqlite3_vfs_register(c.byref(self._vfs), 1)
        try:
            yield
        finally:
            self._library.sqlite3_vfs_unregister(c.byref(self._vfs))
            self._library.sqlite3_vfs_register(self._usual, 1)

    def _open(self, vfs: int, name: int | None, file: Any, flags: int, out: int) -> int:
        done = int(self._open_usual(c.addressof(self._usual.contents), name, file, flags, out))
        if done == 0 and name is not None:
            self._names[c.addressof(file.contents)] = c.string_at(name).decode()
            file.contents.methods = c.pointer(self._watched(file.contents.methods))
        return done

    def _watched(self, usual: Any) -> Methods:
        """The functions of a file, with those in between that write."""
        address = c.addressof(usual.contents)
        if address not in self._tables:
            watched = Methods.from_buffer_copy(usual.contents)
            functions = usual.contents.functions
            mine = {
                _WRITE: _WRITTEN(self._writes(_WRITTEN(functions[_WRITE]))),
                _TRUNCATE: _CUT(self._cuts(_CUT(functions[_TRUNCATE]))),
                _SYNC: _SYNCED(self._syncs(_SYNCED(functions[_SYNC]))),
            }
            for place, function in mine.items():
                watched.functions[place] = c.cast(function, c.c_void_p).value
            self._kept += mine.values()
            self._tables[address] = watched
        return self._tables[address]

    def _name(self, file: Any) -> str:
        return self._names[c.addressof(file.contents)]

    def _writes(self, usual: Any) -> Any:
        def write(file: Any, data: int, amount: int, at: int) -> int:
            self.steps.append(Step("write", self._name(file), at, c.string_at(data, amount)))
            return int(usual(file, data, amount, at))

        return write

    def _cuts(self, usual: Any) -> Any:
        def cut(file: Any, size: int) -> int:
            self.steps.append(Step("cut", self._name(file), size))
            return int(usual(file, size))

        return cut

    def _syncs(self, usual: Any) -> Any:
        def sync(file: Any, flags: int) -> int:
            self.steps.append(Step("sync", self._name(file)))
            return int(usual(file, flags))

        return sync

    def _delete(self, vfs: int, name: bytes, is_synced: int) -> int:
        done = int(self._delete_usual(c.addressof(self._usual.contents), name, is_synced))
        if done == 0:
            self.steps.append(Step("delete", name.decode()))
            if is_synced:
                self.steps.append(Step("sync", name.decode()))
        return done


@cache
def the_shim() -> Shim:
    """The one of this process."""
    return Shim()


def _library() -> Any:
    for name in _LIBRARIES:
        try:
            found = c.CDLL(name)
        except OSError:
            continue
        found.sqlite3_vfs_find.restype = c.c_void_p
        found.sqlite3_vfs_find.argtypes = (c.c_char_p,)
        found.sqlite3_vfs_register.argtypes = (c.c_void_p, c.c_int)
        found.sqlite3_vfs_unregister.argtypes = (c.c_void_p,)
        return found
    raise NoShim
