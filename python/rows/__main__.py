"""Answers one JSON command a line, on descriptor 3, until its input ends.

The only file here that does I/O.

Commands: {"op": "hello"}, {"op": "probe", "row"}, {"op": "load", "row"},
{"op": "fixture", "key", "type", "instances", "text"},
{"op": "edge", "row"}, {"op": "once", "row", "key", "mode"}, {"op": "output", "row", "key"},
{"op": "batches", "row", "keys", "mode", "calls", "count", "least", "budgetNs", "collect"}.
An answer is one line: the result, or {"error": text}.
"""

from __future__ import annotations

import gc
import json
import os
import platform
import runpy
import sys
from pathlib import Path

from .fidelity import edge_fidelity
from .measure import BatchRequest, batches, once, through_stream
from .probe import about, as_line, probe
from .registry import ROWS
from .row import Codec, Loaded, Row, Value

# Standard output belongs to libraries and to a sitecustomize, which may print.
ANSWER_FD = 3


class Session:
    """What this process has loaded so far: libraries, fixtures and prepared codecs."""

    def __init__(self, own_files: list[str]) -> None:
        """Start with nothing loaded."""
        self._rows = {row.id: row for row in ROWS}
        self._own_files = own_files
        self._own: set[str] = set()
        self._loaded: dict[str, Loaded] = {}
        self._fixtures: dict[str, tuple[str, int, Value]] = {}
        self._codecs: dict[tuple[str, str, int, str], Codec] = {}

    def hello(self, _command: dict[str, Value]) -> dict[str, Value]:
        """Describe the interpreter, without any path."""
        return {
            "implementation": platform.python_implementation(),
            "version": platform.python_version(),
            "optimize": sys.flags.optimize,
            "gc": gc.isenabled(),
            "rows": self._abouts(),
        }

    def probe(self, command: dict[str, Value]) -> dict[str, Value]:
        """Load one row and round-trip two values."""
        report, loaded = probe(self._row(command["row"]))
        if loaded is not None:
            self._loaded[command["row"]] = loaded
        return report

    def load(self, command: dict[str, Value]) -> dict[str, Value]:
        """Load the library of one row and call nothing of it."""
        self._code(command["row"])
        return {}

    def fixture(self, command: dict[str, Value]) -> dict[str, Value]:
        """Keep one fixture under its key."""
        value = json.loads(command["text"])
        self._fixtures[command["key"]] = (command["type"], command["instances"], value)
        return {}

    def edge(self, command: dict[str, Value]) -> dict[str, Value]:
        """Judge the edge values."""
        row = self._row(command["row"])
        codec = self._code(row.id).prepare("edge", 1)
        return {"results": edge_fidelity(codec, row.schema_driven)}

    def once(self, command: dict[str, Value]) -> dict[str, Value]:
        """Time one call of each phase."""
        codec, value = self._cell(command, command["key"])
        return once(codec, value)

    def output(self, command: dict[str, Value]) -> dict[str, Value]:
        """Give the encoded bytes of a cell, for sizes under compression."""
        codec, value = self._cell({**command, "mode": "bytes"}, command["key"])
        return {"hex": bytes(codec.encode(codec.to_native(value))).hex()}

    def batches(self, command: dict[str, Value]) -> dict[str, Value]:
        """Time batches of calls."""
        cells = [self._cell(command, key) for key in command["keys"]]
        request = BatchRequest(
            command["calls"],
            command["count"],
            command["least"],
            command["budgetNs"],
            command["collect"],
        )
        return {"batches": batches(cells[0][0], [value for _, value in cells], request)}

    def _abouts(self) -> list[dict[str, Value]]:
        self._load_own()
        return [
            {**about(row), "own": True} if row.id in self._own else about(row)
            for row in self._rows.values()
        ]

    def _load_own(self) -> None:
        """Load the user's files: when one of their rows is asked for, and not before."""
        for path in self._own_files:
            for row in own_rows(path):
                if row.id in self._rows:
                    raise LookupError(f'there are two rows called "{row.id}"')
                self._rows[row.id] = row
                self._own.add(row.id)
        self._own_files = []

    def _row(self, row_id: str) -> Row:
        if row_id not in self._rows:
            self._load_own()
        if row_id not in self._rows:
            raise LookupError(f'there is no row "{row_id}"')
        return self._rows[row_id]

    def _code(self, row_id: str) -> Loaded:
        """Load a row that was not asked to load before, now."""
        if row_id not in self._loaded:
            self._loaded[row_id] = self._row(row_id).load()
        return self._loaded[row_id]

    def _cell(self, command: dict[str, Value], key: str) -> tuple[Codec, Value]:
        type_name, instances, value = self._fixtures[key]
        at = (command["row"], type_name, instances, command["mode"])
        if at not in self._codecs:
            codec = self._code(command["row"]).prepare(type_name, instances)
            self._codecs[at] = through_stream(codec) if command["mode"] == "stream" else codec
        return self._codecs[at], value


def own_rows(path: str) -> list[Row]:
    """Give the rows of a file of the user's: a list of `Row` called `rows`."""
    # By its path: the file need not be on the path of modules.
    module = runpy.run_path(path, run_name=Path(path).stem)
    found: list[Value] = list(module.get("rows", []))
    rows = [row for row in found if isinstance(row, Row)]
    if not rows or len(rows) != len(found):
        raise TypeError(f"{Path(path).name}: it must have `rows`, a list of rows.row.Row")
    return rows


def main() -> None:
    """Serve until the input ends; arguments are files with rows of the user's own."""
    os.set_inheritable(ANSWER_FD, False)
    answers = open(ANSWER_FD, "w", encoding="utf-8", newline="\n")  # noqa: SIM115
    session = Session(sys.argv[1:])
    commands = {
        "hello": session.hello,
        "probe": session.probe,
        "load": session.load,
        "fixture": session.fixture,
        "edge": session.edge,
        "once": session.once,
        "output": session.output,
        "batches": session.batches,
    }
    for line in sys.stdin:
        command = json.loads(line)
        try:
            answer = commands[command["op"]](command)
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {error}".replace("\n", " ")[:300]}
        # What a row printed is seen before its answer, so that it can be named.
        sys.stdout.flush()
        answers.write(as_line(answer) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
