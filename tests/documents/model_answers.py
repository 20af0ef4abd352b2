"""Scripted output of a good model for the prompts about documents."""

from __future__ import annotations

from models.ports import CompletionRequest
from tests.fakes.prompts import asks_for

ASSESSMENT = (
    "A platform engineer with about 9 years of work in logistics companies. "
    "The person moved 140 services from Nomad to Kubernetes and cut the build time with Bazel."
)
JOB_SUMMARY = (
    "The person operates Kubernetes clusters of three regions and coaches engineers in Terraform modules."
)


def answer(request: CompletionRequest) -> str:
    """Output of a good model for each task of the two prompts."""
    if asks_for(request, "profile-assess", "summary"):
        return ASSESSMENT
    if asks_for(request, "profile-assess", "strength"):
        task = request.messages[-1].content.rsplit(">>>", 1)[1]
        return "Warehouse container clusters" if "Nomad" in task else "Rocket surgery"
    if asks_for(request, "job-describe", "summary"):
        return JOB_SUMMARY
    if asks_for(request, "job-describe", "industry"):
        return "Logistics"
    return "none"
