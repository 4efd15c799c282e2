"""Every limit of the product, with its unit and the reason for it."""

from __future__ import annotations

MAX_LINE_BYTES = 16 * 1024 * 1024
"""Bytes of one JSONL line: a recorded run with images fits, and a file without line ends fills no memory."""

MAX_FILE_BYTES = 128 * 1024 * 1024
"""Bytes of a file that is read as a whole (JSON): about 1 GB of memory once parsed; longer suites are JSONL."""

MAX_YAML_BYTES = 4 * 1024 * 1024
"""Bytes of a YAML file: a careful YAML reader takes about 10 seconds for each of them, in millions."""

MAX_PART_BYTES = 8 * 1024 * 1024
"""Bytes of an image or a file that a case names: in base64 it still fits into one line."""

MAX_DEPTH = 100
"""Levels of nesting in a file: JSON Schemas in tool declarations stay under 40, and Python's own limit is near 1000."""

MAX_YAML_NODES = 1_000_000
"""Values of a YAML file once its aliases are written out: a few lines of aliases can stand for billions."""

MAX_REPEATS = 1_000_000
"""Runs of one case: a count that nobody makes by intent, and that fits any store."""

MAX_PROBLEMS = 100
"""Problems that one report lists; more are counted only."""
