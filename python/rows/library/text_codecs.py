"""YAML (by libyaml when it is there) and TOML (tomli-w writes, tomllib reads)."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from importlib.metadata import version

from ..row import Codec, Loaded, Row, Value, plain, rooted


def _yaml() -> Loaded:
    module: Value = import_module("yaml")
    fast = bool(module.__with_libyaml__)
    dumper = module.CSafeDumper if fast else module.SafeDumper
    loader = module.CSafeLoader if fast else module.SafeLoader
    encode = partial(
        module.dump, Dumper=dumper, sort_keys=False, allow_unicode=True, encoding="utf-8"
    )
    return Loaded(
        plain(Codec(encode, partial(module.load, Loader=loader))),
        module.__version__,
        "libyaml" if fast else "Python",
    )


def _toml() -> Loaded:
    writer: Value = import_module("tomli_w")
    reader: Value = import_module("tomllib")
    codec = Codec(
        lambda value: writer.dumps(value).encode(), lambda data: reader.loads(data.decode())
    )
    return Loaded(rooted(codec), version("tomli-w"))


ROWS = [
    Row(
        "yaml (safe)",
        "PyYAML",
        "YAML",
        "text",
        _yaml,
        debian="python3-yaml",
        pip="PyYAML",
        counterpart="Yams",
    ),
    Row(
        "tomli-w + tomllib",
        "tomli-w",
        "TOML",
        "text",
        _toml,
        debian="python3-tomli-w",
        pip="tomli-w",
        counterpart="TOML",
    ),
]
