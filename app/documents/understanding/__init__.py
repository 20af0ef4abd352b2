"""Understanding: completes the facts that patterns found in the text of a document, with the model.

In two steps, so that two hundred CVs can be previewed within minutes. ``understand_…`` asks the model only
for what patterns do not find. ``assess_…`` adds the sentences that the model writes about the facts. Model
output is kept only if the document supports it.
"""

from app.documents.understanding.cv import assess_cv, understand_cv
from app.documents.understanding.job import assess_job, understand_job
from app.documents.understanding.questioner import OnStage

__all__ = ["OnStage", "assess_cv", "assess_job", "understand_cv", "understand_job"]
