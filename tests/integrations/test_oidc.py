"""Malformed responses of an identity provider: each refuses the sign-in, and none is a server error."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import httpx2
import pytest
from authlib.integrations.httpx_client import AsyncOAuth2Client
from pydantic import SecretStr

from app.integrations import oidc

ISSUER = "https://id.example"
METADATA = {
    "issuer": ISSUER,
    "authorization_endpoint": f"{ISSUER}/authorize",
    "token_endpoint": f"{ISSUER}/token",
    "jwks_uri": f"{ISSUER}/keys",
}
KEYS = {"keys": [{"kty": "RSA", "n": "AQAB", "e": "AQAB", "kid": "1"}]}
HMAC_KEYS = {"keys": [{"kty": "oct", "k": "A" * 64}]}
HEADER_ONLY_RS256 = "eyJhbGciOiJSUzI1NiJ9.e30.AA"
HEADER_ONLY_HS256 = "eyJhbGciOiJIUzI1NiJ9.e30.AA"


def tokens(id_token: object) -> dict[str, object]:
    return {"access_token": "a", "token_type": "Bearer", "id_token": id_token}


async def sign_in(provider: oidc.Provider) -> None:
    redirect_uri = "https://here.example/auth/callback"
    await provider.depart(redirect_uri=redirect_uri)
    await provider.arrive(
        code="c", verifier="v" * 50, nonce="n", redirect_uri=redirect_uri, now=datetime.now(UTC)
    )


@pytest.mark.parametrize(
    ("metadata", "keys", "token_response"),
    [
        ([], KEYS, {}),
        (b"<html>", KEYS, {}),
        (b"\xff\xfe", KEYS, {}),
        ({"issuer": ISSUER}, KEYS, {}),
        ({**METADATA, "issuer": "https://other.example"}, KEYS, {}),
        ({**METADATA, "authorization_endpoint": "javascript:alert(1)"}, KEYS, {}),
        ({**METADATA, "token_endpoint": "http://[::1"}, KEYS, {}),
        (METADATA, {}, tokens(HEADER_ONLY_RS256)),
        (METADATA, {"keys": None}, tokens(HEADER_ONLY_RS256)),
        (METADATA, {"keys": [None]}, tokens(HEADER_ONLY_RS256)),
        (METADATA, {"keys": [{"kty": "unheard of"}]}, tokens(HEADER_ONLY_RS256)),
        (METADATA, HMAC_KEYS, tokens(HEADER_ONLY_HS256)),
        (METADATA, KEYS, b"oops"),
        (METADATA, KEYS, []),
        (METADATA, KEYS, {"error": "invalid_grant"}),
        (METADATA, KEYS, tokens(None)),
        (METADATA, KEYS, tokens("x.y.z")),
        (METADATA, KEYS, tokens(HEADER_ONLY_RS256)),
    ],
    ids=str,
)
async def test_a_malformed_response_is_refused(
    metadata: Any, keys: Any, token_response: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def respond(request: httpx2.Request) -> httpx2.Response:
        body = {"/keys": keys, "/token": token_response}.get(request.url.path, metadata)
        if isinstance(body, bytes):
            return httpx2.Response(200, content=body)
        return httpx2.Response(200, json=body)

    original = AsyncOAuth2Client
    monkeypatch.setattr(
        oidc,
        "AsyncOAuth2Client",
        lambda **options: original(transport=httpx2.MockTransport(respond), **options),
    )
    provider = oidc.Provider(issuer=ISSUER, client_id="greenroom", client_secret=SecretStr("s"))
    with pytest.raises(oidc.ProviderFailed):
        await sign_in(provider)


async def test_a_malformed_issuer_address_is_refused() -> None:
    provider = oidc.Provider(issuer="http://[::1", client_id="greenroom", client_secret=None)
    with pytest.raises(oidc.ProviderFailed):
        await provider.depart(redirect_uri="https://here.example/auth/callback")
