"""Fake server of remote models as an ASGI app: OpenAI-compatible under /v1, whisper.cpp's /inference."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import httpx
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

SEGMENT = {"text": " Good morning.", "start": 0.0, "end": 1.0, "avg_logprob": -0.2, "no_speech_prob": 0.01}


@dataclass
class ModelServer:
    """Answers of the server, and the requests it received. While ``failure`` is set, it is the response."""

    words: list[str] = field(default_factory=lambda: ["Why ", "did ", "you ", "choose ", "Rust?"])
    failure: Response | None = None
    top_tokens: dict[str, float] | None = field(
        default_factory=lambda: {"Yes": -0.5, " No": -1.5, "Maybe": -4.0}
    )
    """Log-probabilities of the first token, where a request asks for them; None if the server has none."""
    breaks_off: bool = False
    """Whether streamed answers end before their last chunk."""
    bodies: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)

    def client(self) -> httpx.AsyncClient:
        """A client that reaches this server without a socket."""
        app = Starlette(
            routes=[
                Route("/v1/chat/completions", self._chat, methods=["POST"]),
                Route("/v1/audio/transcriptions", self._speech, methods=["POST"]),
                Route("/inference", self._speech, methods=["POST"]),
                Route("/v1/embeddings", self._embeddings, methods=["POST"]),
            ]
        )
        return httpx.AsyncClient(transport=httpx.ASGITransport(app=app))

    def redirect(self) -> None:
        self.failure = RedirectResponse("http://elsewhere.example/v1/chat/completions", status_code=307)

    def fail(self, status: int, **headers: str) -> None:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self.failure = JSONResponse({"error": {"message": "no"}}, status_code=status, headers=named)

    async def _chat(self, request: Request) -> Response:
        body = await request.json()
        self._record(body, request)
        if self.failure is not None:
            return self.failure
        if not body.get("stream"):
            return JSONResponse(self._compare(body))
        words = self.words[: body["max_tokens"]]
        is_cut = len(words) < len(self.words)

        async def stream() -> AsyncIterator[str]:
            for word in words:
                yield _event({"choices": [{"delta": {"content": word}, "finish_reason": None}]})
            if self.breaks_off:
                return
            yield _event({"choices": [{"delta": {}, "finish_reason": "length" if is_cut else "stop"}]})
            usage = {"prompt_tokens": 7, "completion_tokens": len(words)}
            yield _event({"choices": [], "usage": usage | {"prompt_tokens_details": {"cached_tokens": 3}}})
            yield "data: [DONE]\n\n"

        return StreamingResponse(stream(), media_type="text/event-stream")

    def _compare(self, body: dict[str, Any]) -> dict[str, Any]:
        choice: dict[str, Any] = {"message": {"content": self.words[0]}, "finish_reason": "length"}
        if self.top_tokens is not None:
            top = [{"token": token, "logprob": value} for token, value in self.top_tokens.items()]
            choice["logprobs"] = {"content": [{"top_logprobs": top[: body["top_logprobs"]]}]}
        return {"choices": [choice], "usage": {"prompt_tokens": 7, "completion_tokens": 1}}

    async def _speech(self, request: Request) -> Response:
        async with request.form() as form:
            file = form["file"]
            content = await file.read() if not isinstance(file, str) else b""
            fields = {key: value for key, value in form.items() if isinstance(value, str)}
        self._record(fields | {"path": request.url.path, "wave": content}, request)
        if self.failure is not None:
            return self.failure
        return JSONResponse({"text": " Good morning.", "language": "en", "segments": [SEGMENT]})

    async def _embeddings(self, request: Request) -> Response:
        body = await request.json()
        self._record(body, request)
        if self.failure is not None:
            return self.failure
        rows = [{"index": i, "embedding": [3.0 * (i + 1), 4.0]} for i in range(len(body["input"]))]
        # Servers may return vectors in any order; the index says which text each belongs to.
        return JSONResponse({"data": rows[::-1]})

    def _record(self, body: dict[str, Any], request: Request) -> None:
        self.bodies.append(body)
        self.headers.append(dict(request.headers))


def _event(chunk: dict[str, Any]) -> str:
    return f"data: {json.dumps(chunk)}\n\n"
