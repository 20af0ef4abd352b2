"""What code demands of a text that the model wrote before a reader may see it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.analysis.features import content_stems, stem
from app.analysis.sentences import count_words, words_of
from app.llm.generation import Check, Refusal
from app.text.numbers import number_values

_CAPITAL = re.compile(r"(?<![\w'’.])[A-Z][\w]*(?:['’-]?[\w]+)*")
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


def _differences(text: str) -> set[str]:
    """Numbers that stand after "by": a small model writes "fell by four" for "we had four"."""
    return {value for match in _BY.finditer(text) for value in number_values(match.group(1))}


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
        # "They ask: do you need help?" is reported speech where somebody said "you".
        (
            _OWN_VOICE.search(outside_quotes) is not None
            or bool(_ADDRESS & set(words_of(outside_quotes)) - set(words_of(rules.source))),
            "write in the third person about the candidate",
        ),
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
    if _GENDERED & set(words_of(outside_quotes)) - set(words_of(rules.source)):
        return "nobody said whether the candidate is a man or a woman; write 'the candidate' or 'they'"
    if numbers := unknown_numbers(text, rules.source):
        return f"the number {sorted(numbers)[0]} does not stand in the text"
    if _differences(text) - _differences(rules.source):
        return "it says 'by' a number where the text names what it came to; use the words of the text"
    if names := unknown_names(text, rules.source):
        return f"the name {sorted(names)[0]} does not stand in the text"
    if overlap(text, rules.source) < rules.least_overlap:
        return "it says what does not stand in the text; keep to the words that were used"
    return None


def sentence_case(title: str, source: str) -> str:
    """``title`` without capitals that ``source`` lacks: "Led Kafka Migration" → "Led Kafka migration"."""
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


def title_check(rules: Rules) -> Check[str]:
    """For a finding's title: two to ten words that rest on the source."""

    def check(text: str) -> str | Refusal:
        lines = text.strip().splitlines() or [""]
        bare = re.sub(r"^\W*title\W*:", "", lines[0], flags=re.IGNORECASE).strip()
        bare = re.sub(r"^the candidate(?:'s)?\s+", "", bare.strip("\"'“”"), flags=re.IGNORECASE)
        title = sentence_case(bare, rules.source)
        if fault := find_fault(title, rules):
            return Refusal(fault)
        return title

    return check


_TITLE_END = re.compile(r"[,;:.?!]|\s(?:and|which|who|because|so that|as long as|after which)\s")
_TITLE_WORDS = 9


def title_from(description: str) -> str:
    """The first clause of a checked description as its title, for where the model's own did not do.

    "The candidate asked the porter to wait, as long as …" → "Asked the porter to wait"; a question that
    got no answer ("Asked about a mistake, …") → "No clear answer when asked about a mistake".
    """
    clause = re.sub(r"^The candidate(?: says that)?\s+(?:they\s+)?", "", description)
    words = _TITLE_END.split(clause, maxsplit=1)[0].split()[:_TITLE_WORDS]
    while len(words) > 2 and not content_stems(words[-1]):
        words.pop()
    title = " ".join(words)
    if description.startswith(("Asked", "When asked")):
        bare = re.sub(r"^(?:When asked|Asked)\s*", "", title)
        return f"No clear answer when asked {bare}"
    return title[:1].upper() + title[1:]


_SPLIT = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"“])")
_TRAILING = re.compile(
    r",\s+(?:thus |thereby |also |and )?"
    r"(?:demonstrating|showing|showcasing|highlighting|indicating|reflecting|"
    r"proving|illustrating|emphasi[sz]ing|underlining|suggesting|ensuring|allowing|making|leading|resulting|"
    r"which (?:is|was|could|may|might|can|shows|demonstrates|indicates|suggests|highlights|reflects|leads))\b"
    r"[^,;]*?(?=[.!?]$)"
)
_LEANS_BACK = re.compile(
    r"^(?:this|that|these|those|they|it|he|she|however|additionally|also|furthermore|moreover)\b",
    re.IGNORECASE,
)
_NEGATION = re.compile(
    r"\b(?:not|no|never|without|lacks?|lacking|failed|fails|unable|\w+n't)\b", re.IGNORECASE
)
KEPT_CLAUSE_OVERLAP = 0.75


def trim_conclusion(sentence: str, source: str) -> str:
    """``sentence`` without a closing clause that draws a conclusion of its own (", demonstrating …").

    The clause stays where nearly all its words stand in the source: then it reports a fact.
    """
    match = _TRAILING.search(sentence)
    if match is None or overlap(match.group(), source) >= KEPT_CLAUSE_OVERLAP:
        return sentence
    return sentence[: match.start()] + sentence[match.end() :]


def turns_round(sentence: str, findings: Sequence[str]) -> bool:
    """True when ``sentence`` denies what the finding that it resembles most affirms."""
    if not findings or _NEGATION.search(sentence) is None:
        return False
    stems = content_stems(sentence)
    shared = [(len(stems & content_stems(line)), line) for line in findings]
    most = max(count for count, _ in shared)
    near = [line for count, line in shared if 2 * count >= most]
    return all(_NEGATION.search(line) is None for line in near)


def paragraph_check(
    rules: Rules, *, most_sentences: int, findings: Sequence[str] = (), about: str = ""
) -> Check[str]:
    """For running text: conclusions are trimmed and sentences that fail are dropped, one by one.

    A sentence that leans on the one before ("This …", "They …") goes with it. Refusal when
    nothing is left, with the first fault as the reason. ``findings``: what the text reports; no
    sentence may deny what its finding affirms. ``about``: the quoted words; what is left must speak
    of them (share two telling words), so that a claim leads to the words that it rests on.
    """
    quoted = content_stems(about)

    def check(text: str) -> str | Refusal:
        kept: list[str] = []
        reason = "write whole sentences"
        was_kept = True
        for raw in _SPLIT.split(" ".join(text.split())):
            sentence = trim_conclusion(raw, rules.source)
            fault = None if sentence.endswith((".", "!", "?")) else "write whole sentences"
            fault = fault or find_fault(sentence, rules)
            if fault is None and turns_round(sentence, findings):
                fault = "it turns round what the finding says"
            if fault is None and not (_LEANS_BACK.match(sentence) and not (was_kept and kept)):
                kept.append(sentence)
                was_kept = True
            else:
                was_kept = False
                if fault is not None and not kept:
                    reason = fault
        paragraph = " ".join(kept[:most_sentences])
        if not paragraph:
            return Refusal(reason)
        if about and not paragraph.startswith(("The candidate", "Asked", "When asked")):
            return Refusal('it must begin with "The candidate"')
        if len(quoted & content_stems(paragraph)) < min(2, len(quoted)):
            return Refusal("it does not speak of the words that matter most")
        return paragraph

    return check


def question_check(rules: Rules) -> Check[str]:
    """For one follow-up question to the candidate."""

    def check(text: str) -> str | Refusal:
        # A lead-in ("All right.") is left out.
        question = _SPLIT.split(text.strip().strip('"“”').strip())[-1]
        if not question.endswith("?") or text.count("?") != 1 or "\n" in question:
            return Refusal("write one question that ends with a question mark")
        words = count_words(question)
        if not 6 <= words <= 45:
            return Refusal("write between 6 and 35 words")
        if _MARKUP.search(question) or _VERDICTS.search(question):
            return Refusal("write a plain question")
        words_used = set(words_of(question))
        if not words_used & {"you", "your"} or words_used & {"candidate", "candidate's", "i", "my"}:
            return Refusal("speak to the candidate as 'you'")
        if numbers := unknown_numbers(question, rules.source):
            return Refusal(f"the number {sorted(numbers)[0]} does not stand in the material")
        if names := unknown_names(question, rules.source):
            return Refusal(f"the name {sorted(names)[0]} does not stand in the material")
        if overlap(question, rules.source) < rules.least_overlap:
            return Refusal("name the matter itself, in the words of the material")
        return question

    return check
