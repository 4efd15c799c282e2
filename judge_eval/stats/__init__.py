"""Arithmetic only: estimates and their errors. No I/O, no clock; draws repeat, or come from a source passed in."""
