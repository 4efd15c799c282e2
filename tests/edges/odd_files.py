"""All files that look odd and are right, by name."""

from __future__ import annotations

from tests.edges.odd_adk_cases import ODD_ADK_CASES
from tests.edges.odd_cases import ODD_NATIVE_CASES
from tests.edges.odd_configs import ODD_CONFIGS
from tests.edges.odd_file import OddFile
from tests.edges.odd_legacy_cases import ODD_LEGACY_CASES
from tests.edges.odd_runs import ODD_RUNS

ODD_FILES: dict[str, OddFile] = {**ODD_NATIVE_CASES, **ODD_ADK_CASES, **ODD_LEGACY_CASES, **ODD_RUNS, **ODD_CONFIGS}
