"""Log-mel features, against a reference by torch's short-time Fourier transform."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from models.convert_whisper import mel_filters
from models.worker.mel import HOP_SAMPLES, compute_log_mel


def make_reference(samples: np.ndarray, frames: int) -> np.ndarray:
    """OpenAI's formula: centered transform, power, filters, logarithm, eight decades."""
    audio = torch.from_numpy(np.pad(samples, (0, max(0, frames * HOP_SAMPLES - samples.size))))
    audio = audio[: frames * HOP_SAMPLES]
    spectrum = torch.stft(audio, 400, HOP_SAMPLES, window=torch.hann_window(400), return_complex=True)
    mel = torch.from_numpy(mel_filters()) @ (spectrum[:, :-1].abs() ** 2)
    log_mel = torch.clamp(mel, min=1e-10).log10()
    log_mel = torch.maximum(log_mel, log_mel.max() - 8.0)
    return ((log_mel + 4.0) / 4.0).numpy()


@pytest.mark.parametrize(
    ("seconds", "frames"), [(0.5, 300), (1.0, 3000), (2.0, 200), (2.99, 300), (4.0, 300), (7.3, 1536)]
)
def test_features_equal_the_reference(seconds: float, frames: int) -> None:
    generator = np.random.default_rng(7)
    samples = (generator.standard_normal(round(seconds * 16_000)) * 0.1).astype(np.float32)
    features = compute_log_mel(samples, mel_filters(), frames)
    assert features.shape == (80, frames)
    assert np.abs(features - make_reference(samples, frames)).max() < 1e-4


def test_no_samples_are_silence() -> None:
    features = compute_log_mel(np.zeros(0, dtype=np.float32), mel_filters(), 100)
    assert features.shape == (80, 100)
    assert (features == features[0, 0]).all()
