"""Understanding a hostile text: it happens in a limited process, and costs one document at most."""

from __future__ import annotations

import subprocess
import sys
import time
from datetime import date

import pytest

from app.documents.errors import UnreadableDocument
from app.documents.sandbox import client
from app.documents.sandbox.requests import detect_type, find_evidence, understand_text
from app.documents.tables import DocumentType
from app.job_descriptions.rules import title_key
from tests.conftest import Person
from tests.security.pattern_collection import ROOT

TODAY = date(2026, 11, 22)
COMMAS = "PROJECTS\n2019 - 2021 remote" + "," * 60 + "X\n"
HEADER = "Jane Roe\n\nEXPERIENCE\n2019 - 2021 remote" + "," * 60 + "X\n- Wrote code\n"
SPACES = "PROJECTS\n2019 - 2021 remote" + " , " * 250 + "X\n"
CAPITALS = "We are hiring\n\nBarista at " + "A" * 800 + "!\n" + "at " + "B" * 800 + "!\n"
HANG = (
    "import re, app.documents.parsing.kind as k, app.documents.parsing.evidence as e; "
    "import app.documents.sandbox.child as c; c.TEXT_PROCESSOR_SECONDS = 1; detect = k.detect_type; "
    "hang = lambda *_: re.fullmatch('(?:a|a)*b', 'a' * 60); e.locate = hang; "
    "k.detect_type = lambda text: hang() if text == 'hang' else detect(text)"
)
TITLE = "(" + "m " * 200 + "!"


@pytest.mark.timeout(60)
@pytest.mark.parametrize("text", [COMMAS, HEADER, SPACES, CAPITALS])
def test_one_line_of_a_cv_does_not_stop_the_server(alice: Person, text: str) -> None:
    """A candidate sends a CV in which one line of commas follows a date."""
    for kind in ("cv", "job_description", "cover_letter"):
        response = alice.post("/api/documents/parse", json={"type": kind, "text": text})
        assert response.status_code in {200, 422}
    assert alice.post("/api/documents/detect-type", json={"text": text}).status_code == 200


def test_a_title_of_a_position_does_not_stop_the_server() -> None:
    """Any recruiter edits the title of a job description: the pattern ran inside the write transaction."""
    began = time.process_time()
    assert title_key(TITLE)
    assert time.process_time() - began < 1
    assert title_key("Elektroniker (m/w/d)") == title_key("Elektroniker (w / m / d)") == "elektroniker"


def test_the_server_process_imports_no_parser_of_documents() -> None:
    """Patterns over the text of strangers run in the sandbox: nothing else may get at them by accident."""
    script = (
        "import app.main, sys\n"
        # python-docx itself is imported, because it also writes reports.
        "parsers = ('app.documents.parsing.', 'app.documents.extraction.docx', 'pymupdf', 'soundfile')\n"
        "print(*sorted(name for name in sys.modules if name.startswith(parsers)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=ROOT, timeout=120
    )
    assert done.stdout.split() == ["app.documents.parsing.support"]


async def test_a_text_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pattern that hangs in spite of all tests ends with its process, after seconds of processor time."""
    client._process.close()
    monkeypatch.setattr(client, "_START", client._START.replace("main()", f"{HANG}; main()"))
    try:
        for request in (
            understand_text("hang", today=TODAY),
            detect_type("hang"),
            find_evidence({"summary": "x"}, "hang"),
        ):
            with pytest.raises(UnreadableDocument, match="too much time or memory"):
                await request
    finally:
        client._process.close()
    monkeypatch.undo()
    assert (await detect_type("Milk and bread")).type == DocumentType.UNSUPPORTED
