"""The passage of a strong answer to quote: what it is about, what the candidate did, and what came of it."""

from __future__ import annotations

from collections.abc import Sequence, Set

from app.analysis.interview_signs import rate_strength
from app.analysis.judging import LIKELY, JudgedAnswer, JudgedSentence
from app.analysis.lexicon import Lexicon
from app.text.folding import lower_speech
from app.text.numbers import has_figure
from app.text.words import count_words
from models.judgement.labels import CONCERNS, EVIDENCE, WEAKNESSES, SentenceLabel

MAX_CONCERN = 0.3
"""Maximum probability of a concern for a sentence to count for the candidate."""
MIN_QUOTE_WORDS = 5
MAX_WHOLE_WORDS = 90
"""An answer of at most this length is quoted from its first substantive sentence to its last."""
MAX_STORY_WORDS = 80
MAX_OPENING_WORDS = 45
"""Maximum length of the sentence that says how a story began."""
MAX_REFERENCE_WORDS = 12
"""Maximum length of the sentence before it that says who "he" is."""
MAX_OPENED_WORDS = 110
"""Maximum length of a story that is quoted from there on without omissions."""
MAX_PASSAGE_SENTENCES = 5
MAX_PASSAGE_WORDS = 90
WEIGHTS = {
    SentenceLabel.RESULT: 1.0,
    SentenceLabel.ACTION: 0.9,
    SentenceLabel.OWNERSHIP: 0.9,
    SentenceLabel.METHOD: 0.8,
    SentenceLabel.INSIGHT: 0.8,
    SentenceLabel.PEOPLE: 0.8,
    SentenceLabel.MOTIVATION_SPECIFIC: 0.4,
}
"""Weight of each kind of evidence."""
FURTHER_SENTENCE = 0.6
"""Factor on the weight of the second sentence of a passage, squared for the third, and so on."""
FIGURE_BONUS = 0.25
"""Bonus for a figure in a passage."""
OUTCOME_BONUS = 0.6
"""Bonus for a passage that states an outcome, as a share."""
DANGLING_SHARE = 0.5
"""Factor on the rank of a passage that starts with a pronoun ("He was fine after that")."""
PART_BONUS = 1.0
"""Bonus of a story for its own action, for its result and for one that is plainly told, each."""
START_BONUS = 0.5
"""Bonus of a story for a clear start; without one, a sentence from before may be added."""
MIN_EVIDENCE = 0.3
"""Least probability of work or a result for the form of an outcome; "I'm up at five now" has it too."""
_WORK = frozenset({SentenceLabel.RESULT, SentenceLabel.ACTION, SentenceLabel.METHOD})
ENDS_STORY = 0.1
"""Least probability of a strength of a last sentence without a result, by the head for whole interviews."""
ENDS_AFTER_REMARK = 0.3
"""The same after a remark of the interviewer: most of what follows only replies to it."""
MIN_END_WORDS = 3
MIN_START_WORDS = 4
OPENING_WORDS = 4
"""Words at the start of a story that refer to nothing before it."""


def rate_sentence(item: JudgedSentence) -> float:
    """Weight of a sentence for the candidate: its best evidence, reduced if it is general."""
    if item.is_instruction or item.any_of(CONCERNS) > MAX_CONCERN:
        return -1.0
    best = max(weight * item.labels[label] for label, weight in WEIGHTS.items())
    return best * (1.0 - 0.5 * item.any_of(WEAKNESSES))


def find_story(
    answer: JudgedAnswer, lexicon: Lexicon, core: JudgedSentence | None = None
) -> tuple[JudgedSentence, ...]:
    """The sentences of an answer to quote as a strength; none without evidence.

    ``core`` is the sentence to quote in any case; by default the one with the most evidence. A short answer
    is quoted whole, without what comes before and after its substance. Of a longer one it is the part that
    tells most of what was done and what came of it, after the sentence with its subject.
    """
    passage = _best_passage(answer, lexicon)
    if not passage:
        return ()
    sentences = answer.sentences
    if core is None or not _is_quotable(core):
        core = max(passage, key=rate_sentence)
    middle = sentences.index(core)
    first = min(middle, sentences.index(passage[0]))
    start = next((at for at in range(middle) if _starts_story(sentences, at, lexicon)), first)
    ends = {at for at, item in enumerate(sentences) if _may_end(answer, item, lexicon)} | {middle}
    whole = sentences[start : max(ends) + 1]
    if _count(whole) <= MAX_WHOLE_WORDS and not any(item.is_instruction for item in whole):
        return _add_opening(sentences, whole, lexicon)
    story = _best_window(sentences, core, ends, lexicon) or (passage if core in passage else (core,))
    return _add_opening(sentences, story, lexicon)


def _count(sentences: Sequence[JudgedSentence]) -> int:
    return sum(count_words(item.sentence.text) for item in sentences)


def _best_passage(answer: JudgedAnswer, lexicon: Lexicon) -> tuple[JudgedSentence, ...]:
    """Up to five adjacent sentences with the most evidence, short enough to quote; possibly none.

    A passage that is understandable on its own is preferred, and one with a figure.
    """
    sentences = answer.sentences
    best: tuple[float, tuple[JudgedSentence, ...]] = (0.0, ())
    for size in range(1, MAX_PASSAGE_SENTENCES + 1):
        for start in range(len(sentences) - size + 1):
            passage = sentences[start : start + size]
            worths = sorted((rate_sentence(item) for item in passage), reverse=True)
            if worths[-1] < 0.0 or not MIN_QUOTE_WORDS <= _count(passage) <= MAX_PASSAGE_WORDS:
                continue
            worth = sum(value * FURTHER_SENTENCE**rank for rank, value in enumerate(worths))
            if any(has_figure(item.sentence.text) for item in passage):
                worth += FIGURE_BONUS * worths[0]
            if any(lexicon.tells_outcome(item.sentence.text) for item in passage):
                worth += OUTCOME_BONUS * worths[0]
            if lexicon.refers_back(passage[0].sentence.text):
                worth *= DANGLING_SHARE
            if worth > best[0]:
                best = (worth, passage)
    return best[1]


def _is_quotable(core: JudgedSentence) -> bool:
    return not core.is_instruction and MIN_QUOTE_WORDS <= _count([core]) <= MAX_STORY_WORDS


def _best_window(
    sentences: Sequence[JudgedSentence], core: JudgedSentence, ends: Set[int], lexicon: Lexicon
) -> tuple[JudgedSentence, ...]:
    """Adjacent sentences with the core and the most of a story; none if nothing is short enough.

    ``ends`` has the places of the sentences that may be the last one.
    """
    best: tuple[float, tuple[JudgedSentence, ...]] = (0.0, ())
    for start in reversed(range(len(sentences))):
        for end in range(start, len(sentences)):
            window = tuple(sentences[start : end + 1])
            if _count(window) > MAX_STORY_WORDS or sentences[end].is_instruction:
                break
            if core not in window or end not in ends:
                continue
            worth = sum(max(rate_sentence(item), 0.0) for item in window)
            worth += PART_BONUS * any(item.has(SentenceLabel.ACTION) for item in window)
            worth += PART_BONUS * any(tells_result(item, lexicon) for item in window)
            worth += PART_BONUS * any(tells_outcome(item, lexicon) for item in window)
            worth += START_BONUS * _starts_story(sentences, start, lexicon)
            worth -= START_BONUS * lexicon.refers_back(window[0].sentence.text)
            # A long sentence was cut before it.
            worth -= PART_BONUS * window[0].sentence.text[:1].islower()
            best = max(best, (worth, window), key=lambda item: item[0])
    return best[1]


def _starts_story(sentences: Sequence[JudgedSentence], at: int, lexicon: Lexicon) -> bool:
    """Whether a sentence says by itself what it is about: it continues no other one."""
    text = sentences[at].sentence.text
    spoken = lower_speech(text)
    if count_words(text) < MIN_START_WORDS or lexicon.refers_back(text):
        return False
    if lexicon.references.search(" ".join(spoken.split()[:OPENING_WORDS])) is not None:
        return False
    return at == 0 or lexicon.leads.match(spoken) is None


def tells_outcome(item: JudgedSentence, lexicon: Lexicon) -> bool:
    """Whether a sentence has the form of an outcome, and the judge sees some work or result in it."""
    return item.any_of(_WORK) >= MIN_EVIDENCE and lexicon.tells_outcome(item.sentence.text)


def tells_result(item: JudgedSentence, lexicon: Lexicon) -> bool:
    """Whether a sentence tells a result, in whatever form."""
    return item.has(SentenceLabel.RESULT) or tells_outcome(item, lexicon)


def _may_end(answer: JudgedAnswer, item: JudgedSentence, lexicon: Lexicon) -> bool:
    """Whether a sentence may end a quote: it has evidence or tells an outcome, and it asks nothing.

    Where the head for whole interviews has read it, a remark after the story ("Chairman bought me a pasty.")
    is no evidence.
    """
    text = item.sentence.text
    if item.is_instruction or text.endswith("?"):
        return False
    strength = rate_strength(answer, item)
    if strength is None:
        return item.any_of(EVIDENCE) >= LIKELY or tells_result(item, lexicon)
    if answer.exchange.after_remark & set(item.sentence.segment_ids):
        return strength >= ENDS_AFTER_REMARK
    if strength >= ENDS_STORY:
        return item.any_of(EVIDENCE) >= LIKELY
    return tells_result(item, lexicon) and count_words(text) >= MIN_END_WORDS


def _add_opening(
    sentences: Sequence[JudgedSentence], story: Sequence[JudgedSentence], lexicon: Lexicon
) -> tuple[JudgedSentence, ...]:
    """The story after the sentence that says how it began, if it does not start there itself.

    "We are down to nine" says little without "it was thirty-eight a month". What comes between the two is
    left out, unless it is short.
    """
    start = sentences.index(story[0])
    opening = _find_opening(sentences[:start], lexicon)
    if opening is None or lexicon.sets_scene(story[0].sentence.text):
        return tuple(story)
    whole = sentences[opening : start + len(story)]
    if _count(whole) <= MAX_OPENED_WORDS and all(rate_sentence(item) >= 0.0 for item in whole):
        return tuple(whole)
    is_unclear = opening > 0 and lexicon.refers_back(sentences[opening].sentence.text)
    first = opening - (is_unclear and _count(sentences[opening - 1 : opening]) <= MAX_REFERENCE_WORDS)
    return (*sentences[first : opening + 1], *story)


def _find_opening(before: Sequence[JudgedSentence], lexicon: Lexicon) -> int | None:
    """The first sentence with a figure, else the first that sets a scene, else the first clear one."""
    options = [
        at
        for at, item in enumerate(before)
        if rate_sentence(item) >= 0.0
        and MIN_START_WORDS <= count_words(item.sentence.text) <= MAX_OPENING_WORDS
        and not item.sentence.text.endswith("?")
    ]
    figures = (at for at in options if has_figure(before[at].sentence.text))
    scenes = (at for at in options if lexicon.sets_scene(before[at].sentence.text))
    clear = (at for at in options if _starts_story(before, at, lexicon))
    return next(figures, next(scenes, next(clear, None)))
