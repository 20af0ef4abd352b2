"""Encrypted files of recordings: what is in them, and what damage does to them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from app.recordings.blocks import BlockReader, BlockWriter, DamagedRecording
from app.recordings.store import RecordingStore
from app.recordings.tracks import TrackName, WaveTrack
from app.transcription.pipeline.events import Speaker
from tests.recordings.conftest import make_pcm

KEY = bytes(range(32))
SECOND = 16_000


def write(path: Path, *starts: int, owner: str = "i:candidate") -> None:
    writer = BlockWriter(path, key=KEY, owner=owner)
    for start in starts:
        writer.append(start, make_pcm(start, SECOND))
    writer.close()


def read(path: Path, *, key: bytes = KEY, owner: str = "i:candidate") -> list[bytes]:
    reader = BlockReader(path.open("rb"), key=key, owner=owner)
    try:
        return [reader.read(place) for place in reader.places]
    finally:
        reader.close()


def test_blocks_come_back_sample_by_sample(tmp_path: Path) -> None:
    write(tmp_path / "a.rec", 0, SECOND)
    assert read(tmp_path / "a.rec") == [make_pcm(0, SECOND), make_pcm(SECOND, SECOND)]


def test_the_file_holds_no_audio_in_the_clear(tmp_path: Path) -> None:
    write(tmp_path / "a.rec", 0)
    stored = (tmp_path / "a.rec").read_bytes()
    assert b"fLaC" not in stored
    assert make_pcm(0, SECOND)[:64] not in stored


@pytest.mark.parametrize("missing", [1, 20, 5_000])
def test_a_file_that_was_cut_off_plays_up_to_its_last_whole_block(tmp_path: Path, missing: int) -> None:
    path = tmp_path / "a.rec"
    write(path, 0, SECOND)
    path.write_bytes(path.read_bytes()[:-missing])
    assert read(path) == [make_pcm(0, SECOND)]


def test_a_file_without_a_whole_head_has_no_blocks(tmp_path: Path) -> None:
    (tmp_path / "a.rec").write_bytes(b"GRREC0")
    assert read(tmp_path / "a.rec") == []


def test_another_key_interview_or_voice_opens_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.rec"
    write(path, 0)
    for key, owner in ((bytes(32), "i:candidate"), (KEY, "other:candidate"), (KEY, "i:interviewer")):
        with pytest.raises(DamagedRecording):
            read(path, key=key, owner=owner)
    (tmp_path / "b.rec").write_bytes(b"RIFF" + bytes(100))
    with pytest.raises(DamagedRecording):
        read(tmp_path / "b.rec")


def test_a_changed_or_moved_block_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.rec"
    write(path, 0, SECOND)
    whole = path.read_bytes()
    reader = BlockReader(path.open("rb"), key=KEY, owner="i:candidate")
    first, second = reader.places
    reader.close()
    flipped = bytearray(whole)
    flipped[first.offset + 9] ^= 1
    earlier = bytearray(whole)
    earlier[first.offset - 9] ^= 1
    swapped = (
        whole[: first.offset - 16]
        + whole[second.offset - 16 :]
        + whole[first.offset - 16 : second.offset - 16]
    )
    for damaged in (flipped, earlier, swapped):
        path.write_bytes(bytes(damaged))
        with pytest.raises(DamagedRecording):
            read(path)


def fill(store: RecordingStore, speaker: Speaker, *starts: int) -> None:
    writer = store.create("i", speaker)
    for start in starts:
        writer.append(start, make_pcm(start, SECOND))
    writer.close()


def test_each_run_of_the_server_has_a_file_of_its_own(store: RecordingStore) -> None:
    fill(store, Speaker.CANDIDATE, 0)
    fill(store, Speaker.CANDIDATE, 3 * SECOND)
    assert len(store.files.list_files("recordings/i/")) == 2
    with WaveTrack(store, "i", TrackName.CANDIDATE) as track:
        assert track.samples == 4 * SECOND
        whole = b"".join(track.read_pieces(0, track.size_bytes))
    assert whole[44:] == make_pcm(0, SECOND) + bytes(4 * SECOND) + make_pcm(3 * SECOND, SECOND)


def test_any_range_of_the_wave_file_equals_that_part_of_the_whole(store: RecordingStore) -> None:
    fill(store, Speaker.CANDIDATE, 0, SECOND, 2 * SECOND, 5 * SECOND)
    with WaveTrack(store, "i", TrackName.CANDIDATE) as track:
        whole = b"".join(track.read_pieces(0, track.size_bytes))
        assert len(whole) == track.size_bytes
        for start, end in ((0, 10), (10, 44), (40, 51), (44, 45), (45, 32_045), (63_999, 160_001)):
            assert b"".join(track.read_pieces(start, end)) == whole[start:end], (start, end)


def test_both_voices_are_added_without_overflow(store: RecordingStore) -> None:
    loud = np.full(SECOND, 30_000, dtype="<i2").tobytes()
    for speaker in Speaker:
        writer = store.create("i", speaker)
        writer.append(0, loud)
        writer.close()
    with WaveTrack(store, "i", TrackName.BOTH) as track:
        samples = np.frombuffer(b"".join(track.read_pieces(44, track.size_bytes)), dtype="<i2")
    assert set(samples) == {32_767}


def test_overlapping_files_are_read_without_error(store: RecordingStore) -> None:
    fill(store, Speaker.CANDIDATE, 0, SECOND)
    fill(store, Speaker.CANDIDATE, SECOND // 2)
    with WaveTrack(store, "i", TrackName.CANDIDATE) as track:
        assert len(b"".join(track.read_pieces(44, track.size_bytes))) == 4 * SECOND
