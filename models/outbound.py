"""Guard of outgoing connections whose address an administrator entered (server-side request forgery).

The operator of the machine decides what its network is: addresses from the environment are not restricted.
Addresses that were entered on the settings page reach the public internet, and of the internal network only
what the operator has listed. Names are resolved here and the connection goes to the address that was checked,
so that a name cannot point elsewhere a moment later.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

import httpx

IpAddress = IPv4Address | IPv6Address

_NAT64 = ip_network("64:ff9b::/96")


class AddressRefused(OSError):
    """The host is on the internal network, and the operator has not allowed it."""

    def __init__(self, host: str) -> None:
        super().__init__(f"{host} is on the internal network; the operator must allow it.")
        self.host = host


@dataclass(frozen=True, slots=True)
class OutboundPolicy:
    """Where connections may go."""

    is_restricted: bool = False
    """Whether the address was entered on the settings page, and not in the environment."""
    internal_hosts: tuple[str, ...] = ()
    """Names, addresses and networks (CIDR) of the internal network that may be reached all the same."""

    def allows(self, host: str, address: IpAddress) -> bool:
        if not self.is_restricted or host.casefold() in {one.casefold() for one in self.internal_hosts}:
            return True
        address = unwrap(address)
        return is_public(address) or any(_contains(one, address) for one in self.internal_hosts)

    def choose(self, host: str, found: Sequence[str]) -> list[str]:
        """The addresses of ``host``, unless one of them is refused. Raises AddressRefused."""
        for text in found:
            if not self.allows(host, ip_address(text.partition("%")[0])):
                raise AddressRefused(host)
        return list(found)

    def resolve(self, host: str, port: int) -> list[str]:
        """Addresses of ``host`` to connect to, the preferred first. Raises AddressRefused, OSError."""
        found = socket.getaddrinfo(_strip(host), port, type=socket.SOCK_STREAM)
        return self.choose(_strip(host), list(dict.fromkeys(str(entry[4][0]) for entry in found)))

    async def resolve_async(self, host: str, port: int) -> list[str]:
        """As ``resolve``, without blocking the event loop."""
        return await asyncio.to_thread(self.resolve, host, port)


UNRESTRICTED = OutboundPolicy()


def unwrap(address: IpAddress) -> IpAddress:
    """The IPv4 address within an IPv6 address (mapped, 6to4, Teredo, NAT64), or the address itself."""
    if isinstance(address, IPv4Address):
        return address
    if address in _NAT64:
        return IPv4Address(int(address) & 0xFFFF_FFFF)
    return address.ipv4_mapped or address.sixtofour or (address.teredo or (None, None))[1] or address


def is_public(address: IpAddress) -> bool:
    """Whether the address is one of the public internet, and of one machine."""
    return address.is_global and not address.is_multicast and not address.is_reserved


def _contains(network: str, address: IpAddress) -> bool:
    try:
        return address in ip_network(network, strict=False)
    except ValueError:
        return False


def _strip(host: str) -> str:
    return host.strip("[]")


class GuardedTransport(httpx.AsyncBaseTransport):
    """Connects to addresses that the policy allows. TLS still checks the name."""

    def __init__(self, policy: OutboundPolicy, inner: httpx.AsyncBaseTransport | None = None) -> None:
        self._policy = policy
        self._inner = inner or httpx.AsyncHTTPTransport(trust_env=False)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        if not self._policy.is_restricted:
            return await self._inner.handle_async_request(request)
        try:
            addresses = await self._policy.resolve_async(*_find_target(request))
        except OSError as error:
            raise httpx.ConnectError(str(error), request=request) from error
        for number, address in enumerate(addresses, start=1):
            try:
                return await self._inner.handle_async_request(_pin(request, address))
            except httpx.ConnectError:
                # Nothing of the body was sent yet.
                if number == len(addresses):
                    raise
        raise httpx.ConnectError(f"{request.url.host} has no address", request=request)

    async def aclose(self) -> None:
        await self._inner.aclose()


class GuardedSyncTransport(httpx.BaseTransport):
    """As ``GuardedTransport``, for code in threads."""

    def __init__(self, policy: OutboundPolicy, inner: httpx.BaseTransport | None = None) -> None:
        self._policy = policy
        self._inner = inner or httpx.HTTPTransport(trust_env=False)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        if not self._policy.is_restricted:
            return self._inner.handle_request(request)
        try:
            addresses = self._policy.resolve(*_find_target(request))
        except OSError as error:
            raise httpx.ConnectError(str(error), request=request) from error
        for number, address in enumerate(addresses, start=1):
            try:
                return self._inner.handle_request(_pin(request, address))
            except httpx.ConnectError:
                # Nothing of the body was sent yet.
                if number == len(addresses):
                    raise
        raise httpx.ConnectError(f"{request.url.host} has no address", request=request)

    def close(self) -> None:
        self._inner.close()


def _find_target(request: httpx.Request) -> tuple[str, int]:
    """Host and port of a request."""
    return request.url.host, request.url.port or (443 if request.url.scheme == "https" else 80)


def _pin(request: httpx.Request, address: str) -> httpx.Request:
    """The request to an address that was checked. The Host header was set from its URL before."""
    return httpx.Request(
        request.method,
        request.url.copy_with(host=address),
        headers=request.headers,
        stream=request.stream,
        extensions={**request.extensions, "sni_hostname": request.url.host},
    )
