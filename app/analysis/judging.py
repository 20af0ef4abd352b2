"""Has the answers of an interview judged, and rates each by the labels it got."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import TypeVar

from app.analysis.admissions import rate_form, weigh_form
from app.analysis.directness import correct_answer
from app.analysis.exchanges import Exchange, QuestionKind
from app.analysis.findings import Point
from app.analysis.judgment_cache import find_judgments, make_judgment_key, to_text
from app.analysis.lexicon import Lexicon
from app.analysis.sentences import Sentence
from app.analysis.text_cache import TextCache
from app.text.fillers import remove_fillers
from app.text.folding import lower_speech
from app.text.words import count_words
from models.judgement.encoding import Exchange as ExchangeToJudge
from models.judgement.labels import CONCERNS, EVADED, EVIDENCE, WEAKNESSES, AnswerLabel, SentenceLabel
from models.ports import Engines, Judgment, Priority, QueueListener

MAX_EXCHANGES = 400
"""Distinct exchanges that are judged; no interview has this many."""
MAX_SENTENCES = 80
"""Maximum number of judged sentences per answer: about ten minutes of speech; more adds nothing."""
BATCH_EXCHANGES = 32
LIKELY = 0.5
"""Minimum probability for a label to count as present."""
SURE_INSTRUCTION = 0.6
"""The same for speech addressed to the assessor, by the judge alone in German and French.

It was taught few examples of it.
"""
MIN_FULL_ANSWER_WORDS = 12
"""An answer to a closed question with fewer words is not rated."""

BEST_SENTENCES = (0.5, 0.3, 0.2)
"""Weights of the best sentences of an answer. A long answer is no better than its best part."""
BASE = 0.15
SUBSTANCE_WEIGHT = 0.45
DIRECTNESS_WEIGHT = 0.30
EMPTINESS_WEIGHT = 0.25
CONCERN_WEIGHT = 0.45
_RATED = (EVIDENCE, WEAKNESSES, CONCERNS)
MOST_JUDGED_LANGUAGE = "en"
"""The language of most of the exchanges on which the judge was trained."""
GENERAL_GAP = 0.5
"""Factor on the weight of a gap if no requirement of the job is known."""
_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class Rating:
    """Parts of the value of one answer, each 0 to 1."""

    substance: float
    """How much specific evidence its best sentences contain."""
    directness: float
    """How completely it answers the question."""
    emptiness: float
    """Mean share of evasion, platitudes and hedges."""
    concern: float
    """The most serious concern in any of its sentences."""
    attitude: float = 0.0
    """The most serious blame or misconduct in any of its sentences."""

    @property
    def value(self) -> float:
        """The technical value of the answer, 0 to 1."""
        raw = (
            BASE
            + SUBSTANCE_WEIGHT * self.substance
            + DIRECTNESS_WEIGHT * self.directness
            - EMPTINESS_WEIGHT * self.emptiness
            - CONCERN_WEIGHT * self.concern
        )
        return _clamp(raw)

    @property
    def clarity(self) -> float:
        """How clearly the answer communicates, 0 to 1: direct, with examples, fair to others."""
        raw = (
            BASE
            + DIRECTNESS_WEIGHT * self.substance
            + SUBSTANCE_WEIGHT * self.directness
            - CONCERN_WEIGHT * self.emptiness
            - EMPTINESS_WEIGHT * self.attitude
        )
        return _clamp(raw)


@dataclass(frozen=True, slots=True)
class JudgedSentence:
    """A sentence with the calibrated probabilities of its labels."""

    sentence: Sentence
    labels: dict[SentenceLabel, float]
    form: float = 0.0
    """Log-odds that its form adds to those of a bad practice (``admissions.py``)."""
    told: float | None = None
    """Log-odds of a concern by the head for whole interviews; None if it does not know the language."""
    contradicts: float | None = None
    """Log-odds of a contradiction to the CV by the head for whole interviews; None likewise."""
    convinces: float | None = None
    """Log-odds of a strength by the head for whole interviews; None likewise."""
    limits: float | None = None
    """Log-odds of a limit of the candidate by the head for whole interviews; None likewise."""
    language: str = MOST_JUDGED_LANGUAGE
    """ISO 639-1 code of the language that is spoken."""

    @property
    def suspected(self) -> JudgedSentence:
        """The sentence with probabilities that count its form: to select concerns, not for scores."""
        return replace(self, labels=weigh_form(self.labels, self.form))

    def has(self, label: SentenceLabel) -> bool:
        return self.labels[label] >= LIKELY

    def any_of(self, group: Set[SentenceLabel]) -> float:
        return any_of(self.labels[label] for label in group)

    @property
    def is_instruction(self) -> bool:
        """Addressed to the assessor; such a sentence is never counted or quoted."""
        return self.has(SentenceLabel.INSTRUCTION)

    def strongest(self, group: Set[SentenceLabel]) -> tuple[SentenceLabel, float]:
        """The label of ``group`` with the highest probability."""
        label = max(sorted(group), key=lambda item: self.labels[item])
        return label, self.labels[label]


@dataclass(frozen=True, slots=True)
class JudgedAnswer:
    """An exchange with all its judgments."""

    exchange: Exchange
    sentences: tuple[JudgedSentence, ...]
    answer: dict[AnswerLabel, float]
    requirement: str
    """The requirement of the job that the exchange is about; may be empty."""
    rating: Rating
    points: tuple[Point, ...] = ()
    """Points of a good answer, if the question has any."""
    evaded_with_previous: float = 0.0
    """If its question insists: probability that this answer and the one before leave both questions open."""
    told: float | None = None
    """Log-odds of an evasion by the head for whole interviews; None if it does not know the language."""

    @property
    def counted(self) -> tuple[JudgedSentence, ...]:
        """Its sentences without instructions to the assessor."""
        return tuple(item for item in self.sentences if not item.is_instruction)

    @property
    def evaded(self) -> float:
        """Probability that the question was not answered."""
        return _sum_evaded(self.answer)

    @property
    def is_off_topic(self) -> bool:
        """Whether it misses the question, however much it tells."""
        return self.answer[AnswerLabel.OFF_TOPIC] >= LIKELY

    @property
    def label(self) -> AnswerLabel:
        """The most probable label; that it misses the question only where that is likely."""
        if self.is_off_topic:
            return AnswerLabel.OFF_TOPIC
        others = [label for label in AnswerLabel if label is not AnswerLabel.OFF_TOPIC]
        return max(others, key=lambda label: self.answer[label])

    @property
    def answer_is_full(self) -> bool:
        """Whether the question got a full answer."""
        return self.answer[AnswerLabel.FULL] >= LIKELY

    @property
    def is_plain_talk(self) -> bool:
        """Whether it contains no evidence, weakness or concern, like small talk or the agreement on a date.

        An answer about a requirement of the job, or one that leaves the question open, is never plain talk.
        """
        if self.requirement or self.evaded + self.answer[AnswerLabel.OFF_TOPIC] >= LIKELY:
            return False
        return all(item.any_of(group) < LIKELY for item in self.counted for group in _RATED)

    @property
    def weight(self) -> float:
        """How much the answer counts in a score, 0 to 1."""
        if not self.counted:
            return 0.0
        kind = self.exchange.kind
        if kind is QuestionKind.COURTESY or self.is_plain_talk:
            return 0.0
        if kind in (QuestionKind.WORK, QuestionKind.MOTIVATION):
            return 0.5 if self.exchange.is_probe else 1.0
        is_long = sum(count_words(item.sentence.text) for item in self.counted) >= MIN_FULL_ANSWER_WORDS
        return 0.5 if is_long else 0.0


def any_of(probabilities: Iterable[float]) -> float:
    """Probability that at least one label applies, if they are independent."""
    none = 1.0
    for probability in probabilities:
        none *= 1.0 - probability
    return 1.0 - none


def _clamp(value: float) -> float:
    return min(1.0, max(0.0, value))


def rate_answer(judgment: Judgment, *, has_requirement: bool) -> Rating:
    """Rate one answer. Its sentences count by what they contain, not by their number or polish."""
    counted = [item for item in judgment.sentences if item[SentenceLabel.INSTRUCTION] < LIKELY]
    if not counted:
        return Rating(substance=0.0, directness=0.0, emptiness=1.0, concern=0.0)
    evidence = sorted((any_of(item[label] for label in EVIDENCE) for item in counted), reverse=True)
    emptiness = [any_of(item[label] for label in WEAKNESSES) for item in counted]
    gap_share = 1.0 if has_requirement else GENERAL_GAP
    concerns = [
        item[label] * (gap_share if label is SentenceLabel.GAP else 1.0)
        for item in counted
        for label in CONCERNS
    ]
    return Rating(
        substance=sum(weight * value for weight, value in zip(BEST_SENTENCES, evidence, strict=False)),
        directness=judgment.answer[AnswerLabel.FULL] + 0.5 * judgment.answer[AnswerLabel.PARTIAL],
        emptiness=sum(emptiness) / len(emptiness),
        concern=max(concerns),
        attitude=max(max(item[SentenceLabel.BLAME], item[SentenceLabel.CONDUCT]) for item in counted),
    )


def _mark_instructions(form: ExchangeToJudge, judgment: Judgment, lexicon: Lexicon) -> Judgment:
    """The judgment, with the sentences marked that a pattern recognizes as addressed to the assessor.

    In other languages than English, the judge alone must be surer than of other labels.
    """
    pattern = lexicon.instructions
    if pattern is None:
        return judgment
    factor = 1.0 if lexicon.language == MOST_JUDGED_LANGUAGE else LIKELY / SURE_INSTRUCTION

    def rate(text: str, labels: Mapping[SentenceLabel, float]) -> float:
        return 1.0 if pattern.search(lower_speech(text)) else factor * labels[SentenceLabel.INSTRUCTION]

    return replace(
        judgment,
        sentences=tuple(
            {**labels, SentenceLabel.INSTRUCTION: rate(text, labels)}
            for text, labels in zip(form.sentences, judgment.sentences, strict=True)
        ),
    )


async def judge_answers(
    engines: Engines,
    exchanges: Sequence[Exchange],
    requirements: Mapping[int, str],
    *,
    lexicon: Lexicon,
    priority: Callable[[], Priority],
    on_queue: QueueListener | None = None,
    cache: TextCache | None = None,
) -> list[JudgedAnswer]:
    """Have every answer judged that is not in ``cache``. Raises EngineError.

    ``requirements`` names the requirement of the job that an exchange is about, by the index of the exchange.
    An exchange that repeats an earlier one word for word is left out, and so are invitations to ask
    questions: what the candidate asks is no answer.
    """
    distinct: dict[ExchangeToJudge, Exchange] = {}
    for item in exchanges:
        if item.kind is QuestionKind.COURTESY or not item.sentences:
            continue
        texts = tuple(
            remove_fillers(sentence.text, language=lexicon.language)
            for sentence in item.sentences[:MAX_SENTENCES]
        )
        requirement = requirements.get(item.index, "")
        distinct.setdefault(ExchangeToJudge(item.question, texts, requirement, lexicon.language), item)
    forms = list(distinct)[:MAX_EXCHANGES]
    judge = _Judge(engines, cache or TextCache(), lexicon, priority, on_queue)
    judgments = await judge.read_corrected(forms)
    insisting = [at for at in range(1, len(forms)) if _insists(distinct[forms[at - 1]], distinct[forms[at]])]
    together = await judge.read_corrected([_join(forms[at - 1], forms[at]) for at in insisting])
    evaded = {at: _sum_evaded(judgment.answer) for at, judgment in zip(insisting, together, strict=True)}
    return [
        JudgedAnswer(
            exchange=distinct[form],
            sentences=_label_sentences(distinct[form].sentences, judgment, lexicon),
            answer=dict(judgment.answer),
            requirement=form.requirement,
            rating=rate_answer(judgment, has_requirement=bool(form.requirement)),
            evaded_with_previous=evaded.get(at, 0.0),
            told=judgment.evasion if judgment.concerns else None,
        )
        for at, (form, judgment) in enumerate(zip(forms, judgments, strict=True))
    ]


def _label_sentences(
    sentences: Sequence[Sentence], judgment: Judgment, lexicon: Lexicon
) -> tuple[JudgedSentence, ...]:
    return tuple(
        JudgedSentence(
            sentence,
            dict(labels),
            rate_form(sentence.text, lexicon),
            judgment.concerns[at] if judgment.concerns else None,
            judgment.contradictions[at] if judgment.contradictions else None,
            judgment.strengths[at] if judgment.strengths else None,
            judgment.limits[at] if judgment.limits else None,
            lexicon.language,
        )
        for at, (sentence, labels) in enumerate(zip(sentences, judgment.sentences, strict=False))
    )


def _insists(first: Exchange, second: Exchange) -> bool:
    """Whether the second question, directly after the first exchange, comes back to what was asked."""
    return second.index == first.index + 1 and (second.insists or second.is_probe)


def _join(first: ExchangeToJudge, second: ExchangeToJudge) -> ExchangeToJudge:
    """Both questions with both answers, as one exchange."""
    return replace(
        first,
        question=f"{first.question} {second.question}",
        sentences=(first.sentences + second.sentences)[:MAX_SENTENCES],
    )


def _put(values: Sequence[_Value], places: Sequence[int], others: Sequence[_Value]) -> tuple[_Value, ...]:
    """The values, with others in these places; unknown ones stay empty."""
    changed = list(values)
    for place, value in zip(places, others, strict=False):
        changed[place] = value
    return tuple(changed)


def _sum_evaded(answer: Mapping[AnswerLabel, float]) -> float:
    return sum(answer[label] for label in EVADED)


@dataclass(frozen=True, slots=True)
class _Judge:
    """Has answers judged in batches; raises EngineError."""

    engines: Engines
    cache: TextCache
    lexicon: Lexicon
    priority: Callable[[], Priority]
    on_queue: QueueListener | None

    async def read_corrected(self, forms: Sequence[ExchangeToJudge]) -> list[Judgment]:
        """The judgments; in languages of few examples, what the words of an answer tell is counted too."""
        judgments = await self.read_without_instructions(forms)
        if self.lexicon.language == MOST_JUDGED_LANGUAGE:
            return judgments
        return [
            replace(
                judgment,
                answer=correct_answer(
                    judgment.answer,
                    question=form.question,
                    sentences=form.sentences,
                    lexicon=self.lexicon,
                ),
            )
            for form, judgment in zip(forms, judgments, strict=True)
        ]

    async def read_without_instructions(self, forms: Sequence[ExchangeToJudge]) -> list[Judgment]:
        """The judgments, with other sentences unaffected by instructions to the assessor.

        An answer with such instructions is judged again without them.
        """
        first = await self._read(forms)
        kept: dict[int, list[int]] = {}
        for at, judgment in enumerate(first):
            others = [
                n for n, item in enumerate(judgment.sentences) if item[SentenceLabel.INSTRUCTION] < LIKELY
            ]
            if 0 < len(others) < len(judgment.sentences):
                kept[at] = others
        again = await self._read(
            [
                replace(forms[at], sentences=tuple(forms[at].sentences[n] for n in others))
                for at, others in kept.items()
            ]
        )
        for (at, others), judgment in zip(kept.items(), again, strict=True):
            whole = first[at]
            first[at] = replace(
                judgment,
                sentences=_put(whole.sentences, others, judgment.sentences),
                concerns=_put(whole.concerns, others, judgment.concerns),
                contradictions=_put(whole.contradictions, others, judgment.contradictions),
                strengths=_put(whole.strengths, others, judgment.strengths),
                limits=_put(whole.limits, others, judgment.limits),
            )
        return first

    async def _read(self, forms: Sequence[ExchangeToJudge]) -> list[Judgment]:
        sha256 = "+".join(
            model.sha256 for model in (self.engines.judge.identity, *self.engines.judge.trained)
        )
        known = find_judgments(self.cache, forms, judge_sha256=sha256)
        missing = [form for form in forms if form not in known]
        for start in range(0, len(missing), BATCH_EXCHANGES):
            batch = missing[start : start + BATCH_EXCHANGES]
            judged = await self.engines.judge.judge(batch, priority=self.priority(), on_queue=self.on_queue)
            for form, judgment in zip(batch, judged, strict=True):
                known[form] = judgment
                await self.cache.add(make_judgment_key(form, judge_sha256=sha256), to_text(judgment))
        return [_mark_instructions(form, known[form], self.lexicon) for form in forms]
