"""Rubrics looked up, shown, tried and attacked."""
