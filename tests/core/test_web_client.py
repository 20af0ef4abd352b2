"""Serving the built web client: caching, unknown paths, files outside its folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from app.core.errors import install_error_handlers
from app.core.web_client import install_web_client


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[TestClient]:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<title>Greenroom</title>")
    (tmp_path / "robots.txt").write_text("User-agent: *")
    (tmp_path / "assets" / "index-1.js").write_text("const line = 1;\n" * 1000)
    (tmp_path / "assets" / "video-1.mp4").write_bytes(bytes(range(256)) * 100)
    app = FastAPI()
    install_error_handlers(app)
    install_web_client(app, tmp_path)
    with TestClient(app) as client:
        yield client


def test_scripts_are_compressed_and_cached(browser: TestClient) -> None:
    response = browser.get("/assets/index-1.js", headers={"Accept-Encoding": "gzip"})
    assert response.headers["content-encoding"] == "gzip"
    assert "immutable" in response.headers["cache-control"]
    assert response.text.startswith("const line = 1;")


def test_clients_without_compression_get_plain_scripts(browser: TestClient) -> None:
    response = browser.get("/assets/index-1.js", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in response.headers
    assert len(response.content) == 16_000


def test_a_video_is_sent_in_ranges_without_compression(browser: TestClient) -> None:
    response = browser.get(
        "/assets/video-1.mp4", headers={"Accept-Encoding": "gzip", "Range": "bytes=256-511"}
    )
    assert (response.status_code, response.content) == (206, bytes(range(256)))
    assert "content-encoding" not in response.headers


def test_unknown_pages_return_the_client_and_files_are_served(browser: TestClient) -> None:
    assert "Greenroom" in browser.get("/interviews").text
    assert browser.get("/robots.txt").text == "User-agent: *"


@pytest.mark.parametrize("path", ["/" + "r" * 300, "/room/" + "r" * 5000, "/%00", "/a%00b", "/%ff%fe"])
def test_a_mistyped_room_link_shows_the_page_and_not_an_error(browser: TestClient, path: str) -> None:
    """Links of 300 letters or with a null byte: no file can have such a name."""
    response = browser.get(path)
    assert (response.status_code, "Greenroom" in response.text) == (200, True)


@pytest.mark.parametrize("path", ["/assets/" + "r" * 300, "/assets/%00"])
def test_an_impossible_asset_is_not_found(browser: TestClient, path: str) -> None:
    assert browser.get(path).status_code == 404


@pytest.mark.parametrize("path", ["/api/unknown", "/auth/unknown", "/assets/missing.js"])
def test_unknown_api_paths_and_assets_are_not_found(browser: TestClient, path: str) -> None:
    assert browser.get(path).status_code == 404


@pytest.mark.parametrize("path", ["/../secret", "/%2e%2e/secret", "/assets/../../secret", "/..%2fsecret"])
def test_nothing_outside_the_folder_is_served(browser: TestClient, tmp_path: Path, path: str) -> None:
    (tmp_path.parent / "secret").write_text("secret")
    assert browser.get(path).text != "secret"


def test_search_engines_must_not_list_shared_reports(browser: TestClient) -> None:
    assert browser.get("/shared-report/token").headers["X-Robots-Tag"] == "noindex, nofollow, noarchive"
    assert "X-Robots-Tag" not in browser.get("/login").headers
