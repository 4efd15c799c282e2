"""Our own files of cases and configurations."""
