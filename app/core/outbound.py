"""Policy for outgoing connections to addresses in the settings, depending on who entered them."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

from app.core.errors import ValidationFailed
from app.core.invalid_values import FieldSentence
from app.core.settings import Settings
from models.outbound import AddressRefused, OutboundPolicy

OUTBOUND_SETTINGS = (
    "oidc_issuer",
    "smtp_host",
    "llm_base_url",
    "speech_base_url",
    "embeddings_base_url",
    "backup_s3_url",
    "files_s3_url",
)
"""Every setting that makes this server connect somewhere."""


def make_outbound_policy(settings: Settings, *, base: Settings, key: str) -> OutboundPolicy:
    """The connections that a setting allows: all if the operator set it in the environment (``base``)."""
    if key not in OUTBOUND_SETTINGS:
        raise KeyError(key)
    return OutboundPolicy(
        is_restricted=key not in base.model_fields_set, internal_hosts=tuple(settings.internal_hosts)
    )


async def require_public_hosts(settings: Settings, *, base: Settings, values: Mapping[str, object]) -> None:
    """Raise ValidationFailed for changed settings that lead into the internal network.

    This only warns administrators early. The guard itself checks every connection, because names change.
    """
    problems = []
    for key in OUTBOUND_SETTINGS:
        value = values.get(key)
        if not isinstance(value, str) or not value.strip():
            continue
        host, port = _split(value.strip())
        policy = make_outbound_policy(settings, base=base, key=key)
        try:
            await policy.resolve_async(host, port)
        except AddressRefused:
            problems.append(
                (
                    f"values.{key}",
                    FieldSentence(
                        "This address is on the internal network. The operator of the server can allow it "
                        "with GREENROOM_INTERNAL_HOSTS.",
                        code="INTERNAL_ADDRESS",
                    ),
                )
            )
        except (OSError, UnicodeError, ValueError):
            # Currently unreachable, or not an address: the setting is validated elsewhere.
            continue
    if problems:
        raise ValidationFailed(problems)


def _split(value: str) -> tuple[str, int]:
    if "://" not in value:
        return value, 25
    parts = urlsplit(value)
    return parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
