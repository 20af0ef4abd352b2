"""API errors: their code, status and sentence, and the handlers that turn them into responses."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from sqlalchemy.exc import OperationalError
from starlette.exceptions import HTTPException

from app.core.invalid_values import FieldSentence, explain_problem
from app.core.schemas import ApiSchema, FieldProblem
from models.ports import ContextTooLong, EngineBusy, EngineError

log = logging.getLogger("greenroom.http")


class ErrorDetails(ApiSchema):
    """Further fields of an error's body, for programs. ``app.error_details`` lists the models by code."""


class AppError(Exception):
    """A failure with a sentence for people, a code for programs and an HTTP status."""

    code = "ERROR"
    status = 400

    def __init__(
        self,
        message: str,
        *,
        code: str | None = None,
        status: int | None = None,
        headers: Mapping[str, str] | None = None,
        details: ErrorDetails | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code or self.code
        self.status = status or self.status
        self.headers = dict(headers or {})
        self.details = details

    def body(self) -> dict[str, Any]:
        """The JSON body of the response, or the refusal of a socket event."""
        details = self.details or ErrorDetails()
        return {
            "success": False,
            "error": self.message,
            "message": self.message,
            "code": self.code,
            **details.to_wire(),
        }


class NotFound(AppError):
    code = "NOT_FOUND"
    status = 404


class InvalidState(AppError):
    code = "INVALID_STATE"
    status = 409


class EditedMeanwhile(InvalidState):
    """The record has changed since the editor loaded it; nothing is overwritten."""

    code = "EDITED_MEANWHILE"

    def __init__(self) -> None:
        super().__init__(
            "This record has changed in the meantime, in another tab or through an import. Your changes "
            "were not saved. Reload it, then edit it again."
        )


class HasInterviews(InvalidState):
    """The record has ``count`` dependent interviews. The specification fixes the sentence."""

    def __init__(self, count: int) -> None:
        super().__init__(f"Cannot delete: {count} dependent interview(s) must be deleted first")


class Unauthorized(AppError):
    code = "UNAUTHORIZED"
    status = 401


class Forbidden(AppError):
    code = "FORBIDDEN"
    status = 403


class ValidationFailed(AppError):
    """Invalid input. ``fields`` are (path, message) pairs, with paths as they are spelled on the wire.

    A FieldSentence is shown in the user's language; any other message in English.
    """

    code = "VALIDATION_ERROR"
    status = 422

    def __init__(self, fields: Sequence[tuple[str, str]]) -> None:
        self.fields = [_describe_field(path, message) for path, message in fields]
        super().__init__(fields[0][1] if fields else "The input is invalid.")

    def body(self) -> dict[str, Any]:
        fields = [field.model_dump(by_alias=True, exclude_none=True) for field in self.fields]
        return {**super().body(), "fields": fields}


def _describe_field(path: str, message: str) -> FieldProblem:
    if isinstance(message, FieldSentence):
        return FieldProblem(path=path, message=message, code=message.code, params=message.params)
    return FieldProblem(path=path, message=message)


_HTTP_CODES = {
    401: "UNAUTHORIZED",
    403: "FORBIDDEN",
    404: "NOT_FOUND",
    405: "METHOD_NOT_ALLOWED",
    413: "FILE_TOO_LARGE",
}


def _respond(error: AppError) -> JSONResponse:
    return JSONResponse(error.body(), status_code=error.status, headers=error.headers)


def from_engine_error(error: EngineError) -> AppError:
    """The API error for a failure of a model engine."""
    if isinstance(error, EngineBusy):
        return AppError(
            "The AI on this server is busy. Try again in a moment.",
            code="ENGINE_BUSY",
            status=503,
            headers={"Retry-After": str(error.retry_after_seconds)},
        )
    if isinstance(error, ContextTooLong):
        return AppError(
            "The text is too long for the AI model on this server. Please shorten it.",
            code="CONTEXT_TOO_LONG",
            status=422,
        )
    if error.retryable:
        return AppError(
            f"{error.subject} is not available right now. Try again.",
            code=error.code,
            status=503,
            headers={"Retry-After": "10"},
        )
    return AppError(
        "The AI on this server could not process this request. "
        "If this happens again, please contact your administrator.",
        code="ENGINE_FAILED",
        status=502,
    )


def from_database_error(error: OperationalError) -> AppError:
    """The API error for a database that cannot be written or reached. Nothing was changed."""
    text = str(error.orig).lower()
    # SQLite's wording, then PostgreSQL's.
    if "full" in text or "no space left" in text:
        return AppError(
            "The server's disk is full. Nothing was changed. Please contact your administrator.",
            code="DISK_FULL",
            status=507,
        )
    if "readonly" in text or "read-only" in text:
        return AppError(
            "The server cannot write to its database. Nothing was changed. "
            "Please contact your administrator.",
            code="DATABASE_READ_ONLY",
            status=503,
        )
    return AppError(
        "The server's database is busy. Nothing was changed. Try again.",
        code="DATABASE_BUSY",
        status=503,
        headers={"Retry-After": "5"},
    )


def install_error_handlers(app: FastAPI) -> None:
    """Return every failure of every route in one format, without a stack trace."""

    @app.exception_handler(AppError)
    async def _app_error(_request: Request, error: AppError) -> JSONResponse:
        return _respond(error)

    @app.exception_handler(EngineError)
    async def _engine_error(_request: Request, error: EngineError) -> JSONResponse:
        log.warning("engine_error kind=%s", type(error).__name__)
        return _respond(from_engine_error(error))

    @app.exception_handler(RequestValidationError)
    async def _validation(_request: Request, error: RequestValidationError) -> JSONResponse:
        fields = []
        for item in error.errors():
            place, *parts = item["loc"]
            # If a body is not JSON, the rest of the location is an offset and names no field.
            is_named = parts and item["type"] != "json_invalid"
            path = ".".join(map(str, parts)) if is_named else str(place)
            fields.append((path, explain_problem(item)))
        return _respond(ValidationFailed(fields))

    @app.exception_handler(HTTPException)
    async def _http(_request: Request, error: HTTPException) -> JSONResponse:
        code = getattr(error, "code", None) or _HTTP_CODES.get(error.status_code, "HTTP_ERROR")
        return _respond(
            AppError(
                str(error.detail),
                code=code,
                status=error.status_code,
                headers=dict(error.headers or {}),
            )
        )

    @app.exception_handler(OperationalError)
    async def _database(_request: Request, error: OperationalError) -> JSONResponse:
        log.error("database_error", exc_info=error)
        return _respond(from_database_error(error))

    @app.exception_handler(Exception)
    async def _unexpected(request: Request, error: Exception) -> JSONResponse:
        route = request.scope.get("route")
        log.error("unexpected_error route=%s", getattr(route, "path", "?"), exc_info=error)
        return _respond(
            AppError(
                "Something went wrong on the server. Try again later.",
                code="INTERNAL_ERROR",
                status=500,
            )
        )
