"""Log-mel spectrogram as Whisper was trained with: 25 ms Hann windows every 10 ms."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from models.ports import SAMPLE_RATE

FFT_SAMPLES = 400
HOP_SAMPLES = 160
FRAMES_PER_SECOND = SAMPLE_RATE // HOP_SAMPLES
_FLOOR = 1e-10
_RANGE = 8.0
"""Decades below the loudest value that count as silence."""
_HANN = (0.5 - 0.5 * np.cos(2 * np.pi * np.arange(FFT_SAMPLES) / FFT_SAMPLES)).astype(np.float32)


def compute_log_mel(
    samples: npt.NDArray[np.float32], filters: npt.NDArray[np.float32], frames: int
) -> npt.NDArray[np.float32]:
    """Features of shape (mels, ``frames``) for samples in -1 to 1, padded with silence or cut to fit.

    ``filters`` has the shape (mels, 201).
    """
    needed = frames * HOP_SAMPLES
    samples = samples[:needed]
    # Frames that see only padding are all alike, so they are filled in below and not computed.
    computed = min(frames, samples.size // HOP_SAMPLES + 3)
    half = FFT_SAMPLES // 2
    padding = max(0, computed * HOP_SAMPLES + FFT_SAMPLES - samples.size - half)
    # Reflection at the start, as a centered transform has it; at the end there is only silence.
    start = samples[1 : half + 1][::-1]
    start = np.pad(start, (half - start.size, 0))
    if padding == 0 or samples.size == needed:
        end = samples[-half - 1 : -1][::-1]
        samples = np.concatenate([start, samples, end, np.zeros(padding, dtype=np.float32)])
    else:
        samples = np.concatenate([start, samples, np.zeros(padding, dtype=np.float32)])
    windows = np.lib.stride_tricks.sliding_window_view(samples, FFT_SAMPLES)[::HOP_SAMPLES][:computed]
    spectrum = np.fft.rfft(windows * _HANN, axis=1)
    power = (spectrum.real**2 + spectrum.imag**2).astype(np.float32)
    mel = np.full((filters.shape[0], frames), _FLOOR, dtype=np.float32)
    mel[:, :computed] = np.maximum(filters @ power.T, _FLOOR)
    log_mel = np.log10(mel)
    log_mel = np.maximum(log_mel, log_mel.max() - _RANGE)
    features: npt.NDArray[np.float32] = ((log_mel + 4.0) / 4.0).astype(np.float32)
    return features
