"""The file of the multilingual encoder: its layout, its blocks of 4 bits, and its tokenizer."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np
import pytest
import torch
from numpy.typing import NDArray
from transformers import BertConfig, BertModel

from models.judgement.multilingual_encoder import MultilingualFile, unpack_blocks

WIDTH, LAYERS, HEADS, INNER, POSITIONS = 64, 2, 2, 128, 16
PIECES = ["<s>", "<pad>", "</s>", "<unk>", "▁", "▁Ich", "▁prüfe", "▁es", "."]
LAYER_PARTS = {
    "q": "attention.self.query",
    "k": "attention.self.key",
    "v": "attention.self.value",
    "ao": "attention.output.dense",
    "aln": "attention.output.LayerNorm",
    "fi": "intermediate.dense",
    "fo": "output.dense",
    "oln": "output.LayerNorm",
}


def pack_blocks(weights: NDArray[np.float32]) -> tuple[bytes, NDArray[np.float32]]:
    """The blocks of these weights, and the weights that they stand for."""
    scaled = weights.reshape(-1, 32)
    scales = np.maximum(np.abs(scaled).max(1, keepdims=True) / 7, 1e-3).astype("<f2")
    steps = np.rint(scaled / scales.astype(np.float32)).astype(np.int8)
    halves = (steps + 8).astype(np.uint8)
    data = b"".join(
        scale.tobytes() + (row[:16] | row[16:] << 4).astype(np.uint8).tobytes()
        for scale, row in zip(scales, halves, strict=True)
    )
    return data, (steps * scales.astype(np.float32)).reshape(weights.shape)


def make_encoder() -> BertModel:
    torch.manual_seed(1)
    config = BertConfig(
        vocab_size=len(PIECES) + 1,
        hidden_size=WIDTH,
        num_hidden_layers=LAYERS,
        num_attention_heads=HEADS,
        intermediate_size=INNER,
        max_position_embeddings=POSITIONS,
        type_vocab_size=2,
        layer_norm_eps=1e-12,
    )
    encoder = BertModel(config, add_pooling_layer=False)
    encoder.train(mode=False)
    return encoder


def write_file(path: Path, encoder: BertModel) -> None:
    """Write the encoder in 4 bits, and round its own weights to what is written."""
    names = {
        "embeddings.word_embeddings.weight": "emb.word",
        "embeddings.position_embeddings.weight": "emb.pos",
        "embeddings.token_type_embeddings.weight": "emb.type",
        "embeddings.LayerNorm.weight": "emb.ln.w",
        "embeddings.LayerNorm.bias": "emb.ln.b",
    }
    for layer in range(LAYERS):
        for short, long in LAYER_PARTS.items():
            names[f"encoder.layer.{layer}.{long}.weight"] = f"l{layer}.{short}.w"
            names[f"encoder.layer.{layer}.{long}.bias"] = f"l{layer}.{short}.b"
    state = encoder.state_dict()
    tensors: dict[str, tuple[int, int, bytes]] = {}
    for long, short in names.items():
        values = state[long].numpy()
        if values.ndim == 2 and short not in {"emb.pos", "emb.type"}:
            data, rounded = pack_blocks(values)
            state[long] = torch.from_numpy(rounded)
            tensors[short] = (1, values.size, data)
        else:
            tensors[short] = (0, values.size, values.astype("<f4").tobytes())
    encoder.load_state_dict(state)

    texts = [piece.encode() for piece in PIECES]
    starts = np.cumsum([0, *map(len, texts)]).astype("<u4")
    scores = np.array([-10.0] * 4 + [-5.0] * (len(PIECES) - 4), dtype="<f4")
    head = b"E5S1" + struct.pack("<I", 1)
    head += struct.pack("<7i", WIDTH, LAYERS, HEADS, INNER, len(PIECES) + 1, POSITIONS, 2)
    head += struct.pack("<fi", 1e-12, 32) + struct.pack("<5i", len(PIECES), 0, 2, 1, 3)
    head += struct.pack("<Q", starts[-1]) + starts.tobytes() + scores.tobytes() + b"".join(texts)
    head += struct.pack("<iI", 1, 9) + struct.pack("<IBI", 9, 1, 32) + struct.pack("<i", len(tensors))
    offset = len(head) + sum(2 + len(name) + 21 for name in tensors)
    body = b""
    for name, (kind, count, data) in tensors.items():
        head += struct.pack("<H", len(name)) + name.encode()
        head += struct.pack("<BIQQ", kind, count, offset + len(body), len(data))
        body += data
    path.write_bytes(head + body)


@pytest.fixture
def written(tmp_path: Path) -> tuple[Path, BertModel]:
    encoder, path = make_encoder(), tmp_path / "encoder.bin"
    write_file(path, encoder)
    return path, encoder


def test_a_block_is_a_scale_and_two_halves_of_each_byte() -> None:
    block = np.frombuffer(np.float16(0.5).tobytes() + bytes([0x0F, *[0x88] * 15]), dtype=np.uint8)
    weights = unpack_blocks(block[None, None])
    assert weights.shape == (1, 32)
    assert weights[0, 0] == 3.5
    assert weights[0, 16] == -4.0
    assert not weights[0, 1:16].any()
    assert not weights[0, 17:].any()


def test_the_encoder_computes_what_its_weights_say(written: tuple[Path, BertModel]) -> None:
    path, expected = written
    encoder = MultilingualFile(path).read_encoder()
    encoder.train(mode=False)
    ids = torch.tensor([[0, 5, 6, 7, 2], [0, 8, 2, 0, 0]])
    asked = {
        "input_ids": ids,
        "token_type_ids": torch.tensor([[0, 0, 1, 1, 1], [0, 1, 1, 0, 0]]),
        "attention_mask": torch.tensor([[1, 1, 1, 1, 1], [1, 1, 1, 0, 0]]),
    }
    with torch.no_grad():
        found, known = encoder(**asked).last_hidden_state, expected(**asked).last_hidden_state
    assert torch.allclose(found, known, atol=1e-5)


def test_the_tokenizer_takes_the_most_probable_pieces(written: tuple[Path, BertModel]) -> None:
    tokenizer = MultilingualFile(written[0]).read_tokenizer()
    assert (tokenizer.cls_token_id, tokenizer.sep_token_id) == (0, 2)
    assert tokenizer.encode("Ich  prüfe es.", add_special_tokens=False) == [5, 6, 7, 8]
    assert tokenizer.encode("Ich pru\u0308fe", add_special_tokens=False) == [5, 6]


@pytest.mark.parametrize("size", [0, 3, 40, 150])
def test_a_file_that_ends_early_is_an_error(written: tuple[Path, BertModel], size: int) -> None:
    path = written[0]
    path.write_bytes(path.read_bytes()[:size])
    with pytest.raises(ValueError, match=r"early|empty"):
        MultilingualFile(path)


def test_another_file_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "other.bin"
    path.write_bytes(b"GGUF" + bytes(100))
    with pytest.raises(ValueError, match=r"other\.bin is not a file of the multilingual encoder"):
        MultilingualFile(path)
