"""Self-tests of the models: write a sentence, and measure the speed of transcription.

The measurement uses a sound without words, so it shows how many interviews the machine can run, but not how
accurately the model transcribes.
"""

from __future__ import annotations

import time
from datetime import datetime

from app.capacity_measurement import measure_engine
from app.core.capacity import MeasuredCapacity, save_capacity
from app.core.errors import InvalidState
from app.core.settings import Settings
from app.core.state import AppState
from app.engines import make_engines_config
from app.setup.running_interviews import require_none_running
from app.setup.schemas import WrittenTest
from models.errors import StoreError
from models.ports import CompletionRequest, LlmEngine, Message, Priority
from models.runtime import describe_speech

_PROMPT = (
    "Write one friendly sentence that welcomes a candidate to a job interview. Write only this sentence."
)
_MAX_TOKENS = 60
_TIMEOUT_SECONDS = 300.0
"""Long, because on a slow machine the model may have to be loaded first."""


class SpeechElsewhere(InvalidState):
    code = "SPEECH_ELSEWHERE"

    def __init__(self) -> None:
        super().__init__("Speech is recognized on another server, so there is nothing to measure here.")


class SpeechModelMissing(InvalidState):
    code = "SPEECH_MODEL_MISSING"

    def __init__(self) -> None:
        super().__init__("The speech model is not installed, so there is nothing to measure.")


async def write_sentence(llm: LlmEngine) -> WrittenTest:
    """Let the language model write a sentence. Raises EngineError."""
    started = time.monotonic()
    completion = await llm.complete(
        CompletionRequest(
            messages=(Message(role="user", content=_PROMPT),),
            max_tokens=_MAX_TOKENS,
            timeout_seconds=_TIMEOUT_SECONDS,
        ),
        priority=Priority.INTERACTIVE,
    )
    return WrittenTest(
        text=completion.text.strip(),
        model=llm.identity.name,
        seconds=round(time.monotonic() - started, 1),
    )


async def measure_machine(state: AppState, *, now: datetime) -> MeasuredCapacity:
    """Measure how many interviews this machine can run at once, and store the result in the data folder.

    Raises InterviewsRunning, SpeechElsewhere, SpeechModelMissing and EngineError.
    """
    if state.settings_at_start.speech_provider != "local":
        raise SpeechElsewhere
    await require_none_running(state)
    capacity = await measure_engine(
        state.engines.speech, lambda: read_engine_name(state.settings_at_start), now=now
    )
    save_capacity(state.settings.data_dir, capacity)
    return capacity


def read_engine_name(settings: Settings) -> str:
    """The speech engine that the settings choose. Raises SpeechModelMissing."""
    try:
        name: str = describe_speech(make_engines_config(settings))["speech_engine"]
    except StoreError:
        raise SpeechModelMissing from None
    return name
