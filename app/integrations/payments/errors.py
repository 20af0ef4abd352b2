"""Errors of payments: Stripe is unavailable or refuses a request, or a signature is not Stripe's."""

from __future__ import annotations

from app.core.errors import AppError, NotFound


class PaymentsUnavailable(AppError):
    code = "PAYMENTS_UNAVAILABLE"
    status = 503

    def __init__(self) -> None:
        super().__init__(
            "The payment service is not available right now. Nothing was changed. Try again later.",
            headers={"Retry-After": "30"},
        )


class PaymentsRefused(AppError):
    code = "PAYMENTS_REFUSED"
    status = 502

    def __init__(self) -> None:
        super().__init__(
            "The payment service refused the request. Nothing was changed. Please contact your administrator."
        )


class PaymentNotFound(NotFound):
    code = "PAYMENT_NOT_FOUND"

    def __init__(self) -> None:
        super().__init__("This payment does not exist.")


class CustomerMissing(PaymentNotFound):
    """Stripe does not know the customer, for example after a change from test keys to live keys."""


class SignatureRefused(AppError):
    code = "SIGNATURE_INVALID"
    status = 400

    def __init__(self) -> None:
        super().__init__("The signature of this event is missing, wrong or older than five minutes.")
