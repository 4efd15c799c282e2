"""User files in and out: cases, runs, configurations, rubrics, and the spool that keeps them on disk."""
