"""Passwords that are easy to guess are refused wherever a new one is chosen."""

from __future__ import annotations

import itertools

import pytest
from fastapi.testclient import TestClient

from app.core.state import AppState
from app.users import account_invitations
from app.users.password_rules import is_common, load_common_words
from app.users.tables import InvitationPurpose, User
from tests.conftest import PASSWORD, Person

COMMON = [
    "password123",
    "P@ssw0rd2024!",
    "passwordpassword",
    "1234567890",
    "0987654321",
    "qwertyuiop",
    "qwertzuiop1",
    "1q2w3e4r5t6y",
    "1qaz2wsx3edc",
    "iloveyou1234",
    "Sommer2026!!",
    "aaaaaaaaaaaa",
    "abababababab",
    "letmein-letmein",
    "London 1985!",
    "motdepasse99",
    "admin.admin.1",
    "............",
    "20012002",
    "fktrcfylhf",
    "Undertaker",
    "4815162342",
]
UNCOMMON = [
    PASSWORD,
    "another long password",
    "tr0ub4dor&3x",
    "Zebrastreifen im Nebel",
    "48213-77291-10293",
    "correct horse battery",
    "мой длинный пароль",
    "长城长江黄河泰山故宫天坛",
]


@pytest.mark.parametrize("password", COMMON)
def test_common_passwords(password: str) -> None:
    assert is_common(password)


@pytest.mark.parametrize("password", UNCOMMON)
def test_uncommon_passwords(password: str) -> None:
    assert not is_common(password)


def test_names_of_the_account_are_no_secret() -> None:
    names = ("alice", "Alice Andersson", "alice@agency.example", "Greenroom")
    assert is_common("alice.andersson", names=names)
    assert is_common("Agency-alice-2026", names=names)
    assert is_common("gr33nr00m!!", names=names)
    assert not is_common("alice likes zebras", names=names)


def test_more_than_three_thousand_of_the_usual_passwords_are_refused() -> None:
    """ASVS 6.2.4: at least 3,000 common passwords that meet the minimum length."""
    endings = (
        "1",
        "12",
        "123",
        "1234",
        "12345",
        "123456",
        "2024",
        "2025",
        "2026",
        "!",
        "1!",
        "123!",
        "99",
        "007",
    )
    built = {
        word + ending
        for word, ending in itertools.product(load_common_words(), endings)
        if len(word + ending) >= 10
    }
    assert len(built) > 3_000
    assert all(map(is_common, built))


def test_a_thousand_characters_are_judged_at_once() -> None:
    assert is_common("password" * 125)
    assert not is_common("zebra crossing " * 66)


@pytest.mark.usefixtures("open_registration")
def test_a_common_password_is_refused_everywhere(
    alice: Person, anonymous: TestClient, state: AppState
) -> None:
    """L6: only the length was checked."""
    with state.database.transaction() as session:
        token = account_invitations.invite(
            session, user=session.get_one(User, alice.id), purpose=InvitationPurpose.RESET, now=state.now()
        )
    body = {"name": "Nora", "username": "nora", "email": "nora@agency.example", "password": "password123"}
    change = {"currentPassword": PASSWORD, "newPassword": "Alice-2026-Alice"}
    refused = [
        anonymous.post("/api/auth/register", json=body),
        anonymous.post("/api/setup", json={**body, "code": "AAAA"}),
        anonymous.post(f"/api/auth/invitations/{token}", json={"password": "password123"}),
        alice.post("/api/profile/password", json=change),
    ]
    assert [one.status_code for one in refused] == [422] * 4
    assert [one.json()["fields"][0]["path"] for one in refused] == ["password"] * 3 + ["newPassword"]
    # The invitation is still good.
    good = anonymous.post(f"/api/auth/invitations/{token}", json={"password": "zebra crossing tower"})
    assert good.status_code == 200
