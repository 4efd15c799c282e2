"""The sums over a suite: by metric, by case, by repeat, by sample."""
