"""SMTP delivery of emails through the mail server named in the settings."""

from __future__ import annotations

import smtplib
import ssl
from email.message import EmailMessage as MimeMessage
from email.policy import SMTP
from email.utils import formataddr, formatdate, make_msgid

from app.core.settings import Settings
from app.integrations.email.port import EmailFailed, EmailMessage, EmailTransport

TIMEOUT_SECONDS = 20


class SmtpTransport:
    """Opens one connection per email: an interview platform sends few."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def deliver(self, message: EmailMessage) -> None:
        try:
            mime = self._compose(message)
            with self._connect() as server:
                self._sign_in(server)
                server.send_message(mime)
        except smtplib.SMTPResponseException as error:
            reason = error.smtp_error
            text = reason.decode(errors="replace") if isinstance(reason, bytes) else str(reason)
            raise EmailFailed(f"{error.smtp_code} {text}"[:500], retryable=error.smtp_code < 500) from error
        except smtplib.SMTPRecipientsRefused as error:
            code, reason = next(iter(error.recipients.values()))
            raise EmailFailed(
                f"{code} {reason.decode(errors='replace')}"[:500], retryable=code < 500
            ) from error
        except smtplib.SMTPNotSupportedError as error:
            raise EmailFailed(str(error)[:500], retryable=False) from error
        # smtplib's own errors are OSErrors too, so they come first.
        except smtplib.SMTPException as error:
            raise EmailFailed(str(error)[:500] or type(error).__name__, retryable=True) from error
        except ssl.SSLError as error:
            raise EmailFailed(
                "The mail server's certificate or encryption was rejected.", retryable=True
            ) from error
        except TimeoutError as error:
            raise EmailFailed("The mail server did not respond in time.", retryable=True) from error
        except OSError as error:
            raise EmailFailed("The mail server could not be reached.", retryable=True) from error
        except ValueError as error:
            # The address or a header is malformed, which no later attempt can change.
            raise EmailFailed("The email address is malformed.", retryable=False) from error

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
            return smtplib.SMTP_SSL(host, port, timeout=TIMEOUT_SECONDS, context=ssl.create_default_context())
        server = smtplib.SMTP(host, port, timeout=TIMEOUT_SECONDS)
        if self._settings.smtp_security == "starttls":
            try:
                server.starttls(context=ssl.create_default_context())
            except (smtplib.SMTPException, OSError):
                server.close()
                raise
        return server

    def _sign_in(self, server: smtplib.SMTP) -> None:
        password = self._settings.smtp_password
        if self._settings.smtp_username and password is not None:
            server.login(self._settings.smtp_username, password.get_secret_value())


class NullTransport:
    """Used without a mail server: every delivery fails, and nothing leaves the machine."""

    def deliver(self, message: EmailMessage) -> None:
        del message
        raise EmailFailed("No mail server is configured.", retryable=True)


def make_transport(settings: Settings) -> EmailTransport:
    """The transport for the current settings."""
    return SmtpTransport(settings) if settings.has_email else NullTransport()
