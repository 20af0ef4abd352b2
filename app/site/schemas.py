from __future__ import annotations

from typing import Literal

from app.core.schemas import ApiSchema


class Captcha(ApiSchema):
    kind: Literal["altcha", "recaptcha"]
    site_key: str | None


class Site(ApiSchema):
    product_name: str
    logo_url: str | None
    accent_color: str | None
    """``#rrggbb``"""
    landing_text: str | None
    """In place of the landing page's opening words: first line heading, the rest paragraphs."""
    billing_mode: Literal["off", "internal"]
    provider_label: str | None
    """'Continue with <label>'; None where no identity provider is set up."""
    self_registration: bool
    contact_url: str | None
    captcha: Captcha


class SiteText(ApiSchema):
    markdown: str | None
    """None: the text that the client brings along holds."""
