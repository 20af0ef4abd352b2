"""Durable work queue behind documents, assessments, analyses, answer points and emails (ADR 0016)."""
