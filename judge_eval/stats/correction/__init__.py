"""The rate behind a judge's pass rate."""
