"""Loads the encoders that the judge refines, and their tokenizers, from local files."""

from __future__ import annotations

from pathlib import Path
from typing import cast

from transformers import AutoModel, AutoTokenizer, BertModel

from models.judgement.encoding import Tokenizer
from models.judgement.multilingual_encoder import MultilingualFile


def load_encoder(base: Path) -> BertModel:
    """The encoder in a folder, or the multilingual one in a file. Raises OSError, ValueError."""
    if base.is_file():
        return MultilingualFile(base).read_encoder()
    encoder: BertModel = AutoModel.from_pretrained(str(base), local_files_only=True, add_pooling_layer=False)
    return encoder


def load_tokenizer(base: Path) -> Tokenizer:
    """The tokenizer of the same. Raises OSError, ValueError."""
    if base.is_file():
        return MultilingualFile(base).read_tokenizer()
    return cast(Tokenizer, AutoTokenizer.from_pretrained(str(base), local_files_only=True))
