"""Every error code of the server has a German and a French sentence in the browser.

English has no catalog: the server's own sentence is shown, which can name the file, limit or time.
"""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
LANGUAGES = ("de", "fr")
CODE = re.compile(r"[A-Z][A-Z0-9]*(_[A-Z0-9]+)*")


def _find_codes(source: str) -> set[str]:
    """Codes in ``code = "…"`` of a class, in ``code="…"`` of a call and in ``_HTTP_CODES``."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        values: list[ast.expr | None] = []
        if isinstance(node, ast.Assign) and any(getattr(t, "id", None) == "code" for t in node.targets):
            values = [node.value]
        elif isinstance(node, ast.Assign) and any(
            getattr(t, "id", None) == "_HTTP_CODES" for t in node.targets
        ):
            assert isinstance(node.value, ast.Dict)
            values = [*node.value.values]
        elif isinstance(node, ast.keyword) and node.arg == "code":
            values = [node.value]
        for value in values:
            if (
                isinstance(value, ast.Constant)
                and isinstance(value.value, str)
                and CODE.fullmatch(value.value)
            ):
                found.add(value.value)
    return found


def _find_server_codes() -> set[str]:
    files = [
        path
        for folder in ("app", "models")
        for path in (ROOT / folder).rglob("*.py")
        if "migrations" not in path.parts
    ]
    return set().union(*(_find_codes(path.read_text(encoding="utf-8")) for path in files))


def test_every_code_has_a_sentence_in_every_language() -> None:
    codes = _find_server_codes()
    assert {"NO_CREDITS", "DISK_FULL", "METHOD_NOT_ALLOWED"} <= codes
    for language in LANGUAGES:
        catalog = json.loads(
            (ROOT / "web/src/locales" / language / "errors.json").read_text(encoding="utf-8")
        )
        assert sorted(codes - catalog.keys()) == [], language
