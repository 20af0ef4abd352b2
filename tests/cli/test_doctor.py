"""Checks of `greenroom doctor`."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest

from app.core.settings import Settings
from app.doctor import Finding, examine, print_findings


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data_dir=tmp_path / "data", web_dir=tmp_path / "web", port=1)


def examine_by_name(settings: Settings) -> dict[str, Finding]:
    return {finding.name: finding for finding in examine(settings)}


def test_the_doctor_changes_nothing(settings: Settings) -> None:
    examine(settings)
    assert not settings.data_dir.exists()


def test_missing_parts_come_with_instructions(settings: Settings) -> None:
    found = examine_by_name(settings)
    assert "make run" in found["web client"].detail
    for kind in ("llm", "speech", "embeddings"):
        assert not found[f"{kind} model"].ok
        assert "greenroom models fetch" in found[f"{kind} model"].detail


def test_a_remote_engine_needs_no_weights(settings: Settings) -> None:
    settings.llm_provider = "openai"
    settings.llm_model = "big"
    assert examine_by_name(settings)["llm model"] == Finding(
        "llm model", ok=True, detail="big on a openai server"
    )


def test_a_nearly_full_disk_is_reported(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: SimpleNamespace(free=1024**3))
    assert not examine_by_name(settings)["disk"].ok


def test_findings_are_printed_as_lines_or_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = [Finding("disk", ok=False, detail="1.0 GiB free: free at least 2 GiB")]
    print_findings(found, as_json=False)
    assert capsys.readouterr().out == "FAIL  disk  1.0 GiB free: free at least 2 GiB\n"
    print_findings(found, as_json=True)
    assert json.loads(capsys.readouterr().out)[0]["ok"] is False
