"""Answers one JSON command a line until its input ends; the only file here that does I/O.

Commands: {"op": "hello"}, {"op": "probe"},
{"op": "fixture", "key", "type", "instances", "text"},
{"op": "edge", "row"}, {"op": "once", "row", "key", "mode"}, {"op": "output", "row", "key"},
{"op": "warm", "row", "keys", "mode", "plan"}.
An answer is one line: the result, or {"error": text}.
"""

from __future__ import annotations

import gc
import json
import platform
import sys

from .fidelity import edge_fidelity
from .measure import WarmPlan, once, through_stream, warm
from .probe import as_line, probe
from .registry import ROWS
from .row import Codec, Loaded, Value


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
        }

    def probe(self, command: dict[str, Value]) -> dict[str, Value]:
        """Probe the named rows, or all."""
        wanted = command.get("rows") or list(self._rows)
        reports: list[dict[str, Value]] = []
        for row_id in wanted:
            report, loaded = probe(self._rows[row_id])
            if loaded is not None:
                self._loaded[row_id] = loaded
            reports.append(report)
        return {"rows": reports}

    def fixture(self, command: dict[str, Value]) -> dict[str, Value]:
        """Keep one fixture under its key."""
        value = json.loads(command["text"])
        self._fixtures[command["key"]] = (command["type"], command["instances"], value)
        return {}

    def edge(self, command: dict[str, Value]) -> dict[str, Value]:
        """Judge the edge values."""
        row = self._rows[command["row"]]
        codec = self._loaded[row.id].prepare("edge", 1)
        return {"results": edge_fidelity(codec, row.schema_driven)}

    def once(self, command: dict[str, Value]) -> dict[str, Value]:
        """Time one call of each phase."""
        codec, value = self._cell(command, command["key"])
        return once(codec, value)

    def output(self, command: dict[str, Value]) -> dict[str, Value]:
        """Give the encoded bytes of a cell, for sizes under compression."""
        codec, value = self._cell({**command, "mode": "bytes"}, command["key"])
        return {"hex": bytes(codec.encode(codec.to_native(value))).hex()}

    def warm(self, command: dict[str, Value]) -> dict[str, Value]:
        """Time a warm series."""
        cells = [self._cell(command, key) for key in command["keys"]]
        plan = command["plan"]
        return warm(
            cells[0][0],
            [value for _, value in cells],
            WarmPlan(
                plan["sampleNs"],
                plan["warmupMinNs"],
                plan["warmupCapNs"],
                plan["measureNs"],
                plan["maxSamples"],
                plan["maxCalls"],
            ),
        )

    def _cell(self, command: dict[str, Value], key: str) -> tuple[Codec, Value]:
        type_name, instances, value = self._fixtures[key]
        at = (command["row"], type_name, instances, command["mode"])
        if at not in self._codecs:
            codec = self._loaded[command["row"]].prepare(type_name, instances)
            self._codecs[at] = through_stream(codec) if command["mode"] == "stream" else codec
        return self._codecs[at], value


def main() -> None:
    """Serve until the input ends."""
    # A library that prints would be taken for an answer: its words go where errors go.
    answers, sys.stdout = sys.stdout, sys.stderr
    session = Session()
    commands = {
        "hello": session.hello,
        "probe": session.probe,
        "fixture": session.fixture,
        "edge": session.edge,
        "once": session.once,
        "output": session.output,
        "warm": session.warm,
    }
    for line in sys.stdin:
        command = json.loads(line)
        try:
            answer = commands[command["op"]](command)
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {error}".replace("\n", " ")[:300]}
        answers.write(as_line(answer) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
