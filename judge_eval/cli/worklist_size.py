"""How many items to label, and how they are drawn, as people type it."""

from __future__ import annotations

import re

import click

from judge_eval.pipeline.labelling.worklist import Wanted

_EXPECTED = "a number such as 40, for items drawn by verdict, or random:40"


class WorklistSize(click.ParamType):  # pyright: ignore[reportMissingTypeArgument]
    """`40`: by verdict; `random:40`: at random."""

    name = "worklist"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Wanted:
        """What is wanted. Raises: BadParameter for anything else."""
        if isinstance(value, Wanted):
            return value
        found = re.fullmatch(r"(random:)?([1-9][0-9]{0,6})", str(value).strip())
        if found is None:
            self.fail(f"'{value}' is no number of items; expected {_EXPECTED}", param, ctx)
        return Wanted(int(found[2]), "random" if found[1] else "by_verdict")
