"""Version of the product."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version


def product_version() -> str:
    """The installed version of Greenroom."""
    try:
        return version("greenroom")
    except PackageNotFoundError:
        return "unknown"
