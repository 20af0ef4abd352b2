"""Consistency check: possible contradictions between a candidate's statements, and with the CV.

Code finds the claims, compares them and decides; the model only fills slots of sentences that the
grammar reads half. Every result is 'possible' and carries both quotes, for a person to weigh.
"""
