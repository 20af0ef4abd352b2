"""PyMuPDF without its annotations, which are incomplete."""

from __future__ import annotations

from typing import Any

import pymupdf as _pymupdf

pymupdf: Any = _pymupdf
