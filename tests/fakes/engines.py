"""Scripted engines for tests: deterministic, and able to fail, to be busy and to hold jobs.

    engines = fake_engines(llm=FakeLlm(lambda request: "Why did you choose Rust?"))
    engines = fake_engines(llm=FakeLlm(["first answer", EngineTimeout("too slow"), "third answer"]))

A script is a callable, or a sequence used one item per job (running out of items fails the test). An item
that is an exception is raised. ``hold()`` makes jobs wait for the returned event: nothing here sleeps.
"""

from __future__ import annotations

import asyncio
import hashlib
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from models.engine_work import report_work
from models.judgement.asked_encoding import AskedPair
from models.judgement.claims_encoding import ClaimPair, Relation
from models.judgement.encoding import Exchange
from models.judgement.labels import AnswerLabel, SentenceLabel
from models.ports import (
    SAMPLE_RATE,
    Choice,
    ChoiceRequest,
    Completion,
    CompletionRequest,
    ContextTooLong,
    EngineBusy,
    EngineHealth,
    EngineKind,
    Engines,
    EngineState,
    EngineUnavailable,
    InvalidEngineRequest,
    Judgment,
    ModelIdentity,
    Priority,
    QueueListener,
    SpeechRequest,
    SpeechSegment,
    TokenListener,
    Transcription,
)

Request = TypeVar("Request")
Answer = TypeVar("Answer")

FAKE_SHA256 = "f" * 64


class ScriptExhausted(AssertionError):
    """The code under test made more requests than the script has answers."""


@dataclass
class Script(Generic[Request, Answer]):
    """The answers of a fake engine, and a record of the requests it received."""

    answers: Callable[[Request], Answer | Exception] | Sequence[Answer | Exception]
    requests: list[Request] = field(default_factory=list)
    priorities: list[Priority] = field(default_factory=list)
    running: int = 0
    cancelled: int = 0
    started: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when a job begins; clear it to wait for the next one."""
    _held: asyncio.Event | None = None
    _failures: list[Exception] = field(default_factory=list)

    def hold(self) -> asyncio.Event:
        """Make jobs wait until the returned event is set."""
        self._held = asyncio.Event()
        return self._held

    def release(self) -> None:
        """Let the held jobs and all further ones run."""
        if self._held is not None:
            self._held.set()
        self._held = None

    def fail_next(self, error: Exception, *, times: int = 1) -> None:
        """Make the next ``times`` jobs raise ``error`` instead of using the script."""
        self._failures.extend([error] * times)

    def be_busy(self, *, retry_after_seconds: int = 7, times: int = 1) -> None:
        """Refuse the next ``times`` jobs as if the queue were full."""
        error = EngineBusy("The queue is full.", retry_after_seconds=retry_after_seconds)
        self.fail_next(error, times=times)

    async def answer(self, request: Request, priority: Priority, on_queue: QueueListener | None) -> Answer:
        self.requests.append(request)
        self.priorities.append(priority)
        if on_queue is not None:
            on_queue(0)
        self.running += 1
        self.started.set()
        try:
            # Yield to the event loop at least once, as a real engine does.
            await asyncio.sleep(0)
            if self._held is not None:
                await self._held.wait()
            if self._failures:
                raise self._failures.pop(0)
            answer = self._next(request)
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        finally:
            self.running -= 1
        if isinstance(answer, Exception):
            raise answer
        return answer

    def _next(self, request: Request) -> Answer | Exception:
        if callable(self.answers):
            return self.answers(request)
        index = len(self.requests) - 1
        if index >= len(self.answers):
            raise ScriptExhausted(f"job {index + 1}, but the script has {len(self.answers)} answers")
        return self.answers[index]


def count_words_and_marks(text: str) -> int:
    """Number of tokens as the fakes count them: words and single punctuation marks."""
    return len(re.findall(r"\w+|[^\w\s]", text))


class FakeLlm:
    """An LlmEngine. An answer is the text, or a Completion if the test needs its other fields.

    ``choices`` gives the log-odds of a choice. Without it, the engine reports none, like some servers.
    """

    def __init__(
        self,
        answers: Callable[[CompletionRequest], str | Completion | Exception]
        | Sequence[str | Completion | Exception] = (),
        *,
        choices: Callable[[ChoiceRequest], float | Exception] | None = None,
        context_window: int = 8192,
        name: str = "fake-llm",
    ) -> None:
        self.script: Script[CompletionRequest, str | Completion] = Script(answers)
        self.choices: Script[ChoiceRequest, float] = Script(choices or _report_no_choice)
        self.identity = ModelIdentity(name=name, sha256=FAKE_SHA256)
        self.context_window = context_window

    @property
    def requests(self) -> list[CompletionRequest]:
        return self.script.requests

    async def complete(
        self,
        request: CompletionRequest,
        *,
        priority: Priority,
        on_token: TokenListener | None = None,
        on_queue: QueueListener | None = None,
    ) -> Completion:
        if not request.messages:
            raise InvalidEngineRequest("A completion needs at least one message.")
        prompt_tokens = sum(count_words_and_marks(message.content) for message in request.messages)
        if prompt_tokens + request.max_tokens > self.context_window:
            raise ContextTooLong(
                "The prompt and its completion do not fit the context window.",
                prompt_tokens=prompt_tokens,
                context_window=self.context_window,
            )
        answer = await self.script.answer(request, priority, on_queue)
        if isinstance(answer, str):
            answer = Completion(
                text=answer,
                finish_reason="stop",
                prompt_tokens=prompt_tokens,
                cached_tokens=0,
                completion_tokens=count_words_and_marks(answer),
                duration_ms=1,
                model=self.identity,
            )
        if on_token is not None:
            for piece in re.findall(r"\S+\s*", answer.text):
                on_token(piece)
        return answer

    async def choose(
        self, request: ChoiceRequest, *, priority: Priority, on_queue: QueueListener | None = None
    ) -> Choice:
        if not request.messages:
            raise InvalidEngineRequest("A choice needs at least one message.")
        log_odds = await self.choices.answer(request, priority, on_queue)
        prompt_tokens = sum(count_words_and_marks(message.content) for message in request.messages)
        return Choice(log_odds, prompt_tokens, 0, 1, self.identity)

    def recall(self, request: ChoiceRequest) -> Choice | None:
        return None

    async def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return [count_words_and_marks(text) for text in texts]


def _report_no_choice(_request: ChoiceRequest) -> Exception:
    return EngineUnavailable("The server reports no probabilities of tokens.")


class FakeSpeech:
    """A SpeechEngine. An answer is the text of one segment, or a Transcription."""

    def __init__(
        self,
        answers: Callable[[SpeechRequest], str | Transcription | Exception]
        | Sequence[str | Transcription | Exception] = (),
        *,
        name: str = "fake-speech",
        uses_smaller: Callable[[SpeechRequest], bool] = lambda _request: False,
    ) -> None:
        self.script: Script[SpeechRequest, str | Transcription] = Script(answers)
        self.identity = ModelIdentity(name=name, sha256=FAKE_SHA256)
        self._uses_smaller = uses_smaller

    @property
    def requests(self) -> list[SpeechRequest]:
        return self.script.requests

    async def transcribe(
        self,
        request: SpeechRequest,
        *,
        priority: Priority,
        on_queue: QueueListener | None = None,
    ) -> Transcription:
        if len(request.pcm) % 2:
            raise InvalidEngineRequest("16-bit PCM has an even number of bytes.")
        answer = await self.script.answer(request, priority, on_queue)
        model = self.identity
        if self._uses_smaller(request):
            model = replace(model, name="smaller")
        if isinstance(answer, Transcription):
            return replace(answer, model=model)
        seconds = len(request.pcm) / 2 / SAMPLE_RATE
        segments = (
            (
                SpeechSegment(
                    text=answer,
                    start_seconds=0.0,
                    end_seconds=seconds,
                    average_log_probability=-0.2,
                    no_speech_probability=0.05,
                ),
            )
            if answer
            else ()
        )
        return Transcription(
            segments=segments,
            language=request.language,
            audio_seconds=seconds,
            duration_ms=1,
            model=model,
        )


class FakeEmbeddings:
    """An EmbeddingsEngine whose vectors are hashed bags of words: shared words make texts similar."""

    dimensions = 256

    def __init__(
        self,
        answers: Callable[[tuple[str, ...]], list[list[float]] | Exception] | None = None,
        *,
        name: str = "fake-embeddings",
    ) -> None:
        self.script: Script[tuple[str, ...], list[list[float]]] = Script(answers or self._bags_of_words)
        self.identity = ModelIdentity(name=name, sha256=FAKE_SHA256)

    @property
    def requests(self) -> list[tuple[str, ...]]:
        return self.script.requests

    async def embed(
        self,
        texts: Sequence[str],
        *,
        priority: Priority,
        on_queue: QueueListener | None = None,
    ) -> list[list[float]]:
        vectors = await self.script.answer(tuple(texts), priority, on_queue)
        report_work(input_tokens=sum(map(count_words_and_marks, texts)), duration_ms=1)
        return vectors

    def _bags_of_words(self, texts: tuple[str, ...]) -> list[list[float]]:
        return [self._bag(text) for text in texts]

    def _bag(self, text: str) -> list[float]:
        vector = [0.0] * self.dimensions
        for word in re.findall(r"\w+", text.lower()) or [""]:
            digest = hashlib.sha256(word.encode()).digest()
            vector[int.from_bytes(digest[:4], "big") % self.dimensions] += 1.0
        length = math.sqrt(sum(value * value for value in vector))
        return [value / length for value in vector]


class FakeJudge:
    """A JudgeEngine. By default every sentence is neutral and every answer is a full one."""

    def __init__(
        self,
        answers: Callable[[tuple[Exchange, ...]], list[Judgment] | Exception] | None = None,
        *,
        contradicts: Callable[[ClaimPair], float] = lambda _pair: False,
        asks: Callable[[AskedPair], float] | None = None,
        name: str = "fake-judge",
    ) -> None:
        self.contradicts = contradicts
        self.compared: list[ClaimPair] = []
        self.asks = asks or score_shared_words
        self.read_pairs: list[AskedPair] = []
        self.script: Script[tuple[Exchange, ...], list[Judgment]] = Script(answers or _judge_neutral)
        self.identity = ModelIdentity(name=name, sha256=FAKE_SHA256)
        self.trained = (ModelIdentity(name=f"{name}.safetensors", sha256="e" * 64),)

    @property
    def requests(self) -> list[tuple[Exchange, ...]]:
        return self.script.requests

    async def judge(
        self,
        exchanges: Sequence[Exchange],
        *,
        priority: Priority,
        on_queue: QueueListener | None = None,
    ) -> list[Judgment]:
        if not all(exchange.sentences for exchange in exchanges):
            raise InvalidEngineRequest("An exchange to judge needs at least one sentence.")
        return await self.script.answer(tuple(exchanges), priority, on_queue)

    async def compare(
        self,
        pairs: Sequence[ClaimPair],
        *,
        priority: Priority,
        on_queue: QueueListener | None = None,
    ) -> list[Mapping[Relation, float]]:
        del priority, on_queue
        self.compared += pairs
        found = [float(self.contradicts(pair)) for pair in pairs]
        return [
            {Relation.CONTRADICTS: one, Relation.UNRELATED: 1.0 - one, Relation.AGREES: 0.0} for one in found
        ]

    async def read_asked(
        self,
        pairs: Sequence[AskedPair],
        *,
        priority: Priority,
        on_queue: QueueListener | None = None,
    ) -> list[float]:
        del priority, on_queue
        self.read_pairs += pairs
        return [self.asks(pair) for pair in pairs]


def score_shared_words(pair: AskedPair) -> float:
    """Log-odds from -5 to 5 that grow with the share of the question's words that were said."""
    words = set(re.findall(r"\w+", pair.question.lower()))
    said = set(re.findall(r"\w+", f"{pair.before} {pair.line}".lower()))
    return 10.0 * len(words & said) / max(1, len(words)) - 5.0


def make_judgment(
    *sentences: Mapping[SentenceLabel, float],
    answer: AnswerLabel = AnswerLabel.FULL,
    concerns: Sequence[float] = (),
    contradictions: Sequence[float] = (),
    strengths: Sequence[float] = (),
    evasion: float = 0.0,
) -> Judgment:
    """A judgment with these probabilities; the labels that are not named have 0."""
    return Judgment(
        sentences=tuple({label: named.get(label, 0.0) for label in SentenceLabel} for named in sentences),
        answer={label: float(label is answer) for label in AnswerLabel},
        concerns=tuple(concerns),
        contradictions=tuple(contradictions),
        strengths=tuple(strengths),
        evasion=evasion,
    )


def _judge_neutral(exchanges: tuple[Exchange, ...]) -> list[Judgment]:
    neutral = {SentenceLabel.NEUTRAL: 1.0}
    return [make_judgment(*[neutral] * len(exchange.sentences)) for exchange in exchanges]


def fake_engines(
    *,
    llm: FakeLlm | None = None,
    speech: FakeSpeech | None = None,
    embeddings: FakeEmbeddings | None = None,
    judge: FakeJudge | None = None,
    health: Sequence[EngineHealth] | None = None,
) -> Engines:
    """The four fakes as the server's engines. Without a script, llm and speech fail the test when used."""
    chosen_llm = llm or FakeLlm()
    chosen_speech = speech or FakeSpeech()
    chosen_embeddings = embeddings or FakeEmbeddings()
    chosen_judge = judge or FakeJudge()

    async def start() -> None:
        return None

    def wake() -> None:
        return None

    async def stop() -> None:
        return None

    def all_ready() -> list[EngineHealth]:
        if health is not None:
            return list(health)
        names = {
            EngineKind.LLM: chosen_llm.identity.name,
            EngineKind.SPEECH: chosen_speech.identity.name,
            EngineKind.EMBEDDINGS: chosen_embeddings.identity.name,
            EngineKind.JUDGE: chosen_judge.identity.name,
        }
        return [EngineHealth(kind=kind, state=EngineState.READY, model=name) for kind, name in names.items()]

    return Engines(
        llm=chosen_llm,
        speech=chosen_speech,
        embeddings=chosen_embeddings,
        judge=chosen_judge,
        start=start,
        prepare=start,
        wake=wake,
        stop=stop,
        health=all_ready,
    )
