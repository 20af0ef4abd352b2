"""The setup in a terminal: HTTPS, the trials of mail and models, and the restore of a backup."""

from __future__ import annotations

import wave
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller

from app.cli import main
from app.core.capacity import load_capacity
from app.core.clock import utc_now
from app.core.database import Database, make_engine
from app.core.settings import Settings
from app.setup.plan import SetupPlan
from app.setup.terminal import ask_setup
from app.setup.terminal_restore import has_no_admin, offer_restore
from app.tls.authority import AuthorityFiles, issue_certificate
from app.tls.certificate import read_certificate
from app.users.repository import has_admin
from models.ports import Engines, EngineUnavailable
from tests.fakes.engines import FakeLlm, FakeSpeech, fake_engines
from tests.fakes.postbox import Postbox
from tests.server_process import find_free_port
from tests.setup.older_backup import make_older_backup
from tests.setup.typist import SKIP, Typist

URL = "https://interviews.example.lan"


async def ask(
    settings: Settings,
    typist: Typist,
    *,
    engines: Engines | None = None,
    saved: dict[str, Any] | None = None,
) -> SetupPlan:
    @asynccontextmanager
    async def open_engines(_settings: Settings) -> AsyncIterator[Engines]:
        assert engines is not None, "nothing is loaded without need"
        yield engines

    return await ask_setup(
        typist.console, base=settings, saved=saved or {}, has_admin=True, open_engines=open_engines
    )


class TestHttps:
    async def test_a_local_authority_is_made_right_there(self, settings: Settings) -> None:
        typist = Typist(["y", URL, "ca", "", *[SKIP] * 6])
        await ask(settings, typist)
        certificate = read_certificate(AuthorityFiles.of(settings.data_dir).server)
        assert "interviews.example.lan" in certificate.names
        shown = "\n".join(typist.shown)
        assert "Fingerprint of the authority: " in shown
        assert "greenroom certificate --instructions" in shown

    async def test_an_own_certificate_must_fit_the_address(self, settings: Settings, tmp_path: Path) -> None:
        fitting, other = AuthorityFiles(tmp_path / "fitting"), AuthorityFiles(tmp_path / "other")
        issue_certificate(fitting, ["interviews.example.lan"], now=utc_now())
        issue_certificate(other, ["elsewhere.example.lan"], now=utc_now())
        typist = Typist(
            ["y", URL, "file", str(other.server), "", "file", str(fitting.server), "", *[SKIP] * 6]
        )
        plan = await ask(settings, typist)
        failures = [line for line in typist.shown if line.startswith("  FAIL")]
        assert len(failures) == 1
        assert "elsewhere.example.lan" in failures[0]
        # Saved, or shown as a variable where a version keeps it in the environment.
        known = [*typist.shown, *map(str, plan.values.values())]
        assert any(str(fitting.server) in line for line in known)

    async def test_behind_a_proxy_the_server_listens_on_this_machine(self, settings: Settings) -> None:
        typist = Typist(["y", URL, "maybe", "proxy", *[SKIP] * 6])
        await ask(settings, typist)
        assert "  Expected file, ca or proxy." in typist.shown
        assert any("HTTPS at a reverse proxy" in line for line in typist.shown)

    @pytest.mark.parametrize(("answers", "is_secure"), [(["ca", ""], True), (["proxy"], False)])
    async def test_nothing_of_an_earlier_certificate_is_left(
        self, settings: Settings, answers: list[str], *, is_secure: bool
    ) -> None:
        earlier = {"host": "0.0.0.0", "tls_cert": "/etc/earlier.crt", "tls_key": "/etc/earlier.key"}  # noqa: S104
        plan = await ask(settings, Typist(["y", URL, *answers, *[SKIP] * 6]), saved=earlier)
        server = AuthorityFiles.of(settings.data_dir).server
        assert (plan.settings.tls_cert, plan.settings.tls_key) == (server if is_secure else None, None)
        assert (plan.settings.host == "127.0.0.1") is not is_secure

    async def test_nothing_is_asked_where_the_environment_decides(self, settings: Settings) -> None:
        fixed = Settings(**{**settings.model_dump(exclude_unset=True), "tls_cert": Path("server.pem")})
        typist = Typist(["y", URL, *[SKIP] * 6])
        await ask(fixed, typist)
        assert not any("HTTPS by" in line for line in typist.shown)


class TestMail:
    @pytest.fixture
    def postbox(self) -> Postbox:
        return Postbox()

    @pytest.fixture
    def port(self, postbox: Postbox) -> Iterator[str]:
        controller = Controller(postbox, hostname="127.0.0.1", port=find_free_port())
        controller.start()
        yield str(controller.port)
        controller.stop()

    async def test_a_test_email_is_sent(self, settings: Settings, postbox: Postbox, port: str) -> None:
        base = Settings(**{**settings.model_dump(exclude_unset=True), "internal_hosts": ["127.0.0.1"]})
        server = ["127.0.0.1", port, "none", "", "", "greenroom@agency.example"]
        typist = Typist([SKIP, SKIP, "y", *server, "ada@agency.example", *[SKIP] * 4])
        await ask(base, typist)
        (message,) = postbox.messages
        assert (message["To"], "test email" in message["Subject"]) == ("ada@agency.example", True)
        assert "  ok: The test email is on its way to ada@agency.example." in typist.shown

    async def test_a_refused_email_says_why(self, settings: Settings, postbox: Postbox, port: str) -> None:
        postbox.reply = "550 No such user"
        base = Settings(**{**settings.model_dump(exclude_unset=True), "internal_hosts": ["127.0.0.1"]})
        server = ["127.0.0.1", port, "none", "", "", "greenroom@agency.example"]
        typist = Typist([SKIP, SKIP, "y", *server, "nobody@agency.example", *[SKIP] * 4])
        await ask(base, typist)
        assert any("FAIL: The email was not sent" in line for line in typist.shown)


class TestModels:
    @pytest.fixture(autouse=True)
    def installed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("app.setup.checks.examine_models", lambda _settings: [])
        monkeypatch.setattr(
            "app.setup.self_test.describe_speech", lambda _config: {"speech_engine": "whisper_cpp"}
        )

    def answers(self, *trials: str) -> list[str]:
        return [SKIP, "y", "local", "", "local", "", "", "", *trials, *[SKIP] * 5]

    async def test_the_machine_is_measured_and_both_models_are_tried(
        self, settings: Settings, tmp_path: Path
    ) -> None:
        recording = tmp_path / "spoken.wav"
        with wave.open(str(recording), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(16_000)
            file.writeframes(bytes(32_000))
        engines = fake_engines(
            llm=FakeLlm(["Welcome to your interview."]), speech=FakeSpeech(lambda _request: "Good morning.")
        )
        typist = Typist(self.answers("y", "y", str(recording)))
        await ask(settings, typist, engines=engines)
        shown = "\n".join(typist.shown)
        assert "Welcome to your interview." in shown
        assert "  ok: fake-speech understood: Good morning." in shown
        assert load_capacity(settings.data_dir) is not None

    async def test_what_fails_is_said_and_the_setup_goes_on(self, settings: Settings, tmp_path: Path) -> None:
        engines = fake_engines(llm=FakeLlm([EngineUnavailable("no weights")]))
        picture = tmp_path / "picture.wav"
        picture.write_bytes(b"not a recording")
        for trials in ((SKIP, "y", str(tmp_path / "gone.wav")), (SKIP, SKIP, str(picture))):
            typist = Typist(self.answers(*trials))
            await ask(settings, typist, engines=engines)
            failures = [line for line in typist.shown if line.startswith("  FAIL")]
            assert len(failures) == trials.count("y") + 1


class TestRestore:
    pytestmark = pytest.mark.sqlite

    @pytest.fixture
    def empty(self, tmp_path: Path) -> Settings:
        return Settings(data_dir=tmp_path / "new server")

    def test_a_new_server_is_restored_and_has_its_accounts(self, empty: Settings, tmp_path: Path) -> None:
        backup = make_older_backup(tmp_path, revision="0014", now=utc_now())
        assert has_no_admin(empty, open_stopped=lambda: pytest.fail("no database is created"))
        typist = Typist(["y", str(tmp_path / "gone.backup"), str(backup)])
        assert offer_restore(typist.console, empty)
        assert any(line.startswith("  FAIL: ") for line in typist.shown)
        assert "  Its database was updated to this version." in typist.shown
        database = Database(make_engine(empty.resolved_database_url))
        with database.reading() as session:
            assert has_admin(session)
        database.dispose()

    @pytest.mark.parametrize("answers", [[SKIP], ["y", ""]])
    def test_it_can_be_declined(self, empty: Settings, answers: list[str]) -> None:
        assert not offer_restore(Typist(answers).console, empty)
        assert not empty.data_dir.exists()

    def test_the_command_offers_it_first(
        self,
        empty: Settings,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        backup = make_older_backup(tmp_path, revision="0014", now=utc_now())
        typist = Typist(["y", str(backup)])
        monkeypatch.setenv("GREENROOM_DATA_DIR", str(empty.data_dir))
        monkeypatch.setattr("sys.stdin.isatty", lambda: True)
        monkeypatch.setattr("builtins.input", typist.read)
        monkeypatch.setattr("app.setup.console.Console", lambda **_options: typist.console)
        assert main(["setup", "--data-dir", str(empty.data_dir)]) == 0
        assert "Start the server" in capsys.readouterr().out
