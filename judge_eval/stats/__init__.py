"""Arithmetic only: estimates and their errors; no I/O, no clock, and any random source is passed in."""
