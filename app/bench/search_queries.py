"""Search queries as recruiters type them, by kind, because each kind has its own cost."""

from __future__ import annotations

import numpy as np

from app.bench.list_data import GIVEN_NAMES, SKILLS, SURNAMES

CANDIDATES = "/api/candidates/search"
JOBS = "/api/job-descriptions/search"
LIST = "/api/candidates/profiles"

Query = tuple[str, dict[str, str]]


def search_queries(number: int) -> dict[str, list[Query]]:
    """Path and parameters of ``number`` deterministic queries of each kind."""
    random = np.random.default_rng(11)

    def one(words: list[str]) -> str:
        return words[int(random.integers(len(words)))]

    def mistyped(word: str) -> str:
        place = int(random.integers(1, len(word) - 1))
        match int(random.integers(3)):
            case 0:
                return word[:place] + word[place + 1 :]
            case 1:
                return word[:place] + word[place + 1] + word[place] + word[place + 2 :]
            case _:
                return word[:place] + "x" + word[place + 1 :]

    def queries(path: str, texts: list[str], **params: str) -> list[Query]:
        return [(path, {"q": text, **params}) for text in texts]

    turns = range(number)
    skills = [skill for skill in SKILLS if len(skill) > 1]
    return {
        "prefix of a name": queries(CANDIDATES, [one(SURNAMES)[: 3 + turn % 4] for turn in turns]),
        "two beginnings": queries(CANDIDATES, [f"{one(GIVEN_NAMES)[:3]} {one(SURNAMES)[:3]}" for _ in turns]),
        "full name": queries(CANDIDATES, [f"{one(GIVEN_NAMES)} {one(SURNAMES)}" for _ in turns]),
        "mistyped name": queries(CANDIDATES, [mistyped(one(SURNAMES)) for _ in turns]),
        "name, one mistyped": queries(
            CANDIDATES, [f"{one(GIVEN_NAMES)} {mistyped(one(SURNAMES))}" for _ in turns]
        ),
        "part of an address": queries(
            CANDIDATES, [f"{one(GIVEN_NAMES)}.{one(SURNAMES)[:4]}".lower() for _ in turns]
        ),
        "end of a word": queries(CANDIDATES, [one(SURNAMES)[3:] + "@" for _ in turns]),
        "two letters": queries(
            CANDIDATES, [one(["an", "ma", "so", "en", "de", "ja", "be", "pr", "se", "ex"]) for _ in turns]
        ),
        "skills": queries(CANDIDATES, [f"{one(skills)} {one(skills)}" for _ in turns]),
        "common words": queries(CANDIDATES, [one(["engineer", "senior data", "manager ltd"]) for _ in turns]),
        "nothing like it": queries(CANDIDATES, [f"qzvx{turn}wky" for turn in turns]),
        "signs": queries(CANDIDATES, [one(["%%", '"NEAR(', "***", "' OR 1=1", "a:b"]) for _ in turns]),
        "endless text": queries(CANDIDATES, ["x" * 60_000 for _ in turns]),
        "contains in the address": [(CANDIDATES, {"email": one(SURNAMES)[1:5].lower()}) for _ in turns],
        "list by words and name": queries(LIST, [one(skills) for _ in turns], sort="name"),
        "jobs": queries(JOBS, [one(skills)[:4] for _ in turns]),
    }
