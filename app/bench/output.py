"""Output of the benchmarks: a table, or only JSON on standard output."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import TextIO

MAX_CELL = 60
"""Maximum characters of a table cell; longer text is cut with an ellipsis. JSON has the full text."""


def print_result(
    name: str, result: Mapping[str, object], *, as_json: bool, stream: TextIO | None = None
) -> None:
    """Print the result of benchmark ``name``.

    JSON is one object with unchanged keys. In the table, nested keys are joined by dots, and a list of
    objects becomes rows below the single values.
    """
    out = stream or sys.stdout
    if as_json:
        json.dump(result, out, ensure_ascii=False, indent=2, default=str)
        out.write("\n")
        return
    out.write(f"greenroom bench {name}\n\n")
    tables: list[tuple[str, Sequence[Mapping[str, object]]]] = []
    metrics: list[tuple[str, str]] = []
    for key, value in flatten(result):
        rows = _as_rows(value)
        if rows is None:
            metrics.append((key, format_cell(value, limit=None)))
        else:
            tables.append((key, rows))
    width = max((len(key) for key, _ in metrics), default=0)
    out.writelines(f"{key:<{width}}  {text}\n" for key, text in metrics)
    for key, rows in tables:
        out.write(f"\n{key} ({len(rows)})\n")
        out.writelines(f"  {line}\n" for line in format_rows(rows))


def print_progress(what: str) -> None:
    """Say on standard error what a benchmark is doing; standard output has the result only."""
    print(what, file=sys.stderr, flush=True)


def flatten(result: Mapping[str, object], prefix: str = "") -> Iterator[tuple[str, object]]:
    """Leaves of a nested mapping, with keys joined by dots."""
    for key, value in result.items():
        path = f"{prefix}{key}"
        if isinstance(value, Mapping) and value:
            yield from flatten(value, f"{path}.")
        else:
            yield path, value


def format_rows(rows: Sequence[Mapping[str, object]]) -> list[str]:
    """Aligned lines: a header with all keys in order of appearance, a rule, one line per row."""
    flat = [dict(flatten(row)) for row in rows]
    columns = list(dict.fromkeys(key for row in flat for key in row))
    cells = [columns, *([format_cell(row.get(key), limit=MAX_CELL) for key in columns] for row in flat)]
    widths = [max(len(line[index]) for line in cells) for index in range(len(columns))]
    lines = ["  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)) for line in cells]
    lines.insert(1, "  ".join("-" * width for width in widths))
    return [line.rstrip() for line in lines]


def format_cell(value: object, *, limit: int | None) -> str:
    """One value as text: numbers rounded to three decimals, an empty text for None."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.3f}".rstrip("0").rstrip(".")
    if isinstance(value, list | tuple):
        text = ", ".join(format_cell(item, limit=None) for item in value)
    else:
        text = " ".join(str(value).split())
    return text if limit is None or len(text) <= limit else text[: limit - 1] + "…"


def _as_rows(value: object) -> Sequence[Mapping[str, object]] | None:
    if isinstance(value, list) and value and all(isinstance(item, Mapping) for item in value):
        return value
    return None
