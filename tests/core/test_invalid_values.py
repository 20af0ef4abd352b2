"""Invalid values are explained in sentences of this project."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError, field_validator

from app.core.invalid_values import FieldSentence, explain_problem
from tests.conftest import Person


class Sample(BaseModel):
    model_config = ConfigDict(extra="forbid")

    name: Annotated[str, Field(min_length=1, max_length=5, pattern="^[a-z]*$")] = "a"
    word: Annotated[str, Field(min_length=10)] = "long enough"
    password: Annotated[SecretStr, Field(min_length=10, max_length=20)] = SecretStr("long enough")
    minutes: Annotated[int, Field(ge=5, le=120)] = 5
    share: Annotated[float, Field(gt=0, lt=1)] = 0.5
    kind: Literal["cv", "job"] = "cv"
    items: Annotated[list[int], Field(min_length=1, max_length=2)] = [1]
    start: datetime | None = None
    day: date | None = None
    zone: str = "UTC"

    @field_validator("zone")
    @classmethod
    def _require_zone(cls, zone: str) -> str:
        if zone != "UTC":
            raise ValueError("This time zone does not exist.")
        return zone


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"name": ""}, "This cannot be empty."),
        ({"name": "abcdef"}, "This is too long (at most 5 characters)."),
        ({"name": "A"}, "This value has the wrong format."),
        ({"name": 1}, "This must be text."),
        ({"word": "short"}, "This is too short (at least 10 characters)."),
        ({"password": "short"}, "This is too short (at least 10 characters)."),
        ({"password": "x" * 21}, "This is too long (at most 20 characters)."),
        ({"minutes": 4}, "This must be at least 5."),
        ({"minutes": 5.5}, "This must be a whole number."),
        ({"share": 1}, "This must be less than 1.0."),
        ({"share": "half"}, "This must be a number."),
        ({"kind": "letter"}, "This is not one of the choices."),
        ({"items": []}, "There are too few items (at least 1)."),
        ({"items": [1, 2, 3]}, "There are too many items (at most 2)."),
        ({"items": 1}, "This must be a JSON list."),
        ({"start": "soon"}, "This must be a date and time, such as 2026-11-23T09:30:00Z."),
        ({"day": "soon"}, "This must be a date, such as 2026-11-23."),
        ({"zone": "Mars"}, "This time zone does not exist."),
        ({"color": "red"}, "This field is unknown."),
    ],
)
def test_every_kind_of_problem_has_a_sentence(values: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValidationError) as refused:
        Sample(**values)
    assert [explain_problem(problem) for problem in refused.value.errors()] == [sentence]


@pytest.mark.parametrize(
    ("values", "code", "params"),
    [
        ({"name": "abcdef"}, "TEXT_TOO_LONG", {"max_length": 5}),
        ({"minutes": 4}, "MUST_BE_AT_LEAST", {"ge": 5}),
        ({"kind": "letter"}, "NOT_A_CHOICE", {}),
    ],
)
def test_a_sentence_has_what_its_translations_need(
    values: dict[str, Any], code: str, params: dict[str, Any]
) -> None:
    with pytest.raises(ValidationError) as refused:
        Sample(**values)
    sentence = explain_problem(refused.value.errors()[0])
    assert isinstance(sentence, FieldSentence)
    assert (sentence.code, sentence.params) == (code, params)


def test_a_kind_without_a_sentence_shows_nothing_of_the_library() -> None:
    assert explain_problem({"type": "recursion_loop", "msg": "Recursion error"}) == "This value is invalid."


def test_the_api_answers_with_the_sentence(alice: Person) -> None:
    refused = alice.post("/api/interviews", json={"scheduledDuration": "long"}).json()
    assert refused["fields"] == [
        {
            "path": "scheduledDuration",
            "message": "This must be a whole number.",
            "code": "NOT_A_WHOLE_NUMBER",
            "params": {},
        }
    ]
    assert refused["error"] == "This must be a whole number."


def test_a_body_that_is_no_json_is_named_as_the_body(alice: Person) -> None:
    response = alice.post(
        "/api/interviews", content="{broken", headers={"Content-Type": "application/json"}
    ).json()
    (field,) = response["fields"]
    assert (field["path"], field["message"]) == ("body", "The request is not valid JSON.")
