"""HTTP routes of single-file transcription, also in the form of whisper.cpp's server."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Form, Request, UploadFile
from fastapi.responses import PlainTextResponse

from app.core.errors import AppError
from app.core.limits import accept_audio
from app.core.operations import OperationDep, run_cancellable
from app.core.refusals import refuses
from app.core.security import ScopedClaims, TokenScope, sign_scoped_token
from app.core.spoken_languages import DETECT, require_known_language
from app.core.state import AppState, StateDep
from app.transcription.callers import INFERENCE_PATH, TranscriptionCaller
from app.transcription.constants import load_constants
from app.transcription.dependencies import RecordingReaderDep
from app.transcription.errors import SpeechNotReadyDetails
from app.transcription.inference_formats import ResponseFormat, write_srt, write_text, write_vtt
from app.transcription.pipeline.settings import PipelineSettings
from app.transcription.recording_options import RecordingOptions
from app.transcription.recordings import RecordingLine, RecordingTranscript, transcribe_recording
from app.transcription.schemas import (
    ChunkingSettings,
    InferenceDetails,
    InferenceSegment,
    InferenceText,
    InferenceWord,
    RecordingText,
    SpeechServerHealth,
    TokenRequest,
    TranscriptionTokenResponse,
)
from app.users.dependencies import CurrentClaims, CurrentUser
from models.ports import EngineKind, EngineState, working_for

router = APIRouter(tags=["transcription"])

LanguageCode = Annotated[str, Form(pattern=r"^([a-z]{2,3}|auto)$")]
Probability = Annotated[float, Form(ge=0, le=1, allow_inf_nan=False)]


@router.post("/api/transcription/token")
def issue_token(
    body: TokenRequest, user: CurrentUser, claims: CurrentClaims, state: StateDep
) -> TranscriptionTokenResponse:
    """A token for ``/api/transcription/whisper`` and ``/inference``, and how to cut audio for them.

    Audio always goes to this server, whatever the provider behind it is.
    """
    del user
    provider = "openai" if state.settings.speech_provider == "openai" else "local"
    constants = load_constants()
    client = constants.client
    return TranscriptionTokenResponse(
        token=sign_scoped_token(
            secret=state.session_secret,
            scope=TokenScope.TRANSCRIPTION,
            claims=ScopedClaims(claims.session_token_id, claims.user_id),
            issued_at=state.now(),
            seconds=body.expires_in,
        ),
        provider=provider,
        whisper_url="/api/transcription/whisper",
        expires_in=body.expires_in,
        audio=ChunkingSettings(
            sample_rate=client.sample_rates[provider],
            chunk_seconds=client.chunk_seconds,
            chunk_overlap_seconds=client.chunk_overlap_seconds,
            silence_level=constants.filter.silence_level,
            max_retries=client.max_retries,
            retry_delay_seconds=client.retry_delay_seconds,
        ),
    )


@router.post("/api/transcription/whisper", responses=refuses(401, 403, 429))
@accept_audio
async def transcribe_file(
    *,
    request: Request,
    file: UploadFile,
    caller: TranscriptionCaller,
    state: StateDep,
    operation: OperationDep,
    reader: RecordingReaderDep,
    model: Annotated[str, Form(max_length=200)] = "",
    language: LanguageCode = "en",
) -> RecordingText:
    """Transcribe one recording; the text is empty without speech. 422 ``UNKNOWN_LANGUAGE``.

    ``model`` is accepted for compatibility. The installed model is used and named in the response.
    """
    del model
    _check_language(language, state)

    async def transcribe() -> RecordingTranscript:
        async with reader.open(file) as recording:
            return await transcribe_recording(
                state.engines.speech,
                recording,
                language=language,
                settings=PipelineSettings(),
                report=lambda share: operation.report(stage="transcribing", share=share),
            )

    async with state.turns.take("transcription", caller):
        with working_for(caller):
            transcript = await run_cancellable(request, transcribe())
    return RecordingText(
        text=transcript.text,
        language=transcript.language,
        duration_seconds=round(transcript.seconds, 3),
        model=transcript.model,
    )


@router.post(
    INFERENCE_PATH,
    response_model=InferenceDetails | InferenceText,
    responses=refuses(401, 403, 429) | {200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
@accept_audio
async def infer(
    *,
    request: Request,
    file: UploadFile,
    caller: TranscriptionCaller,
    state: StateDep,
    reader: RecordingReaderDep,
    language: LanguageCode = "en",
    response_format: Annotated[ResponseFormat, Form()] = ResponseFormat.JSON,
    prompt: Annotated[str, Form(max_length=2_000)] = "",
    temperature: Probability = 0.0,
    vad_thold: Annotated[float | None, Form(ge=0.05, le=0.95, allow_inf_nan=False)] = None,
    no_speech_thold: Annotated[float | None, Form(ge=0, le=1, allow_inf_nan=False)] = None,
) -> InferenceDetails | InferenceText | PlainTextResponse:
    """Transcribe one recording in the form of whisper.cpp's server. 422 ``UNKNOWN_LANGUAGE``.

    ``vad_thold`` is the voice probability from which speech begins, ``no_speech_thold`` the decoder's
    probability of no speech above which a weak text is dropped. Other fields of that server are ignored.
    """
    _check_language(language, state)
    settings = PipelineSettings()
    if no_speech_thold is not None:
        settings = replace(settings, max_no_speech_probability=no_speech_thold)

    async def transcribe() -> RecordingTranscript:
        async with reader.open(file, RecordingOptions(onset_probability=vad_thold)) as recording:
            return await transcribe_recording(
                state.engines.speech,
                recording,
                language=language,
                prompt=prompt,
                temperature=temperature,
                settings=settings,
            )

    async with state.turns.take("transcription", caller):
        with working_for(caller):
            transcript = await run_cancellable(request, transcribe())
    return _write(transcript, response_format)


@router.get("/health", responses={503: {"description": "The speech model is not ready"}})
def read_speech_health(state: StateDep) -> SpeechServerHealth:
    """Whether ``/inference`` can transcribe, as whisper.cpp's server reports it. 503 ``SPEECH_NOT_READY``."""
    for engine in state.engines.health():
        # A model that is not loaded yet loads with the first file.
        can_work = engine.state in {EngineState.READY, EngineState.STOPPED}
        if engine.kind == EngineKind.SPEECH and not can_work:
            raise AppError(
                "The speech model is not ready.",
                code="SPEECH_NOT_READY",
                status=503,
                headers={"Retry-After": "10"},
                details=SpeechNotReadyDetails(
                    status="loading model" if engine.state == EngineState.STARTING else "error"
                ),
            )
    return SpeechServerHealth()


def _check_language(language: str, state: AppState) -> None:
    if language != DETECT:
        require_known_language(language, model=state.engines.speech.identity)


def _write(
    transcript: RecordingTranscript, response_format: ResponseFormat
) -> InferenceDetails | InferenceText | PlainTextResponse:
    match response_format:
        case ResponseFormat.TEXT:
            return PlainTextResponse(write_text(transcript.lines))
        case ResponseFormat.SRT:
            return PlainTextResponse(write_srt(transcript.lines), media_type="application/x-subrip")
        case ResponseFormat.VTT:
            return PlainTextResponse(write_vtt(transcript.lines), media_type="text/vtt")
        case ResponseFormat.JSON:
            return InferenceText(text=transcript.text)
        case ResponseFormat.VERBOSE_JSON:
            return InferenceDetails(
                text=transcript.text,
                language=transcript.language,
                duration=round(transcript.seconds, 3),
                segments=[_to_segment(number, line) for number, line in enumerate(transcript.lines)],
            )


def _to_segment(number: int, line: RecordingLine) -> InferenceSegment:
    return InferenceSegment(
        id=number,
        text=line.text,
        start=round(line.start_seconds, 3),
        end=round(line.end_seconds, 3),
        avg_logprob=line.average_log_probability,
        no_speech_prob=line.no_speech_probability,
        words=[
            InferenceWord(
                word=token.text,
                start=round(token.start_seconds, 3),
                end=round(token.end_seconds, 3),
                probability=token.probability,
            )
            for token in line.tokens
        ],
    )
