"""Sign-in through an identity provider (OpenID Connect)."""

from __future__ import annotations

from datetime import timedelta
from urllib.parse import parse_qs, urlsplit

import httpx2
import jwt
import pytest
from authlib.integrations.httpx_client import AsyncOAuth2Client
from fastapi.testclient import TestClient
from pydantic import SecretStr

from app.core.settings import Settings
from app.core.state import AppState
from app.integrations import oidc
from app.users.provider_sign_in import to_local_path
from tests.conftest import FrozenClock, Person
from tests.users.conftest import IdentityProvider


@pytest.fixture
def settings(settings: Settings, identity_provider: IdentityProvider) -> Settings:
    return settings.model_copy(
        update={
            "oidc_issuer": identity_provider.issuer,
            "oidc_client_id": "greenroom",
            "oidc_client_secret": SecretStr("any"),
        }
    )


def depart(browser: TestClient, **query: str) -> str:
    """The address of the provider that the browser is sent to."""
    answer = browser.get("/auth/google", params=query, follow_redirects=False)
    assert answer.status_code == 303
    return answer.headers["location"]


def land(browser: TestClient, callback: str) -> dict[str, str]:
    """What the sign-in page finds in its address."""
    answer = browser.get(callback, follow_redirects=False)
    assert answer.status_code == 303
    target = urlsplit(answer.headers["location"])
    assert (target.scheme, target.netloc, target.path) == ("", "", "/login")
    assert answer.headers["cache-control"] == "no-store"
    return {name: values[0] for name, values in parse_qs(target.query).items()}


def who(browser: TestClient, token: str) -> dict[str, object]:
    answer = browser.get("/api/auth/me", headers={"Authorization": f"Bearer {token}"})
    body: dict[str, object] = answer.json()["data"]
    return body


def test_the_request_has_minimal_scopes_state_nonce_and_pkce(anonymous: TestClient) -> None:
    query = parse_qs(urlsplit(depart(anonymous)).query)
    assert query["scope"] == ["openid email profile"]
    assert query["code_challenge_method"] == ["S256"]
    assert query["redirect_uri"] == ["http://testserver/auth/callback"]
    assert len(query["state"][0]) > 30
    assert len(query["nonce"][0]) > 30


def test_a_known_verified_address_signs_in(
    anonymous: TestClient, alice: Person, identity_provider: IdentityProvider
) -> None:
    identity_provider.has_user("sub-alice", email="Alice@Example.com", email_verified=True)
    landed = land(anonymous, identity_provider.sign_in(depart(anonymous), subject="sub-alice"))
    assert who(anonymous, landed["token"])["_id"] == alice.id
    sessions = anonymous.get(
        "/api/auth/sessions", headers={"Authorization": f"Bearer {landed['token']}"}
    ).json()["data"]
    assert next(one for one in sessions if one["isCurrent"])["method"] == "provider"


def test_later_sign_ins_are_matched_by_subject(
    anonymous: TestClient, alice: Person, identity_provider: IdentityProvider
) -> None:
    identity_provider.has_user("sub-moved", email="alice@example.com", email_verified=True)
    land(anonymous, identity_provider.sign_in(depart(anonymous), subject="sub-moved"))
    identity_provider.has_user("sub-moved", email="alice.new@example.com", email_verified=False)
    landed = land(anonymous, identity_provider.sign_in(depart(anonymous), subject="sub-moved"))
    assert who(anonymous, landed["token"])["_id"] == alice.id


def test_an_unverified_address_opens_no_account(
    anonymous: TestClient, alice: Person, state: AppState, identity_provider: IdentityProvider
) -> None:
    state.settings = state.settings.model_copy(update={"oidc_create_users": True})
    identity_provider.has_user("sub-mallory", email="alice@example.com", email_verified=False)
    landed = land(anonymous, identity_provider.sign_in(depart(anonymous), subject="sub-mallory"))
    assert landed == {"error": "unverified"}


def test_an_unknown_user_becomes_a_recruiter_only_where_allowed(
    anonymous: TestClient, state: AppState, identity_provider: IdentityProvider
) -> None:
    identity_provider.has_user("sub-new", email="nora@agency.example", email_verified=True, name="Nora Øst")
    landed = land(anonymous, identity_provider.sign_in(depart(anonymous), subject="sub-new"))
    assert landed == {"error": "unknown"}
    state.settings = state.settings.model_copy(update={"oidc_create_users": True})
    landed = land(anonymous, identity_provider.sign_in(depart(anonymous), subject="sub-new"))
    nora = who(anonymous, landed["token"])
    assert (nora["name"], nora["role"], nora["isBasicAuth"]) == ("Nora Øst", "recruiter", False)
    summary = anonymous.get(
        "/api/billing/summary", headers={"Authorization": f"Bearer {landed['token']}"}
    ).json()["data"]
    assert summary["planDisplayName"] == "Trial"


def test_a_deactivated_user_is_refused(
    anonymous: TestClient, alice: Person, state: AppState, identity_provider: IdentityProvider
) -> None:
    from app.users.accounts import set_active

    with state.database.transaction() as session:
        set_active(session, user_id=alice.id, active=False)
    identity_provider.has_user("sub-out", email="alice@example.com", email_verified=True)
    landed = land(anonymous, identity_provider.sign_in(depart(anonymous), subject="sub-out"))
    assert landed == {"error": "inactive"}


def test_a_callback_is_accepted_once(
    anonymous: TestClient, alice: Person, identity_provider: IdentityProvider
) -> None:
    identity_provider.has_user("sub-twice", email="alice@example.com", email_verified=True)
    callback = identity_provider.sign_in(depart(anonymous), subject="sub-twice")
    cookie = dict(anonymous.cookies)
    assert "token" in land(anonymous, callback)
    anonymous.cookies.update(cookie)
    assert land(anonymous, callback) == {"error": "state"}


def test_a_callback_in_another_browser_is_refused(
    anonymous: TestClient, bob: Person, alice: Person, identity_provider: IdentityProvider
) -> None:
    identity_provider.has_user("sub-csrf", email="alice@example.com", email_verified=True)
    callback = identity_provider.sign_in(depart(anonymous), subject="sub-csrf")
    assert land(bob, callback) == {"error": "state"}


def test_a_callback_expires_after_ten_minutes(
    anonymous: TestClient, alice: Person, clock: FrozenClock, identity_provider: IdentityProvider
) -> None:
    callback = identity_provider.sign_in(depart(anonymous), subject="sub-late")
    clock.advance(minutes=10)
    assert land(anonymous, callback) == {"error": "state"}


def test_an_unknown_state_is_refused(anonymous: TestClient) -> None:
    depart(anonymous)
    assert land(anonymous, "/auth/callback?code=x&state=made-up") == {"error": "state"}
    assert land(anonymous, "/auth/callback") == {"error": "state"}


def test_denial_at_the_provider_is_reported(
    anonymous: TestClient, identity_provider: IdentityProvider
) -> None:
    address = depart(anonymous)
    denied = identity_provider.deny(address)
    # This provider leaves the state out where it should send it back (RFC 6749 §4.1.2.1).
    state = parse_qs(urlsplit(address).query)["state"][0]
    assert land(anonymous, f"{denied}&state={state}") == {"error": "denied"}


def test_a_code_of_another_sign_in_is_refused(
    anonymous: TestClient, alice: Person, identity_provider: IdentityProvider
) -> None:
    """The nonce of the token is that of the sign-in it was made for: a replayed code carries another."""
    identity_provider.has_user("sub-nonce", email="alice@example.com", email_verified=True)
    first = parse_qs(urlsplit(identity_provider.sign_in(depart(anonymous), subject="sub-nonce")).query)
    second = parse_qs(urlsplit(identity_provider.sign_in(depart(anonymous), subject="sub-nonce")).query)
    landed = land(anonymous, f"/auth/callback?code={first['code'][0]}&state={second['state'][0]}")
    assert landed == {"error": "provider"}


def test_the_callback_leads_to_the_requested_page(
    anonymous: TestClient, alice: Person, identity_provider: IdentityProvider
) -> None:
    identity_provider.has_user("sub-next", email="alice@example.com", email_verified=True)
    wanted = "/interview-hq/1?tab=report"
    landed = land(anonymous, identity_provider.sign_in(depart(anonymous, next=wanted), subject="sub-next"))
    assert landed["next"] == wanted


@pytest.mark.parametrize(
    "foreign",
    ["https://evil.example", "//evil.example", "/\\evil.example", "/\tevil", "evil", "", "/a\\b", "/" * 3000],
)
def test_the_callback_never_leaves_the_site(foreign: str) -> None:
    assert to_local_path(foreign) is None


def test_a_second_factor_is_required_after_the_callback(
    anonymous: TestClient, alice: Person, state: AppState, identity_provider: IdentityProvider
) -> None:
    import pyotp

    secret = alice.post(
        "/api/profile/second-factor/begin", json={"password": "correct horse battery"}
    ).json()["data"]["secret"]
    code = pyotp.TOTP(secret).at(state.now())
    assert alice.post("/api/profile/second-factor/confirm", json={"code": code}).status_code == 200
    identity_provider.has_user("sub-2fa", email="alice@example.com", email_verified=True)
    landed = land(anonymous, identity_provider.sign_in(depart(anonymous), subject="sub-2fa"))
    assert "token" not in landed
    answer = anonymous.post(
        "/api/auth/second-factor",
        json={"challenge": landed["challenge"], "code": pyotp.TOTP(secret).at(state.now(), counter_offset=1)},
    )
    assert answer.status_code == 200


def test_an_unreachable_provider_is_reported_on_the_sign_in_page(
    anonymous: TestClient, state: AppState, unused_tcp_port: int
) -> None:
    state.settings = state.settings.model_copy(update={"oidc_issuer": f"http://127.0.0.1:{unused_tcp_port}"})
    answer = anonymous.get("/auth/google", follow_redirects=False)
    assert answer.headers["location"] == "/login?error=provider"


def test_the_routes_are_not_found_without_a_provider(anonymous: TestClient, state: AppState) -> None:
    state.settings = state.settings.model_copy(update={"oidc_issuer": None})
    for path in ("/auth/google", "/auth/provider", "/auth/callback?code=a&state=b"):
        assert anonymous.get(path, follow_redirects=False).status_code == 404


class TestIdToken:
    """What a provider could send that must not count: its key set and tokens scripted, the checks real."""

    ISSUER = "https://id.example"

    @pytest.fixture
    def key(self) -> jwt.PyJWK:
        import json

        from cryptography.hazmat.primitives.asymmetric import rsa
        from jwt.algorithms import RSAAlgorithm

        private = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        self.private = private
        self.public = {**json.loads(RSAAlgorithm.to_jwk(private.public_key())), "kid": "1", "alg": "RS256"}
        return jwt.PyJWK(self.public)

    async def arrive(
        self,
        monkeypatch: pytest.MonkeyPatch,
        clock: FrozenClock,
        *,
        algorithm: str = "RS256",
        **claims: object,
    ) -> oidc.Identity:
        now = clock.now()
        payload = {
            "iss": self.ISSUER,
            "aud": "greenroom",
            "sub": "s",
            "nonce": "n",
            "iat": now,
            "exp": now + timedelta(minutes=5),
            **claims,
        }
        key: object = {"RS256": self.private, "none": "", "HS256": "any" * 12}[algorithm]
        token = jwt.encode(payload, key, algorithm=algorithm, headers={"kid": "1"})  # type: ignore[arg-type]

        def answer(request: httpx2.Request) -> httpx2.Response:
            match request.url.path:
                case "/.well-known/openid-configuration":
                    body: object = {
                        "issuer": self.ISSUER,
                        "authorization_endpoint": f"{self.ISSUER}/authorize",
                        "token_endpoint": f"{self.ISSUER}/token",
                        "jwks_uri": f"{self.ISSUER}/keys",
                    }
                case "/keys":
                    body = {"keys": [self.public]}
                case _:
                    body = {"access_token": "a", "token_type": "Bearer", "id_token": token}
            return httpx2.Response(200, json=body)

        original = AsyncOAuth2Client
        monkeypatch.setattr(
            oidc,
            "AsyncOAuth2Client",
            lambda **options: original(transport=httpx2.MockTransport(answer), **options),
        )
        provider = oidc.Provider(
            issuer=self.ISSUER, client_id="greenroom", client_secret=SecretStr("any" * 12)
        )
        return await provider.arrive(
            code="c", verifier="v" * 50, nonce="n", redirect_uri="https://here.example/auth/callback", now=now
        )

    @pytest.mark.usefixtures("key")
    async def test_a_valid_token_is_accepted(
        self, monkeypatch: pytest.MonkeyPatch, clock: FrozenClock
    ) -> None:
        identity = await self.arrive(monkeypatch, clock, email="a@b.example", email_verified="true")
        assert (identity.subject, identity.email, identity.is_email_verified) == ("s", "a@b.example", True)

    @pytest.mark.usefixtures("key")
    @pytest.mark.parametrize(
        "claims",
        [
            {"iss": "https://other.example"},
            {"aud": "another-client"},
            {"aud": ["greenroom", "another-client"]},
            {"nonce": "another"},
            {"nonce": None},
            {"exp": 1},
            {"sub": None},
            {"algorithm": "none"},
            {"algorithm": "HS256"},
        ],
    )
    async def test_an_invalid_token_is_refused(
        self, monkeypatch: pytest.MonkeyPatch, clock: FrozenClock, claims: dict[str, object]
    ) -> None:
        with pytest.raises(oidc.ProviderFailed):
            await self.arrive(monkeypatch, clock, **claims)  # type: ignore[arg-type]
