"""Command `greenroom certificate`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app import cli
from app.tls.authority import AuthorityFiles


@pytest.fixture(autouse=True)
def restored_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Restore the environment, through which the command line passes its options on."""
    for name in ("DATA_DIR", "TLS_CERT", "TLS_KEY", "PORT"):
        monkeypatch.setenv(f"GREENROOM_{name}", "")


def run(data_dir: Path, *words: str) -> int:
    return cli.main(["certificate", *words, "--data-dir", str(data_dir)])


def test_the_next_steps_are_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, "interviews.example.lan", "192.0.2.20") == 0
    text = capsys.readouterr().out
    files = AuthorityFiles.of(tmp_path)
    assert f"GREENROOM_TLS_CERT={files.server}" in text
    assert "GREENROOM_PUBLIC_URL=https://interviews.example.lan:8420" in text
    assert "https://interviews.example.lan:8420/api/site/certificate-authority" in text


@pytest.mark.parametrize(
    ("name", "url"),
    [("192.0.2.20", "https://192.0.2.20:8420"), ("2001:db8::1", "https://[2001:db8::1]:8420")],
)
def test_an_address_alone_is_what_people_open(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, url: str
) -> None:
    assert run(tmp_path, name) == 0
    assert f"GREENROOM_PUBLIC_URL={url}\n" in capsys.readouterr().out


def test_json_names_the_files_and_the_fingerprint(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, "interviews.example.lan", "--json") == 0
    made = json.loads(capsys.readouterr().out)
    assert Path(made["certificate"]).is_file()
    assert Path(made["authority"]).is_file()
    assert len(made["fingerprint"].split(":")) == 32
    assert run(tmp_path, "--json") == 0
    renewed = json.loads(capsys.readouterr().out)
    assert renewed["fingerprint"] == made["fingerprint"]


def test_the_instructions_name_every_kind_of_device(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(tmp_path, "interviews.example.lan")
    before = AuthorityFiles.of(tmp_path).server.read_bytes()
    capsys.readouterr()
    assert run(tmp_path, "--instructions") == 0
    text = capsys.readouterr().out
    assert "copy it to the device as\ngreenroom-ca.crt" in text
    for device in ("Windows", "macOS", "Linux", "iOS", "Android", "Firefox"):
        assert f"\n{device}" in text
    assert AuthorityFiles.of(tmp_path).server.read_bytes() == before


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ([], "no certificate to renew"),
        (["--new-authority"], "Name the host names"),
        (["https://interviews.example.lan"], "Leave out https://"),
        (["--instructions"], "cannot be read"),
    ],
)
def test_what_is_missing_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], reason: str
) -> None:
    assert run(tmp_path, *words) == 1
    assert reason in capsys.readouterr().err


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").touch()
    assert run(tmp_path / "file" / "data", "interviews.example.lan") == 1
    assert "cannot be written" in capsys.readouterr().err
