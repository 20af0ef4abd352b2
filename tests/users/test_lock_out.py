"""Guessing at an account: the owner still gets in, and the guesses still end."""

from __future__ import annotations

import base64
import json
from typing import Any

import altcha
import pytest
import uvicorn
from anyio.from_thread import BlockingPortal
from fastapi import FastAPI
from fastapi.testclient import TestClient
from starlette.types import Message, Receive, Scope, Send

from app.core.settings import Settings
from app.core.state import AppState
from app.core.throttle import find_network
from app.serving.server import make_server_config
from tests.conftest import PASSWORD, FrozenClock, Person
from tests.users.steps import sign_in, turn_on_second_factor


class Network:
    """Browsers at chosen addresses."""

    def __init__(self, api: FastAPI, portal: BlockingPortal) -> None:
        self._api = api
        self._portal = portal

    def browser(self, address: str) -> TestClient:
        client = TestClient(self._api, raise_server_exceptions=False, client=(address, 50_000))
        client.portal = self._portal
        return client


@pytest.fixture
def network(api: FastAPI, portal: BlockingPortal) -> Network:
    return Network(api, portal)


def guess(browser: TestClient, times: int, *, username: str = "alice") -> list[int]:
    return [sign_in(browser, username, f"wrong {number}").status_code for number in range(times)]


def solve(refusal: Any) -> str:
    """The solution of the task in a refusal, as the browser sends it."""
    assert (refusal.status_code, refusal.json()["code"]) == (428, "PROOF_OF_WORK_REQUIRED")
    challenge = refusal.json()["proofOfWork"]
    solution = altcha.solve_challenge(altcha.Challenge.from_dict(challenge))
    assert solution is not None
    text = json.dumps({"challenge": challenge, "solution": solution.to_dict()})
    return base64.b64encode(text.encode()).decode()


def test_the_owner_can_sign_in_while_a_stranger_is_refused(
    alice: Person, network: Network, state: AppState
) -> None:
    """Fault 25, M2: a stranger guesses at Alice's password until refused; Alice signs in from elsewhere."""
    stranger = network.browser("203.0.113.5")
    limit = state.settings.login_attempts
    assert guess(stranger, limit + 1) == [401] * limit + [429]
    assert sign_in(network.browser("198.51.100.7"), "alice").status_code == 200
    assert sign_in(stranger, "alice").status_code == 429


def test_one_password_for_a_thousand_users_is_refused_and_reveals_nothing(
    alice: Person, network: Network, state: AppState
) -> None:
    """Fault 25: each user is guessed at once only. Existing and unknown names answer alike."""
    stranger = network.browser("203.0.113.5")
    names = ["alice", *(f"nobody-{number}" for number in range(999))]
    answers = [sign_in(stranger, name, "the same password") for name in names]
    allowed = 10 * state.settings.login_attempts
    assert [one.status_code for one in answers] == [401] * allowed + [429] * (1000 - allowed)
    assert len({one.text for one in answers[:allowed]}) == 1
    assert int(answers[-1].headers["Retry-After"]) > 0
    assert sign_in(network.browser("198.51.100.7"), "alice").status_code == 200


def test_a_known_device_can_sign_in_from_the_address_of_the_stranger(
    alice: Person, network: Network, state: AppState
) -> None:
    """M2: behind one proxy all callers have one address. A browser that signed in before is not refused."""
    owner = network.browser("203.0.113.5")
    assert sign_in(owner, "alice").status_code == 200
    stranger = network.browser("203.0.113.5")
    guess(stranger, state.settings.login_attempts + 1)
    for number in range(10):
        guess(network.browser("203.0.113.5"), state.settings.login_attempts, username=f"user {number}")
    assert sign_in(network.browser("203.0.113.5"), "alice").status_code == 429
    assert sign_in(owner, "alice").status_code == 200


def test_a_known_device_has_its_own_limit(alice: Person, network: Network, state: AppState) -> None:
    owner = network.browser("203.0.113.5")
    assert sign_in(owner, "alice").status_code == 200
    limit = state.settings.login_attempts
    assert guess(owner, limit + 1) == [401] * limit + [429]


@pytest.mark.parametrize("cookie", ["forged.signature", "forged", "", "é.é"])
def test_a_forged_device_cookie_is_not_a_known_device(
    alice: Person, network: Network, state: AppState, cookie: str
) -> None:
    owner = network.browser("198.51.100.7")
    sign_in(owner, "alice")
    (name,) = owner.cookies.keys()
    stranger = network.browser("203.0.113.5")
    limit = state.settings.login_attempts
    # As a header, because a cookie jar takes ASCII only.
    header = {b"Cookie": f"{name}={cookie}".encode()}
    body = {"username": "alice", "password": "wrong"}
    attempts = [stranger.post("/api/admin/login", json=body, headers=header) for _ in range(limit + 1)]
    assert [attempt.status_code for attempt in attempts] == [401] * limit + [429]


def test_the_device_cookie_of_another_account_does_not_count(
    alice: Person, bob: Person, network: Network, state: AppState
) -> None:
    """Bob, known to the server, cannot use his cookie to guess longer at Alice's password."""
    browser = network.browser("203.0.113.5")
    sign_in(browser, "bob")
    (bobs,) = browser.cookies.items()
    owner = network.browser("198.51.100.7")
    sign_in(owner, "alice")
    (name,) = owner.cookies.keys()
    browser.cookies.clear()
    browser.headers["Cookie"] = f"{name}={bobs[1]}"
    limit = state.settings.login_attempts
    assert guess(browser, limit + 1) == [401] * limit + [429]


def test_guesses_from_many_addresses_cost_a_proof_of_work(
    alice: Person, network: Network, state: AppState
) -> None:
    """M2: a stranger with many addresses stays below each single limit. Every attempt then costs computing
    time, also Alice's, but she is not refused."""
    for number in range(4):
        guess(network.browser(f"203.0.113.{number}"), state.settings.login_attempts // 2)
    owner = network.browser("198.51.100.7")
    refusal = sign_in(owner, "alice")
    body = {"username": "alice", "password": PASSWORD, "proofOfWork": solve(refusal)}
    assert owner.post("/api/admin/login", json=body).status_code == 200
    again = network.browser("198.51.100.8").post("/api/admin/login", json=body)
    assert (again.status_code, again.json()["code"]) == (428, "PROOF_OF_WORK_REQUIRED")
    body["proofOfWork"] = "not a solution"
    assert network.browser("198.51.100.8").post("/api/admin/login", json=body).status_code == 428


def test_one_password_for_many_users_from_many_addresses_costs_a_proof_of_work(
    alice: Person, network: Network, state: AppState
) -> None:
    """Fault 25: each address and each account is used once, below every other limit."""
    known = network.browser("198.51.100.7")
    assert sign_in(known, "alice").status_code == 200
    limit = 20 * state.settings.login_attempts
    for number in range(limit):
        sprayer = network.browser(f"203.0.{number // 250}.{number % 250}")
        assert sign_in(sprayer, f"nobody-{number}", "the same password").status_code == 401
    newcomer = network.browser("198.51.100.8")
    refusal = sign_in(newcomer, "alice")
    body = {"username": "alice", "password": PASSWORD, "proofOfWork": solve(refusal)}
    assert newcomer.post("/api/admin/login", json=body).status_code == 200
    assert sign_in(known, "alice").status_code == 200


def test_addresses_of_one_ipv6_network_count_together(
    alice: Person, network: Network, state: AppState
) -> None:
    """M2: a subscriber has 2^64 addresses in one /64, and so must not have a limit for each."""
    statuses = [
        sign_in(network.browser(f"2001:db8:0:7::{number:x}"), "alice", "wrong").status_code
        for number in range(1, state.settings.login_attempts + 2)
    ]
    assert statuses[-1] == 429
    assert sign_in(network.browser("2001:db8:0:8::1"), "alice").status_code == 200


@pytest.mark.parametrize(
    ("address", "network_name"),
    [
        ("203.0.113.5", "203.0.113.5"),
        ("::ffff:203.0.113.5", "203.0.113.5"),
        ("2001:db8:0:7:1:2:3:4", "2001:db8:0:7::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_networks_of_addresses(address: str, network_name: str) -> None:
    assert find_network(address) == network_name


def test_codes_of_one_account_are_limited_over_all_addresses_but_not_on_a_known_device(
    alice: Person, network: Network, state: AppState, clock: FrozenClock
) -> None:
    """Six digits must not be guessed from many addresses by one who has the password."""
    owner = network.browser("198.51.100.7")
    assert sign_in(owner, "alice").status_code == 200
    totp, _ = turn_on_second_factor(alice, state)
    challenge = sign_in(network.browser("203.0.113.1"), "alice").json()["challenge"]
    statuses = [
        network.browser(f"203.0.113.{number}")
        .post("/api/auth/second-factor", json={"challenge": challenge, "code": "000000"})
        .status_code
        for number in range(state.settings.login_attempts + 1)
    ]
    assert statuses[-1] == 429
    own = sign_in(owner, "alice").json()["challenge"]
    code = totp.at(clock.now(), counter_offset=1)
    assert owner.post("/api/auth/second-factor", json={"challenge": own, "code": code}).status_code == 200


def test_the_setup_code_is_not_blocked_for_the_owner(network: Network, state: AppState, api: FastAPI) -> None:
    """M2: a stranger who guesses the setup code cannot keep the first administrator out."""
    state.setup_code = "AAAA-BBBB-CCCC-DDDD"
    body = {"username": "ada", "password": PASSWORD, "name": "Ada"}
    stranger = network.browser("203.0.113.5")
    for _ in range(state.settings.login_attempts + 1):
        refused = stranger.post("/api/setup", json={"code": "guess", **body})
    assert refused.status_code == 429
    owner = network.browser("198.51.100.7")
    assert owner.post("/api/setup", json={"code": state.setup_code, **body}).status_code == 200


@pytest.mark.parametrize(
    ("peer", "forwarded", "seen"),
    [
        ("10.1.2.3", "198.51.100.7", "198.51.100.7"),
        ("10.1.2.3", "192.0.2.99, 198.51.100.7", "198.51.100.7"),
        ("203.0.113.5", "198.51.100.7", "203.0.113.5"),
    ],
)
async def test_only_trusted_proxies_name_the_address_of_the_caller(
    settings: Settings, peer: str, forwarded: str, seen: str
) -> None:
    """M2: behind a proxy on another machine every caller had the proxy's address."""
    found: list[str] = []

    async def application(scope: Scope, _receive: Receive, _send: Send) -> None:
        found.append(scope["client"][0])

    trusting = settings.model_copy(update={"trusted_proxies": ["10.0.0.0/8"]})
    config: uvicorn.Config = make_server_config(application, trusting)
    config.load()
    scope = {
        "type": "http",
        "client": (peer, 1),
        "scheme": "http",
        "headers": [(b"x-forwarded-for", forwarded.encode())],
    }

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    async def send(_message: Message) -> None:
        return None

    await config.loaded_app(scope, receive, send)
    assert found == [seen]


@pytest.mark.parametrize("scheme", ["https", "http"])
def test_the_device_cookie_belongs_to_this_host_only_over_https(
    api: FastAPI, portal: BlockingPortal, alice: Person, state: AppState, scheme: str
) -> None:
    owner = TestClient(api, base_url=f"{scheme}://testserver")
    owner.portal = portal
    [header] = sign_in(owner, "alice").headers.get_list("set-cookie")
    name, _, value = header.partition(";")[0].partition("=")
    attributes = {part.strip().lower() for part in header.split(";")[1:]}
    assert name.startswith("__Host-greenroom_device_") == (scheme == "https")
    assert ("secure" in attributes) == (scheme == "https")
    assert {"httponly", "path=/", "samesite=strict"} <= attributes
    limit = state.settings.login_attempts
    # The owner's own count: strangers of the same network have used up theirs.
    stranger = TestClient(api, base_url=f"{scheme}://testserver")
    stranger.portal = portal
    assert guess(stranger, limit + 1)[-1] == 429
    plain = name.removeprefix("__Host-")
    stranger.headers["Cookie"] = f"{plain}={value}"
    assert guess(stranger, 1) == [429 if scheme == "https" else 401]
    assert sign_in(owner, "alice").status_code == 200
