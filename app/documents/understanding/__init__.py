"""From the text of a document to a profile or a job description.

In two steps, so that two hundred CVs can be looked over in minutes: ``understand_…`` gives the facts
(patterns, canonical names, the model only for what no pattern tells), ``assess_…`` adds the sentences
that the model writes about them. What the model says is kept only where the document carries it.
"""

from app.documents.understanding.cv import (
    assess_cv,
    candidate_facts,
    understand_cover_letter,
    understand_cv,
)
from app.documents.understanding.job import assess_job, job_facts, understand_job
from app.documents.understanding.questioner import OnStage

__all__ = [
    "OnStage",
    "assess_cv",
    "assess_job",
    "candidate_facts",
    "job_facts",
    "understand_cover_letter",
    "understand_cv",
    "understand_job",
]
