"""Progress of the setup: begun with the first admin, kept on the server, finished at any time."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient

from app.admin.settings.service import list_choices
from app.core.capacity import MeasuredCapacity, save_capacity
from app.core.settings import Settings, get_option
from app.core.state import AppState
from app.setup.steps import SETTINGS
from tests.conftest import PASSWORD, Person

SETUP = "/api/admin/setup"


def read_outcomes(answer: Any) -> dict[str, str | None]:
    return {step["key"]: step["outcome"] for step in answer.json()["data"]["steps"]}


def test_a_server_whose_admin_came_otherwise_has_no_unfinished_setup(ada: Person) -> None:
    assert ada.get(SETUP).json()["data"]["isUnfinished"] is False


@pytest.mark.usefixtures("running_server")
def test_the_account_of_the_first_admin_begins_the_setup(anonymous: TestClient, state: AppState) -> None:
    made = anonymous.post(
        "/api/setup", json={"code": state.setup_code, "username": "ada", "password": PASSWORD}
    )
    bearer = {"Authorization": f"Bearer {made.json()['token']}"}
    begun = anonymous.get(SETUP, headers=bearer)
    assert begun.json()["data"]["isUnfinished"] is True
    assert read_outcomes(begun)["account"] == "done"
    finished = anonymous.put(SETUP, json={"step": "finish", "outcome": "done"}, headers=bearer)
    assert finished.json()["data"]["isUnfinished"] is False


def test_a_step_is_remembered_and_can_change_its_outcome(ada: Person) -> None:
    assert read_outcomes(ada.get(SETUP))["mail"] is None
    ada.put(SETUP, json={"step": "mail", "outcome": "skipped"})
    assert read_outcomes(ada.get(SETUP))["mail"] == "skipped"
    ada.put(SETUP, json={"step": "mail", "outcome": "done"})
    assert read_outcomes(ada.get(SETUP))["mail"] == "done"


def test_an_unknown_step_is_refused(ada: Person) -> None:
    assert ada.put(SETUP, json={"step": "hull", "outcome": "done"}).status_code == 422


def test_every_setting_of_a_step_can_be_saved_by_an_admin() -> None:
    keys = [key for step in SETTINGS.values() for key in step]
    assert len(keys) == len(set(keys))
    assert keys
    for key in keys:
        assert key in Settings.model_fields
        assert not get_option(key).environment_only


def test_what_this_machine_carries_is_shown_once_it_was_measured(ada: Person, state: AppState) -> None:
    assert ada.get(SETUP).json()["data"]["capacity"] is None
    measured = MeasuredCapacity(
        interviews=3,
        decode_seconds=1.2,
        voice_activity_seconds=0.01,
        cores=4,
        model="small",
        measured_at="2026-11-23T02:00:00+00:00",
    )
    save_capacity(state.settings.data_dir, measured)
    assert ada.get(SETUP).json()["data"]["capacity"] == {
        "interviews": 3,
        "model": "small",
        "measuredAt": "2026-11-23T02:00:00.000Z",
    }


def test_dependencies_are_those_of_the_steps_own_settings(ada: Person) -> None:
    steps = ada.get("/api/admin/setup").json()["data"]["steps"]
    found = {one["key"]: one for step in steps for one in step["dependencies"]}
    assert found["stripe_secret_key"] == {
        "key": "stripe_secret_key",
        "on": "billing_mode",
        "values": ["stripe"],
    }
    for step in steps:
        for one in step["dependencies"]:
            assert {one["key"], one["on"]} <= set(step["settings"])
            choices = list_choices(one["on"]) or ["true", "false"]
            assert set(one["values"]) < set(choices)


def test_each_jurisdiction_sets_valid_values_of_the_privacy_step(ada: Person) -> None:
    steps = {step["key"]: step for step in ada.get(SETUP).json()["data"]["steps"]}
    assert [one["key"] for one in steps["privacy"]["jurisdictions"]] == ["eu", "uk", "us"]
    assert steps["mail"]["jurisdictions"] == []
    for one in steps["privacy"]["jurisdictions"]:
        assert one["values"].keys() == set(steps["privacy"]["settings"])
        assert ada.patch("/api/admin/settings", json={"values": one["values"]}).status_code == 200
