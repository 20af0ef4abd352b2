"""Detects whether Tesseract, which recognizes text in scanned pages, is installed."""

from __future__ import annotations

import shutil


def find_tesseract() -> str | None:
    """The path of Tesseract; None if it is not installed."""
    return shutil.which("tesseract")
