"""What a judge is shown, and how it is fenced."""
