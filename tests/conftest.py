"""What holds for every test: hypothesis sets no time limit, as this suite asserts no time."""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("judge-eval", deadline=None)
if not os.environ.get("CI"):  # there hypothesis loads its own profile: no deadline, and the same examples every time
    settings.load_profile("judge-eval")
