"""Turns a prepared question and a spoken line into the token ids that the reader of questions takes.

    [CLS] prepared question [SEP] line before [SEP] line [SEP] reply [SEP]

The prepared question has token type QUESTION, the lines SAID and the reply REPLY. A pair without a reply ends
after the line.
"""

from __future__ import annotations

from dataclasses import dataclass

from models.judgement.claims_encoding import EncodedPair
from models.judgement.encoding import Tokenizer

MAX_QUESTION_TOKENS = 48
MAX_BEFORE_TOKENS = 24
MAX_LINE_TOKENS = 64
MAX_REPLY_TOKENS = 80
QUESTION, SAID, REPLY = 0, 1, 2


@dataclass(frozen=True, slots=True)
class AskedPair:
    """A prepared question, paired with a line that may ask it."""

    question: str
    before: str
    """What the interviewer said just before in the same turn; may be empty."""
    line: str
    reply: str = ""
    """The start of what the candidate said next; blank while it is not complete."""


def encode_asked(tokenizer: Tokenizer, pair: AskedPair) -> EncodedPair:
    def tokens(text: str) -> list[int]:
        return tokenizer.encode(text, add_special_tokens=False)

    separator = tokenizer.sep_token_id
    question = [tokenizer.cls_token_id, *tokens(pair.question)[:MAX_QUESTION_TOKENS], separator]
    said = [*tokens(pair.before)[-MAX_BEFORE_TOKENS:], separator]
    said += [*tokens(pair.line)[-MAX_LINE_TOKENS:], separator]
    reply = [*tokens(pair.reply)[:MAX_REPLY_TOKENS], separator] if pair.reply else []
    types = (QUESTION,) * len(question) + (SAID,) * len(said) + (REPLY,) * len(reply)
    return EncodedPair((*question, *said, *reply), types)
