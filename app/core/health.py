"""Health check, ``GET /api/health``: state of the server, its database and its engines. No sign-in needed."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from typing import Literal

from fastapi import APIRouter
from sqlalchemy.exc import SQLAlchemyError

from app.core.schemas import ApiSchema, Success
from app.core.state import StateDep
from models.ports import EngineKind, EngineState

router = APIRouter(tags=["health"])


def product_version() -> str:
    """The installed version of Greenroom."""
    try:
        return version("greenroom")
    except PackageNotFoundError:
        return "unknown"


class EngineView(ApiSchema):
    kind: EngineKind
    state: EngineState
    model: str
    detail: str
    queued: int
    running: int
    restarts: int


class Health(Success):
    status: Literal["ok", "degraded"]
    version: str
    database: Literal["ok", "failed"]
    engines: list[EngineView]


@router.get("/api/health")
def read_health(state: StateDep) -> Health:
    database: Literal["ok", "failed"] = "ok"
    try:
        state.database.check()
    except SQLAlchemyError:
        database = "failed"
    engines = [EngineView.model_validate(engine) for engine in state.engines.health()]
    is_well = database == "ok" and all(engine.state != EngineState.FAILED for engine in engines)
    return Health(
        status="ok" if is_well else "degraded",
        version=product_version(),
        database=database,
        engines=engines,
    )
