"""Soaking: rooms churn for a long time, and every curve of what they cost has to be flat."""
