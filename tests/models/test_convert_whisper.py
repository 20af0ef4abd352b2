"""Conversion of Whisper weights: byte alphabet, mel filters, files of another format."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest

from models.convert_whisper import ConversionError, byte_level_alphabet, convert, mel_filters


def test_every_byte_has_exactly_one_character() -> None:
    alphabet = byte_level_alphabet()
    assert sorted(alphabet.values()) == list(range(256))
    assert alphabet["Ġ"] == ord(" ")
    assert alphabet["A"] == ord("A")


def test_mel_filters_are_eighty_triangles_of_equal_area() -> None:
    filters = mel_filters()
    assert filters.shape == (80, 201)
    assert filters.dtype == np.float32
    # Slaney's normalization: each triangle has unit area over frequency, as far as 40 Hz bins can show it.
    assert np.allclose(filters[60:].sum(axis=1) * 40.0, 1.0, atol=0.02)
    peaks = filters.argmax(axis=1)
    assert (np.diff(peaks) >= 0).all()


def test_a_file_of_another_format_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "model.bin"
    path.write_bytes(b"not a model at all")
    with pytest.raises(ConversionError):
        convert(path, path, io.BytesIO())
