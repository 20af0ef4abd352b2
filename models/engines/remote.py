"""Base of the remote engines: HTTP requests to an OpenAI-compatible server or a whisper.cpp server."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Literal

import httpx

from models.config import EngineConfig
from models.engines.queue import JobQueue
from models.outbound import GuardedTransport
from models.ports import (
    ContextTooLong,
    EngineBusy,
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
        self.detail = ""
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
            detail=self.detail,
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
            self._note_failure("The server did not answer in time.")
            raise EngineTimeout(f"The {self.kind.value} server did not answer in time.") from error
        except (httpx.HTTPError, json.JSONDecodeError, KeyError, IndexError, TypeError) as error:
            message = f"The {self.kind.value} server could not be reached, or its response is invalid."
            self._note_failure(message)
            raise EngineUnavailable(message) from error
        except (EngineUnavailable, EngineTimeout) as error:
            self._note_failure(str(error))
            raise
        self.state, self.detail = EngineState.READY, ""

    def _note_failure(self, detail: str) -> None:
        self.state, self.detail = EngineState.FAILED, detail


def _to_engine_error(response: httpx.Response) -> Exception:
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
        return EngineTimeout("The model server did not finish in time.")
    if response.is_redirect:
        return EngineUnavailable(
            "The model server redirects to another address. Set that address as the base URL instead."
        )
    return EngineUnavailable(f"The model server responded with status {status}.")
