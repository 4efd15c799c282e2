"""Whether two runs of the same items differ by more than chance."""
