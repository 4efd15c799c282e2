"""The questions, one a file: what is asked of a run, and the score that the verdicts settle."""
