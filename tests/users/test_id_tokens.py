"""ID tokens of an identity provider: only valid ones are accepted."""

from __future__ import annotations

from datetime import timedelta

import httpx2
import jwt
import pytest
from authlib.integrations.httpx_client import AsyncOAuth2Client
from pydantic import SecretStr

from app.integrations import oidc
from tests.conftest import FrozenClock


class TestIdToken:
    """Invalid tokens of a provider: key set and tokens are scripted, the checks are real."""

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

        def respond(request: httpx2.Request) -> httpx2.Response:
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
            lambda **options: original(transport=httpx2.MockTransport(respond), **options),
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
    @pytest.mark.parametrize("seconds", [-3600, 0, 3600])
    async def test_the_time_of_the_check_is_never_in_the_future(
        self, monkeypatch: pytest.MonkeyPatch, clock: FrozenClock, seconds: int
    ) -> None:
        checked_at = clock.now() + timedelta(seconds=seconds)
        identity = await self.arrive(monkeypatch, clock, auth_time=int(checked_at.timestamp()))
        assert identity.authenticated_at == min(checked_at, clock.now())

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
            {"auth_time": "yesterday"},
            {"auth_time": -1},
            {"auth_time": 1e300},
            {"algorithm": "none"},
            {"algorithm": "HS256"},
        ],
    )
    async def test_an_invalid_token_is_refused(
        self, monkeypatch: pytest.MonkeyPatch, clock: FrozenClock, claims: dict[str, object]
    ) -> None:
        with pytest.raises(oidc.ProviderFailed):
            await self.arrive(monkeypatch, clock, **claims)  # type: ignore[arg-type]
