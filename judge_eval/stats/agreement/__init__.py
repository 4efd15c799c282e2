"""How a judge stands to people, and people to each other."""
