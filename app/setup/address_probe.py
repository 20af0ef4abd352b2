"""Test of the public address: whether Greenroom answers there, with a certificate that is accepted.

Only for a running server, which connects to itself like a browser.
"""

from __future__ import annotations

import ssl

import httpx
import psutil

from app.core.settings import Settings
from app.setup.findings import Finding, FindingCode, passed, problem
from app.tls.authority import AuthorityFiles
from models.outbound import AddressRefused, GuardedTransport, OutboundPolicy

_TIMEOUT_SECONDS = 5.0
_PATH = "/api/setup"
_MAX_BYTES = 64 * 1024


async def probe_address(
    settings: Settings, *, base: Settings, inner: httpx.AsyncBaseTransport | None = None
) -> list[Finding]:
    """Check the public address; no findings if none is set. ``inner`` replaces the network."""
    url = settings.public_url
    if url is None:
        return []
    policy = OutboundPolicy(
        is_restricted="public_url" not in base.model_fields_set,
        internal_hosts=(*settings.internal_hosts, *_list_own_addresses()),
    )
    inner = inner or httpx.AsyncHTTPTransport(verify=_make_context(settings), trust_env=False)
    try:
        async with (
            httpx.AsyncClient(transport=GuardedTransport(policy, inner), timeout=_TIMEOUT_SECONDS) as client,
            client.stream("GET", f"{url.rstrip('/')}{_PATH}") as response,
        ):
            return [await _judge(response, url)]
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        return [_explain(error, url)]


async def _judge(response: httpx.Response, url: str) -> Finding:
    body = b""
    async for block in response.aiter_bytes():
        body += block
        if len(body) > _MAX_BYTES:
            break
    # The field of this route that no other program would answer with.
    if response.status_code == httpx.codes.OK and b'"required":' in body:
        return passed(FindingCode.ADDRESS_ANSWERS, url)
    return problem(FindingCode.ADDRESS_OTHER, url)


def _explain(error: Exception, url: str) -> Finding:
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, AddressRefused):
            return passed(FindingCode.ADDRESS_UNTESTED, url)
        if isinstance(cause, ssl.SSLCertVerificationError):
            return problem(FindingCode.ADDRESS_CERTIFICATE, f"{url} ({cause.verify_message})")
        cause = cause.__cause__ or cause.__context__
    return problem(FindingCode.ADDRESS_SILENT, url)


def _make_context(settings: Settings) -> ssl.SSLContext:
    """Trusts the authorities that this machine trusts, and the certificate authority of this server."""
    context = ssl.create_default_context()
    authority = AuthorityFiles.of(settings.data_dir).authority
    if authority.is_file():
        context.load_verify_locations(authority)
    return context


def _list_own_addresses() -> list[str]:
    """The addresses of this machine, which a connection to itself may use."""
    return [
        one.address.partition("%")[0]
        for addresses in psutil.net_if_addrs().values()
        for one in addresses
        if one.family.name in {"AF_INET", "AF_INET6"}
    ]
