"""A row of your own in Python: JSON with two spaces of indent.

`npx echometer run serializers --rows lines.py`
"""

from __future__ import annotations

import json

from rows.row import Codec, Loaded, Row, plain

CODEC = Codec(lambda value: json.dumps(value, indent=2).encode(), json.loads)

rows = [Row("json (indent=2)", "json", "JSON", "text", lambda: Loaded(plain(CODEC), "1.0"))]
