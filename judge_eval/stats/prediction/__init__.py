"""What a judge's leaning says of people's word, and how surely."""
