"""The words of exported reports: complete in every language."""

from __future__ import annotations

from enum import StrEnum

import pytest

from app.analysis.consistency.facts import Action, ClaimKind, DiscrepancySeverity, Origin
from app.analysis.findings import (
    FindingKind,
    FollowUpPurpose,
    MissingCode,
    ModelRole,
    QuoteContext,
    Sentiment,
    Severity,
    Speaker,
)
from app.matching.fit import FitLabel, FitPart, FitRecommendation, LevelMatch
from app.reports.words import LANGUAGES, ReportLanguage, format_elapsed, load_words
from app.skills.matches import MatchKind, MatchSource

CODES: dict[str, type[StrEnum]] = {
    "untitled": FindingKind,
    "purposes": FollowUpPurpose,
    "howMade.usedModels": ModelRole,
    "reasons": MissingCode,
    "contexts": QuoteContext,
    "overview.sentiments": Sentiment,
    "levels": Severity,
    "speakers": Speaker,
    "consistency.actions": Action,
    "consistency.kinds": ClaimKind,
    "consistency.possible": Origin,
    "consistency.severities": DiscrepancySeverity,
    "consistency.sources": Origin,
    "fit.labels": FitLabel,
    "fit.missing": FitPart,
    "fit.recommendations": FitRecommendation,
    "fit.level": LevelMatch,
    "fit.markHelp": MatchKind,
    "fit.sources": MatchSource,
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_words(language: ReportLanguage) -> None:
    words = load_words(language)
    for prefix, codes in CODES.items():
        for code in codes:
            keys = (f"{prefix}.{code}", f"{prefix}.{code}_other")
            assert any(words.get(key) != key.rpartition(".")[2].replace("_", " ") for key in keys), keys


def test_values_are_inserted_once() -> None:
    text = load_words("en").get("purposesAbout.clarify_concern", subject="{{subject}} {0}")
    assert text == "Clarifies this concern: {{subject}} {0}"


def test_a_code_without_words_is_shown_as_it_is() -> None:
    assert load_words("en").get("untitled.brand_new_code") == "brand new code"


def test_plural_forms() -> None:
    english, french = load_words("en"), load_words("fr")
    assert english.count("share.days", 1) == "1 day"
    assert english.count("share.days", 0) == "0 days"
    assert french.count("share.days", 0) == "0 jour"


@pytest.mark.parametrize(("seconds", "text"), [(0, "0:00"), (59.9, "0:59"), (61, "1:01"), (3725, "1:02:05")])
def test_elapsed_time(seconds: float, text: str) -> None:
    assert format_elapsed(seconds) == text
