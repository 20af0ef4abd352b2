"""French texts of the server keep their punctuation on the line of the word before it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from app.core.config_files import CONFIG_DIR

_BREAKABLE = re.compile(r" [:;?!»%]|« |[^\s/]:(?=\s|$)")
"""A sign after an ordinary space, or a colon without any."""


def _collect_texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for entry in value.values():
            yield from _collect_texts(entry)
    elif isinstance(value, list):
        for entry in value:
            yield from _collect_texts(entry)


@pytest.mark.parametrize("folder", ["mails", "report"])
def test_french_signs_stay_on_the_line_of_their_word(folder: str) -> None:
    texts = list(_collect_texts(tomllib.loads((CONFIG_DIR / folder / "fr.toml").read_text(encoding="utf-8"))))
    assert len(texts) > 10
    assert [text for text in texts if _BREAKABLE.search(text)] == []
