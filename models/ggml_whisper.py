"""Whisper weights in ggml format, read and rewritten in memory for CTranslate2.

Both engines use the one verified weights file. The inverse of ``models.convert_whisper``: queries, keys and
values are stacked again. Nothing is rounded; CTranslate2 quantizes to 8 bits when it loads the model.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import numpy as np
import numpy.typing as npt

from models.convert_whisper import Array, ConversionError
from models.whisper_tokens import Vocabulary, find_silenced_tokens

_MAGIC = 0x67676D6C
_TYPES: dict[int, type[np.generic]] = {0: np.float32, 1: np.float16}
_DTYPE_CODES = {"float32": 0, "int8": 1, "int16": 2, "int32": 3, "float16": 4}

ALIGNMENT_HEADS: dict[tuple[int, int, bool], tuple[tuple[int, int], ...]] = {
    (4, 6, True): ((2, 2), (3, 0), (3, 2), (3, 3), (3, 4), (3, 5)),
    (4, 6, False): ((1, 0), (2, 0), (2, 5), (3, 0), (3, 1), (3, 2), (3, 3), (3, 4)),
    (6, 8, True): ((3, 1), (4, 2), (4, 3), (4, 7), (5, 1), (5, 2), (5, 4), (5, 6)),
    (6, 8, False): ((3, 3), (4, 7), (5, 1), (5, 5), (5, 7)),
}
"""Cross-attention heads that follow the audio, as OpenAI published them: by decoder layers, heads per layer,
and whether the model is multilingual. For other models, every head of the upper half of the layers."""


@dataclass(frozen=True, slots=True)
class GgmlWhisper:
    """The contents of a ggml file."""

    vocabulary: Vocabulary
    filters: npt.NDArray[np.float32]
    """Mel filters, (mels, 201)."""
    tensors: dict[str, Array]
    """By OpenAI's names, in numpy's order of dimensions."""
    audio_heads: int
    text_heads: int
    audio_layers: int
    text_layers: int


def read_ggml(path: Path) -> GgmlWhisper:
    """Read a ggml file. Raises ConversionError if it is damaged, of another kind or quantized."""
    try:
        with path.open("rb") as file:
            return _read(file)
    except (struct.error, ValueError, KeyError) as error:
        raise ConversionError(f"{path.name} is not a Whisper model in ggml format.") from error


def _read(file: BinaryIO) -> GgmlWhisper:
    magic, *sizes = _unpack(file, "<I11i")
    if magic != _MAGIC:
        raise ValueError("unknown magic number")
    vocabulary_size, _, _, audio_heads, audio_layers, _, _, text_heads, text_layers, _, _ = sizes
    mels, bins = _unpack(file, "<2i")
    filters = np.frombuffer(_take(file, mels * bins * 4), dtype="<f4").reshape(mels, bins)
    tokens = [_take(file, _unpack(file, "<i")[0]) for _ in range(_unpack(file, "<i")[0])]
    tensors = dict(_read_tensors(file))
    return GgmlWhisper(
        vocabulary=Vocabulary(tokens, vocabulary_size),
        filters=filters,
        tensors=tensors,
        audio_heads=audio_heads,
        text_heads=text_heads,
        audio_layers=audio_layers,
        text_layers=text_layers,
    )


def _read_tensors(file: BinaryIO) -> Iterator[tuple[str, Array]]:
    while head := file.read(12):
        rank, name_length, code = struct.unpack("<3i", head)
        shape = tuple(reversed(_unpack(file, f"<{rank}i")))
        name = _take(file, name_length).decode()
        if code not in _TYPES:
            raise ConversionError("Quantized ggml weights run in whisper.cpp only.")
        dtype = np.dtype(_TYPES[code])
        count = int(np.prod(shape))
        yield name, np.frombuffer(_take(file, count * dtype.itemsize), dtype=dtype).reshape(shape)


def _take(file: BinaryIO, size: int) -> bytes:
    data = file.read(size)
    if size < 0 or len(data) != size:
        raise ValueError("the file ends too early")
    return data


def _unpack(file: BinaryIO, form: str) -> tuple[int, ...]:
    return struct.unpack(form, _take(file, struct.calcsize(form)))


def build_ctranslate2(model: GgmlWhisper) -> dict[str, bytes]:
    """The files that ``ctranslate2.models.Whisper`` loads, by name."""
    vocabulary = model.vocabulary
    silenced = find_silenced_tokens(vocabulary)
    heads = ALIGNMENT_HEADS.get((model.text_layers, model.text_heads, vocabulary.is_multilingual)) or tuple(
        (layer, head)
        for layer in range(model.text_layers // 2, model.text_layers)
        for head in range(model.text_heads)
    )
    config = {
        "alignment_heads": heads,
        "lang_ids": sorted(vocabulary.languages.values()),
        "suppress_ids": silenced,
        "suppress_ids_begin": [vocabulary.blank, vocabulary.end_of_text],
    }
    return {
        "model.bin": _pack_model(list(_variables(model))),
        "config.json": json.dumps(config).encode(),
        "vocabulary.json": json.dumps(vocabulary.names()).encode(),
    }


def _variables(model: GgmlWhisper) -> Iterator[tuple[str, Array]]:
    """All variables of CTranslate2's ``WhisperSpec`` (revision 3), in 16 bits."""
    tensors = model.tensors
    for name, value in (
        ("decoder/activation", np.int8(3)),
        ("decoder/alibi", np.int8(0)),
        ("decoder/alignment_heads", np.int16(1)),
        ("decoder/alignment_layer", np.int16(-1)),
        ("decoder/num_heads", np.int16(model.text_heads)),
        ("decoder/pre_norm", np.int8(1)),
        ("decoder/scale_embeddings", np.int8(0)),
        ("decoder/start_from_zero_embedding", np.int8(0)),
        ("encoder/num_heads", np.int16(model.audio_heads)),
    ):
        yield name, np.asarray(value)
    yield "decoder/embeddings/weight", tensors["decoder.token_embedding.weight"]
    for side, norm in (("encoder", "ln_post"), ("decoder", "ln")):
        yield f"{side}/position_encodings/encodings", tensors[f"{side}.positional_embedding"]
        yield from _norm(tensors, f"{side}.{norm}", f"{side}/layer_norm")
    for convolution in ("conv1", "conv2"):
        yield f"encoder/{convolution}/weight", tensors[f"encoder.{convolution}.weight"]
        yield f"encoder/{convolution}/bias", tensors[f"encoder.{convolution}.bias"].reshape(-1)
    for side, layers in (("encoder", model.audio_layers), ("decoder", model.text_layers)):
        for layer in range(layers):
            yield from _layer(tensors, f"{side}.blocks.{layer}", f"{side}/layer_{layer}")


def _layer(tensors: dict[str, Array], source: str, target: str) -> Iterator[tuple[str, Array]]:
    query, key, value, out = (f"{source}.attn.{part}" for part in ("query", "key", "value", "out"))
    attention = f"{target}/self_attention"
    yield f"{attention}/linear_0/weight", _stack(tensors, query, key, value)
    yield f"{attention}/linear_0/bias", _stack_biases(tensors, query, key, value)
    yield from _linear(tensors, out, f"{attention}/linear_1")
    yield from _norm(tensors, f"{source}.attn_ln", f"{attention}/layer_norm")
    if f"{source}.cross_attn.query.weight" in tensors:
        query, key, value, out = (f"{source}.cross_attn.{part}" for part in ("query", "key", "value", "out"))
        attention = f"{target}/attention"
        yield from _linear(tensors, query, f"{attention}/linear_0")
        yield f"{attention}/linear_1/weight", _stack(tensors, key, value)
        yield f"{attention}/linear_1/bias", _stack_biases(tensors, key, value)
        yield from _linear(tensors, out, f"{attention}/linear_2")
        yield from _norm(tensors, f"{source}.cross_attn_ln", f"{attention}/layer_norm")
    yield from _linear(tensors, f"{source}.mlp.0", f"{target}/ffn/linear_0")
    yield from _linear(tensors, f"{source}.mlp.2", f"{target}/ffn/linear_1")
    yield from _norm(tensors, f"{source}.mlp_ln", f"{target}/ffn/layer_norm")


def _linear(tensors: dict[str, Array], source: str, target: str) -> Iterator[tuple[str, Array]]:
    yield f"{target}/weight", tensors[f"{source}.weight"]
    yield f"{target}/bias", tensors[f"{source}.bias"]


def _norm(tensors: dict[str, Array], source: str, target: str) -> Iterator[tuple[str, Array]]:
    yield f"{target}/gamma", tensors[f"{source}.weight"]
    yield f"{target}/beta", tensors[f"{source}.bias"]


def _stack(tensors: dict[str, Array], *sources: str) -> Array:
    return np.concatenate([tensors[f"{source}.weight"] for source in sources])


def _stack_biases(tensors: dict[str, Array], *sources: str) -> Array:
    """Whisper's key has no bias: its part is zero."""
    size = tensors[f"{sources[0]}.weight"].shape[0]
    return np.concatenate(
        [tensors.get(f"{source}.bias", np.zeros(size, dtype=np.float16)) for source in sources]
    )


def _pack_model(variables: list[tuple[str, Array]]) -> bytes:
    pieces = [struct.pack("<I", 6), _string("WhisperSpec"), struct.pack("<2I", 3, len(variables))]
    for name, values in sorted(variables, key=lambda item: item[0]):
        is_weight = np.issubdtype(values.dtype, np.floating)
        data = np.ascontiguousarray(values, dtype="<f2") if is_weight else values
        # ``ascontiguousarray`` turns a scalar into a vector; the shape is the original one.
        pieces += [
            _string(name),
            struct.pack("<B", values.ndim),
            struct.pack(f"<{values.ndim}I", *values.shape),
            struct.pack("<BI", _DTYPE_CODES[data.dtype.name], data.nbytes),
            data.tobytes(),
        ]
    # The output projection shares the embeddings' weights.
    pieces += [
        struct.pack("<I", 1),
        _string("decoder/projection/weight"),
        _string("decoder/embeddings/weight"),
    ]
    return b"".join(pieces)


def _string(text: str) -> bytes:
    encoded = text.encode() + b"\0"
    return struct.pack("<H", len(encoded)) + encoded
