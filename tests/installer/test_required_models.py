"""Models that the settings require, and the disk space they need."""

from __future__ import annotations

from pathlib import Path

from installer.required_models import models_for_tests, select_models, space_needed
from models.catalog import ModelKind, load_catalog
from models.judgement.weights import JUDGE_BASE, MULTILINGUAL_BASE

CATALOG = load_catalog()


def list_required(environment: dict[str, str]) -> set[str]:
    return {entry.name for entry in select_models(CATALOG, environment)}


def test_without_settings_the_default_models_are_required() -> None:
    assert list_required({}) == {entry.name for entry in CATALOG.defaults()}
    assert list_required({"GREENROOM_LLM_MODEL": "", "GREENROOM_LLM_PROVIDER": ""}) == list_required({})


def test_a_model_in_the_settings_replaces_the_default() -> None:
    tiny = next(entry for entry in CATALOG.entries if entry.kind is ModelKind.LLM and entry.role == "tiny")
    required = list_required({"GREENROOM_LLM_MODEL": tiny.name})
    assert tiny.name in required
    assert CATALOG.default(ModelKind.LLM).name not in required


def test_a_remote_engine_requires_no_model() -> None:
    required = list_required({"GREENROOM_LLM_PROVIDER": "openai", "GREENROOM_LLM_MODEL": "big"})
    assert required == list_required({}) - {CATALOG.default(ModelKind.LLM).name}


def test_the_encoders_of_the_judge_are_required_with_any_embeddings() -> None:
    environment = {"GREENROOM_EMBEDDINGS_PROVIDER": "openai", "GREENROOM_EMBEDDINGS_MODEL": "big"}
    assert {JUDGE_BASE, MULTILINGUAL_BASE} <= list_required(environment)
    assert list_required(environment) == list_required({})


def test_a_model_file_in_the_settings_is_not_required_from_the_catalog() -> None:
    required = list_required({"GREENROOM_SPEECH_MODEL": "/srv/ggml-own.bin"})
    assert required == list_required({}) - {CATALOG.default(ModelKind.SPEECH).name}


def test_the_tests_also_require_the_tiny_models() -> None:
    assert {entry.role for entry in models_for_tests(CATALOG)} == {"default", "tiny"}


def test_space_is_needed_for_missing_models_only(tmp_path: Path) -> None:
    entry = CATALOG.default(ModelKind.SPEECH)
    models_dir, cache_dir = tmp_path / "models", tmp_path / "cache"
    needs = space_needed([entry], models_dir=models_dir, cache_dir=cache_dir)
    assert needs == [(cache_dir, 2 * entry.size_bytes)]
    (models_dir / entry.name).mkdir(parents=True)
    with (models_dir / entry.name / entry.primary.path).open("wb") as file:
        file.truncate(entry.primary.size_bytes)
    assert space_needed([entry], models_dir=models_dir, cache_dir=cache_dir) == [(cache_dir, 0)]
