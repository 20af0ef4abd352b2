"""`greenroom rotate-key`: new keys, with nothing lost at whatever moment it is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import closing
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
from app.interview_import.recordings.storage import ImportFolder
from app.recordings.blocks import BlockWriter, DamagedRecording
from app.recordings.store import KEY_NAME as RECORDING_KEY_NAME
from app.recordings.store import RecordingStore, name_next_key
from app.security_events.tables import EventType, SecurityEvent
from app.serving.data_folder import lock_data_folder
from app.transcription.pipeline.events import Speaker
from app.users import second_factor
from app.users.tables import SecondFactor, User
from tests.conftest import Person
from tests.recordings.conftest import make_pcm

MAIL_PASSWORD = "the password of the mail server"

KILLED_AT = {
    "after the new key was written": "app.core.database.Database.transaction",
    "between two values": "app.core.sealing.Sealer.seal",
    "before the commit": "app.key_rotation.record",
    "after the commit": "pathlib.Path.replace",
    "after the new key is in place": "app.core.database.Database.empty_log",
}
RECORDINGS_KILLED_AT = {
    "before the new recording key is written": ("app.recordings.key_replacement.load_or_create_secret", 1),
    "before the first file": ("app.recordings.key_replacement._encrypt_again", 0),
    "in the middle of a file": ("app.recordings.blocks.BlockWriter.append_encoded", 1),
    "before a file is on the disk": ("app.recordings.blocks.BlockWriter.flush", 0),
    "before a file has its name": ("pathlib.Path.replace", 0),
    "after a file has its name": ("app.core.files.FolderFiles.keep", 0),
    "between two files": ("app.recordings.key_replacement._encrypt_again", 1),
    "before the new recording key is in place": ("pathlib.Path.replace", 3),
    "after the new recording key is in place": ("app.key_rotation.record", 0),
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
        assert (event.actor_id, event.details) == (
            None,
            {"key": "storage", "sealed": 3, "unreadable": 0},
        )


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


def record_voices(state: AppState) -> dict[str, list[bytes]]:
    """Two voices of an interview, and one of an import that waits for its interview; what is read back."""
    store = RecordingStore.of(state)
    imports = ImportFolder.of(state.settings)
    kept = imports.open_kept("import", store)
    for place, interview_id, speaker in (
        (store, "one", Speaker.CANDIDATE),
        (store, "one", Speaker.INTERVIEWER),
        (kept, "two", Speaker.CANDIDATE),
    ):
        writer = place.create(interview_id, speaker)
        for start in (0, 16_000, 48_000):
            writer.append(start, make_pcm(start, 16_000))
        writer.close()
    return read_voices(state)


def read_voices(state: AppState) -> dict[str, list[bytes]]:
    """Everything recorded, as a server that starts now reads it."""
    store = RecordingStore.of(state)
    kept = ImportFolder.of(state.settings).open_kept("import", store)
    return {
        f"{interview_id} {speaker}": read_blocks(place, interview_id, speaker)
        for place, interview_id in ((store, "one"), (kept, "two"))
        for speaker in Speaker
    }


def read_blocks(store: RecordingStore, interview_id: str, speaker: Speaker) -> list[bytes]:
    blocks = []
    for reader in store.open(interview_id, speaker):
        with closing(reader):
            blocks += [reader.read(block) for block in reader.places]
    return blocks


def test_recordings_open_with_the_new_key_only(state: AppState, capsys: pytest.CaptureFixture[str]) -> None:
    before, key = record_voices(state), state.settings.data_dir / RECORDING_KEY_NAME
    assert sum(map(len, before.values())) == 9
    old = key.read_bytes()
    files = {path: path.read_bytes() for path in state.settings.data_dir.rglob("*.rec")}
    assert main(["rotate-key"]) == 0
    assert "Files encrypted with it: 3." in capsys.readouterr().out
    assert key.read_bytes() != old
    assert key.stat().st_mode & 0o777 == 0o600
    assert not name_next_key(key).exists()
    assert read_voices(state) == before
    for path, content in files.items():
        assert path.read_bytes() != content
        assert path.stat().st_mode & 0o777 == 0o600
    key.write_bytes(old)
    with pytest.raises(DamagedRecording):
        read_voices(state)
    with state.database.reading() as session:
        events = session.query(SecurityEvent).filter_by(type=EventType.STORAGE_KEY_REPLACED)
        assert {"key": "recording", "files": 3, "unreadable": 0} in [event.details for event in events]


def test_a_damaged_block_and_a_foreign_file_stay_what_they_are(
    state: AppState, capsys: pytest.CaptureFixture[str]
) -> None:
    record_voices(state)
    store = RecordingStore.of(state)
    [whole] = (state.settings.data_dir / "recordings/one").glob("candidate-*")
    content = bytearray(whole.read_bytes())
    content[100] ^= 1  # In its first block.
    whole.write_bytes(bytes(content))
    foreign = whole.with_name("interviewer-1.rec")
    with closing(BlockWriter(foreign, key=b"f" * 32, owner="one:interviewer")) as writer:
        writer.append(0, make_pcm(0, 16_000))
    unchanged = foreign.read_bytes()
    assert main(["rotate-key"]) == 0
    output = capsys.readouterr().out
    assert "Files encrypted with it: 3." in output
    assert "an earlier recording key that is lost: 1." in output
    assert foreign.read_bytes() == unchanged
    [reader] = store.open("one", Speaker.CANDIDATE)
    with closing(reader):
        with pytest.raises(DamagedRecording):
            reader.read(reader.places[0])
        assert reader.read(reader.places[1]) == make_pcm(16_000, 16_000)


@pytest.mark.parametrize("moment", RECORDINGS_KILLED_AT)
def test_killed_at_any_moment_every_recording_plays(state: AppState, moment: str) -> None:
    before, key = record_voices(state), state.settings.data_dir / RECORDING_KEY_NAME
    old = key.read_bytes()
    kill(*RECORDINGS_KILLED_AT[moment])
    assert read_voices(state) == before
    next_key = name_next_key(key).read_bytes() if name_next_key(key).exists() else None
    # A server that is started in between records with the key that it finds.
    writer = RecordingStore.of(state).create("one", Speaker.CANDIDATE)
    writer.append(96_000, make_pcm(96_000, 16_000))
    writer.close()
    between = read_voices(state)
    assert sum(map(len, between.values())) == 10
    assert main(["rotate-key"]) == 0
    assert read_voices(state) == between
    assert key.read_bytes() != old
    assert next_key is None or key.read_bytes() == next_key
    assert not name_next_key(key).exists()
    assert not list(state.settings.data_dir.rglob("*.part"))


def kill(name: str, skipped: int) -> None:
    """Run the command and kill it when it calls ``name`` after it has done so ``skipped`` times."""
    process = subprocess.run(
        [sys.executable, "-c", KILL, name, str(skipped)],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "GREENROOM_LOG_LEVEL": "ERROR"},
        check=False,
    )
    assert process.returncode == -signal.SIGKILL


def test_recordings_of_a_store_that_is_away_keep_their_key(
    state: AppState, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    record_voices(state)
    keys = [(state.settings.data_dir / name).read_bytes() for name in (KEY_NAME, RECORDING_KEY_NAME)]
    monkeypatch.setenv("GREENROOM_FILES_S3_URL", "http://127.0.0.1:9")
    assert main(["rotate-key"]) == 1
    assert "not set up completely" in capsys.readouterr().err
    for name in ("BUCKET", "ACCESS_KEY", "SECRET_KEY"):
        monkeypatch.setenv(f"GREENROOM_FILES_S3_{name}", "bucket")
    assert main(["rotate-key"]) == 1
    assert "cannot be reached" in capsys.readouterr().err
    assert keys == [(state.settings.data_dir / name).read_bytes() for name in (KEY_NAME, RECORDING_KEY_NAME)]


@pytest.mark.parametrize("moment", KILLED_AT)
def test_killed_at_any_moment_nothing_is_lost(state: AppState, moment: str) -> None:
    """The server opens everything with what the killed command left, and the next run finishes the work."""
    before, data_dir = read_secrets(state, state.sealer), state.settings.data_dir
    old = read_key(state)
    kill(KILLED_AT[moment], 1 if moment == "between two values" else 0)
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
    record_voices(state)
    (state.settings.data_dir / NEXT_KEY_NAME).write_bytes(b"n" * 32)
    name_next_key(state.settings.data_dir / RECORDING_KEY_NAME).write_bytes(b"r" * 32)
    main(["doctor"])
    report = capsys.readouterr().out
    assert "FAIL  storage key" in report
    assert "FAIL  recording key" in report
    assert main(["rotate-key"]) == 0
    capsys.readouterr()
    main(["doctor"])
    report = capsys.readouterr().out
    assert "storage key" not in report
    assert "recording key" not in report
