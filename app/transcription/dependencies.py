"""FastAPI dependencies of the transcription routes."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request

from app.transcription.recording_reader import RecordingReader


def get_recording_reader(request: Request) -> RecordingReader:
    reader = request.app.state.services.recording_reader
    assert isinstance(reader, RecordingReader)
    return reader


RecordingReaderDep = Annotated[RecordingReader, Depends(get_recording_reader)]
