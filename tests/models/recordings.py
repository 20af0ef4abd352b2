"""The recording that the tests of speech engines transcribe."""

from __future__ import annotations

SPOKEN = "spoken/backend-engineer-payments/candidate.wav"
