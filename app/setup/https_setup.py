"""HTTPS in the setup of terminal and file: an own certificate, a local authority made there, or a proxy."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from app.core.clock import utc_now
from app.core.stored_settings import is_locked
from app.data_folder import make_private
from app.tls.authority import AuthorityFiles, issue_certificate, read_fingerprint, require_names
from app.tls.certificate import CertificateProblem, check_certificate, read_certificate

if TYPE_CHECKING:
    from app.core.settings import Settings
    from app.setup.terminal import Console

_EVERY_ADDRESS = "0.0.0.0"  # noqa: S104 - the administrator asks for it
_QUESTION = (
    "  HTTPS by an own certificate, a local certificate authority or a proxy (file, ca, proxy; empty: none): "
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
            storable, lines = split_storable(values, base)
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
            return {"host": "127.0.0.1"}
        case "file":
            certificate = Path(console.read("    Certificate file (PEM): ").strip()).expanduser()
            key = console.read("    Private key file (empty: in the same file): ").strip()
            key_path = Path(key).expanduser().absolute() if key else None
            _require_fitting(certificate, key_path, public_url)
            values: dict[str, Any] = {"host": _EVERY_ADDRESS, "tls_cert": str(certificate.absolute())}
            return values if key_path is None else {**values, "tls_key": str(key_path)}
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
    now = utc_now()
    # Before it is issued: the certificate in use would be replaced.
    require_names(names, public_url=public_url, now=now)
    files = AuthorityFiles.of(settings.data_dir)
    make_private(settings.data_dir)
    issue_certificate(files, names, now=now)
    lines = [
        f"The certificate is {files.server}, and its authority {files.authority}",
        f"Fingerprint of the authority: {read_fingerprint(files)}",
        "Install the authority on every device: `greenroom certificate --instructions` says how.",
    ]
    return {"host": _EVERY_ADDRESS, "tls_cert": str(files.server)}, lines


def _require_fitting(certificate: Path, key: Path | None, public_url: str | None) -> None:
    check_certificate(read_certificate(certificate, key), public_url=public_url, now=utc_now())


def split_storable(values: dict[str, Any], base: Settings) -> tuple[dict[str, Any], list[str]]:
    """The settings that can be saved, and what to do about those that the environment decides."""
    locked = {key: value for key, value in values.items() if is_locked(base, key)}
    lines = [f"  GREENROOM_{key.upper()}={value}" for key, value in locked.items()]
    storable = {key: value for key, value in values.items() if key not in locked}
    return storable, [
        "Set these variables for the server, for example in its service file:",
        *lines,
    ] if lines else []
