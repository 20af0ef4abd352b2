"""Labels of the line reader."""

from __future__ import annotations

HEADINGS = (
    "summary", "experience", "education", "skills", "projects", "certifications", "languages", "contact",
    "other",
)  # fmt: skip
"""Kinds of sections, as in ``[cv.headings]`` of config/documents.toml."""
LINE_LABELS = (
    *(f"heading_{kind}" for kind in HEADINGS),
    "name", "contact", "title", "employer", "position", "dates", "place", "degree", "school", "skill",
    "language", "text", "document",
)  # fmt: skip
"""``position``: a line with more than one of title, employer and dates. ``document``: ``Curriculum vitae``,
and every line of a text that is no CV."""
PART_LABELS = ("title", "employer", "place", "degree", "school", "skill", "name", "other")
"""Labels of a piece between two separators, without its neighbors."""
