"""Demo requests: proof of work, bot traps, throttle, reCAPTCHA."""

from __future__ import annotations

from typing import Any

import altcha
import httpx
import httpx2
import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from pydantic import SecretStr
from sqlalchemy import func, select

from app.contact.tables import DemoRequest
from app.core.database import Database
from app.core.state import AppState
from app.integrations.captcha.port import CaptchaFailed, CaptchaUnavailable
from app.integrations.captcha.proof_of_work import ProofOfWork
from app.integrations.captcha.recaptcha import Recaptcha
from app.integrations.email.tables import OutgoingEmail
from app.main import ServerApp
from tests.conftest import FrozenClock, Person

FORM = {
    "name": "Greta Lind",
    "email": "greta@agency.example",
    "company": "Lind & Daughters",
    "phone": "+46 8 123 456",
    "honeypot": "",
}
REFUSAL = "Security verification failed. Please try again."


def solve(challenge: dict[str, Any]) -> str:
    """The proof of work as a visitor's browser computes it."""
    posed = altcha.Challenge.from_dict(challenge)
    # A browser counts from 0; tests may start at the beginning of the range.
    solution = altcha.solve_challenge(posed, counter_start=700)
    assert solution is not None
    return altcha.Payload(challenge=posed, solution=solution).to_base64()


@pytest.fixture
def proof(anonymous: TestClient) -> str:
    return solve(anonymous.get("/api/contact/challenge").json()["data"])


def stored(database: Database) -> int:
    with database.reading() as session:
        return session.scalar(select(func.count()).select_from(DemoRequest)) or 0


def send_request(client: TestClient, **changes: object) -> httpx2.Response:
    return client.post("/api/contact/request-demo", json={**FORM, **changes})


def test_a_request_with_a_valid_proof_is_stored(anonymous: TestClient, proof: str, ada: Person) -> None:
    assert send_request(anonymous, recaptchaToken=proof).status_code == 200
    listed = ada.get("/api/admin/demo-requests").json()
    assert listed["pagination"]["total"] == 1
    assert listed["data"][0]["company"] == "Lind & Daughters"
    assert listed["data"][0]["mail"] == "none"


def test_a_proof_is_accepted_once(anonymous: TestClient, proof: str, database: Database) -> None:
    send_request(anonymous, recaptchaToken=proof)
    again = send_request(anonymous, recaptchaToken=proof, email="other@agency.example")
    assert (again.status_code, again.json()["code"], again.json()["error"]) == (
        400,
        "CAPTCHA_FAILED",
        REFUSAL,
    )
    respelled = send_request(anonymous, recaptchaToken=proof + "\n")
    assert respelled.status_code == 400
    assert stored(database) == 1


def test_a_proof_expires_after_ten_minutes(
    anonymous: TestClient, state: AppState, clock: FrozenClock
) -> None:
    clock.advance(minutes=-11)
    late = solve(anonymous.get("/api/contact/challenge").json()["data"])
    assert send_request(anonymous, recaptchaToken=late).status_code == 400


NONSENSE = ["", "not base64 €", "e30=", "W10=", "eyJjaGFsbGVuZ2UiOiAxfQ==", "A" * 8000]


@pytest.mark.parametrize("token", NONSENSE)
def test_an_invalid_proof_is_refused(anonymous: TestClient, database: Database, token: str) -> None:
    assert send_request(anonymous, recaptchaToken=token).json()["code"] == "CAPTCHA_FAILED"
    assert stored(database) == 0


def test_a_self_made_challenge_is_refused(anonymous: TestClient, database: Database) -> None:
    easy = altcha.create_challenge("PBKDF2/SHA-256", 1, counter=700, hmac_secret="mine", hmac_key_secret="me")
    assert send_request(anonymous, recaptchaToken=solve(easy.to_dict())).status_code == 400
    assert stored(database) == 0


def test_a_filled_hidden_field_drops_the_request(
    anonymous: TestClient, proof: str, database: Database
) -> None:
    assert send_request(anonymous, recaptchaToken=proof, honeypot="https://spam.example").status_code == 200
    assert stored(database) == 0


def test_a_form_sent_faster_than_a_human_types_is_refused(
    anonymous: TestClient, proof: str, clock: FrozenClock, database: Database
) -> None:
    opened = int(clock.now().timestamp() * 1000)
    assert send_request(anonymous, recaptchaToken=proof, timestamp=opened).status_code == 400
    clock.advance(seconds=3)
    assert send_request(anonymous, recaptchaToken=proof, timestamp=opened).status_code == 200
    assert stored(database) == 1


def test_a_visitor_clock_ahead_of_ours_is_accepted(
    anonymous: TestClient, proof: str, clock: FrozenClock
) -> None:
    ahead = int(clock.now().timestamp() * 1000) + 3_600_000
    assert send_request(anonymous, recaptchaToken=proof, timestamp=ahead).status_code == 200


@pytest.mark.parametrize(
    "changes",
    [
        {"name": " "},
        {"email": "invalid"},
        {"company": ""},
        {"phone": ""},
        {"name": "x" * 4000},
        {"timestamp": "yesterday"},
    ],
)
def test_an_incomplete_form_names_the_missing_fields(
    anonymous: TestClient, proof: str, changes: dict[str, str]
) -> None:
    refused = send_request(anonymous, recaptchaToken=proof, **changes)
    assert refused.status_code == 422
    assert refused.json()["fields"][0]["path"].startswith(next(iter(changes)))


def test_markup_and_right_to_left_names_are_plain_text(
    anonymous: TestClient, proof: str, ada: Person
) -> None:
    name = "<img src=x onerror=alert(1)> \u202eשלום"
    send_request(anonymous, recaptchaToken=proof, name=name)
    assert ada.get("/api/admin/demo-requests").json()["data"][0]["name"] == name


def test_the_admin_gets_an_email_where_email_is_set_up(
    anonymous: TestClient, proof: str, state: AppState, ada: Person, database: Database
) -> None:
    state.settings = state.settings.model_copy(
        update={
            "smtp_host": "mail.example",
            "mail_from": "greenroom@agency.example",
            "demo_requests_to": "sales@agency.example",
        }
    )
    send_request(anonymous, recaptchaToken=proof, company="Evil\r\nBcc: all@example.com")
    with database.reading() as session:
        mail = session.scalars(select(OutgoingEmail)).one()
    assert mail.recipient == "sales@agency.example"
    assert "\n" not in mail.subject
    assert "greta@agency.example" in mail.text
    assert ada.get("/api/admin/demo-requests").json()["data"][0]["mail"] == "waiting"


def test_requests_are_limited_per_address(anonymous: TestClient) -> None:
    responses = [send_request(anonymous, recaptchaToken="x") for _ in range(21)]
    assert [response.status_code for response in responses[:20]] == [400] * 20
    assert responses[20].status_code == 429
    assert int(responses[20].headers["Retry-After"]) > 0


def test_only_admins_can_read_and_delete_requests(
    anonymous: TestClient, proof: str, ada: Person, bob: Person
) -> None:
    send_request(anonymous, recaptchaToken=proof)
    request_id = ada.get("/api/admin/demo-requests").json()["data"][0]["_id"]
    assert anonymous.get("/api/admin/demo-requests").status_code == 401
    assert bob.get("/api/admin/demo-requests").status_code == 403
    assert anonymous.delete(f"/api/admin/demo-requests/{request_id}").status_code == 401
    assert bob.delete(f"/api/admin/demo-requests/{request_id}").status_code == 403
    assert ada.delete(f"/api/admin/demo-requests/{request_id}").status_code == 200
    assert ada.delete(f"/api/admin/demo-requests/{request_id}").status_code == 404


def test_challenges_differ_and_expire() -> None:
    from datetime import UTC, datetime

    makers = ProofOfWork(b"a" * 32), ProofOfWork(b"b" * 32)
    first, second = (maker.make_challenge(now=datetime.now(tz=UTC)) for maker in makers)
    assert first["signature"] != second["signature"]
    assert first["parameters"]["expiresAt"] > 0


def recaptcha(result: dict[str, object] | int) -> Recaptcha:
    def respond(request: httpx.Request) -> httpx.Response:
        assert b"response=token" in request.content
        return httpx.Response(result) if isinstance(result, int) else httpx.Response(200, json=result)

    return Recaptcha(SecretStr("secret"), transport=httpx.MockTransport(respond))


async def test_recaptcha_accepts_a_human() -> None:
    person = recaptcha({"success": True, "action": "demo_request", "score": 0.9})
    assert len(await person.verify("token")) == 64


@pytest.mark.parametrize(
    "result",
    [
        {"success": False},
        {"success": True, "action": "login", "score": 0.9},
        {"success": True, "action": "demo_request", "score": 0.1},
    ],
)
async def test_recaptcha_refuses_the_rest(result: dict[str, object]) -> None:
    with pytest.raises(CaptchaFailed):
        await recaptcha(result).verify("token")


async def test_an_unreachable_recaptcha_is_reported() -> None:
    with pytest.raises(CaptchaUnavailable):
        await recaptcha(503).verify("token")


def test_pages_may_load_external_scripts_only_with_recaptcha(api: FastAPI, state: AppState) -> None:
    browser = TestClient(ServerApp(api))
    assert "google" not in browser.get("/").headers["Content-Security-Policy"]
    state.settings = state.settings.model_copy(
        update={"recaptcha_site_key": "site", "recaptcha_secret_key": SecretStr("secret")}
    )
    assert "https://www.google.com" in browser.get("/").headers["Content-Security-Policy"]
