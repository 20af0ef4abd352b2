"""OpenAPI document of the server, extended with socket events, details of errors and shared constants.

OpenAPI describes HTTP calls only. The socket models are added to its components, with two tables that list
the events by name, and the models of the details of errors, with a table that lists them by code. So the
web client's types are generated from one document.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from fastapi import FastAPI
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute, iter_route_contexts
from pydantic import BaseModel
from pydantic.json_schema import JsonSchemaMode, models_json_schema

from app.core.errors import ErrorDetails
from app.realtime.events import EventTable
from app.users.dependencies import get_claims, get_signed_in

_REFERENCE = "#/components/schemas/{model}"

Constants = Mapping[str, Mapping[str, int]]
"""By component name: constants that browser and server must agree on."""


class DocumentedApi(FastAPI):
    """A FastAPI app whose OpenAPI document also covers the socket."""

    def __init__(
        self,
        *,
        events: Sequence[EventTable],
        error_details: Mapping[str, type[ErrorDetails]],
        constants: Constants,
        **options: Any,
    ) -> None:
        super().__init__(**options)
        self._events = events
        self._error_details = error_details
        self._constants = constants

    def openapi(self) -> dict[str, Any]:
        if self.openapi_schema is None:
            document = super().openapi()
            self._add_refusals(document)
            schemas = document["components"]["schemas"]
            add_schemas(schemas, describe_events(self._events))
            add_schemas(schemas, describe_error_details(self._error_details))
            add_schemas(schemas, {name: describe_constants(one) for name, one in self._constants.items()})
        assert self.openapi_schema is not None
        return self.openapi_schema

    def _add_refusals(self, document: dict[str, Any]) -> None:
        """List each status with which an operation refuses requests, in place of ``4XX``."""
        document["components"]["responses"] = {
            name: {
                "description": name,
                "content": {"application/json": {"schema": {"$ref": _REFERENCE.format(model="Failure")}}},
            }
            for name in ("Refused", "Failed")
        }
        for context in iter_route_contexts(self.routes):
            route = context.original_route
            if not isinstance(route, APIRoute) or not route.include_in_schema:
                continue
            for method in route.methods or ():
                operation = document["paths"][context.path_format][method.lower()]
                responses = operation["responses"]
                declared = {status for status in responses if status.startswith("4") and status != "4XX"}
                del responses["4XX"]
                for status in sorted(declared | {str(status) for status in find_refusals(route, operation)}):
                    responses[status] = {"$ref": "#/components/responses/Refused"}
                responses["5XX"] = {"$ref": "#/components/responses/Failed"}


def find_refusals(route: APIRoute, operation: Mapping[str, Any]) -> Iterator[int]:
    """The statuses that follow from what a route takes: a session, an id in the path, parameters, a body."""
    if any(
        dependency.call in {get_signed_in, get_claims} for dependency in _list_dependencies(route.dependant)
    ):
        yield from (401, 403)
    places = {parameter["in"] for parameter in operation.get("parameters", ())}
    if "path" in places:
        yield 404
    if places:
        yield 422
    if "requestBody" in operation:
        yield from (400, 408, 413, 422)


def _list_dependencies(dependant: Dependant) -> Iterator[Dependant]:
    for dependency in dependant.dependencies:
        yield dependency
        yield from _list_dependencies(dependency)


def add_schemas(schemas: dict[str, Any], added: Mapping[str, Any]) -> None:
    """Add components. Raises ValueError if a name is already used by a different schema."""
    for name, schema in added.items():
        if schemas.setdefault(name, schema) != schema:
            raise ValueError(f"two different schemas are named {name}")


def describe_events(tables: Sequence[EventTable]) -> dict[str, Any]:
    """JSON schemas of all socket models, and the tables ``ClientEvents`` and ``ServerEvents``."""
    client = {name: event for table in tables for name, event in sorted(table.client.items())}
    server = {name: payload for table in tables for name, payload in sorted(table.server.items())}
    acknowledgments = [event.acknowledgment for event in client.values()]
    schemas = _describe_models([*server.values(), *acknowledgments], "serialization")
    add_schemas(schemas, _describe_models([event.payload for event in client.values()], "validation"))
    schemas["ClientEvents"] = _describe_object(
        {
            name: _describe_object(
                {"payload": _refer(event.payload), "acknowledgment": _refer(event.acknowledgment)}
            )
            for name, event in client.items()
        }
    )
    schemas["ServerEvents"] = _describe_object({name: _refer(payload) for name, payload in server.items()})
    return schemas


def describe_error_details(table: Mapping[str, type[ErrorDetails]]) -> dict[str, Any]:
    """JSON schemas of the details of errors, and the table ``ErrorDetails`` by code."""
    schemas = _describe_models(list(table.values()), "serialization")
    schemas["ErrorDetails"] = _describe_object({code: _refer(model) for code, model in table.items()})
    return schemas


def _describe_models(models: Sequence[type[BaseModel]], mode: JsonSchemaMode) -> dict[str, Any]:
    """Schemas without defaults: a field with one is optional for browsers and always sent by the server."""
    distinct = dict.fromkeys((model, mode) for model in models)
    _, generated = models_json_schema(list(distinct), ref_template=_REFERENCE)
    definitions: dict[str, Any] = generated["$defs"]
    for schema in definitions.values():
        properties = schema.get("properties", {})
        for one in properties.values():
            one.pop("default", None)
        if mode == "serialization" and properties:
            schema["required"] = list(properties)
    return definitions


def describe_constants(constants: Mapping[str, int]) -> dict[str, Any]:
    return _describe_object({name: {"type": "integer", "const": value} for name, value in constants.items()})


def _describe_object(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties)}


def _refer(model: type[BaseModel]) -> dict[str, str]:
    return {"$ref": _REFERENCE.format(model=model.__name__)}
