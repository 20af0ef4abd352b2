"""Slots that the model fills: only what was said is kept, and the number of calls is bounded."""

from __future__ import annotations

from app.analysis.consistency.check import InterviewClaims
from app.analysis.consistency.half_read import MAX_SENTENCES, list_half_read, read_half_read
from app.analysis.exchanges import find_exchanges
from app.analysis.lexicon import load_lexicon
from app.analysis.text_cache import TextCache
from models.ports import Priority
from tests.analysis.consistency.cases import WAREHOUSE
from tests.analysis.consistency.checking import TODAY
from tests.analysis.dialogues import dialogue
from tests.fakes.engines import FakeLlm

HALF_READ = "C: My contract with Brightwell Logistics, nine years it ran in the end."


def read(*turns: str) -> InterviewClaims:
    lexicon = load_lexicon("en")
    assert lexicon is not None
    return InterviewClaims.read(
        find_exchanges(dialogue(*turns), lexicon), cv_parsed=WAREHOUSE, cv_text="", today=TODAY
    )


async def fill(interview: InterviewClaims, *completions: str) -> FakeLlm:
    llm = FakeLlm(completions)
    await read_half_read(interview, llm, priority=lambda: Priority.BACKGROUND)
    return llm


async def test_a_slot_whose_words_were_said_becomes_a_claim() -> None:
    interview = read("I: And then?", HALF_READ)
    assert not interview.finish().discrepancies
    await fill(interview, "employer=Brightwell Logistics\nfrom=\nto=\nduration=nine years")
    (item,) = interview.finish().discrepancies
    assert (item.kind.value, item.statement.quote) == ("duration", HALF_READ.removeprefix("C: "))


async def test_a_value_that_was_not_said_is_dropped() -> None:
    for completion in (
        "employer=Brightwell Logistics\nfrom=2010\nto=\nduration=twelve years",
        "employer=Brightwell Logistics\nfrom=\nto=\nduration=9 years",
        "employer=Norwold Storage\nfrom=\nto=\nduration=nine years",
        "employer=\nfrom=\nto=\nduration=nine years",
        "employer=Brightwell Logistics\nfrom=nine years\nto=nine years\nduration=",
    ):
        interview = read("I: And then?", HALF_READ)
        await fill(interview, completion)
        assert not interview.finish().discrepancies, completion


async def test_a_completion_without_slots_is_tried_twice_and_left_out() -> None:
    interview = read("I: And then?", HALF_READ)
    llm = await fill(interview, "The candidate worked there.", "I cannot say.")
    assert len(llm.requests) == 2
    assert not interview.finish().discrepancies


async def test_a_sentence_is_read_once() -> None:
    cache = TextCache()
    llm = FakeLlm(["employer=Brightwell Logistics\nfrom=\nto=\nduration=nine years"])
    for _ in range(2):
        interview = read("I: And then?", HALF_READ)
        await read_half_read(interview, llm, priority=lambda: Priority.BACKGROUND, cache=cache)
        assert interview.finish().discrepancies
    assert len(llm.requests) == 1


async def test_the_number_of_calls_is_bounded() -> None:
    turns = ("I: And?", HALF_READ) * 40
    interview = read(*turns)
    assert len(list_half_read(interview)) == MAX_SENTENCES


async def test_a_sentence_that_the_grammar_read_needs_no_model() -> None:
    interview = read("I: And then?", "C: I was at Brightwell Logistics for six years.")
    llm = await fill(interview)
    assert llm.requests == []
