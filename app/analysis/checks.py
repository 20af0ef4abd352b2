"""What code demands of a text that the model wrote before a reader may see it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.analysis.features import content_stems, stem
from app.analysis.numbers import number_values
from app.analysis.sentences import count_words, words_of
from app.core.generation import Check, Refused

_CAPITAL = re.compile(r"(?<![\w'’.])[A-Z][\w]*(?:['’-]?[\w]+)*")
_SENTENCE_START = re.compile(r"(?:^|[.!?:]\s+|[\"“(]\s*)$")
_ALWAYS_KNOWN = frozenset({"i", "the", "candidate", "interviewer", "english"})
_VERDICTS = re.compile(
    r"\b(?:excellent|outstanding|exceptional|perfect|ideal (?:candidate|fit)|brilliant|superb|unmatched|world-class|"
    r"strongly recommend\w*|recommend(?:ed)? (?:for|to|hir)\w*|"
    r"should (?:not )?be (?:hired|rejected)|hire|hiring decision|"
    r"great (?:fit|asset|addition)|valuable asset|score[sd]?|rating|rated|out of (?:10|ten)|as an ai|language model)\b",
    re.IGNORECASE,
)
_PRAISE = re.compile(
    r"\b(?:strength|strong|impressive|effective(?:ly)?|commitment|committed|dedicated|dedication|skilled|proactive|"
    r"successful(?:ly)?|well-rounded|valuable|efficient(?:ly)?|expertise|proficien\w+|excels?)\b",
    re.IGNORECASE,
)
_DISPRAISE = re.compile(
    r"\b(?:lacks?|lacking|weakness(?:es)?|concerns?|fails? to|worr(?:y|ying|isome)|risky)\b", re.IGNORECASE
)
_OWN_VOICE = re.compile(r"\b(?:I|I'm|I've|I'd|I'll|my|me|we|our|us|you|your)\b")
_QUOTED = re.compile(r"[\"“][^\"”]*[\"”]")
_MARKUP = re.compile(r"<|>|\*\*|`|^#|\n\s*[-*•]|\{|\}")
_NO_CLAIM = frozenset(
    ("candidat", "interview", "question", "answ", "said", "describ", "mention", "demonstrat", "show")
)


def unknown_numbers(text: str, source: str) -> set[str]:
    """Numbers of ``text`` that ``source`` does not hold; counting words up to three are left to style."""
    return number_values(text) - number_values(source) - {"1", "2", "3"}


def unknown_names(text: str, source: str) -> set[str]:
    """Capitalised words inside sentences of ``text`` that ``source`` does not hold."""
    known = set(words_of(source)) | _ALWAYS_KNOWN
    known |= {stem(word) for word in known}
    unknown = set()
    for match in _CAPITAL.finditer(text):
        is_start = _SENTENCE_START.search(text[: match.start()]) is not None
        if is_start and not (len(match.group()) > 1 and match.group().isupper()):
            continue
        for word in words_of(match.group().replace("-", " ")):
            if word not in known and stem(word) not in known:
                unknown.add(match.group())
    return unknown


def overlap(text: str, source: str) -> float:
    """Share of the telling words of ``text`` that ``source`` holds, by stem; 0 for a text without any."""
    stems = content_stems(text) - _NO_CLAIM
    return len(stems & content_stems(source)) / len(stems) if stems else 0.0


@dataclass(frozen=True, slots=True)
class Rules:
    """What one slot demands."""

    source: str
    """Everything that the text may rest on."""
    fewest_words: int = 5
    most_words: int = 60
    least_overlap: float = 0.4
    is_favourable: bool | None = None
    """True: no dispraise; False: no praise; None: both may stand."""


def find_fault(text: str, rules: Rules) -> str | None:
    """Why ``text`` does not do, worded for the model; None when it does."""
    words = count_words(text)
    outside_quotes = _QUOTED.sub(" ", text)
    faults: Iterable[tuple[bool, str]] = (
        (words < rules.fewest_words, f"it is too short; write at least {rules.fewest_words} words"),
        (words > rules.most_words, f"it is too long; write at most {rules.most_words} words"),
        (_MARKUP.search(text) is not None, "it holds markup; write plain words"),
        (_VERDICTS.search(outside_quotes) is not None, "it gives a verdict; say only what was said and done"),
        (_OWN_VOICE.search(outside_quotes) is not None, "write in the third person about the candidate"),
        (
            rules.is_favourable is False and _PRAISE.search(outside_quotes) is not None,
            "it praises; say only what the concern is",
        ),
        (
            rules.is_favourable is True and _DISPRAISE.search(outside_quotes) is not None,
            "it criticises; say only what was done well",
        ),
    )
    for is_broken, reason in faults:
        if is_broken:
            return reason
    if numbers := unknown_numbers(text, rules.source):
        return f"the number {sorted(numbers)[0]} does not stand in the text"
    if names := unknown_names(text, rules.source):
        return f"the name {sorted(names)[0]} does not stand in the text"
    if overlap(text, rules.source) < rules.least_overlap:
        return "it says what does not stand in the text; keep to the words that were used"
    return None


@dataclass(frozen=True, slots=True)
class TitleAndDescription:
    title: str
    description: str


_TWO_LINES = re.compile(
    r"^\W*title\W*:\s*(?P<title>.+?)\s*\n+\W*description\W*:\s*(?P<description>.+)$",
    re.IGNORECASE | re.DOTALL,
)


def sentence_case(title: str, source: str) -> str:
    """``title`` without capitals that ``source`` does not have: "Led Kafka Migration" → "Led Kafka migration"."""
    spelled = {match.group() for match in _CAPITAL.finditer(source)}
    words = title.strip().strip("\"'.“”").split()
    lowered = [
        word
        if not word[:1].isupper() or word.strip(",.:;") in spelled or any(c.isupper() for c in word[1:])
        else word.lower()
        for word in words
    ]
    text = " ".join(lowered)
    return text[:1].upper() + text[1:]


def finding_check(rules: Rules) -> Check[TitleAndDescription]:
    """For the two lines of a finding: the title three to twelve words, both resting on the source."""

    def check(text: str) -> TitleAndDescription | Refused:
        match = _TWO_LINES.match(text.strip())
        if match is None:
            return Refused("write exactly two lines, 'Title: …' and 'Description: …'")
        title = sentence_case(match["title"], rules.source)
        description = " ".join(match["description"].split())
        if not 2 <= count_words(title) <= 12:
            return Refused("the title must have three to eight words")
        title_rules = Rules(
            rules.source, fewest_words=2, most_words=12, least_overlap=0.25, is_favourable=rules.is_favourable
        )
        for part, what in ((title, title_rules), (description, rules)):
            if fault := find_fault(part, what):
                return Refused(fault)
        if not description.endswith((".", "!", "?")):
            return Refused("the description must end with a full stop")
        return TitleAndDescription(title, description)

    return check


_SPLIT = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"“])")


def paragraph_check(rules: Rules, *, most_sentences: int, must_touch: Sequence[str] = ()) -> Check[str]:
    """For a paragraph: sentences that fail are dropped one by one; refused when none is left.

    ``must_touch``: at least one of these texts must share telling words with what is left.
    """

    def check(text: str) -> str | Refused:
        kept: list[str] = []
        fault: str | None = None
        for sentence in _SPLIT.split(" ".join(text.split())):
            if not sentence.endswith((".", "!", "?")):
                continue
            problem = find_fault(sentence, rules)
            if problem is None:
                kept.append(sentence)
            else:
                fault = fault or problem
        kept = kept[:most_sentences]
        if not kept:
            return Refused(fault or "write whole sentences")
        paragraph = " ".join(kept)
        if must_touch and not any(
            content_stems(paragraph) & content_stems(item) - _NO_CLAIM for item in must_touch
        ):
            return Refused("it does not speak of the findings")
        return paragraph

    return check


def question_check(rules: Rules) -> Check[str]:
    """For one follow-up question to the candidate."""

    def check(text: str) -> str | Refused:
        question = text.strip().strip('"“”').strip()
        if not question.endswith("?") or question.count("?") != 1 or "\n" in question:
            return Refused("write one question that ends with a question mark")
        words = count_words(question)
        if not 6 <= words <= 45:
            return Refused("write between 6 and 35 words")
        if _MARKUP.search(question) or _VERDICTS.search(question):
            return Refused("write a plain question")
        if "you" not in words_of(question) and "your" not in words_of(question):
            return Refused("ask the candidate with 'you'")
        if numbers := unknown_numbers(question, rules.source):
            return Refused(f"the number {sorted(numbers)[0]} does not stand in the material")
        if names := unknown_names(question, rules.source):
            return Refused(f"the name {sorted(names)[0]} does not stand in the material")
        if overlap(question, rules.source) < rules.least_overlap:
            return Refused("name the matter itself, in the words of the material")
        return question

    return check
