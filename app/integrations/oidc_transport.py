"""Connections to the identity provider, guarded like every address that an administrator enters.

authlib's client is built on httpx2, whose transports are other classes than those of httpx
(``models.outbound``).
"""

from __future__ import annotations

import httpx2

from models.outbound import OutboundPolicy


class GuardedOidcTransport(httpx2.AsyncBaseTransport):
    """Connects to addresses that the policy allows. TLS still checks the name."""

    def __init__(self, policy: OutboundPolicy, inner: httpx2.AsyncBaseTransport | None = None) -> None:
        self._policy = policy
        self._inner = inner or httpx2.AsyncHTTPTransport(trust_env=False)

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        host = request.url.host
        port = request.url.port or (443 if request.url.scheme == "https" else 80)
        try:
            addresses = await self._policy.resolve_async(host, port)
        except OSError as error:
            raise httpx2.ConnectError(str(error), request=request) from error
        extensions = {**request.extensions, "sni_hostname": host}
        for number, address in enumerate(addresses, start=1):
            pinned = httpx2.Request(
                request.method,
                request.url.copy_with(host=address),
                headers=request.headers,
                stream=request.stream,
                extensions=extensions,
            )
            try:
                return await self._inner.handle_async_request(pinned)
            except httpx2.ConnectError:
                if number == len(addresses):
                    raise
        raise httpx2.ConnectError(f"{host} has no address", request=request)

    async def aclose(self) -> None:
        await self._inner.aclose()
