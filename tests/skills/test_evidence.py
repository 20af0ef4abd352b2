"""Required skills are found in listed skills and in the sentences of a CV, and nothing else is."""

from __future__ import annotations

import pytest

from app.skills.evidence import SkillEvidence, has_subject, score_listed_skill
from app.skills.levels import level_by_years
from app.skills.matches import MAX_WORDS_CHARACTERS, cut_around
from app.skills.requirements import Requirement, split_requirements


@pytest.mark.parametrize(
    ("required", "listed", "score"),
    [
        ("Python", "python", 75),
        ("SQL", "SQL and data modelling", 75),
        ("Event streaming with Kafka", "Kafka", 75),
        ("Python", "Python (intermediate)", 80),
        ("Python", "Python, expert", 95),
        ("Kafka", "Advanced Kafka", 95),
        ("Wound care", "Intensive care", 40),
        ("Java", "JavaScript", 0),
        ("C", "C++", 0),
        ("Knowledge of Go", "Knowledge of Rust", 0),
        ("Python", "Cooking", 0),
        ("k8s", "Kubernetes", 75),
        ("Kubernetes", "k8s", 75),
    ],
)
def test_one_listed_skill_is_scored(required: str, listed: str, score: int) -> None:
    assert [score_listed_skill(item, listed) for item in split_requirements([required])] == [score]


@pytest.mark.parametrize(
    ("required", "listed", "cv_text", "found"),
    [
        ("k8s", ["Kubernetes"], "", (75, "name", "profile", "Kubernetes")),
        ("Kubernetes", ["k8s, expert"], "", (95, "synonym", "profile", "k8s, expert")),
        ("SQL", ["SQL and data modelling"], "", (75, "name", "profile", "SQL and data modelling")),
        ("Kafka", [], "Wrote Rust.\n- Built on Kafka.", (75, "name", "cv", "Built on Kafka.")),
        ("Kubernetes", [], "Ran k8s. Left Kubernetes.", (75, "name", "cv", "Left Kubernetes.")),
        ("Grant applications", [], "Prepared grant applications", (75, "name", "cv", None)),
        ("Payment systems", [], "Built the payment API", (75, "meaning", "cv", None)),
        ("Payment systems", ["Payment API"], "", (75, "meaning", "profile", "Payment API")),
        ("Wound care", ["Intensive care"], "", (40, None, None, "Intensive care")),
        ("Python", ["Cooking"], "Cooked", (0, None, None, "")),
    ],
)
def test_a_match_says_how_and_in_which_words(
    required: str, listed: list[str], cv_text: str, found: tuple[int, str | None, str | None, str | None]
) -> None:
    (item,) = split_requirements([required])
    evidence = SkillEvidence(listed=listed, texts=[cv_text])
    match = evidence.match(item)
    words = cv_text if found[3] is None else found[3]
    assert (match.score, match.kind, match.source, match.words) == (*found[:3], words)
    assert evidence.score(item) == match.score


@pytest.mark.parametrize(
    ("required", "text", "kind"),
    [
        ("PostgreSQL or MySQL", "Ran Postgres.", "synonym"),
        ("PostgreSQL or MySQL", "Ran Postgres. Moved to MySQL.", "name"),
        ("PostgreSQL or MySQL", "Ran a bakery.", None),
    ],
)
def test_the_clearest_of_several_names_is_shown(required: str, text: str, kind: str | None) -> None:
    evidence = SkillEvidence(listed=[], texts=[text])
    (item,) = split_requirements([required])
    found = evidence.match_found(item)
    assert (found.kind if found else None) == kind
    assert (found is None) == (evidence.found_names(item) == [])


def test_a_long_passage_is_cut_to_whole_words_around_the_mention() -> None:
    text = f"{'plain ' * 80}Kubernetes {'words ' * 80}"
    start = text.index("Kubernetes")
    part = cut_around(text, start, start + len("Kubernetes"))
    assert part in text
    assert len(part) <= MAX_WORDS_CHARACTERS
    assert set(part.split()) == {"plain", "Kubernetes", "words"}


# (requirement of a job, line of a CV)
FOUND = [
    ("Experience with payment systems", "Introduced retries across the payment API of a toll operator"),
    ("Experience with recommendation systems", "Trained the recommendation engine of a bookshop"),
    ("Knowledge of customs procedures", "Kept the customs procedures of the port office up to date"),
    ("Backend development", "Backend engineer at a ticket shop"),
    ("5+ years of backend development", "Backend developer for a chain of cinemas"),
    ("Solid understanding of hydraulic systems", "Serviced hydraulic systems of wheel loaders"),
    ("Event streaming", "Moved nightly jobs to event streams"),
    ("k8s", "Ran Kubernetes clusters on three sites"),
    ("Kubernetes", "Migrated forty services to k8s"),
    ("Grant applications", "Prepared grant applications for two foundations"),
    ("Booking platforms", "Built the services of a booking website"),
    ("Shift planning", "Planned the shifts of twelve colleagues"),
    ("Experience in food safety", "Responsible for food safety in a school kitchen"),
    ("Strong knowledge of tax law", "Advised clients on tax law"),
    ("Energy trading systems", "Wrote the position service of an energy trading desk"),
    ("Erfahrung mit Buchungssystemen", "Betreuung der Buchungssysteme eines Reiseveranstalters"),
    ("Connaissance des marchés publics", "Réponse à des marchés publics pour une PME"),
]
NOT_FOUND = [
    ("Experience with payment systems", "Paid attention to the operating systems of the lab"),
    ("Fraud detection", "Detected leaks in water pipes"),
    ("Inventory management", "Management of a choir"),
    ("Go", "I like to go hiking"),
    ("Java", "Wrote JavaScript for two shops"),
    ("C", "Objective C for two years"),
    ("Hydraulic systems", "Administered ticketing systems"),
    ("Energy trading systems", "Sold energy drinks"),
    ("Tax law", "Drove a taxi"),
    ("Shift planning", "Planned weddings"),
    ("Customs procedures", "Sewed customs costumes"),
    ("Kubernetes", "Ran Docker containers"),
    ("Backend development", "Developed curricula for adults"),
    ("Food safety", "Served food at a bar. Trained in fire safety."),
    ("Wound care", "Cared for elderly people"),
]


def test_requirements_are_found_in_the_sentences_of_a_cv_and_nowhere_else() -> None:
    pairs = [(*pair, True) for pair in FOUND] + [(*pair, False) for pair in NOT_FOUND]
    wrong = [
        (required, line)
        for required, line, expected in pairs
        if all(map(SkillEvidence(listed=[], texts=[line]).finds, split_requirements([required]))) != expected
    ]
    assert wrong == []


def test_words_far_apart_are_no_evidence() -> None:
    line = (
        "Kept the energy bills of a hotel with forty rooms and two kitchens, later moved to a trading house"
    )
    (required,) = split_requirements(["Energy trading desk"])
    assert not SkillEvidence(listed=[], texts=[line]).finds(required)


def test_a_requirement_without_a_subject_is_recognized() -> None:
    assert not has_subject(Requirement("Ten years of experience"))
    assert has_subject(Requirement("Ten years of experience with boilers"))


@pytest.mark.parametrize(
    ("years", "level"),
    [(0, "junior"), (2.9, "junior"), (3, "mid"), (4.9, "mid"), (5, "senior"), (30, "senior")],
)
def test_levels_by_years(years: float, level: str) -> None:
    assert level_by_years(years) == level
