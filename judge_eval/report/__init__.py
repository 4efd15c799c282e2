"""The reports: results in, text out."""
