"""Responses of the public site routes."""

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
    """Replaces the landing page's introduction: the first line is the heading, the rest are paragraphs."""
    billing_mode: Literal["off", "internal", "stripe"]
    provider_label: str | None
    """'Continue with <label>'; null if no identity provider is set up."""
    self_registration: bool
    recording_allowed: bool
    """Whether the audio of interviews may be recorded."""
    max_upload_bytes: int
    """Larger documents are refused."""
    contact_url: str | None
    captcha: Captcha


class SiteText(ApiSchema):
    markdown: str | None
    """Null if the client shows its built-in text."""
