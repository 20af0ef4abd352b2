"""Trials in the setup of the terminal: a test email, the speed of this machine, both models at work."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import anyio
import anyio.to_thread

from app.admin.settings.service import make_test_mail
from app.capacity_measurement import measure_engine
from app.commands.progress_line import ElapsedTime
from app.core.capacity import save_capacity
from app.core.clock import utc_now
from app.engines import make_engines_config
from app.integrations.email.port import EmailFailed
from app.integrations.email.smtp import make_transport
from app.setup.self_test import read_engine_name, write_sentence
from app.transcription.recording_decoding import Undecodable, read_recording
from models.ports import SAMPLE_RATE, EngineError, Engines, Priority, SpeechRequest
from models.runtime import build_engines

if TYPE_CHECKING:
    from app.core.settings import Settings
    from app.setup.console import Console

_SPOKEN_SECONDS = 30
_BYTES_PER_SECOND = 2 * SAMPLE_RATE
_TIMEOUT_SECONDS = 300.0

OpenEngines = Callable[["Settings"], AbstractAsyncContextManager[Engines]]


@asynccontextmanager
async def open_engines(settings: Settings) -> AsyncIterator[Engines]:
    """The engines of these settings, which load with their first job."""
    engines = build_engines(make_engines_config(settings))
    try:
        yield engines
    finally:
        await engines.stop()


async def try_mail(console: Console, settings: Settings, *, base: Settings) -> None:
    """Send a test email, if an address is entered."""
    if not settings.has_email:
        return
    recipient = console.read("  Send a test email to (empty: none): ").strip()
    if not recipient:
        return
    mail = make_test_mail(settings, recipient=recipient)
    try:
        await anyio.to_thread.run_sync(make_transport(settings, base=base).deliver, mail)
    except EmailFailed as failure:
        console.write(f"  FAIL: The email was not sent: {failure.reason}")
    else:
        console.write(f"  ok: The test email is on its way to {recipient}.")


async def try_models(console: Console, settings: Settings, *, open_engines: OpenEngines) -> None:
    """Measure this machine, let the language model write, and transcribe a recording, each if wanted."""
    async with open_engines(settings) as engines:
        if settings.speech_provider == "local" and console.confirm("  Measure this machine, for a minute?"):
            await _try(console, "Measuring", lambda: _measure(settings, engines))
        if console.confirm("  Let the language model write a sentence?"):
            await _try(console, "Writing", lambda: _write(engines))
        place = console.read(
            "  Recording with speech to transcribe, such as a WAV file (empty: none): "
        ).strip()
        if place:
            await _try(console, "Transcribing", lambda: _transcribe(engines, Path(place)))


async def _try(console: Console, action: str, work: Callable[[], Awaitable[str]]) -> None:
    try:
        with ElapsedTime(f"  {action}"):
            sentence = await work()
    except Undecodable:
        console.write("  FAIL: This file is not a recording that the server can read.")
    except (EngineError, OSError) as error:
        console.write(f"  FAIL: {error}")
    else:
        console.write(f"  ok: {sentence}")


async def _measure(settings: Settings, engines: Engines) -> str:
    capacity = await measure_engine(engines.speech, lambda: read_engine_name(settings), now=utc_now())
    save_capacity(settings.data_dir, capacity)
    return (
        f"This machine can run {capacity.interviews} interviews at once: {capacity.model} decodes an "
        f"utterance in {capacity.decode_seconds:.2f} s."
    )


async def _write(engines: Engines) -> str:
    written = await write_sentence(engines.llm)
    return f"{written.model} wrote in {written.seconds} s: {written.text}"


async def _transcribe(engines: Engines, file: Path) -> str:
    content = await anyio.Path(file).read_bytes()
    pcm = (await anyio.to_thread.run_sync(read_recording, content))[: _SPOKEN_SECONDS * _BYTES_PER_SECOND]
    # A model of one language cannot detect any.
    language = "en" if engines.speech.identity.name.endswith(".en") else "auto"
    heard = await engines.speech.transcribe(
        SpeechRequest(pcm, language=language, timeout_seconds=_TIMEOUT_SECONDS), priority=Priority.INTERACTIVE
    )
    text = " ".join(segment.text for segment in heard.segments).strip()
    return f"{engines.speech.identity.name} understood: {text or 'nothing'}"
