"""Repeats the kernel's call vectors inside ClickHouse (chdb): every call whose arguments its SQL types can carry.

Usage: vectors.py SCRIPT.sql DATABASE_FOLDER CASES.json. The cases hold the words that another engine wrote, or a
code. Prints one line of JSON: signature, cases, how many were left out, and `wrong` for the first that differs.
"""

import json
import struct
import sys
from collections.abc import Callable
from pathlib import Path

from server import FUEL, open_server

WORDS = {0: "unsure", 1: "same", 2: "better", 3: "worse", 4: "smaller", 5: "larger"}


def count(value: int) -> bytes:
    """LEB128, as RowBinary writes lengths."""
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes([*out, value])


def array(words: list[bytes]) -> bytes:
    return count(len(words)) + b"".join(words)


def words_of(region: dict[str, object], n: int) -> list[bytes]:
    """The first n values of a region, eight bytes each."""
    if "f64" in region:
        return [bytes.fromhex(word)[::-1] for word in region["f64"][:n]]
    if "u64" in region:
        return [struct.pack("<Q", int(word)) for word in region["u64"][:n]]
    raise Unfit


class Unfit(Exception):
    """The case needs more than the SQL types say."""


class Output:
    """RowBinary that a query gave, read from the front."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def take(self, size: int) -> bytes:
        self.at += size
        return self.data[self.at - size : self.at]

    def count(self) -> int:
        value = shift = 0
        while True:
            byte = self.take(1)[0]
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def word(self) -> str | None:
        """A Nullable of eight bytes, in hexadecimal as the vectors have it."""
        return None if self.take(1)[0] else self.plain()

    def plain(self) -> str:
        return self.take(8)[::-1].hex()

    def text(self) -> str:
        return self.take(self.count()).decode()

    def maybe_text(self) -> str | None:
        return None if self.take(1)[0] else self.text()


def sample(case: dict, step: list, place: int) -> bytes:
    region = case["memory"][str(step[place])[1:]]
    n = step[place + 1]
    words = words_of(region, n)
    if len(words) != n:
        raise Unfit
    return array(words)


def double(text: object) -> bytes:
    if not isinstance(text, str) or not text.startswith("f64:"):
        raise Unfit
    return bytes.fromhex(text[4:])[::-1]


def estimate(samples: int, has_misrate: bool) -> Callable[[dict, list], bytes]:
    def row(case: dict, step: list) -> bytes:
        data = b"".join(sample(case, step, 1 + 2 * i) for i in range(samples))
        return data + (double(step[1 + 2 * samples]) if has_misrate else b"")

    return row


def quantiles_row(case: dict, step: list) -> bytes:
    if not 0 <= step[5] <= 255:
        raise Unfit
    return sample(case, step, 1) + sample(case, step, 3) + bytes([step[5]])


def mann_whitney_row(case: dict, step: list) -> bytes:
    if step[5] != 0:
        raise Unfit
    return sample(case, step, 1) + sample(case, step, 3)


def verdict_row(case: dict, step: list) -> bytes:
    """Cases of plain terms: no known state, an assumed run effect, judged."""
    memory = case["memory"]
    records = bytes.fromhex(memory["cases"]["bytes"])
    counts = memory["counts"]["u32"]
    words = words_of(memory["values"], len(memory["values"].get("f64", [])))
    m = step[2]
    if step[1::2][:3] != ["@cases", "@counts", "@values"] or m * 64 != len(records):
        raise Unfit
    if step[4] != len(counts) or step[6] != len(words) or sum(counts) != len(words):
        raise Unfit
    run = unit = 0
    out = count(m)
    for i in range(m):
        base, new, better, role = struct.unpack_from("<IIiI", records, 64 * i)
        threshold, step_size, low, high, effect, degrees = struct.unpack_from("<6d", records, 64 * i + 16)
        if role != 0 or (low, high, degrees) != (1, 1, 0) or run + base + new > len(counts):
            raise Unfit
        for runs in (base, new):
            lists = []
            for n in counts[run : run + runs]:
                lists.append(array(words[unit : unit + n]))
                unit += n
            run += runs
            out += count(runs) + b"".join(lists)
        out += struct.pack("<b3d", better, threshold, step_size, effect)
    return out + double(step[7])


def numbers(how_many: int) -> Callable[[Output], list]:
    return lambda output: [output.word() for _ in range(how_many)]


def bounds(output: Output) -> list:
    return [output.word(), output.word(), output.maybe_text()]


def summary(output: Output) -> list:
    head = struct.pack(">d", struct.unpack("<Q", output.take(8))[0]).hex()
    middle = [output.word() for _ in range(13)]
    is_null = output.take(1)[0]
    warnings = None if is_null else struct.pack(">d", output.take(1)[0]).hex()
    return [head, *middle, warnings, output.maybe_text()]


def listed(output: Output) -> list:
    return [output.word() for _ in range(output.count())]


def tested(output: Output) -> list:
    return [output.word(), output.word(), output.word(), output.maybe_text()]


def judged(output: Output) -> list:
    cases = []
    for _ in range(output.count()):
        cases.append([output.text(), output.maybe_text(), *[output.plain() for _ in range(5)]])
    return [cases, output.maybe_text()]


def expected_verdicts(memory: list[str]) -> list:
    """Of the kernel's records: verdict, then ratio, low, high, p and the adjusted p."""
    doubles = [struct.unpack(">d", bytes.fromhex(word))[0] for word in memory]
    cases = []
    for at in range(8, len(memory), 16):
        cases.append([WORDS[int(doubles[at + 8])], *[memory[at + i] for i in (0, 1, 2, 6, 7)]])
    return cases


def differs(name: str, case: dict, got: list) -> bool:
    """Whether a row is not what the vector says."""
    error = case.get("error")
    if error is not None:
        refused = None if name in PLAIN else error
        return got[-1:] != [refused] or any(value is not None for value in got[1:-1])
    words = case["words"]
    if name == "comparisonVerdicts":
        return [[one[0], *one[2:]] for one in got[0]] != expected_verdicts(words) or got[1] is not None
    return got[: len(words)] != words


F64 = "Array(Float64)"
ESTIMATES = {
    "center": ("em_center", 1, False),
    "shamosSpread": ("em_spread", 1, False),
    "shift": ("em_shift", 2, False),
    "ratio": ("em_ratio", 2, False),
    "centerBounds": ("em_center_bounds", 1, True),
    "shiftBounds": ("em_shift_bounds", 2, True),
    "ratioBounds": ("em_ratio_bounds", 2, True),
}
# Results without a field for the code of a refusal.
PLAIN = {"center", "shamosSpread", "shift", "ratio", "quantiles"}
CASE = f"Tuple(Array({F64}), Array({F64}), Int8, Float64, Float64, Float64)"

# The kernel's export: SQL function, column types, row of a case, result of a row.
CALLS = {
    "summarize": ("em_summary", [F64], estimate(1, False), summary),
    "quantiles": ("em_quantiles", [F64, F64, "UInt8"], quantiles_row, listed),
    "mannWhitney": ("em_mann_whitney", [F64, F64], mann_whitney_row, tested),
    "comparisonVerdicts": ("em_verdicts", [f"Array({CASE})", "Float64"], verdict_row, judged),
    **{
        name: (
            sql,
            [F64] * samples + (["Float64"] if has_misrate else []),
            estimate(samples, has_misrate),
            bounds if has_misrate else numbers(1),
        )
        for name, (sql, samples, has_misrate) in ESTIMATES.items()
    },
}


def fitting(cases: list[dict]) -> dict[str, list[tuple[dict, bytes]]]:
    """The cases whose arguments the SQL types can carry, with their rows, by export."""
    found: dict[str, list[tuple[dict, bytes]]] = {name: [] for name in CALLS}
    for case in cases:
        # SQL has no addresses.
        if case.get("error") == "BAD_ADDRESS":
            continue
        name = case["step"][0]
        try:
            found[name].append((case, CALLS[name][2](case, case["step"])))
        except Unfit:
            continue
    return found


def main() -> None:
    script, database, file = sys.argv[1:]
    asked = json.loads(Path(file).read_text(encoding="utf8"))
    server = open_server(script, database)
    word = int(server.query(f"SELECT em_signature() {FUEL}", "TabSeparated").bytes())
    total = 0
    wrong = None
    for name, cases in fitting(asked).items():
        sql, types, _, read = CALLS[name]
        if not cases:
            raise SystemExit(f"no vector calls {name}")
        rows = Path(f"{database}.{name}.bin")
        rows.write_bytes(b"".join(row for _, row in cases))
        columns = ", ".join(f"a{i} {kind}" for i, kind in enumerate(types))
        given = ", ".join(f"a{i}" for i in range(len(types)))
        query = f"SELECT {sql}({given}) FROM file('{rows}', 'RowBinary', '{columns}') {FUEL}"
        output = Output(server.query(query, "RowBinary").bytes())
        for case, _ in cases:
            if differs(name, case, read(output)) and wrong is None:
                wrong = f"{name} {case['id']}"
        if output.at != len(output.data) and wrong is None:
            wrong = f"{name}: {len(output.data) - output.at} bytes too many"
        total += len(cases)
    print(json.dumps({"signature": f"{word:016x}", "cases": total, "left": len(asked) - total, "wrong": wrong}))


if __name__ == "__main__":
    main()
