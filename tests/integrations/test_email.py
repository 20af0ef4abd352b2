"""Mail against a real SMTP server process on loopback, and the outbox before it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from pydantic import SecretStr
from sqlalchemy import select

from app.core.database import Database
from app.core.settings import Settings
from app.integrations.email import outbox
from app.integrations.email.port import EmailFailed, Mail
from app.integrations.email.smtp import NullTransport, SmtpTransport, make_transport
from app.integrations.email.tables import OutgoingEmail
from tests.conftest import StandingClock


@dataclass
class Postbox:
    """What the SMTP server was handed, and what it answers."""

    received: list[bytes] = field(default_factory=list)
    answer: str = "250 OK"

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802
        if self.answer.startswith("250"):
            self.received.append(envelope.content)
        return self.answer

    @property
    def mails(self) -> list[EmailMessage]:
        return [message_from_bytes(raw, policy=policy.default) for raw in self.received]  # type: ignore[misc]


@pytest.fixture
def postbox() -> Postbox:
    return Postbox()


@pytest.fixture
def mail_settings(settings: Settings, postbox: Postbox, unused_tcp_port: int) -> Iterator[Settings]:
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


def a_mail(**changes: str) -> Mail:
    fields = {"recipient": "greta@agency.example", "subject": "Einladung für Zoë", "text": "Grüße\n"}
    return Mail(**{**fields, **changes})


def test_a_mail_arrives_as_it_was_written(mail_settings: Settings, postbox: Postbox) -> None:
    make_transport(mail_settings).deliver(a_mail())
    (mail,) = postbox.mails
    assert mail["To"] == "greta@agency.example"
    assert mail["Subject"] == "Einladung für Zoë"
    assert mail["From"].addresses[0].display_name == "Grüner Raum"
    assert mail["Message-ID"].endswith("@agency.example>")
    assert mail.get_content().strip() == "Grüße"


def test_no_line_of_a_subject_becomes_a_header(mail_settings: Settings, postbox: Postbox) -> None:
    make_transport(mail_settings).deliver(a_mail(subject="Hello\r\nBcc: all@agency.example"))
    assert postbox.mails[0]["Bcc"] is None


def test_an_address_that_is_none_is_refused_for_good(mail_settings: Settings) -> None:
    with pytest.raises(EmailFailed) as failure:
        make_transport(mail_settings).deliver(a_mail(recipient="a@b.example\r\nBcc: c@d.example"))
    assert failure.value.retryable is False


@pytest.mark.parametrize(("answer", "retryable"), [("451 later", True), ("554 never", False)])
def test_the_servers_answer_decides_whether_later_is_better(
    mail_settings: Settings, postbox: Postbox, answer: str, retryable: bool
) -> None:
    postbox.answer = answer
    with pytest.raises(EmailFailed) as failure:
        make_transport(mail_settings).deliver(a_mail())
    assert (failure.value.retryable, failure.value.reason) == (retryable, answer)


def test_no_connection_is_tried_again(settings: Settings, unused_tcp_port: int) -> None:
    away = settings.model_copy(
        update={"smtp_host": "127.0.0.1", "smtp_port": unused_tcp_port, "mail_from": "g@agency.example"}
    )
    with pytest.raises(EmailFailed) as failure:
        SmtpTransport(away).deliver(a_mail())
    assert failure.value.retryable is True


def test_a_server_without_tls_gets_neither_mail_nor_password(
    mail_settings: Settings, postbox: Postbox
) -> None:
    demanding = mail_settings.model_copy(
        update={
            "smtp_security": "starttls",
            "smtp_username": "greenroom",
            "smtp_password": SecretStr("secret"),
        }
    )
    with pytest.raises(EmailFailed):
        make_transport(demanding).deliver(a_mail())
    assert postbox.received == []


def test_without_a_mail_server_nothing_leaves(settings: Settings) -> None:
    assert isinstance(make_transport(settings), NullTransport)
    with pytest.raises(EmailFailed):
        make_transport(settings).deliver(a_mail())


@dataclass
class Scripted:
    """A transport that fails as told, then succeeds."""

    failures: list[EmailFailed] = field(default_factory=list)
    delivered: list[Mail] = field(default_factory=list)

    def deliver(self, mail: Mail) -> None:
        if self.failures:
            raise self.failures.pop(0)
        self.delivered.append(mail)


def post(database: Database, clock: StandingClock) -> None:
    with database.transaction() as session:
        outbox.add_email(
            session, recipient="greta@agency.example", subject="Hello", text="Text", now=clock.now()
        )


def stored(database: Database) -> OutgoingEmail:
    with database.reading() as session:
        return session.scalars(select(OutgoingEmail)).one()


async def test_the_outbox_sends_once(database: Database, clock: StandingClock) -> None:
    transport = Scripted()
    post(database, clock)
    for _ in range(2):
        await outbox.deliver_due(database, transport=transport, now=clock.now)
    assert len(transport.delivered) == 1
    assert stored(database).sent_at == clock.now()


async def test_a_mail_of_a_transaction_that_failed_is_never_sent(
    database: Database, clock: StandingClock
) -> None:
    def work() -> None:
        with database.transaction() as session:
            outbox.add_email(session, recipient="a@b.example", subject="s", text="t", now=clock.now())
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        work()
    transport = Scripted()
    await outbox.deliver_due(database, transport=transport, now=clock.now)
    assert transport.delivered == []


async def test_what_failed_is_tried_again_after_a_wait(database: Database, clock: StandingClock) -> None:
    transport = Scripted([EmailFailed("away", retryable=True)])
    post(database, clock)
    assert (await outbox.deliver_due(database, transport=transport, now=clock.now)).failed == 1
    await outbox.deliver_due(database, transport=transport, now=clock.now)
    assert transport.delivered == []
    clock.advance(minutes=1)
    await outbox.deliver_due(database, transport=transport, now=clock.now)
    assert len(transport.delivered) == 1


async def test_a_mail_is_given_up_after_the_last_wait(database: Database, clock: StandingClock) -> None:
    transport = Scripted([EmailFailed("away", retryable=True)] * 20)
    post(database, clock)
    for _ in range(len(outbox.BACKOFF_SECONDS) + 1):
        await outbox.deliver_due(database, transport=transport, now=clock.now)
        clock.advance(hours=13)
    given_up = stored(database)
    assert given_up.attempts == len(outbox.BACKOFF_SECONDS) + 1
    assert given_up.failed_at is not None
    assert given_up.last_error == "away"


async def test_a_refusal_for_good_is_not_repeated(database: Database, clock: StandingClock) -> None:
    post(database, clock)
    await outbox.deliver_due(
        database, transport=Scripted([EmailFailed("554 never", retryable=False)]), now=clock.now
    )
    assert stored(database).failed_at is not None


async def test_old_mails_are_forgotten_and_waiting_ones_kept(
    database: Database, clock: StandingClock
) -> None:
    post(database, clock)
    with database.transaction() as session:
        assert outbox.remove_old(session, now=clock.now() + timedelta(days=60), keep=timedelta(days=30)) == 0
    await outbox.deliver_due(database, transport=Scripted(), now=clock.now)
    with database.transaction() as session:
        assert outbox.remove_old(session, now=clock.now() + timedelta(days=60), keep=timedelta(days=30)) == 1
