"""Made data with a known truth, on which the promises are tried."""
