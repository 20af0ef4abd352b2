"""Assembly of the server: settings, database, engines, routes, rooms and scheduler."""

from __future__ import annotations

import logging
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request
from starlette.types import Receive, Scope, Send

from app.api import ROUTERS, SHARED_CONSTANTS, SOCKET_EVENTS, AppServices, install_hooks, make_jobs
from app.candidates import search as candidate_search
from app.contact.throttle import ContactThrottle
from app.core.cluster import Cluster
from app.core.database import Database, make_engine
from app.core.errors import install_error_handlers
from app.core.limits import BodyLimit, BodyRules, is_audio_route
from app.core.logging import RequestLog, configure_logging
from app.core.product_version import product_version
from app.core.schemas import Failure
from app.core.sealing import load_sealer
from app.core.security import load_or_create_secret, read_session_token
from app.core.security_headers import HeaderPolicy, SecurityHeaders
from app.core.settings import Settings
from app.core.state import AppState
from app.core.stored_settings import read_effective
from app.core.tracing import SpanExporter
from app.core.web_client import install_web_client
from app.documents.sweep import load_installation_id
from app.engines import make_engines_config
from app.error_details import ERROR_DETAILS
from app.integrations.captcha.recaptcha import SCRIPT_SOURCES
from app.integrations.s3_file_store import make_files
from app.job_descriptions import search as job_description_search
from app.openapi import DocumentedApi
from app.process_notices import join_cluster
from app.questions.writing import load_classifiers
from app.record_search.ports import SearchedKind
from app.record_search.service import RecordIndexing
from app.refused_access import RefusedAccess, RefusedAccessWatch
from app.scheduled_jobs.runner import JobRunner
from app.transcription.callers import may_send_audio
from app.usage.metering import Meter, meter_engines
from app.usage.prices import Prices
from app.usage.recorder import UsageRecorder
from app.users.dependencies import bearer_token
from app.users.first_admin import prepare_first_admin
from app.users.link_guesses import LinkThrottle
from app.users.provider_arrivals import ProviderArrivals
from app.users.throttle import FailureThrottle, make_provider_throttle, make_registration_throttle
from models.ports import Engines
from models.remembering import remember_results
from models.runtime import build_engines

log = logging.getLogger("greenroom")

DEFAULT_WEB_DIR = Path(__file__).resolve().parents[1] / "web" / "dist"


class ServerApp:
    """The whole server as one ASGI application: HTTP API, web client and socket."""

    def __init__(self, api: FastAPI) -> None:
        self.api = api
        services: AppServices = api.state.services
        self._app = SecurityHeaders(services.realtime.make_application(api), read_policy=self._read_policy)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._app(scope, receive, send)

    def _read_policy(self) -> HeaderPolicy:
        state: AppState = self.api.state.greenroom
        return HeaderPolicy(
            other_sites=SCRIPT_SOURCES if state.settings.has_recaptcha else (),
            is_https=(state.settings.public_url or "").startswith("https://"),
        )


def create_app(settings: Settings | None = None) -> ServerApp:
    """The server with these settings, or with those of the environment."""
    settings = settings or Settings()
    configure_logging(settings.log_level, log_format=settings.log_format)
    return ServerApp(create_api(settings))


def create_api(settings: Settings) -> FastAPI:
    """The HTTP part of the server."""
    api = build_api(web_dir=settings.web_dir or DEFAULT_WEB_DIR)
    install_services(api, settings)
    return api


def build_api(*, web_dir: Path) -> FastAPI:
    """Routes, middleware and error handlers. They read the state from ``api.state`` at each request."""
    api = DocumentedApi(
        events=SOCKET_EVENTS,
        error_details=ERROR_DETAILS,
        constants=SHARED_CONSTANTS,
        title="Greenroom",
        version=product_version(),
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=_lifespan,
        separate_input_output_schemas=False,
        responses={
            "4XX": {"model": Failure, "description": "Refused"},
            "5XX": {"model": Failure, "description": "Failed"},
        },
    )
    install_error_handlers(api)
    api.add_middleware(
        BodyLimit,
        rules=BodyRules(
            read_max_upload_bytes=_read_max_upload_bytes,
            is_signed_in=_may_upload,
        ),
    )
    api.add_middleware(RefusedAccessWatch, find_recorder=_find_refused_access)
    api.add_middleware(RequestLog)
    for router in ROUTERS:
        api.include_router(router)
    install_web_client(api, web_dir)
    return api


def install_services(
    api: FastAPI, settings: Settings, *, engines: Engines | None = None, database: Database | None = None
) -> None:
    """Attach the state and services of one server to ``api``, replacing earlier ones.

    ``engines`` and ``database`` replace the configured ones: tests pass scripted engines and a database that
    does not wait for the disk.
    """
    base_settings = settings
    base_settings.data_dir.mkdir(parents=True, exist_ok=True)
    secrets_dir = base_settings.data_dir / "secrets"
    database = database or Database(make_engine(base_settings.resolved_database_url))
    sealer = load_sealer(base_settings.data_dir)
    settings = read_effective(database, base=base_settings, sealer=sealer)
    state = AppState(
        settings=settings,
        base_settings=base_settings,
        settings_at_start=settings,
        files=make_files(settings, base=base_settings),
        database=database,
        sealer=sealer,
        engines=engines or build_engines(make_engines_config(settings, base=base_settings)),
        session_secret=load_or_create_secret(secrets_dir / "session.key"),
    )
    if base_settings.redis_url is not None and base_settings.server_name is not None:
        state.cluster = Cluster(
            database,
            redis_url=base_settings.redis_url.get_secret_value(),
            server_name=base_settings.server_name,
        )
    usage_recorder = UsageRecorder(database)
    meter = Meter(
        usage_recorder.record,
        read_prices=lambda: Prices.of(state.settings),
        now=state.read_clock,
        monotonic=state.read_monotonic,
    )
    # What is remembered costs nothing, so it is no use of an engine.
    state.engines = remember_results(meter_engines(state.engines, meter))
    api.state.usage_recorder = usage_recorder
    install_hooks(state)
    services = AppServices.of(state)
    api.state.greenroom = state
    api.state.services = services
    refused_access = RefusedAccess(state)
    services.realtime.dispatcher.attempt_listeners.append(refused_access.report)
    api.state.refused_access = refused_access
    api.state.record_indexing = RecordIndexing(
        database,
        {
            SearchedKind.CANDIDATE: candidate_search.read_texts,
            SearchedKind.JOB_DESCRIPTION: job_description_search.read_texts,
        },
    )
    api.state.job_runner = JobRunner(state, make_jobs(services))
    if state.cluster is not None:
        join_cluster(state.cluster, services, api.state.job_runner)
    api.state.failure_throttle = FailureThrottle(
        attempts=settings.login_attempts, window_seconds=settings.login_window_seconds
    )
    api.state.contact_throttle = ContactThrottle()
    api.state.registration_throttle = make_registration_throttle()
    api.state.provider_throttle = make_provider_throttle()
    api.state.provider_arrivals = ProviderArrivals()
    api.state.link_throttle = LinkThrottle()


def _read_state(scope: Scope) -> AppState:
    state: AppState = scope["app"].state.greenroom
    return state


def _find_refused_access(scope: Scope) -> RefusedAccess:
    found: RefusedAccess = scope["app"].state.refused_access
    return found


def _read_max_upload_bytes(scope: Scope) -> int:
    settings = _read_state(scope).settings_at_start
    return settings.max_audio_bytes if is_audio_route(scope) else settings.max_upload_bytes


def _may_upload(scope: Scope) -> bool:
    """Whether a request has a token of this server, without a database query."""
    request, state = Request(scope), _read_state(scope)
    if is_audio_route(scope) and may_send_audio(request, state):
        return True
    services: AppServices = scope["app"].state.services
    if services.browser_restore.is_holder(bearer_token(request)):
        return True
    return read_session_token(bearer_token(request), secret=state.session_secret, now=state.now()) is not None


@asynccontextmanager
async def _lifespan(api: FastAPI) -> AsyncIterator[None]:
    state: AppState = api.state.greenroom
    services: AppServices = api.state.services
    record_indexing: RecordIndexing = api.state.record_indexing
    exporter = SpanExporter(state.settings.otel_endpoint) if state.settings.otel_endpoint else None
    if exporter is not None:
        exporter.start()
    await record_indexing.start()
    state.setup_code = await state.database.run(
        prepare_first_admin, settings=state.settings, hooks=state.hooks
    )
    usage_recorder: UsageRecorder = api.state.usage_recorder
    await usage_recorder.start()
    if state.settings_at_start.preload_models:
        await state.engines.start()
    else:
        await state.engines.prepare()
    installation_id = await state.database.run(load_installation_id)
    await services.start(installation_id=installation_id)
    job_runner: JobRunner = api.state.job_runner
    await job_runner.start()
    if state.cluster is not None:
        await state.cluster.start(installation_id=installation_id)
    state.clock_watch.listeners.append(job_runner.follow_clock_step)
    state.clock_watch.start()
    # Loaded now, so that the first questions after a start need not wait for it.
    threading.Thread(target=load_classifiers, name="question-classifiers", daemon=True).start()
    log.info("server_started port=%d", state.settings.port)
    try:
        yield
    finally:
        await state.clock_watch.stop()
        await job_runner.stop()
        await record_indexing.stop()
        await services.stop()
        refused_access: RefusedAccess = api.state.refused_access
        await refused_access.wait()
        if state.cluster is not None:
            await state.cluster.stop()
        await state.engines.stop()
        await usage_recorder.stop()
        if exporter is not None:
            await exporter.stop()
        state.database.dispose()
        log.info("server_stopped")
