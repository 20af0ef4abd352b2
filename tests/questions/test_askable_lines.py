"""Lines that nobody may be asked about, and lines about work that resemble them."""

from __future__ import annotations

import statistics

import pytest

from app.questions import askable_lines
from app.questions.askable_lines import load_askable_reader, load_examples
from app.questions.fact_collection import collect_facts
from app.questions.facts import CandidateBrief, PastPosition
from app.questions.pieces import split_line

COMMAND = "python -m tests.tools.train_askable_lines"


@pytest.mark.parametrize(
    ("line", "language"),
    [
        ("Time at home with my three sons", "en"),
        ("Parental leave, then part time until 2016", "en"),
        ("Two years of maternity leave", "en"),
        ("Elternzeit für unsere Tochter", "de"),
        ("Erziehung unserer Kinder", "de"),
        ("Congé parental pour mon fils", "fr"),
        ("Mère au foyer pendant trois ans", "fr"),
        ("Took care of my grandparents until they died", "en"),
        ("Meinen Onkel bis zuletzt zu Hause gepflegt", "de"),
        ("Prise en charge de ma mère à la maison", "fr"),
        ("Seit dem Schlaganfall wohnt mein Vater bei uns", "de"),
        ("Je suis trésorière de ma paroisse", "fr"),
        ("Elder of my church since 2014", "en"),
    ],
)
def test_private_lines_are_not_asked_about(line: str, language: str) -> None:
    position = PastPosition("Groom", "Lower Farm Ltd", (line, "Fed thirty horses a day"))
    facts = collect_facts(CandidateBrief(text=line, positions=(position,)), None, language=language)
    assert line not in [fact.text for fact in facts]


@pytest.mark.parametrize(
    ("line", "language"),
    [
        ("Taught children and their parents to ride", "en"),
        ("Closed the stables each evening", "en"),
        ("Took care of both yards until they were sold", "en"),
        ("Looked after old horses until they died", "en"),
        ("Reitstunden für Kinder und Eltern gegeben", "de"),
        ("Leçons d'équitation pour des enfants et leurs parents", "fr"),
    ],
)
def test_work_that_resembles_private_lines_is_asked_about(line: str, language: str) -> None:
    position = PastPosition("Groom", "Lower Farm Ltd", (line,))
    facts = collect_facts(CandidateBrief(text=line, positions=(position,)), None, language=language)
    assert line in [fact.text for fact in facts]


@pytest.mark.parametrize("reason", ["family", "leave", "ended", "health", "personal", "applying"])
def test_lines_that_are_not_asked_about_are_rated_below_the_others(reason: str) -> None:
    reader = load_askable_reader()

    def rate(kind: str) -> float:
        return statistics.mean(
            reader.read(one.text, is_of_job=one.is_of_job) for one in load_examples() if one.reason == kind
        )

    assert rate("ask") > 0.7
    assert rate(reason) < 0.4


def test_every_example_has_a_reason_a_source_and_a_group() -> None:
    rows = [row.split("\t") for row in askable_lines.EXAMPLES.read_text(encoding="utf-8").splitlines()]
    assert len(rows) >= 600
    assert {len(row) for row in rows} == {4}
    assert {source for _, source, *_ in rows} == {"cv", "job"}
    assert {group.split()[0] for _, _, group, _ in rows} == {"en", "de", "fr"}


def test_a_line_of_two_things_is_asked_about_as_two() -> None:
    assert split_line("Fed thirty horses a day; cover for the head groom") == [
        "Fed thirty horses a day",
        "cover for the head groom",
    ]
    assert split_line("Fed horses (hay and oats; water twice)") == ["Fed horses (hay and oats; water twice)"]
    line = "Fed thirty horses a day; the oldest of them is thirty"
    assert split_line(line) == [line]
