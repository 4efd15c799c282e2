"""The steps of a comparison: pair, ask again, measure, decide, tell."""
