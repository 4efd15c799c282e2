"""How fast, how often and at what cost a judge may be asked."""
