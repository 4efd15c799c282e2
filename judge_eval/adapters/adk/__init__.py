"""ADK agents under test: how they are loaded, run and recorded; the one place that imports `google.adk`."""
