"""Settings to adapters: the one place that chooses who does the work."""
