"""Evidence: the places of parsed values in the text."""

from __future__ import annotations

from datetime import date

from app.documents.facts import Facts, build_parsed_data, facts_from_fields
from app.documents.parsing.evidence import locate
from app.documents.parsing.fields import find_fields
from app.documents.parsing.support import occurs_in_text
from app.documents.tables import DocumentType
from tests.documents import samples

TODAY = date(2026, 11, 21)


def find_facts(text: str) -> Facts:
    facts = facts_from_fields(find_fields(text, DocumentType.CV, today=TODAY), text)
    assert facts is not None
    return facts


def find_evidence(text: str) -> dict[str, str]:
    facts = find_facts(text)
    return {p["path"]: text[p["start"] : p["end"]] for p in locate(build_parsed_data(facts), text)}


def test_every_value_of_a_cv_has_evidence() -> None:
    places = find_evidence(samples.CV)
    assert places["name"] == "Nora Lindqvist"
    assert places["email"] == "nora.lindqvist@example.com"
    assert places["experience.0.title"] == "Senior Platform Engineer"
    assert places["experience.0.company"] == "Fjordline Freight AS"
    assert places["experience.0.start"] == "March 2021 – Present"
    assert places["experience.1.end"] == "2017 - 2021"
    assert places["experience.1.description"] == "Ran the Linux servers of six terminals"
    assert places["education.0.institution"] == "University of Bergen"


def test_evidence_is_in_the_entry_and_section_of_the_value() -> None:
    text = (
        "Jane Roe\njane@example.com\n\nSUMMARY\nAnalyst at Acme Group who likes SQL.\n\nEXPERIENCE\n"
        "Analyst, Acme Group, Oslo\n2020 - 2022\n- Wrote SQL\n\nAnalyst, Borealis Group, Oslo\n2018 - 2020\n"
        "- Counted\n\nSKILLS\nSQL, Excel\n"
    )
    facts = find_facts(text)
    places = {p["path"]: p["start"] for p in locate(build_parsed_data(facts), text)}
    assert places["experience.0.company"] == text.index("Acme Group, Oslo")
    assert places["experience.1.title"] == text.index("Analyst, Borealis")
    assert places["skills.0"] == text.index("SQL, Excel")


def test_evidence_of_a_canonical_skill_is_its_spelling() -> None:
    places = find_evidence("Jane Roe\njane@example.com\n\nSKILLS\nk8s, POSTGRES, React.js, golang\n")
    assert [places[f"skills.{n}"] for n in range(4)] == ["k8s", "POSTGRES", "React.js", "golang"]


def test_evidence_ignores_line_breaks_bullets_and_accents() -> None:
    text = "• Führte ein Team von\n  acht Konstruk-\nteuren"
    assert locate({"summary": "Fuhrte ein Team von acht Konstrukteuren"}, text)[0]["end"] == len(text)
    assert not occurs_in_text("nine designers", text)


def test_part_of_a_word_is_not_evidence() -> None:
    assert locate({"skills": ["Java"]}, "JavaScript only") == []
