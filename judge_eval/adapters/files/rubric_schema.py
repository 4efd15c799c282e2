"""The JSON Schema of rubric files, for editors that complete and check while a person writes."""

from __future__ import annotations

from typing import Any

from judge_eval.core.rubric import MOST_POINT, Rubric

DIALECT = "https://json-schema.org/draft/2020-12/schema"
SCHEMA_KEY = "$schema"
"""The key by which a JSON file names its schema; readers pass over it."""


def rubric_schema() -> dict[str, Any]:
    """The schema of a rubric file, in YAML or JSON."""
    schema = Rubric.model_json_schema()
    schema["properties"][SCHEMA_KEY] = {"type": "string", "description": "Where this schema lies."}
    scale = schema["$defs"]["Criterion"]["properties"]["scale"]
    points = next(choice for choice in scale["anyOf"] if choice.get("type") == "object")
    points.update({"propertyNames": {"pattern": f"^[0-{MOST_POINT}]$"}, "minProperties": 2})
    return {SCHEMA_KEY: DIALECT, **schema, "title": "judge-eval rubric"}
