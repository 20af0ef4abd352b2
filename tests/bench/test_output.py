"""Output of the benches as a table or as JSON."""

from __future__ import annotations

import io
import json

from app.bench.output import format_cell, format_rows, print_result

RESULT = {
    "seconds": 12.34567,
    "model": "tiny",
    "final_lag_seconds": {"p50": 1.0, "p95": None},
    "questions": [
        {"category": "technical", "basedOn": {"source": "cv", "text": "x" * 100}},
        {"category": "motivation"},
    ],
}


def print_to_string(*, as_json: bool) -> str:
    stream = io.StringIO()
    print_result("questions", RESULT, as_json=as_json, stream=stream)
    return stream.getvalue()


def test_json_output_equals_the_result() -> None:
    assert json.loads(print_to_string(as_json=True)) == RESULT


def test_the_table_joins_nested_keys_and_prints_lists_as_rows() -> None:
    lines = print_to_string(as_json=False).splitlines()
    assert lines[0] == "greenroom bench questions"
    assert "seconds                12.346" in lines
    assert "final_lag_seconds.p50  1" in lines
    assert "final_lag_seconds.p95  –" in lines
    assert "questions (2)" in lines


def test_rows_are_aligned_and_long_text_is_cut_with_an_ellipsis() -> None:
    lines = format_rows([{"a": "x" * 100, "b": 1}, {"c": True}])
    assert lines[0].split() == ["a", "b", "c"]
    assert lines[2].startswith("x" * 59 + "…  1")
    assert lines[3].split() == ["–", "–", "yes"]


def test_numbers_are_rounded_and_text_is_kept_on_one_line() -> None:
    assert format_cell(0.1 + 0.2, limit=None) == "0.3"
    assert format_cell("two\n lines", limit=None) == "two lines"
    assert format_cell([1.0, "b"], limit=None) == "1, b"
