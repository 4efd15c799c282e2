"""From a judge's reply to an answer."""
