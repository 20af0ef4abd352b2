"""The table of docs/security.md names tests that exist."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools import check_security_doc
from tests.tools.check_security_doc import (
    DOCUMENT,
    FAULTS,
    find_problems,
    find_unproven,
    list_faults,
    read_rows,
)


def test_every_requirement_has_a_row_and_every_named_test_exists() -> None:
    assert find_problems(read_rows(DOCUMENT.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ("| 99.1.1 | x | met | `docs/security.md` |", "99.1.1: no such requirement"),
        ("| 1.1.1 | x | met | Nothing. |", "1.1.1: met without a test or document"),
        ("| 1.1.1 | x | done | `docs/security.md` |", "1.1.1: unknown state 'done'"),
        (
            "| 1.1.1 | x | met | `tests/tools/test_security_doc.py::test_none` |",
            "1.1.1: tests/tools/test_security_doc.py::test_none does not exist",
        ),
        ("| 1.1.1 | x | met | `docs/none.md` |", "1.1.1: docs/none.md does not exist"),
    ],
)
def test_a_wrong_row_is_found(row: str, problem: str) -> None:
    assert problem in find_problems(read_rows(row))


def test_a_missing_row_is_found() -> None:
    assert {"17.3.2: no row", "F25: no row"} <= set(find_problems([]))


def test_tests_are_marked_with_their_faults(request: pytest.FixtureRequest) -> None:
    row = "| F7 | x | `tests/a.py::test_b`, `web/src/c.test.ts::d` |\n| F9 | x | `tests/a.py::test_b` |"
    assert list_faults(row)["tests/a.py", "test_b"] == [7, 9]
    marked = {mark.kwargs["number"] for item in request.session.items for mark in item.iter_markers("fault")}
    assert marked <= set(range(1, FAULTS + 1))


def test_a_named_test_must_have_passed(tmp_path: Path) -> None:
    name = "tests/tools/test_security_doc.py::test_a_missing_row_is_found"
    rows = read_rows(f"| 1.1.1 | x | met | `{name}` |")
    results = tmp_path / "results.xml"
    case = (
        '<testcase classname="tests.tools.test_security_doc" name="test_a_missing_row_is_found">{}</testcase>'
    )
    results.write_text(f"<testsuites>{case.format('')}</testsuites>")
    assert find_unproven(rows, [results]) == []
    results.write_text(f"<testsuites>{case.format('<failure/>')}</testsuites>")
    assert find_unproven(rows, [results]) == [f"1.1.1: {name} did not run or did not pass"]


def test_the_command_reports_problems(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    empty = tmp_path / "security.md"
    empty.write_text("")
    monkeypatch.setattr(check_security_doc, "DOCUMENT", empty)
    assert check_security_doc.main([]) == 1
