"""The judge: narrow questions, samples of their answers, verdicts."""
