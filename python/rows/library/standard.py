"""What CPython brings: json, pickle, marshal, plistlib and xml.etree. Always present."""

from __future__ import annotations

import json
import marshal
import pickle
import platform
import plistlib
from functools import partial
from typing import cast
from xml.etree import ElementTree

from ..row import Codec, Loaded, Row, Value, plain
from ..suite import record_of

VERSION = platform.python_version()


def _loaded(codec: Codec) -> Loaded:
    return Loaded(plain(codec), VERSION)


def _json() -> Loaded:
    encoder = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False)
    return _loaded(Codec(lambda value: encoder.encode(value).encode(), json.loads))


def _pickle() -> Loaded:
    # The bytes are this process's own: unpickling them is safe, unpickling anything else is not.
    return _loaded(Codec(partial(pickle.dumps, protocol=5), pickle.loads))


def _marshal() -> Loaded:
    return _loaded(Codec(marshal.dumps, marshal.loads))


def _plist(fmt: plistlib.PlistFormat) -> Loaded:
    return _loaded(
        Codec(partial(plistlib.dumps, fmt=fmt, sort_keys=False), partial(plistlib.loads, fmt=fmt))
    )


def _element(tag: str, value: Value) -> ElementTree.Element:
    element = ElementTree.Element(tag)
    if isinstance(value, dict):
        for key, inner in cast("dict[str, Value]", value).items():
            many = cast("list[Value]", inner) if isinstance(inner, list) else [inner]
            element.extend(_element(key, item) for item in many)
    elif isinstance(value, list):
        element.extend(_element("i", item) for item in cast("list[Value]", value))
    else:
        element.text = str(value).lower() if isinstance(value, bool) else str(value)
    return element


def _typed(shape: dict[str, Value], found: list[ElementTree.Element]) -> Value:
    kind = shape["kind"]
    if kind == "list":
        return [_typed(shape["of"], [element]) for element in found]
    element = found[0]
    if kind == "record":
        return {
            field["name"]: _typed(field["shape"], element.findall(field["name"]))
            for field in shape["fields"]
        }
    text = element.text or ""
    if kind == "bool":
        return text == "true"
    if kind in {"int32", "int64"}:
        return int(text)
    return float(text) if kind in {"float32", "float64"} else text


def _xml() -> Loaded:
    def prepare(type_name: str, instances: int) -> Codec:
        shape = record_of(type_name)

        def to_domain(root: ElementTree.Element) -> Value:
            if instances == 1:
                return _typed(shape, [root])
            return [_typed(shape, [element]) for element in root]

        return Codec(
            ElementTree.tostring, ElementTree.fromstring, partial(_element, "r"), to_domain
        )

    return Loaded(prepare, VERSION)


STANDARD = "standard library"
ROWS = [
    Row(
        "json",
        STANDARD,
        "JSON",
        "text",
        _json,
        counterpart="Foundation.JSONEncoder",
        reuse="instance",
    ),
    Row("pickle (protocol 5)", STANDARD, "pickle", "runtime", _pickle, counterpart="BinaryCodable"),
    Row("marshal", STANDARD, "marshal", "runtime", _marshal),
    Row(
        "plistlib (binary)",
        STANDARD,
        "binary property list",
        "binary",
        partial(_plist, plistlib.FMT_BINARY),
        counterpart="Foundation.PropertyListEncoder",
    ),
    Row("plistlib (XML)", STANDARD, "XML property list", "text", partial(_plist, plistlib.FMT_XML)),
    Row(
        "xml.etree (typed by schema)",
        STANDARD,
        "XML",
        "text",
        _xml,
        schema_driven=True,
        counterpart="XMLCoder",
    ),
]
