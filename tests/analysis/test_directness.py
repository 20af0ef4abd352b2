"""Direct answers in languages in which the judge was taught little."""

from __future__ import annotations

import pytest

from app.analysis.directness import correct_answer
from app.analysis.lexicon import load_lexicon
from models.judgement.labels import AnswerLabel

DOUBTED = {
    AnswerLabel.FULL: 0.05,
    AnswerLabel.PARTIAL: 0.04,
    AnswerLabel.EVASIVE: 0.88,
    AnswerLabel.OFF_TOPIC: 0.01,
    AnswerLabel.REFUSED: 0.02,
}


def _correct(
    question: str, *sentences: str, language: str = "de", answer: dict[AnswerLabel, float] | None = None
) -> dict[AnswerLabel, float]:
    lexicon = load_lexicon(language)
    assert lexicon is not None
    return correct_answer(answer or DOUBTED, question=question, sentences=sentences, lexicon=lexicon)


def _evaded(answer: dict[AnswerLabel, float]) -> float:
    return answer[AnswerLabel.EVASIVE] + answer[AnswerLabel.REFUSED]


@pytest.mark.parametrize(
    ("question", "answer", "language"),
    [
        ("Was tun Sie gerade?", "Ich stimme im Jahr vierzig Orgeln, davon sechs im Ausland.", "de"),
        ("Haben Sie schon gelötet?", "Nein, gelötet habe ich noch nie.", "de"),
        ("Wie viele Orgeln waren es?", "Es waren neun.", "de"),
        ("Que faites-vous ?", "J'accorde quarante orgues par an, dont 6 à l'étranger.", "fr"),
        ("Avez-vous déjà soudé ?", "Non, je n'ai jamais soudé.", "fr"),
    ],
)
def test_facts_are_no_evasion(question: str, answer: str, language: str) -> None:
    assert _evaded(_correct(question, answer, language=language)) < 0.5


def test_words_without_facts_stay_an_evasion() -> None:
    assert _evaded(_correct("Wie klingt sie?", "Klang ist ja immer Ansichtssache.")) > 0.5


def test_the_probabilities_still_add_up() -> None:
    corrected = _correct("Wie viele waren es?", "Es waren neun.")
    assert sum(corrected.values()) == pytest.approx(1.0)
    assert corrected[AnswerLabel.FULL] > corrected[AnswerLabel.PARTIAL] > 0.3


def test_a_full_answer_stays_as_it_was() -> None:
    full = {label: float(label is AnswerLabel.FULL) for label in AnswerLabel}
    assert _correct("Wie viele waren es?", "Es waren neun.", answer=full) == full
