"""Sentences for values that a request or a setting may not have, in place of pydantic's own words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self


class FieldSentence(str):
    """An English sentence about an invalid value, with the code and the parameters of its translations."""

    code: str
    params: Mapping[str, Any]

    def __new__(cls, sentence: str, *, code: str, params: Mapping[str, Any] | None = None) -> Self:
        made = super().__new__(cls, sentence)
        made.code = code
        made.params = params or {}
        return made


_BY_KINDS = {
    ("missing",): FieldSentence("This field is required.", code="FIELD_REQUIRED"),
    ("extra_forbidden",): FieldSentence("This field is unknown.", code="FIELD_UNKNOWN"),
    ("json_invalid",): FieldSentence("The request is not valid JSON.", code="NOT_JSON"),
    ("string_pattern_mismatch",): FieldSentence("This value has the wrong format.", code="WRONG_FORMAT"),
    ("string_too_long",): FieldSentence(
        "This is too long (at most {max_length} characters).", code="TEXT_TOO_LONG"
    ),
    ("string_too_short",): FieldSentence(
        "This is too short (at least {min_length} characters).", code="TEXT_TOO_SHORT"
    ),
    ("string_type", "string_unicode"): FieldSentence("This must be text.", code="NOT_TEXT"),
    ("decimal_parsing", "decimal_type", "finite_number", "float_parsing", "float_type"): FieldSentence(
        "This must be a number.", code="NOT_A_NUMBER"
    ),
    ("decimal_max_places",): FieldSentence(
        "This has too many decimal places (at most {decimal_places}).", code="TOO_MANY_DECIMAL_PLACES"
    ),
    ("decimal_max_digits", "decimal_whole_digits", "int_parsing_size"): FieldSentence(
        "This number is too large.", code="NUMBER_TOO_LARGE"
    ),
    ("int_parsing", "int_from_float", "int_type"): FieldSentence(
        "This must be a whole number.", code="NOT_A_WHOLE_NUMBER"
    ),
    ("greater_than",): FieldSentence("This must be more than {gt}.", code="MUST_BE_MORE"),
    ("greater_than_equal",): FieldSentence("This must be at least {ge}.", code="MUST_BE_AT_LEAST"),
    ("less_than",): FieldSentence("This must be less than {lt}.", code="MUST_BE_LESS"),
    ("less_than_equal",): FieldSentence("This must be at most {le}.", code="MUST_BE_AT_MOST"),
    ("bool_parsing", "bool_type"): FieldSentence("This must be yes or no.", code="NOT_YES_OR_NO"),
    ("list_type",): FieldSentence("This must be a JSON list.", code="NOT_A_LIST"),
    ("dict_type", "model_type", "model_attributes_type"): FieldSentence(
        "This must be a JSON object.", code="NOT_AN_OBJECT"
    ),
    ("too_long",): FieldSentence("There are too many items (at most {max_length}).", code="TOO_MANY_ITEMS"),
    ("too_short",): FieldSentence("There are too few items (at least {min_length}).", code="TOO_FEW_ITEMS"),
    ("literal_error", "enum"): FieldSentence("This is not one of the choices.", code="NOT_A_CHOICE"),
    ("datetime_parsing", "datetime_from_date_parsing", "datetime_type"): FieldSentence(
        "This must be a date and time, such as 2026-11-23T09:30:00Z.", code="NOT_A_TIME"
    ),
    ("timezone_aware",): FieldSentence("This time needs a time zone.", code="TIME_ZONE_NEEDED"),
    ("date_parsing", "date_from_datetime_parsing", "date_type"): FieldSentence(
        "This must be a date, such as 2026-11-23.", code="NOT_A_DATE"
    ),
}
_SENTENCES = {kind: sentence for kinds, sentence in _BY_KINDS.items() for kind in kinds}
_EMPTY = FieldSentence("This cannot be empty.", code="FIELD_EMPTY")
_OTHERWISE = FieldSentence("This value is invalid.", code="INVALID_VALUE")


def explain_problem(problem: Mapping[str, Any]) -> str:
    """The sentence for one of the ``errors()`` of a ValidationError or RequestValidationError.

    It is a FieldSentence, unless a validator raised a plain text.
    """
    kind, context = problem["type"], problem.get("ctx") or {}
    if context.get("field_type") == "Value":
        # A secret: pydantic measures it as it measures a list.
        kind = f"string_{kind}"
    if kind == "value_error":
        # Raised by a validator of this project.
        error = context.get("error")
        return error.args[0] if isinstance(error, ValueError) and error.args else _OTHERWISE
    if kind == "string_too_short" and context["min_length"] == 1:
        return _EMPTY
    sentence = _SENTENCES.get(kind, _OTHERWISE)
    params = {name: _to_json(value) for name, value in context.items() if f"{{{name}}}" in sentence}
    return FieldSentence(sentence.format(**params), code=sentence.code, params=params)


def _to_json(value: object) -> object:
    """Limits of decimal numbers and times are sent as text."""
    return value if isinstance(value, str | int | float) else str(value)
