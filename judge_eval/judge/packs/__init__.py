"""Several items in one call."""
