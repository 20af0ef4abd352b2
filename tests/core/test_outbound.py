"""Server-side request forgery: an address from the settings page is no way into the internal network."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import httpx
import httpx2
import pytest

from app.core.outbound import OUTBOUND_SETTINGS, make_outbound_policy
from app.core.settings import Settings
from app.core.state import AppState
from app.integrations.email.port import EmailFailed, EmailFailure, EmailMessage, EmailProblem
from app.integrations.email.smtp import SmtpTransport
from app.integrations.oidc_transport import GuardedOidcTransport
from models.outbound import AddressRefused, GuardedTransport, OutboundPolicy, unwrap
from tests.conftest import Person

RESTRICTED = OutboundPolicy(is_restricted=True)
INTERNAL = [
    "127.0.0.1",
    "127.8.8.8",
    "0.0.0.0",  # noqa: S104  (an address to refuse)
    "10.0.0.5",
    "172.16.3.4",
    "192.168.1.1",
    "100.64.0.1",
    "169.254.169.254",
    "224.0.0.1",
    "255.255.255.255",
    "::1",
    "::",
    "fe80::1",
    "fc00::1",
    "fd00:ec2::254",
    "ff02::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.5",
    "64:ff9b::a00:5",
    "2002:7f00:1::",
]
PUBLIC = ["93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c"]


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Let names resolve to chosen addresses; the last ones for all further look-ups."""

    def resolve(**by_name: list[list[str]]) -> None:
        def look_up(host: str, port: int, *_arguments: Any, **_options: Any) -> list[Any]:
            answers = by_name.get(host.replace(".", "_").replace("-", "_"), [[host]])
            found = answers.pop(0) if len(answers) > 1 else answers[0]
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, port)) for one in found]

        monkeypatch.setattr(socket, "getaddrinfo", look_up)

    return resolve


@pytest.mark.parametrize("address", INTERNAL)
def test_internal_addresses_are_refused(address: str) -> None:
    assert not RESTRICTED.allows("host.example", ip_address(address))


@pytest.mark.parametrize("address", PUBLIC)
def test_public_addresses_are_allowed(address: str) -> None:
    assert RESTRICTED.allows("host.example", ip_address(address))


def test_the_operator_lists_what_is_allowed() -> None:
    policy = OutboundPolicy(is_restricted=True, internal_hosts=("Mail.corp.local", "10.0.5.0/24", "::1"))
    assert policy.allows("mail.corp.local", ip_address("192.168.1.1"))
    assert policy.allows("other.local", ip_address("10.0.5.77"))
    assert policy.allows("other.local", ip_address("::ffff:10.0.5.77"))
    assert policy.allows("localhost", ip_address("::1"))
    assert not policy.allows("other.local", ip_address("10.0.6.1"))


def test_the_environment_is_not_restricted(settings: Settings) -> None:
    base = settings.model_copy(update={"llm_base_url": "http://127.0.0.1:8080/v1"})
    assert not make_outbound_policy(base, base=base, key="llm_base_url").is_restricted
    saved = base.model_copy(update={"smtp_host": "127.0.0.1"})
    assert make_outbound_policy(saved, base=base, key="smtp_host").is_restricted


def test_every_setting_with_an_address_is_guarded() -> None:
    """A new setting that makes the server connect somewhere belongs on the list."""
    named = {name for name in Settings.model_fields if re.search(r"_url$|_host$|_issuer$", name)}
    # Set by the operator in the environment only; the address of this server; one that only browsers open.
    unguarded = {"database_url", "redis_url", "public_url", "contact_url"}
    assert named - unguarded == set(OUTBOUND_SETTINGS)


def test_a_name_with_one_internal_address_is_refused(names: Callable[..., None]) -> None:
    names(mixed_example=[[PUBLIC[0], "10.0.0.5"]])
    with pytest.raises(AddressRefused):
        RESTRICTED.resolve("mixed.example", 80)


@pytest.mark.parametrize("number", ["http://2130706433/", "http://0x7f000001/", "http://127.1/"])
def test_other_spellings_of_an_address_are_resolved_first(number: str) -> None:
    """The system's resolver understands them, and its answer is what is checked."""
    with pytest.raises(OSError, match=r"internal network|not known|resolution|No address"):
        RESTRICTED.resolve(number.removeprefix("http://").rstrip("/"), 80)


@pytest.mark.parametrize(
    ("library", "transport"), [(httpx, GuardedTransport), (httpx2, GuardedOidcTransport)]
)
class TestTransport:
    async def test_the_checked_address_is_the_one_connected_to(
        self, library: Any, transport: Any, names: Callable[..., None]
    ) -> None:
        """DNS rebinding: the name points into the network when it is looked up a second time."""
        names(rebind_example=[[PUBLIC[0]], ["127.0.0.1"]])
        seen: list[Any] = []

        async def answer(request: Any) -> Any:
            seen.append(request)
            return library.Response(200, text="ok")

        guarded = transport(RESTRICTED, library.MockTransport(answer))
        async with library.AsyncClient(transport=guarded) as client:
            response = await client.get("https://rebind.example/v1/models")
        assert response.text == "ok"
        (request,) = seen
        assert request.url.host == PUBLIC[0]
        assert request.headers["host"] == "rebind.example"
        assert request.extensions["sni_hostname"] == "rebind.example"

    async def test_an_internal_address_is_not_connected_to(
        self, library: Any, transport: Any, names: Callable[..., None]
    ) -> None:
        names(metadata_example=[["169.254.169.254"]])

        async def answer(_request: Any) -> Any:
            raise AssertionError("connected")

        guarded = transport(RESTRICTED, library.MockTransport(answer))
        async with library.AsyncClient(transport=guarded) as client:
            for url in ("http://metadata.example/latest", "http://169.254.169.254/", "http://[::1]:8420/"):
                with pytest.raises(library.ConnectError):
                    await client.get(url)

    async def test_the_next_address_is_tried_when_one_does_not_answer(
        self, library: Any, transport: Any, names: Callable[..., None]
    ) -> None:
        names(two_example=[PUBLIC[::-1]])

        async def answer(request: Any) -> Any:
            if ":" in request.url.host:
                raise library.ConnectError("no route", request=request)
            return library.Response(200, text="ok")

        guarded = transport(RESTRICTED, library.MockTransport(answer))
        async with library.AsyncClient(transport=guarded) as client:
            assert (await client.post("http://two.example/", content=b"body")).text == "ok"


@pytest.mark.parametrize("security", ["starttls", "tls", "none"])
def test_mail_goes_to_no_internal_server(settings: Settings, security: str, unused_tcp_port: int) -> None:
    """The reason in the answer of a test email would make a port scanner of it."""
    update = {
        "smtp_host": "127.0.0.1",
        "smtp_port": unused_tcp_port,
        "smtp_security": security,
        "mail_from": "g@agency.example",
    }
    transport = SmtpTransport(settings.model_copy(update=update), policy=RESTRICTED)
    with pytest.raises(EmailFailed, match="internal network") as failed:
        transport.deliver(EmailMessage(recipient="a@b.example", subject="s", text="t"))
    assert failed.value.failure == EmailFailure(EmailProblem.INTERNAL_ADDRESS)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("smtp_host", "127.0.0.1"),
        ("smtp_host", "localhost"),
        ("oidc_issuer", "http://10.0.0.5/realms/agency"),
        ("llm_base_url", "http://169.254.169.254/v1"),
        ("speech_base_url", "http://[::1]:9000"),
        ("embeddings_base_url", "https://192.168.1.1/v1"),
        ("backup_s3_url", "http://10.0.0.5:9000"),
        ("files_s3_url", "http://10.0.0.5:9000"),
    ],
)
def test_the_settings_page_refuses_internal_addresses(
    ada: Person, state: AppState, key: str, value: str
) -> None:
    """A thief of an admin's account could read the cloud's metadata through the server."""
    refused = ada.patch("/api/admin/settings", json={"values": {key: value}})
    assert refused.status_code == 422
    (problem,) = refused.json()["fields"]
    assert problem["path"] == f"values.{key}"
    assert "GREENROOM_INTERNAL_HOSTS" in problem["message"]
    assert getattr(state.settings, key) is None


def test_a_listed_host_is_saved(ada: Person, state: AppState) -> None:
    state.settings = state.settings.model_copy(update={"internal_hosts": ["10.0.0.0/8"]})
    saved = ada.patch("/api/admin/settings", json={"values": {"llm_base_url": "http://10.0.0.5/v1"}})
    assert saved.status_code == 200


def test_nothing_connects_around_the_guard() -> None:
    """Clients are made in the guarded places only, and in those whose address no administrator enters."""
    root = Path(__file__).parents[2]
    makers = re.compile(
        r"AsyncClient\(|httpx\.(get|post|stream|Client)\(|smtplib\.SMTP\(|AsyncOAuth2Client\(|urlopen\("
        r"|RequestsClient\("
    )
    found = {
        str(path.relative_to(root))
        for folder in ("app", "models")
        for path in (root / folder).rglob("*.py")
        if makers.search(path.read_text(encoding="utf-8")) and "bench" not in path.parts
    }
    assert found == {
        "app/core/tracing.py",  # the environment only: the address of the collector
        "app/integrations/captcha/recaptcha.py",  # Google's address
        "app/integrations/payments/stripe_client.py",  # Stripe's address
        "app/integrations/oidc.py",
        "app/setup/address_probe.py",  # wraps its transport in GuardedTransport
        "models/downloads.py",  # the command line only: addresses of the catalog
        "app/integrations/s3.py",
        "models/engines/remote.py",
    }


def test_unwrapping_keeps_other_addresses() -> None:
    assert str(unwrap(ip_address("2001:db8::1"))) == "2001:db8::1"
