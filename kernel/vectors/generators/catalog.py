"""Which suites of calls there are: every module's suites(), in the order of the kernel's rooms. Makes no case."""

from __future__ import annotations

from typing import Any

import change_points
import digests
import pragmastat
import rank_tests
import serializer_data

MODULES = (digests, serializer_data, pragmastat, rank_tests, change_points)


def suites() -> dict[str, dict[str, Any]]:
    """Name -> files, schema, conformance, oracle, and for approximate suites tolerance and reason."""
    return {name: suite for module in MODULES for name, suite in module.suites().items()}
