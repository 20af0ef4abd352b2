"""The opening sentence of a summary."""

from __future__ import annotations

import pytest

from app.analysis.findings import Background
from app.analysis.introduction import find_current_position, introduce
from app.analysis.prose import load_phrases
from tests.analysis.consistency.cases import cv, job

CV_TEXT = "Nora Quill\n- Tallow Farm, picker, 2012 to 2015\n- **Foreman**, Aldane Orchards,  2015 to now\n"
NOW = cv(job("Foreman", "Aldane Orchards", "2015", None), job("Picker", "Tallow Farm", "2012", "2015"))


def test_the_current_position_is_role_and_employer() -> None:
    background = Background(cv_text=CV_TEXT, cv_parsed=NOW)
    assert find_current_position(background, load_phrases("en")) == "Foreman at Aldane Orchards"


def test_what_the_text_of_the_cv_does_not_say_is_left_out() -> None:
    background = Background(cv_text="Aldane Orchards, 2015 to now", cv_parsed=NOW)
    assert find_current_position(background, load_phrases("en")) == "Aldane Orchards"


@pytest.mark.parametrize(
    "cv_parsed",
    [
        None,
        cv(job("Foreman", "Aldane Orchards", "2015", "2020")),
        cv(job("Warden", "Brookside Nurseries", "2015", None)),
    ],
)
def test_without_a_current_position_in_the_cv_none_is_named(cv_parsed: dict[str, object] | None) -> None:
    background = Background(cv_text=CV_TEXT, cv_parsed=cv_parsed)
    assert find_current_position(background, load_phrases("en")) == ""


@pytest.mark.parametrize(
    ("language", "begins"),
    [
        ("en", "Nora Quill (latest position in the CV: Foreman at Aldane Orchards) was"),
        ("de", "Nora Quill (letzte Stelle laut Lebenslauf: Foreman, Aldane Orchards) wurde"),
        ("fr", "Nora Quill (dernier poste selon le CV\u00a0: Foreman, Aldane Orchards) a"),
    ],
)
def test_the_opening_names_person_and_position(language: str, begins: str) -> None:
    background = Background(
        cv_text=CV_TEXT, cv_parsed=NOW, candidate_name="Nora Quill", job_title="Orchard manager"
    )
    text = introduce(background, load_phrases(language))
    assert text.startswith(begins)
    assert "Orchard manager" in text


def test_an_unknown_person_is_the_candidate() -> None:
    assert introduce(Background(), load_phrases("en")) == "The candidate was interviewed."
