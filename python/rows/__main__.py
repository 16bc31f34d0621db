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
import sys

from .fidelity import edge_fidelity
from .measure import BatchRequest, batches, once, through_stream
from .probe import about, as_line, probe
from .registry import ROWS
from .row import Codec, Loaded, Row, Value

# Standard output belongs to libraries and to a sitecustomize, which may print.
ANSWER_FD = 3


class Session:
    """What this process has loaded so far: libraries, fixtures and prepared codecs."""

    def __init__(self) -> None:
        """Start with nothing loaded."""
        self._rows = {row.id: row for row in ROWS}
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
            "rows": [about(row) for row in self._rows.values()],
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

    def _row(self, row_id: str) -> Row:
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


def main() -> None:
    """Serve until the input ends."""
    os.set_inheritable(ANSWER_FD, False)
    answers = open(ANSWER_FD, "w", encoding="utf-8", newline="\n")  # noqa: SIM115
    session = Session()
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
