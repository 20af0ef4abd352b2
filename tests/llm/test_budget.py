"""Splitting a text into parts that fit a token budget."""

from __future__ import annotations

from app.llm.budget import fit_to_budget
from tests.fakes.engines import FakeLlm


async def test_joined_parts_are_the_text_and_each_part_fits() -> None:
    paragraphs = [f"Sentence one of {i}. Sentence two, longer than one! And a third?" for i in range(30)]
    text = "\n\n".join(paragraphs) + "\n" + "endless" * 200
    llm = FakeLlm()
    parts = await fit_to_budget(llm, text, max_tokens=40)
    assert "".join(parts) == text
    assert len(parts) > 5
    assert max(await llm.count_tokens(parts)) <= 40


async def test_a_text_that_fits_is_one_part() -> None:
    assert await fit_to_budget(FakeLlm(), "Short.", max_tokens=40) == ["Short."]
    assert await fit_to_budget(FakeLlm(), "  \n ", max_tokens=40) == []
