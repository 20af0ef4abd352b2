"""Fixtures: a speech engine that knows both voices by their level, and the import worker."""

from __future__ import annotations

import pytest
from fastapi import FastAPI

from app.core.state import AppState
from app.interview_import.recordings.workers import RecordingImportWorkers
from models.ports import (
    Engines,
)
from tests.fakes.engines import FakeSpeech, fake_engines
from tests.interview_import.recordings.steps import (
    LevelReader,
    answer,
)


@pytest.fixture
def speech() -> FakeSpeech:
    return FakeSpeech(answer)


@pytest.fixture
def engines(speech: FakeSpeech) -> Engines:
    return fake_engines(speech=speech)


@pytest.fixture
def workers(api: FastAPI, state: AppState) -> RecordingImportWorkers:
    reader = LevelReader()
    workers = RecordingImportWorkers(state, reader)
    api.state.services.recording_reader = reader
    api.state.services.recording_import_workers = workers
    return workers
