"""Models page: the models on this machine, and the download of one from a URL."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from app.admin.models import uploads
from app.admin.models.uploads import ModelUpload
from app.core.state import AppState
from models.catalog import Catalog, ModelEntry, ModelFile, ModelKind, load_catalog
from models.files import ByteListener, hash_file
from models.store import ModelStore
from tests.conftest import Person
from tests.fakes.file_server import FileServer, run_file_server

MODELS, DOWNLOAD = "/api/admin/models", "/api/admin/models/download"
GGUF = b"GGUF" + bytes(range(256)) * 40


@pytest.fixture
def server(state: AppState) -> Iterator[FileServer]:
    state.settings = state.settings.model_copy(update={"internal_hosts": ["127.0.0.1"]})
    with run_file_server() as running:
        running.files["/big.gguf"] = GGUF
        yield running


def make_request(server: FileServer, **changes: str) -> dict[str, str]:
    return {
        "url": f"{server.base_url}/big.gguf",
        "sha256": hashlib.sha256(GGUF).hexdigest(),
        "kind": "llm",
        **changes,
    }


def wait_for_end(ada: Person) -> dict[str, Any]:
    while True:
        view: dict[str, Any] = ada.get(MODELS).json()["data"]
        if view["download"]["phase"] not in {"downloading", "verifying"}:
            return view


def test_a_model_is_downloaded_and_can_be_chosen(ada: Person, server: FileServer) -> None:
    started = ada.post(DOWNLOAD, json=make_request(server))
    assert started.status_code == 200
    view = wait_for_end(ada)
    assert view["download"] == {
        "name": "big",
        "kind": "llm",
        "phase": "done",
        "doneBytes": len(GGUF),
        "totalBytes": len(GGUF),
        "problem": None,
    }
    assert view["models"] == [{"name": "big", "kind": "llm", "sizeBytes": len(GGUF), "isChosen": False}]
    ada.patch("/api/admin/settings", json={"values": {"llm_model": "big"}})
    assert [model["isChosen"] for model in ada.get(MODELS).json()["data"]["models"]] == [True]


def test_a_download_is_in_the_audit_log_without_its_path(ada: Person, server: FileServer) -> None:
    ada.post(DOWNLOAD, json=make_request(server, url=f"{server.base_url}/big.gguf?token=secret"))
    wait_for_end(ada)
    (event,) = ada.get("/api/admin/security-events", params={"type": "model_downloaded"}).json()["data"]
    assert event["details"]["model"] == "big"
    assert event["details"]["host"] == "127.0.0.1"
    assert "secret" not in str(event)


def test_an_internal_address_is_refused_unless_the_operator_lists_it(
    ada: Person, server: FileServer, state: AppState
) -> None:
    state.settings = state.settings.model_copy(update={"internal_hosts": []})
    ada.post(DOWNLOAD, json=make_request(server))
    view = wait_for_end(ada)
    assert view["download"]["phase"] == "failed"
    assert view["download"]["problem"]["code"] == "MODEL_INTERNAL_ADDRESS"
    assert "GREENROOM_INTERNAL_HOSTS" in view["download"]["problem"]["message"]
    assert server.ranges == []


@pytest.mark.parametrize(
    ("content", "changes", "code"),
    [
        (GGUF[:-1] + b"?", {}, "MODEL_WRONG_HASH"),
        (b"<html>" + bytes(500), {}, "MODEL_WRONG_KIND"),
        (GGUF, {"kind": "speech"}, "MODEL_WRONG_KIND"),
        (None, {}, "MODEL_DOWNLOAD_REFUSED"),
    ],
)
def test_a_failure_says_why_and_leaves_the_models_as_they_are(
    ada: Person,
    server: FileServer,
    state: AppState,
    content: bytes | None,
    changes: dict[str, str],
    code: str,
) -> None:
    ada.post(DOWNLOAD, json=make_request(server))
    before = wait_for_end(ada)["models"]
    other = {"sha256": hashlib.sha256(GGUF + b"other").hexdigest(), **changes}
    if content is None:
        del server.files["/big.gguf"]
    else:
        server.files["/big.gguf"] = content
    ada.post(DOWNLOAD, json=make_request(server, **other))
    view = wait_for_end(ada)
    assert view["download"]["problem"]["code"] == code
    assert view["models"] == before
    assert ModelStore(state.settings.resolved_models_dir).find("big").path.read_bytes() == GGUF


def test_too_little_memory_is_refused_unless_a_gpu_is_used(
    ada: Person, server: FileServer, state: AppState, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.engines.read_machine_memory", lambda: 1000)
    ada.post(DOWNLOAD, json=make_request(server))
    assert wait_for_end(ada)["download"]["problem"]["code"] == "MODEL_TOO_LARGE"
    state.settings = state.settings.model_copy(update={"llm_gpu_layers": -1})
    ada.post(DOWNLOAD, json=make_request(server))
    assert wait_for_end(ada)["download"]["phase"] == "done"


def test_only_one_download_runs_and_it_can_be_cancelled_and_resumed(ada: Person, server: FileServer) -> None:
    server.gate = threading.Event()
    ada.post(DOWNLOAD, json=make_request(server))
    server.on_request.wait()
    refused = ada.post(DOWNLOAD, json=make_request(server))
    assert (refused.status_code, refused.json()["code"]) == (409, "MODEL_DOWNLOAD_RUNNING")
    server.gate.set()
    server.gate = None
    cancelled = ada.request("DELETE", DOWNLOAD).json()["data"]["download"]
    assert cancelled["phase"] in {"cancelled", "done"}
    ada.post(DOWNLOAD, json=make_request(server))
    assert wait_for_end(ada)["download"]["phase"] == "done"


def test_cancelling_without_a_download_changes_nothing(ada: Person) -> None:
    assert ada.request("DELETE", DOWNLOAD).json()["data"] == {"models": [], "download": None}


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("url", "ftp://host.example/a.gguf", "NOT_A_FILE_ADDRESS"),
        ("url", "", "FIELD_EMPTY"),
        ("url", "https://ada:secret@host.example/a.gguf", "ADDRESS_WITH_LOGIN"),
        ("sha256", "abc", "NOT_A_SHA256"),
        ("kind", "embeddings", "NOT_A_CHOICE"),
    ],
)
def test_what_was_entered_is_checked_at_once(
    ada: Person, server: FileServer, field: str, value: str, code: str
) -> None:
    response = ada.post(DOWNLOAD, json=make_request(server, **{field: value}))
    assert response.status_code == 422
    (problem,) = response.json()["fields"]
    assert (problem["path"], problem["code"]) == (field, code)


def test_the_sha256_of_a_known_model_of_another_kind_names_it(ada: Person, server: FileServer) -> None:
    known = load_catalog().default(ModelKind.SPEECH)
    (problem,) = ada.post(DOWNLOAD, json=make_request(server, sha256=known.sha256)).json()["fields"]
    assert (problem["path"], problem["code"]) == ("kind", "SHA256_OF_OTHER_KIND")
    assert problem["params"] == {"model": known.name}


def test_an_uploaded_file_of_the_catalog_gets_its_name_there(tmp_path: Path) -> None:
    sha256 = hashlib.sha256(GGUF).hexdigest()
    known = ModelEntry(
        name="known",
        kind=ModelKind.LLM,
        title="Known",
        license="MIT",
        publisher="Publisher",
        memory_mib=1,
        files=(ModelFile("known-q4.gguf", len(GGUF), sha256),),
    )
    upload = ModelUpload(ModelStore(tmp_path, tmp_path / "cache", catalog=Catalog((known,))), None)
    upload.append(BytesIO(GGUF), name="Mine.gguf", kind=ModelKind.LLM, offset=0, total_bytes=len(GGUF))
    model = upload.install(name="Mine.gguf", kind=ModelKind.LLM, sha256=None)
    assert (model.name, model.path.name) == ("known", "known-q4.gguf")


class TestUpload:
    CHUNKS, END = f"{MODELS}/upload/chunks", f"{MODELS}/upload"
    FILE = {"name": "Big Model.gguf", "kind": "llm"}

    def send(self, ada: Person, content: bytes, *, parts: int = 3, **changes: Any) -> Any:
        """Send ``content`` in parts; returns the last answer."""
        size = -(-len(content) // parts)
        for offset in range(0, len(content), size):
            answer = ada.post(
                self.CHUNKS,
                params={"totalBytes": len(content), **self.FILE, "offset": offset, **changes},
                files={"chunk": content[offset : offset + size]},
            )
        return answer

    def test_a_model_is_uploaded_in_parts_and_installed(self, ada: Person) -> None:
        assert self.send(ada, GGUF).json()["data"] == {"receivedBytes": len(GGUF)}
        sha256 = hashlib.sha256(GGUF).hexdigest()
        view = ada.post(self.END, json={**self.FILE, "sha256": sha256.upper()}).json()["data"]
        assert view["models"] == [
            {"name": "big-model", "kind": "llm", "sizeBytes": len(GGUF), "isChosen": False}
        ]
        (event,) = ada.get("/api/admin/security-events", params={"type": "model_uploaded"}).json()["data"]
        assert event["details"] == {"model": "big-model", "sha256": sha256}

    def test_the_uploaded_file_becomes_the_model_without_a_copy(
        self, ada: Person, state: AppState, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        hashed: list[Path] = []

        def count(path: Path, on_bytes: ByteListener | None = None) -> str:
            hashed.append(path)
            return hash_file(path, on_bytes)

        for place in ("models.store", "models.importing", "app.admin.models.uploads"):
            monkeypatch.setattr(f"{place}.hash_file", count)
        self.send(ada, GGUF)
        folder = state.settings.resolved_models_dir
        (uploaded,) = (path for path in folder.rglob("*") if path.stat().st_size == len(GGUF))
        number = uploaded.stat().st_ino
        ada.post(self.END, json={**self.FILE, "sha256": hashlib.sha256(GGUF).hexdigest()})
        assert len(hashed) == 1
        assert ModelStore(folder).find("big-model").path.stat().st_ino == number

    def test_a_malformed_sha256_is_a_wrong_one(self, ada: Person) -> None:
        for content in (GGUF, GGUF + b"more"):
            self.send(ada, content)
            ada.post(self.END, json=self.FILE)
        self.send(ada, GGUF + b"again")
        refused = ada.post(self.END, json={**self.FILE, "sha256": "/../../x"})
        assert (refused.status_code, refused.json()["code"]) == (422, "MODEL_WRONG_HASH")

    def test_another_file_with_the_same_name_gets_another_name(self, ada: Person) -> None:
        for content in (GGUF, GGUF + b"more"):
            self.send(ada, content)
            view = ada.post(self.END, json=self.FILE).json()["data"]
        sha256 = hashlib.sha256(GGUF + b"more").hexdigest()
        names = {model["name"] for model in view["models"]}
        assert names == {"big-model", f"big-model-{sha256[:8]}"}

    def test_a_file_of_another_kind_is_refused_with_its_first_part(self, ada: Person) -> None:
        for content, kind in ((b"<html>" + GGUF, "llm"), (GGUF, "speech")):
            refused = self.send(ada, content, parts=1, kind=kind)
            assert (refused.status_code, refused.json()["code"]) == (422, "MODEL_WRONG_KIND")

    def test_a_model_for_too_little_memory_is_refused_with_its_first_part(
        self, ada: Person, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(uploads, "read_machine_memory", lambda: 500 * 1024**2)
        refused = self.send(ada, GGUF, parts=1, totalBytes=2 * 1024**3)
        assert (refused.status_code, refused.json()["code"]) == (422, "MODEL_TOO_LARGE")

    def test_a_model_for_too_little_disk_is_refused_with_its_first_part(
        self, ada: Person, state: AppState
    ) -> None:
        # Otherwise the memory would be too little as well.
        state.settings = state.settings.model_copy(update={"llm_gpu_layers": 1})
        refused = self.send(ada, GGUF, parts=1, totalBytes=1024**4)
        assert (refused.status_code, refused.json()["code"]) == (507, "MODEL_DISK_FULL")

    def test_a_wrong_sha256_discards_the_file(self, ada: Person, state: AppState) -> None:
        self.send(ada, GGUF)
        refused = ada.post(self.END, json={**self.FILE, "sha256": "0" * 64})
        assert (refused.status_code, refused.json()["code"]) == (422, "MODEL_WRONG_HASH")
        assert ada.get(MODELS).json()["data"]["models"] == []
        again = ada.post(self.END, json=self.FILE)
        assert (again.status_code, again.json()["code"]) == (409, "UPLOAD_OUT_OF_STEP")

    def test_a_part_that_does_not_follow_is_refused(self, ada: Person) -> None:
        refused = self.send(ada, GGUF, parts=1, offset=5)
        assert (refused.status_code, refused.json()["code"]) == (409, "UPLOAD_OUT_OF_STEP")
        self.send(ada, GGUF)
        beyond = self.send(ada, GGUF, parts=1, offset=len(GGUF))
        assert (beyond.status_code, beyond.json()["code"]) == (409, "UPLOAD_OUT_OF_STEP")
