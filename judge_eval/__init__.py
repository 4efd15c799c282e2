"""Scores for agents built with Google's ADK, each with its error."""
