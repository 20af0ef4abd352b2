"""Python environment: creation, repair and stamps."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from installer import machine, stamps
from installer.commands import Commands
from installer.python_environment import (
    KEEP_STORES,
    PythonEnvironment,
    cmake_args,
    cxx_flags,
    remove_incomplete,
)


def install(site_packages: Path, name: str, files: dict[str, str], *, record: bool = True) -> None:
    """Write a package as pip installs it."""
    lines = []
    for path, text in files.items():
        target = site_packages / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)
        lines.append(f"{path},sha256=x,{len(text)}")
    folder = site_packages / f"{name}-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text(f"Name: {name}\n")
    if record:
        (folder / "RECORD").write_text("\n".join([*lines, f"{folder.name}/RECORD,,"]) + "\n")


def test_complete_packages_are_kept(tmp_path: Path) -> None:
    install(tmp_path, "whole", {"whole/__init__.py": "x = 1\n"})
    assert remove_incomplete(tmp_path) == []
    assert (tmp_path / "whole-1.0.dist-info").is_dir()


def test_packages_of_an_interrupted_installation_are_removed(tmp_path: Path) -> None:
    install(tmp_path, "no_record", {"no_record.py": "x = 1\n"}, record=False)
    install(tmp_path, "lacks_file", {"lacks_file/a.py": "a", "lacks_file/b.py": "b"})
    (tmp_path / "lacks_file" / "b.py").unlink()
    install(tmp_path, "cut_short", {"cut_short.py": "long text"})
    (tmp_path / "cut_short.py").write_text("long")
    install(tmp_path, "whole", {"whole.py": "x"})
    (tmp_path / "~hole").mkdir()
    assert sorted(remove_incomplete(tmp_path)) == ["cut_short-1.0", "lacks_file-1.0", "no_record-1.0"]
    assert sorted(path.name for path in tmp_path.glob("*.dist-info")) == ["whole-1.0.dist-info"]
    assert not (tmp_path / "~hole").exists()


def test_compiled_bytecode_may_be_missing(tmp_path: Path) -> None:
    install(tmp_path, "plain", {"plain.py": "x"})
    with (tmp_path / "plain-1.0.dist-info" / "RECORD").open("a") as record:
        record.write("__pycache__/plain.cpython-311.pyc,,\n")
    assert remove_incomplete(tmp_path) == []


@pytest.fixture
def environment(tmp_path: Path) -> PythonEnvironment:
    """An environment that looks complete: a working Python, the command, the stamp."""
    (tmp_path / "requirements.lock").write_text("# made\nnumpy==2.0\nllama-cpp-python==0.3\n")
    (tmp_path / "requirements-dev.lock").write_text("-r requirements.lock\npytest==9.0\n")
    (tmp_path / "pyproject.toml").write_text("[project]\n")
    found = PythonEnvironment(tmp_path, tmp_path / "wheels", Commands(log_dir=tmp_path / "logs"))
    found.python.parent.mkdir(parents=True)
    found.python.symlink_to(sys.executable)
    (found.folder / "bin" / "greenroom").touch()
    stamps.write_stamp(found._stamp, found._expected_stamp())
    return found


def test_a_complete_environment_is_ready(environment: PythonEnvironment) -> None:
    assert environment.is_ready()


@pytest.mark.parametrize("changed", ["requirements.lock", "pyproject.toml"])
def test_a_changed_lock_requires_a_new_installation(environment: PythonEnvironment, changed: str) -> None:
    with (environment.root / changed).open("a") as file:
        file.write("# changed\n")
    assert not environment.is_ready()


def test_changed_compiler_flags_require_a_new_installation(
    environment: PythonEnvironment, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CMAKE_ARGS", "-DGGML_CUDA=ON")
    assert cmake_args() == "-DGGML_CUDA=ON"
    assert not environment.is_ready()


def test_gcc_keeps_the_tile_configuration_on_a_processor_with_amx(
    environment: PythonEnvironment, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine, "has_tiles", lambda: False)
    monkeypatch.setenv("CXXFLAGS", "-g")
    assert cxx_flags() == "-g"
    monkeypatch.setattr(machine, "has_tiles", lambda: True)
    monkeypatch.setattr(machine, "compiles_with_gcc", lambda: True)
    assert cxx_flags() == f"-g {KEEP_STORES}"
    assert not environment.is_ready()
    monkeypatch.setattr(machine, "compiles_with_gcc", lambda: False)
    assert cxx_flags() == "-g"


def test_an_environment_whose_compiler_was_removed_stays_ready(
    environment: PythonEnvironment, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine, "has_tiles", lambda: True)
    monkeypatch.setattr(machine, "compiles_with_gcc", lambda: True)
    stamps.write_stamp(environment._stamp, environment._expected_stamp())
    monkeypatch.setattr(machine, "compiles_with_gcc", lambda: False)
    assert environment.is_ready()


def test_an_environment_without_its_python_is_not_ready(environment: PythonEnvironment) -> None:
    environment.python.unlink()
    environment.python.symlink_to(environment.root / "removed")
    assert not environment.is_ready()


def test_the_test_dependencies_have_their_own_stamp(environment: PythonEnvironment) -> None:
    for_tests = PythonEnvironment(environment.root, environment.wheels, environment.commands, for_tests=True)
    assert not for_tests.is_ready()


def test_locked_lines_keep_their_pins(
    environment: PythonEnvironment,
) -> None:
    assert environment._locked_lines() == ["numpy==2.0", "llama-cpp-python==0.3"]
    assert environment._pin("llama-cpp-python") == "llama-cpp-python==0.3"
