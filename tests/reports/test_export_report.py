"""The report as PDF and DOCX, opened with other libraries than those that wrote it."""

from __future__ import annotations

from collections.abc import Callable

import pymupdf
import pytest

from app.analysis.repository import find
from app.core.state import AppState
from app.documents.sandbox.client import SandboxRequest, SandboxUnavailable
from app.reports.exports import ExportKind
from app.transcription.tables import SegmentOrigin, TranscriptSegment
from tests.conftest import FrozenClock, Person
from tests.reports.conftest import Export
from tests.reports.exports import MARKUP, read_docx, read_pdf
from tests.reports.samples import add_fit, make_report

EXPECTED_ENGLISH = (
    "Mara O'Neil",
    "Interview report",
    "Warehouse lead",
    "November 1, 2026 · written with test-model",
    "Technical",
    "8.1 / 10",
    "Likely between 6.9 and 9.3",
    "Scores by question",
    "Answered · Technical 8.4 · Communication 7.9",
    "Not covered: Names the order of the steps",
    "Not enough evidence to score",
    "Consistency check",
    "It proves nothing",
    "Confidence 34%",
    "7.5 / 10",
    "6.0 / 10. Not measured, because a transcript cannot show it. This is the default value.",
    "Figure (recounts)",
    "Significant · possible difference from the CV",
    "“Recounted all twelve aisles.”",
    "In the interview · 1:19",
    "Ask the candidate about this: Figure (recounts).",
    "CV and interview side by side",
    "Introduced hand scanners, 2021",
    "In the interview · 0:07",
    "The candidate moved a warehouse to new scanners.",
    "One recount was left out.",
    "Switched one aisle a night",
    "“I mapped the aisles first”",
    "Candidate · 0:07",
    "2 items were left out because the transcript did not support the model’s text.",
    "Risky practice",
    "High · Technical",
    "Candidate · 1:19",
    "What happened after the missing recount?",
    "The job requires this, but it was not clearly discussed: Stock accuracy",
    "25m",
    "Requirements of the job",
    "Forklift licence No passage found",
    "In the CV: “Forklift, 2019”",
    "How this was made",
    "Speech model: test-speech",
    "Encoder of the judge: test-encoder",
    f"SHA-256 of the model file: {'1a' * 32}",
    "Trained weights of the judge: judge.safetensors",
    f"SHA-256 of the model file: {'2b' * 32}",
    "Language model: test-model",
    "Writing time: 0 seconds",
    "Candidate 71%, interviewer 29%",
)


def test_pdf_contains_the_report(export: Export) -> None:
    response = export("report.pdf")
    assert response.status_code == 200, response.text
    assert response.headers["Content-Type"] == "application/pdf"
    text = read_pdf(response.content)
    for expected in EXPECTED_ENGLISH:
        assert expected in text
    assert "1 / 1" in text or "1 / 2" in text
    # Whole fonts would make it several megabytes large.
    assert len(response.content) < 400_000


def test_docx_contains_the_report(export: Export) -> None:
    response = export("report.docx")
    assert response.status_code == 200, response.text
    text = " ".join(read_docx(response.content))
    for expected in EXPECTED_ENGLISH:
        assert expected in " ".join(text.split())


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("de", ("Interviewbericht", "8,1 / 10", "1. November 2026", "Kandidat 71\u00a0%")),
        (
            "fr",
            ("Rapport d’entretien", "8,1 / 10", "1 novembre 2026", "«\u00a0I mapped the aisles first\u00a0»"),
        ),
    ],
)
def test_headings_are_in_the_language_of_the_page(
    export: Export, language: str, expected: tuple[str, ...]
) -> None:
    text = " ".join(read_docx(export("report.docx", language=language).content))
    for part in expected:
        assert part in text


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        (
            "en",
            (
                "72%",
                "Inventory management (by name: “Inventory management (advanced)”); "
                "ERP (by synonym: “Introduced enterprise resource planning at two depots”); "
                "Staff supervision (by meaning: “Managed a crew of fourteen pickers and packers”)",
                "Shown in the interview, not found in the profile",
                "Aisle mapping (by name: “I mapped the aisles first",
                "Not fully covered by the profile",
                "Crane driving (similar: Truck driving); "
                "Stock recounts (mentioned, not shown: “Honestly, I left",
                "Truck driving; First aid",
            ),
        ),
        (
            "de",
            (
                "72\u00a0%",
                "ERP (als Synonym: „Introduced",
                "Im Interview gezeigt",
                "Vom Profil nicht vollständig abgedeckt",
                "(ähnlich: Truck driving)",
            ),
        ),
        (
            "fr",
            (
                "72\u00a0%",
                "ERP (par un synonyme\u00a0: «\u00a0Introduced",
                "Montrées lors de l’entretien",
                "Non entièrement couvertes par le profil",
            ),
        ),
    ],
)
def test_files_say_how_each_skill_was_found(
    export: Export, state: AppState, report_id: str, language: str, expected: tuple[str, ...]
) -> None:
    with state.database.transaction() as session:
        add_fit(session, report_id)
    word = " ".join(read_docx(export("report.docx", language=language).content))
    pdf = read_pdf(export("report.pdf", language=language).content)
    for part in expected:
        assert part in word
        # Lines are broken in the PDF, and its spaces are plain.
        assert "".join(part.split()) in "".join(pdf.split())


@pytest.mark.parametrize(
    ("origin", "mark"), [(SegmentOrigin.CLIENT, "imported"), (SegmentOrigin.DEMO, "demo")]
)
def test_files_mark_quotes_of_lines_that_the_server_did_not_transcribe(
    export: Export, state: AppState, report_id: str, origin: SegmentOrigin, mark: str
) -> None:
    with state.database.transaction() as session:
        add_fit(session, report_id)
        session.get_one(TranscriptSegment, f"{report_id}-1").origin = origin
    text = " ".join(read_docx(export("report.docx").content))
    # A strength, a key quote, and words beside a line of the CV; then the skill.
    assert text.count(f"0:07 ({mark})") == 3
    assert f"aisle a night.”, {mark})" in text
    assert f"1:19 ({mark})" not in text
    assert f"0:07 ({mark})" in read_pdf(export("report.pdf").content)


@pytest.mark.parametrize(
    "name",
    [
        "Łukasz Żółć",
        "Николай Петров",
        "Γιώργος Παπαδόπουλος",
        "王小明",
        "김철수",
        "田中 さくら",
        "Nguyễn Thị Hồng",
        "דוד כהן",
    ],
)
def test_names_in_other_scripts_are_readable(
    export: Export, rename: Callable[[str], None], name: str
) -> None:
    rename(name)
    assert name in read_pdf(export("report.pdf").content)
    assert name in read_docx(export("report.docx").content)
    for file in ("transcript.txt", "transcript.vtt"):
        assert name in export(file).content.decode("utf-8-sig")


@pytest.mark.parametrize("name", ["محمد علي", "प्रिया शर्मा", "สมชาย ใจดี", "தமிழ்", "አበበ", "ქეთი", "Հայկ"])
def test_complex_scripts_are_drawn_with_a_font_that_has_them(
    export: Export, rename: Callable[[str], None], name: str
) -> None:
    """Shaped letters cannot be read back as text; a missing letter would be drawn as glyph 0."""
    rename(name)
    with pymupdf.open("pdf", export("report.pdf").content) as document:
        glyphs = [
            (glyph, character)
            for span in document[0].get_texttrace()
            for character, glyph, *_ in span["chars"]
            if span["size"] > 15
        ]
    assert glyphs
    assert all(glyph > 0 for glyph, character in glyphs if not chr(character).isspace())


@pytest.mark.parametrize("name", MARKUP)
def test_markup_and_control_characters_are_plain_text(
    export: Export, rename: Callable[[str], None], name: str
) -> None:
    rename(name)
    shown = " ".join(name.replace("\u202e", "").replace("\x00", "").replace("\x08", "").split())
    shown = shown.replace("\ufffe", "")
    assert shown in read_pdf(export("report.pdf").content)
    assert shown in read_docx(export("report.docx").content)
    for kind in ExportKind:
        response = export(kind)
        assert response.status_code == 200
        disposition = response.headers["Content-Disposition"]
        assert not set("<>=\\/\r\n") & set(disposition.partition("filename=")[2].partition("; ")[0])


def test_pdf_has_no_links_scripts_or_attachments(export: Export, rename: Callable[[str], None]) -> None:
    rename('<a href="http://evil.example">x</a> http://evil.example javascript:alert(1)')
    content = export("report.pdf").content
    assert b"/JavaScript" not in content
    with pymupdf.open("pdf", content) as document:
        assert [link for page in document for link in page.get_links()] == []
        assert document.embfile_count() == 0


def test_the_file_is_named_for_the_candidate_and_the_day(export: Export, clock: FrozenClock) -> None:
    disposition = export("report.pdf").headers["Content-Disposition"]
    assert f'filename="report-Mara-O-Neil-{clock.now():%Y-%m-%d}.pdf"' in disposition
    assert disposition.startswith("attachment;")


def test_without_a_report_there_is_nothing_to_export(alice: Person, interview: dict[str, str]) -> None:
    for file, code in (
        ("report.pdf", "NO_REPORT"),
        ("report.docx", "NO_REPORT"),
        ("transcript.txt", "NO_TRANSCRIPT"),
    ):
        response = alice.get(f"/api/interviews/{interview['_id']}/export", params={"file": file})
        assert (response.status_code, response.json()["code"]) == (409, code)


def test_an_unknown_file_or_language_is_refused(export: Export) -> None:
    assert export("report.exe").status_code == 422
    assert export("report.pdf", language="xx").status_code == 422


def test_a_long_report_has_numbered_pages(export: Export, report_id: str, state: AppState) -> None:
    paragraphs = [f"Paragraph {number}. " + "Word " * 60 for number in range(60)]
    with state.database.transaction() as session:
        record = find(session, interview_id=report_id)
        assert record is not None
        record.report = {**make_report(report_id), "summary": "\n\n".join(paragraphs)}
    with pymupdf.open("pdf", export("report.pdf").content) as document:
        assert document.page_count > 3
        for page in document:
            assert f"{page.number + 1} / {document.page_count}" in page.get_text()
        assert "Paragraph 59." in " ".join(page.get_text() for page in document)


def test_a_finding_stays_on_one_page(export: Export, report_id: str, state: AppState) -> None:
    strengths = [
        {
            **make_report(report_id)["strengths"][0],
            "title": f"Title {number}.",
            "description": f"Text {number}.",
        }
        for number in range(30)
    ]
    with state.database.transaction() as session:
        record = find(session, interview_id=report_id)
        assert record is not None
        record.report = {**make_report(report_id), "strengths": strengths}
    with pymupdf.open("pdf", export("report.pdf").content) as document:
        pages = [page.get_text() for page in document]
    assert len(pages) > 2
    for number in range(30):
        page = next(page for page in pages if f"Title {number}." in page)
        assert f"Text {number}." in page


def test_a_failure_of_the_printer_is_explained(export: Export, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_call: SandboxRequest) -> None:
        raise SandboxUnavailable("gone")

    monkeypatch.setattr(SandboxRequest, "send", fail)
    response = export("report.pdf")
    assert (response.status_code, response.json()["code"]) == (503, "EXPORT_FAILED")
    assert export("report.docx").status_code == 200
