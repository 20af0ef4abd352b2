"""Fit the weights that choose the name of the person of a CV: ``python -m tests.tools.fit_name_weights``.

Reads the CVs of ``tests/bench/documents`` and writes ``app/documents/parsing/name_weights.json``. Prints the
share of right names of each set with the weights that were fitted without that set. The line reader was
trained with the sets named in ``label_cv_lines``; only the later ones are new to both.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize  # type: ignore[import-untyped]

from app.bench.document_measures import text_key
from app.bench.documents import ENDINGS, find_answer
from app.documents.parsing.contacts import find_addresses
from app.documents.parsing.name_candidates import list_candidates
from app.documents.parsing.name_ranking import WEIGHTS_FILE, Page, describe
from app.documents.parsing.names import cased_name
from app.documents.parsing.wording import tidy
from app.documents.sandbox.requests import extract_document
from app.documents.tables import DocumentType

SETS = Path(__file__).parents[1] / "bench" / "documents"
NAMES = (
    "mixed", "second-mixed", "third-mixed", "fourth-mixed", "fifth-mixed", "sixth-mixed", "seventh-mixed",
    "eighth-mixed", "ninth-mixed", "tenth-mixed", "languages", "invented",
)  # fmt: skip
PENALTY = 1.0
Rows = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Choice:
    """The candidates of one CV."""

    features: list[dict[str, float]]
    is_right: list[bool]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, default=WEIGHTS_FILE)
    arguments = parser.parse_args()
    choices = asyncio.run(read_sets())
    for left_out in choices:
        weights = fit([one for name, listed in choices.items() if name != left_out for one in listed])
        chosen = [choose(one, weights) for one in choices[left_out]]
        found = sum(any(one.is_right) for one in choices[left_out])
        print(f"{left_out}: {sum(chosen)} of {len(chosen)} right, {found} among the candidates")
    weights = fit([one for listed in choices.values() for one in listed])
    rounded = {key: round(value, 3) for key, value in sorted(weights.items())}
    arguments.output.write_text(json.dumps(rounded, indent=1) + "\n", encoding="utf-8")


async def read_sets() -> dict[str, list[Choice]]:
    choices: dict[str, list[Choice]] = {}
    for name in NAMES:
        for path in sorted(p for p in (SETS / name).rglob("*") if p.suffix.lower() in ENDINGS):
            answer = find_answer(path, None)
            if answer is not None and answer.type == DocumentType.CV and "name" in answer.fields:
                text = tidy((await extract_document(path)).visible_text)
                choices.setdefault(name, []).append(describe_all(text, str(answer.fields["name"] or "")))
    return choices


def describe_all(text: str, expected: str) -> Choice:
    page = Page(text, find_addresses(text))
    candidates = list_candidates(text)
    return Choice(
        [describe(candidate, page) for candidate in candidates],
        [text_key(cased_name(candidate.name)) == text_key(expected) for candidate in candidates],
    )


def fit(choices: Sequence[Choice]) -> dict[str, float]:
    """Weights by feature, with ``bias``, that make the right candidate of each CV likely.

    Where none is right, "no name", which has the score 0, is the right choice.
    """
    keys = sorted({key for one in choices for features in one.features for key in features})
    columns = {key: number for number, key in enumerate(keys)}
    rows = [_to_rows(one, columns) for one in choices]
    rights = [np.array([*one.is_right, not any(one.is_right)]) for one in choices]

    def cost(weights: Rows) -> tuple[float, Rows]:
        value, slope = PENALTY / 2 * weights @ weights, PENALTY * weights
        for matrix, right in zip(rows, rights, strict=True):
            scores = matrix @ weights
            every, own = np.exp(scores - scores.max()), np.exp(scores - scores.max()) * right
            value -= np.log(own.sum() / every.sum())
            slope += matrix.T @ (every / every.sum() - own / own.sum())
        return float(value), slope

    found = minimize(cost, np.zeros(len(keys) + 1), jac=True, method="L-BFGS-B", options={"maxiter": 300}).x
    return dict(zip([*keys, "bias"], found.tolist(), strict=True))


def _to_rows(choice: Choice, columns: dict[str, int]) -> Rows:
    """(candidates + 1, features + 1), with 1 for the bias at the end; the last row, "no name", is 0."""
    rows = np.zeros((len(choice.features) + 1, len(columns) + 1))
    for number, features in enumerate(choice.features):
        rows[number, -1] = 1
        for key, value in features.items():
            rows[number, columns[key]] = value
    return rows


def choose(choice: Choice, weights: dict[str, float]) -> bool:
    """Whether the candidate with the highest score is right; a CV without any must get no name."""
    scores = [
        weights["bias"] + sum(weights.get(key, 0.0) * value for key, value in features.items())
        for features in choice.features
    ]
    best = max(range(len(scores)), key=scores.__getitem__, default=None)
    if best is None or scores[best] < 0:
        return False
    return choice.is_right[best]


if __name__ == "__main__":
    main()
