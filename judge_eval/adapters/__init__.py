"""The only code that knows a vendor or the disk; each module fills a port of `judge_eval.core.ports`."""
