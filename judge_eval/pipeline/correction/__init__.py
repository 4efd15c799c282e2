"""What a calibration record does to a scored suite."""
