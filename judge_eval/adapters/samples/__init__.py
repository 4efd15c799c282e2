"""Where samples are kept, and a judge that answers from them."""
