"""Items for people to label, and labels put to a judge."""
