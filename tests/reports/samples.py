"""A report and a transcript for tests of exports, written for them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from app.analysis.repository import find
from app.analysis.tables import AnalysisRecord, AnalysisStatus
from app.candidates.tables import Candidate
from app.interviews.tables import Interview, InterviewStatus
from app.job_descriptions.tables import JobDescription
from app.transcription.pipeline.events import Speaker
from app.transcription.tables import SegmentOrigin, TranscriptSegment

LINES: tuple[tuple[Speaker, str, float, float], ...] = (
    (Speaker.INTERVIEWER, "How did you move the warehouse to the new scanners?", 2, 6),
    (Speaker.CANDIDATE, "I mapped the aisles first, then we switched one aisle a night.", 7, 15),
    (Speaker.INTERVIEWER, "And the stock counts?", 76, 78),
    (Speaker.CANDIDATE, "Honestly, I left the recount out on the last two aisles.", 79, 85.5),
)


def make_report(interview_id: str) -> dict[str, Any]:
    """A report on LINES in the form in which it is stored."""
    return {
        "sentiment": {"overall": "positive"},
        "scores": {
            "technical": 8.1,
            "communication": None,
            "technicalRange": {"low": 6.9, "high": 9.3},
            "communicationRange": None,
        },
        "instructions": 2,
        "questionScores": [
            {
                "question": "How did you move the warehouse to the new scanners?",
                "startSeconds": 7.0,
                "technical": 8.4,
                "communication": 7.9,
                "answered": "full",
                "isProbe": False,
                "points": [{"text": "Names the order of the steps", "coveredBy": []}],
                "sentences": [],
            }
        ],
        "scoreBasis": {"technical": [], "communication": []},
        "summary": "The candidate moved a warehouse to new scanners.\n\nOne recount was left out.",
        "technicalAssessment": "Methodical, with one gap.",
        "communicationAssessment": "",
        "strengths": [
            {
                "kind": "strength",
                "title": "Switched one aisle a night",
                "description": "The aisles were mapped before the switch.",
                "category": "technical",
                "evidence": [
                    {
                        "segmentId": f"{interview_id}-1",
                        "quote": "I mapped the aisles first",
                        "speaker": "candidate",
                        "startSeconds": 7.0,
                    }
                ],
            }
        ],
        "concerns": [
            {
                "kind": "owned",
                "title": "",
                "description": "",
                "category": "technical",
                "severity": "high",
                "evidence": [
                    {
                        "segmentId": f"{interview_id}-3",
                        "quote": "I left the recount out on the last two aisles.",
                        "speaker": "candidate",
                        "startSeconds": 79.0,
                    }
                ],
            }
        ],
        "requirements": [
            {
                "requirement": "Stock accuracy",
                "status": "concern",
                "evidence": [
                    {
                        "segmentId": f"{interview_id}-3",
                        "quote": "I left the recount out on the last two aisles.",
                        "speaker": "candidate",
                        "startSeconds": 79.0,
                    }
                ],
            },
            {
                "requirement": "Forklift licence",
                "status": "not_discussed",
                "evidence": [],
                "cvLine": "- Forklift, 2019",
            },
        ],
        "keyQuotes": [
            {
                "text": "we switched one aisle a night",
                "speaker": "candidate",
                "context": "insight",
                "timestamp": 7.0,
                "significance": "Shows how the risk was kept small.",
                "segmentId": f"{interview_id}-1",
            }
        ],
        "followUpQuestions": [
            {
                "question": "What happened after the missing recount?",
                "priority": "high",
                "purpose": "requirement_not_discussed",
                "subject": "Stock accuracy",
            },
            {
                "question": "Your CV says: “Recounted all twelve aisles.” How does that go together?",
                "priority": "high",
                "purpose": "clarify_contradiction",
                "subject": LINES[3][1],
            },
        ],
        "missing": [
            {
                "section": "scores.communication",
                "code": "too_little_said",
                "params": {"answers": 2, "words": 22, "minAnswers": 3, "minWords": 60},
            },
            {"section": "strengths", "code": "some_not_supported", "params": {"count": 2}},
        ],
        "deceptionAnalysis": {
            "overallRisk": "medium",
            "analysisConfidence": 0.34,
            "metrics": {
                "consistencyScore": 7.5,
                "evasivenessScore": None,
                "authenticityScore": None,
                "stressIndicators": None,
            },
            "evidence": [
                {
                    "kind": "figure",
                    "subject": "recounts",
                    "description": "Possible difference from the CV: a figure.",
                    "quote": LINES[3][1],
                    "severity": "significant",
                    "timestamp": 79.0,
                    "segmentId": f"{interview_id}-3",
                    "counterpart": {
                        "origin": "cv",
                        "quote": "Recounted all twelve aisles.",
                        "segmentId": None,
                        "timestamp": None,
                    },
                }
            ],
            "patterns": [],
            "recommendations": [
                {
                    "action": "ask_candidate",
                    "priority": "high",
                    "rationale": "figure",
                    "subject": "recounts",
                }
            ],
            "hasCv": True,
            "statementsFound": 4,
            "statementsCompared": 3,
            "sideBySide": [
                {
                    "cvLine": "- Introduced hand scanners, 2021",
                    "evidence": [
                        {
                            "segmentId": f"{interview_id}-1",
                            "quote": LINES[1][1],
                            "speaker": "candidate",
                            "startSeconds": 7.0,
                        }
                    ],
                }
            ],
        },
        "generation": {
            "model": "test-model",
            "modelSha256": "",
            "promptVersion": "1",
            "durationMs": 5,
            "usedModels": [
                {"role": "encoder", "name": "test-encoder", "sha256": "1a" * 32},
                {"role": "trained", "name": "judge.safetensors", "sha256": "2b" * 32},
            ],
        },
        "createdAt": "2026-11-01T10:00:00Z",
    }


def complete_with_report(
    session: Session, interview_id: str, *, now: datetime, candidate_name: str | None = None
) -> None:
    """Complete an interview and give it a transcript and a report."""
    interview = session.get_one(Interview, interview_id)
    interview.status = InterviewStatus.COMPLETED
    interview.started_at = interview.completed_at = now
    interview.billed_seconds = 1500.0
    interview.position = "Warehouse lead"
    if candidate_name is not None:
        interview.candidate_name = candidate_name
    for index, (speaker, text, start, end) in enumerate(LINES):
        session.add(
            TranscriptSegment(
                # Ids of segments are unique across interviews.
                id=f"{interview_id}-{index}",
                interview_id=interview_id,
                sequence=index + 1,
                speaker=speaker,
                text=text,
                started_seconds=start,
                ended_seconds=end,
                spoken_at=now,
                origin=SegmentOrigin.LIVE if index else SegmentOrigin.CLIENT,
                model="test-speech" if index else None,
            )
        )
    session.add(
        AnalysisRecord(
            interview_id=interview_id,
            owner_id=interview.owner_id,
            status=AnalysisStatus.COMPLETED,
            report=make_report(interview_id),
        )
    )


def add_fit(session: Session, interview_id: str) -> None:
    """Give the interview a candidate and a job with a skill of each kind of match.

    Skills (95 + 75 + 75 + 75 + 40 + 0) / 6 = 60, one level apart 80, interview 81: 24 + 24 + 24.3 = 72.3.
    """
    interview, record = session.get_one(Interview, interview_id), find(session, interview_id=interview_id)
    assert record is not None
    assert record.report is not None
    supervised = "Managed a crew of fourteen pickers and packers"
    candidate = Candidate(
        owner_id=interview.owner_id,
        name=interview.candidate_name,
        cv_text=f"- Introduced enterprise resource planning at two depots\n- {supervised}\n",
        cv_parsed={"skills": ["Inventory management (advanced)", "Truck driving", "First aid"]},
        cv_profile={"experienceLevel": "mid-level"},
    )
    required = [
        "Inventory management",
        "ERP",
        "Staff supervision",
        "Aisle mapping",
        "Crane driving",
        "Stock recounts",
    ]
    job = JobDescription(owner_id=interview.owner_id, parsed={"requiredSkills": required, "level": "senior"})
    session.add_all([candidate, job])
    session.flush()
    interview.candidate_id, interview.job_description_id = candidate.id, job.id
    spoken = {"source": "interview", "words": LINES[1][1], "segmentId": f"{interview_id}-1"}
    mentioned = {"source": "interview", "words": LINES[3][1], "segmentId": f"{interview_id}-3"}
    in_cv = {"source": "cv", "words": supervised, "segmentId": None}
    record.report = {
        **record.report,
        "foundSkills": [
            {"skill": "Staff supervision", "match": "meaning", **in_cv},
            {"skill": "Aisle mapping", "match": "name", **spoken},
            {"skill": "Stock recounts", "match": None, **mentioned},
        ],
    }
