"""Report sentences written by code: counts, and findings in the candidate's words.

All content comes from judgments and quotes: no sentence says more than the interview.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from app.analysis.evasions import is_evaded
from app.analysis.exchanges import QuestionKind
from app.analysis.findings import (
    Category,
    Finding,
    FindingKind,
    RequirementFinding,
    RequirementStatus,
)
from app.analysis.judging import LIKELY, JudgedAnswer
from app.analysis.lexicon import Lexicon
from app.analysis.observations import Observations
from app.analysis.quoting import close_quote, shorten_question, shorten_quote, split_quote
from app.analysis.selection import Selected, SelectedConcern
from app.core.config_files import CONFIG_DIR
from app.text.numbers import has_figure
from app.text.titles import TITLES
from app.text.words import count_words
from models.judgement.labels import EVIDENCE, WEAKNESSES, SentenceLabel

MIN_CLEAR_QUESTION_WORDS = 4
"""A question with fewer words ("A bore how?") is meaningless without the one before it."""
MAX_FINDING_WORDS = 110
"""Long enough for a whole passage: a shortened one often loses its result or its subject."""
MAX_CONCERN_WORDS = 80
"""Maximum length of a passage with a concern that is quoted whole; its first sentences give the context."""
SURE_CONCERN = 0.8
"""Probability, by the heads for whole interviews, of a concern whose sentence needs none after it."""
MAX_NAMED_REQUIREMENTS = 4
MAX_COUNTED_FIGURES = 3
FIGURE_BONUS = 0.2
OUTCOME_BONUS = 0.4
"""Bonuses on the weight of a strength, for each sentence with a figure and for an outcome."""
MAX_REQUIREMENT_WORDS = 18
_TITLES = TITLES | {"frau", "herr", "mlle", "mme"}
SUBSTANTIAL = 0.5
"""Minimum substance for an answer to count as one with specific evidence."""
_COUNTED_KINDS = (
    SentenceLabel.RESULT,
    SentenceLabel.ACTION,
    SentenceLabel.METHOD,
    SentenceLabel.INSIGHT,
    SentenceLabel.PEOPLE,
)
_TECHNICAL_CONCERNS = (FindingKind.OWNED, FindingKind.WRONG, FindingKind.CONDUCT, FindingKind.GAP)


@dataclass(frozen=True, slots=True)
class Phrases:
    """Sentences in one language, with words in braces to fill in."""

    language: str
    labels: Mapping[str, str]
    sentences: Mapping[str, str]
    counts: Mapping[str, tuple[str, str]]
    """Singular and plural."""
    follow_ups: Mapping[str, str]

    def count(self, name: str, number: int) -> str:
        singular, plural = self.counts[name]
        return singular if number == 1 else plural.format(count=number)

    def join(self, items: Sequence[str]) -> str:
        """One or more items of a list in running text."""
        *first, last = items
        return self.labels["and"].format(first=", ".join(first), second=last) if first else last


@cache
def load_phrases(language: str) -> Phrases:
    """The phrases of one of the languages of the word lists."""
    with (CONFIG_DIR / "report" / f"{language}.toml").open("rb") as file:
        data = tomllib.load(file)
    counts = {name: (forms[0], forms[1]) for name, forms in data.pop("counts").items()}
    return Phrases(language=language, counts=counts, **data)


@dataclass(frozen=True, slots=True)
class Told:
    """A finding, and the clause that reports it in running text."""

    finding: Finding
    clause: str
    """A whole sentence, in the letter case used after a colon."""
    denied: str = ""
    """The requirement of the job that the candidate may not meet; empty for other findings."""
    subject: str = ""
    """The requirement that it is clearly about; may be empty."""
    outcome: bool = False
    """The quote states an outcome."""
    weight: float = 0.0
    """How strong its answer is (``selection.py``)."""
    is_rated: bool = False
    """The weight counts figures and the outcome already."""
    is_event: bool = False
    """The quote tells what happened once, not what is usual."""

    @property
    def sentence(self) -> str:
        """The clause as a sentence of its own."""
        return capitalize(self.clause)

    @property
    def segment_ids(self) -> frozenset[str]:
        """The lines of the transcript that the finding quotes."""
        return frozenset(piece.segment_id for piece in self.finding.evidence)

    @property
    def figures(self) -> int:
        """How many sentences of the quote have a figure."""
        quotes = " ".join(item.quote for item in self.finding.evidence)
        return sum(map(has_figure, split_quote(quotes)))

    @property
    def worth(self) -> float:
        """How well a strength represents the interview in its summary."""
        if self.is_rated:
            return self.weight
        figures = min(self.figures, MAX_COUNTED_FIGURES)
        return self.weight + OUTCOME_BONUS * self.outcome + FIGURE_BONUS * figures

    def continue_with(self, phrase: str, phrases: Phrases, **words: str) -> str:
        """The phrase with this name, a colon and the clause after it.

        The phrase names the requirement that the finding is about, if there is one and a phrase for it.
        """
        if self.subject and f"{phrase}_about" in phrases.sentences:
            phrase, words = f"{phrase}_about", {"requirement": cut_requirement(self.subject)}
        return phrases.sentences[phrase].format(finding=self.clause, **words)


def describe(item: Selected, answers: Sequence[JudgedAnswer], phrases: Phrases) -> str:
    """The labels of the quoted sentences, with the question that was asked."""
    if item.kind is FindingKind.STRENGTH:
        does = _join(_read_evidence(item, answers), phrases)
    else:
        does = phrases.labels[item.kind.value]
    verb, _, rest = does.partition(" ")
    question = item.exchanges[0].question
    if not question:
        return phrases.sentences["description_unasked"].format(does=does)
    form = "description_remark" if _is_remark(item) else "description"
    return phrases.sentences[form].format(question=_quote_inside(question), does=does, verb=verb, rest=rest)


def _quote_inside(question: str) -> str:
    """A question as it is quoted inside a sentence that goes on: without its full stop."""
    return shorten_question(question).removesuffix(".")


def _is_remark(item: Selected) -> bool:
    return item.exchanges[0].kind is QuestionKind.REMARK


def quote_clause(item: Selected, phrases: Phrases, *, person: str, lexicon: Lexicon | None) -> str:
    """The question, and what ``person`` said, in the letter case used after a colon.

    A strength is quoted whole, and so is a short passage with a concern. A longer one is quoted from the
    sentence that carries it, or from the one before where that is needed to understand it. A sure concern
    ends with that sentence.
    """
    quote = _join_evidence(item)
    if item.core and isinstance(item, SelectedConcern) and item.is_told and item.certainty >= SURE_CONCERN:
        before, core, _ = quote.partition(item.core)
        quote = before + core
    is_long = item.kind is not FindingKind.STRENGTH and count_words(quote) > MAX_CONCERN_WORDS
    if is_long and item.core:
        quote = _start_at(item.core, quote, lexicon)
    return ask_and_quote(
        item.exchanges[0].question,
        close_quote(shorten_quote(quote, MAX_FINDING_WORDS)),
        phrases,
        person=person,
        is_remark=_is_remark(item),
    )


def ask_and_quote(
    question: str, quote: str, phrases: Phrases, *, person: str, is_remark: bool = False
) -> str:
    """The question and the quote in one clause; without the question if that is not clear by itself."""
    question = _quote_inside(question)
    form = "quoted_remark" if is_remark else "quoted"
    if count_words(question) < MIN_CLEAR_QUESTION_WORDS:
        form = "quoted_unasked"
    clause = phrases.sentences[form].format(question=question, quote=quote, person=person)
    # A clause after a colon starts with a capital letter in German.
    return capitalize(clause) if phrases.language == "de" else clause


def capitalize(text: str) -> str:
    """The text with a capital letter at its start."""
    return text[:1].upper() + text[1:]


def _start_at(core: str, quote: str, lexicon: Lexicon | None) -> str:
    """The quote without the sentences before its core, except one that the core refers to."""
    before, found, after = quote.partition(core)
    if not found or not before:
        return quote
    if lexicon is not None and lexicon.refers_back(core):
        return f"{split_quote(before.strip())[-1]} {core}{after}"
    return core + after


def name_briefly(full_name: str, phrases: Phrases) -> str:
    """The first name, the whole name if that starts with a title or an initial, or "the candidate".

    No gender and no title is guessed.
    """
    first, _, rest = full_name.partition(" ")
    is_given_name = bool(rest) and not first.endswith(".") and first.lower() not in _TITLES
    return first if is_given_name else full_name or phrases.labels["candidate"]


def _join_evidence(item: Selected) -> str:
    """The quote of the answer to the first question; what was said to another one would not answer this.

    An ellipsis stands for sentences that were left out, and for a remark of the interviewer.
    """
    exchange = item.exchanges[0]
    first = {line.id for line in exchange.answered}
    pieces = [evidence for evidence in item.quote if evidence.segment_id in first]
    text = pieces[0].quote if pieces else ""
    for before, piece in pairwise(pieces):
        is_reply = piece.segment_id in exchange.after_remark and piece.segment_id != before.segment_id
        is_adjacent = f"{before.quote} {piece.quote}" in exchange.answer
        text += f" {piece.quote}" if is_adjacent and not is_reply else f" … {piece.quote}"
    return text


def _read_evidence(item: Selected, answers: Sequence[JudgedAnswer]) -> list[str]:
    """The one or two most likely kinds of evidence in the quoted sentences."""
    quoted = {evidence.segment_id for evidence in item.quote}
    indexes = {exchange.index for exchange in item.exchanges}
    best: dict[SentenceLabel, float] = {}
    for answer in answers:
        if answer.exchange.index not in indexes:
            continue
        for sentence in answer.counted:
            if sentence.sentence.text in item.quote_text and quoted & set(sentence.sentence.segment_ids):
                for label in EVIDENCE:
                    best[label] = max(best.get(label, 0.0), sentence.labels[label])
    ordered = sorted(best, key=lambda label: (-best[label], label))
    likely = [label for label in ordered[:2] if best[label] >= LIKELY]
    return [label.value for label in likely or ordered[:1]]


def _join(names: Sequence[str], phrases: Phrases) -> str:
    return phrases.join([phrases.labels[name] for name in names or ["method"]])


def list_asked(observed: Observations) -> list[JudgedAnswer]:
    """Answers that count in a score, to questions that were not follow-ups."""
    return [item for item in observed.answers if item.weight > 0.0 and not item.exchange.is_probe]


def name_requirements(
    requirements: Sequence[RequirementFinding], status: RequirementStatus, phrases: Phrases
) -> str:
    """One sentence that names the first requirements with this status; empty if there are none."""
    lines = [item.requirement for item in requirements if item.status is status]
    if not lines:
        return ""
    quote = phrases.sentences["title"]
    named = [quote.format(quote=cut_requirement(line)) for line in lines[:MAX_NAMED_REQUIREMENTS]]
    if len(lines) > len(named):
        named.append(phrases.count("more", len(lines) - len(named)))
    return phrases.sentences[f"requirements_{status.value}"].format(requirements=", ".join(named))


def cut_requirement(requirement: str) -> str:
    words = requirement.rstrip(" .;,").split()
    if len(words) <= MAX_REQUIREMENT_WORDS:
        return " ".join(words)
    return " ".join(words[:MAX_REQUIREMENT_WORDS]).rstrip(" ,;:–") + " …"


def choose_best(strengths: Sequence[Told]) -> list[Told]:
    """The two strengths of the summary: the richest answers, with a bonus for an outcome and for figures."""
    return sorted(strengths, key=lambda item: -item.worth)[:2]


def write_technical_assessment(
    observed: Observations, strengths: Sequence[Told], concerns: Sequence[Told], phrases: Phrases
) -> str:
    """The requirements that were shown, further strong answers, and what to look into.

    If none was shown, how many answers contain evidence takes their place.
    """
    answers = [item for item in observed.answers if item.weight > 0.0]
    if not answers:
        return ""
    substantial = [item for item in answers if item.rating.substance >= SUBSTANTIAL]
    kinds = [
        phrases.count(label.value, number)
        for label in _COUNTED_KINDS
        if (number := sum(any(s.has(label) for s in item.counted) for item in substantial))
    ]
    if shown := name_requirements(observed.requirements, RequirementStatus.SHOWN, phrases):
        parts = [shown]
    elif substantial and kinds:
        parts = [
            phrases.sentences["evidence"].format(
                substantial=len(substantial), answers=len(answers), kinds=", ".join(kinds)
            )
        ]
    else:
        parts = [phrases.sentences["no_evidence"].format(answers=len(answers))]
    in_summary = choose_best(strengths)
    technical = [item for item in strengths if item.finding.category is Category.TECHNICAL]
    further = [item for item in technical if item not in in_summary]
    parts += [item.sentence for item in (further or technical)[:2]]
    spoken = [item for item in concerns if item.finding.kind is not FindingKind.EVASION]
    # The summary contains the first one.
    titles = [item.finding.title for item in spoken[1:] if item.finding.kind in _TECHNICAL_CONCERNS]
    if titles:
        parts.append(phrases.sentences["check"].format(titles="; ".join(titles)))
    return " ".join(parts)


def write_directness(full: int, partial: int, unanswered: int, phrases: Phrases) -> str:
    """How many questions, at least one in all, got which kind of answer; kinds that none got are left out."""
    questions = phrases.count("questions", full + partial + unanswered)
    numbers = {"full": full, "partial": partial, "unanswered": unanswered}
    answers = phrases.join([phrases.count(name, number) for name, number in numbers.items() if number])
    return phrases.sentences["directness"].format(questions=questions, answers=answers)


def write_communication_assessment(
    observed: Observations, strengths: Sequence[Told], concerns: Sequence[Told], phrases: Phrases
) -> str:
    """Directness of the answers, share of generalities, and treatment of other people."""
    asked = list_asked(observed)
    if not asked:
        return ""
    none = sum(is_evaded(item) for item in asked)
    full = sum(item.answer_is_full and not is_evaded(item) for item in asked)
    parts = [write_directness(full, len(asked) - full - none, none, phrases)]
    sentences = [item for answer in asked for item in answer.counted]
    general = sum(item.any_of(WEAKNESSES) >= LIKELY for item in sentences)
    share = 5 * round(20 * general / max(1, len(sentences)))
    parts.append(phrases.sentences["general"].format(share=share) if share else phrases.sentences["specific"])
    parts += [item.sentence for item in strengths if item.finding.category is Category.COMMUNICATION][:2]
    parts += [item.sentence for item in concerns if item.finding.kind not in _TECHNICAL_CONCERNS][:2]
    return " ".join(parts)
