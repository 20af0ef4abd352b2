"""Errors of questions, question sets, generation and templates."""

from __future__ import annotations

from app.core.errors import AppError, InvalidState, NotFound
from app.questions.rules import MAX_QUESTIONS


class QuestionNotFound(NotFound):
    code = "QUESTION_NOT_FOUND"

    def __init__(self) -> None:
        super().__init__("This question was not found. It may have been deleted.")


class QuestionSetNotFound(NotFound):
    code = "QUESTION_SET_NOT_FOUND"

    def __init__(self) -> None:
        super().__init__("This interview has no questions yet.")


class QuestionLimit(AppError):
    code = "QUESTION_LIMIT"
    status = 409

    def __init__(self, message: str = f"You've reached the question limit (max {MAX_QUESTIONS}).") -> None:
        super().__init__(message)


class GenerationLimit(QuestionLimit):
    def __init__(self) -> None:
        super().__init__(f"Question limit reached (max {MAX_QUESTIONS}). Remove some to add more.")


class NothingToAskFrom(AppError):
    """Neither the CV nor the job description has a usable line."""

    code = "NOTHING_TO_ASK_FROM"
    status = 422

    def __init__(self) -> None:
        super().__init__(
            "There is nothing to base questions on. Add a candidate profile or a job description first."
        )


class ForbiddenLine(AppError):
    """A line of the recruiter is about a topic such as age, family or health."""

    code = "FORBIDDEN_LINE"
    status = 422

    def __init__(self) -> None:
        super().__init__(
            "One of your lines is about a topic that has no place in a job interview. Change or remove it."
        )


class GenerationRunning(InvalidState):
    code = "GENERATION_RUNNING"

    def __init__(self) -> None:
        super().__init__(
            "Questions for this interview are already being written, perhaps in another tab. "
            "Wait until that is done, or cancel it."
        )


class NoQuestionWritten(AppError):
    code = "NO_QUESTION_WRITTEN"
    status = 409

    def __init__(self) -> None:
        super().__init__("No other usable question was found. Your question is unchanged.")


class TemplateNotFound(NotFound):
    code = "TEMPLATE_NOT_FOUND"

    def __init__(self) -> None:
        super().__init__("This template was not found. It may have been deleted.")
