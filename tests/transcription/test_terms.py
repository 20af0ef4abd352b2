"""Terms of CV and job: written right where the score is clear, and what was heard stands beside them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from app.transcription.pipeline.decision import Line
from app.transcription.pipeline.events import SuppressionReason
from app.transcription.pipeline.terms import Terms
from app.transcription.pipeline.words import SpokenWord
from models.ports import ModelIdentity, SpeechSegment, SpeechToken, Transcription
from tests.fakes.engines import FakeSpeech
from tests.transcription.conftest import LOUD, SILENT, Bench

MakeBench = Callable[..., Awaitable[Bench]]


def make_words(text: str, *, confidence: float = 0.3, pieces: int = 2) -> tuple[SpokenWord, ...]:
    return tuple(
        SpokenWord(part, float(at), at + 0.9, confidence, pieces=pieces)
        for at, part in enumerate(text.split())
    )


def correct(text: str, hints: str, *, confidence: float = 0.3, pieces: int = 2) -> str:
    words = Terms(hints, language="en").correct(make_words(text, confidence=confidence, pieces=pieces))
    return " ".join(word.text for word in words)


@pytest.mark.parametrize(
    ("heard", "hints", "text"),
    [
        ("Cubanetes", "Helm, Kubernetes", "Kubernetes"),
        ("“graffana,”", "Grafana, Prometheus", "“Grafana,”"),
        ("Jango", "Django", "Django"),
        ("post gress", "Postgres", "Postgres"),
        ("Whitlog's,", "Whitlock", "Whitlock's,"),
        ("type script.", "TypeScript", "TypeScript."),
        ("Orlinda Vasquess", "Orlinda Vásquez", "Orlinda Vásquez"),
    ],
)
def test_a_misheard_term_is_written_right(heard: str, hints: str, text: str) -> None:
    assert correct(heard, hints) == text


@pytest.mark.parametrize(
    ("heard", "hints"),
    [
        ("profiled", "profiler"),  # another form of the same word
        ("planned", "planning"),
        ("kubernetes", "Kubernetes"),  # right already
        ("Marlon Marlin", "Marloe, Marlow"),  # as near to one as to the other
        ("serverless", "Redis, Kafka"),  # near to none
        ("Java", "Kafka"),  # too short to tell
        ("wrote. Scripts", "Wrotescripts"),  # a sentence ends between them
    ],
)
def test_what_is_not_clear_stays(heard: str, hints: str) -> None:
    assert correct(heard, hints) == heard


def test_a_word_that_was_heard_clearly_stays() -> None:
    assert correct("Cubanetes", "Kubernetes", confidence=0.9) == "Cubanetes"


def test_an_ordinary_word_stays() -> None:
    assert correct("Carbonates", "Carbonatis", pieces=1) == "Carbonates"
    assert correct("Carbonates", "Carbonatis", pieces=2) == "Carbonatis"


def test_a_neighbor_is_not_swallowed() -> None:
    assert correct("Marcus de Cubanetes", "Marcus, Kubernetes") == "Marcus de Kubernetes"


def test_a_term_of_two_words_lasts_as_long_as_both() -> None:
    [word] = Terms("Postgres", language="en").correct(make_words("post gress,"))
    assert (word.text, word.heard) == ("Postgres,", "post gress")
    assert (word.start_seconds, word.end_seconds) == (0.0, 1.9)


def test_a_suppressed_line_stays_as_it_was_heard() -> None:
    line = Line("Cubanetes", SuppressionReason.IMPROBABLE, make_words("Cubanetes"))
    assert Terms("Kubernetes", language="en").correct_line(line) == line


def test_hints_of_any_length_are_bounded() -> None:
    hints = ", ".join(f"term{'x' * (number % 40)}{chr(97 + number % 26)}" for number in range(5_000))
    assert correct("Cubanetes", f"{hints}, Kubernetes") == "Cubanetes"


async def test_a_final_has_the_terms_of_the_hints(make_bench: MakeBench) -> None:
    tokens = (
        SpeechToken(" We", 0.2, 0.4, 0.9),
        SpeechToken(" ran", 0.4, 0.6, 0.9),
        SpeechToken(" Cuban", 0.6, 0.9, 0.3),
        SpeechToken("etes", 0.9, 1.1, 0.3),
        SpeechToken(".", 1.1, 1.2, 0.9),
    )
    segment = SpeechSegment("We ran Cubanetes.", 0.2, 1.2, -0.3, 0.0, tokens)
    heard = Transcription((segment,), "en", 1.4, 1, ModelIdentity("m", ""))
    bench = await make_bench(FakeSpeech(lambda _: heard), interim_interval_seconds=99.0)
    await bench.say(12, LOUD)
    await bench.say(10, SILENT)
    [line] = bench.finals
    assert line.text == "We ran Kubernetes."
    assert [(word.text, word.heard) for word in line.words][-1] == ("Kubernetes.", "Cubanetes")
    assert bench.store.stored[0].text == line.text
