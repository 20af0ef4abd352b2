"""Ports of the AI engines: requests, results, errors and one protocol per kind of engine.

A local adapter talks to a supervised child process, a remote adapter to a server that the admin
configured. Both raise the errors of this module and no others.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import Literal, Protocol

from models.engine_problems import EngineProblem
from models.judgement.asked_encoding import AskedPair
from models.judgement.claims_encoding import ClaimPair, Relation
from models.judgement.encoding import Exchange
from models.judgement.labels import AnswerLabel, SentenceLabel

SAMPLE_RATE = 16_000
"""Samples per second of all audio at these ports."""


class Priority(IntEnum):
    """Order in which waiting jobs are served; lower values first."""

    LIVE_SPEECH = 0
    INTERACTIVE = 1
    LIVE_ANALYSIS = 2
    """Reads a running interview: after people who wait, before reports nobody waits for."""
    BACKGROUND = 3


_owner: ContextVar[str | None] = ContextVar("engine_work_owner", default=None)


def get_work_owner() -> str | None:
    """User for whom the current task works; None for the server's own work."""
    return _owner.get()


@contextmanager
def working_for(owner_id: str) -> Iterator[None]:
    """Attribute engine jobs of this task, and of tasks that it starts, to a user: users take turns."""
    token = _owner.set(owner_id)
    try:
        yield
    finally:
        _owner.reset(token)


class EngineKind(StrEnum):
    LLM = "llm"
    SPEECH = "speech"
    EMBEDDINGS = "embeddings"
    JUDGE = "judge"


class EngineState(StrEnum):
    STOPPED = "stopped"
    STARTING = "starting"
    READY = "ready"
    FAILED = "failed"


class EngineError(Exception):
    """An engine could not do a job; ``retryable`` says whether another attempt may succeed."""

    retryable = False
    subject = "The AI on this server"
    """Subject of the error sentence shown to people."""
    code = "ENGINE_UNAVAILABLE"
    """Error code in HTTP responses for retryable errors."""

    def __init__(self, message: str = "", *, problem: EngineProblem | None = None) -> None:
        super().__init__(message)
        self.problem = problem
        """Why the engine does not work, if that is the reason."""


class EngineBusy(EngineError):
    """The bounded queue is full. ``retry_after_seconds`` is an estimate from recent job times."""

    retryable = True

    def __init__(self, message: str, *, retry_after_seconds: int) -> None:
        super().__init__(message)
        self.retry_after_seconds = retry_after_seconds


class EngineUnavailable(EngineError):
    """The model is missing, cannot be loaded, or its process died twice on the same job."""

    retryable = True


class EngineTimeout(EngineError):
    """The job ran past its time limit."""

    retryable = True


class ContextTooLong(EngineError):
    """The prompt and the requested completion do not fit the model's context window."""

    def __init__(self, message: str, *, prompt_tokens: int, context_window: int) -> None:
        super().__init__(message)
        self.prompt_tokens = prompt_tokens
        self.context_window = context_window


class InvalidEngineRequest(EngineError):
    """The request itself is malformed (odd PCM length, empty message list, unknown language …)."""


QueueListener = Callable[[int], None]
"""Called with the number of jobs ahead whenever it changes; 0 means running."""

TokenListener = Callable[[str], None]
"""Called with each piece of text as it is decoded."""


@dataclass(frozen=True, slots=True)
class ModelIdentity:
    """The weights that produced a result; stored with every result so that a report can be traced."""

    name: str
    sha256: str
    """Lowercase hex digest of the weights file; empty for a remote model."""
    provider: Literal["local", "openai", "whisper_cpp"] = "local"


@dataclass(frozen=True, slots=True)
class EngineHealth:
    kind: EngineKind
    state: EngineState
    model: str
    problem: EngineProblem | None = None
    """Why it does not work, or why its worker is starting again."""
    queued: int = 0
    running: int = 0
    restarts: int = 0
    worker_pid: int | None = None


# --- Language model -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Message:
    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True)
class CompletionRequest:
    """A prompt and how to complete it.

    Keep the beginning of ``messages`` identical in a series of requests: tokens that equal those of
    the previous request come from the cache instead of being prefilled again.
    """

    messages: tuple[Message, ...]
    max_tokens: int
    temperature: float = 0.0
    top_p: float = 0.95
    stop: tuple[str, ...] = ()
    seed: int = 0
    timeout_seconds: float = 600.0


@dataclass(frozen=True, slots=True)
class Completion:
    text: str
    finish_reason: Literal["stop", "length"]
    """``length`` means that the text was cut off at ``max_tokens``."""
    prompt_tokens: int
    cached_tokens: int
    completion_tokens: int
    duration_ms: int
    """Time in the engine, without waiting in the queue."""
    model: ModelIdentity = field(default_factory=lambda: ModelIdentity(name="", sha256=""))


@dataclass(frozen=True, slots=True)
class ChoiceRequest:
    """A prompt, and two answers whose probabilities are compared.

    Keep the beginning of ``messages`` identical in a series of requests, as in CompletionRequest.
    """

    messages: tuple[Message, ...]
    answers: tuple[str, str]
    """Only the first token of each is compared, so they must begin with different tokens."""
    timeout_seconds: float = 60.0


@dataclass(frozen=True, slots=True)
class Choice:
    log_odds: float
    """Natural logarithm of the probability of the first answer over that of the second, not calibrated."""
    prompt_tokens: int
    cached_tokens: int
    duration_ms: int
    """Time in the engine, without waiting in the queue."""
    model: ModelIdentity = field(default_factory=lambda: ModelIdentity(name="", sha256=""))


class LlmEngine(Protocol):
    @property
    def identity(self) -> ModelIdentity: ...

    @property
    def context_window(self) -> int:
        """Maximum tokens of prompt and completion together."""
        ...

    async def complete(
        self,
        request: CompletionRequest,
        *,
        priority: Priority,
        on_token: TokenListener | None = None,
        on_queue: QueueListener | None = None,
    ) -> Completion:
        """Complete one prompt. Cancelling the awaiting task cancels the work.

        Raises EngineBusy, EngineUnavailable, EngineTimeout, ContextTooLong, InvalidEngineRequest.
        """
        ...

    async def choose(
        self,
        request: ChoiceRequest,
        *,
        priority: Priority,
        on_queue: QueueListener | None = None,
    ) -> Choice:
        """Compare two answers to a prompt without writing one. Cancelling the task cancels the work.

        Raises EngineBusy, EngineUnavailable (also if a server reports no probabilities), EngineTimeout,
        ContextTooLong, InvalidEngineRequest.
        """
        ...

    def recall(self, request: ChoiceRequest) -> Choice | None:
        """The choice for the same request, if the engine remembers it. Costs nothing."""
        ...

    async def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Tokens per text, without chat template. Remote engines may overestimate, never underestimate."""
        ...


# --- Speech ---------------------------------------------------------------------------------


class Effort(IntEnum):
    """How much time a live decode may take. An engine that has no choice ignores it."""

    FULL = 0
    NARROW = 1
    """In the narrowest encoder window that the engine trusts; a doubtful text is not decoded again."""
    SMALL = 2
    """The same with a smaller model, if one is installed and loaded."""


@dataclass(frozen=True, slots=True)
class SpeechRequest:
    pcm: bytes
    """Signed 16-bit little-endian mono samples at SAMPLE_RATE."""
    language: str = "en"
    """ISO 639-1 code, or ``auto``."""
    prompt: str = ""
    """Vocabulary hints, taken from the CV and the job description."""
    audio_context: int | None = None
    """Encoder positions, 50 per second of audio, for a quick decode; an engine may take more. None for a
    decode as accurate as the engine can make it."""
    beam_size: int = 1
    word_times: bool = True
    """False if nobody reads the tokens: an engine that takes extra time for them may leave them out."""
    voiced_seconds: float | None = None
    """How long the voice in the audio lasts, if known."""
    voice_end_seconds: float | None = None
    """Where the voice in the audio ends, if known. An engine may check its text against both."""
    temperature: float = 0.0
    effort: Effort = Effort.FULL
    timeout_seconds: float = 120.0


@dataclass(frozen=True, slots=True)
class SpeechToken:
    text: str
    start_seconds: float
    end_seconds: float
    probability: float


@dataclass(frozen=True, slots=True)
class SpeechSegment:
    text: str
    start_seconds: float
    end_seconds: float
    average_log_probability: float
    no_speech_probability: float
    tokens: tuple[SpeechToken, ...] = ()


@dataclass(frozen=True, slots=True)
class Transcription:
    segments: tuple[SpeechSegment, ...]
    language: str
    audio_seconds: float
    duration_ms: int
    model: ModelIdentity = field(default_factory=lambda: ModelIdentity(name="", sha256=""))

    @property
    def text(self) -> str:
        return " ".join(s.text.strip() for s in self.segments if s.text.strip())


class SpeechEngine(Protocol):
    @property
    def identity(self) -> ModelIdentity: ...

    async def transcribe(
        self,
        request: SpeechRequest,
        *,
        priority: Priority,
        on_queue: QueueListener | None = None,
    ) -> Transcription:
        """Decode one buffer. Every parameter is set on every call; none remains from the last one.

        Raises EngineBusy, EngineUnavailable, EngineTimeout, InvalidEngineRequest.
        """
        ...


# --- Embeddings -----------------------------------------------------------------------------


class EmbeddingsEngine(Protocol):
    @property
    def identity(self) -> ModelIdentity: ...

    async def embed(
        self,
        texts: Sequence[str],
        *,
        priority: Priority,
        on_queue: QueueListener | None = None,
    ) -> list[list[float]]:
        """One unit-length vector per text, so that a dot product is the cosine similarity."""
        ...


# --- Judge ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Judgment:
    """Calibrated probabilities, 0 to 1, for one answer."""

    sentences: tuple[Mapping[SentenceLabel, float], ...]
    """One mapping per sentence, in order, with every label."""
    answer: Mapping[AnswerLabel, float]
    """They sum to 1."""
    concerns: tuple[float, ...] = ()
    """For each sentence, a part of the log-odds that it is a concern in its interview; empty if unknown."""
    contradictions: tuple[float, ...] = ()
    """For each sentence, a part of the log-odds that it contradicts the CV; empty if unknown."""
    strengths: tuple[float, ...] = ()
    """For each sentence, a part of the log-odds that it tells a strength; empty if unknown."""
    limits: tuple[float, ...] = ()
    """For each sentence, a part of the log-odds that it names a limit of the candidate; empty if unknown."""
    evasion: float = 0.0
    """A part of the log-odds that the answer leaves the question open; means nothing without ``concerns``."""


class JudgeEngine(Protocol):
    @property
    def identity(self) -> ModelIdentity:
        """The encoder."""
        ...

    @property
    def trained(self) -> tuple[ModelIdentity, ...]:
        """The trained weights that refine the encoder."""
        ...

    async def judge(
        self,
        exchanges: Sequence[Exchange],
        *,
        priority: Priority,
        on_queue: QueueListener | None = None,
    ) -> list[Judgment]:
        """One judgment per exchange. Every exchange needs at least one sentence.

        Raises EngineBusy, EngineUnavailable, EngineTimeout, InvalidEngineRequest.
        """
        ...

    async def compare(
        self,
        pairs: Sequence[ClaimPair],
        *,
        priority: Priority,
        on_queue: QueueListener | None = None,
    ) -> list[Mapping[Relation, float]]:
        """For each pair, the calibrated probabilities of its relations, which sum to 1.

        Raises EngineBusy, EngineUnavailable, EngineTimeout.
        """
        ...

    async def read_asked(
        self,
        pairs: Sequence[AskedPair],
        *,
        priority: Priority,
        on_queue: QueueListener | None = None,
    ) -> list[float]:
        """For each pair, the log-odds that the line asks the question, not calibrated. English only.

        Raises EngineBusy, EngineUnavailable, EngineTimeout.
        """
        ...


@dataclass(frozen=True, slots=True)
class Engines:
    """The four engines of a running server, and the functions to start, stop and describe them."""

    llm: LlmEngine
    speech: SpeechEngine
    embeddings: EmbeddingsEngine
    judge: JudgeEngine
    start: Callable[[], Awaitable[None]]
    """Load the language and the speech model now."""
    prepare: Callable[[], Awaitable[None]]
    """Check that their weights are installed. They load with their first job, or with ``wake``."""
    wake: Callable[[], None]
    """Load them in the background, once. Cheap, and safe to call from any thread."""
    stop: Callable[[], Awaitable[None]]
    health: Callable[[], list[EngineHealth]]
