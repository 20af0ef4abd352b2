"""Models from a URL: guarded, resumed, verified, and refused before anything is replaced."""

from __future__ import annotations

import hashlib
import shutil
from collections import namedtuple
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.cli import main
from models import url_models
from models.catalog import Catalog, ModelEntry, ModelFile, ModelKind
from models.errors import (
    DiskFull,
    DownloadRefused,
    InternalAddress,
    InvalidSource,
    NoNetwork,
    StoreError,
    TooLittleMemory,
    WrongHash,
    WrongKind,
)
from models.formats import estimate_memory
from models.outbound import OutboundPolicy
from models.received_files import DOWNLOADS_FOLDER
from models.store import InstalledModel, ModelStore
from models.url_models import fetch_from_url, make_source
from tests.fakes.file_server import FileServer, run_file_server
from tests.models.model_files import GGUF, sha256, whisper

MEBIBYTE = 1024 * 1024
ALLOWED = OutboundPolicy(is_restricted=True, internal_hosts=("127.0.0.1",))


@pytest.fixture
def server() -> Iterator[FileServer]:
    with run_file_server() as running:
        running.files["/big.gguf"] = GGUF
        running.files["/ggml-base.bin"] = whisper()
        yield running


@pytest.fixture
def store(tmp_path: Path) -> ModelStore:
    return ModelStore(tmp_path / "models", tmp_path / "cache", catalog=Catalog(()))


def fetch(
    store: ModelStore,
    server: FileServer,
    path: str = "/big.gguf",
    *,
    data: bytes = GGUF,
    kind: ModelKind = ModelKind.LLM,
    policy: OutboundPolicy = ALLOWED,
    memory_bytes: int | None = None,
    name: str | None = None,
) -> InstalledModel:
    source = make_source(store, url=server.base_url + path, sha256=sha256(data), kind=kind, name=name)
    return fetch_from_url(
        store, source, policy=policy, memory_bytes=memory_bytes, progress=lambda _stage, _done, _total: None
    )


def partial_downloads(store: ModelStore) -> list[Path]:
    return sorted((store.models_dir / DOWNLOADS_FOLDER).rglob("partial"))


def test_a_model_is_downloaded_verified_and_installed(store: ModelStore, server: FileServer) -> None:
    model = fetch(store, server)
    assert (model.name, model.kind, model.sha256) == ("big", ModelKind.LLM, sha256(GGUF))
    assert model.path.read_bytes() == GGUF
    assert list((store.models_dir / DOWNLOADS_FOLDER).iterdir()) == []


def test_a_speech_model_is_recognized_by_its_dimensions(store: ModelStore, server: FileServer) -> None:
    model = fetch(store, server, "/ggml-base.bin", data=whisper(), kind=ModelKind.SPEECH)
    assert (model.name, model.path.name) == ("ggml-base", "ggml-base.bin")


def test_progress_ends_with_every_byte_verified(store: ModelStore, server: FileServer) -> None:
    seen: list[tuple[str, int, int]] = []
    source = make_source(store, url=f"{server.base_url}/big.gguf", sha256=sha256(GGUF), kind=ModelKind.LLM)
    server.cut_after = [4000]
    fetch_from_url(store, source, policy=ALLOWED, memory_bytes=None, progress=lambda *one: seen.append(one))
    downloaded = [done for stage, done, _ in seen if stage == "download"]
    assert max(downloaded) == len(GGUF)
    assert seen[-1] == ("verify", len(GGUF), len(GGUF))


def test_an_internal_address_is_refused_unless_the_operator_allows_it(
    store: ModelStore, server: FileServer
) -> None:
    with pytest.raises(InternalAddress, match="GREENROOM_INTERNAL_HOSTS"):
        fetch(store, server, policy=OutboundPolicy(is_restricted=True))
    assert server.ranges == []


def test_a_redirect_into_the_internal_network_is_refused(store: ModelStore, server: FileServer) -> None:
    server.redirects["/moved.gguf"] = server.base_url.replace("127.0.0.1", "127.0.0.2") + "/big.gguf"
    with pytest.raises(InternalAddress, match=r"127\.0\.0\.2"):
        fetch(store, server, "/moved.gguf")
    assert server.ranges == []


def test_a_redirect_to_another_protocol_is_refused(store: ModelStore, server: FileServer) -> None:
    server.redirects["/moved.gguf"] = "file:///etc/passwd"
    with pytest.raises(DownloadRefused):
        fetch(store, server, "/moved.gguf")


def test_a_broken_line_is_taken_up_where_it_broke(store: ModelStore, server: FileServer) -> None:
    server.cut_after = [3000, 2000]
    assert fetch(store, server).path.read_bytes() == GGUF
    assert server.ranges == [None, "bytes=3000-", "bytes=5000-"]


def test_a_line_without_progress_is_an_error_and_a_later_attempt_resumes(
    store: ModelStore, server: FileServer
) -> None:
    server.cut_after = [3000, 0]
    with pytest.raises(NoNetwork):
        fetch(store, server)
    assert [path.stat().st_size for path in partial_downloads(store)] == [3000]
    assert fetch(store, server).sha256 == sha256(GGUF)
    assert server.ranges[-1] == "bytes=3000-"


def test_a_server_without_ranges_starts_again(store: ModelStore, server: FileServer) -> None:
    server.has_ranges, server.cut_after = False, [3000, 0]
    with pytest.raises(NoNetwork):
        fetch(store, server)
    assert fetch(store, server).path.read_bytes() == GGUF


def test_a_longer_partial_file_than_the_servers_starts_again(store: ModelStore, server: FileServer) -> None:
    server.cut_after = [9000, 0]
    with pytest.raises(NoNetwork):
        fetch(store, server)
    server.files["/big.gguf"] = GGUF[:5000]
    with pytest.raises(WrongHash):
        fetch(store, server)
    server.files["/big.gguf"] = GGUF
    assert fetch(store, server).sha256 == sha256(GGUF)


def test_a_server_that_does_not_say_the_size_works_too(store: ModelStore, server: FileServer) -> None:
    server.says_size = False
    assert fetch(store, server).size_bytes == len(GGUF)


def test_a_flipped_byte_is_refused_and_the_next_attempt_starts_again(
    store: ModelStore, server: FileServer
) -> None:
    server.files["/big.gguf"] = GGUF[:-1] + b"?"
    with pytest.raises(WrongHash):
        fetch(store, server)
    assert store.installed() == []
    assert partial_downloads(store) == []
    server.files["/big.gguf"] = GGUF
    assert fetch(store, server).sha256 == sha256(GGUF)
    assert server.ranges == [None, None]


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        (ModelKind.LLM, b"<!doctype html><title>Sign in</title>" + bytes(100)),
        (ModelKind.LLM, whisper()),
        (ModelKind.LLM, b"GG"),
        (ModelKind.SPEECH, GGUF),
        (ModelKind.SPEECH, whisper(mels=40)),
        (ModelKind.SPEECH, whisper(audio_context=0)),
        (ModelKind.SPEECH, b""),
    ],
)
def test_a_file_of_another_kind_is_refused(
    store: ModelStore, server: FileServer, kind: ModelKind, data: bytes
) -> None:
    server.files["/other"] = data
    with pytest.raises(WrongKind):
        fetch(store, server, "/other", data=data, kind=kind)
    assert store.installed() == []


def test_a_file_of_another_kind_is_refused_before_the_rest_is_downloaded(
    store: ModelStore, server: FileServer
) -> None:
    server.files["/page"] = b"<html>" + bytes(8 * MEBIBYTE)
    with pytest.raises(WrongKind):
        fetch(store, server, "/page")
    assert sum(path.stat().st_size for path in partial_downloads(store)) < MEBIBYTE


@pytest.mark.parametrize("says_size", [True, False])
def test_a_model_for_too_little_memory_is_refused(
    store: ModelStore, server: FileServer, *, says_size: bool
) -> None:
    server.says_size = says_size
    enough = estimate_memory(ModelKind.LLM, len(GGUF))
    with pytest.raises(TooLittleMemory, match="Choose a smaller model"):
        fetch(store, server, memory_bytes=enough - 1)
    assert store.installed() == []
    assert fetch(store, server, memory_bytes=enough).name == "big"


def test_a_full_disk_is_noticed_before_the_download(
    store: ModelStore, server: FileServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: usage(10**6, 10**6 - 100, 100))
    with pytest.raises(DiskFull):
        fetch(store, server)
    assert [path.stat().st_size for path in partial_downloads(store)] == []


def test_a_disk_that_fills_up_during_the_download_is_said_and_a_later_attempt_works(
    store: ModelStore, server: FileServer
) -> None:
    folder = store.models_dir / DOWNLOADS_FOLDER
    url = f"{server.base_url}/big.gguf"
    partial = folder / hashlib.sha256(f"{url} {sha256(GGUF)}".encode()).hexdigest()[:32] / "partial"
    partial.parent.mkdir(parents=True)
    # Every write to this device fails for lack of space.
    partial.symlink_to("/dev/full")
    with pytest.raises(DiskFull, match="Free some space"):
        fetch(store, server)
    assert store.installed() == []
    partial.unlink()
    assert fetch(store, server).path.read_bytes() == GGUF


@pytest.mark.parametrize("failure", ["flipped", "kind", "missing"])
def test_an_installed_model_stays_when_another_one_fails(
    store: ModelStore, server: FileServer, failure: str
) -> None:
    old = fetch(store, server)
    new = GGUF + b"new"
    server.files["/big.gguf"] = {"flipped": GGUF + b"nev", "kind": b"x" * 100, "missing": new}[failure]
    path = "/gone.gguf" if failure == "missing" else "/big.gguf"
    with pytest.raises(StoreError):
        fetch(store, server, path, data=new)
    assert store.installed() == [old]
    assert old.path.read_bytes() == GGUF


def test_a_new_version_gets_a_name_of_its_own(store: ModelStore, server: FileServer) -> None:
    fetch(store, server)
    new = server.files["/big.gguf"] = GGUF + b"new"
    assert fetch(store, server, data=new).name == f"big-{sha256(new)[:8]}"
    assert [model.name for model in store.installed()] == ["big", f"big-{sha256(new)[:8]}"]


def test_the_same_model_is_not_downloaded_twice(store: ModelStore, server: FileServer) -> None:
    first = fetch(store, server)
    assert fetch(store, server) == first
    assert len(server.ranges) == 1


def test_a_file_of_the_catalog_gets_its_name_there(tmp_path: Path, server: FileServer) -> None:
    files = (ModelFile("weights.gguf", len(GGUF), sha256(GGUF)),)
    entry = ModelEntry(
        "known", ModelKind.LLM, "Known", "MIT", "Publisher", 1, files, url="https://a.example/"
    )
    store = ModelStore(tmp_path / "models", tmp_path / "cache", catalog=Catalog((entry,)))
    assert fetch(store, server).name == "known"
    assert store.is_present(entry)


@pytest.mark.parametrize(
    ("field", "changes"),
    [
        ("url", {"url": "ftp://host.example/a.gguf"}),
        ("url", {"url": "https:///a.gguf"}),
        ("url", {"url": "https://host.example:99999/a.gguf"}),
        ("url", {"url": "https://user:secret@host.example/a.gguf"}),
        ("url", {"url": "https://host.example/a b.gguf"}),
        ("url", {"url": f"https://host.example/{'a' * 3000}"}),
        ("sha256", {"sha256": "abc"}),
        ("sha256", {"sha256": "z" * 64}),
        ("kind", {"kind": ModelKind.EMBEDDINGS}),
        ("name", {"name": "../etc"}),
        ("name", {"name": "model.gguf"}),
    ],
)
def test_what_cannot_be_used_is_named(store: ModelStore, field: str, changes: dict[str, object]) -> None:
    entered = {
        "url": "https://host.example/a.gguf",
        "sha256": sha256(b""),
        "kind": ModelKind.LLM,
        "name": None,
    }
    with pytest.raises(InvalidSource) as refused:
        make_source(store, **{**entered, **changes})  # type: ignore[arg-type]
    assert refused.value.field == field


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/a/Model.Q4_K_M.gguf?download=true", "model.q4_k_m"),
        ("/%2e%2e%2fpasswd", "passwd"),
        ("/", "llm-model"),
        ("/model.bin.gguf", "model"),
        ("/" + "a" * 55 + ".gguf" + "b" * 9, "a" * 55),
        ("/Mod%C3%A8le.gguf", "mod-le"),
    ],
)
def test_a_model_is_named_after_its_file(store: ModelStore, path: str, name: str) -> None:
    source = make_source(store, url=f"https://host.example{path}", sha256=sha256(b""), kind=ModelKind.LLM)
    assert source.name == name


def test_old_partial_downloads_are_deleted(
    store: ModelStore, server: FileServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.cut_after = [3000, 0]
    with pytest.raises(NoNetwork):
        fetch(store, server)
    monkeypatch.setattr(url_models, "_KEPT_SECONDS", -60)
    fetch(store, server, "/ggml-base.bin", data=whisper(), kind=ModelKind.SPEECH)
    assert partial_downloads(store) == []


class TestCommand:
    def fetch(self, server: FileServer, tmp_path: Path, *more: str) -> int:
        return main(
            [
                *("models", "fetch", "--data-dir", str(tmp_path), "--url", f"{server.base_url}/big.gguf"),
                *("--sha256", sha256(GGUF), "--kind", "llm", *more),
            ]
        )

    def test_an_internal_address_needs_a_flag(
        self, server: FileServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert self.fetch(server, tmp_path) == 1
        assert "To allow it, add --allow-internal 127.0.0.1" in capsys.readouterr().err
        assert self.fetch(server, tmp_path, "--allow-internal", "127.0.0.0/8", "--name", "mine") == 0
        assert "mine is installed and verified" in capsys.readouterr().out
        assert (tmp_path / "models" / "mine" / "mine.gguf").read_bytes() == GGUF

    def test_an_address_needs_its_sha256(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        command = ["models", "fetch", "--data-dir", str(tmp_path)]
        assert main([*command, "--url", "https://host.example/a.gguf"]) == 1
        assert main([*command, "--sha256", sha256(GGUF)]) == 1
        assert "--url" in capsys.readouterr().err
