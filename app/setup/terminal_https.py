"""HTTPS in the setup of the terminal: an own certificate, a local authority made right there, or a proxy."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from app.core.clock import utc_now
from app.core.stored_settings import is_locked
from app.data_folder import make_private
from app.tls.authority import AuthorityFiles, issue_certificate, read_fingerprint
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
            return _keep_storable(console, values, base)
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
    files = AuthorityFiles.of(settings.data_dir)
    make_private(settings.data_dir)
    issue_certificate(files, entered or [name], now=utc_now())
    _require_fitting(files.server, None, public_url)
    console.write(f"  ok: The certificate is {files.server}, and its authority {files.authority}")
    console.write(f"  Fingerprint of the authority: {read_fingerprint(files)}")
    console.write("  Install the authority on every device: `greenroom certificate --instructions` says how.")
    return {"host": _EVERY_ADDRESS, "tls_cert": str(files.server)}


def _require_fitting(certificate: Path, key: Path | None, public_url: str | None) -> None:
    check_certificate(read_certificate(certificate, key), public_url=public_url, now=utc_now())


def _keep_storable(console: Console, values: dict[str, Any], base: Settings) -> dict[str, Any]:
    locked = {key: value for key, value in values.items() if is_locked(base, key)}
    if locked:
        console.write("  Set these variables for the server, for example in its service file:")
        for key, value in locked.items():
            console.write(f"    GREENROOM_{key.upper()}={value}")
    return {key: value for key, value in values.items() if key not in locked}
