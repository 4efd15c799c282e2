"""Two scored suites from their folders to what changed."""
