"""`greenroom rotate-key`: a new storage key, with nothing lost at whatever moment it is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pyotp
import pytest

from app.cli import main
from app.core.database import make_engine
from app.core.postgresql import ServerLock
from app.core.sealing import KEY_NAME, NEXT_KEY_NAME, Sealer, Unsealable, load_sealer
from app.core.state import AppState
from app.core.stored_settings import load
from app.core.tables import StoredSetting
from app.data_folder import lock_data_folder
from app.security_events.tables import EventType, SecurityEvent
from app.users import second_factor
from app.users.tables import SecondFactor, User
from tests.conftest import Person

MAIL_PASSWORD = "the password of the mail server"

KILLED_AT = {
    "after the new key was written": "app.core.database.Database.transaction",
    "between two values": "app.core.sealing.Sealer.seal",
    "before the commit": "app.key_rotation.record",
    "after the commit": "pathlib.Path.replace",
    "after the new key is in place": "app.core.database.Database.empty_log",
}
KILL = """
import importlib, os, signal, sys
name, skip = sys.argv[1], int(sys.argv[2])
parts = name.split(".")
for size in range(len(parts), 0, -1):
    try:
        owner = importlib.import_module(".".join(parts[:size]))
    except ImportError:
        continue
    break
for part in parts[size:-1]:
    owner = getattr(owner, part)
original = getattr(owner, parts[-1])
calls = 0
def stop(*arguments, **options):
    global calls
    calls += 1
    if calls > skip:
        os.kill(os.getpid(), signal.SIGKILL)
    return original(*arguments, **options)
setattr(owner, parts[-1], stop)
from app.cli import main
sys.exit(main(["rotate-key"]))
"""


@pytest.fixture(autouse=True)
def secrets(ada: Person, alice: Person, state: AppState, monkeypatch: pytest.MonkeyPatch) -> None:
    """A saved password and two second factors, in the data folder of the commands."""
    monkeypatch.setenv("GREENROOM_DATA_DIR", str(state.settings.data_dir))
    values = {"smtp_password": MAIL_PASSWORD, "product_name": "Ours"}
    assert ada.patch("/api/admin/settings", json={"values": values}).status_code == 200
    with state.database.transaction() as session:
        for person in (ada, alice):
            user = session.get_one(User, person.id)
            second_factor.begin(session, user=user, sealer=state.sealer, now=state.now())


def read_secrets(state: AppState, sealer: Sealer) -> tuple[str | None, list[str]]:
    """The mail password and the second factors, as far as ``sealer`` opens them."""
    with state.database.reading() as session:
        factors = [sealer.open(one.sealed_secret) for one in session.query(SecondFactor)]
        return load(session, sealer=sealer).get("smtp_password"), sorted(factors)


def read_key(state: AppState) -> bytes:
    return (state.settings.data_dir / KEY_NAME).read_bytes()


def test_everything_opens_with_the_new_key_only(state: AppState, capsys: pytest.CaptureFixture[str]) -> None:
    old, before = read_key(state), read_secrets(state, state.sealer)
    assert before[0] == MAIL_PASSWORD
    assert main(["rotate-key"]) == 0
    assert "encrypted with it: 3." in capsys.readouterr().out
    assert read_key(state) != old
    assert not (state.settings.data_dir / NEXT_KEY_NAME).exists()
    assert (state.settings.data_dir / KEY_NAME).stat().st_mode & 0o777 == 0o600
    assert read_secrets(state, Sealer(read_key(state))) == before
    with state.database.reading() as session:
        assert "smtp_password" not in load(session, sealer=Sealer(old))
        for factor in session.query(SecondFactor):
            with pytest.raises(Unsealable):
                Sealer(old).open(factor.sealed_secret)
        [event] = session.query(SecurityEvent).filter_by(type=EventType.STORAGE_KEY_REPLACED)
        assert (event.actor_id, event.details) == (None, {"sealed": 3, "unreadable": 0})


def test_a_second_factor_still_signs_in(alice: Person, state: AppState) -> None:
    _, secrets = read_secrets(state, state.sealer)
    assert main(["rotate-key"]) == 0
    sealer = load_sealer(state.settings.data_dir)
    accepted = 0
    with state.database.transaction() as session:
        for secret in secrets:
            code = pyotp.TOTP(secret).at(state.now())
            accepted += second_factor.accept_code(
                session, user_id=alice.id, code=code, sealer=sealer, now=state.now()
            )
    assert accepted == 1


@pytest.mark.parametrize("moment", KILLED_AT)
def test_killed_at_any_moment_nothing_is_lost(state: AppState, moment: str) -> None:
    """The server opens everything with what the killed command left, and the next run finishes the work."""
    before, data_dir = read_secrets(state, state.sealer), state.settings.data_dir
    old, skipped = read_key(state), "1" if moment == "between two values" else "0"
    process = subprocess.run(
        [sys.executable, "-c", KILL, KILLED_AT[moment], skipped],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "GREENROOM_LOG_LEVEL": "ERROR"},
        check=False,
    )
    assert process.returncode == -signal.SIGKILL
    assert read_secrets(state, load_sealer(data_dir)) == before
    left = data_dir / NEXT_KEY_NAME
    assert left.exists() == (moment != "after the new key is in place")
    next_key = left.read_bytes() if left.exists() else None
    with state.database.transaction() as session:
        # A server that is started in between saves a secret.
        session.query(StoredSetting).filter_by(key="smtp_password").update(
            {"value": load_sealer(data_dir).seal(MAIL_PASSWORD)}
        )
    assert main(["rotate-key"]) == 0
    assert not left.exists()
    assert read_key(state) != old
    assert next_key is None or read_key(state) == next_key
    assert read_secrets(state, Sealer(read_key(state))) == before


def test_values_of_a_lost_key_are_kept_and_counted(
    state: AppState, capsys: pytest.CaptureFixture[str]
) -> None:
    (state.settings.data_dir / KEY_NAME).write_bytes(b"x" * 32)
    assert main(["rotate-key"]) == 0
    assert "an earlier key that is lost: 3." in capsys.readouterr().out
    assert read_secrets(state, state.sealer)[0] == MAIL_PASSWORD


def test_a_running_server_or_backup_is_in_the_way(
    state: AppState, capsys: pytest.CaptureFixture[str]
) -> None:
    data_dir = state.settings.data_dir
    old = read_key(state)
    with lock_data_folder(data_dir, is_shared=True):
        assert main(["rotate-key"]) == 1
    assert "Stop it" in capsys.readouterr().err
    (data_dir / ".backup").mkdir(exist_ok=True)
    with lock_data_folder(data_dir / ".backup"):
        assert main(["rotate-key"]) == 1
    assert "Another backup" in capsys.readouterr().err
    assert read_key(state) == old
    assert not (data_dir / NEXT_KEY_NAME).exists()


@pytest.mark.postgresql
def test_a_server_with_another_data_folder_is_in_the_way(
    state: AppState, capsys: pytest.CaptureFixture[str]
) -> None:
    old = read_key(state)
    with ServerLock(make_engine(state.settings.resolved_database_url, read_only=True), server_name="b"):
        assert main(["rotate-key"]) == 1
    assert "Another Greenroom server uses the database" in capsys.readouterr().err
    assert read_key(state) == old
    assert not (state.settings.data_dir / NEXT_KEY_NAME).exists()


def test_doctor_reports_an_interrupted_replacement(
    state: AppState, capsys: pytest.CaptureFixture[str]
) -> None:
    (state.settings.data_dir / NEXT_KEY_NAME).write_bytes(b"n" * 32)
    main(["doctor"])
    assert "FAIL  storage key" in capsys.readouterr().out
    assert main(["rotate-key"]) == 0
    capsys.readouterr()
    main(["doctor"])
    assert "storage key" not in capsys.readouterr().out
