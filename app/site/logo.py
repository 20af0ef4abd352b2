"""The uploaded logo: one file in the data folder, its type detected from its content."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path

from app.core.errors import AppError

MAX_LOGO_BYTES = 512 * 1024

_SIGNATURES = (
    (b"\x89PNG\r\n\x1a\n", 0, "image/png"),
    (b"\xff\xd8\xff", 0, "image/jpeg"),
    (b"WEBP", 8, "image/webp"),
)


@dataclass(frozen=True, slots=True)
class Logo:
    content: bytes
    media_type: str


def detect_media_type(content: bytes) -> str | None:
    """Media type of a PNG, JPEG or WebP image, else None. SVG is not accepted: it can contain scripts."""
    for signature, offset, media_type in _SIGNATURES:
        if content[offset : offset + len(signature)] == signature:
            return media_type
    return None


class UnsupportedLogo(AppError):
    code = "UNSUPPORTED_LOGO"
    status = 422


class LogoFile:
    """The logo in ``folder`` of the data directory."""

    def __init__(self, data_dir: Path) -> None:
        self._path = data_dir / "branding" / "logo"

    def read(self) -> Logo | None:
        try:
            content = self._path.read_bytes()
        except FileNotFoundError:
            return None
        media_type = detect_media_type(content)
        return None if media_type is None else Logo(content=content, media_type=media_type)

    def url(self) -> str | None:
        """URL of the logo. It changes with the content, so that browsers may cache it forever."""
        logo = self.read()
        if logo is None:
            return None
        return f"/api/site/logo?v={hashlib.sha256(logo.content).hexdigest()[:12]}"

    def save(self, content: bytes) -> None:
        """Store the logo. Raises UnsupportedLogo unless it is a PNG, JPEG or WebP image of at most 512 kB."""
        if len(content) > MAX_LOGO_BYTES:
            raise UnsupportedLogo("The logo must not exceed 512 kB.")
        if detect_media_type(content) is None:
            raise UnsupportedLogo("The logo must be a PNG, JPEG or WebP image.")
        self._path.parent.mkdir(parents=True, exist_ok=True)
        temporary = self._path.with_suffix(".tmp")
        temporary.write_bytes(content)
        os.replace(temporary, self._path)  # noqa: PTH105  (atomic, over an existing file)

    def remove(self) -> None:
        self._path.unlink(missing_ok=True)
