"""Whether a value came back, with its type. The same verdicts as the JavaScript rows."""

from __future__ import annotations

import math
from typing import cast

from .row import Codec, Value
from .suite import SUITE, benign_edge, edge_value, record_of

ORDER = ("exact", "reordered", "type", "lossy", "refused", "unsupported")
KEPT = ("exact", "reordered", "type")


def worse(first: str, second: str) -> str:
    """Return the verdict that says more was lost."""
    return max(first, second, key=ORDER.index)


def compare(before: Value, after: Value) -> str:
    """Compare what went in with what came out."""
    if isinstance(before, dict):
        return _records(cast("dict[str, Value]", before), after)
    if isinstance(before, list):
        return _lists(cast("list[Value]", before), after)
    if not _equal(before, after):
        return "lossy"
    return "exact" if type(before) is type(after) else "type"


def _equal(before: Value, after: Value) -> bool:
    if isinstance(before, float) and isinstance(after, (int, float)):
        if math.isnan(before):
            return math.isnan(after)
        return before == after and math.copysign(1, before) == math.copysign(1, after)
    if isinstance(before, bool) or isinstance(after, bool):
        return before is after
    return bool(before == after)


def _lists(before: list[Value], after: Value) -> str:
    if not isinstance(after, (list, tuple)):
        return "lossy"
    items = cast("list[Value]", after)
    if len(items) != len(before):
        return "lossy"
    worst = "exact" if isinstance(after, list) else "type"
    for one, other in zip(before, items):
        worst = worse(worst, compare(one, other))
    return worst


def _records(before: dict[str, Value], after: Value) -> str:
    if not isinstance(after, dict):
        return "lossy"
    found = cast("dict[str, Value]", after)
    if before.keys() != found.keys():
        return "lossy"
    worst = "exact" if list(before) == list(found) else "reordered"
    for key, value in before.items():
        worst = worse(worst, compare(value, found[key]))
    return worst


def edge_fidelity(codec: Codec, schema_driven: bool) -> list[dict[str, str]]:
    """Judge every edge value alone, so that one refusal does not hide the others."""
    known = {field["name"] for field in record_of("edge")["fields"]}
    results: list[dict[str, str]] = []
    for entry in SUITE["edge"]:
        name = entry["name"]
        result = {"field": name, "fieldClass": entry["fieldClass"]}
        if schema_driven and name not in known:
            results.append({**result, "fidelity": "unsupported"})
            continue
        value = edge_value(entry)
        domain = {**benign_edge(), name: value} if schema_driven else {name: value}
        results.append({**result, **_judge(codec, domain, name)})
    return results


def _judge(codec: Codec, domain: dict[str, Value], name: str) -> dict[str, str]:
    try:
        after = codec.to_domain(codec.decode(codec.encode(codec.to_native(domain))))
        return {"fidelity": compare(domain[name], after.get(name))}
    except Exception as error:
        return {"fidelity": "refused", "detail": f"{type(error).__name__}: {error}"[:120]}
