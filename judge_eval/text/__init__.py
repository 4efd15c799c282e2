"""What text is made of, in every script: one place for spelling, tokens and overlap."""
