"""HTTPS in the setup of terminal and file: a certificate of your own or of a local authority, or a proxy."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from app.core.clock import utc_now
from app.serving.data_folder import make_private
from app.setup.https import NO_CERTIFICATE, issue_fitting, split_locked, use_certificate
from app.tls.authority import read_fingerprint
from app.tls.certificate import CertificateProblem, check_certificate, read_certificate

if TYPE_CHECKING:
    from app.core.settings import Settings
    from app.setup.console import Console

_QUESTION = (
    "  HTTPS with your own certificate, a local certificate authority, or a proxy"
    " (file, ca, proxy; empty: none): "
)


def ask_https(console: Console, settings: Settings, *, base: Settings) -> dict[str, Any]:
    """Where the server listens and with which certificate; checked, and asked again until it fits.

    A local authority and its certificate are created at once. Returns the settings that can be saved; others
    are shown as environment variables. Nothing is asked where the environment (``base``) decides.
    """
    public_url = settings.public_url
    if base.model_fields_set & {"tls_cert", "tls_key"}:
        return {}
    while True:
        answer = console.read(_QUESTION).strip().lower()
        if not answer:
            return {}
        try:
            values = _find_values(console, settings, answer, public_url)
        except CertificateProblem as problem:
            console.write(f"  FAIL: {problem}")
            continue
        except OSError as error:
            console.write(f"  FAIL: {error.filename} cannot be written ({error.strerror}).")
            continue
        if values is not None:
            storable, lines = choose_storable(values, base)
            for line in lines:
                console.write(f"  {line}")
            return storable
        console.write("  Expected file, ca or proxy.")


def _find_values(
    console: Console, settings: Settings, answer: str, public_url: str | None
) -> dict[str, Any] | None:
    """The settings for an answer; None if it is not one of the three. Raises CertificateProblem, OSError."""
    match answer:
        case "proxy":
            console.write(
                "  The server stays reachable from this machine only. The settings of nginx and Caddy are in "
                "docs/operations.md, 'HTTPS at a reverse proxy'."
            )
            return dict(NO_CERTIFICATE)
        case "file":
            certificate = _read_path(console, "    Certificate file (PEM): ") or Path()
            key = _read_path(console, "    Private key file (empty: in the same file): ")
            check_certificate(read_certificate(certificate, key), public_url=public_url, now=utc_now())
            return use_certificate(certificate, key)
        case "ca":
            return _make_certificate(console, settings, public_url)
        case _:
            return None


def _make_certificate(console: Console, settings: Settings, public_url: str | None) -> dict[str, Any]:
    name = urlsplit(public_url or "").hostname or ""
    entered = console.read(f"    Names and addresses of this server, separated by spaces [{name}]: ").split()
    values, lines = make_certificate(settings, entered or [name], public_url=public_url)
    for line in lines:
        console.write(f"  {line}")
    return values


def make_certificate(
    settings: Settings, names: Sequence[str], *, public_url: str | None
) -> tuple[dict[str, Any], list[str]]:
    """Issue a certificate of the local authority; the settings that use it, and what to do next.

    Raises CertificateProblem and OSError.
    """
    make_private(settings.data_dir)
    files = issue_fitting(settings, names, public_url=public_url, now=utc_now())
    lines = [
        f"The certificate is {files.server}, and its authority {files.authority}",
        f"Fingerprint of the authority: {read_fingerprint(files)}",
        "Install the authority on every device: `greenroom certificate --instructions` says how.",
    ]
    return use_certificate(files.server), lines


def _read_path(console: Console, question: str) -> Path | None:
    entered = console.read(question).strip()
    return Path(entered).expanduser().absolute() if entered else None


def choose_storable(values: dict[str, Any], base: Settings) -> tuple[dict[str, Any], list[str]]:
    """The settings that can be saved, and what to do about those that the environment decides."""
    storable, locked = split_locked(values, base)
    lines = [f"  GREENROOM_{key.upper()}={value}" for key, value in locked.items() if value is not None]
    heading = "Set these variables for the server, for example in its service file:"
    return storable, [heading, *lines] if lines else []
