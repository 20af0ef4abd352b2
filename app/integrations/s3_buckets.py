"""Buckets of the settings: one for backups, one for files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from app.core.outbound import make_outbound_policy
from app.core.settings import Settings
from app.integrations.s3 import PAUSES, S3Bucket
from app.integrations.s3_errors import S3Failed
from app.integrations.s3_signature import S3Keys

BucketUse = Literal["backup", "files"]
_CONTENTS: dict[BucketUse, str] = {"backup": "backups", "files": "files"}
_REQUIRED = ("s3_url", "s3_bucket", "s3_access_key", "s3_secret_key")


def list_missing(settings: Settings, use: BucketUse) -> list[str]:
    """The missing environment variables of a bucket."""
    names = [f"{use}_{name}" for name in _REQUIRED]
    return [f"GREENROOM_{name.upper()}" for name in names if getattr(settings, name) is None]


def open_bucket(
    settings: Settings, *, base: Settings, use: BucketUse, pauses: Sequence[float] = PAUSES
) -> S3Bucket:
    """The bucket of the settings; ``base`` are those of the environment. Raises S3Failed."""
    missing = list_missing(settings, use)
    if missing:
        names = ", ".join(missing)
        raise S3Failed(f"The S3-compatible store for {_CONTENTS[use]} is not set up: {names} is missing.")
    url, bucket, access_key, secret_key = (getattr(settings, f"{use}_{name}") for name in _REQUIRED)
    return S3Bucket(
        url,
        bucket,
        S3Keys(
            access_key=access_key,
            secret_key=secret_key.get_secret_value(),
            region=getattr(settings, f"{use}_s3_region"),
        ),
        policy=make_outbound_policy(settings, base=base, key=f"{use}_s3_url"),
        pauses=pauses,
    )
