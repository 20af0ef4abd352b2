"""Scripted output of a good model for the prompts about documents."""

from __future__ import annotations

from models.ports import CompletionRequest

ASSESSMENT = (
    "A platform engineer with about 10 years of work in logistics companies. "
    "The person moved 140 services from Nomad to Kubernetes and cut the build time with Bazel."
)
JOB_SUMMARY = (
    "The person operates Kubernetes clusters of three regions and coaches engineers in Terraform modules."
)


def answer(request: CompletionRequest) -> str:
    """Output of a good model for each task of the two prompts."""
    task = request.messages[1].content.rsplit(">>>", 1)[1]
    if "Assess this person" in task:
        return ASSESSMENT
    if "professional strength" in task:
        return "Warehouse container clusters" if "Nomad" in task else "Rocket surgery"
    if "position is about" in task:
        return JOB_SUMMARY
    if "industry" in task:
        return "Logistics"
    return "none"
