"""HTTP requests of the questions panel."""

from __future__ import annotations

from typing import Any

MANUAL = {"question": "What did you build last?", "category": "technical", "estimatedTime": 7}


def generate(person: Any, interview_id: str, context: dict[str, str], **counts: int) -> Any:
    body = {
        "interviewId": interview_id,
        "context": {**context, "existingQuestions": []},
        "distribution": counts,
        "options": {"totalQuestions": sum(counts.values()), "difficulty": "mid", "focusAreas": []},
    }
    return person.post("/api/questions/generate", json=body)


def let_the_model_write(person: Any, interview: dict[str, Any]) -> None:
    """Hold the interview in Spanish, for which code has no wording."""
    path = f"/api/interviews/{interview['_id']}"
    assert person.patch(path, json={"language": "es"}).status_code == 200


def read_set(person: Any, interview: dict[str, Any]) -> dict[str, Any]:
    body: dict[str, Any] = person.get(f"/api/questions/interview/{interview['_id']}").json()["questionSet"]
    return body


def list_texts(person: Any, interview: dict[str, Any]) -> list[str]:
    response = person.get(f"/api/questions/interview/{interview['_id']}").json()
    return [question["question"] for question in response["questions"]]


def warm_up(person: Any, interview_id: str, context: dict[str, str]) -> Any:
    return person.post("/api/questions/warm-up", json={"interviewId": interview_id, "context": context})


def questions_path(interview: dict[str, Any], question_id: str = "") -> str:
    base = f"/api/questions-crud/interview/{interview['_id']}/questions"
    return f"{base}/{question_id}" if question_id else base


def track(person: Any, interview: dict[str, Any], question_id: str, **tracking: Any) -> Any:
    return person.patch(
        f"/api/questions-tracking/interview/{interview['_id']}/questions/{question_id}/track",
        json={"humanTracking": tracking},
    )
