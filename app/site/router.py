"""Public routes of the site: settings, legal texts and the logo."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter
from starlette.responses import Response

from app.core.errors import NotFound
from app.core.refusals import refuses
from app.core.schemas import Data
from app.core.state import StateDep
from app.site.logo import LogoFile
from app.site.schemas import Captcha, Site, SiteText
from app.tls.serving import read_local_authority

router = APIRouter(prefix="/api/site", tags=["site"])


@router.get("")
def read_site(state: StateDep) -> Data[Site]:
    """Settings for public pages. No sign-in."""
    settings = state.settings
    return Data(
        data=Site(
            product_name=settings.product_name,
            logo_url=LogoFile(settings.data_dir).url(),
            accent_color=settings.accent_color,
            landing_text=settings.landing_text,
            billing_mode=settings.billing_mode,
            provider_label=settings.oidc_label if settings.has_provider else None,
            self_registration=settings.self_registration,
            recording_allowed=settings.recording_allowed,
            max_upload_bytes=state.settings_at_start.max_upload_bytes,
            contact_url=settings.contact_url,
            captcha=Captcha(
                kind="recaptcha" if settings.has_recaptcha else "altcha",
                site_key=settings.recaptcha_site_key if settings.has_recaptcha else None,
            ),
        )
    )


@router.get("/texts/{text}")
def read_text(text: Literal["terms", "privacy"], state: StateDep) -> Data[SiteText]:
    """A legal text, if an admin has replaced it. No sign-in."""
    markdown = state.settings.terms_text if text == "terms" else state.settings.privacy_text
    return Data(data=SiteText(markdown=markdown))


@router.get(
    "/certificate-authority",
    response_class=Response,
    responses=refuses(404) | {200: {"content": {"application/x-x509-ca-cert": {}}}},
)
def read_certificate_authority(state: StateDep) -> Response:
    """The CA certificate that devices install to trust this server. No sign-in."""
    content = read_local_authority(state.settings)
    if content is None:
        raise NotFound("This server does not use a certificate from its own authority.")
    return Response(
        content,
        media_type="application/x-x509-ca-cert",
        headers={
            "Cache-Control": "no-store",
            "Content-Disposition": 'attachment; filename="greenroom-ca.crt"',
        },
    )


@router.get("/logo", response_class=Response, responses=refuses(404) | {200: {"content": {"image/*": {}}}})
def read_logo(state: StateDep) -> Response:
    """The logo. No sign-in. Its URL contains a version, so it may be cached."""
    logo = LogoFile(state.settings.data_dir).read()
    if logo is None:
        raise NotFound("No logo has been uploaded.")
    return Response(
        logo.content,
        media_type=logo.media_type,
        headers={
            "Cache-Control": "public, max-age=31536000, immutable",
            "Content-Security-Policy": "default-src 'none'; sandbox",
        },
    )
