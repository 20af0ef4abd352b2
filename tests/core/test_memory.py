"""Memory of a server before a model is used: at most 350 MiB, of which its watchdog takes 40."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

MAX_MIB = 250

SERVER = """
import os

# As in `greenroom serve`.
os.environ["OPENBLAS_NUM_THREADS"] = "1"
import app.main
import psutil
from app.questions.writing import load_classifiers

load_classifiers()
print(psutil.Process().memory_info().rss // 1024**2)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="needs glibc")
def test_a_server_that_has_trained_its_classifiers_is_small() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SERVER],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    assert int(done.stdout) <= MAX_MIB
