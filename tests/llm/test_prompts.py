"""Prompt files: parsing, filling and errors."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.core.config_files import CONFIG_DIR
from app.llm.prompts import PromptError, load_prompt, parse_prompt

TEXT = """---
version: 3
---
# system
Be brief.
# template
{{cv}}

Write about {{what}}.
# extra
More.
"""


def test_sections_version_and_label_are_read() -> None:
    prompt = parse_prompt("sample", TEXT)
    assert (prompt.version, prompt.label) == ("3", "sample@3")
    assert prompt.system == "Be brief."
    assert prompt.section("extra") == "More."


def test_a_value_is_never_read_as_template() -> None:
    filled = parse_prompt("sample", TEXT).fill(cv="I wrote {{what}}", what="Go")
    assert filled == "I wrote {{what}}\n\nWrite about Go."


@pytest.mark.parametrize("values", [{"cv": "x"}, {"cv": "x", "what": "y", "more": "z"}])
def test_a_missing_or_unknown_value_is_an_error(values: dict[str, str]) -> None:
    with pytest.raises(PromptError):
        parse_prompt("sample", TEXT).fill(**values)


@pytest.mark.parametrize(
    "text",
    [
        "# system\nx\n# template\ny\n",
        "---\nname: x\n---\n# system\nx\n# template\ny\n",
        "---\nversion: 1\n---\n# system\nx\n",
        "---\nversion: 1\n---\nstray\n# system\nx\n# template\ny\n",
        "---\nversion: 1\n---\n# system\nx\n# template\ny\n# system\nz\n",
    ],
)
def test_a_malformed_file_is_an_error(text: str) -> None:
    with pytest.raises(PromptError):
        parse_prompt("sample", text)


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(PromptError):
        load_prompt("nothing", folder=tmp_path)


def test_every_prompt_of_the_product_can_be_read() -> None:
    names = [path.stem for path in (CONFIG_DIR / "prompts").glob("*.md")]
    assert {"question-generate", "profile-assess", "job-describe"} <= set(names)
    for name in names:
        assert load_prompt(name).version
