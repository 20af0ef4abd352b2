"""The Moonshine speech engine, with a small model of the same shape in the real ONNX Runtime."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from models.catalog import Catalog, ModelEntry, ModelFile, ModelKind, load_catalog
from models.config import EngineConfig, EnginesConfig
from models.files import hash_file
from models.languages import list_languages
from models.ports import SAMPLE_RATE, InvalidEngineRequest, ModelIdentity, Priority, SpeechRequest
from models.runtime import build_engines, describe_speech
from models.speech_choice import list_known_languages
from models.store import ModelStore
from models.worker.audio_pieces import MAX_PIECE_SECONDS, find_piece_end
from models.worker.jobs import Job, JobCancelled, JobRefused
from models.worker.speech_moonshine import SPARE_TOKENS, TOKENS_PER_SECOND, MoonshineModel, read_tokens
from tests.models.onnx_files import write_moonshine

TEXTS = [b"<unk>", b"<s>", b"</s>", b"\xc3", b"\xa9", "▁cr".encode(), "▁brûl".encode(), b"e", b"!"]
CREME = [6, 3, 4, 5, 7, 8]
"""'brûlé cre!': the é in two tokens of one byte each."""


def make_sound(seconds: float, *, level: int = 8_000) -> bytes:
    return np.full(round(seconds * SAMPLE_RATE), level, dtype="<i2").tobytes()


def make_job(pcm: bytes, *, language: str = "en", is_cancelled: bool = False) -> Job:
    header: dict[str, Any] = {"job": 1, "language": language, "prompt": "", "beam_size": 5, "effort": 0}
    return Job(header, pcm, is_cancelled=lambda _job: is_cancelled, send=lambda _frame: None)


@pytest.fixture
def encoder(tmp_path: Path) -> Path:
    return write_moonshine(tmp_path / "weights", TEXTS, CREME)


@pytest.fixture
def model(encoder: Path) -> MoonshineModel:
    return MoonshineModel({"path": str(encoder), "threads": 1})


def test_text_is_written_token_by_token_with_the_cache_of_the_steps_before(model: MoonshineModel) -> None:
    result = model.run(make_job(make_sound(3.0)))
    (segment,) = result["segments"]
    assert segment["text"] == "brûlé cre!"
    assert (segment["start_seconds"], segment["end_seconds"]) == (0.0, 3.0)
    assert -0.1 < segment["average_log_probability"] <= 0.0
    assert segment["tokens"] == []
    assert result["language"] == "en"


def test_very_short_audio_is_padded(model: MoonshineModel) -> None:
    (segment,) = model.run(make_job(make_sound(0.01)))["segments"]
    assert segment["text"] == "brûlé cre!"
    assert segment["end_seconds"] == 0.01


def test_a_decoder_that_never_ends_is_stopped(model: MoonshineModel, monkeypatch: pytest.MonkeyPatch) -> None:
    """In silence, the small decoder is sure of nothing and writes a control token for ever."""
    steps = 0
    step = model._step

    def count(*values: Any, **named: Any) -> Any:
        nonlocal steps
        steps += 1
        return step(*values, **named)

    monkeypatch.setattr(model, "_step", count)
    with np.errstate(all="raise"):
        assert model.run(make_job(make_sound(2.0, level=0)))["segments"] == []
    assert steps <= 2 * TOKENS_PER_SECOND + SPARE_TOKENS


def test_long_audio_is_decoded_in_pieces_that_lie_side_by_side(model: MoonshineModel) -> None:
    seconds = 2 * MAX_PIECE_SECONDS + 5
    segments = model.run(make_job(make_sound(seconds)))["segments"]
    edges = [(one["start_seconds"], one["end_seconds"]) for one in segments]
    assert len(edges) == 3
    assert (edges[0][0], edges[-1][1]) == (0.0, seconds)
    assert all(end == start for (_, end), (start, _) in itertools.pairwise(edges))


def test_a_piece_ends_in_a_pause() -> None:
    samples = np.ones(round((MAX_PIECE_SECONDS + 10) * SAMPLE_RATE), dtype=np.float32)
    pause = round((MAX_PIECE_SECONDS - 3) * SAMPLE_RATE)
    samples[pause : pause + SAMPLE_RATE // 2] = 0.0
    assert pause < find_piece_end(samples) < pause + SAMPLE_RATE // 2
    assert find_piece_end(samples[: 3 * SAMPLE_RATE]) == 3 * SAMPLE_RATE


def test_a_text_of_128_bytes_and_more_has_two_bytes_of_length(encoder: Path) -> None:
    texts = [b"a", b"b" * 127, b"c" * 128, b"d" * 300, b""]
    write_moonshine(encoder.parent, texts, [1])
    assert read_tokens((encoder.parent / "tokenizer.bin").read_bytes()) == texts


@pytest.mark.parametrize("language", ["de", "xx"])
def test_a_language_other_than_english_is_refused(model: MoonshineModel, language: str) -> None:
    with pytest.raises(JobRefused, match="understands English only"):
        model.run(make_job(make_sound(1.0), language=language))


def test_a_canceled_decode_stops(model: MoonshineModel) -> None:
    with pytest.raises(JobCancelled):
        model.run(make_job(make_sound(1.0), is_cancelled=True))


def install(encoder: Path, folder: Path) -> ModelStore:
    """A store with the small model under the name of the real one."""
    paths = [encoder, *sorted(path for path in encoder.parent.iterdir() if path != encoder)]
    entry = ModelEntry(
        name="moonshine-tiny.en",
        kind=ModelKind.SPEECH,
        title="Small",
        license="MIT",
        publisher="Nobody",
        memory_mib=1,
        files=tuple(ModelFile(path.name, path.stat().st_size, hash_file(path)) for path in paths),
        url="https://models.example.com/",
        speech_engine="moonshine",
        languages=("en",),
    )
    store = ModelStore(folder / "models", folder / "cache", catalog=Catalog((entry, *load_catalog().entries)))
    store.place(entry.name, entry.kind, encoder.parent, entry.files)
    return store


async def test_the_catalog_chooses_the_engine_whatever_the_setting_for_whisper(
    encoder: Path, tmp_path: Path
) -> None:
    store = install(encoder, tmp_path)
    speech = EngineConfig(model="moonshine-tiny.en", speech_engine="ctranslate2", threads=1)
    config = EnginesConfig(models_dir=store.models_dir, speech=speech)
    engines = build_engines(config, store=store)
    try:
        result = await engines.speech.transcribe(
            SpeechRequest(make_sound(2.0)), priority=Priority.LIVE_SPEECH
        )
        with pytest.raises(InvalidEngineRequest, match="English only"):
            await engines.speech.transcribe(
                SpeechRequest(make_sound(2.0), language="de"), priority=Priority.LIVE_SPEECH
            )
    finally:
        await engines.stop()
    assert result.text == "brûlé cre!"
    assert result.model.name == "moonshine-tiny.en"
    assert describe_speech(config)["speech_engine"] == "moonshine"


def test_its_languages_are_those_of_the_catalog(encoder: Path, tmp_path: Path) -> None:
    entry = load_catalog().get("moonshine-tiny.en")
    assert entry.speech_engine == "moonshine"
    assert list_languages(ModelIdentity(entry.name, "")) == {"en"}
    assert list_known_languages(install(encoder, tmp_path).find(entry.name)) == {"en"}
