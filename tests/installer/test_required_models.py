"""Models that the settings require, and the disk space they need."""

from __future__ import annotations

from pathlib import Path

from installer.required_models import models_for_tests, select_models, space_needed
from models.catalog import ModelKind, load_catalog

CATALOG = load_catalog()


def names(environment: dict[str, str]) -> set[str]:
    return {entry.name for entry in select_models(CATALOG, environment)}


def test_the_defaults_are_wanted_where_nothing_is_set() -> None:
    assert names({}) == {entry.name for entry in CATALOG.defaults()}
    assert names({"GREENROOM_LLM_MODEL": "", "GREENROOM_LLM_PROVIDER": ""}) == names({})


def test_a_model_that_the_settings_name_takes_the_default_s_place() -> None:
    tiny = next(entry for entry in CATALOG.entries if entry.kind is ModelKind.LLM and entry.role == "tiny")
    wanted = names({"GREENROOM_LLM_MODEL": tiny.name})
    assert tiny.name in wanted
    assert CATALOG.default(ModelKind.LLM).name not in wanted


def test_nothing_is_fetched_for_an_engine_that_runs_elsewhere() -> None:
    wanted = names({"GREENROOM_LLM_PROVIDER": "openai", "GREENROOM_LLM_MODEL": "big"})
    assert wanted == names({}) - {CATALOG.default(ModelKind.LLM).name}


def test_an_admin_s_own_file_is_not_looked_for() -> None:
    wanted = names({"GREENROOM_SPEECH_MODEL": "/srv/ggml-own.bin"})
    assert wanted == names({}) - {CATALOG.default(ModelKind.SPEECH).name}


def test_the_tests_want_the_tiny_models_too() -> None:
    assert {entry.role for entry in models_for_tests(CATALOG)} == {"default", "tiny"}


def test_room_is_asked_for_what_is_missing_only(tmp_path: Path) -> None:
    entry = CATALOG.default(ModelKind.SPEECH)
    models_dir, cache_dir = tmp_path / "models", tmp_path / "cache"
    needs = space_needed([entry], models_dir=models_dir, cache_dir=cache_dir)
    assert needs == [(cache_dir, 2 * entry.size_bytes)]
    (models_dir / entry.name).mkdir(parents=True)
    with (models_dir / entry.name / entry.primary.path).open("wb") as file:
        file.truncate(entry.primary.size_bytes)
    assert space_needed([entry], models_dir=models_dir, cache_dir=cache_dir) == [(cache_dir, 0)]
