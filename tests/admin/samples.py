"""Sample data of the admin panel's tests."""

from __future__ import annotations

NEW = {"username": "dora", "name": "Dora Lind", "role": "recruiter"}
LINKED = {**NEW, "delivery": "invite_link"}
