"""Details of errors: the table, the raised errors and the browser's types agree."""

from __future__ import annotations

import re
from pathlib import Path

from fastapi import FastAPI

from app.core.errors import AppError, ErrorDetails
from app.error_details import ERROR_DETAILS
from app.users.errors import SecondFactorDetails, SecondFactorRequired

ROOT = Path(__file__).resolve().parents[2]


def test_every_model_of_details_has_a_code() -> None:
    assert set(ErrorDetails.__subclasses__()) == set(ERROR_DETAILS.values())


def test_every_code_with_details_is_the_code_of_an_error() -> None:
    sources = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "app").rglob("*.py"))
    assert ERROR_DETAILS.keys() <= set(re.findall(r'\bcode ?= ?"([A-Z_]+)"', sources))


def test_details_are_fields_of_the_body_in_wire_spelling() -> None:
    body = SecondFactorRequired("token").body()
    assert body == {**AppError(body["message"], code="SECOND_FACTOR_REQUIRED").body(), "challenge": "token"}
    assert SecondFactorDetails.model_validate(body).challenge == "token"


def test_the_openapi_document_lists_the_details_by_code(api: FastAPI) -> None:
    schemas = api.openapi()["components"]["schemas"]
    assert schemas["ErrorDetails"]["properties"] == {
        code: {"$ref": f"#/components/schemas/{model.__name__}"} for code, model in ERROR_DETAILS.items()
    }
    assert schemas["AnalysisFailedDetails"]["required"] == ["problem"]
