"""What human labels say about a judge, and every limit of the product."""
