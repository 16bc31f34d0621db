"""The serializer rows here: golden sizes, round trips, probes, fidelity, the command loop."""

from __future__ import annotations

import json
import math
import subprocess
import sys
import unittest
from pathlib import Path

from rows.fidelity import compare, edge_fidelity
from rows.measure import BatchRequest, LostValueError, batches, once, through_stream
from rows.probe import probe
from rows.registry import ROWS
from rows.row import Codec, Loaded, Row, Value, plain
from rows.suite import SUITE, edge_value

ROOT = Path(__file__).resolve().parents[2]
GOLDEN: dict[str, list[Value]] = json.loads(
    (ROOT / "test/golden/serializers/instances-seed42-first3.json").read_text(encoding="utf-8")
)
TYPES: list[str] = SUITE["types"]
# data type -> column -> bytes of one instance, seed 42.
NAMES = ["test_data", "n", "JSON", "Protobuf", "Avro", "CBOR", "plist", "msgpack"]
SIZE_LINES = (ROOT / "test/golden/serializers/golden-sizes-seed42.csv").read_text(encoding="utf-8")
SIZES: dict[str, dict[str, str]] = {
    line["test_data"]: line
    for line in (dict(zip(NAMES, text.split(","))) for text in SIZE_LINES.splitlines()[1:])
    if line["n"] == "1"
}
COLUMNS = {
    "json": "JSON",
    "orjson": "JSON",
    "plistlib (binary)": "plist",
    "msgpack (datetime)": "msgpack",
    "cbor2": "CBOR",
    "protobuf": "Protobuf",
    "avro": "Avro",
    "fastavro": "Avro",
}
LOADED = [
    (row, loaded) for row, (_, loaded) in ((row, probe(row)) for row in ROWS) if loaded is not None
]


def fake(codec: Codec) -> Row:
    """Make a row of a codec."""
    return Row("fake", "fake", "fake", "text", lambda: Loaded(plain(codec), "0"))


def missing() -> Loaded:
    """Fail as an absent module does."""
    raise ModuleNotFoundError("No module named 'x'")


class RowsTest(unittest.TestCase):
    """Every row that this interpreter has."""

    def test_the_standard_library_rows_are_always_ok(self) -> None:
        """Six rows need nothing installed."""
        found = {row.id for row, _ in LOADED if row.library == "standard library"}
        self.assertEqual(len(found), 6)

    def test_row_ids_are_unique_and_have_no_comma(self) -> None:
        """Ids go into CSV columns."""
        ids = [row.id for row in ROWS]
        self.assertEqual(len(ids), len(set(ids)))
        self.assertFalse([row_id for row_id in ids if "," in row_id])

    def test_every_row_gives_golden_instances_back(self) -> None:
        """One instance and a batch, by bytes and by stream."""
        for row, loaded in LOADED:
            for type_name in TYPES:
                for value in (GOLDEN[type_name][0], GOLDEN[type_name]):
                    instances = 1 if isinstance(value, dict) else 100
                    codec = loaded.prepare(type_name, instances)
                    for way in (codec, through_stream(codec)):
                        with self.subTest(row=row.id, type=type_name, instances=instances):
                            # TOML writes tables after scalars, so keys may move.
                            found = once(way, value)["fidelity"]
                            self.assertIn(found, ("exact", "reordered"))

    def test_sizes_are_the_golden_sizes(self) -> None:
        """The formats whose sizes are known to the byte."""
        for row, loaded in LOADED:
            for type_name in TYPES if row.id in COLUMNS else []:
                with self.subTest(row=row.id, type=type_name):
                    size = once(loaded.prepare(type_name, 1), GOLDEN[type_name][0])["size"]
                    self.assertEqual(size, int(SIZES[type_name][COLUMNS[row.id]]))

    def test_every_row_judges_every_edge_field(self) -> None:
        """A refusal is a verdict, not an exception."""
        for row, loaded in LOADED:
            with self.subTest(row=row.id):
                results = edge_fidelity(loaded.prepare("edge", 1), row.schema_driven)
                self.assertEqual(len(results), len(SUITE["edge"]))

    def test_pickle_keeps_every_edge_value(self) -> None:
        """The runtime's own format loses nothing."""
        loaded = next(loaded for row, loaded in LOADED if row.id.startswith("pickle"))
        results = edge_fidelity(loaded.prepare("edge", 1), schema_driven=False)
        self.assertEqual({result["fidelity"] for result in results}, {"exact"})

    def test_json_refuses_bytes_and_dates(self) -> None:
        """And keeps int64, which JavaScript's does not."""
        loaded = next(loaded for row, loaded in LOADED if row.id == "json")
        found = {r["field"]: r["fidelity"] for r in edge_fidelity(loaded.prepare("edge", 1), False)}
        self.assertEqual(
            [found["bytes"], found["date"], found["int64_max"]], ["refused", "refused", "exact"]
        )


class ProbeTest(unittest.TestCase):
    """States a row can be in."""

    def test_a_missing_module_is_not_installed(self) -> None:
        """The state that `doctor` has an answer for."""
        report, loaded = probe(Row("x", "x", "x", "text", missing, debian="python3-x"))
        self.assertEqual((report["state"], loaded), ("not-installed", None))

    def test_a_library_that_imports_and_then_fails_is_broken(self) -> None:
        """u-msgpack 2.3.0 does this on 3.11."""

        def fails(_value: Value) -> bytes:
            raise AttributeError("Hashable")

        self.assertEqual(probe(fake(Codec(fails, json.loads)))[0]["state"], "broken")

    def test_a_cached_output_is_broken(self) -> None:
        """Two instances must not give the same bytes."""
        report, _ = probe(fake(Codec(lambda _value: b"{}", json.loads)))
        self.assertIn("cached", report["detail"])

    def test_a_reused_output_is_broken(self) -> None:
        """The next call must not change what the last one gave."""
        buffer = bytearray(4096)

        def encode(value: Value) -> bytearray:
            data = json.dumps(value).encode()
            buffer[:] = data
            return buffer

        codec: Value = Codec(encode, json.loads)  # pyright: ignore[reportArgumentType]
        report, _ = probe(fake(codec))
        self.assertEqual(report["state"], "broken")
        self.assertIn("overwritten", report["detail"])

    def test_a_library_that_ends_the_interpreter_is_broken(self) -> None:
        """sys.exit at import is the state of one row, not the end of all."""

        def load() -> Loaded:
            raise SystemExit(3)

        self.assertEqual(probe(Row("x", "x", "x", "text", load))[0]["state"], "broken")

    def test_a_lost_value_is_broken(self) -> None:
        """The round trip is compared."""
        codec = Codec(lambda value: json.dumps(value).encode(), lambda _data: {})
        self.assertIn("did not come back", probe(fake(codec))[0]["detail"])


class MeasureTest(unittest.TestCase):
    """Cold calls and warm series."""

    def test_a_lost_value_ends_the_row(self) -> None:
        """No row with a wrong value is ever written."""
        codec = Codec(lambda value: json.dumps(value).encode(), lambda _data: None)
        with self.assertRaises(LostValueError):
            once(codec, {"a": 1})

    def test_batches_end_with_their_number_or_their_time(self) -> None:
        """Four phases a batch, over different inputs in turn."""
        seen: list[Value] = []

        def encode(value: Value) -> bytes:
            seen.append(value)
            return json.dumps(value).encode()

        codec = Codec(encode, json.loads)
        found = batches(codec, [1, 2], BatchRequest(3, 2, 1, 1e12, True))
        self.assertEqual([len(batch) for batch in found], [4, 4])
        self.assertEqual(seen, [1, 2, 1, 1, 2, 1])
        self.assertEqual(len(batches(codec, [1], BatchRequest(1, 9, 4, 0, False))), 4)


class FidelityTest(unittest.TestCase):
    """Verdicts."""

    def test_verdicts_tell_a_type_change_from_a_loss(self) -> None:
        """Types, signs of zero, order of keys, NaN."""
        self.assertEqual(compare(1, 1.0), "type")
        self.assertEqual(compare(0.0, -0.0), "lossy")
        self.assertEqual(compare(math.nan, math.nan), "exact")
        self.assertEqual(compare(True, 1), "lossy")
        self.assertEqual(compare({"a": 1, "b": 2}, {"b": 2, "a": 1}), "reordered")
        self.assertEqual(compare([1, 2], (1, 2)), "type")

    def test_edge_values_are_the_catalogue_s(self) -> None:
        """Portable text turned back into values."""
        values = {entry["name"]: edge_value(entry) for entry in SUITE["edge"]}
        self.assertEqual(values["int64_min"], -(2**63))
        self.assertEqual(values["int32_min"], -(2**31))
        self.assertEqual(math.copysign(1, values["negative_zero"]), -1)
        self.assertEqual(values["lone_surrogate"], "a\ud800b")
        self.assertEqual(values["date"].microsecond, 567_000)


class CommandLoopTest(unittest.TestCase):
    """The process that the host drives."""

    def test_one_line_in_gives_one_line_out(self) -> None:
        """Errors are answers; end of input ends the process."""
        text = json.dumps(GOLDEN["message"][0])
        commands: list[dict[str, Value]] = [
            {"op": "hello"},
            {"op": "probe", "row": "json"},
            {"op": "fixture", "key": "m", "type": "message", "instances": 1, "text": text},
            {"op": "once", "row": "json", "key": "m", "mode": "stream"},
            {"op": "once", "row": "json", "key": "absent", "mode": "bytes"},
            {"op": "edge", "row": "json"},
            {"op": "load", "row": "pickle (protocol 5)"},
            {"op": "load", "row": "nobody"},
        ]
        # Answers come on descriptor 3; whatever is printed goes elsewhere.
        done = subprocess.run(
            ["/bin/sh", "-c", 'exec "$0" -m rows 3>&1 >/dev/null', sys.executable],
            cwd=ROOT / "python",
            input="".join(json.dumps(command) + "\n" for command in commands),
            capture_output=True,
            text=True,
            check=True,
        )
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual(len(answers), len(commands))
        self.assertEqual(len(answers[0]["rows"]), len(ROWS))
        self.assertEqual(answers[1]["state"], "ok")
        self.assertEqual(answers[3]["size"], 168)
        self.assertIn("KeyError", answers[4]["error"])
        self.assertEqual(len(answers[5]["results"]), len(SUITE["edge"]))
        self.assertEqual(answers[6], {})
        self.assertIn("there is no row", answers[7]["error"])


if __name__ == "__main__":
    unittest.main()
