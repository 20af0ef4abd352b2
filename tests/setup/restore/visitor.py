"""A person in front of a new server who restores a backup in the browser."""

from __future__ import annotations

from typing import Any

from fastapi.testclient import TestClient

from tests.users.steps import as_bearer

PASSPHRASE = "correct horse battery staple"
RESTORE = "/api/setup/restore"


class Visitor:
    """Who reads the setup code in the terminal."""

    def __init__(self, browser: TestClient, code: str) -> None:
        self._browser = browser
        self.offer = browser.post(RESTORE, json={"code": code}).json()["data"]
        self.headers = as_bearer(self.offer["token"])

    def upload(self, content: bytes, *, offset: int = 0, total: int | None = None) -> Any:
        return self._browser.post(
            f"{RESTORE}/chunks",
            params={"offset": offset, "totalBytes": len(content) if total is None else total},
            files={"chunk": ("part", content)},
            headers=self.headers,
        )

    def start(self, **body: Any) -> Any:
        return self._browser.post(f"{RESTORE}/start", json=body, headers=self.headers)

    def read(self) -> dict[str, Any]:
        progress: dict[str, Any] = self._browser.get(RESTORE, headers=self.headers).json()["data"]
        return progress

    def wait(self) -> dict[str, Any]:
        """The progress once nothing runs any more."""
        while (progress := self.read())["phase"] == "running":
            pass
        return progress

    def cancel(self) -> Any:
        return self._browser.delete(RESTORE, headers=self.headers)
