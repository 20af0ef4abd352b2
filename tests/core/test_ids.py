"""Identifiers and link tokens."""

from __future__ import annotations

import base64

from app.core.ids import new_id, new_link_token


def test_links_cannot_be_guessed() -> None:
    """256 random bits, and 122 in an id: no two are alike, and no byte is fixed."""
    tokens = [base64.urlsafe_b64decode(new_link_token() + "=") for _ in range(500)]
    assert {len(token) for token in tokens} == {32}
    assert len(set(tokens)) == len(tokens)
    assert all(len({token[at] for token in tokens}) > 100 for at in range(32))
    assert len({new_id() for _ in range(500)}) == 500
