"""OpenID Connect client: authorization code flow with PKCE, state and nonce.

Requests only the scopes openid, email and profile, and discards the access token.
OpenID Connect Core 1.0 §3.1, RFC 7636 (S256).
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import httpx2
from authlib.common.errors import AuthlibBaseError
from authlib.integrations.httpx_client import AsyncOAuth2Client
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet
from pydantic import SecretStr

from app.integrations.oidc_transport import GuardedOidcTransport
from models.outbound import UNRESTRICTED, OutboundPolicy

SCOPE = "openid email profile"
ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "ES256", "ES384", "ES512", "EdDSA", "Ed25519"]
"""Signatures with the provider's private key: never 'none', and never HS256, whose key the client knows."""
TIMEOUT_SECONDS = 10
LEEWAY_SECONDS = 60
_MAX_AUTH_TIME = 2**37
"""Seconds since 1970 that a date can still hold."""
_UNUSABLE = (httpx2.HTTPError, httpx2.InvalidURL, ValueError)
"""Errors for a missing response, an invalid address, or a response that is not JSON."""


class ProviderFailed(Exception):
    """The provider is unavailable, or its response cannot be trusted. The text goes into the log."""


@dataclass(frozen=True, slots=True)
class Departure:
    """State of a sign-in that the server keeps while the browser is at the provider."""

    url: str
    state: str
    nonce: str
    verifier: str


@dataclass(frozen=True, slots=True)
class Identity:
    """The user as the provider identified them."""

    issuer: str
    subject: str
    email: str | None
    is_email_verified: bool
    name: str
    acr: str | None = None
    """How well the provider checked the user, in its own words (authentication context class)."""
    authenticated_at: datetime | None = None
    """When the provider last checked the user, if it says so: perhaps long before this sign-in."""


class Provider:
    """The provider at ``issuer``. Its endpoints are discovered at every sign-in.

    ``acr_values``, separated by spaces, are asked for; the caller checks whether the provider met them.
    """

    def __init__(
        self,
        *,
        issuer: str,
        client_id: str,
        client_secret: SecretStr | None,
        acr_values: str | None = None,
        policy: OutboundPolicy = UNRESTRICTED,
    ) -> None:
        self._policy = policy
        self._issuer = issuer.rstrip("/")
        self._client_id = client_id
        self._client_secret = client_secret
        self._acr_values = acr_values

    async def depart(self, *, redirect_uri: str, is_fresh: bool = False) -> Departure:
        """Start a sign-in: the URL to send the browser to, and its secrets. Raises ProviderFailed.

        With ``is_fresh`` the provider is asked to check the user even if they are signed in there, and to
        say when it did: ``max_age`` requires the claim ``auth_time`` (OpenID Connect Core 1.0 §2).
        """
        wishes = {"acr_values": self._acr_values}
        if is_fresh:
            wishes |= {"prompt": "login", "max_age": "0"}
        verifier = secrets.token_urlsafe(48)
        nonce = secrets.token_urlsafe(32)
        async with self._client(redirect_uri) as client:
            metadata = await self._discover(client)
            url, state = client.create_authorization_url(
                _endpoint(metadata, "authorization_endpoint"),
                state=secrets.token_urlsafe(32),
                nonce=nonce,
                code_verifier=verifier,
                **{name: value for name, value in wishes.items() if value is not None},
            )
        return Departure(url=url, state=state, nonce=nonce, verifier=verifier)

    async def arrive(
        self, *, code: str, verifier: str, nonce: str, redirect_uri: str, now: datetime
    ) -> Identity:
        """Finish a sign-in: exchange ``code`` for the user's identity. Raises ProviderFailed."""
        async with self._client(redirect_uri) as client:
            metadata = await self._discover(client)
            try:
                tokens = await client.fetch_token(
                    _endpoint(metadata, "token_endpoint"), code=code, code_verifier=verifier
                )
                keys = await _get_json(client, _endpoint(metadata, "jwks_uri"))
                id_token = str(tokens["id_token"])
                token = jwt.decode(id_token, KeySet.import_key_set(keys), algorithms=ALGORITHMS)  # type: ignore[arg-type]
                claims = token.claims
                self._check(claims, issuer=str(metadata["issuer"]), nonce=nonce, now=now)
                authenticated_at = _read_auth_time(claims, now=now)
            except (*_UNUSABLE, AuthlibBaseError, JoseError, KeyError, TypeError) as error:
                raise ProviderFailed(f"sign-in refused: {type(error).__name__}") from error
        email, acr = claims.get("email"), claims.get("acr")
        return Identity(
            issuer=str(metadata["issuer"]),
            subject=str(claims["sub"]),
            email=email.strip() if isinstance(email, str) and email.strip() else None,
            # Some providers send the string "true".
            is_email_verified=str(claims.get("email_verified")).lower() == "true",
            name=str(claims.get("name") or claims.get("preferred_username") or ""),
            acr=acr if isinstance(acr, str) else None,
            authenticated_at=authenticated_at,
        )

    def _check(self, claims: dict[str, Any], *, issuer: str, nonce: str, now: datetime) -> None:
        jwt.JWTClaimsRegistry(
            now=int(now.timestamp()),
            leeway=LEEWAY_SECONDS,
            iss={"essential": True, "value": issuer},
            aud={"essential": True, "value": self._client_id},
            sub={"essential": True},
            exp={"essential": True},
            iat={"essential": True},
            nonce={"essential": True, "value": nonce},
        ).validate(claims)
        audience = claims["aud"]
        if isinstance(audience, list) and len(audience) > 1 and claims.get("azp") != self._client_id:
            raise ValueError("the token was issued to another client")

    def _client(self, redirect_uri: str) -> AsyncOAuth2Client:
        secret = self._client_secret
        guard = {"transport": GuardedOidcTransport(self._policy)} if self._policy.is_restricted else {}
        return AsyncOAuth2Client(
            client_id=self._client_id,
            client_secret=None if secret is None else secret.get_secret_value(),
            token_endpoint_auth_method="none" if secret is None else "client_secret_basic",
            scope=SCOPE,
            redirect_uri=redirect_uri,
            code_challenge_method="S256",
            timeout=TIMEOUT_SECONDS,
            follow_redirects=False,
            **guard,
        )

    async def _discover(self, client: AsyncOAuth2Client) -> dict[str, Any]:
        try:
            metadata = await _get_json(client, f"{self._issuer}/.well-known/openid-configuration")
        except _UNUSABLE as error:
            raise ProviderFailed(f"discovery failed: {type(error).__name__}") from error
        if str(metadata.get("issuer", "")).rstrip("/") != self._issuer:
            raise ProviderFailed("discovery returned another issuer")
        return metadata


def _endpoint(metadata: dict[str, Any], name: str) -> str:
    url = metadata.get(name)
    if not isinstance(url, str) or not url.startswith(("https://", "http://")):
        raise ProviderFailed(f"discovery has no valid {name}")
    return url


def _read_auth_time(claims: dict[str, Any], *, now: datetime) -> datetime | None:
    """The claim ``auth_time``. One in the future is ``now``: the clocks differ. Raises ValueError."""
    seconds = claims.get("auth_time")
    if seconds is None:
        return None
    if not isinstance(seconds, int | float) or not 0 <= seconds < _MAX_AUTH_TIME:
        raise ValueError("auth_time is not a time")
    return min(datetime.fromtimestamp(seconds, tz=UTC), now)


async def _get_json(client: AsyncOAuth2Client, url: str) -> dict[str, Any]:
    response = await client.request("GET", url, withhold_token=True)
    response.raise_for_status()
    body = response.json()
    if not isinstance(body, dict):
        raise ProviderFailed("the response is not a JSON object")
    return body
