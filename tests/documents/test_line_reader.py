"""The line reader beside the patterns: it decides what they leave open, and nothing else."""

from __future__ import annotations

from datetime import date

import pytest

from app.documents.parsing import sections
from app.documents.parsing.cv import parse_cv
from app.documents.parsing.dates import find_range
from app.documents.parsing.fields import find_fields
from app.documents.parsing.kind import detect_type
from app.documents.parsing.line_reader import find_headings
from app.documents.tables import DocumentType
from models.line_reader.network import MAX_LINES

SWEDISH = """Tove Granlund
tove.granlund@box.example

Tidigare jobb
Svetsare
Varvet i Holmsund AB
maj 2015 – pågående
Byggde skrov och luckor

Färdigheter
Svetsning, truckkort, ritningsläsning
"""
CHINESE = """姓名：罗文静
邮箱：luo@box.example

工作经历
2016年5月 – 至今  苏城电子有限公司  会计
- 负责报表

教育经历
2012年9月 – 2016年5月  苏城大学  本科

技能
金蝶、Excel
"""


def test_unknown_headings_titles_and_employers_are_read() -> None:
    cv = parse_cv(SWEDISH)
    assert [(entry.title, entry.organization) for entry in cv.experience] == [
        ("Svetsare", "Varvet i Holmsund AB")
    ]
    assert cv.skills == ["Svetsning", "truckkort", "ritningsläsning"]
    assert detect_type(SWEDISH).type == DocumentType.CV


def test_a_name_without_capitals_is_read_behind_its_label() -> None:
    cv = parse_cv(CHINESE)
    assert cv.contacts.name == "罗文静"
    assert [entry.organization for entry in cv.experience] == ["苏城电子有限公司"]
    assert cv.skills == ["金蝶", "Excel"]


def test_a_heading_that_patterns_know_is_theirs(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "Ada Example\n\nWork experience\nWelder, Acme Ltd, 2019 - 2021\n\nBits and bobs\nMusic\n"
    monkeypatch.setattr(sections, "find_headings", lambda _text: {2: "education", 5: "skills"})
    found = sections.split_sections(text, scheme="cv")
    assert [(section.kind, section.heading) for section in found if section.heading] == [
        ("experience", "Work experience"),
        ("skills", "Bits and bobs"),
    ]
    monkeypatch.setattr(sections, "find_headings", lambda _text: {5: "experience"})
    found = sections.split_sections(text, scheme="cv")
    assert [section.kind for section in found if section.heading] == ["experience"]


def test_a_text_longer_than_any_cv_is_left_to_the_patterns() -> None:
    assert find_headings(SWEDISH)
    assert not find_headings(SWEDISH + "Line\n" * MAX_LINES)


def test_each_kind_of_section_has_one_heading() -> None:
    kinds = list(find_headings(SWEDISH).values())
    assert sorted(kinds) == ["experience", "skills"]


def test_a_job_description_is_split_without_the_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sections, "find_headings", lambda _text: pytest.fail("asked"))
    assert sections.split_sections("Welder\n\nDuties\n- weld", scheme="job")


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("2019年7月 – 至今", "2019-07", None),
        ("2018年4月～2020年3月", "2018-04", "2020-03"),
        ("2020年03月至今", "2020-03", None),
        ("2011年9月 至 2015年6月", "2011-09", "2015-06"),
        ("2019. március – jelenleg", "2019-03", None),
        ("kwiecień 2012 – obecnie", "2012-04", None),
        ("květen 2016 – září 2019", "2016-05", "2019-09"),
        ("setembro de 2015 – presente", "2015-09", None),
        ("Haziran 2018 – Mayıs 2021", "2018-06", "2021-05"),
        ("с января 2019 по март 2021", "2019-01", "2021-03"),
        ("май 2018 — настоящее время", "2018-05", None),
        ("вересень 2018 – дотепер", "2018-09", None),
        ("toukokuu 2018 – nykyinen", "2018-05", None),
        ("mars 2015 – pågående", "2015-03", None),
        ("ianuarie 2017 – prezent", "2017-01", None),
        ("Μάιος 2019 – σήμερα", "2019-05", None),
        ("od marca 2019", "2019-03", None),
    ],
)
def test_dates_of_many_languages_are_found(text: str, start: str, end: str | None) -> None:
    found = find_range(f"x  {text}")
    assert found is not None
    assert (found.start.wire, found.end.wire if found.end else None) == (start, end)


def test_every_value_is_in_the_text() -> None:
    fields = find_fields(CHINESE, DocumentType.CV, today=date(2026, 1, 1))["candidate"]
    values = [fields["name"], *fields["cv_parsed"]["skills"]]
    values += [entry[key] for entry in fields["cv_parsed"]["experience"] for key in ("title", "company")]
    assert all(value in CHINESE for value in values)
