"""Delivery through the mail server that an admin named, by the standard library."""

from __future__ import annotations

import smtplib
import ssl
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formataddr, formatdate, make_msgid

from app.core.settings import Settings
from app.integrations.mail.port import Mail, MailFailed, MailTransport

TIMEOUT_SECONDS = 20


class SmtpTransport:
    """One connection per mail: an interview platform sends few."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def deliver(self, mail: Mail) -> None:
        try:
            message = self._compose(mail)
            with self._connect() as server:
                self._sign_in(server)
                server.send_message(message)
        except smtplib.SMTPResponseException as error:
            reason = error.smtp_error
            text = reason.decode(errors="replace") if isinstance(reason, bytes) else str(reason)
            raise MailFailed(f"{error.smtp_code} {text}"[:500], retryable=error.smtp_code < 500) from error
        except smtplib.SMTPRecipientsRefused as error:
            code, reason = next(iter(error.recipients.values()))
            raise MailFailed(
                f"{code} {reason.decode(errors='replace')}"[:500], retryable=code < 500
            ) from error
        except smtplib.SMTPNotSupportedError as error:
            raise MailFailed(str(error)[:500], retryable=False) from error
        # smtplib's own errors are OSErrors too: they stand first.
        except smtplib.SMTPException as error:
            raise MailFailed(str(error)[:500] or type(error).__name__, retryable=True) from error
        except ssl.SSLError as error:
            raise MailFailed(
                "The mail server's certificate or encryption was not accepted.", retryable=True
            ) from error
        except TimeoutError as error:
            raise MailFailed("The mail server did not answer in time.", retryable=True) from error
        except OSError as error:
            raise MailFailed("The mail server could not be reached.", retryable=True) from error
        except ValueError as error:
            # The address or a header cannot be written: no later attempt would change that.
            raise MailFailed("The address cannot be used.", retryable=False) from error

    def _compose(self, mail: Mail) -> EmailMessage:
        sender = self._settings.mail_from or ""
        message = EmailMessage(policy=SMTP)
        message["From"] = formataddr((self._settings.product_name, sender))
        message["To"] = mail.recipient
        message["Subject"] = " ".join(mail.subject.split())
        message["Date"] = formatdate()
        message["Message-ID"] = make_msgid(domain=sender.rpartition("@")[2] or None)
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(mail.text)
        if mail.calendar is not None:
            # As an alternative, calendars offer to accept it; as a file, everybody else can open it.
            message.add_alternative(
                mail.calendar.encode(),
                maintype="text",
                subtype="calendar",
                cte="base64",
                params={"charset": "utf-8", "method": mail.calendar_method},
            )
            message.add_attachment(
                mail.calendar.encode(),
                maintype="application",
                subtype="ics",
                filename="cancel.ics" if mail.calendar_method == "CANCEL" else "invite.ics",
            )
        return message

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
    """Where no mail server is named: says so, and nothing leaves the machine."""

    def deliver(self, mail: Mail) -> None:
        del mail
        raise MailFailed("No mail server is set up.", retryable=True)


def make_transport(settings: Settings) -> MailTransport:
    return SmtpTransport(settings) if settings.has_mail else NullTransport()
