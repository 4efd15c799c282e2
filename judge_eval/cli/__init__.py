"""The command line: flags in, text and exit codes out; all work is done elsewhere."""
