"""One case of a vector file, and how it writes a double. Not what a case is about."""

from __future__ import annotations

import struct
from typing import Any

SEED = 20_260_929
Case = dict[str, Any]


def case(name: str, comment: str, given: Any, output: Any, error: Any = None) -> Case:
    """Return a case; with an error it is one that must be refused."""
    result: Case = {"id": name, "comment": comment, "flags": [], "input": given}
    if error is not None:
        return {**result, "result": "invalid", "error": error}
    return {**result, "result": "valid", "output": output}


def hex64(value: float) -> dict[str, str]:
    """Return a double for readers and for machines."""
    return {"text": repr(value), "bits": struct.pack(">d", value).hex()}
