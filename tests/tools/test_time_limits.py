"""The limits that hold when a test does not end by itself."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

AFTER_A_FAILURE = """
import pytest, time

@pytest.fixture
def endless():
    yield
    time.sleep(3600)

def test_something(endless):
    assert False
"""
SECOND_TRY = """
import time

tries = []

def test_something():
    tries.append(1)
    assert len(tries) > 1
    time.sleep(3600)
"""


def run_pytest(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-q", "-p", "tests.time_limits", "-p", "no:cacheprovider"),
            *("--rootdir", str(folder), "-o", "timeout=1", *options, str(folder)),
        ],
        cwd=ROOT,
        env={**os.environ, "TEST_GRACE_SECONDS": "2"},
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )


@pytest.mark.parametrize(
    ("module", "options", "place"),
    [
        (AFTER_A_FAILURE, (), "in endless"),
        (SECOND_TRY, ("--reruns", "1"), "in test_something"),
    ],
)
def test_a_process_whose_test_does_not_end_says_where_and_exits(
    tmp_path: Path, module: str, options: tuple[str, ...], place: str
) -> None:
    (tmp_path / "test_endless.py").write_text(module)
    done = run_pytest(tmp_path, *options)
    assert done.returncode == 1
    assert "Timeout (0:00:03)!" in done.stderr
    assert place in done.stderr


def test_the_other_tests_go_on_in_another_process(tmp_path: Path) -> None:
    (tmp_path / "test_endless.py").write_text(AFTER_A_FAILURE)
    (tmp_path / "test_other.py").write_text("def test_other(): pass\n")
    done = run_pytest(tmp_path, "-n", "1", "--dist", "loadfile", "--reruns", "1")
    assert done.returncode == 1
    assert "crashed while running 'test_endless.py::test_something'" in done.stdout
    assert "1 passed" in done.stdout
