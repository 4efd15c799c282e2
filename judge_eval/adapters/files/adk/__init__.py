"""ADK's own files."""
