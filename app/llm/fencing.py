"""Fences around untrusted text, so that the model cannot mistake a document for an instruction.

Text from a CV, a job description or a transcript is data. It reaches the model only through ``fence``.
"""

from __future__ import annotations

import re
import unicodedata

_TAG_LIKE = re.compile(r"<(?=[A-Za-z/|!?])|(?<=[A-Za-z/|])>")
_FENCE_MARKS = re.compile(r"<{2,}|>{2,}")
_INSTRUCTION_MARKS = re.compile(r"\[(/?(?:INST|SYS|SYSTEM|AVAILABLE_TOOLS|TOOL_CALLS))\]", re.IGNORECASE)
_MANY_BLANK_LINES = re.compile(r"\n{3,}")
_LOOKALIKES = {"<": "‹", ">": "›"}


def neutralize(text: str) -> str:
    """Remove from ``text`` everything that a chat template or a fence could interpret.

    Control and invisible format characters are dropped, because they hide instructions from people.
    Tag-like marks (``<|im_end|>``, ``</s>``, ``[INST]``, runs of ``<`` or ``>``) are spelled with
    lookalike characters. Words do not change.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = "".join(c for c in text if c in "\n\t" or unicodedata.category(c) not in {"Cc", "Cf", "Co", "Cs"})
    text = _FENCE_MARKS.sub(lambda m: _LOOKALIKES[m.group()[0]] * len(m.group()), text)
    text = _TAG_LIKE.sub(lambda m: _LOOKALIKES[m.group()], text)
    text = _INSTRUCTION_MARKS.sub(r"(\1)", text)
    return _MANY_BLANK_LINES.sub("\n\n", text)


def fence(label: str, text: str) -> str:
    """Put ``text`` between marks that it cannot contain, because ``neutralize`` respells them.

    ``label`` comes from our code (``CV``, ``JOB``, ``TRANSCRIPT``). Equal input gives equal output, so
    a fenced text can be part of a cached prompt prefix.
    """
    return f"<<<{label}\n{neutralize(text).strip()}\n{label}>>>"
