"""Metrics for a monitoring system, ``GET /metrics``, in Prometheus's text format.

They hold counts and durations only: no names, no ids, no paths.
"""

from __future__ import annotations

import hmac
import shutil
import time
from collections.abc import Callable, Iterator
from typing import Annotated

import psutil
from fastapi import APIRouter, BackgroundTasks, Depends, Request
from fastapi.responses import PlainTextResponse

from app.core.metrics import Sample, request_metrics, write_metric
from app.core.product_version import product_version
from app.core.refusals import refuses
from app.core.state import AppState, StateDep
from app.interviews.repository import count_all_running
from app.rooms.rooms import Rooms
from app.users.dependencies import bearer_token, get_admin, get_signed_in, require_ready
from models.ports import EngineHealth, EngineState

router = APIRouter(tags=["health"])

_MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"


def require_metrics_access(request: Request, state: StateDep, background: BackgroundTasks) -> None:
    """Admit the metrics token and administrators. Raises Unauthorized, Forbidden.

    The caller's address cannot decide: behind a proxy that hides it, every request comes from loopback.
    """
    token = state.settings.metrics_token
    if token is not None and hmac.compare_digest(
        bearer_token(request).encode(), token.get_secret_value().encode()
    ):
        return
    get_admin(require_ready(get_signed_in(request, state, background)))


def get_rooms(request: Request) -> Rooms:
    rooms = request.app.state.services.rooms
    assert isinstance(rooms, Rooms)
    return rooms


@router.get(
    "/metrics",
    response_class=PlainTextResponse,
    dependencies=[Depends(require_metrics_access)],
    responses=refuses(401, 403),
)
def read_metrics(state: StateDep, rooms: Annotated[Rooms, Depends(get_rooms)]) -> PlainTextResponse:
    """Metrics of this server. With the token of ``GREENROOM_METRICS_TOKEN``, or as an administrator."""
    parts = [*_describe_server(state), *_describe_engines(state), *_describe_rooms(state, rooms)]
    return PlainTextResponse("".join(parts) + request_metrics.write(), media_type=_MEDIA_TYPE)


def _gauge(name: str, explanation: str, value: float) -> str:
    return write_metric(f"greenroom_{name}", "gauge", explanation, [Sample(value, {})])


def _describe_server(state: AppState) -> Iterator[str]:
    process = psutil.Process()
    with process.oneshot():
        processor_seconds = sum(process.cpu_times()[:2])
        memory_bytes = process.memory_info().rss
        started_at = process.create_time()
    children = process.children(recursive=True)
    yield write_metric(
        "greenroom_info", "gauge", "Version of the server.", [Sample(1, {"version": product_version()})]
    )
    yield _gauge("uptime_seconds", "Time since the server started.", time.time() - started_at)
    yield write_metric(
        "greenroom_processor_seconds_total",
        "counter",
        "Processor time of the server process.",
        [Sample(processor_seconds, {})],
    )
    yield _gauge("memory_bytes", "Resident memory of the server process.", memory_bytes)
    yield _gauge(
        "worker_memory_bytes", "Resident memory of the server's workers.", sum(map(_read_memory, children))
    )
    free_bytes = shutil.disk_usage(state.settings.data_dir).free
    yield _gauge("data_free_bytes", "Free space on the disk of the data folder.", free_bytes)


def _read_memory(process: psutil.Process) -> int:
    try:
        return int(process.memory_info().rss)
    except psutil.Error:
        # The process has exited in the meantime.
        return 0


def _describe_engines(state: AppState) -> Iterator[str]:
    engines = state.engines.health()
    figures: dict[str, tuple[str, str, Callable[[EngineHealth], float]]] = {
        "engine_ready": ("gauge", "Whether the engine is ready.", lambda one: one.state == EngineState.READY),
        "engine_queued": ("gauge", "Jobs waiting for the engine.", lambda one: one.queued),
        "engine_running": ("gauge", "Jobs the engine is working on.", lambda one: one.running),
        "engine_restarts_total": ("counter", "Restarts of the engine's worker.", lambda one: one.restarts),
    }
    for name, (kind, explanation, read) in figures.items():
        samples = [Sample(float(read(one)), {"engine": one.kind.value}) for one in engines]
        yield write_metric(f"greenroom_{name}", kind, explanation, samples)


def _describe_rooms(state: AppState, rooms: Rooms) -> Iterator[str]:
    with state.database.reading() as session:
        running = count_all_running(session)
    transcriptions = rooms.transcriptions
    yield _gauge("interviews_running", "Interviews in progress.", running)
    yield _gauge(
        "transcript_lag_seconds",
        "Lag of the slowest live transcript.",
        transcriptions.max_lag_seconds,
    )
    yield write_metric(
        "greenroom_recording_blocks_dropped_total",
        "counter",
        "Recording blocks dropped because the disk was too slow.",
        [Sample(transcriptions.dropped_recording_blocks, {})],
    )
