"""Sentences that the grammar reads only in part: the model fills slots, and code keeps only what was said."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from app.analysis.consistency.check import InterviewClaims
from app.analysis.consistency.facts import Claim, ClaimKind
from app.analysis.consistency.spoken import mark_values, read_range
from app.analysis.consistency.statements import Statement
from app.analysis.text_cache import TextCache, make_key
from app.llm.fencing import fence
from app.llm.generation import Refusal, generate_slot
from app.llm.prompts import load_prompt
from app.text.words import split_words
from models.ports import CompletionRequest, LlmEngine, Priority

PROMPT_NAME = "report-claim"
MAX_SENTENCES = 4
"""Bounds the time: each sentence is one short call."""
MAX_TOKENS = 60
MAX_SENTENCE_WORDS = 45
_SLOT = re.compile(r"^[ \t]*(employer|from|to|duration)[ \t]*=[ \t]*(.*)$", re.IGNORECASE | re.MULTILINE)
_STAY_CUES = re.compile(
    r"\b(?:job|jobs|position|worked|working|employed|employer|contract|hired|joined|joining|started|start|left|leaving|stay|stayed"
    r"|stint|company|firm|moved|tenure|notice|quit|resigned|years|been)\b"
)
_TIMES = {ClaimKind.START, ClaimKind.END, ClaimKind.DURATION}
_KINDS = {"from": ClaimKind.START, "to": ClaimKind.END, "duration": ClaimKind.DURATION}
_EMPLOYER = re.compile(r"@(\d+)")


def list_half_read(interview: InterviewClaims) -> list[Statement]:
    """Sentences with a time and an employer of the CV, from which the grammar read no claim."""
    read = {
        claim.sentence
        for claim in interview.claims
        if claim.kind in _TIMES or claim.kind in {ClaimKind.EXPERIENCE, ClaimKind.GRADUATION}
    }
    found = []
    for statement in interview.statements:
        employers = {int(number) for number in _EMPLOYER.findall(statement.text)}
        if (
            statement.index not in read
            and not statement.is_correction
            and not statement.looks_back
            and re.search(r"[!&]\d", statement.text)
            and len(employers) == 1
            and min(employers) < interview.names.from_cv
            and re.search(r"\b(?:i|my|me)\b", statement.text)
            and _STAY_CUES.search(statement.text)
            and len(statement.text.split()) <= MAX_SENTENCE_WORDS
            and statement.is_real(0, len(statement.text))
        ):
            found.append(statement)
    return found[:MAX_SENTENCES]


async def read_half_read(
    interview: InterviewClaims,
    llm: LlmEngine,
    *,
    priority: Callable[[], Priority],
    cache: TextCache | None = None,
) -> None:
    """Have the model fill the slots of half-read sentences, and add the claims. Raises EngineError.

    Sentences whose slots ``cache`` holds are not read again.
    """
    cache = cache or TextCache()
    for statement in list_half_read(interview):
        slots = await _fill_slots(llm, statement.sentence.text, priority=priority, cache=cache)
        if slots:
            interview.claims += keep_supported(slots, statement, interview)


async def _fill_slots(
    llm: LlmEngine, sentence: str, *, priority: Callable[[], Priority], cache: TextCache
) -> dict[str, str]:
    """The slots of a sentence; none if the model's answers were refused."""
    prompt = load_prompt(PROMPT_NAME)
    messages = prompt.messages(sentence=fence("SENTENCE", sentence))
    key = make_key(prompt_label=prompt.label, model_sha256=llm.identity.sha256, messages=messages)
    known = cache.find(key)
    if known is None:
        result = await generate_slot(
            llm,
            CompletionRequest(messages=messages, max_tokens=MAX_TOKENS),
            check=read_slots,
            prompt_version=prompt.label,
            priority=priority(),
        )
        known = json.dumps(result.value or {})
        await cache.add(key, known)
    slots: dict[str, str] = json.loads(known)
    return slots


def read_slots(text: str) -> dict[str, str] | Refusal:
    """The slots of a completion; a refusal if there are none."""
    slots = {name.lower(): value.strip(" \t\"'.") for name, value in _SLOT.findall(text)}
    return slots or Refusal("write the four lines employer=, from=, to= and duration=")


def keep_supported(slots: dict[str, str], statement: Statement, interview: InterviewClaims) -> list[Claim]:
    """Claims from slots whose words are in the sentence, in this order; the others are dropped."""
    spoken = split_words(statement.sentence.text)
    employer = slots.get("employer", "")
    named = _EMPLOYER.search(interview.names.mark(f"at {employer}", may_add=False)) if employer else None
    if named is None or not _contains(spoken, split_words(employer)):
        return []
    if f"@{named[1]}" not in statement.text.split():
        return []
    claims = []
    for slot, kind in _KINDS.items():
        value = slots.get(slot, "")
        if not value or not _contains(spoken, split_words(value)):
            continue
        mark = "!" if kind is ClaimKind.DURATION else "&"
        tokens = [token for token in mark_values(value, interview.today).split() if token[0] == mark]
        if len(tokens) == 1 and tokens[0] in statement.text.split():
            claims.append(
                Claim(
                    kind=kind,
                    subject=named[1],
                    sentence=statement.index,
                    exchange=statement.exchange,
                    value=read_range(tokens[0]),
                    is_hedged=statement.is_hedged,
                    # A part of a stay is easily taken for the whole.
                    is_partial=True,
                )
            )
    return claims


def _contains(words: list[str], part: list[str]) -> bool:
    """Whether ``part`` is in ``words`` in a row."""
    size = len(part)
    return bool(part) and any(words[i : i + size] == part for i in range(len(words) - size + 1))
