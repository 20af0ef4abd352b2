"""Words of exported reports in English, German and French: the texts of the report page."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, get_args

ReportLanguage = Literal["en", "de", "fr"]
LANGUAGES: tuple[ReportLanguage, ...] = get_args(ReportLanguage)
_CATALOGS = Path(__file__).resolve().parents[2] / "web" / "src" / "locales"
_PLACEHOLDER = re.compile(r"\{\{(\w+)\}\}")


@dataclass(frozen=True, slots=True)
class Words:
    """The texts of one language, in the format of the browser's catalogs."""

    language: ReportLanguage
    catalog: Mapping[str, Any]

    def get(self, key: str, /, **values: object) -> str:
        """The text under a dotted key. A code without words is returned as it is.

        ``{{placeholders}}`` are replaced once, so that braces in values stay as they are.
        """
        node: Any = self.catalog
        for part in key.split("."):
            node = node.get(part) if isinstance(node, Mapping) else None
        if not isinstance(node, str):
            return key.rpartition(".")[2].replace("_", " ")
        return _PLACEHOLDER.sub(lambda found: str(values.get(found[1], "")), node)

    def count(self, key: str, count: int) -> str:
        """As ``get``, in the plural form for ``count``."""
        is_singular = count == 1 or (count == 0 and self.language == "fr")
        return self.get(f"{key}_{'one' if is_singular else 'other'}", count=count)

    def format_score(self, score: float) -> str:
        text = f"{score:.1f}"
        return text if self.language == "en" else text.replace(".", ",")

    def format_percent(self, percent: float) -> str:
        # A non-breaking space, as used in German and French.
        return f"{percent:.0f}%" if self.language == "en" else f"{percent:.0f}\u00a0%"

    def format_date(self, day: date) -> str:
        months = self.catalog["export"]["months"].split(" ")
        return self.get("export.date", day=day.day, month=months[day.month - 1], year=day.year)


@lru_cache(maxsize=len(LANGUAGES))
def load_words(language: ReportLanguage) -> Words:
    """The browser's catalog of the report page, so that a file has the same wording as the page."""
    text = (_CATALOGS / language / "report.json").read_text(encoding="utf-8")
    return Words(language, json.loads(text))


def format_elapsed(seconds: float) -> str:
    """``m:ss``, or ``h:mm:ss`` from one hour on."""
    whole = max(0, int(seconds))
    hours, minutes, rest = whole // 3600, whole % 3600 // 60, whole % 60
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
