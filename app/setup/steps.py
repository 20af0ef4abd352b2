"""Steps of the first-run setup, in order, and the settings of each."""

from __future__ import annotations

from enum import StrEnum


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
    Step.ADDRESS: ("public_url",),
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
