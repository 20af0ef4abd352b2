"""Understanding: from the text of a document to a candidate or job description.

In two steps, so that two hundred CVs can be previewed within minutes. ``understand_…`` finds the facts:
patterns, canonical names, and the model only for what patterns do not find. ``assess_…`` adds the sentences
that the model writes about them. Model output is kept only if the document supports it.
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
