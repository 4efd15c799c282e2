"""What a mean or a rate may be: intervals over clusters."""
