"""The lock files match pyproject.toml and cover every platform."""

from __future__ import annotations

import json
import re
from importlib.metadata import PackageNotFoundError, metadata

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from installer.python_environment import FIRST_PACKAGES, SOURCE_BUILDS
from tests.tools import lock, npm_lock
from tests.tools.lock import (
    DEV_LOCK,
    RUNTIME_LOCK,
    SUPPORTED_PYTHONS,
    direct_requirements,
    render,
    resolve_closure,
)


def pins(text: str) -> dict[str, str]:
    return dict(line.split("==") for line in text.splitlines() if line and line[0] not in "#-")


RUNTIME = pins(RUNTIME_LOCK.read_text(encoding="utf-8"))
DEV = pins(DEV_LOCK.read_text(encoding="utf-8"))


def test_every_line_is_one_exact_version() -> None:
    for name, version in {**RUNTIME, **DEV}.items():
        assert name == canonicalize_name(name)
        assert re.fullmatch(r"[0-9][0-9a-z.]*", version), f"{name}=={version}: no local part, no range"


@pytest.mark.parametrize("text", direct_requirements()[0])
def test_the_lock_satisfies_each_dependency(text: str) -> None:
    requirement = Requirement(text)
    assert RUNTIME[canonicalize_name(requirement.name)] in requirement.specifier


@pytest.mark.parametrize("text", direct_requirements()[1])
def test_the_development_lock_satisfies_each_dependency(text: str) -> None:
    requirement = Requirement(text)
    assert {**RUNTIME, **DEV}[canonicalize_name(requirement.name)] in requirement.specifier


def test_the_locks_contain_the_whole_closure() -> None:
    runtime, dev = direct_requirements()
    assert set(resolve_closure([*runtime, *lock.BUILD_REQUIREMENTS])) == set(RUNTIME)
    assert set(resolve_closure(dev)) - set(RUNTIME) == set(DEV)


def test_every_pin_supports_every_supported_python() -> None:
    for name in {**RUNTIME, **DEV}:
        try:
            needs = metadata(name)["Requires-Python"]
        except PackageNotFoundError:
            pytest.fail(f"{name} is locked but not installed")
        for python in SUPPORTED_PYTHONS if needs else ():
            assert SpecifierSet(needs).contains(python), f"{name} does not support Python {python}"


def test_packages_with_special_setup_are_locked() -> None:
    assert set(SOURCE_BUILDS) | set(FIRST_PACKAGES) <= set(RUNTIME)


def test_rendering_sorts_and_names_the_source() -> None:
    text = render({"b": "2", "a": "1"})
    assert text.startswith("# Written by `make lock`")
    assert text.endswith("a==1\nb==2\n")


def test_the_web_lock_is_complete_for_every_platform() -> None:
    assert npm_lock.find_missing_builds(json.loads(npm_lock.LOCK.read_text(encoding="utf-8"))) == {}


def test_a_build_that_npm_left_out_gets_its_platform() -> None:
    packages = {
        "": {},
        "node_modules/tool": {
            "dev": True,
            "optionalDependencies": {"@tool/b-linux-x64": "1.2.3", "@tool/b-win32-arm64": "1.2.3"},
        },
        "node_modules/tool/node_modules/@tool/b-linux-x64": {"version": "1.2.3"},
    }
    assert npm_lock.find_missing_builds({"packages": packages}) == {
        "node_modules/@tool/b-win32-arm64": {
            "version": "1.2.3",
            "optional": True,
            "dev": True,
            "os": ["win32"],
            "cpu": ["arm64"],
        }
    }
