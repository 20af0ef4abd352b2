"""Entry point of `make run`: unsupported Python versions, and modules that must import without packages."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from installer import bootstrap

SOURCE = Path(bootstrap.__file__).read_text(encoding="utf-8")


@pytest.mark.parametrize("version", [(3, 9, 2), (3, 10, 12), (3, 14, 0)])
def test_an_unsupported_python_is_refused_with_a_sentence(
    version: tuple[int, int, int], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "version_info", version)
    assert bootstrap.main() == 1
    printed = capsys.readouterr().err
    assert f"this is {version[0]}.{version[1]}" in printed
    assert "PYTHON=" in printed


def test_the_entry_point_parses_in_an_old_python() -> None:
    ast.parse(SOURCE, feature_version=(3, 6))


def test_modules_that_run_before_the_installation_import_only_the_standard_library() -> None:
    """The first half of the setup runs in the machine's own Python, before any package is installed."""
    allowed = sys.stdlib_module_names | {"installer", "models", "__future__"}
    names = [
        *("bootstrap", "bring_up", "commands", "faults", "machine", "progress", "stamps"),
        *("python_environment", "required_models", "web_client"),
    ]
    sources = [Path(bootstrap.__file__).with_name(f"{name}.py") for name in names]
    models = Path(bootstrap.__file__).parents[1] / "models"
    sources += [models / "__init__.py", models / "catalog.py", models / "errors.py"]
    for source in sources:
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            imported = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                imported = [node.module or ""]
            for name in imported:
                assert name.partition(".")[0] in allowed, f"{source.name} imports {name}"


def test_the_setup_starts_in_a_python_without_packages() -> None:
    """Unlike the test above, this one also follows what the imported modules import."""
    command = [sys.executable, "-S", "-c", "import installer.bring_up"]
    root = Path(bootstrap.__file__).parents[1]
    ended = subprocess.run(command, cwd=root, env={}, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
