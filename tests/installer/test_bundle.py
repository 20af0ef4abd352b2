"""The offline bundle: contents, checksums, signature, SBOM, and the script that installs it."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import load_pem_public_key

from app import cli
from installer.bundle import build, signature, wheels
from installer.bundle.bill_of_materials import write_bill_of_materials
from installer.bundle.build import PROGRAM, Bundle, write_bundle
from installer.bundle.wheels import BundleFailed, read_wheel_name
from models.catalog import ModelEntry, load_catalog
from models.store import ModelStore

ROOT = Path(__file__).resolve().parents[2]
NOW = datetime(2026, 11, 23, 12, 0, tzinfo=UTC)
WEIGHTS = b"weights of a small model"


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small checkout: the real script, and one file for each part of the program."""
    root = tmp_path / "checkout"
    for name in PROGRAM:
        path = root / name
        if path.suffix:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"{name}\n")
        else:
            path.mkdir(parents=True)
            (path / "file.txt").write_text(f"{name}\n")
    (root / "app" / "__pycache__").mkdir()
    (root / "app" / "__pycache__" / "file.pyc").write_bytes(b"compiled")
    (root / "web" / "dist" / "index.html").write_text("<html></html>")
    shutil.copy(ROOT / "web" / "package-lock.json", root / "web" / "package-lock.json")

    def collect(_root: Path, folder: Path) -> None:
        (folder / "certifi-2026.10.18-py3-none-any.whl").write_bytes(b"a wheel")

    monkeypatch.setattr(build, "collect_wheels", collect)
    return root


@pytest.fixture
def models_dir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A models folder in which every file of a model is small."""
    folder = tmp_path / "models"

    def find(store: ModelStore, name: str) -> None:
        for file in store.catalog.get(name).files:
            path = folder / name / file.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(WEIGHTS)
        (folder / name / "model.json").write_text("the stamp of this machine")

    monkeypatch.setattr(ModelStore, "find", find)
    return folder


def write(tmp_path: Path, checkout: Path, models_dir: Path, **environment: str) -> tuple[Bundle, Path]:
    """Write a bundle and unpack it; return it and the folder."""
    bundle = write_bundle(
        tmp_path / "greenroom.tar",
        version="0.1.0",
        models_dir=models_dir,
        key_file=tmp_path / "keys" / "bundle.key",
        now=NOW,
        root=checkout,
        environment=environment,
    )
    # With tar, as docs/operations.md says: tarfile has no safe extraction before Python 3.11.4.
    unpacked = tmp_path / "unpacked"
    unpacked.mkdir(exist_ok=True)
    subprocess.run(["tar", "-xf", bundle.file, "-C", unpacked], check=True)
    return bundle, unpacked / "greenroom-0.1.0"


class TestContents:
    def test_every_file_is_covered_by_the_checksums(
        self, tmp_path: Path, checkout: Path, models_dir: Path
    ) -> None:
        bundle, folder = write(tmp_path, checkout, models_dir)
        lines = (folder / "SHA256SUMS").read_text().splitlines()
        listed = {name: checksum for checksum, name in (line.split("  ", 1) for line in lines)}
        found = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
        assert found - set(listed) == {"SHA256SUMS", "SHA256SUMS.sig", "signing-key.pem"}
        for name, checksum in listed.items():
            assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == checksum, name
        assert len(listed) == bundle.files

    def test_program_wheels_web_client_and_models_are_in_it(
        self, tmp_path: Path, checkout: Path, models_dir: Path
    ) -> None:
        bundle, folder = write(tmp_path, checkout, models_dir)
        for name in ("app/file.txt", "docs/file.txt", "web/dist/index.html", "requirements.lock"):
            assert (folder / "program" / name).is_file()
        assert (folder / "wheels" / "certifi-2026.10.18-py3-none-any.whl").is_file()
        assert not list(folder.rglob("__pycache__"))
        for name in bundle.models:
            path = load_catalog().get(name).primary.path
            assert (folder / "models" / name / path).read_bytes() == WEIGHTS
        assert not list(folder.rglob("model.json")), "verified again where it is installed"
        assert {entry.name for entry in load_catalog().defaults()} <= set(bundle.models)

    def test_models_of_the_settings_are_taken(self, tmp_path: Path, checkout: Path, models_dir: Path) -> None:
        bundle, _ = write(tmp_path, checkout, models_dir, GREENROOM_LLM_MODEL="qwen2.5-7b-instruct")
        assert "qwen2.5-7b-instruct" in bundle.models

    def test_the_checksums_are_signed(self, tmp_path: Path, checkout: Path, models_dir: Path) -> None:
        bundle, folder = write(tmp_path, checkout, models_dir)
        key = load_pem_public_key((folder / "signing-key.pem").read_bytes())
        assert isinstance(key, Ed25519PublicKey)
        key.verify((folder / "SHA256SUMS.sig").read_bytes(), (folder / "SHA256SUMS").read_bytes())
        assert hashlib.sha256((folder / "signing-key.pem").read_bytes()).hexdigest() == bundle.key_fingerprint

    def test_the_key_is_made_once_and_is_private(
        self, tmp_path: Path, checkout: Path, models_dir: Path
    ) -> None:
        first, _ = write(tmp_path, checkout, models_dir)
        key_file = tmp_path / "keys" / "bundle.key"
        assert key_file.stat().st_mode & 0o777 == 0o600
        first.file.unlink()
        second, _ = write(tmp_path, checkout, models_dir)
        assert second.key_fingerprint == first.key_fingerprint

    def test_program_of_the_project_exists(self) -> None:
        for name in PROGRAM:
            assert name == "web/dist" or (ROOT / name).exists(), name


class TestRefusals:
    def test_an_existing_file_is_kept(self, tmp_path: Path, checkout: Path, models_dir: Path) -> None:
        (tmp_path / "greenroom.tar").write_text("precious")
        with pytest.raises(BundleFailed, match="exists already"):
            write(tmp_path, checkout, models_dir)
        assert (tmp_path / "greenroom.tar").read_text() == "precious"

    def test_a_missing_web_client_is_reported(self, tmp_path: Path, checkout: Path, models_dir: Path) -> None:
        (checkout / "web" / "dist" / "index.html").unlink()
        with pytest.raises(BundleFailed, match="make install"):
            write(tmp_path, checkout, models_dir)

    def test_missing_weights_are_reported(self, tmp_path: Path, checkout: Path) -> None:
        with pytest.raises(BundleFailed, match="greenroom models fetch"):
            write(tmp_path, checkout, tmp_path / "empty")

    def test_a_key_of_another_kind_is_refused(self, tmp_path: Path) -> None:
        (tmp_path / "bundle.key").write_text("no key")
        with pytest.raises(BundleFailed, match="not an Ed25519 key"):
            signature.load_or_make_key(tmp_path / "bundle.key")

    def test_a_bundle_that_fails_leaves_no_file(
        self, tmp_path: Path, checkout: Path, models_dir: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail(**_: object) -> str:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(build, "write_bill_of_materials", fail)
        with pytest.raises(OSError, match="No space left"):
            write(tmp_path, checkout, models_dir)
        assert not [path for path in tmp_path.iterdir() if "greenroom" in path.name or "bundle" in path.name]

    def test_a_missing_engine_is_reported(self, tmp_path: Path) -> None:
        with pytest.raises(BundleFailed, match="compiled language-model engine"):
            wheels.collect_wheels(tmp_path, tmp_path)

    def test_a_failure_of_pip_is_reported(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        engine = (
            tmp_path / ".greenroom" / "wheels" / "llama-cpp-python" / "llama_cpp_python-1-py3-none-any.whl"
        )
        engine.parent.mkdir(parents=True)
        engine.touch()
        (tmp_path / "requirements.lock").write_text("no-such-package==1\n")
        monkeypatch.setenv("PIP_NO_INDEX", "1")
        with pytest.raises(BundleFailed, match="pip ended with status 1"):
            wheels.collect_wheels(tmp_path, tmp_path / "wheels")

    def test_the_command_passes_on_what_is_wrong(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setenv("GREENROOM_DATA_DIR", str(tmp_path))
        (tmp_path / "greenroom.tar").touch()
        assert cli.main(["bundle", "--output", str(tmp_path / "greenroom.tar"), "--json"]) == 1
        assert "exists already" in json.loads(capsys.readouterr().out)["error"]


def test_models_of_the_settings_are_bundled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: dict[str, Any] = {}

    def write_nothing(target: Path, **options: Any) -> Bundle:
        asked.update(options)
        return Bundle(file=target, size_bytes=2_000_000, files=3, models=("smollm2",), key_fingerprint="ab")

    monkeypatch.setattr(build, "write_bundle", write_nothing)
    monkeypatch.setenv("GREENROOM_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("GREENROOM_LLM_MODEL", "smollm2")
    monkeypatch.setenv("GREENROOM_SPEECH_PROVIDER", "openai")
    assert cli.main(["bundle", "--output", str(tmp_path / "greenroom.tar")]) == 0
    assert asked["environment"] == {
        "GREENROOM_LLM_PROVIDER": "local",
        "GREENROOM_LLM_MODEL": "smollm2",
        "GREENROOM_SPEECH_PROVIDER": "openai",
        "GREENROOM_EMBEDDINGS_PROVIDER": "local",
    }
    assert "KEY_FINGERPRINT=ab sh" in capsys.readouterr().out


class TestBillOfMaterials:
    @pytest.fixture
    def weights(self) -> ModelEntry:
        return load_catalog().entries[0]

    @pytest.fixture
    def document(self, weights: ModelEntry) -> dict[str, Any]:
        wheel = Path("wheels/charset_normalizer-3.5.2-cp311-cp311-manylinux_2_17_x86_64.whl")
        text = write_bill_of_materials(
            version="0.1.0",
            made_at=NOW,
            wheels={wheel: "ab" * 32},
            package_lock=ROOT / "web" / "package-lock.json",
            weights=[weights],
        )
        parsed: dict[str, Any] = json.loads(text)
        return parsed

    def test_the_head_is_that_of_cyclonedx(self, document: dict[str, Any]) -> None:
        assert (document["bomFormat"], document["specVersion"], document["version"]) == (
            "CycloneDX",
            "1.5",
            1,
        )
        assert re.fullmatch(r"urn:uuid:[0-9a-f-]{36}", document["serialNumber"])
        assert document["metadata"]["timestamp"] == "2026-11-23T12:00:00Z"

    def test_python_packages_have_license_address_and_checksum(self, document: dict[str, Any]) -> None:
        found = next(one for one in document["components"] if one["name"] == "charset-normalizer")
        assert found["purl"] == "pkg:pypi/charset-normalizer@3.5.2"
        assert found["hashes"] == [{"alg": "SHA-256", "content": "ab" * 32}]
        assert found["licenses"] == [{"license": {"name": "MIT"}}]

    def test_web_packages_are_those_that_users_receive(self, document: dict[str, Any]) -> None:
        names = {one["name"] for one in document["components"] if one.get("purl", "").startswith("pkg:npm/")}
        lock = json.loads((ROOT / "web" / "package-lock.json").read_text())["packages"]
        assert {"react", "socket.io-client"} <= names
        assert "eslint" not in names
        react = next(
            one for one in document["components"] if one.get("purl", "").startswith("pkg:npm/react@")
        )
        digest = base64.b64decode(lock["node_modules/react"]["integrity"].removeprefix("sha512-"))
        assert react["hashes"] == [{"alg": "SHA-512", "content": digest.hex()}]

    def test_scoped_packages_have_an_encoded_scope(self, document: dict[str, Any]) -> None:
        scoped = [one["purl"] for one in document["components"] if one["name"].startswith("@")]
        assert scoped
        assert all(purl.startswith("pkg:npm/%40") and purl.count("/") == 2 for purl in scoped)

    def test_weights_have_publisher_and_checksum(self, document: dict[str, Any], weights: ModelEntry) -> None:
        found = next(one for one in document["components"] if one["type"] == "machine-learning-model")
        assert found["hashes"][0]["content"] == weights.sha256
        assert found["publisher"] == weights.publisher

    def test_references_are_unique(self, document: dict[str, Any]) -> None:
        references = [one["bom-ref"] for one in document["components"]]
        assert len(references) == len(set(references))


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        ("torch-2.13.0+cpu-cp311-cp311-manylinux_2_28_x86_64.whl", ("torch", "2.13.0+cpu")),
        ("PyYAML-6.0.3-cp311-cp311-linux_x86_64.whl", ("pyyaml", "6.0.3")),
        ("ruamel.yaml_clib-1.0-py3-none-any.whl", ("ruamel-yaml-clib", "1.0")),
    ],
)
def test_names_of_wheels(file: str, expected: tuple[str, str]) -> None:
    assert read_wheel_name(Path(file)) == expected


class TestScript:
    """install.sh up to the packages; the whole installation takes minutes and gigabytes."""

    def run(self, folder: Path, home: Path, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["sh", str(folder / "install.sh"), str(home / "greenroom")],
            env={"PATH": os.environ["PATH"], "HOME": str(home), "PYTHON": sys.executable, **environment},
            capture_output=True,
            text=True,
            check=False,
        )

    @pytest.fixture
    def unpacked(self, tmp_path: Path, checkout: Path, models_dir: Path) -> tuple[Bundle, Path]:
        return write(tmp_path, checkout, models_dir)

    def test_a_damaged_file_is_found(self, tmp_path: Path, unpacked: tuple[Bundle, Path]) -> None:
        _, folder = unpacked
        (folder / "program" / "app" / "file.txt").write_text("changed")
        result = self.run(folder, tmp_path)
        assert result.returncode == 1
        assert "program/app/file.txt: FAILED" in result.stderr
        assert "damaged or missing" in result.stderr
        assert not (tmp_path / "greenroom").exists()

    def test_another_key_is_refused(self, tmp_path: Path, unpacked: tuple[Bundle, Path]) -> None:
        _, folder = unpacked
        result = self.run(folder, tmp_path, KEY_FINGERPRINT="0" * 64)
        assert "signed with another key" in result.stderr
        assert not (tmp_path / "greenroom").exists()

    def test_changed_checksums_are_refused(self, tmp_path: Path, unpacked: tuple[Bundle, Path]) -> None:
        """An attacker who changes a file can change its checksum too, but cannot sign it."""
        bundle, folder = unpacked
        sums = folder / "SHA256SUMS"
        (folder / "program" / "app" / "file.txt").write_text("changed")
        old = hashlib.sha256(b"app\n").hexdigest()
        assert old in sums.read_text()
        sums.write_text(sums.read_text().replace(old, hashlib.sha256(b"changed").hexdigest()))
        result = self.run(folder, tmp_path, KEY_FINGERPRINT=bundle.key_fingerprint)
        assert "The signature is wrong" in result.stderr
        assert not (tmp_path / "greenroom").exists()

    def test_another_machine_is_refused(self, tmp_path: Path, unpacked: tuple[Bundle, Path]) -> None:
        _, folder = unpacked
        (folder / "platform").write_text("vax 3.11\n")
        assert "This bundle is for 'vax 3.11'" in self.run(folder, tmp_path).stderr

    def test_an_installation_is_not_overwritten(self, tmp_path: Path, unpacked: tuple[Bundle, Path]) -> None:
        _, folder = unpacked
        (tmp_path / "greenroom" / ".venv").mkdir(parents=True)
        assert "contains an installation" in self.run(folder, tmp_path).stderr

    def test_a_good_bundle_gets_as_far_as_its_packages(
        self, tmp_path: Path, unpacked: tuple[Bundle, Path]
    ) -> None:
        """The packages of this small bundle are no packages; everything before them succeeds."""
        bundle, folder = unpacked
        result = self.run(folder, tmp_path, KEY_FINGERPRINT=bundle.key_fingerprint, PIP_NO_INDEX="1")
        assert "The Python packages could not be installed" in result.stderr
        assert (tmp_path / "greenroom" / "app" / "file.txt").is_file()
        assert (tmp_path / "greenroom" / ".venv" / "bin" / "python").exists()
