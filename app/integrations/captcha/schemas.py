"""The challenge of the proof of work, as the browser reads it."""

from __future__ import annotations

from app.core.schemas import ApiSchema


class ChallengeParameters(ApiSchema):
    """Challenge in the format of ALTCHA version 2, which the browser library reads."""

    algorithm: str
    nonce: str
    salt: str
    cost: int
    key_length: int
    key_prefix: str
    key_signature: str
    expires_at: int
    """Unix time in seconds."""


class Challenge(ApiSchema):
    parameters: ChallengeParameters
    signature: str
