"""Observations: everything that code finds in a transcript by counting, before the model is called."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.analysis.concerns import SelectedConcern, select_concerns
from app.analysis.coverage import list_not_discussed
from app.analysis.exchanges import find_exchanges
from app.analysis.features import find_terms, read_answers
from app.analysis.findings import Background, Category, QuoteContext, Sentiment, TranscriptLine
from app.analysis.lexicon import Lexicon
from app.analysis.scoring import Score, ScoredAnswer, compute_score, read_sentiment, score_answers
from app.analysis.selection import Selected, select_quotes, select_strengths


@dataclass(frozen=True, slots=True)
class Observations:
    """Scores, findings and quotes of one transcript."""

    scored: tuple[ScoredAnswer, ...]
    technical: Score
    communication: Score
    sentiment: Sentiment | None
    strengths: tuple[Selected, ...]
    concerns: tuple[SelectedConcern, ...]
    not_discussed: tuple[str, ...]
    """Requirements of the job that nobody mentioned."""
    quotes: tuple[tuple[QuoteContext, Selected], ...]


def observe(lines: Sequence[TranscriptLine], lexicon: Lexicon, background: Background) -> Observations:
    """Find everything that can be counted, in time linear in the length of the transcript."""
    terms = find_terms(background.cv_text, background.job_text)
    answers = read_answers(find_exchanges(lines, lexicon), lexicon, terms)
    scored = score_answers(answers)
    concerns = select_concerns(scored, lexicon, background.requirements)
    in_concerns = {exchange.index for concern in concerns for exchange in concern.exchanges}
    strengths = select_strengths([s for s in scored if s.features.exchange.index not in in_concerns])
    used = in_concerns | {exchange.index for item in strengths for exchange in item.exchanges}
    return Observations(
        scored=tuple(scored),
        technical=compute_score(scored, Category.TECHNICAL),
        communication=compute_score(scored, Category.COMMUNICATION),
        sentiment=read_sentiment(answers, lexicon),
        strengths=tuple(strengths),
        concerns=tuple(concerns),
        not_discussed=tuple(list_not_discussed(background.requirements, lines)),
        quotes=tuple(select_quotes(scored, lexicon, without=used)),
    )
