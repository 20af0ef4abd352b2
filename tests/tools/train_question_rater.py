"""Train the rater of finished questions and save it in ``app/questions/classifiers.safetensors``.

    python -m tests.tools.train_question_rater

Run it after a change of ``app/questions/data/questions.tsv`` or of its features, and after
``train_question_classifiers``, whose classifiers it uses. Parses the documents of ``tests/bench/questions``
and ``app/questions/data/lines`` (about a minute). Prints how well it orders the questions of documents that
it was not trained on.
"""

from __future__ import annotations

import re
import zlib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize  # type: ignore[import-untyped]

from app.questions import forms, line_uses
from app.questions.clauses import find_clause
from app.questions.fact_collection import collect_facts
from app.questions.facts import Fact
from app.questions.languages import is_in_language
from app.questions.question_rater import NAME, RATED, describe, digest_examples
from app.questions.text_briefs import parse_candidate_brief, parse_job_brief
from app.questions.trained import Arrays
from app.questions.wordings import WHOLE, Wording
from app.text.stop_words import LANGUAGES
from tests.tools.classifier_file import save_classifiers

PAIRS = Path(__file__).parents[1] / "bench" / "questions"
SCALE = 0.5
"""Of the features, before a penalty on the weights."""
PENALTY = 2.0
FOLDS = 5
QUOTED = re.compile("[“„«]")

Rows = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class RatedQuestion:
    document: str
    language: str
    fact: Fact
    wording: Wording
    share: float
    """Of the readers who would ask it as it stands, 0 to 1."""


def load_rated() -> list[RatedQuestion]:
    """The rated questions whose lines are still found in their documents."""
    by_document: dict[str, list[list[str]]] = defaultdict(list)
    for row in RATED.read_text(encoding="utf-8").splitlines():
        columns = row.split("\t")
        by_document[columns[1]].append(columns)
    found = []
    for name, cv, job in list_documents():
        if name not in by_document:
            continue
        language = next((one for one in LANGUAGES if is_in_language(f"{cv}\n{job}", one)), "en")
        facts = collect_facts(
            parse_candidate_brief(cv) if cv else None,
            parse_job_brief(job) if job else None,
            language=language,
        )
        by_line: dict[tuple[str, str], Fact] = {(fact.source, fact.text): fact for fact in facts}
        for share, _, category, source, form, line, question in by_document[name]:
            fact = by_line.get((source, line))
            if fact is not None:
                wording = find_wording(question, form, category, language, fact)
                found.append(RatedQuestion(name, language, fact, wording, float(share)))
    return found


def list_documents() -> Iterator[tuple[str, str, str]]:
    """The name, the CV and the job description of each; blank for one that is not there."""
    for folder in sorted(path for path in PAIRS.iterdir() if path.is_dir()):
        cv, job = ((folder / name).read_text(encoding="utf-8") for name in ("cv.txt", "job.txt"))
        yield folder.name, cv, job
    for file in sorted(line_uses.DATA.glob("*.txt")):
        parts = file.read_text(encoding="utf-8").removeprefix("== ").split("\n== ")
        for number, part in enumerate(parts):
            head, _, body = part.partition("\n")
            text = "\n".join(row.partition("\t")[2] for row in body.split("\n"))
            is_cv = head.startswith("cv")
            yield f"{file.stem} {number}", text if is_cv else "", "" if is_cv else text


def find_wording(question: str, form: str, category: str, language: str, fact: Fact) -> Wording:
    """The wording of a rated question; one that code does not use any more has an ask of no other one."""
    is_clause = find_clause(fact, language) is not None and not QUOTED.search(question)
    for key in (form, forms.DEED, "done") if form == "work" else (form, "done"):
        for ask, name in list_named_asks(language):
            if question.endswith(ask) and name.split("/")[-3:-1] == [category, key]:
                return Wording(question, form, name, is_clause)
    for pattern, name in list_wholes(language):
        if pattern.fullmatch(question):
            return Wording(question, form, name, "task" in name)
    return Wording(question, form, f"gone/{category}/{form}/0", is_clause)


@cache
def list_named_asks(language: str) -> tuple[tuple[str, str], ...]:
    """What code asks in a language, with the names of ``app.questions.wordings``."""
    texts = forms.load_wording()
    sections = [("", texts["asks"][language])]
    sections += [(f"{level}/", by_category) for level, by_category in texts["levels"][language].items()]
    return tuple(
        (ask, f"{level}{category}/{form}/{number}")
        for level, by_category in sections
        for category, by_form in by_category.items()
        for form, asks in by_form.items()
        for number, ask in enumerate(asks)
    )


@cache
def list_wholes(language: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple(
        (
            re.compile(".+".join(re.escape(part) for part in re.split(r"{\w+}", text))),
            f"{WHOLE}/{category}/{form}/{number}",
        )
        for category, by_form in forms.load_wording()["whole"].get(language, {}).items()
        for form, texts in by_form.items()
        for number, text in enumerate(texts)
    )


def fit(rows: Rows, shares: Rows) -> Rows:
    """The weights of a logistic regression, with the bias at the end."""
    rows = SCALE * rows

    def cost(weights: Rows) -> tuple[float, Rows]:
        scores = rows @ weights[:-1] + weights[-1]
        errors = 1 / (1 + np.exp(-scores)) - shares
        value = np.logaddexp(0, scores).sum() - shares @ scores + PENALTY / 2 * weights[:-1] @ weights[:-1]
        return float(value), np.append(errors @ rows + PENALTY * weights[:-1], errors.sum())

    found: Rows = minimize(cost, np.zeros(rows.shape[1] + 1), jac=True, method="L-BFGS-B").x
    found[:-1] *= SCALE
    return found


def measure(rows: Rows, shares: Rows, documents: Sequence[str]) -> dict[str, float]:
    """How well readers order the questions of documents that they were not trained from."""
    fold = np.array([zlib.crc32(name.encode()) % FOLDS for name in documents])
    scores = np.zeros(len(shares))
    for number in range(FOLDS):
        weights = fit(rows[fold != number], shares[fold != number])
        scores[fold == number] = rows[fold == number] @ weights[:-1] + weights[-1]
    good, bad = scores[shares > 0.5], scores[shares <= 0.5]
    ordered = shares[np.argsort(-scores)]
    tenth = len(ordered) // 10
    return {
        "questions": len(shares),
        "area_under_curve": float((good[:, None] > bad).mean()),
        "good": float(shares.mean()),
        "good_of_best_tenth": float(ordered[:tenth].mean()),
        "good_of_best_fifth": float(ordered[: 2 * tenth].mean()),
    }


def train() -> Arrays:
    """The arrays of the reader. Prints the measures of its cross-validation."""
    examples = load_rated()
    full = np.stack([describe(one.fact, one.wording, one.language) for one in examples]).astype(np.float64)
    used = full.any(axis=0)
    rows, shares = full[:, used], np.array([one.share for one in examples])
    print(measure(rows, shares, [one.document for one in examples]))
    found = fit(rows, shares)
    weights = np.zeros(full.shape[1], dtype=np.float32)
    weights[used] = found[:-1]
    return {"weights": weights, "bias": np.array([found[-1]], dtype=np.float32)}


def main() -> None:
    save_classifiers({NAME: train()}, {NAME: digest_examples()})


if __name__ == "__main__":
    main()
