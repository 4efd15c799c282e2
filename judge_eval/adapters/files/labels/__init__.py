"""Labels, worklists and calibration records."""
