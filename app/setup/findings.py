"""Results of the checks of setup steps, with their English sentences.

The browser has the same sentences in each language under ``findings`` in its catalog ``setup``.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from app.integrations.email.port import EmailFailure
from models.engine_problems import EngineProblem


class FindingCode(StrEnum):
    ADDRESS_MISSING = "address_missing"
    ADDRESS_INSECURE = "address_insecure"
    ADDRESS_SECURE = "address_secure"
    ADDRESS_ANSWERS = "address_answers"
    ADDRESS_SILENT = "address_silent"
    ADDRESS_OTHER = "address_other"
    ADDRESS_CERTIFICATE = "address_certificate"
    ADDRESS_UNTESTED = "address_untested"
    MODEL_INSTALLED = "model_installed"
    MODEL_REMOTE = "model_remote"
    MODEL_REMOTE_DEFAULT = "model_remote_default"
    MODEL_MISSING = "model_missing"
    MAIL_OFF = "mail_off"
    MAIL_INCOMPLETE = "mail_incomplete"
    MAIL_FAILED = "mail_failed"
    MAIL_READY = "mail_ready"
    PROVIDER_OFF = "provider_off"
    PROVIDER_INCOMPLETE = "provider_incomplete"
    PROVIDER_FAILED = "provider_failed"
    PROVIDER_READY = "provider_ready"
    PAYMENTS_OFF = "payments_off"
    STRIPE_INCOMPLETE = "stripe_incomplete"
    STRIPE_UNAVAILABLE = "stripe_unavailable"
    STRIPE_REFUSED = "stripe_refused"
    STRIPE_PRICE_WRONG = "stripe_price_wrong"
    STRIPE_READY = "stripe_ready"


@dataclass(frozen=True, slots=True)
class Finding:
    """Result of one check."""

    code: FindingCode
    is_problem: bool
    """Whether a setting does not work as entered."""
    detail: str = ""
    """Subject of the sentence: an address or the name of a model, or names of settings."""
    model_problem: EngineProblem | None = None
    """Why a model cannot be used."""
    email_failure: EmailFailure | None = None
    """Why the mail server cannot be used."""

    @property
    def english_detail(self) -> str:
        """The detail, or the reason in English."""
        reason = self.model_problem or self.email_failure
        return reason.reason if reason else self.detail

    @property
    def sentence(self) -> str:
        return _SENTENCES[self.code].format(detail=self.english_detail)


def passed(code: FindingCode, detail: str = "") -> Finding:
    return Finding(code, is_problem=False, detail=detail)


def problem(code: FindingCode, detail: str = "") -> Finding:
    return Finding(code, is_problem=True, detail=detail)


_SENTENCES = {
    FindingCode.ADDRESS_MISSING: (
        "No public address is set. Camera and microphone work in browsers on this machine only."
    ),
    FindingCode.ADDRESS_INSECURE: (
        "Camera and microphone will not work at {detail}, because browsers allow them on HTTPS pages only."
    ),
    FindingCode.ADDRESS_SECURE: "Camera and microphone will work at {detail}.",
    FindingCode.ADDRESS_ANSWERS: "Greenroom answers at {detail}.",
    FindingCode.ADDRESS_SILENT: (
        "Nothing answers at {detail}. Check the name, the port, the firewall and the proxy."
    ),
    FindingCode.ADDRESS_OTHER: (
        "Another program answers at {detail}, or a proxy that does not pass requests on to this server."
    ),
    FindingCode.ADDRESS_CERTIFICATE: "The certificate is not accepted at {detail}.",
    FindingCode.ADDRESS_UNTESTED: (
        "{detail} is on the internal network, so this server does not test it. Open it on another device."
    ),
    FindingCode.MODEL_INSTALLED: "Model: {detail}.",
    FindingCode.MODEL_REMOTE: "Model on another server: {detail}.",
    FindingCode.MODEL_REMOTE_DEFAULT: "Model on another server: the server's default.",
    FindingCode.MODEL_MISSING: "A model cannot be used. {detail}",
    FindingCode.MAIL_OFF: "No mail server is set. Recruiters send calendar files themselves.",
    FindingCode.MAIL_INCOMPLETE: "Enter both the mail server and the sender's address.",
    FindingCode.MAIL_FAILED: "The mail server does not accept this. {detail}",
    FindingCode.MAIL_READY: "The mail server {detail} accepts connections with these settings.",
    FindingCode.PROVIDER_OFF: "No identity provider is set. Users sign in with their password.",
    FindingCode.PROVIDER_INCOMPLETE: "Enter both the issuer's address and the client ID.",
    FindingCode.PROVIDER_FAILED: (
        "No OpenID Connect provider answers at {detail}. Check the address, and whether this server may "
        "reach it."
    ),
    FindingCode.PROVIDER_READY: "The identity provider {detail} answers.",
    FindingCode.PAYMENTS_OFF: "This server takes no payments.",
    FindingCode.STRIPE_INCOMPLETE: "Payments need more settings: {detail}.",
    FindingCode.STRIPE_UNAVAILABLE: "Stripe cannot be reached. Try again later.",
    FindingCode.STRIPE_REFUSED: "Stripe refuses the secret key.",
    FindingCode.STRIPE_PRICE_WRONG: (
        "This price does not exist at Stripe, is archived or has the wrong type: {detail}."
    ),
    FindingCode.STRIPE_READY: "Stripe accepts the key, and all prices exist.",
}
