"""Base schemas of the API: camelCase on the wire, times in UTC, pages, success and failure."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache
from typing import Annotated, Any, Generic, Literal, TypeVar
from zoneinfo import available_timezones

from fastapi import Depends, Query
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, PlainSerializer, StringConstraints
from pydantic.alias_generators import to_camel

from app.core.invalid_values import FieldSentence

T = TypeVar("T")


def _to_wire_time(value: datetime) -> str:
    return value.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


UtcTime = Annotated[
    datetime,
    PlainSerializer(_to_wire_time, return_type=str, when_used="json"),
]
"""An instant; ISO 8601 in UTC with ``Z`` on the wire."""


_EARLIEST, _LATEST = datetime(1900, 1, 1, tzinfo=UTC), datetime(2200, 1, 1, tzinfo=UTC)


def _bound_instant(value: datetime) -> datetime:
    """With a time zone, UTC by default. The ends of the calendar cannot be converted or stored."""
    aware = value if value.tzinfo is not None else value.replace(tzinfo=UTC)
    if not _EARLIEST <= aware <= _LATEST:
        raise ValueError(FieldSentence("Choose a date between 1900 and 2200.", code="DATE_OUT_OF_RANGE"))
    return aware


Instant = Annotated[datetime, AfterValidator(_bound_instant)]
"""An instant that a client sends."""

RecordId = Annotated[str, StringConstraints(max_length=100)]
"""The id of a record that a client sends in a body."""

Email = Annotated[
    str,
    StringConstraints(strip_whitespace=True, max_length=320, pattern=r"^[^@\s<>]+@[^@\s<>]+\.[^@\s<>.]+$"),
]
"""An email address, checked by a simple pattern that also allows intranet names such as ``corp.local``."""


_known_timezones = cache(available_timezones)
"""Cached, because listing the zones reads a whole folder of files."""


def _known_timezone(value: str) -> str:
    if value not in _known_timezones():
        raise ValueError(FieldSentence("This time zone does not exist.", code="TIME_ZONE_UNKNOWN"))
    return value


Timezone = Annotated[str, AfterValidator(_known_timezone)]
"""Name of a time zone in the IANA database."""


class ApiSchema(BaseModel):
    """Base of everything that crosses the wire: snake_case in Python, camelCase in JSON."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, from_attributes=True)

    def to_wire(self) -> dict[str, Any]:
        """The JSON form, for socket payloads and details of errors."""
        return self.model_dump(mode="json", by_alias=True)


class Identified(ApiSchema):
    """A record with its ``_id``."""

    id: str = Field(alias="_id")


class Success(ApiSchema):
    success: Literal[True] = True


class FieldProblem(ApiSchema):
    path: str
    message: str
    code: str | None = None
    """For a translation of ``message``."""
    params: dict[str, int | float | str] | None = None
    """Values that the translation contains."""


class Failure(ApiSchema):
    """Every response that is not a success. Some codes add the fields of their ``ErrorDetails``."""

    success: Literal[False] = False
    error: str
    """A sentence for people."""
    message: str
    """The same as ``error``."""
    code: str
    fields: list[FieldProblem] | None = None
    """With ``VALIDATION_ERROR``: the invalid fields."""


class Data(Success, Generic[T]):
    data: T


class Count(Success):
    count: int


class Pagination(ApiSchema):
    page: int
    limit: int
    total: int
    total_pages: int
    has_more: bool


class Page(Success, Generic[T]):
    data: list[T]
    pagination: Pagination


class PageParams(BaseModel):
    page: int
    limit: int

    @property
    def offset(self) -> int:
        return (self.page - 1) * self.limit

    def describe(self, total: int) -> Pagination:
        pages = (total + self.limit - 1) // self.limit
        return Pagination(
            page=self.page,
            limit=self.limit,
            total=total,
            total_pages=pages,
            has_more=self.page < pages,
        )


def _page_params(
    page: Annotated[int, Query(ge=1, le=1_000_000)] = 1,
    limit: Annotated[int, Query(ge=1, le=100)] = 10,
) -> PageParams:
    return PageParams(page=page, limit=limit)


PageDep = Annotated[PageParams, Depends(_page_params)]
