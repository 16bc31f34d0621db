"""What the core may import: the modules that every interpreter has built in or as pure Python."""

from __future__ import annotations

import ast
import unittest
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent / "echometer_worker"
CORE = ("channel", "credit", "faults", "frames", "outbox", "serve", "sessions")
# `struct` is the one module with a C part; docs/decisions/0005 says what it saves.
ALLOWED = {"__future__", "collections", "collections.abc", "struct", "typing"}


def imports_of(path: Path) -> set[str]:
    """Return the absolute modules that a file imports anywhere."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            found.add(node.module or "")
    return found


class CoreImports(unittest.TestCase):
    """The core can run where there is no socket, no signal, no file and no argument vector."""

    def test_the_core_imports_nothing_that_does_io(self) -> None:
        for name in CORE:
            with self.subTest(module=name):
                self.assertLessEqual(imports_of(PACKAGE / f"{name}.py"), ALLOWED)

    def test_the_core_imports_only_the_core(self) -> None:
        for name in CORE:
            tree = ast.parse((PACKAGE / f"{name}.py").read_text())
            relative = {
                node.module
                for node in ast.walk(tree)
                if isinstance(node, ast.ImportFrom) and node.level
            }
            with self.subTest(module=name):
                self.assertLessEqual(relative, set(CORE))

    def test_every_module_is_core_or_the_process_around_it(self) -> None:
        names = {path.stem for path in PACKAGE.glob("*.py")}
        self.assertEqual(names - set(CORE), {"__init__", "__main__", "listening", "transports"})

    def test_no_module_keeps_state_that_changes(self) -> None:
        for name in CORE:
            tree = ast.parse((PACKAGE / f"{name}.py").read_text())
            changed = [
                node for node in ast.walk(tree) if isinstance(node, (ast.Global, ast.Nonlocal))
            ]
            with self.subTest(module=name):
                self.assertEqual(changed, [])


if __name__ == "__main__":
    unittest.main()
