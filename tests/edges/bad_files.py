"""All files that must be refused, by name."""

from __future__ import annotations

from tests.edges.bad_adk_cases import BAD_ADK_CASES
from tests.edges.bad_cases import BAD_CASES
from tests.edges.bad_configs import BAD_CONFIGS
from tests.edges.bad_file import BadFile
from tests.edges.bad_runs import BAD_RUNS
from tests.edges.bad_texts import BAD_TEXTS

BAD_FILES: dict[str, BadFile] = {**BAD_TEXTS, **BAD_CASES, **BAD_ADK_CASES, **BAD_RUNS, **BAD_CONFIGS}
