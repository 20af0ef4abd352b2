"""Live transcription with a real tiny model whose process is killed mid-sentence."""

from __future__ import annotations

import asyncio
import os
import signal
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.transcription.pipeline.decoding import DecodingQueue
from app.transcription.pipeline.events import Final, Speaker, TranscriptEvent
from app.transcription.pipeline.session import LiveTranscription
from app.transcription.pipeline.settings import FRAME_BYTES, PipelineSettings
from app.transcription.pipeline.spool import AudioSpool
from app.transcription.pipeline.voice_worker import VoiceWorker
from app.transcription.recording_decoding import read_recording
from models.ports import EngineKind, Engines, EngineState
from tests.models.conftest import tiny_config, tiny_engines, tiny_models_dir  # noqa: F401
from tests.transcription.conftest import MemoryStore

KILLS = 3
"""More than the engine's own second attempt, so that the pipeline has to retry."""


async def kill_while_running(engines: Engines) -> None:
    killed: set[int] = set()
    while len(killed) < KILLS:
        for health in engines.health():
            pid = health.worker_pid
            is_decoding = health.state is EngineState.READY and health.running
            if health.kind is EngineKind.SPEECH and is_decoding and pid and pid not in killed:
                os.kill(pid, signal.SIGKILL)
                killed.add(pid)
        await asyncio.sleep(0.005)


@pytest.mark.models
async def test_worker_killed_mid_sentence_loses_no_word(
    tiny_engines: Engines,  # noqa: F811
    shared_data: Path,
) -> None:
    pcm = read_recording((shared_data / "speech" / "jfk.wav").read_bytes())
    store, events = MemoryStore(), []

    async def announce(event: TranscriptEvent) -> None:
        events.append(event)

    started_at, voice = datetime.now(tz=UTC), VoiceWorker()
    live = LiveTranscription(
        queue=DecodingQueue(tiny_engines.speech),
        store=store,
        announce=announce,
        started_at=started_at,
        now=lambda: started_at,
        settings=PipelineSettings(finish_timeout_seconds=240.0),
        open_voice=voice.open_stream,
        spool=AudioSpool(),
    )
    killer = asyncio.create_task(kill_while_running(tiny_engines))
    for sequence in range(len(pcm) // FRAME_BYTES):
        frame = pcm[sequence * FRAME_BYTES : (sequence + 1) * FRAME_BYTES]
        await live.push_frame(speaker=Speaker.CANDIDATE, stream_id="s", sequence=sequence, pcm=frame)
        await asyncio.sleep(0)
    assert await live.finish()
    await killer
    await voice.stop()
    text = " ".join(event.text for event in events if isinstance(event, Final)).lower()
    assert "what your country can do for you" in text
    assert "what you can do for your country" in text
