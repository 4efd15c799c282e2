"""The judge behind any OpenAI-compatible server."""
