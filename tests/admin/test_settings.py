"""Settings: sources, changes, secrets, logo and test email."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from sqlalchemy import text

from app.core.database import Database
from app.core.settings import Settings
from app.core.state import AppState
from app.main import install_services
from models.catalog import ModelKind
from models.importing import import_path
from models.ports import Engines
from models.store import ModelStore
from tests.conftest import Person
from tests.models.model_files import GGUF

PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 20


def find_settings(response: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {one["key"]: one for group in response["data"]["groups"] for one in group["settings"]}


def read(person: Person) -> dict[str, dict[str, Any]]:
    return find_settings(person.get("/api/admin/settings").json())


def save(person: Person, **values: object) -> Any:
    return person.patch("/api/admin/settings", json={"values": values})


def restart(api: FastAPI, state: AppState, engines: Engines) -> AppState:
    """Restart the same installation."""
    again = FastAPI()
    install_services(again, state.base_settings, engines=engines)
    held = again.state.greenroom
    assert isinstance(held, AppState)
    held.database.dispose()
    return held


def test_every_setting_is_listed_with_its_source(ada: Person) -> None:
    listed = read(ada)
    assert listed.keys() == Settings.model_fields.keys()
    assert listed["data_dir"]["source"] == "environment"
    assert listed["data_dir"]["isLocked"] is True
    assert listed["port"] == {
        "key": "port",
        "variable": "GREENROOM_PORT",
        "kind": "number",
        "value": 8420,
        "isSet": True,
        "source": "default",
        "isLocked": True,
        "appliesAfterRestart": True,
        "isPending": False,
        "choices": None,
        "defaultValue": 8420,
    }


def test_lists_of_texts_and_numbers_are_entered_as_lines(ada: Person) -> None:
    kinds = {key: one["kind"] for key, one in read(ada).items() if one["kind"] in {"list", "json"}}
    assert kinds == {
        "trusted_proxies": "list",
        "internal_hosts": "list",
        "reminder_minutes": "list",
        "ice_servers": "json",
    }
    saved = find_settings(save(ada, reminder_minutes=["120", "30"]).json())
    assert saved["reminder_minutes"]["value"] == [120, 30]


def test_a_saved_setting_takes_effect_at_once_and_after_a_restart(
    ada: Person, anonymous: TestClient, api: FastAPI, state: AppState, engines: Engines
) -> None:
    response = save(ada, product_name="Kandidatenstube", accent_color="#7a1f3d", session_hours="8")
    listed = find_settings(response.json())
    name = listed["product_name"]
    assert (name["value"], name["source"]) == ("Kandidatenstube", "stored")
    assert listed["session_hours"]["value"] == 8
    assert anonymous.get("/api/site").json()["data"]["productName"] == "Kandidatenstube"
    assert restart(api, state, engines).settings.accent_color == "#7a1f3d"


def test_null_and_blank_restore_the_default(ada: Person) -> None:
    save(ada, product_name="Other", contact_url="https://agency.example/contact")
    listed = find_settings(save(ada, product_name=None, contact_url="").json())
    assert (listed["product_name"]["value"], listed["product_name"]["source"]) == ("Greenroom", "default")
    assert listed["contact_url"]["isSet"] is False


def test_the_environment_overrides_saved_values(
    ada: Person, api: FastAPI, state: AppState, engines: Engines, monkeypatch: pytest.MonkeyPatch
) -> None:
    save(ada, product_name="Saved")
    monkeypatch.setenv("GREENROOM_PRODUCT_NAME", "From the environment")
    state.base_settings = Settings(data_dir=state.settings.data_dir, web_dir=state.settings.web_dir)
    held = restart(api, state, engines)
    assert held.settings.product_name == "From the environment"
    assert os.environ["GREENROOM_PRODUCT_NAME"] == held.base_settings.product_name


def test_a_setting_of_the_environment_is_locked(ada: Person, state: AppState) -> None:
    state.base_settings = state.base_settings.model_copy(update={"product_name": "Fixed"})
    refused = save(ada, product_name="Mine")
    assert (refused.status_code, refused.json()["code"]) == (409, "SETTING_LOCKED")
    assert "GREENROOM_PRODUCT_NAME" in refused.json()["error"]
    assert read(ada)["product_name"]["isLocked"] is True


def test_settings_of_the_environment_only_cannot_be_saved(ada: Person) -> None:
    assert save(ada, port=1).json()["code"] == "SETTING_LOCKED"
    assert save(ada, database_url="sqlite:////elsewhere").status_code == 409


def test_secrets_are_never_shown_and_are_sealed_in_the_database(
    ada: Person, database: Database, state: AppState
) -> None:
    response = save(ada, smtp_password="hunter2hunter2")
    assert "hunter2" not in response.text
    assert "hunter2" not in ada.get("/api/admin/settings").text
    assert read(ada)["smtp_password"]["isSet"] is True
    with database.reading() as session:
        stored = session.execute(text("SELECT value FROM stored_settings")).scalar_one()
    assert "hunter2" not in stored
    password = state.settings.smtp_password
    assert password is not None
    assert password.get_secret_value() == "hunter2hunter2"


def test_a_secret_sealed_with_another_key_counts_as_not_set(
    ada: Person, api: FastAPI, state: AppState, engines: Engines
) -> None:
    save(ada, smtp_password="hunter2hunter2", product_name="Kept")
    (state.settings.data_dir / "secrets" / "storage.key").write_bytes(b"x" * 32)
    held = restart(api, state, engines)
    assert held.settings.smtp_password is None
    assert held.settings.product_name == "Kept"


def test_an_outdated_saved_value_does_not_prevent_start_up(
    ada: Person, api: FastAPI, state: AppState, engines: Engines, database: Database
) -> None:
    save(ada, session_hours=8, product_name="Kept")
    with database.transaction() as session:
        session.execute(text("UPDATE stored_settings SET value = '-1' WHERE key = 'session_hours'"))
    held = restart(api, state, engines)
    assert (held.settings.session_hours, held.settings.product_name) == (12, "Kept")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("session_hours", 0),
        ("session_hours", "many"),
        ("accent_color", "green"),
        ("accent_color", "#fff; background: url(//x)"),
        ("oidc_issuer", "javascript:alert(1)"),
        ("contact_url", "javascript:alert(1)"),
        ("billing_mode", "paypal"),
        ("ice_servers", "none"),
        ("product_name", "x" * 4000),
        ("nonsense", 1),
    ],
)
def test_invalid_values_are_refused_by_name_and_nothing_is_saved(
    ada: Person, key: str, value: object
) -> None:
    refused = save(ada, mail_from="greenroom@agency.example", **{key: value})
    assert refused.status_code == 422
    assert refused.json()["fields"][0]["path"] == f"values.{key}"
    assert read(ada)["mail_from"]["isSet"] is False


@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        ("smtp_port", 70_000, "This must be at most 65535."),
        ("smtp_port", 1.5, "This must be a whole number."),
        ("product_name", "x" * 201, "This is too long (at most 200 characters)."),
    ],
)
def test_a_refusal_explains_the_problem(ada: Person, key: str, value: object, sentence: str) -> None:
    assert save(ada, **{key: value}).json()["fields"][0]["message"] == sentence


def test_settings_that_need_a_restart_say_so(ada: Person) -> None:
    listed = find_settings(save(ada, llm_model="other.gguf", product_name="Now").json())
    assert (listed["llm_model"]["appliesAfterRestart"], listed["llm_model"]["isPending"]) == (True, True)
    assert listed["product_name"]["isPending"] is False


def test_only_admins_see_or_change_settings(anonymous: TestClient, bob: Person) -> None:
    for client, status in ((anonymous, 401), (bob, 403)):
        assert client.get("/api/admin/settings").status_code == status
        assert client.patch("/api/admin/settings", json={"values": {}}).status_code == status
        assert client.put("/api/admin/settings/logo", files={"logo": PNG}).status_code == status
        assert client.delete("/api/admin/settings/logo").status_code == status
        assert client.post("/api/admin/settings/test-mail", json={"to": "a@b.example"}).status_code == status


def test_an_address_without_its_scheme_is_refused_with_an_example(ada: Person) -> None:
    refused = save(ada, public_url="interviews.example.com")
    assert refused.status_code == 422
    message = refused.json()["fields"][0]["message"]
    assert message == "This must be a complete address, such as https://interviews.example.com."


def test_logo_is_saved_shown_and_removed(ada: Person, anonymous: TestClient) -> None:
    url = ada.put("/api/admin/settings/logo", files={"logo": ("logo.svg", PNG)}).json()["data"]["logoUrl"]
    assert anonymous.get(url).content == PNG
    refused = ada.put("/api/admin/settings/logo", files={"logo": ("logo.png", b"<svg/>")})
    assert (refused.status_code, refused.json()["code"]) == (422, "UNSUPPORTED_LOGO")
    assert ada.delete("/api/admin/settings/logo").json()["data"]["logoUrl"] is None
    assert anonymous.get(url).status_code == 404


def test_a_test_email_needs_a_mail_server(ada: Person) -> None:
    refused = ada.post("/api/admin/settings/test-mail", json={"to": "ada@agency.example"})
    assert (refused.status_code, refused.json()["code"]) == (409, "INVALID_STATE")


def test_a_failed_test_email_says_why(ada: Person, state: AppState, unused_tcp_port: int) -> None:
    state.settings = state.settings.model_copy(update={"internal_hosts": ["127.0.0.1"]})
    state.base_settings = state.base_settings.model_copy(update={"internal_hosts": ["127.0.0.1"]})
    save(ada, smtp_host="127.0.0.1", smtp_port=unused_tcp_port, mail_from="greenroom@agency.example")
    refused = ada.post("/api/admin/settings/test-mail", json={"to": "ada@agency.example"})
    assert (refused.status_code, refused.json()["code"]) == (502, "MAIL_FAILED")
    assert refused.json()["error"] == "The email was not sent: The mail server could not be reached."
    assert refused.json()["failure"] == {"problem": "unreachable", "serverText": ""}


def test_an_address_on_the_internal_network_is_refused_with_a_code(ada: Person) -> None:
    refused = save(ada, smtp_host="10.0.0.1")
    assert refused.status_code == 422
    (problem,) = refused.json()["fields"]
    assert (problem["path"], problem["code"]) == ("values.smtp_host", "INTERNAL_ADDRESS")


class TestChosenModels:
    @pytest.fixture
    def model(self, state: AppState, tmp_path: Path) -> str:
        path = tmp_path / "mine.gguf"
        path.write_bytes(GGUF)
        store = ModelStore(state.settings.resolved_models_dir)
        import_path(store, path, name="mine", kind=ModelKind.LLM)
        return str(path)

    def test_a_model_of_another_kind_is_refused(self, ada: Person, model: str) -> None:
        for chosen in ("mine", model):
            refused = save(ada, speech_model=chosen)
            assert refused.status_code == 422
            (problem,) = refused.json()["fields"]
            assert (problem["path"], problem["code"]) == ("values.speech_model", "MODEL_WRONG_KIND")

    def test_a_model_for_too_little_memory_is_refused_unless_a_gpu_runs_it(
        self, ada: Person, model: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("app.engines.read_machine_memory", lambda: 10**6)
        for chosen in ("mine", model):
            refused = save(ada, llm_model=chosen)
            (problem,) = refused.json()["fields"]
            assert problem["code"] == "MODEL_TOO_LARGE"
            assert "Choose a smaller model" in problem["message"]
        assert save(ada, llm_model="mine", llm_gpu_layers=-1).status_code == 200

    def test_a_model_that_is_not_installed_yet_is_accepted(self, ada: Person) -> None:
        assert save(ada, llm_model="later").status_code == 200
