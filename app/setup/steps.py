"""Steps of the first-run setup, in order, and the settings of each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from app.core.stored_settings import NETWORK_SETTINGS


class Step(StrEnum):
    """One page of the setup. Only the account is compulsory."""

    ACCOUNT = "account"
    ADDRESS = "address"
    MODELS = "models"
    MAIL = "mail"
    SIGN_IN = "sign_in"
    BILLING = "billing"
    PRIVACY = "privacy"
    DEMO = "demo"
    FINISH = "finish"


SETTINGS: dict[Step, tuple[str, ...]] = {
    Step.ACCOUNT: (),
    Step.ADDRESS: ("public_url", *NETWORK_SETTINGS),
    Step.MODELS: (
        "llm_provider",
        "llm_model",
        "llm_base_url",
        "llm_api_key",
        "speech_provider",
        "speech_model",
        "speech_base_url",
        "speech_api_key",
    ),
    Step.MAIL: ("smtp_host", "smtp_port", "smtp_security", "smtp_username", "smtp_password", "mail_from"),
    Step.SIGN_IN: (
        "oidc_issuer",
        "oidc_client_id",
        "oidc_client_secret",
        "oidc_label",
        "oidc_acr_values",
        "oidc_create_users",
        "self_registration",
        "require_second_factor",
    ),
    Step.BILLING: (
        "billing_mode",
        "stripe_secret_key",
        "stripe_webhook_secret",
        "stripe_price_starter",
        "stripe_price_growth",
        "stripe_price_top_up",
    ),
    Step.PRIVACY: (
        "consistency_check",
        "recording_allowed",
        "recording_retention_days",
        "interview_retention_days",
    ),
    Step.DEMO: (),
    Step.FINISH: (),
}
"""Keys of ``Settings`` that a step asks for. All are on the settings page too."""


@dataclass(frozen=True, slots=True)
class Dependency:
    """A setting that is relevant only for some values of another setting of the same step."""

    key: str
    on: str
    values: tuple[str, ...]
    """Values as text: ``true`` for a switch that is on."""


DEPENDENCIES: tuple[Dependency, ...] = (
    *(Dependency(key, "llm_provider", ("openai",)) for key in ("llm_base_url", "llm_api_key")),
    *(
        Dependency(key, "speech_provider", ("openai", "whisper_cpp"))
        for key in ("speech_base_url", "speech_api_key")
    ),
    *(
        Dependency(key, "billing_mode", ("stripe",))
        for key in SETTINGS[Step.BILLING]
        if key.startswith("stripe_")
    ),
    Dependency("recording_retention_days", "recording_allowed", ("true",)),
)


def is_needed(key: str, read: Callable[[str], object]) -> bool:
    """Whether a setting is relevant, given the values of others that ``read`` returns."""
    return all(
        str(read(dependency.on)).lower() in dependency.values
        for dependency in DEPENDENCIES
        if dependency.key == key
    )
