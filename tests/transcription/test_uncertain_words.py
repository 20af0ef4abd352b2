"""Words that may be misheard: found by the probability of their tokens, never repeated outside quotes."""

from __future__ import annotations

import pytest

from app.analysis.analyze import analyze
from app.analysis.findings import Background, TranscriptLine
from app.transcription.pipeline.words import SpokenWord, list_uncertain_words, read_words
from models.ports import SpeechSegment, SpeechToken
from tests.analysis.dialogues import STRONG, honest_writer, judge_by_script, to_transcript
from tests.fakes.engines import FakeJudge, FakeLlm, fake_engines


def transcribe(*tokens: tuple[str, float]) -> list[SpokenWord]:
    segment = SpeechSegment(
        text="".join(text for text, _ in tokens).strip(),
        start_seconds=0.0,
        end_seconds=2.0,
        average_log_probability=-0.3,
        no_speech_probability=0.0,
        tokens=tuple(SpeechToken(text, 0.0, 1.0, probability) for text, probability in tokens),
    )
    return read_words([segment])


def test_a_word_is_as_certain_as_its_least_certain_token() -> None:
    words = transcribe((" The", 0.1), (" ro", 0.9), ("tor", 0.1), (" was", 0.9), (" late.", 0.9))
    assert [word.confidence for word in words] == [0.1, 0.1, 0.9, 0.9]
    assert list_uncertain_words(words) == ("rotor",)


def test_a_short_number_may_be_misheard_too() -> None:
    assert list_uncertain_words(transcribe((" 14", 0.1), (" at", 0.1))) == ("14",)


def test_punctuation_and_spaces_are_no_words() -> None:
    assert list_uncertain_words(transcribe((" late", 0.9), (",", 0.1), (" ", 0.1), (".", 0.1))) == ()


@pytest.mark.parametrize(("cv_text", "is_repeated"), [("", False), ("Calmed angry guests", True)])
async def test_an_uncertain_word_stays_in_quotes_unless_the_cv_has_it(
    cv_text: str, is_repeated: bool
) -> None:
    lines = [
        TranscriptLine(line.id, line.speaker, line.text, line.start_seconds, ("angry", "stained"))
        for line in to_transcript(STRONG[:3])
    ]
    analysis = await analyze(
        fake_engines(llm=FakeLlm(honest_writer), judge=FakeJudge(judge_by_script)),
        transcript=lines,
        background=Background(cv_text=cv_text),
    )
    [finding] = [item for item in analysis.strengths if item.evidence[0].segment_id == "s6"]
    heading, _, quote = finding.title.partition("“")
    assert "stained" in quote
    assert ("angry" in heading) is is_repeated
