"""The deterministic metrics: a case and a run in, a score out; one file each."""
