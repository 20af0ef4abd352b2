"""Languages that speech models understand, known before a model is loaded."""

from __future__ import annotations

from models.catalog import load_catalog
from models.ports import ModelIdentity

_WHISPER_CODES = """
af am ar as az ba be bg bn bo br bs ca cs cy da de el en es et eu fa fi fo fr gl gu ha haw he hi hr
ht hu hy id is it ja jw ka kk km kn ko la lb ln lo lt lv mg mi mk ml mn mr ms mt my ne nl nn no oc
pa pl ps pt ro ru sa sd si sk sl sn so sq sr su sv sw ta te tg th tk tl tr tt uk ur uz vi yi yo yue
zh
"""
WHISPER_LANGUAGES = frozenset(_WHISPER_CODES.split())
"""Codes of all multilingual Whisper models."""

ENGLISH = frozenset({"en"})


def list_languages(model: ModelIdentity) -> frozenset[str]:
    """The language codes that a speech model understands: those in the catalog, else Whisper's.

    Publishers mark English-only Whisper models with ``.en`` in their name (``whisper-tiny.en``,
    ``ggml-base.en-q5_1``).
    """
    entry = load_catalog().find(model.name)
    if entry is not None and entry.languages:
        return frozenset(entry.languages)
    is_english_only = any(part.split("-")[0] == "en" for part in model.name.lower().split(".")[1:])
    return ENGLISH if is_english_only else WHISPER_LANGUAGES
