"""Public site settings, legal texts and logo."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient
from pydantic import SecretStr

from app.core.state import AppState
from app.site.logo import LogoFile, UnsupportedLogo

PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 20


def test_visitors_get_the_defaults(anonymous: TestClient) -> None:
    assert anonymous.get("/api/site").json()["data"] == {
        "productName": "Greenroom",
        "logoUrl": None,
        "accentColor": None,
        "landingText": None,
        "billingMode": "internal",
        "providerLabel": None,
        "selfRegistration": False,
        "recordingAllowed": False,
        "maxUploadBytes": 10_485_760,
        "contactUrl": None,
        "captcha": {"kind": "altcha", "siteKey": None},
    }


def test_the_provider_shows_only_where_configured(anonymous: TestClient, state: AppState) -> None:
    state.settings = state.settings.model_copy(
        update={"oidc_issuer": "https://id.example.com", "oidc_client_id": "g", "oidc_label": "Keycloak"}
    )
    assert anonymous.get("/api/site").json()["data"]["providerLabel"] == "Keycloak"


def test_recaptcha_needs_both_keys(anonymous: TestClient, state: AppState) -> None:
    state.settings = state.settings.model_copy(update={"recaptcha_site_key": "site"})
    assert anonymous.get("/api/site").json()["data"]["captcha"]["kind"] == "altcha"
    state.settings = state.settings.model_copy(update={"recaptcha_secret_key": SecretStr("secret")})
    assert anonymous.get("/api/site").json()["data"]["captcha"] == {"kind": "recaptcha", "siteKey": "site"}


@pytest.mark.parametrize("text", ["terms", "privacy"])
def test_legal_texts_of_the_admin_replace_the_built_in_ones(
    anonymous: TestClient, state: AppState, text: str
) -> None:
    assert anonymous.get(f"/api/site/texts/{text}").json()["data"] == {"markdown": None}
    state.settings = state.settings.model_copy(update={f"{text}_text": "# Ours"})
    assert anonymous.get(f"/api/site/texts/{text}").json()["data"] == {"markdown": "# Ours"}


def test_unknown_texts_are_refused(anonymous: TestClient) -> None:
    assert anonymous.get("/api/site/texts/imprint").status_code == 422


def test_the_logo_is_served_with_its_media_type(anonymous: TestClient, state: AppState) -> None:
    assert anonymous.get("/api/site/logo").status_code == 404
    LogoFile(state.settings.data_dir).save(PNG)
    response = anonymous.get(anonymous.get("/api/site").json()["data"]["logoUrl"])
    assert response.content == PNG
    assert response.headers["content-type"] == "image/png"
    assert "sandbox" in response.headers["content-security-policy"]


NO_LOGOS = [b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"", b"GIF89a", PNG * 30_000]


@pytest.mark.parametrize("content", NO_LOGOS)
def test_the_logo_must_be_a_small_image(state: AppState, content: bytes) -> None:
    with pytest.raises(UnsupportedLogo):
        LogoFile(state.settings.data_dir).save(content)
    assert LogoFile(state.settings.data_dir).read() is None
