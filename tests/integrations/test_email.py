"""Email delivery to a real SMTP server on the loopback interface, and the outbox before it."""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from smtplib import (
    SMTPAuthenticationError,
    SMTPConnectError,
    SMTPException,
    SMTPNotSupportedError,
    SMTPRecipientsRefused,
    SMTPServerDisconnected,
)

import pytest
from aiosmtpd.controller import Controller
from pydantic import SecretStr
from sqlalchemy import select

from app.core.database import Database
from app.core.settings import Settings
from app.integrations.email import outbox
from app.integrations.email.port import EmailFailed, EmailFailure, EmailMessage, EmailProblem
from app.integrations.email.smtp import NullTransport, SmtpTransport, make_transport
from app.integrations.email.tables import OutgoingEmail
from tests.conftest import FrozenClock
from tests.fakes.postbox import Postbox


@pytest.fixture
def postbox() -> Postbox:
    return Postbox()


@pytest.fixture
def email_settings(settings: Settings, postbox: Postbox, unused_tcp_port: int) -> Iterator[Settings]:
    controller = Controller(postbox, hostname="127.0.0.1", port=unused_tcp_port)
    controller.start()
    yield settings.model_copy(
        update={
            "smtp_host": "127.0.0.1",
            "smtp_port": unused_tcp_port,
            "smtp_security": "none",
            "mail_from": "greenroom@agency.example",
            "product_name": "Grüner Raum",
        }
    )
    controller.stop()


def make_message(**changes: str) -> EmailMessage:
    fields = {"recipient": "greta@agency.example", "subject": "Einladung für Zoë", "text": "Grüße\n"}
    return EmailMessage(**{**fields, **changes})


def test_an_email_arrives_as_it_was_written(email_settings: Settings, postbox: Postbox) -> None:
    make_transport(email_settings).deliver(make_message())
    (message,) = postbox.messages
    assert message["To"] == "greta@agency.example"
    assert message["Subject"] == "Einladung für Zoë"
    assert message["From"].addresses[0].display_name == "Grüner Raum"
    assert message["Message-ID"].endswith("@agency.example>")
    assert message.get_content().strip() == "Grüße"


def test_a_line_break_in_a_subject_adds_no_header(email_settings: Settings, postbox: Postbox) -> None:
    make_transport(email_settings).deliver(make_message(subject="Hello\r\nBcc: all@agency.example"))
    assert postbox.messages[0]["Bcc"] is None


def test_a_malformed_address_is_not_retried(email_settings: Settings) -> None:
    with pytest.raises(EmailFailed) as failure:
        make_transport(email_settings).deliver(make_message(recipient="a@b.example\r\nBcc: c@d.example"))
    assert failure.value.failure == EmailFailure(EmailProblem.MALFORMED_ADDRESS)
    assert failure.value.retryable is False


@pytest.mark.parametrize(("reply", "retryable"), [("451 later", True), ("554 never", False)])
def test_the_reply_of_the_server_decides_whether_to_retry(
    email_settings: Settings, postbox: Postbox, reply: str, retryable: bool
) -> None:
    postbox.reply = reply
    with pytest.raises(EmailFailed) as failure:
        make_transport(email_settings).deliver(make_message())
    assert failure.value.failure == EmailFailure(EmailProblem.REFUSED, reply)
    assert failure.value.retryable is retryable
    assert failure.value.reason == f"The mail server responded with an error. {reply}"


def test_a_failed_connection_is_retried(settings: Settings, unused_tcp_port: int) -> None:
    away = settings.model_copy(
        update={"smtp_host": "127.0.0.1", "smtp_port": unused_tcp_port, "mail_from": "g@agency.example"}
    )
    with pytest.raises(EmailFailed) as failure:
        SmtpTransport(away).deliver(make_message())
    assert failure.value.failure == EmailFailure(EmailProblem.UNREACHABLE)
    assert failure.value.retryable is True


@pytest.mark.parametrize(
    ("error", "problem", "text"),
    [
        (SMTPAuthenticationError(535, b"5.7.8 Wrong password"), "login_refused", "535 5.7.8 Wrong password"),
        (SMTPConnectError(421, "too busy"), "refused", "421 too busy"),
        (SMTPRecipientsRefused({"a@b.example": (550, b"No such user")}), "refused", "550 No such user"),
        (SMTPNotSupportedError("SMTPUTF8"), "no_smtputf8", ""),
        (SMTPServerDisconnected("Connection unexpectedly closed"), "disconnected", ""),
        (SMTPException("No suitable method"), "other", "No suitable method"),
        (ssl.SSLCertVerificationError("self-signed"), "encryption_rejected", ""),
        (TimeoutError("timed out"), "timeout", ""),
        (ConnectionRefusedError(), "unreachable", ""),
    ],
)
def test_every_failure_has_a_code(
    email_settings: Settings, monkeypatch: pytest.MonkeyPatch, error: Exception, problem: str, text: str
) -> None:
    def fail(*_args: object) -> None:
        raise error

    monkeypatch.setattr(SmtpTransport, "_sign_in", fail)
    with pytest.raises(EmailFailed) as failure:
        SmtpTransport(email_settings).deliver(make_message())
    assert failure.value.failure == EmailFailure(EmailProblem(problem), text)


@pytest.mark.parametrize("problem", EmailProblem)
def test_every_problem_has_an_english_sentence(problem: EmailProblem) -> None:
    assert EmailFailure(problem).reason.endswith(".")


def test_a_server_without_tls_receives_neither_email_nor_password(
    email_settings: Settings, postbox: Postbox
) -> None:
    demanding = email_settings.model_copy(
        update={
            "smtp_security": "starttls",
            "smtp_username": "greenroom",
            "smtp_password": SecretStr("secret"),
        }
    )
    with pytest.raises(EmailFailed) as failure:
        make_transport(demanding).deliver(make_message())
    assert failure.value.failure == EmailFailure(EmailProblem.NO_STARTTLS)
    assert postbox.received == []


def test_a_server_that_offers_no_login_is_named(email_settings: Settings) -> None:
    """The fake offers a login over TLS only."""
    update = {"smtp_username": "greenroom", "smtp_password": SecretStr("secret")}
    with pytest.raises(EmailFailed) as failure:
        make_transport(email_settings.model_copy(update=update)).deliver(make_message())
    assert failure.value.failure == EmailFailure(EmailProblem.NO_LOGIN)


def test_without_a_mail_server_nothing_is_sent(settings: Settings) -> None:
    assert isinstance(make_transport(settings), NullTransport)
    with pytest.raises(EmailFailed) as failure:
        make_transport(settings).deliver(make_message())
    assert failure.value.failure == EmailFailure(EmailProblem.NO_SERVER)


@dataclass
class ScriptedTransport:
    """A transport that fails with the given errors, then succeeds."""

    failures: list[EmailFailed] = field(default_factory=list)
    delivered: list[EmailMessage] = field(default_factory=list)

    def deliver(self, message: EmailMessage) -> None:
        if self.failures:
            raise self.failures.pop(0)
        self.delivered.append(message)


def add_email(database: Database, clock: FrozenClock) -> None:
    with database.transaction() as session:
        outbox.add_email(
            session, recipient="greta@agency.example", subject="Hello", text="Text", now=clock.now()
        )


def stored(database: Database) -> OutgoingEmail:
    with database.reading() as session:
        return session.scalars(select(OutgoingEmail)).one()


async def test_the_outbox_sends_once(database: Database, clock: FrozenClock) -> None:
    transport = ScriptedTransport()
    add_email(database, clock)
    for _ in range(2):
        await outbox.deliver_due(database, transport=transport, now=clock.now)
    assert len(transport.delivered) == 1
    assert stored(database).sent_at == clock.now()


async def test_an_email_of_a_failed_transaction_is_never_sent(database: Database, clock: FrozenClock) -> None:
    def work() -> None:
        with database.transaction() as session:
            outbox.add_email(session, recipient="a@b.example", subject="s", text="t", now=clock.now())
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        work()
    transport = ScriptedTransport()
    await outbox.deliver_due(database, transport=transport, now=clock.now)
    assert transport.delivered == []


async def test_a_failed_email_is_retried_after_a_wait(database: Database, clock: FrozenClock) -> None:
    transport = ScriptedTransport([EmailFailed(EmailProblem.UNREACHABLE, retryable=True)])
    add_email(database, clock)
    assert (await outbox.deliver_due(database, transport=transport, now=clock.now)).failed == 1
    await outbox.deliver_due(database, transport=transport, now=clock.now)
    assert transport.delivered == []
    clock.advance(minutes=1)
    await outbox.deliver_due(database, transport=transport, now=clock.now)
    assert len(transport.delivered) == 1


async def test_an_email_is_given_up_after_the_last_wait(database: Database, clock: FrozenClock) -> None:
    transport = ScriptedTransport([EmailFailed(EmailProblem.UNREACHABLE, retryable=True)] * 20)
    add_email(database, clock)
    for _ in range(len(outbox.BACKOFF_SECONDS) + 1):
        await outbox.deliver_due(database, transport=transport, now=clock.now)
        clock.advance(hours=13)
    given_up = stored(database)
    assert given_up.attempts == len(outbox.BACKOFF_SECONDS) + 1
    assert given_up.failed_at is not None
    assert outbox.read_failure(given_up) == EmailFailure(EmailProblem.UNREACHABLE)


async def test_a_permanent_refusal_is_not_retried(database: Database, clock: FrozenClock) -> None:
    add_email(database, clock)
    await outbox.deliver_due(
        database,
        transport=ScriptedTransport([EmailFailed(EmailProblem.REFUSED, "554 never", retryable=False)]),
        now=clock.now,
    )
    refused = stored(database)
    assert refused.failed_at is not None
    assert outbox.read_failure(refused) == EmailFailure(EmailProblem.REFUSED, "554 never")


@pytest.mark.parametrize("text", ["The mail server did not respond in time.", "554 never", "KeyError"])
def test_a_failure_that_an_earlier_version_stored_is_shown_verbatim(text: str) -> None:
    email = OutgoingEmail(recipient="greta@agency.example", subject="s", text="t", last_error=text)
    assert outbox.read_failure(email) == EmailFailure(EmailProblem.OTHER, text)


async def test_an_unexpected_error_is_stored_by_its_type(database: Database, clock: FrozenClock) -> None:
    class BrokenTransport:
        def deliver(self, message: EmailMessage) -> None:
            raise ZeroDivisionError

    add_email(database, clock)
    await outbox.deliver_due(database, transport=BrokenTransport(), now=clock.now)
    assert outbox.read_failure(stored(database)) == EmailFailure(EmailProblem.OTHER, "ZeroDivisionError")


@pytest.mark.parametrize("failure", [None, EmailFailed(EmailProblem.REFUSED, "554 never", retryable=False)])
async def test_the_text_is_erased_once_it_is_not_needed(
    database: Database, clock: FrozenClock, failure: EmailFailed | None
) -> None:
    """It has links that open accounts and rooms: a backup would give them to its reader for a month."""
    with database.transaction() as session:
        outbox.add_email(
            session,
            recipient="greta@agency.example",
            subject="Your account",
            text="Open https://greenroom.agency.example/invite/secret",
            calendar="BEGIN:VCALENDAR secret",
            now=clock.now(),
        )
    transport = ScriptedTransport([] if failure is None else [failure])
    await outbox.deliver_due(database, transport=transport, now=clock.now)
    assert "secret" not in str(vars(stored(database)))
    if failure is None:
        assert "secret" in transport.delivered[0].text


async def test_old_emails_are_deleted_and_waiting_ones_kept(database: Database, clock: FrozenClock) -> None:
    add_email(database, clock)
    with database.transaction() as session:
        assert outbox.remove_old(session, now=clock.now() + timedelta(days=60), keep=timedelta(days=30)) == 0
    await outbox.deliver_due(database, transport=ScriptedTransport(), now=clock.now)
    with database.transaction() as session:
        assert outbox.remove_old(session, now=clock.now() + timedelta(days=60), keep=timedelta(days=30)) == 1
