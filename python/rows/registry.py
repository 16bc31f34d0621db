"""Every row of this interpreter, in registration order: the schedule shuffles from it."""

from __future__ import annotations

from .library import (
    avro,
    binary_codecs,
    flatbuffers,
    json_codecs,
    protobuf,
    standard,
    text_codecs,
)
from .row import Row

ROWS: list[Row] = [
    *standard.ROWS,
    *json_codecs.ROWS,
    *binary_codecs.ROWS,
    *text_codecs.ROWS,
    *protobuf.ROWS,
    *avro.ROWS,
    *flatbuffers.ROWS,
]
