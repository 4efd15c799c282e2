"""Text to values, and the way back from a value to its line."""
