"""SMTP delivery of emails through the mail server named in the settings."""

from __future__ import annotations

import smtplib
import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage as MimeMessage
from email.policy import SMTP
from email.utils import formataddr, formatdate, make_msgid

from app.core.outbound import make_outbound_policy
from app.core.settings import Settings
from app.integrations.email.port import EmailFailed, EmailMessage, EmailProblem, EmailTransport
from models.outbound import UNRESTRICTED, AddressRefused, OutboundPolicy

TIMEOUT_SECONDS = 20
_MAX_TEXT = 450
"""Characters of a server's reply. The column of the outbox has 500, for the code and the reply."""
_READY = 220
"""Reply code of a mail server that accepts commands (RFC 5321)."""


class _Smtp(smtplib.SMTP):
    """Connects to addresses that the policy allows."""

    policy: OutboundPolicy = UNRESTRICTED
    _host: str

    def _get_socket(self, host: str, port: int, timeout: float) -> socket.socket:
        failure: OSError = OSError(f"{host} has no address")
        for address in self.policy.resolve(host, port):
            try:
                return socket.create_connection((address, port), timeout)
            except OSError as error:
                failure = error
        raise failure


class _SmtpOverTls(smtplib.SMTP_SSL, _Smtp):
    """SMTP_SSL encrypts the socket that the next class in the resolution order opens."""


class SmtpTransport:
    """Opens one connection per email: an interview platform sends few."""

    def __init__(self, settings: Settings, *, policy: OutboundPolicy = UNRESTRICTED) -> None:
        self._settings = settings
        self._policy = policy

    def deliver(self, message: EmailMessage) -> None:
        with _translate_errors():
            mime = self._compose(message)
            with self._connect() as server:
                self._sign_in(server)
                server.send_message(mime)

    def probe(self) -> None:
        """Connect and sign in without sending anything. Raises EmailFailed."""
        with _translate_errors(), self._connect() as server:
            self._sign_in(server)

    def _compose(self, message: EmailMessage) -> MimeMessage:
        sender = self._settings.mail_from or ""
        mime = MimeMessage(policy=SMTP)
        mime["From"] = formataddr((self._settings.product_name, sender))
        mime["To"] = message.recipient
        mime["Subject"] = " ".join(message.subject.split())
        mime["Date"] = formatdate()
        mime["Message-ID"] = make_msgid(domain=sender.rpartition("@")[2] or None)
        mime["Auto-Submitted"] = "auto-generated"
        mime.set_content(message.text)
        if message.calendar is not None:
            # As an alternative part, calendars offer to accept it; as a file, any other program can open it.
            mime.add_alternative(
                message.calendar.encode(),
                maintype="text",
                subtype="calendar",
                cte="base64",
                params={"charset": "utf-8", "method": message.calendar_method},
            )
            mime.add_attachment(
                message.calendar.encode(),
                maintype="application",
                subtype="ics",
                filename="cancel.ics" if message.calendar_method == "CANCEL" else "invite.ics",
            )
        return mime

    def _connect(self) -> smtplib.SMTP:
        host = self._settings.smtp_host or ""
        port = self._settings.smtp_port
        if self._settings.smtp_security == "tls":
            tls = _SmtpOverTls(timeout=TIMEOUT_SECONDS, context=ssl.create_default_context())
            return self._open(tls, host, port)
        server = self._open(_Smtp(timeout=TIMEOUT_SECONDS), host, port)
        if self._settings.smtp_security == "starttls":
            try:
                server.starttls(context=ssl.create_default_context())
            except smtplib.SMTPNotSupportedError as error:
                server.close()
                raise EmailFailed(EmailProblem.NO_STARTTLS, retryable=False) from error
            except (smtplib.SMTPException, OSError):
                server.close()
                raise
        return server

    def _open(self, server: _Smtp, host: str, port: int) -> _Smtp:
        server.policy = self._policy
        # Without a host, the class does not connect; the name is needed again for TLS.
        server._host = host
        code, message = server.connect(host, port)
        if code != _READY:
            server.close()
            raise smtplib.SMTPConnectError(code, message)
        return server

    def _sign_in(self, server: smtplib.SMTP) -> None:
        password = self._settings.smtp_password
        if self._settings.smtp_username and password is not None:
            try:
                server.login(self._settings.smtp_username, password.get_secret_value())
            except smtplib.SMTPNotSupportedError as error:
                raise EmailFailed(EmailProblem.NO_LOGIN, retryable=False) from error


@contextmanager
def _translate_errors() -> Iterator[None]:
    """Raise EmailFailed for the errors of smtplib and the network."""
    try:
        yield
    except smtplib.SMTPAuthenticationError as error:
        raise _refuse(EmailProblem.LOGIN_REFUSED, error.smtp_code, error.smtp_error) from error
    except smtplib.SMTPResponseException as error:
        raise _refuse(EmailProblem.REFUSED, error.smtp_code, error.smtp_error) from error
    except smtplib.SMTPRecipientsRefused as error:
        raise _refuse(EmailProblem.REFUSED, *next(iter(error.recipients.values()))) from error
    except smtplib.SMTPNotSupportedError as error:
        raise EmailFailed(EmailProblem.NO_SMTPUTF8, retryable=False) from error
    except smtplib.SMTPServerDisconnected as error:
        raise EmailFailed(EmailProblem.DISCONNECTED, retryable=True) from error
    # smtplib's own errors are OSErrors too, so they come first.
    except smtplib.SMTPException as error:
        raise EmailFailed(
            EmailProblem.OTHER, str(error)[:_MAX_TEXT] or type(error).__name__, retryable=True
        ) from error
    except ssl.SSLError as error:
        raise EmailFailed(EmailProblem.ENCRYPTION_REJECTED, retryable=True) from error
    except AddressRefused as error:
        raise EmailFailed(EmailProblem.INTERNAL_ADDRESS, retryable=True) from error
    except TimeoutError as error:
        raise EmailFailed(EmailProblem.TIMEOUT, retryable=True) from error
    except OSError as error:
        raise EmailFailed(EmailProblem.UNREACHABLE, retryable=True) from error
    except ValueError as error:
        # The address or a header is malformed, which no later attempt can change.
        raise EmailFailed(EmailProblem.MALFORMED_ADDRESS, retryable=False) from error


def _refuse(problem: EmailProblem, code: int, reply: bytes | str) -> EmailFailed:
    text = reply.decode(errors="replace") if isinstance(reply, bytes) else reply
    return EmailFailed(problem, f"{code} {text}"[:_MAX_TEXT], retryable=code < 500)


class NullTransport:
    """Used without a mail server: every delivery fails, and nothing leaves the machine."""

    def deliver(self, message: EmailMessage) -> None:
        del message
        raise EmailFailed(EmailProblem.NO_SERVER, retryable=True)


def make_transport(settings: Settings, *, base: Settings | None = None) -> EmailTransport:
    """The transport for the current settings; ``base`` are those of the environment."""
    if not settings.has_email:
        return NullTransport()
    if base is None:
        return SmtpTransport(settings)
    return SmtpTransport(settings, policy=make_outbound_policy(settings, base=base, key="smtp_host"))
