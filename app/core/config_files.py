"""Path of the folder ``config/``, which contains data files."""

from __future__ import annotations

from pathlib import Path

CONFIG_DIR = Path(__file__).resolve().parents[2] / "config"
