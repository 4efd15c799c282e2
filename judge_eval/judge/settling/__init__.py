"""From verdicts to a score, and what needs no judge."""
