"""Signatures of requests to S3-compatible stores: the examples of the Amazon S3 API reference."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from app.integrations.s3_signature import S3Keys, encode_path, encode_query, sign_request

KEYS = S3Keys("AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "us-east-1")


@pytest.mark.parametrize(
    ("path", "query", "headers", "signature"),
    [
        (
            "/test.txt",
            {},
            {"range": "bytes=0-9"},
            "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
        ),
        ("/", {"lifecycle": ""}, {}, "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"),
        (
            "/",
            {"prefix": "J", "max-keys": "2"},
            {},
            "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
        ),
    ],
)
def test_a_request_is_signed_as_in_the_reference(
    path: str, query: dict[str, str], headers: dict[str, str], signature: str
) -> None:
    signed = sign_request(
        KEYS,
        method="GET",
        host="examplebucket.s3.amazonaws.com",
        path=encode_path(path),
        query=encode_query(query),
        headers=headers,
        body=b"",
        now=datetime(2013, 5, 24, tzinfo=UTC),
    )
    assert signed["authorization"].endswith(f"Signature={signature}")


def test_paths_and_queries_are_percent_encoded_once() -> None:
    assert encode_path("/bucket/ä b/~c+.backup") == "/bucket/%C3%A4%20b/~c%2B.backup"
    assert encode_query({"uploads": "", "prefix": "a/b c~"}) == "prefix=a%2Fb%20c~&uploads="
