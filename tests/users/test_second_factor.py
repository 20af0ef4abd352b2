"""Second factor: setup, sign-in, recovery codes, enforcement."""

from __future__ import annotations

import re

import pytest
from fastapi.testclient import TestClient

from app.core.database import Database
from app.core.state import AppState
from tests.conftest import PASSWORD, FrozenClock, Person
from tests.users.steps import (
    NEW_PASSWORD,
    as_bearer,
    dump_database,
    require_second_factor,
    sign_in,
    turn_on_second_factor,
)


class TestSecondFactor:
    def test_sign_in_requires_the_code(self, alice: Person, anonymous: TestClient, state: AppState) -> None:
        totp, _ = turn_on_second_factor(alice, state)
        first = sign_in(anonymous, "alice")
        assert (first.status_code, first.json()["code"]) == (401, "SECOND_FACTOR_REQUIRED")
        assert "token" not in first.json()
        second = anonymous.post(
            "/api/auth/second-factor",
            json={
                "challenge": first.json()["challenge"],
                "code": totp.at(state.now(), counter_offset=1),
            },
        )
        assert second.json()["admin"]["hasSecondFactor"] is True
        assert anonymous.get("/api/interviews", headers=as_bearer(second.json()["token"])).status_code == 200

    def test_a_code_is_accepted_once(
        self, alice: Person, anonymous: TestClient, state: AppState, clock: FrozenClock
    ) -> None:
        totp, _ = turn_on_second_factor(alice, state)
        clock.advance(seconds=60)
        body = {"challenge": sign_in(anonymous, "alice").json()["challenge"], "code": totp.at(clock.now())}
        assert anonymous.post("/api/auth/second-factor", json=body).status_code == 200
        again = anonymous.post("/api/auth/second-factor", json=body)
        assert (again.status_code, again.json()["code"]) == (401, "INVALID_CODE")

    @pytest.mark.parametrize(("offset", "status"), [(-2, 401), (-1, 200), (0, 200), (1, 200), (2, 401)])
    def test_a_code_is_accepted_up_to_30_seconds_early_or_late(
        self,
        alice: Person,
        anonymous: TestClient,
        state: AppState,
        clock: FrozenClock,
        offset: int,
        status: int,
    ) -> None:
        totp, _ = turn_on_second_factor(alice, state)
        clock.advance(minutes=5)
        body = {
            "challenge": sign_in(anonymous, "alice").json()["challenge"],
            "code": totp.at(clock.now(), counter_offset=offset),
        }
        assert anonymous.post("/api/auth/second-factor", json=body).status_code == status

    def test_a_recovery_code_is_accepted_once(
        self, alice: Person, anonymous: TestClient, state: AppState
    ) -> None:
        _, codes = turn_on_second_factor(alice, state)
        assert len(set(codes)) == 10
        # 31 characters to the power of 24 are 118 bits: enough for a hash without salt (ASVS 6.5.2).
        assert all(re.fullmatch(r"[2-9a-z]{4}(-[2-9a-z]{4}){5}", code) for code in codes)
        for status in (200, 401):
            body = {
                "challenge": sign_in(anonymous, "alice").json()["challenge"],
                "code": codes[0].upper().replace("-", " "),
            }
            assert anonymous.post("/api/auth/second-factor", json=body).status_code == status
        assert alice.get("/api/profile/second-factor").json()["data"]["recoveryCodesLeft"] == 9

    def test_a_password_change_voids_a_challenge(
        self, alice: Person, anonymous: TestClient, state: AppState, clock: FrozenClock
    ) -> None:
        totp, _ = turn_on_second_factor(alice, state)
        challenge = sign_in(anonymous, "alice").json()["challenge"]
        alice.post("/api/profile/password", json={"currentPassword": PASSWORD, "newPassword": NEW_PASSWORD})
        late = anonymous.post(
            "/api/auth/second-factor",
            json={"challenge": challenge, "code": totp.at(clock.now(), counter_offset=1)},
        )
        assert late.json()["code"] == "CHALLENGE_EXPIRED"

    def test_guessing_codes_is_throttled(self, alice: Person, anonymous: TestClient, state: AppState) -> None:
        turn_on_second_factor(alice, state)
        challenge = sign_in(anonymous, "alice").json()["challenge"]
        statuses = [
            anonymous.post(
                "/api/auth/second-factor", json={"challenge": challenge, "code": f"{number:06}"}
            ).status_code
            for number in range(12)
        ]
        assert statuses == [401] * 10 + [429] * 2

    def test_the_second_factor_is_active_only_after_the_first_code(
        self, alice: Person, anonymous: TestClient
    ) -> None:
        begun = alice.post("/api/profile/second-factor/begin", json={"password": PASSWORD}).json()["data"]
        assert begun["uri"].startswith("otpauth://totp/Greenroom:alice?")
        assert begun["qrSvg"].startswith("data:image/svg+xml")
        assert sign_in(anonymous, "alice").status_code == 200
        wrong = alice.post("/api/profile/second-factor/confirm", json={"code": "000000"})
        assert (wrong.status_code, wrong.json()["code"]) == (422, "INVALID_CODE")
        assert sign_in(anonymous, "alice").status_code == 200

    def test_setup_requires_the_password(self, alice: Person, anonymous: TestClient) -> None:
        for body in ({}, {"password": "wrong"}):
            assert alice.post("/api/profile/second-factor/begin", json=body).status_code == 403
        assert anonymous.post("/api/profile/second-factor/begin", json={}).status_code == 401

    def test_the_second_factor_can_be_turned_off_with_a_code_unless_required(
        self, alice: Person, anonymous: TestClient, state: AppState
    ) -> None:
        totp, _ = turn_on_second_factor(alice, state)
        code = {"code": totp.at(state.now(), counter_offset=1)}
        require_second_factor(state, "everybody")
        assert alice.post("/api/profile/second-factor/disable", json=code).status_code == 409
        require_second_factor(state, "nobody")
        assert alice.post("/api/profile/second-factor/disable", json={"code": "1"}).status_code == 422
        assert alice.post("/api/profile/second-factor/disable", json=code).status_code == 200
        assert sign_in(anonymous, "alice").status_code == 200

    def test_new_recovery_codes_replace_the_old_ones(
        self, alice: Person, anonymous: TestClient, state: AppState
    ) -> None:
        totp, old = turn_on_second_factor(alice, state)
        renewed = alice.post(
            "/api/profile/second-factor/recovery-codes",
            json={"code": totp.at(state.now(), counter_offset=1)},
        ).json()["data"]["recoveryCodes"]
        assert not set(old) & set(renewed)
        body = {"challenge": sign_in(anonymous, "alice").json()["challenge"], "code": old[0]}
        assert anonymous.post("/api/auth/second-factor", json=body).status_code == 401

    def test_a_second_factor_can_be_required_for_a_role(
        self, alice: Person, ada: Person, state: AppState
    ) -> None:
        require_second_factor(state, "admins")
        assert alice.get("/api/interviews").status_code == 200
        refused = ada.get("/api/interviews")
        assert (refused.status_code, refused.json()["code"]) == (403, "SECOND_FACTOR_ENROLMENT_REQUIRED")
        assert ada.get("/api/auth/me").json()["data"]["mustEnrolSecondFactor"] is True
        turn_on_second_factor(ada, state)
        assert ada.get("/api/interviews").status_code == 200

    def test_secrets_are_sealed_in_the_database(
        self, alice: Person, database: Database, state: AppState
    ) -> None:
        totp, codes = turn_on_second_factor(alice, state)
        dump = dump_database(database)
        assert alice.id in dump
        assert totp.secret not in dump
        assert not any(code in dump for code in codes)
