"""Recognizing which task of a prompt a request asks for, whatever its wording."""

from __future__ import annotations

from app.llm.prompts import load_prompt
from models.ports import CompletionRequest


def asks_for(request: CompletionRequest, prompt: str, section: str) -> bool:
    """Whether the last message contains the text of this section, up to its first variable."""
    start = load_prompt(prompt).section(section).split("{{")[0].strip()
    return start in request.messages[-1].content
