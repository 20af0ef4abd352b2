"""Composition of demo transcripts."""

from __future__ import annotations

import itertools
from random import Random

import pytest

from app.demo.generator import DemoBrief, DemoLine, compose_transcript
from app.demo.material import Scenario, load_material
from app.questions.tables import QuestionCategory
from app.transcription.pipeline.events import Speaker


def compose(scenario: Scenario, *, count: int, questions: int = 0, seed: int = 1) -> list[DemoLine]:
    categories = list(QuestionCategory)
    brief = DemoBrief(
        scenario=scenario,
        role="Night Nurse",
        company="Lind Clinic",
        skills=("Triage", "Rostering"),
        questions=tuple((f"Prepared {n}?", categories[n % len(categories)]) for n in range(questions)),
    )
    return compose_transcript(brief, line_count=count, material=load_material(), random=Random(seed))


@pytest.mark.parametrize("scenario", Scenario)
@pytest.mark.parametrize("count", range(4, 51, 2))
def test_it_has_as_many_lines_as_requested_and_speakers_take_turns(scenario: Scenario, count: int) -> None:
    for questions in (0, 10):
        lines = compose(scenario, count=count, questions=questions, seed=count)
        assert len(lines) == count
        assert [line.speaker for line in lines] == [Speaker.INTERVIEWER, Speaker.CANDIDATE] * (count // 2)


@pytest.mark.parametrize("scenario", Scenario)
def test_no_line_comes_twice_in_the_longest_one(scenario: Scenario) -> None:
    for seed in range(10):
        texts = [line.text for line in compose(scenario, count=50, seed=seed)]
        assert len(set(texts)) == len(texts)


def test_lines_do_not_overlap_and_last_as_long_as_speech_does() -> None:
    lines = compose(Scenario.BACKEND, count=50)
    assert lines[0].started_seconds == 0
    for line, following in itertools.pairwise(lines):
        assert line.started_seconds < line.ended_seconds < following.started_seconds
    assert 300 < lines[-1].ended_seconds < 1_200


def test_prepared_questions_are_asked_in_order_as_far_as_they_fit() -> None:
    asked = [line.text for line in compose(Scenario.CUSTOM, count=10, questions=3) if "Prepared" in line.text]
    assert asked == ["Prepared 0?", "Prepared 1?", "Prepared 2?"]
    short = [line.text for line in compose(Scenario.CUSTOM, count=4, questions=10) if "Prepared" in line.text]
    assert short == ["Prepared 0?"]


def test_each_prepared_question_gets_one_whole_answer_of_its_category() -> None:
    lines = [line.text for line in compose(Scenario.CUSTOM, count=22, questions=10)]
    answers = load_material().answers
    for index, category in enumerate([*QuestionCategory, *QuestionCategory]):
        answer = lines[lines.index(f"Prepared {index}?") + 1]
        beginnings = [text.partition("{")[0] for text in answers[category]]
        assert sum(answer.startswith(beginning) for beginning in beginnings) == 1


def test_job_and_role_are_named_and_no_placeholder_stays() -> None:
    text = " ".join(line.text for seed in range(20) for line in compose(Scenario.CUSTOM, count=50, seed=seed))
    assert "Night Nurse" in text
    assert "Lind Clinic" in text
    assert "Triage" in text
    assert "Rostering" in text
    assert "{" not in text


def test_two_transcripts_differ() -> None:
    first, second = (compose(Scenario.FRONTEND, count=20, seed=seed) for seed in (1, 2))
    assert [line.text for line in first] != [line.text for line in second]


def test_a_long_one_has_gaps_and_evasions() -> None:
    topics = load_material().topic
    said = {line.text for line in compose(Scenario.BACKEND, count=50)}
    assert said & {topic.strong for topic in topics}
    assert said & {topic.thin for topic in topics}
    assert said & {topic.evasive for topic in topics}
