"""Sentences for values that a request or a setting may not have, in place of pydantic's own words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_SENTENCES = {
    "missing": "This field is required.",
    "extra_forbidden": "This field is unknown.",
    "json_invalid": "The request is not valid JSON.",
    "string_pattern_mismatch": "This value has the wrong format.",
    "string_too_long": "This is too long (at most {max_length} characters).",
    "string_too_short": "This is too short (at least {min_length} characters).",
    "string_type": "This must be text.",
    "string_unicode": "This must be text.",
    "decimal_parsing": "This must be a number.",
    "decimal_type": "This must be a number.",
    "decimal_max_places": "This has too many decimal places (at most {decimal_places}).",
    "decimal_max_digits": "This has too many digits.",
    "decimal_whole_digits": "This number is too large.",
    "finite_number": "This must be a number.",
    "float_parsing": "This must be a number.",
    "float_type": "This must be a number.",
    "int_parsing": "This must be a whole number.",
    "int_parsing_size": "This number is too large.",
    "int_from_float": "This must be a whole number.",
    "int_type": "This must be a whole number.",
    "greater_than": "This must be more than {gt}.",
    "greater_than_equal": "This must be at least {ge}.",
    "less_than": "This must be less than {lt}.",
    "less_than_equal": "This must be at most {le}.",
    "bool_parsing": "This must be yes or no.",
    "bool_type": "This must be yes or no.",
    "list_type": "This must be a JSON list.",
    "dict_type": "This must be a JSON object.",
    "model_type": "This must be a JSON object.",
    "model_attributes_type": "This must be a JSON object.",
    "too_long": "There are too many items (at most {max_length}).",
    "too_short": "There are too few items (at least {min_length}).",
    "literal_error": "This is not one of the choices.",
    "enum": "This is not one of the choices.",
    "datetime_parsing": "This must be a date and time, such as 2026-11-23T09:30:00Z.",
    "datetime_from_date_parsing": "This must be a date and time, such as 2026-11-23T09:30:00Z.",
    "datetime_type": "This must be a date and time, such as 2026-11-23T09:30:00Z.",
    "timezone_aware": "This time needs a time zone.",
    "date_parsing": "This must be a date, such as 2026-11-23.",
    "date_from_datetime_parsing": "This must be a date, such as 2026-11-23.",
    "date_type": "This must be a date, such as 2026-11-23.",
}
_OTHERWISE = "This value is invalid."


def explain_problem(problem: Mapping[str, Any]) -> str:
    """The sentence for one of the ``errors()`` of a ValidationError or RequestValidationError."""
    kind, context = problem["type"], problem.get("ctx") or {}
    if context.get("field_type") == "Value":
        # A secret: pydantic measures it as it measures a list.
        kind = f"string_{kind}"
    if kind == "value_error":
        # Raised by a validator of this project.
        return str(context.get("error") or _OTHERWISE)
    if kind == "string_too_short" and context["min_length"] == 1:
        return "This cannot be empty."
    return _SENTENCES.get(kind, _OTHERWISE).format(**context)
