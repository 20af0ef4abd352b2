"""The networks of the judge: a sentence encoder with low-rank updates, and linear heads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from safetensors.torch import load_file
from torch import Tensor, nn
from transformers import BertModel

from models.judgement.asked_encoding import QUESTION, REPLY, SAID
from models.judgement.bases import load_encoder
from models.judgement.claims_encoding import RELATIONS, EncodedPair
from models.judgement.encoding import Window
from models.judgement.labels import ANSWER_LABELS, SENTENCE_LABELS

RANK = 32
CLAIM_RANK = 16
SCALE = 2.0
"""Factor of the low-rank product."""
_UPDATED = ("query", "key", "value", "dense")
"""Names of the linear layers of the encoder that get an update."""


class LowRankLinear(nn.Module):
    """A frozen linear layer plus a trained product of two thin matrices."""

    def __init__(self, base: nn.Linear, rank: int) -> None:
        super().__init__()
        self.base = base
        self.down = nn.Parameter(torch.randn(rank, base.in_features) / base.in_features**0.5)
        self.up = nn.Parameter(torch.zeros(base.out_features, rank))

    def forward(self, inputs: Tensor) -> Tensor:
        update = nn.functional.linear(nn.functional.linear(inputs, self.down), self.up)
        result: Tensor = self.base(inputs) + SCALE * update
        return result

    def merge(self) -> nn.Linear:
        """The base layer with the update added to its weights: as fast as before."""
        self.base.weight.data += SCALE * (self.up.data @ self.down.data)
        return self.base


@dataclass(frozen=True, slots=True)
class Batch:
    """Windows as padded tensors."""

    ids: Tensor
    types: Tensor
    mask: Tensor
    pooling: Tensor
    """(sentences, windows × tokens) with rows that average the tokens of a sentence."""
    sentence_counts: tuple[int, ...]

    @classmethod
    def of(cls, windows: Sequence[Window], *, padding: int = 0) -> Batch:
        width = max(len(window.ids) for window in windows)
        ids = torch.full((len(windows), width), padding, dtype=torch.long)
        types = torch.zeros((len(windows), width), dtype=torch.long)
        mask = torch.zeros((len(windows), width), dtype=torch.long)
        rows: list[tuple[int, int]] = []
        for index, window in enumerate(windows):
            ids[index, : len(window.ids)] = torch.tensor(window.ids)
            types[index, : len(window.types)] = torch.tensor(window.types)
            mask[index, : len(window.ids)] = 1
            rows += [(index * width + start, index * width + end) for start, end in window.spans]
        pooling = torch.zeros((len(rows), len(windows) * width))
        for row, (start, end) in enumerate(rows):
            pooling[row, start:end] = 1.0 / (end - start)
        return cls(ids, types, mask, pooling, tuple(len(window.spans) for window in windows))


def add_updates(encoder: BertModel, rank: int, *, frozen_layers: int = 0) -> list[tuple[nn.Module, str]]:
    """Freeze the encoder and give the linear parts of its upper layers low-rank updates.

    Returns where they are. The lowest ``frozen_layers`` get none.
    """
    for parameter in encoder.parameters():
        parameter.requires_grad = False
    updated: list[tuple[nn.Module, str]] = []
    for layer in encoder.encoder.layer[frozen_layers:]:
        for module in list(layer.modules()):
            for name, child in list(module.named_children()):
                if isinstance(child, nn.Linear) and name in _UPDATED:
                    setattr(module, name, LowRankLinear(child, rank))
                    updated.append((module, name))
    return updated


class UpdatedEncoder(nn.Module):
    """An encoder with low-rank updates."""

    def __init__(self, base: Path, *, rank: int, frozen_layers: int = 0) -> None:
        super().__init__()
        self.encoder = load_encoder(base)
        self.width: int = self.encoder.config.hidden_size
        self._frozen_layers = frozen_layers
        self._updated = add_updates(self.encoder, rank, frozen_layers=frozen_layers)

    def trained_state(self) -> dict[str, Tensor]:
        """The parameters that training changes: the updates and the heads."""
        trained = {name for name, parameter in self.named_parameters() if parameter.requires_grad}
        return {name: value for name, value in self.state_dict().items() if name in trained}

    def load_trained(self, path: Path) -> None:
        """Take over trained parameters from a file. Raises OSError, ValueError."""
        trained = {name: value.float() for name, value in load_file(path).items()}
        if set(trained) != set(self.trained_state()):
            raise ValueError(f"The weights in {path} are not those of this network.")
        self.load_state_dict(trained, strict=False)

    def average_with(self, earlier: Mapping[str, Tensor]) -> None:
        """Set the trained parameters to the means of their values and of earlier ones."""
        mean = {name: (value + earlier[name]) / 2 for name, value in self.trained_state().items()}
        self.load_state_dict(mean, strict=False)

    def merge(self) -> None:
        """Fold the updates into the encoder, for use without training."""
        for module, name in self._updated:
            layer = getattr(module, name)
            if isinstance(layer, LowRankLinear):
                setattr(module, name, layer.merge())
        self._updated.clear()


class JudgeNetwork(UpdatedEncoder):
    """Logits per sentence and per window."""

    def __init__(self, base: Path, *, rank: int = RANK, frozen_layers: int = 0) -> None:
        super().__init__(base, rank=rank, frozen_layers=frozen_layers)
        self.dropout = nn.Dropout(0.1)
        self.sentence_head = nn.Linear(2 * self.width, len(SENTENCE_LABELS))
        self.answer_head = nn.Linear(2 * self.width, len(ANSWER_LABELS))

    def read(self, batch: Batch) -> tuple[Tensor, Tensor]:
        """States of the sentences and of the answers, (sentences, 2 × width) and (windows, 2 × width).

        The first half is the mean of their own tokens, the second half the state of the whole window.
        """
        hidden: Tensor = self.encoder(
            input_ids=batch.ids, token_type_ids=batch.types, attention_mask=batch.mask
        ).last_hidden_state
        return self._pool(hidden, batch)

    def run_frozen_layers(self, batch: Batch) -> Tensor:
        """The hidden states (windows, tokens, width) that training does not change."""
        hidden: Tensor = self.encoder.embeddings(input_ids=batch.ids, token_type_ids=batch.types)
        return self._run_layers(hidden, batch, range(self._frozen_layers))

    def read_hidden(self, hidden: Tensor, batch: Batch) -> tuple[Tensor, Tensor]:
        """What ``read`` returns, from the output of ``run_frozen_layers``."""
        layers = range(self._frozen_layers, len(self.encoder.encoder.layer))
        return self._pool(self._run_layers(hidden, batch, layers), batch)

    def _run_layers(self, hidden: Tensor, batch: Batch, layers: Iterable[int]) -> Tensor:
        ignored = (1.0 - batch.mask[:, None, None, :].float()) * torch.finfo(hidden.dtype).min
        for layer in layers:
            hidden = self.encoder.encoder.layer[layer](hidden, ignored)
        return hidden

    def _pool(self, hidden: Tensor, batch: Batch) -> tuple[Tensor, Tensor]:
        whole = hidden[:, 0]
        sentences = batch.pooling @ hidden.flatten(0, 1)
        counts = torch.tensor(batch.sentence_counts)
        around = whole.repeat_interleave(counts, dim=0)
        answered = (hidden * (batch.types * batch.mask).unsqueeze(-1)).sum(1)
        answered = answered / (batch.types * batch.mask).sum(1, keepdim=True).clamp(min=1)
        return torch.cat((sentences, around), dim=1), torch.cat((answered, whole), dim=1)

    def label(self, sentences: Tensor, answers: Tensor) -> tuple[Tensor, Tensor]:
        """Logits (sentences, labels) and (windows, answer labels) of the states that ``read`` returned."""
        return self.sentence_head(self.dropout(sentences)), self.answer_head(self.dropout(answers))

    def forward(self, batch: Batch) -> tuple[Tensor, Tensor]:
        """(sentences, labels) and (windows, answer labels)."""
        return self.label(*self.read(batch))


TOLD = ("concerns", "contradictions", "strengths", "limits")
"""What the heads for whole interviews find in sentences, in the order of their columns."""


class InterviewHeads(nn.Module):
    """Linear heads on the states of the judge, trained on whole interviews.

    They give a part of the log-odds that a sentence is a concern, that it contradicts the CV, that it tells a
    strength, that it names a limit of the candidate, and that an answer leaves a question open.
    The application adds what the labels and the course of the interview show.
    """

    def __init__(self, width: int) -> None:
        super().__init__()
        self.concern = nn.Linear(width, 1, bias=False)
        self.evasion = nn.Linear(2 * width, 1, bias=False)
        self.contradiction = nn.Linear(2 * width, 1, bias=False)
        self.strength = nn.Linear(width, 1, bias=False)
        self.limit = nn.Linear(2 * width, 1, bias=False)

    def forward(self, sentences: Tensor, answers: Tensor) -> tuple[Tensor, Tensor]:
        """Log-odds of what sentences tell (sentences, TOLD), and of evasions (windows,).

        ``sentences`` and ``answers`` are the states that ``JudgeNetwork.read`` returned.
        """
        own = sentences[:, : self.concern.in_features]
        told = (self.concern(own), self.contradiction(sentences), self.strength(own), self.limit(sentences))
        return torch.cat(told, dim=1), self.evasion(answers).squeeze(1)


def _pad(pairs: Sequence[EncodedPair]) -> tuple[Tensor, Tensor, Tensor]:
    """Ids, token types and mask of pairs, each (pairs, tokens)."""
    size = max(len(pair.ids) for pair in pairs)
    ids = torch.zeros((len(pairs), size), dtype=torch.long)
    types, mask = torch.zeros_like(ids), torch.zeros_like(ids)
    for row, pair in enumerate(pairs):
        ids[row, : len(pair.ids)] = torch.tensor(pair.ids)
        types[row, : len(pair.types)] = torch.tensor(pair.types)
        mask[row, : len(pair.ids)] = 1
    return ids, types, mask


def _average(hidden: Tensor, counted: Tensor) -> Tensor:
    """The means (pairs, width) of the tokens that ``counted`` (pairs, tokens) marks with 1, at least one."""
    return (hidden * counted.unsqueeze(-1)).sum(1) / counted.sum(1, keepdim=True)


class ClaimNetwork(UpdatedEncoder):
    """Logits of the relations between lines and statements."""

    def __init__(self, base: Path, *, rank: int = CLAIM_RANK) -> None:
        super().__init__(base, rank=rank)
        self.dropout = nn.Dropout(0.1)
        self.head = nn.Linear(2 * self.width, len(RELATIONS))

    def forward(self, pairs: Sequence[EncodedPair]) -> Tensor:
        """(pairs, relations)."""
        ids, types, mask = _pad(pairs)
        hidden: Tensor = self.encoder(
            input_ids=ids, token_type_ids=types, attention_mask=mask
        ).last_hidden_state
        logits: Tensor = self.head(self.dropout(torch.cat((hidden[:, 0], _average(hidden, mask)), dim=1)))
        return logits


class AskedNetwork(UpdatedEncoder):
    """Log-odds that lines ask prepared questions, by the lines alone or also by the replies."""

    def __init__(self, base: Path, *, rank: int = CLAIM_RANK, reads_replies: bool = False) -> None:
        super().__init__(base, rank=rank)
        self._reads_replies = reads_replies
        self.dropout = nn.Dropout(0.1)
        self.head = nn.Linear((6 if reads_replies else 4) * self.width, 1)

    def forward(self, pairs: Sequence[EncodedPair]) -> Tensor:
        """(pairs,)"""
        ids, types, mask = _pad(pairs)
        hidden: Tensor = self.encoder(
            input_ids=ids, token_type_ids=types.clamp(max=SAID), attention_mask=mask
        ).last_hidden_state
        question = _average(hidden, mask * (types == QUESTION))
        said = _average(hidden, mask * (types == SAID))
        compared = [hidden[:, 0], said, question * said, (question - said).abs()]
        if self._reads_replies:
            reply = _average(hidden, mask * (types == REPLY))
            compared += [question * reply, (question - reply).abs()]
        logits: Tensor = self.head(self.dropout(torch.cat(compared, dim=1))).squeeze(1)
        return logits
