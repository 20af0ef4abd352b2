"""HTTPS in every form of the setup: certificates of the local authority, and the settings that use one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from app.core.settings import Settings
from app.core.stored_settings import NETWORK_SETTINGS, is_locked
from app.tls.authority import AuthorityFiles, issue_certificate, require_names

EVERY_ADDRESS = "0.0.0.0"  # noqa: S104 - with HTTPS
NO_CERTIFICATE: Mapping[str, None] = dict.fromkeys(NETWORK_SETTINGS)
"""The settings for HTTP on this machine only, as behind a proxy. None removes what was saved."""


def use_certificate(certificate: Path, key: Path | None = None) -> dict[str, Any]:
    """The settings for HTTPS at every address of this machine.

    Without ``key``, it is in the certificate file.
    """
    return {
        "host": EVERY_ADDRESS,
        "tls_cert": str(certificate),
        "tls_key": None if key is None else str(key),
    }


def issue_fitting(
    settings: Settings,
    names: Sequence[str],
    *,
    public_url: str | None,
    now: datetime,
    new_authority: bool = False,
) -> AuthorityFiles:
    """Issue a certificate of the local authority that fits the address.

    Raises CertificateProblem, and then the certificate in use is unchanged; OSError.
    """
    files = AuthorityFiles.of(settings.data_dir)
    # Before it is issued, which would replace the certificate in use.
    require_names(names, public_url=public_url, now=now)
    issue_certificate(files, names, now=now, new_authority=new_authority)
    return files


def split_locked(values: Mapping[str, Any], base: Settings) -> tuple[dict[str, Any], dict[str, Any]]:
    """The settings that can be saved, and those that the environment ``base`` decides."""
    locked = {key: value for key, value in values.items() if is_locked(base, key)}
    return {key: value for key, value in values.items() if key not in locked}, locked
