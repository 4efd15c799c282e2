"""The nouns of judge-eval, frozen, and the ports that adapters fill; no I/O."""
