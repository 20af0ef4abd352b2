"""Base of the remote engines: HTTP requests to an OpenAI-compatible server or a whisper.cpp server."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Literal

import httpx

from models.config import EngineConfig
from models.engine_problems import EngineProblem, EngineProblemCode
from models.engines.queue import JobQueue
from models.outbound import AddressRefused, GuardedTransport
from models.ports import (
    ContextTooLong,
    EngineBusy,
    EngineError,
    EngineHealth,
    EngineKind,
    EngineState,
    EngineTimeout,
    EngineUnavailable,
    InvalidEngineRequest,
    ModelIdentity,
)

CONNECT_SECONDS = 10.0
DEFAULT_RETRY_SECONDS = 5


class MissingBaseUrl(ValueError):
    """A remote engine is configured without a base URL."""


class RemoteEngine:
    """A server behind a bounded queue. Redirects are refused: they could send personal data elsewhere."""

    kind: EngineKind

    def __init__(self, config: EngineConfig, client: httpx.AsyncClient | None = None) -> None:
        if not config.base_url:
            raise MissingBaseUrl(f"The {self.kind.value} engine needs a base URL to reach its server.")
        headers = {"Authorization": f"Bearer {config.api_key}"} if config.api_key else {}
        self._client = client or httpx.AsyncClient(
            follow_redirects=False, trust_env=False, transport=GuardedTransport(config.outbound)
        )
        self._client.headers.update(headers)
        self._base_url = config.base_url.rstrip("/")
        self._model = config.model or ""
        self.queue = JobQueue(limit=config.queue_limit, concurrency=config.concurrency)
        self.state = EngineState.READY
        self.problem: EngineProblem | None = None
        provider: Literal["openai", "whisper_cpp"] = (
            "whisper_cpp" if config.provider == "whisper_cpp" else "openai"
        )
        self._identity = ModelIdentity(name=self._model or provider, sha256="", provider=provider)

    @property
    def identity(self) -> ModelIdentity:
        return self._identity

    async def close(self) -> None:
        """Close the connections."""
        await self._client.aclose()
        self.state = EngineState.STOPPED

    def health(self) -> EngineHealth:
        return EngineHealth(
            kind=self.kind,
            state=self.state,
            model=self._identity.name,
            problem=self.problem,
            queued=self.queue.queued,
            running=self.queue.running,
        )

    @asynccontextmanager
    async def request(
        self, path: str, *, timeout_seconds: float, **content: Any
    ) -> AsyncIterator[httpx.Response]:
        """POST and yield the streamed response. Raises only the errors of the ports."""
        timeout = httpx.Timeout(timeout_seconds, connect=min(CONNECT_SECONDS, timeout_seconds))
        try:
            async with self._client.stream(
                "POST", self._base_url + path, timeout=timeout, **content
            ) as response:
                if response.status_code != httpx.codes.OK:
                    await response.aread()
                    raise _to_engine_error(response)
                yield response
        except httpx.TimeoutException as error:
            problem = self._note_failure(_explain_transport(error))
            raise EngineTimeout(problem.reason, problem=problem) from error
        except httpx.HTTPError as error:
            problem = self._note_failure(_explain_transport(error))
            raise EngineUnavailable(problem.reason, problem=problem) from error
        except (json.JSONDecodeError, KeyError, IndexError, TypeError) as error:
            problem = self._note_failure(INVALID_RESPONSE)
            raise EngineUnavailable(problem.reason, problem=problem) from error
        except (EngineUnavailable, EngineTimeout) as error:
            self.state, self.problem = EngineState.FAILED, error.problem
            raise
        self.state, self.problem = EngineState.READY, None

    def _note_failure(self, problem: EngineProblem) -> EngineProblem:
        self.state, self.problem = EngineState.FAILED, problem
        return problem


INVALID_RESPONSE = EngineProblem(
    EngineProblemCode.REMOTE_INVALID, "The response of the model server has not the expected form."
)
INCOMPLETE_RESPONSE = EngineProblem(
    EngineProblemCode.REMOTE_INCOMPLETE, "The model server broke off its answer."
)
_TIMEOUT = EngineProblem(EngineProblemCode.REMOTE_TIMEOUT, "The model server did not answer in time.")
_REDIRECT = EngineProblem(
    EngineProblemCode.REMOTE_REDIRECTS,
    "The model server redirects to another address. Set that address as the base URL instead.",
)


def _explain_transport(error: httpx.HTTPError) -> EngineProblem:
    """Why a request got no response, or only a part of it."""
    refused = error.__cause__
    if isinstance(refused, AddressRefused):
        return EngineProblem(EngineProblemCode.REMOTE_INTERNAL, str(refused), {"host": refused.host})
    if isinstance(error, httpx.ConnectError | httpx.ConnectTimeout | httpx.UnsupportedProtocol):
        return EngineProblem(
            EngineProblemCode.REMOTE_UNREACHABLE,
            "The model server could not be reached.",
            technical_text=str(error) or type(error).__name__,
        )
    return _TIMEOUT if isinstance(error, httpx.TimeoutException) else INCOMPLETE_RESPONSE


def _to_engine_error(response: httpx.Response) -> EngineError:
    status = response.status_code
    if status == httpx.codes.TOO_MANY_REQUESTS:
        after = response.headers.get("retry-after", "")
        seconds = int(after) if after.isdigit() else DEFAULT_RETRY_SECONDS
        return EngineBusy("The model server is busy.", retry_after_seconds=seconds)
    if status in {
        httpx.codes.BAD_REQUEST,
        httpx.codes.REQUEST_ENTITY_TOO_LARGE,
        httpx.codes.UNPROCESSABLE_ENTITY,
    }:
        if "context" in response.text.lower():
            return ContextTooLong("The prompt does not fit the model.", prompt_tokens=0, context_window=0)
        return InvalidEngineRequest(f"The model server refused the request with status {status}.")
    if status in {httpx.codes.REQUEST_TIMEOUT, httpx.codes.GATEWAY_TIMEOUT}:
        return EngineTimeout(_TIMEOUT.reason, problem=_TIMEOUT)
    problem = _REDIRECT if response.is_redirect else _explain_status(status)
    return EngineUnavailable(problem.reason, problem=problem)


def _explain_status(status: int) -> EngineProblem:
    code = EngineProblemCode.REMOTE_REFUSED
    if status in {httpx.codes.UNAUTHORIZED, httpx.codes.FORBIDDEN}:
        code = EngineProblemCode.REMOTE_KEY_REFUSED
    elif status == httpx.codes.NOT_FOUND:
        code = EngineProblemCode.REMOTE_NOT_FOUND
    return EngineProblem(code, f"The model server responded with status {status}.", {"status": status})
