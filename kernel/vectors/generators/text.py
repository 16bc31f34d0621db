"""Text of f64.

Oracle: Python's repr (shortest digits), put into ECMAScript's form; format and decimal for
rounding.
"""

from __future__ import annotations

import decimal
import struct

from casebook import Case, invalid, number, raw, room, splitmix64, valid

decimal.getcontext().prec = 1200
FEW = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.1,
    0.5,
    1.5,
    2.5,
    1.005,
    -2.675,
    9.996,
    99.95,
    1 / 3,
    123456.789,
    0.000001,
    1e-7,
    1.5e-7,
]
FEW += [
    1e20,
    1e21,
    1e22,
    1e23,
    123456789012345680000.0,
    1.7976931348623157e308,
    2.2250738585072014e-308,
    2.225073858507201e-308,
]
# The first two: odd mantissas next to a shorter decimal that is exactly their limit and does not
# read back as they.
FEW += [
    18014398509481988.0,
    18014398509481992.0 + 20.0,
    5e-324,
    2.0**53,
    2.0**53 + 2,
    4.35,
    0.3,
    1e16,
    999.9995,
    12345.0,
    -0.4,
    -0.5,
]


def shortest(value: float) -> str:
    """ECMA-262, Number::toString, from the digits that repr has found."""
    if value == 0:
        return "0"
    sign, digits, exponent = decimal.Decimal(repr(value)).normalize().as_tuple()
    text, point = "".join(map(str, digits)), len(digits) + int(exponent)
    head = "-" if sign else ""
    if len(digits) <= point <= 21:
        return head + text + "0" * (point - len(digits))
    if 0 < point <= 21:
        return head + text[:point] + "." + text[point:]
    if -6 < point <= 0:
        return head + "0." + "0" * -point + text
    power = f"e{point - 1:+d}"
    return head + text[0] + ("." + text[1:] if len(text) > 1 else "") + power


def unsigned_zero(text: str) -> str:
    return text[1:] if text.startswith("-") and not text.strip("-0.") else text


def significant(value: float, digits: int) -> str:
    if value == 0:
        return unsigned_zero(format(value, f".{digits - 1}f"))
    exact = decimal.Decimal(value)
    place = exact.adjusted() - digits + 1
    rounded = exact.quantize(decimal.Decimal(1).scaleb(place))
    if rounded.adjusted() > exact.adjusted():
        rounded = exact.quantize(decimal.Decimal(1).scaleb(place + 1))
    return format(rounded, "f")


def random_values() -> list[float]:
    values = [struct.unpack(">d", struct.pack(">Q", word))[0] for word in splitmix64(5, 60)]
    values = [v for v in values if v - v == 0]
    return values + [word % 10**6 / (1 + (word >> 40) % 4096) for word in splitmix64(6, 40)]


def text_case(name: str, call: str, value: float, more: list[int], text: str) -> Case:
    memory = {"out": room(len(text))}
    step = [call, number(value), *more, "@out", len(text)]
    return valid(
        name,
        text if len(text) < 60 else "",
        memory,
        [step],
        [len(text)],
        {"out": raw(text.encode())},
    )


def errors() -> list[Case]:
    memory = {"out": room(8)}
    one = number(1.25)
    calls = [
        ("fixed-decimals", ["textFixed", one, 101, "@out", 8], "BAD_ARGUMENT", 1),
        ("fixed-capacity", ["textFixed", one, 7, "@out", 8], "CAPACITY", 3),
        ("fixed-address", ["textFixed", one, 2, -2, 8], "BAD_ADDRESS", 2),
        ("significant-none", ["textSignificant", one, 0, "@out", 8], "BAD_ARGUMENT", 1),
        ("significant-many", ["textSignificant", one, 16, "@out", 8], "BAD_ARGUMENT", 1),
        ("significant-capacity", ["textSignificant", one, 9, "@out", 8], "CAPACITY", 3),
        ("shortest-capacity", ["textShortest", one, "@out", 3], "CAPACITY", 2),
        ("shortest-address", ["textShortest", one, -2, 8], "BAD_ADDRESS", 1),
    ]
    for value in (float("nan"), float("inf"), float("-inf")):
        v = number(value)
        calls += [
            (f"shortest-{value}", ["textShortest", v, "@out", 8], "NOT_FINITE", 0),
            (f"fixed-{value}", ["textFixed", v, 2, "@out", 8], "NOT_FINITE", 0),
            (f"significant-{value}", ["textSignificant", v, 2, "@out", 8], "NOT_FINITE", 0),
        ]
    return [
        invalid(f"error-{name}", "", memory, [step], code, subject)
        for name, step, code, subject in calls
    ]


def cases() -> dict[str, list[Case]]:
    short: list[Case] = []
    rounded: list[Case] = []
    for index, value in enumerate(FEW + random_values()):
        group = "demo" if index < len(FEW) else "property"
        short.append(
            text_case(f"{group}-shortest-{index}", "textShortest", value, [], shortest(value))
        )
        for decimals in (0, 2, 6):
            text = unsigned_zero(format(value, f".{decimals}f"))
            rounded.append(
                text_case(f"{group}-fixed-{decimals}-{index}", "textFixed", value, [decimals], text)
            )
        for digits in (1, 3, 15):
            text = significant(value, digits)
            rounded.append(
                text_case(
                    f"{group}-significant-{digits}-{index}",
                    "textSignificant",
                    value,
                    [digits],
                    text,
                )
            )
    # The shortest text of 2 x 2^-1074 is 1e-323, its exact value 9.88e-324: another decade.
    for steps in (*range(1, 41), 203, 204, 1013, 2024):
        value = steps * 5e-324
        for digits in (1, 2, 6, 15):
            text = significant(value, digits)
            name = f"edge-significant-{digits}-subnormal-{steps}"
            rounded.append(text_case(name, "textSignificant", value, [digits], text))
    return {"demo-shortest": short, "demo-rounded": rounded, "error-arguments": errors()}
