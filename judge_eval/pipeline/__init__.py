"""The order of the steps: capture, measure, adjudicate, aggregate, gate; no vendor, no disk."""
