"""A name that needs escaping in calendars and emails."""

from __future__ import annotations

ODD_NAME = 'O\'Neill, Zoë; 🦊 \\ "Zed"\nBcc: spy@evil.example'
