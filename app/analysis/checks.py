"""Checks that accept or refuse a text written by the model before anyone sees it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from app.llm.generation import Check, Refusal
from app.text.numbers import number_values
from app.text.similarity import covered_share
from app.text.stemming import stem
from app.text.words import content_stems, count_words, split_words

CAPITALIZED = re.compile(r"(?<![\w'’.])[A-Z][\w]*(?:['’-]?[\w]+)*")
_SENTENCE_START = re.compile(r"(?:^|[.!?:]\s+|[\"“(]\s*)$")
_ALWAYS_KNOWN = frozenset({"i", "the", "candidate", "interviewer", "english"})
_VERDICTS = re.compile(
    r"\b(?:excellent|outstanding|exceptional|perfect|ideal (?:candidate|fit)|brilliant|superb|world-class|"
    r"impressive|good sign|"
    r"strongly recommend\w*|recommend(?:ed)? (?:for|to|hir)\w*|"
    r"should (?:not )?be (?:hired|rejected)|hire|hiring decision|"
    r"great (?:fit|asset|addition)|valuable asset|score[sd]?|rating|rated|as an ai|language model)\b",
    re.IGNORECASE,
)
_MARKUP = re.compile(r"<|>|\*\*|`|^#|\n[^\S\n]*[-*•]|\{|\}")
_NO_CLAIM = frozenset(
    map(
        stem,
        (
            "candidate",
            "interview",
            "question",
            "answer",
            "says",
            "describe",
            "mention",
            "demonstrate",
            "show",
        ),
    )
)
"""Stems that say nothing by themselves in a sentence about an answer."""


def unknown_numbers(text: str, source: str) -> set[str]:
    """Numbers in ``text`` that ``source`` does not contain; numbers up to three are a matter of style."""
    return number_values(text) - number_values(source) - {"1", "2", "3"}


def unknown_names(text: str, source: str) -> set[str]:
    """Capitalized words inside sentences of ``text`` that ``source`` does not contain."""
    known = set(split_words(source)) | _ALWAYS_KNOWN
    known |= {stem(word) for word in known}
    unknown = set()
    for match in CAPITALIZED.finditer(text):
        is_start = _SENTENCE_START.search(text[: match.start()]) is not None
        if is_start and not (len(match.group()) > 1 and match.group().isupper()):
            continue
        for word in split_words(match.group().replace("-", " ")):
            if word not in known and stem(word) not in known:
                unknown.add(match.group())
    return unknown


def supported_share(text: str, source: str) -> float:
    """Share of the content words of ``text`` that ``source`` contains, by stem; 0 for a text without any."""
    return covered_share(content_stems(text) - _NO_CLAIM, content_stems(source))


@dataclass(frozen=True, slots=True)
class Rules:
    """Requirements that one generated text must meet."""

    source: str
    """Everything that the text may be based on."""
    min_support: float = 0.4
    """Share of its content words that ``source`` must contain."""


_SENTENCE_BREAK = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"“])")


def question_check(rules: Rules) -> Check[str]:
    """A check for one follow-up question to the candidate."""

    def check(text: str) -> str | Refusal:
        # Drop a lead-in ("All right.").
        question = _SENTENCE_BREAK.split(text.strip().strip('"“”').strip())[-1]
        if not question.endswith("?") or text.count("?") != 1 or "\n" in question:
            return Refusal("write one question that ends with a question mark")
        words = count_words(question)
        if not 6 <= words <= 45:
            return Refusal("write between 6 and 35 words")
        if _MARKUP.search(question) or _VERDICTS.search(question):
            return Refusal("write only the question, in plain words")
        words_used = set(split_words(question))
        if not words_used & {"you", "your"} or words_used & {"candidate", "candidate's", "i", "my"}:
            return Refusal("address the candidate as 'you'")
        if numbers := unknown_numbers(question, rules.source):
            return Refusal(f"the number {sorted(numbers)[0]} is not in the material")
        if names := unknown_names(question, rules.source):
            return Refusal(f"the name {sorted(names)[0]} is not in the material")
        if supported_share(question, rules.source) < rules.min_support:
            return Refusal("name the subject itself, in the words of the material")
        return question

    return check
