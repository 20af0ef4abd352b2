"""AI Sense during the interview: ended exchanges, points, contradictions, follow-ups, reuse by the report."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sqlalchemy import select

from app.analysis.analyze import analyze
from app.analysis.exchanges import find_exchanges
from app.analysis.findings import Background, PreparedQuestion
from app.analysis.lexicon import load_lexicon
from app.analysis.live import Insights, list_ended, read_insights
from app.analysis.live_schemas import measure_talk_time, to_views
from app.analysis.tables import AnalysisText
from app.analysis.text_cache import TextCache
from app.core.database import Database
from app.questions.tables import Question
from app.transcription.tables import TranscriptSegment
from models.ports import Engines, EngineUnavailable, Priority
from tests.analysis.dialogues import STRONG, dialogue, honest_writer, judge_by_script, to_transcript
from tests.conftest import Person
from tests.fakes.engines import FakeJudge, FakeLlm, fake_engines

Json = dict[str, Any]
QUESTION, ANSWER = STRONG[0]
POINT = ANSWER.split(". ")[0]


def make_engines(judge: FakeJudge | None = None) -> Engines:
    return fake_engines(llm=FakeLlm(honest_writer), judge=judge or FakeJudge(judge_by_script))


async def read(
    engines: Engines, texts: dict[str, str] | None = None, **changes: Any
) -> tuple[Insights, dict[str, str]]:
    cache = TextCache(texts=texts if texts is not None else {})
    options: dict[str, Any] = {
        "transcript": to_transcript(STRONG[:4]),
        "background": Background(),
        "questions": (),
        "language": "en",
        "checks_consistency": True,
    } | changes
    insights = await read_insights(engines, cache=cache, priority=lambda: Priority.LIVE_ANALYSIS, **options)
    return insights, cache.texts


async def test_reads_ended_exchanges_with_quotes_and_leaves_the_open_one() -> None:
    insights, _ = await read(make_engines())
    assert insights.answers[0].question == QUESTION
    assert len(insights.answers) <= 3
    assert any(item.quote is not None and item.quote.quote in ANSWER for item in insights.answers)


async def test_a_reply_to_a_remark_is_shown_only_if_it_says_something_specific() -> None:
    remark = "We have about half an hour, and there is time for your questions at the end."
    reply = "Happy to be here. Thank you for having me today. The way to your office was easy to find."
    polite = (remark, reply + " I look forward to the next half hour with all of you in this room.")
    insights, _ = await read(make_engines(), transcript=to_transcript([polite, *STRONG[:4]]))
    assert insights.answers[0].question == QUESTION
    specific = (remark, ANSWER)
    insights, _ = await read(make_engines(), transcript=to_transcript([specific, *STRONG[1:4]]))
    assert insights.answers[0].question.startswith("We have about half an hour")


async def test_points_of_a_good_answer_are_covered_or_open() -> None:
    prepared = PreparedQuestion(QUESTION, points=(POINT, "Names the owner of the budget"))
    insights, _ = await read(make_engines(), questions=(prepared,))
    assert [bool(point.covered_by) for point in insights.answers[0].points] == [True, False]


async def test_an_answer_is_judged_once_and_the_report_reuses_the_judgment() -> None:
    judge = FakeJudge(judge_by_script)
    engines = make_engines(judge)
    _, texts = await read(engines)
    judged = sum(map(len, judge.requests))
    _, texts = await read(engines, texts)
    assert sum(map(len, judge.requests)) == judged > 0
    await analyze(engines, transcript=to_transcript(STRONG[:4]), cache=TextCache(texts=texts))
    assert sum(map(len, judge.requests)) == judged + 1


async def test_a_report_that_was_written_ahead_equals_one_from_cold() -> None:
    lines = to_transcript(STRONG[:4])
    cache = TextCache()
    for end in (2, 4, 6):
        await analyze(make_engines(), transcript=lines[:end], cache=cache)
    ahead = await analyze(make_engines(), transcript=lines, cache=cache)
    cold = await analyze(make_engines(), transcript=lines)
    assert replace(ahead, generation=cold.generation) == cold


async def test_uses_no_language_model_and_waits_behind_people() -> None:
    llm, judge = FakeLlm(honest_writer), FakeJudge(judge_by_script)
    await read(fake_engines(llm=llm, judge=judge))
    assert llm.requests == []
    assert set(judge.script.priorities) == {Priority.LIVE_ANALYSIS}
    assert Priority.LIVE_SPEECH < Priority.INTERACTIVE < Priority.LIVE_ANALYSIS < Priority.BACKGROUND


async def test_a_contradiction_to_the_cv_shows_both_quotes() -> None:
    said = "I was at Fjordline Freight from 2012 to 2020 as a platform engineer, all in all."
    insights, _ = await read(
        make_engines(),
        transcript=to_transcript([("Tell me about your last employer.", said), *STRONG[:2]]),
        background=Background(
            cv_text="Platform engineer, Fjordline Freight, 2018 to 2020",
            cv_parsed={
                "experience": [
                    {
                        "title": "Platform engineer",
                        "company": "Fjordline Freight",
                        "start": "2018-01",
                        "end": "2020-01",
                    }
                ]
            },
        ),
    )
    [found] = insights.contradictions
    assert found.statement.quote in said
    assert "Fjordline" in found.counterpart.quote


async def test_a_contradiction_within_the_interview_names_both_lines() -> None:
    lines = to_transcript(
        [
            ("Tell me about a migration.", "At Quillstone I led a team of six on the billing migration."),
            ("How did people work?", "At Quillstone it was quite flat. I led a team of three there."),
            *STRONG[:1],
        ]
    )
    insights, _ = await read(make_engines(), transcript=lines)
    _, [found], _ = to_views(insights)
    assert {found.statement.segment_id, found.other_segment_id} == {lines[1].id, lines[3].id}


async def test_another_language_is_named_instead_of_read() -> None:
    words = "Proszę bardzo powiedzieć nam coś więcej o swojej pracy oraz doświadczeniu zawodowym " * 5
    insights, _ = await read(make_engines(), transcript=to_transcript([("Co?", words)] * 3))
    assert insights == Insights(is_language_known=False)


async def test_one_speaker_gives_empty_sections() -> None:
    insights, _ = await read(make_engines(), transcript=dialogue("I: Hello, can anybody hear me at all?"))
    assert (insights.answers, insights.contradictions, insights.follow_ups) == ((), (), ())


def test_an_exchange_has_ended_once_the_interviewer_goes_on() -> None:
    lexicon = load_lexicon("en")
    assert lexicon is not None
    lines = to_transcript(STRONG[:1])
    assert list_ended(lines, find_exchanges(lines, lexicon)) == []
    more = [*lines, to_transcript(STRONG[:2])[2]]
    assert len(list_ended(more, find_exchanges(more, lexicon))) == 1


def test_talk_time_counts_each_side() -> None:
    measured = measure_talk_time([("interviewer", 0, 4), ("candidate", 4, 10), ("candidate", 12, 11)])
    assert (measured.interviewer_seconds, measured.candidate_seconds) == (4.0, 6.0)


class TestRoute:
    def test_owner_reads_the_interview_so_far(
        self, alice: Person, bob: Person, spoken_interview: Json, database: Database
    ) -> None:
        body = {"interviewId": spoken_interview["_id"]}
        response = alice.post("/api/aisense/live", json=body).json()
        assert (response["ready"], response["reason"]) == (True, "")
        assert response["insights"]["answers"][0]["question"] == QUESTION
        assert response["insights"]["talkTime"]["candidateSeconds"] > 0
        assert bob.post("/api/aisense/live", json=body).status_code == 404
        with database.transaction() as session:
            assert session.scalars(select(AnalysisText.key)).all()
            # Nothing is decided: reading changes no status.
            assert set(session.scalars(select(Question.tracking_status))) <= {"pending"}

    def test_says_what_it_waits_for(self, alice: Person, interview: Json, running_interview: Json) -> None:
        body = {"interviewId": running_interview["_id"]}
        response = alice.post("/api/aisense/live", json=body).json()
        assert response["reason"] == "Waiting for more conversation to analyze..."
        assert (response["ready"], response["insights"]) == (False, None)

    def test_a_killed_judge_is_503_and_the_next_reading_works(
        self, alice: Person, spoken_interview: Json, engines: Engines
    ) -> None:
        judge = engines.judge
        assert isinstance(judge, FakeJudge)
        judge.script.fail_next(EngineUnavailable("the worker was killed"))
        body = {"interviewId": spoken_interview["_id"]}
        assert alice.post("/api/aisense/live", json=body).status_code == 503
        assert alice.post("/api/aisense/live", json=body).json()["ready"] is True

    def test_the_check_against_the_cv_can_be_switched_off(
        self, alice: Person, spoken_interview: Json, state: Any, database: Database
    ) -> None:
        state.settings = state.settings.model_copy(update={"consistency_check": False})
        response = alice.post("/api/aisense/live", json={"interviewId": spoken_interview["_id"]}).json()
        assert response["insights"]["contradictions"] == []
        with database.transaction() as session:
            assert session.scalars(select(TranscriptSegment.id)).all()
