"""Small ONNX models for tests, written field by field in the encoding of protocol buffers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

START, END = 1, 2
POSITION_SAMPLES = 400
"""Samples per position of the encoder."""
MAX_STEPS = 100
"""Of the decoder."""
_TYPES = {"f": 1, "i": 7, "b": 9}
"""ONNX's number of each kind of numpy array."""
_OPSET = 13


def _number(value: int) -> bytes:
    data = bytearray()
    while value > 127:
        data.append(value & 127 | 128)
        value >>= 7
    return bytes([*data, value])


def _field(number: int, value: int | str | bytes) -> bytes:
    if isinstance(value, int):
        return _number(number << 3) + _number(value)
    data = value.encode() if isinstance(value, str) else value
    return _number(number << 3 | 2) + _number(len(data)) + data


def _tensor(name: str, value: npt.ArrayLike) -> bytes:
    array = np.asarray(value)
    kind = np.dtype("float32") if array.dtype.kind == "f" else np.dtype("int64")
    return (
        b"".join(_field(1, size) for size in array.shape)
        + _field(2, _TYPES[kind.kind])
        + _field(8, name)
        + _field(9, array.astype(kind).tobytes())
    )


def _value(name: str, kind: str, shape: Iterable[int | str]) -> bytes:
    dimensions = b"".join(_field(1, _field(1 if isinstance(size, int) else 2, size)) for size in shape)
    return _field(1, name) + _field(2, _field(1, _field(1, _TYPES[kind]) + _field(2, dimensions)))


def _node(operation: str, inputs: Sequence[str], output: str, **attributes: int | list[int]) -> bytes:
    data = b"".join(_field(1, name) for name in inputs) + _field(2, output) + _field(4, operation)
    for name, value in attributes.items():
        if isinstance(value, int):
            data += _field(5, _field(1, name) + _field(3, value) + _field(20, 2))
        else:
            data += _field(5, _field(1, name) + b"".join(_field(8, one) for one in value) + _field(20, 7))
    return data


def _model(nodes: list[bytes], tensors: list[bytes], inputs: list[bytes], outputs: list[bytes]) -> bytes:
    graph = _field(2, "small")
    for number, values in ((1, nodes), (5, tensors), (11, inputs), (12, outputs)):
        graph += b"".join(_field(number, value) for value in values)
    return _field(1, 7) + _field(7, graph) + _field(8, _field(2, _OPSET))


def _pool(source: str, target: str) -> list[bytes]:
    """The maximum of every POSITION_SAMPLES values, in the shape of an encoder's output."""
    return [
        _node("Reshape", [source, "one_channel"], f"{source}_channel"),
        _node(
            "MaxPool",
            [f"{source}_channel"],
            f"{source}_pooled",
            kernel_shape=[POSITION_SAMPLES],
            strides=[POSITION_SAMPLES],
        ),
        _node("Transpose", [f"{source}_pooled"], target, perm=[0, 2, 1]),
    ]


def _make_encoder() -> bytes:
    """The loudest sample of each position."""
    return _model(
        _pool("input_values", "last_hidden_state"),
        [_tensor("one_channel", [1, 1, -1])],
        [_value("input_values", "f", [1, "samples"]), _value("attention_mask", "i", [1, "samples"])],
        [_value("last_hidden_state", "f", [1, "positions", 1])],
    )


def _make_decoder(tokens: Sequence[int], *, vocabulary: int) -> bytes:
    """Writes ``tokens`` and the end, whatever it hears above silence.

    It does so only with a cache that grows by one token a step, with the last token as input, with the mask
    of the samples, and with the encoder's part of the cache from the first step. Later steps return that part
    empty.
    """
    previous = [START, *tokens, *[END] * (MAX_STEPS - len(tokens) - 1)]
    scores = np.full((MAX_STEPS, vocabulary), -20.0)
    scores[range(MAX_STEPS), [*previous[1:], END]] = 20.0
    cache = [f"0.{part}.{value}" for part in ("decoder", "encoder") for value in ("key", "value")]
    nodes = [
        _node("Cast", ["encoder_attention_mask"], "mask", to=1),
        *_pool("mask", "heard"),
        _node("Mul", ["encoder_hidden_states", "heard"], "masked"),
        _node("Reshape", ["masked", "one_head"], "fresh"),
        _node("Cast", ["use_cache_branch"], "is_later", to=1),
        _node("Sub", ["one", "is_later"], "is_first"),
        _node("Mul", ["fresh", "is_first"], "present.0.encoder.key"),
        _node("Identity", ["present.0.encoder.key"], "present.0.encoder.value"),
        _node("Where", ["use_cache_branch", "past_key_values.0.encoder.key", "fresh"], "attended"),
        _node("ReduceMax", ["attended"], "loudest", keepdims=0),
        _node("Cast", ["input_ids"], "input_numbers", to=1),
        _node("Reshape", ["input_numbers", "one_head"], "new"),
        *(
            _node("Concat", [f"past_key_values.{name}", "new"], f"present.{name}", axis=2)
            for name in cache
            if ".decoder." in name
        ),
        _node("Shape", ["past_key_values.0.decoder.key"], "shape"),
        _node("Gather", ["shape", "third"], "step", axis=0),
        _node("Gather", ["scores", "step"], "row", axis=0),
        _node("Gather", ["previous", "step"], "expected", axis=0),
        _node("Equal", ["input_ids", "expected"], "fits"),
        _node("Cast", ["fits"], "fit", to=1),
        _node("Mul", ["row", "fit"], "fitting"),
        _node("Mul", ["fitting", "loudest"], "weighted"),
        _node("Reshape", ["weighted", "one_step"], "logits"),
    ]
    tensors = [
        _tensor("one_channel", [1, 1, -1]),
        _tensor("one_head", [1, 1, -1, 1]),
        _tensor("one_step", [1, 1, vocabulary]),
        _tensor("one", [1.0]),
        _tensor("third", [2]),
        _tensor("scores", scores),
        _tensor("previous", previous),
    ]
    sizes = {"decoder": "past", "encoder": "positions"}
    shapes: dict[str, list[int | str]] = {name: [1, 1, sizes[name.split(".")[1]], 1] for name in cache}
    inputs = [
        _value("encoder_attention_mask", "i", [1, "samples"]),
        _value("input_ids", "i", [1, "tokens"]),
        _value("encoder_hidden_states", "f", [1, "positions", 1]),
        *(_value(f"past_key_values.{name}", "f", shape) for name, shape in shapes.items()),
        _value("use_cache_branch", "b", [1]),
    ]
    outputs = [
        _value("logits", "f", [1, "tokens", vocabulary]),
        *(_value(f"present.{name}", "f", [1, 1, f"{name}_size", 1]) for name in cache),
    ]
    return _model(nodes, tensors, inputs, outputs)


def write_moonshine(folder: Path, texts: Sequence[bytes], tokens: Sequence[int]) -> Path:
    """A model of Moonshine's shape that writes ``tokens``; returns the encoder's file.

    ``texts``: the text of each token.
    """
    folder.mkdir(parents=True, exist_ok=True)
    encoder = folder / "encoder_model.onnx"
    encoder.write_bytes(_make_encoder())
    (folder / "decoder_model_merged.onnx").write_bytes(_make_decoder(tokens, vocabulary=len(texts)))
    lengths = (bytes([len(t)]) if len(t) < 128 else bytes([len(t) % 128 + 128, len(t) // 128]) for t in texts)
    (folder / "tokenizer.bin").write_bytes(b"".join(map(bytes.__add__, lengths, texts)))
    return encoder
