"""Container files: everything that they name exists, and the server has no more rights than it needs.

No container engine is needed: the files are parsed and compared with the project.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
import yaml

from app.cli import build_parser
from app.core.settings import Settings
from installer.bring_up import main as bring_up
from models.catalog import load_catalog
from tests.installer.dockerfile_lint import find_faults
from tests.tools.dockerfile_steps import list_steps

ROOT = Path(__file__).resolve().parents[2]
BUILT = {".venv", "web/dist"}
"""Made by the build stage."""


def read_compose(name: str) -> dict[str, Any]:
    content: dict[str, Any] = yaml.safe_load((ROOT / name).read_text(encoding="utf-8"))
    return content


@pytest.fixture(scope="module")
def dockerfile() -> list[tuple[str, str]]:
    return list_steps((ROOT / "Dockerfile").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    return read_compose("docker-compose.yml")


@pytest.fixture(scope="module")
def gpu() -> dict[str, Any]:
    return read_compose("docker-compose.gpu.yml")


def find(dockerfile: list[tuple[str, str]], instruction: str) -> list[str]:
    return [rest for word, rest in dockerfile if word == instruction]


def is_setting(name: str) -> bool:
    return name.removeprefix("GREENROOM_").lower() in Settings.model_fields


class TestLint:
    def test_the_dockerfile_has_no_faults(self, dockerfile: list[tuple[str, str]]) -> None:
        assert find_faults(dockerfile) == []

    @pytest.mark.parametrize(
        ("line", "fault"),
        [
            ("ADD https://example.com/a.tar /", "ADD is unknown"),
            ("ENV ADMIN_PASSWORD=open", "a secret"),
            ("WORKDIR opt", "not absolute"),
            ("CMD greenroom serve", "not a JSON list"),
            ("HEALTHCHECK CMD greenroom health", "not a JSON list"),
            ("RUN apt-get update && apt-get install -y curl", "--no-install-recommends"),
            ("RUN apt-get install -y --no-install-recommends curl", "apt-get update"),
            ("RUN curl example.com | sh", "the pipe"),
            ("RUN if true; then", "not valid shell"),
            ("FROM debian", "no fixed tag"),
            ("FROM debian:latest", "no fixed tag"),
            ("USER root", "the last user is root"),
        ],
    )
    def test_a_fault_is_found(self, line: str, fault: str) -> None:
        steps = list_steps(f"FROM debian:bookworm\nUSER greenroom\n{line}\n")
        assert any(fault in found for found in find_faults(steps))


class TestImage:
    def test_every_copied_path_exists(self, dockerfile: list[tuple[str, str]]) -> None:
        copies = [shlex.split(rest) for rest in find(dockerfile, "COPY")]
        taken = {
            path.removeprefix("/opt/greenroom/")
            for words in copies
            if words[0] == "--from=build"
            for path in words[1:-1]
        }
        assert {"app", "models", "installer", "config", ".venv", "web/dist"} <= taken
        for path in taken - BUILT:
            assert (ROOT / path).exists(), path

    def test_folders_that_the_code_reads_are_in_the_image(self, dockerfile: list[tuple[str, str]]) -> None:
        """Each top-level folder that code finds from its own path must be copied."""
        copied = " ".join(find(dockerfile, "COPY"))
        used = set()
        for path in [*(ROOT / "app").rglob("*.py"), *(ROOT / "models").rglob("*.py")]:
            used |= set(re.findall(r'parents\[\d\] / "(\w+)"', path.read_text(encoding="utf-8")))
        assert "config" in used
        for folder in used:
            assert f"/opt/greenroom/{folder}" in copied, folder

    def test_the_server_is_not_root_and_owns_its_data(self, dockerfile: list[tuple[str, str]]) -> None:
        words = [word for word, _ in dockerfile]
        last_stage = len(words) - words[::-1].index("FROM")
        stage = dockerfile[last_stage:]
        assert find(stage, "USER") == ["greenroom"]
        assert "install -d -o greenroom -m 0700 /data" in find(stage, "RUN")[0]
        assert find(stage, "VOLUME") == ["/data"]
        user = [word for word, _ in stage].index("USER")
        assert [word for word, _ in stage[user:]].count("RUN") == 0

    def test_settings_exist_and_fit_together(self, dockerfile: list[tuple[str, str]]) -> None:
        pairs = dict(pair.split("=", 1) for pair in find(dockerfile, "ENV")[0].split())
        settings = [name for name in pairs if name.startswith("GREENROOM_")]
        assert settings
        for name in settings:
            assert is_setting(name), name
        assert pairs["GREENROOM_DATA_DIR"] == "/data"
        assert find(dockerfile, "EXPOSE") == [str(Settings.model_fields["port"].default)]

    def test_the_health_check_is_a_command_of_the_product(self, dockerfile: list[tuple[str, str]]) -> None:
        options, _, command = find(dockerfile, "HEALTHCHECK")[0].partition("CMD ")
        assert "--start-period" in options
        words = json.loads(command)
        assert words[0] == "greenroom"
        build_parser(words[1:]).parse_args(words[1:])

    def test_the_start_command_exists(self, dockerfile: list[tuple[str, str]]) -> None:
        shell, option, script = json.loads(find(dockerfile, "CMD")[0])
        assert (shell, option) == ("sh", "-c")
        first, _, second = script.partition(" && exec ")
        words = shlex.split(second)
        assert words[0] == "greenroom"
        build_parser(words[1:]).parse_args(words[1:])
        module = shlex.split(first)[2]
        assert (ROOT / f"{module.replace('.', '/')}.py").is_file()

    def test_the_installation_target_exists(
        self, dockerfile: list[tuple[str, str]], capsys: pytest.CaptureFixture[str]
    ) -> None:
        target = re.search(r"installer\.bootstrap (\w+)", " ".join(find(dockerfile, "RUN")))
        assert target is not None
        with pytest.raises(SystemExit):
            bring_up(["--help"])
        assert target[1] in capsys.readouterr().out

    def test_build_arguments_are_those_of_the_compose_files(
        self, dockerfile: list[tuple[str, str]], gpu: dict[str, Any]
    ) -> None:
        declared = {rest.partition("=")[0] for rest in find(dockerfile, "ARG")}
        used = set(re.findall(r"\$\{(\w+)\}", " ".join(find(dockerfile, "FROM") + find(dockerfile, "RUN"))))
        assert used == declared
        assert set(gpu["services"]["greenroom"]["build"]["args"]) == declared


class TestCompose:
    def test_settings_exist(self, compose: dict[str, Any], gpu: dict[str, Any]) -> None:
        for file in (compose, gpu):
            names = file["services"]["greenroom"]["environment"]
            assert names
            for name in names:
                assert is_setting(name), name

    def test_default_values_are_accepted(
        self, compose: dict[str, Any], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for name, value in compose["services"]["greenroom"]["environment"].items():
            monkeypatch.setenv(name, re.sub(r"\$\{\w+:-(.*)\}", r"\1", value))
        settings = Settings()
        assert settings.public_url is None
        assert settings.ice_servers == []
        subnet = compose["networks"]["default"]["ipam"]["config"][0]["subnet"]
        assert subnet in settings.trusted_proxies

    def test_the_server_has_few_rights(self, compose: dict[str, Any]) -> None:
        server = compose["services"]["greenroom"]
        assert server["read_only"] is True
        assert server["tmpfs"] == ["/tmp"]  # noqa: S108
        assert server["cap_drop"] == ["ALL"]
        assert "cap_add" not in server
        assert "no-new-privileges:true" in server["security_opt"]
        assert server["volumes"] == ["greenroom-data:/data"]

    def test_only_the_proxy_and_the_relay_are_reachable_from_other_machines(
        self, compose: dict[str, Any]
    ) -> None:
        port = Settings.model_fields["port"].default
        assert compose["services"]["greenroom"]["ports"] == [f"127.0.0.1:{port}:{port}"]
        assert compose["services"]["proxy"]["profiles"] == ["proxy"]
        assert compose["services"]["turn"]["profiles"] == ["turn"]

    def test_the_proxy_leads_to_the_server(self, compose: dict[str, Any]) -> None:
        content = compose["configs"]["caddyfile"]["content"]
        assert f"reverse_proxy greenroom:{Settings.model_fields['port'].default}" in content
        assert compose["services"]["proxy"]["configs"][0]["source"] == "caddyfile"
        assert content.count("{") == content.count("}")

    def test_the_relay_needs_a_secret_and_spares_this_machine(self, compose: dict[str, Any]) -> None:
        command = compose["services"]["turn"]["command"][0]
        assert command.startswith('test -n "$$TURN_SECRET" ||')
        for network in ("127.0.0.0", "169.254.0.0", "172.30.84.0"):
            assert f"--denied-peer-ip={network}-" in command

    def start_relay(self, compose: dict[str, Any], folder: Path, **environment: str) -> str:
        """What the container's command starts the relay with, its certificate in ``folder``."""
        programs = folder / "programs"
        programs.mkdir()
        relay = programs / "turnserver"
        relay.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n')
        relay.chmod(0o755)
        shell = compose["services"]["turn"]["entrypoint"]
        command = compose["services"]["turn"]["command"][0].replace("$$", "$").replace("/tls/", f"{folder}/")
        done = subprocess.run(
            [*shell, command],
            env={"PATH": f"{programs}:{os.environ['PATH']}", **environment},
            capture_output=True,
            text=True,
            check=False,
        )
        return done.stdout if done.returncode == 0 else f"failed: {done.stderr}"

    def test_the_relay_does_not_start_without_a_secret(self, compose: dict[str, Any], tmp_path: Path) -> None:
        assert "Set TURN_SECRET" in self.start_relay(compose, tmp_path)

    def test_the_relay_speaks_tls_only_with_a_certificate(
        self, compose: dict[str, Any], tmp_path: Path
    ) -> None:
        options = self.start_relay(compose, tmp_path, TURN_SECRET="s").splitlines()
        assert {"--no-tls", "--no-dtls", "--static-auth-secret=s"} <= set(options)
        assert not any(option.startswith("--cert") for option in options)

    def test_the_relay_speaks_tls_with_a_certificate(self, compose: dict[str, Any], tmp_path: Path) -> None:
        (tmp_path / "server.key").touch()
        options = self.start_relay(compose, tmp_path, TURN_SECRET="s", TURN_EXTERNAL_IP="203.0.113.7")
        assert f"--cert={tmp_path}/server.pem\n--pkey={tmp_path}/server.key\n" in options
        assert "--tls-listening-port=5349\n" in options
        assert "--external-ip=203.0.113.7\n" in options
        assert "--no-tls" not in options

    @pytest.mark.parametrize("name", ["docker-compose.yml", "docker-compose.gpu.yml"])
    def test_the_files_follow_the_compose_specification(self, name: str) -> None:
        """The schema is that of github.com/compose-spec/compose-go, as check-jsonschema 0.39.0 carries it."""
        schema = json.loads((Path(__file__).parent / "compose-spec" / "compose-spec.json").read_text())
        validator = jsonschema_rs.validator_for(schema)
        assert [error.message for error in validator.iter_errors(read_compose(name))] == []
        broken = {**read_compose(name), "service": {}}
        assert not validator.is_valid(broken)

    def test_every_volume_is_declared(self, compose: dict[str, Any]) -> None:
        used = {
            # The default of a variable: ${NAME:-volume}
            re.sub(r"\$\{\w+:-([\w-]+)\}", r"\1", volume).partition(":")[0]
            for service in compose["services"].values()
            for volume in service.get("volumes", [])
        }
        assert used == set(compose["volumes"])

    def test_the_gpu_file_adds_to_the_same_service(
        self, compose: dict[str, Any], gpu: dict[str, Any]
    ) -> None:
        assert set(gpu) == {"services"}
        assert set(gpu["services"]) <= set(compose["services"])
        model = gpu["services"]["greenroom"]["environment"]["GREENROOM_LLM_MODEL"]
        assert load_catalog().get(model).name == model

    def test_interpolated_values_have_defaults(self, compose: dict[str, Any]) -> None:
        """A missing one must not keep the other services from starting."""
        text = (ROOT / "docker-compose.yml").read_text(encoding="utf-8")
        for name in re.findall(r"(?<!\$)\$\{([^}]*)\}", text):
            assert ":-" in name, name
