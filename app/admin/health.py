"""Health check, ``GET /api/health``: state of the server, its database and its engines.

No sign-in is needed to read whether they work. Only admins see versions, models and the last report of an
engine: paths and error messages would help an attacker.
"""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter, Request, Response
from sqlalchemy.exc import SQLAlchemyError

from app.core.errors import AppError, ErrorDetails
from app.core.product_version import product_version
from app.core.schemas import ApiSchema, Success
from app.core.state import AppState, StateDep
from app.users.dependencies import bearer_token, find_signed_in
from app.users.tables import Role
from models.engine_problems import EngineProblemCode
from models.ports import EngineHealth, EngineKind, EngineState

router = APIRouter(tags=["health"])

_NEEDED = {EngineKind.LLM, EngineKind.SPEECH}
"""The other engines start with their first job."""


class NotReadyDetails(ErrorDetails):
    waiting_for: list[str]
    """``database``, or names of engines."""


class Alive(Success):
    status: Literal["ok"] = "ok"


class EngineProblemView(ApiSchema):
    """Why an engine does not work, or why its worker is starting again."""

    code: EngineProblemCode
    params: dict[str, int | float | str]
    """Values that the sentence of the browser contains."""
    technical_text: str
    """Verbatim text of the operating system or a library; may be empty."""


class EngineView(ApiSchema):
    """One engine. For everyone but admins, all fields except kind and state are null."""

    kind: EngineKind
    state: EngineState
    model: str | None = None
    problem: EngineProblemView | None = None
    queued: int | None = None
    running: int | None = None
    restarts: int | None = None


class ClusterView(ApiSchema):
    """The server process that answered, in a cluster."""

    server: str
    does_background_work: bool
    """Whether this process runs the work queues and the scheduled jobs."""
    redis: Literal["ok", "failed"]


class Health(Success):
    status: Literal["ok", "degraded"]
    version: str | None
    """Null for everyone but admins."""
    database: Literal["ok", "failed"]
    engines: list[EngineView]
    cluster: ClusterView | None
    """Null for a server that runs as a single process."""


@router.get("/api/health/live")
async def read_liveness(response: Response) -> Alive:
    """Whether the event loop answers. Restart the server if it does not. No sign-in."""
    # A page that was loaded over HTTP waits here until the server answers over HTTPS.
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return Alive()


@router.get("/api/health/ready", responses={503: {"description": "Not ready"}})
def read_readiness(state: StateDep) -> Alive:
    """Whether interviews can be held: the database and the models work. No sign-in. 503 ``NOT_READY``.

    A model that is installed and loads when somebody signs in does not keep the server from being ready.
    """
    is_preloaded = state.settings_at_start.preload_models
    waiting = [
        engine.kind.value
        for engine in state.engines.health()
        if engine.kind in _NEEDED and not _can_work(engine, is_preloaded=is_preloaded)
    ]
    if not _is_database_well(state):
        waiting.insert(0, "database")
    if waiting:
        raise AppError(
            f"Not ready: {', '.join(waiting)}.",
            code="NOT_READY",
            status=503,
            headers={"Retry-After": "5"},
            details=NotReadyDetails(waiting_for=waiting),
        )
    return Alive()


@router.get("/api/health")
def read_health(request: Request, state: StateDep) -> Health:
    database: Literal["ok", "failed"] = "ok" if _is_database_well(state) else "failed"
    engines = list(state.engines.health())
    cluster = _describe_cluster(state)
    is_well = (
        database == "ok"
        and all(engine.state != EngineState.FAILED for engine in engines)
        and (cluster is None or cluster.redis == "ok")
    )
    is_admin = database == "ok" and _is_admin(request, state)
    return Health(
        status="ok" if is_well else "degraded",
        version=product_version() if is_admin else None,
        database=database,
        engines=[_describe(engine, is_admin=is_admin) for engine in engines],
        cluster=cluster,
    )


def _can_work(engine: EngineHealth, *, is_preloaded: bool) -> bool:
    """Whether an engine works, or is about to load its model for the first time."""
    if engine.state == EngineState.READY:
        return True
    return not is_preloaded and engine.state != EngineState.FAILED and engine.restarts == 0


def _describe_cluster(state: AppState) -> ClusterView | None:
    if state.cluster is None:
        return None
    return ClusterView(
        server=state.cluster.server_name,
        does_background_work=state.cluster.is_background,
        redis="ok" if state.cluster.notices.is_connected else "failed",
    )


def _is_database_well(state: AppState) -> bool:
    try:
        state.database.check()
    except SQLAlchemyError:
        return False
    return True


def _describe(engine: EngineHealth, *, is_admin: bool) -> EngineView:
    if is_admin:
        return EngineView.model_validate(engine)
    return EngineView(kind=engine.kind, state=engine.state)


def _is_admin(request: Request, state: AppState) -> bool:
    token = bearer_token(request)
    if not token:
        return False
    with state.database.reading() as session:
        caller = find_signed_in(session, state=state, token=token)
    return caller is not None and caller.user.role == Role.ADMIN
