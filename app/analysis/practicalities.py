"""Practical facts that the candidate told: reasons for a move, working terms, notice or start, and pay."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.analysis.exchanges import Exchange
from app.analysis.lexicon import Lexicon
from app.analysis.practical_topics import Topic
from app.analysis.quoting import close_quote, cut_at_clause, shorten_question, split_quote
from app.analysis.sentences import Sentence
from app.text.folding import lower_speech
from app.text.numbers import has_figure, number_values
from app.text.words import count_words

MIN_PROBABILITY = {Topic.REASON: 0.5, Topic.TERMS: 0.6, Topic.NOTICE: 0.4, Topic.PAY: 0.4}
"""Of a topic, for its exchange to be told.

On sets that were left out, 89, 89, 97 and 94 % of these exchanges are about the topic.
"""
SURE = 0.7
"""Minimum probability to quote an answer about notice or pay that names no date, duration or amount."""
MAX_FACTS = {Topic.REASON: 1, Topic.TERMS: 2}
MAX_REASON_WORDS = 50
MAX_TERM_WORDS = 35
MIN_START_WORDS = 4
"""Words of a first sentence that is more than an interjection ("Oh, well.")."""
MAX_FACT_WORDS = 30
MAX_PAY_WORDS = 45
"""Long enough for what the candidate has, what they ask for, and a condition."""
MAX_QUESTION_WORDS = 30
"""A longer sentence tells something, in which such a word only occurs."""
MAX_BARE_WORDS = 6
"""Words of a first sentence that is no more than the answer ("One month, I think.")."""
MIN_AMOUNT = 10
"""A smaller number is no pay."""
LATE_SHARE = 0.5
"""In the first half of an interview the same words are about the work."""
CLOSING_SHARE = 0.85
"""Near the end, a plain mention of pay in the question is enough if the answer is about the speaker."""


_THOUSANDS = re.compile(r"(?<=\d)[.\u00a0\u202f ](?=\d{3}(?!\d))")
"""What separates thousands in German and French: "3.900", "2 400"."""


@dataclass(frozen=True, slots=True)
class PracticalFact:
    """What the candidate said about one topic, in their own words."""

    topic: Topic
    quote: str
    question: str = ""
    """The question that the quote answers, where it needs one."""
    segment_ids: frozenset[str] = frozenset()
    """The lines of the whole answer."""


def find_practicalities(
    exchanges: Sequence[Exchange], lexicon: Lexicon, topics: Mapping[int, Mapping[Topic, float]]
) -> list[PracticalFact]:
    """At most one fact for each topic, and two about terms, in the order of ``Topic``.

    ``topics`` has the probabilities of the topics of each exchange, by its index (``practical_topics.py``).
    Without them, patterns look for questions about reasons, notice and pay; also for notice and pay that they
    do not find.
    """
    if not topics:
        return _add_named_pay(_find_by_patterns(exchanges, lexicon), exchanges, lexicon)
    rated = [(item, topics[item.index]) for item in exchanges if item.index in topics]
    facts: list[PracticalFact] = []
    for topic in Topic:
        chosen = [pair for pair in rated if pair[1][topic] >= MIN_PROBABILITY[topic]]
        if topic in (Topic.NOTICE, Topic.PAY):
            found = [_find_value(topic, item, lexicon, is_sure=own[topic] >= SURE) for item, own in chosen]
            # What was said first may have been corrected.
            facts += [fact for fact in found if fact is not None][-1:] or _find_asked(
                topic, exchanges, lexicon
            )
        else:
            facts += [_quote_answer(topic, item) for item in _choose_surest(topic, chosen)]
    return _add_named_pay([fact for fact in facts if fact.quote], exchanges, lexicon)


def _add_named_pay(
    facts: list[PracticalFact], exchanges: Sequence[Exchange], lexicon: Lexicon
) -> list[PracticalFact]:
    """The facts, with what was said about pay in the answer about notice if there is none about pay yet."""
    if any(fact.topic is Topic.PAY for fact in facts):
        return facts
    lines = frozenset[str]().union(*(fact.segment_ids for fact in facts if fact.topic is Topic.NOTICE))
    quotes = [
        (exchange, quote)
        for exchange in exchanges
        if lines & {line.id for line in exchange.answered} and (quote := _quote_mention(exchange, lexicon))
    ]
    return [*facts, *(_make_fact(Topic.PAY, exchange, quote) for exchange, quote in quotes[:1])]


def asks_about_terms(question: str, lexicon: Lexicon) -> bool:
    """Whether a question asks for notice or pay, by patterns."""
    return any(_asks_about(topic, question, lexicon) for topic in (Topic.NOTICE, Topic.PAY))


def _choose_surest(topic: Topic, rated: Sequence[tuple[Exchange, Mapping[Topic, float]]]) -> list[Exchange]:
    """The exchanges that are most about a topic, in the order of the interview."""
    main = [(own[topic], item) for item, own in rated if own[topic] == max(own.values())]
    surest = sorted(main, key=lambda pair: -pair[0])[: MAX_FACTS[topic]]
    return sorted((item for _, item in surest), key=lambda item: item.index)


def _quote_answer(topic: Topic, exchange: Exchange) -> PracticalFact:
    """The start of an answer; one about terms means nothing without its question."""
    if topic is Topic.REASON:
        return _make_fact(topic, exchange, _quote_start(exchange, MAX_REASON_WORDS, whole=False))
    quote = _quote_start(exchange, MAX_TERM_WORDS, whole=True)
    return _make_fact(topic, exchange, quote, shorten_question(exchange.question))


def _make_fact(topic: Topic, exchange: Exchange, quote: str, question: str = "") -> PracticalFact:
    return PracticalFact(topic, quote, question, frozenset(line.id for line in exchange.answered))


def _find_value(topic: Topic, exchange: Exchange, lexicon: Lexicon, *, is_sure: bool) -> PracticalFact | None:
    """The sentences with the date, duration or amount, else the start of the answer with its question.

    The latter if the question has a value ("Eight weeks?"), or if it is about the topic for sure.
    """
    question = shorten_question(exchange.question)
    if quote := _find_fact(topic, exchange, lexicon):
        return _make_fact(topic, exchange, quote, question if lexicon.refers_back(quote) else "")
    quote = _quote_start(exchange, MAX_TERM_WORDS, whole=True)
    if topic is Topic.PAY:
        quote = _quote_mention(exchange, lexicon) or quote
    is_fact = quote and (is_sure or _fits(topic, question, lexicon))
    return _make_fact(topic, exchange, quote, question) if is_fact else None


def _quote_mention(exchange: Exchange, lexicon: Lexicon) -> str:
    """The first sentence that mentions pay, with what follows if it has an amount; possibly empty.

    The notice often comes before it.
    """
    mentions = lexicon.practical["mentions_pay"]
    texts = [item.text for item in exchange.sentences]
    at = next((at for at, text in enumerate(texts) if mentions.search(lower_speech(text))), None)
    if at is None:
        return ""
    if quote := _quote_pay(texts[at:], lexicon):
        return quote
    return close_quote(texts[at]) if count_words(texts[at]) <= MAX_TERM_WORDS else ""


def _quote_pay(texts: Sequence[str], lexicon: Lexicon) -> str:
    """The sentences from the one about pay on, up to a question of the candidate; empty without an amount."""
    end = next((at for at, text in enumerate(texts) if at and text.rstrip().endswith("?")), len(texts))
    return _cut(Topic.PAY, " ".join(texts[:end]), lexicon, most=MAX_PAY_WORDS)


def _quote_start(exchange: Exchange, most: int, *, whole: bool) -> str:
    """The first sentences of the answer, ``most`` words at most.

    Without an interjection before them, unless the ``whole`` start counts: "Fine." may be the answer.
    """
    sentences = [item.text for item in exchange.sentences if not _follows_remark(exchange, item)]
    while not whole and len(sentences) > 1 and count_words(sentences[0]) < MIN_START_WORDS:
        sentences.pop(0)
    end = 1
    while end < len(sentences) and count_words(" ".join(sentences[: end + 1])) <= most:
        end += 1
    quote = " ".join(sentences[:end])
    if not most / 3 <= count_words(quote) <= most:
        quote = cut_at_clause(" ".join(sentences[: end + 1]), most)
    return close_quote(quote) if quote else ""


def _find_by_patterns(exchanges: Sequence[Exchange], lexicon: Lexicon) -> list[PracticalFact]:
    """Facts about notice and pay where both the question and a sentence of the answer fit a topic.

    The reasons for a move are what was answered to a question about them; English has no patterns for these.
    """
    asks_reason = lexicon.practical.get(f"asks_{Topic.REASON}")
    late = exchanges[int(len(exchanges) * LATE_SHARE) :]
    reasons = [item for item in late if asks_reason and _asks(item.question, asks_reason)]
    facts = [_quote_answer(Topic.REASON, item) for item in reasons[: MAX_FACTS[Topic.REASON]]]
    for topic in (Topic.NOTICE, Topic.PAY):
        facts += _find_asked(topic, exchanges, lexicon)
    return facts


def _find_asked(topic: Topic, exchanges: Sequence[Exchange], lexicon: Lexicon) -> list[PracticalFact]:
    """The last fact about notice or pay in the second half of the interview; none if there is none."""
    late, closing = (int(len(exchanges) * share) for share in (LATE_SHARE, CLOSING_SHARE))
    found = [
        _make_fact(topic, exchange, quote)
        for at, exchange in enumerate(exchanges[late:], late)
        if (quote := _quote_asked(topic, exchange, lexicon, is_closing=at >= closing))
    ]
    return found[-1:]


def _quote_asked(topic: Topic, exchange: Exchange, lexicon: Lexicon, *, is_closing: bool) -> str:
    """The fact if the question asks for it; a notice period is often told where pay was asked about."""
    if _asks_about(topic, exchange.question, lexicon):
        return _find_fact(topic, exchange, lexicon)
    mentions_pay = is_closing and _asks(exchange.question, lexicon.practical["mentions_pay"])
    if topic is Topic.PAY:
        quote = _find_fact(topic, exchange, lexicon) if mentions_pay else ""
        return quote if lexicon.speaks_of_self(quote) else ""
    asks_pay = mentions_pay or _asks_about(Topic.PAY, exchange.question, lexicon)
    return _find_named_notice(exchange, lexicon) if asks_pay else ""


def _asks_about(topic: Topic, question: str, lexicon: Lexicon) -> bool:
    """Whether one of the last two sentences of the interviewer's turn asks about a topic."""
    return _asks(question, lexicon.practical[f"asks_{topic}"])


def _asks(question: str, pattern: re.Pattern[str]) -> bool:
    return any(
        count_words(sentence) <= MAX_QUESTION_WORDS and pattern.search(lower_speech(sentence)) is not None
        for sentence in split_quote(question)[-2:]
    )


def _find_fact(topic: Topic, exchange: Exchange, lexicon: Lexicon) -> str:
    """The sentence with the date, duration or amount, and what belongs to it.

    About notice, that is the next one if it has a date or duration too; about pay, all that follows and is
    short enough: what the candidate asks for, and on which conditions.
    """
    sentences = [item.text for item in exchange.sentences]
    fits = [_fits(topic, text, lexicon) for text in sentences]
    if True not in fits:
        return ""
    first = _find_notice(sentences, fits, lexicon) if topic is Topic.NOTICE else fits.index(True)
    if topic is Topic.PAY:
        rest = [item.text for item in exchange.sentences[first:] if not _follows_remark(exchange, item)]
        return _quote_pay(rest, lexicon)
    both = " ".join(sentences[first : first + 2])
    if any(fits[first + 1 : first + 2]) and count_words(both) <= MAX_FACT_WORDS:
        return _cut(topic, both, lexicon)
    return _cut(topic, sentences[first], lexicon)


def _follows_remark(exchange: Exchange, sentence: Sentence) -> bool:
    return bool(exchange.after_remark & set(sentence.segment_ids))


def _find_named_notice(exchange: Exchange, lexicon: Lexicon) -> str:
    """The first sentence that names the notice period or the start, with a date or length of time."""
    says = lexicon.practical["says_notice"]
    return next(
        (
            quote
            for item in exchange.sentences
            if says.search(lower_speech(item.text))
            and _fits(Topic.NOTICE, item.text, lexicon)
            and (quote := _cut(Topic.NOTICE, item.text, lexicon))
        ),
        "",
    )


def _find_notice(sentences: Sequence[str], fits: Sequence[bool], lexicon: Lexicon) -> int:
    """The sentence that answers a question about notice: a short first one, else the first that names it."""
    opening = sentences[0]
    if fits[0] and (count_words(opening) <= MAX_BARE_WORDS or lexicon.speaks_of_self(opening)):
        return 0
    says = lexicon.practical["says_notice"]
    named = (at for at, text in enumerate(sentences) if fits[at] and says.search(lower_speech(text)))
    return next(named, fits.index(True))


def _fits(topic: Topic, text: str, lexicon: Lexicon) -> bool:
    """Whether a sentence or clause has a date or length of time, or an amount."""
    spoken = lower_speech(text)
    if topic is Topic.NOTICE:
        return lexicon.practical["times"].search(spoken) is not None
    amounts = lexicon.practical["durations"].sub(" ", spoken)
    if lexicon.language != "en":
        amounts = _THOUSANDS.sub("", amounts)
    values = [float(value) for value in number_values(amounts)]
    return has_figure(amounts) and max(values, default=MIN_AMOUNT) >= MIN_AMOUNT


def _cut(topic: Topic, text: str, lexicon: Lexicon, *, most: int = MAX_FACT_WORDS) -> str:
    """As many whole clauses as are short enough; empty if the fact is not among them."""
    quote = cut_at_clause(text, most)
    return close_quote(quote) if _fits(topic, quote, lexicon) else ""
