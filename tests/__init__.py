"""Tests of Greenroom."""

import os

# As in a server (app/cli.py), and before any test imports NumPy: a fork beside multiplications can deadlock.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
