"""Lossless conversion of Whisper weights from CTranslate2's format to whisper.cpp's (ggml).

Both formats store every weight in 16 bits, so nothing is rounded. Only queries, keys and values, which
CTranslate2 stacks in one array, are split. The result depends only on the input, so its sha256 can be pinned.

CTranslate2 ``model.bin`` (version 6): u32 version, string spec, u32 revision, u32 count; per variable:
string name, u8 rank, u32 dims, u8 dtype, u32 bytes, data; u32 aliases, each two strings. A string is u16
length, with its final NUL, and bytes. ggml: see ``whisper_model_load`` in whisper.cpp.
"""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.generic]
Variables = dict[str, Array]

_DTYPES: dict[int, type[np.generic]] = {0: np.float32, 1: np.int8, 2: np.int16, 3: np.int32, 4: np.float16}
_GGML_MAGIC = 0x67676D6C
_F16_FILE = 1
_BPE_TOKENS = 50256
"""Byte-pair tokens of either vocabulary. One more follows in ggml's list: ``<|endoftext|>`` where the model
is English-only, the empty token where it is multilingual."""
_MELS = 80
_FFT = 400
_SAMPLE_RATE = 16_000


class ConversionError(Exception):
    """The input is not a Whisper model in CTranslate2 format, or not in a known version."""


class _Reader:
    """Reads the little-endian fields of a CTranslate2 file."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def take(self, size: int) -> bytes:
        data = self._file.read(size)
        if len(data) != size:
            raise ConversionError("The CTranslate2 file ends too early.")
        return data

    def u8(self) -> int:
        return self.take(1)[0]

    def u32(self) -> int:
        return int(struct.unpack("<I", self.take(4))[0])

    def string(self) -> str:
        length = int(struct.unpack("<H", self.take(2))[0])
        return self.take(length).rstrip(b"\0").decode()


def read_ctranslate2(path: Path) -> Variables:
    """Read the variables of a CTranslate2 model by name. Raises ConversionError."""
    variables: Variables = {}
    with path.open("rb") as file:
        reader = _Reader(file)
        if reader.u32() != 6 or reader.string() != "WhisperSpec":
            raise ConversionError(f"{path.name} is not a Whisper model in CTranslate2 format (version 6).")
        reader.u32()  # revision of the spec
        for _ in range(reader.u32()):
            name = reader.string()
            shape = tuple(reader.u32() for _ in range(reader.u8()))
            dtype = _DTYPES.get(reader.u8())
            if dtype is None:
                raise ConversionError(f"Variable {name} has an unknown number format.")
            variables[name] = np.frombuffer(reader.take(reader.u32()), dtype=dtype).reshape(shape)
    return variables


def mel_filters(mels: int = _MELS) -> npt.NDArray[np.float32]:
    """Slaney-normalized triangular filters, (mels, FFT/2 + 1), as Whisper was trained with.

    Slaney's scale is linear below 1 kHz and logarithmic above (Auditory Toolbox, 1998).
    """
    frequencies = np.linspace(0.0, _SAMPLE_RATE / 2, _FFT // 2 + 1)
    linear_step, log_start, log_step = 200.0 / 3, 1000.0, math.log(6.4) / 27.0
    log_start_mel = log_start / linear_step
    top_mel = log_start_mel + math.log(_SAMPLE_RATE / 2 / log_start) / log_step
    # Not numpy's exp: its last bit differs between processors, and the sha256 is pinned.
    hertz = np.array(
        [
            log_start * math.exp(log_step * (mel - log_start_mel))
            if mel >= log_start_mel
            else linear_step * mel
            for mel in np.linspace(0.0, top_mel, mels + 2).tolist()
        ]
    )
    widths = np.diff(hertz)
    ramps = hertz[:, np.newaxis] - frequencies
    filters = np.zeros((mels, frequencies.size), dtype=np.float32)
    for index in range(mels):
        rising = -ramps[index] / widths[index]
        falling = ramps[index + 2] / widths[index + 1]
        filters[index] = np.maximum(0.0, np.minimum(rising, falling))
    filters *= (2.0 / (hertz[2 : mels + 2] - hertz[:mels]))[:, np.newaxis]
    return filters


def byte_level_alphabet() -> dict[str, int]:
    """The byte of each printable character in a byte-level BPE vocabulary (GPT-2's table)."""
    printable = [*range(ord("!"), ord("~") + 1), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    others = [byte for byte in range(256) if byte not in printable]
    table = {chr(byte): byte for byte in printable}
    table.update({chr(256 + index): byte for index, byte in enumerate(others)})
    return table


def read_tokens(tokenizer_path: Path) -> list[bytes]:
    """The bytes of the tokens in ggml's list, in the order of their ids."""
    vocabulary = json.loads(tokenizer_path.read_text(encoding="utf-8"))["model"]["vocab"]
    by_id = {int(identifier): text for text, identifier in vocabulary.items()}
    alphabet = byte_level_alphabet()
    try:
        tokens = [bytes(alphabet[char] for char in by_id[index]) for index in range(_BPE_TOKENS)]
    except KeyError as error:
        raise ConversionError(f"{tokenizer_path.name} is not Whisper's byte-level vocabulary.") from error
    last = by_id.get(_BPE_TOKENS, "<|endoftext|>")
    return [*tokens, last.encode()]


def _attention(variables: Variables, source: str, target: str) -> Iterator[tuple[str, Array]]:
    """Self-attention: query, key and value are stacked on axis 0. Whisper's key has no bias."""
    weight = np.split(variables[f"{source}/linear_0/weight"], 3)
    bias = np.split(variables[f"{source}/linear_0/bias"], 3)
    yield f"{target}.query.weight", weight[0]
    yield f"{target}.query.bias", bias[0]
    yield f"{target}.key.weight", weight[1]
    yield f"{target}.value.weight", weight[2]
    yield f"{target}.value.bias", bias[2]
    yield f"{target}.out.weight", variables[f"{source}/linear_1/weight"]
    yield f"{target}.out.bias", variables[f"{source}/linear_1/bias"]


def _cross_attention(variables: Variables, source: str, target: str) -> Iterator[tuple[str, Array]]:
    """Cross-attention: query separate, key and value stacked."""
    weight = np.split(variables[f"{source}/linear_1/weight"], 2)
    bias = np.split(variables[f"{source}/linear_1/bias"], 2)
    yield f"{target}.query.weight", variables[f"{source}/linear_0/weight"]
    yield f"{target}.query.bias", variables[f"{source}/linear_0/bias"]
    yield f"{target}.key.weight", weight[0]
    yield f"{target}.value.weight", weight[1]
    yield f"{target}.value.bias", bias[1]
    yield f"{target}.out.weight", variables[f"{source}/linear_2/weight"]
    yield f"{target}.out.bias", variables[f"{source}/linear_2/bias"]


def _norm(variables: Variables, source: str, target: str) -> Iterator[tuple[str, Array]]:
    yield f"{target}.weight", variables[f"{source}/gamma"]
    yield f"{target}.bias", variables[f"{source}/beta"]


def _tensors(
    variables: Variables, *, encoder_layers: int, decoder_layers: int
) -> Iterator[tuple[str, Array]]:
    """All tensors under OpenAI's names."""
    yield "encoder.positional_embedding", variables["encoder/position_encodings/encodings"]
    for convolution in ("conv1", "conv2"):
        yield f"encoder.{convolution}.weight", variables[f"encoder/{convolution}/weight"]
        yield f"encoder.{convolution}.bias", variables[f"encoder/{convolution}/bias"].reshape(-1, 1)
    for side, layers in (("encoder", encoder_layers), ("decoder", decoder_layers)):
        for layer in range(layers):
            source, target = f"{side}/layer_{layer}", f"{side}.blocks.{layer}"
            yield from _attention(variables, f"{source}/self_attention", f"{target}.attn")
            yield from _norm(variables, f"{source}/self_attention/layer_norm", f"{target}.attn_ln")
            if side == "decoder":
                yield from _cross_attention(variables, f"{source}/attention", f"{target}.cross_attn")
                yield from _norm(variables, f"{source}/attention/layer_norm", f"{target}.cross_attn_ln")
            for part, index in (("linear_0", 0), ("linear_1", 2)):
                yield f"{target}.mlp.{index}.weight", variables[f"{source}/ffn/{part}/weight"]
                yield f"{target}.mlp.{index}.bias", variables[f"{source}/ffn/{part}/bias"]
            yield from _norm(variables, f"{source}/ffn/layer_norm", f"{target}.mlp_ln")
    yield from _norm(variables, "encoder/layer_norm", "encoder.ln_post")
    yield "decoder.positional_embedding", variables["decoder/position_encodings/encodings"]
    yield "decoder.token_embedding.weight", variables["decoder/embeddings/weight"]
    yield from _norm(variables, "decoder/layer_norm", "decoder.ln")


def _count_layers(variables: Variables, side: str) -> int:
    names = {name.split("/")[1] for name in variables if name.startswith(f"{side}/layer_")}
    return len(names - {"layer_norm"})


def convert(model_path: Path, tokenizer_path: Path, output: BinaryIO) -> None:
    """Write a CTranslate2 Whisper model to ``output`` in ggml format.

    Raises ConversionError for invalid input.
    """
    variables = read_ctranslate2(model_path)
    tokens = read_tokens(tokenizer_path)
    encoder_layers, decoder_layers = _count_layers(variables, "encoder"), _count_layers(variables, "decoder")
    try:
        audio_context, audio_state = variables["encoder/position_encodings/encodings"].shape
        text_context, text_state = variables["decoder/position_encodings/encodings"].shape
        vocabulary_size = variables["decoder/embeddings/weight"].shape[0]
        audio_heads = int(variables["encoder/num_heads"].item())
        text_heads = int(variables["decoder/num_heads"].item())
        mels = variables["encoder/conv1/weight"].shape[1]
        tensors = list(_tensors(variables, encoder_layers=encoder_layers, decoder_layers=decoder_layers))
    except KeyError as error:
        raise ConversionError(f"{model_path.name} lacks the variable {error.args[0]}.") from error
    hyper_parameters = (
        vocabulary_size, audio_context, audio_state, audio_heads, encoder_layers,
        text_context, text_state, text_heads, decoder_layers, mels, _F16_FILE,
    )  # fmt: skip
    output.write(struct.pack("<I11i", _GGML_MAGIC, *hyper_parameters))
    filters = mel_filters(mels)
    output.write(struct.pack("<2i", *filters.shape))
    output.write(filters.astype("<f4").tobytes())
    output.write(struct.pack("<i", len(tokens)))
    for token in tokens:
        output.write(struct.pack("<i", len(token)) + token)
    for name, values in tensors:
        _write_tensor(output, name, values)


def _write_tensor(output: BinaryIO, name: str, values: Array) -> None:
    # whisper.cpp reads vectors, convolution biases and positional embeddings as f32, matrices as f16.
    is_f32 = values.ndim == 1 or values.shape[-1] == 1 or name.endswith("positional_embedding")
    encoded_name = name.encode()
    output.write(struct.pack("<3i", values.ndim, len(encoded_name), 0 if is_f32 else 1))
    output.write(struct.pack(f"<{values.ndim}i", *reversed(values.shape)))
    output.write(encoded_name)
    output.write(np.ascontiguousarray(values, dtype="<f4" if is_f32 else "<f2").tobytes())
