"""Checks that accept or refuse a text written by the model before anyone sees it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
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
_PRAISE = re.compile(
    r"\b(?:strength|strong|impressive|effective(?:ly)?|commitment|committed|dedicated|dedication|skilled|proactive|"
    r"successful(?:ly)?|well-rounded|valuable|efficient(?:ly)?|expertise|proficien\w+|excels?)\b",
    re.IGNORECASE,
)
_DISPRAISE = re.compile(
    r"\b(?:lacks?|lacking|weakness(?:es)?|concerns?|fails? to|worr(?:y|ying|isome)|risky)\b", re.IGNORECASE
)
_OWN_VOICE = re.compile(r"\b(?:I|I'm|I've|I'd|I'll|my|me|we|our|us)\b")
_ADDRESS = frozenset({"you", "your", "yours", "yourself"})
_BY = re.compile(
    r"\bby (?:about |around |nearly |almost |over )?([\w.,-]+(?: (?:hundred|thousand|million))?)",
    re.IGNORECASE,
)
_GENDERED = frozenset({"he", "she", "him", "her", "his", "hers", "himself", "herself"})
_QUOTED = re.compile(r"[\"“][^\"“”]*[\"”]")
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


def _differences(text: str) -> set[str]:
    """Numbers after "by": a small model writes "fell by four" where the candidate said "fell to four"."""
    return {value for match in _BY.finditer(text) for value in number_values(match.group(1))}


def supported_share(text: str, source: str) -> float:
    """Share of the content words of ``text`` that ``source`` contains, by stem; 0 for a text without any."""
    return covered_share(content_stems(text) - _NO_CLAIM, content_stems(source))


@dataclass(frozen=True, slots=True)
class Rules:
    """Requirements that one generated text must meet."""

    source: str
    """Everything that the text may be based on."""
    min_words: int = 5
    max_words: int = 60
    min_support: float = 0.4
    """Share of its content words that ``source`` must contain."""
    is_favorable: bool | None = None
    """True: no criticism; False: no praise; None: both are allowed."""
    uncertain: frozenset[str] = frozenset()
    """Words that may be misheard: they are allowed inside quotation marks only."""


def find_fault(text: str, rules: Rules) -> str | None:
    """Why ``text`` is refused, worded as an instruction to the model; None if it is accepted."""
    words = count_words(text)
    outside_quotes = _QUOTED.sub(" ", text)
    faults: Iterable[tuple[bool, str]] = (
        (words < rules.min_words, f"it is too short; write at least {rules.min_words} words"),
        (words > rules.max_words, f"it is too long; write at most {rules.max_words} words"),
        (_MARKUP.search(text) is not None, "it contains markup; write plain text"),
        (_VERDICTS.search(outside_quotes) is not None, "it judges; report only what was said and done"),
        # "They ask: do you need help?" is reported speech if the source contains "you".
        (
            _OWN_VOICE.search(outside_quotes) is not None
            or bool(_ADDRESS & set(split_words(outside_quotes)) - set(split_words(rules.source))),
            "write in the third person about the candidate",
        ),
        (
            rules.is_favorable is False and _PRAISE.search(outside_quotes) is not None,
            "it praises; say only what the concern is",
        ),
        (
            rules.is_favorable is True and _DISPRAISE.search(outside_quotes) is not None,
            "it criticizes; say only what was done well",
        ),
    )
    for is_broken, reason in faults:
        if is_broken:
            return reason
    if _GENDERED & set(split_words(outside_quotes)) - set(split_words(rules.source)):
        return "it assumes a gender; write 'the candidate' or 'they'"
    if doubtful := rules.uncertain & set(split_words(outside_quotes)):
        return f"the word {sorted(doubtful)[0]} may be misheard; leave it out"
    if numbers := unknown_numbers(text, rules.source):
        return f"the number {sorted(numbers)[0]} is not in the text"
    if _differences(text) - _differences(rules.source):
        return "it says 'by' before a number that is the result, not the change; use the words of the text"
    if names := unknown_names(text, rules.source):
        return f"the name {sorted(names)[0]} is not in the text"
    if supported_share(text, rules.source) < rules.min_support:
        return "it adds something that is not in the text; keep to the words that were used"
    return None


_SENTENCE_BREAK = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"“])")
_TRAILING = re.compile(
    r",\s+(?:thus |thereby |also |and )?"
    r"(?:demonstrating|showing|showcasing|highlighting|indicating|reflecting|"
    r"proving|illustrating|emphasi[sz]ing|underlining|suggesting|ensuring|allowing|making|leading|resulting|"
    r"which (?:is|was|could|may|might|can|shows|demonstrates|indicates|suggests|highlights|reflects|leads))\b"
    r"[^,;]*?(?=[.!?]$)"
)
_REFERS_BACK = re.compile(
    r"^(?:this|that|these|those|they|it|he|she|however|additionally|also|furthermore|moreover)\b",
    re.IGNORECASE,
)
_NEGATION = re.compile(
    r"\b(?:not|no|never|without|lacks?|lacking|failed|fails|unable|\w+n't)\b", re.IGNORECASE
)
MIN_CLAUSE_SUPPORT = 0.75
MIN_QUOTE_SHARE = 0.5


def trim_conclusion(sentence: str, source: str) -> str:
    """Remove a closing clause that draws a conclusion (", demonstrating …").

    The clause stays if nearly all of its words are in the source: then it reports a fact.
    """
    match = _TRAILING.search(sentence)
    if match is None or supported_share(match.group(), source) >= MIN_CLAUSE_SUPPORT:
        return sentence
    return sentence[: match.start()] + sentence[match.end() :]


def contradicts(sentence: str, findings: Sequence[str]) -> bool:
    """Whether ``sentence`` denies what the finding it resembles most affirms."""
    if not findings or _NEGATION.search(sentence) is None:
        return False
    stems = content_stems(sentence)
    shared = [(len(stems & content_stems(line)), line) for line in findings]
    most = max(count for count, _ in shared)
    near = [line for count, line in shared if 2 * count >= most]
    return all(_NEGATION.search(line) is None for line in near)


def paragraph_check(
    rules: Rules, *, max_sentences: int, findings: Sequence[str] = (), about: str = ""
) -> Check[str]:
    """A check for running text: it trims conclusions and drops each sentence that fails.

    A sentence that refers to a dropped one ("This …", "They …") is dropped with it. If nothing is left,
    the text is refused for its first fault. ``findings`` is what the text reports: no sentence may deny
    what its finding affirms. ``about`` is the quote: the text must contain half of its content words.
    """
    quoted = content_stems(about)

    def check(text: str) -> str | Refusal:
        kept: list[str] = []
        reason = "write complete sentences"
        was_kept = True
        for raw in _SENTENCE_BREAK.split(" ".join(text.split())):
            sentence = trim_conclusion(raw, rules.source)
            fault = None if sentence.endswith((".", "!", "?")) else "write complete sentences"
            fault = fault or find_fault(sentence, rules)
            if fault is None and contradicts(sentence, findings):
                fault = "it reverses what the finding says"
            if fault is None and not (_REFERS_BACK.match(sentence) and not (was_kept and kept)):
                kept.append(sentence)
                was_kept = True
            else:
                was_kept = False
                if fault is not None and not kept:
                    reason = fault
        paragraph = " ".join(kept[:max_sentences])
        if not paragraph:
            return Refusal(reason)
        if about and not paragraph.startswith(("The candidate", "Asked", "When asked")):
            return Refusal('it must begin with "The candidate"')
        if covered_share(quoted, content_stems(paragraph)) < MIN_QUOTE_SHARE and quoted:
            return Refusal("it leaves out words that matter")
        return paragraph

    return check


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
        if doubtful := rules.uncertain & set(split_words(_QUOTED.sub(" ", question))):
            return Refusal(f"the word {sorted(doubtful)[0]} may be misheard; leave it out")
        if numbers := unknown_numbers(question, rules.source):
            return Refusal(f"the number {sorted(numbers)[0]} is not in the material")
        if names := unknown_names(question, rules.source):
            return Refusal(f"the name {sorted(names)[0]} is not in the material")
        if supported_share(question, rules.source) < rules.min_support:
            return Refusal("name the subject itself, in the words of the material")
        return question

    return check
