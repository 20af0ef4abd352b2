"""The client of S3-compatible stores, against a real server on this machine."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from app.integrations import s3
from app.integrations.s3 import S3Bucket
from app.integrations.s3_errors import S3Failed
from app.integrations.s3_files import open_object, write_object
from models.outbound import OutboundPolicy
from tests.s3_server import BUCKET, KEYS, S3Server

PART_BYTES = 5 * 1024 * 1024
"""The smallest that the protocol allows."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[S3Server]:
    folder = tmp_path / "store"
    folder.mkdir()
    server = S3Server(folder)
    server.start()
    yield server
    server.kill()


def write(bucket: S3Bucket, key: str, content: bytes) -> None:
    with write_object(bucket, key, part_bytes=PART_BYTES) as file:
        for start in range(0, len(content), 1_000_000):
            file.write(content[start : start + 1_000_000])


def read(bucket: S3Bucket, key: str) -> bytes:
    stored = bucket.find_object(key)
    assert stored is not None
    with open_object(bucket, stored) as file:
        return file.read()


@pytest.mark.parametrize("size", [0, 10, PART_BYTES, PART_BYTES + 1, 2 * PART_BYTES + 12_345])
def test_what_is_written_is_read_again(server: S3Server, size: int) -> None:
    content = os.urandom(size)
    with server.open() as bucket:
        write(bucket, "folder/a b+ä", content)
        assert read(bucket, "folder/a b+ä") == content
        bucket.delete("folder/a b+ä")
    assert server.list_keys() == []
    assert server.list_uploads() == []


def test_a_long_list_is_read_page_by_page(server: S3Server, tmp_path: Path) -> None:
    folder = tmp_path / "store" / BUCKET / "many"
    folder.mkdir()
    for number in range(1001):
        (folder / f"{number:04}").touch()
    with server.open() as bucket:
        assert [one.key for one in bucket.list_objects("many/")] == [f"many/{n:04}" for n in range(1001)]


@pytest.mark.parametrize(
    ("bucket", "access_key", "secret_key", "says"),
    [
        (BUCKET, KEYS.access_key, "another secret", "the secret key is wrong"),
        (BUCKET, "nobody", KEYS.secret_key, "it does not know the access key"),
        ("missing", KEYS.access_key, KEYS.secret_key, "it has no bucket 'missing'"),
    ],
)
def test_a_refusal_is_one_sentence(
    server: S3Server, bucket: str, access_key: str, secret_key: str, says: str
) -> None:
    keys = replace(KEYS, access_key=access_key, secret_key=secret_key)
    with server.open(bucket=bucket, keys=keys) as refused:
        for request in (lambda: list(refused.list_objects("")), lambda: write(refused, "a", bytes(10))):
            with pytest.raises(S3Failed, match=says) as failure:
                request()
            assert secret_key not in str(failure.value)
    assert server.list_keys() == []


def test_an_upload_that_fails_leaves_nothing(server: S3Server) -> None:
    """The disk with the documents fails, or the command is stopped."""

    def write_and_stop(bucket: S3Bucket) -> None:
        with write_object(bucket, "a", part_bytes=PART_BYTES) as file:
            file.write(bytes(2 * PART_BYTES))
            assert server.list_uploads() == ["a"]
            raise KeyboardInterrupt

    with server.open() as bucket, pytest.raises(KeyboardInterrupt):
        write_and_stop(bucket)
    assert server.list_keys() == []
    assert server.list_uploads() == []


def test_a_store_that_stays_away_leaves_an_unfinished_upload(server: S3Server) -> None:
    def write_while_it_stops(bucket: S3Bucket) -> None:
        with write_object(bucket, "a", part_bytes=PART_BYTES) as file:
            file.write(bytes(2 * PART_BYTES))
            server.kill()
            file.write(bytes(2 * PART_BYTES))

    with server.open() as bucket:
        with pytest.raises(S3Failed, match="cannot be reached"):
            write_while_it_stops(bucket)
        server.start()
        assert server.list_keys() == []
        (upload,) = bucket.list_uploads("")
        bucket.abort(upload.key, upload.upload_id)
    assert server.list_uploads() == []


def test_a_store_that_is_away_for_a_moment_gets_everything(server: S3Server) -> None:
    content = os.urandom(3 * PART_BYTES)
    pauses: list[float] = []

    def come_back(seconds: float) -> None:
        pauses.append(seconds)
        server.start()

    with S3Bucket(server.url, BUCKET, KEYS, sleep=come_back) as bucket:
        with write_object(bucket, "a", part_bytes=PART_BYTES) as file:
            file.write(content[: 2 * PART_BYTES])
            server.kill()
            file.write(content[2 * PART_BYTES :])
        assert read(bucket, "a") == content
    assert pauses == [s3.PAUSES[0]]


def test_a_lost_answer_to_the_last_request_is_no_failure(
    server: S3Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The store has completed the upload, but the connection broke off before it said so."""
    content = os.urandom(PART_BYTES + 1)
    request = S3Bucket._request
    lost: list[str] = []

    def lose_one(bucket: S3Bucket, method: str, url: httpx.URL, *rest: object) -> object:
        answer = request(bucket, method, url, *rest)  # type: ignore[arg-type]
        if method == "POST" and "uploadId" in url.params and not lost:
            lost.append(method)
            raise httpx.ReadError("the connection broke off")
        return answer

    monkeypatch.setattr(S3Bucket, "_request", lose_one)
    with S3Bucket(server.url, BUCKET, KEYS, sleep=lambda _seconds: None) as bucket:
        write(bucket, "a", content)
        assert read(bucket, "a") == content
    assert lost == ["POST"]


def test_a_file_that_is_replaced_while_it_is_read_is_noticed(server: S3Server) -> None:
    with server.open() as bucket:
        write(bucket, "a", b"first")
        stored = bucket.find_object("a")
        assert stored is not None
        write(bucket, "a", b"other")
        with pytest.raises(S3Failed, match="has changed"), open_object(bucket, stored) as file:
            file.read()


def test_a_restricted_client_does_not_connect_to_the_internal_network(server: S3Server) -> None:
    pauses: list[float] = []
    policy = OutboundPolicy(is_restricted=True)
    with (
        S3Bucket(server.url, BUCKET, KEYS, policy=policy, sleep=pauses.append) as bucket,
        pytest.raises(S3Failed, match="internal network"),
    ):
        list(bucket.list_objects(""))
    assert pauses == []


@pytest.mark.parametrize("content", [b"<html><br></html>", b"<html/>", b"", b"{}"])
def test_another_kind_of_server_is_named(content: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = s3.S3Answer(200, {}, content)
    monkeypatch.setattr(S3Bucket, "_request", lambda *_arguments: answer)
    with (
        S3Bucket("http://store.example", BUCKET, KEYS) as bucket,
        pytest.raises(S3Failed, match="does not respond like an S3-compatible store"),
    ):
        list(bucket.list_objects(""))


def test_blanks_before_a_document_are_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    document = b'\n \n<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult/>\n'
    monkeypatch.setattr(S3Bucket, "_request", lambda *_arguments: s3.S3Answer(200, {}, document))
    with S3Bucket("http://store.example", BUCKET, KEYS) as bucket:
        assert list(bucket.list_objects("")) == []


def test_no_entity_of_a_document_is_resolved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    secret = tmp_path / "secret"
    secret.write_text("planted")
    document = f'<!DOCTYPE a [<!ENTITY e SYSTEM "{secret.as_uri()}">]><Error><Code>&e;</Code></Error>'
    monkeypatch.setattr(S3Bucket, "_request", lambda *_arguments: s3.S3Answer(403, {}, document.encode()))
    with S3Bucket("http://store.example", BUCKET, KEYS) as bucket, pytest.raises(S3Failed) as failure:
        list(bucket.list_objects(""))
    assert "planted" not in str(failure.value)
