"""Whisper's vocabulary: byte-level byte-pair encoding, and the ids of its special tokens."""

from __future__ import annotations

import codecs
import re
from collections.abc import Sequence
from functools import cached_property

from models.convert_whisper import byte_level_alphabet

_CODES = """
en zh de es ru ko fr ja pt tr pl ca nl ar sv it id hi fi vi he uk el ms cs ro da hu ta no th ur hr
bg lt la mi ml cy sk te fa lv bn sr az sl kn et mk br eu is hy ne mn bs kk sq sw gl mr pa si km sn
yo so af oc ka be tg sd gu am yi lo uz fo ht ps tk nn mt sa lb my bo tl mg as tt haw ln ha ba jw su
yue
"""
LANGUAGES = tuple(_CODES.split())
"""In the order of their tokens. Models before large-v3 lack the last one."""

TIMESTAMP_SECONDS = 0.02
"""Step between two timestamp tokens."""

_WORDS = re.compile(r"'(?:s|t|re|ve|m|ll|d)| ?[^\W\d_]+| ?\d+| ?(?:[^\s\w]|_)+|\s+(?!\S)|\s+")
"""How GPT-2 splits text before byte pairs are merged. Linear: its alternatives begin differently."""
MULTILINGUAL_SIZE = 51_865
_SPECIAL_BEFORE_TIMESTAMPS = 6
_TIMESTAMPS = 1_501
_MAX_WORD_BYTES = 200
"""Longer runs without a space are split, because merging takes quadratic time."""


class Vocabulary:
    """Tokens of one Whisper model. ``tokens`` are those of the ggml file: byte pairs, then end of text."""

    def __init__(self, tokens: Sequence[bytes], size: int) -> None:
        self.size = size
        self.is_multilingual = size >= MULTILINGUAL_SIZE
        self.end_of_text = 50_257 if self.is_multilingual else 50_256
        self._tokens = list(tokens[: self.end_of_text])
        self.start = self.end_of_text + 1
        count = size - _TIMESTAMPS - _SPECIAL_BEFORE_TIMESTAMPS - self.start - 1
        if not 0 < count <= len(LANGUAGES):
            raise ValueError(f"a vocabulary of {size} tokens is not Whisper's")
        self.languages = {code: self.start + 1 + index for index, code in enumerate(LANGUAGES[:count])}
        self.translate = self.start + 1 + count
        self.transcribe = self.translate + 1
        self.start_of_previous = self.translate + 3
        self.no_speech = self.translate + 4
        self.no_timestamps = self.translate + 5
        self.first_timestamp = self.translate + 6

    @cached_property
    def _ids(self) -> dict[bytes, int]:
        # The vocabulary lists merges in the order in which they were learned, so an id is a merge's rank.
        return {token: index for index, token in reversed(list(enumerate(self._tokens))) if token}

    @property
    def blank(self) -> int:
        """The token of a single space."""
        return self._ids[b" "]

    def names(self) -> list[str]:
        """All tokens as the printable strings of byte-level vocabularies, by id.

        The last byte pair of a multilingual vocabulary is empty; CTranslate2 recognizes it by that.
        """
        characters = {byte: char for char, byte in byte_level_alphabet().items()}
        names = ["".join(characters[byte] for byte in token) for token in self._tokens]
        names += [""] * (self.end_of_text - len(names))
        names += ["<|endoftext|>", "<|startoftranscript|>", *(f"<|{code}|>" for code in self.languages)]
        names += ["<|translate|>", "<|transcribe|>", "<|startoflm|>", "<|startofprev|>"]
        names += ["<|nospeech|>", "<|notimestamps|>"]
        return names + [f"<|{index * TIMESTAMP_SECONDS:.2f}|>" for index in range(_TIMESTAMPS)]

    def encode(self, text: str) -> list[int]:
        """Token ids of plain text. Anything that looks like a special token is plain text too."""
        ids: list[int] = []
        for word in _WORDS.findall(text):
            data = word.encode("utf-8", "replace")
            for start in range(0, len(data), _MAX_WORD_BYTES):
                ids += self._merge(data[start : start + _MAX_WORD_BYTES])
        return ids

    def _merge(self, data: bytes) -> list[int]:
        pieces = [data[index : index + 1] for index in range(len(data))]
        while len(pieces) > 1:
            ranked = [
                (rank, index)
                for index in range(len(pieces) - 1)
                if (rank := self._ids.get(pieces[index] + pieces[index + 1])) is not None
            ]
            if not ranked:
                break
            _, index = min(ranked)
            pieces[index : index + 2] = [pieces[index] + pieces[index + 1]]
        return [self._ids[piece] for piece in pieces]

    def decode(self, ids: Sequence[int]) -> str:
        """Text of tokens; special tokens have none."""
        return "".join(self.decode_each(ids))

    def decode_each(self, ids: Sequence[int]) -> list[str]:
        """Text of each token. A character of several tokens belongs to the one that completes it."""
        decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        return [decoder.decode(self._tokens[index] if index < len(self._tokens) else b"") for index in ids]

    def timestamp_seconds(self, token: int) -> float | None:
        """The time that a timestamp token names; None for any other token."""
        return (token - self.first_timestamp) * TIMESTAMP_SECONDS if token >= self.first_timestamp else None


_SYMBOLS = (
    *'"#()*+/:;<=>@[\\]^_`{|}~「」『』',
    *[
        "<<",
        ">>",
        "<<<",
        ">>>",
        "--",
        "---",
        "-(",
        "-[",
        "('",
        '("',
        "((",
        "))",
        "(((",
        ")))",
        "[[",
        "]]",
        "{{",
        "}}",
        "♪♪",
        "♪♪♪",
    ],
)
_NOTES = "♩♪♫♬♭♮♯"


def find_silenced_tokens(vocabulary: Vocabulary) -> list[int]:
    """Tokens that are never spoken: brackets, music notes, special tokens (OpenAI's list)."""
    found = {vocabulary.encode(" -")[0], vocabulary.encode(" '")[0]}
    for symbol in (*_SYMBOLS, *_NOTES):
        for text in (symbol, f" {symbol}"):
            ids = vocabulary.encode(text)
            if len(ids) == 1 or symbol in _NOTES:
                found.add(ids[0])
    found |= set(range(vocabulary.translate, vocabulary.no_timestamps))
    return sorted(found | {vocabulary.start})
