"""Lengths of time as people type them."""

from __future__ import annotations

import re

import click

_SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86_400}
_EXPECTED = "seconds, or a number with s, m, h or d, such as 90s, 5m or 1h"


class Duration(click.ParamType):  # pyright: ignore[reportMissingTypeArgument]
    """A length of time as seconds: `90`, `90s`, `5m`, `1.5h`, `30d`."""

    name = "duration"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The seconds that `value` means. Raises: BadParameter where it means none, or no time at all."""
        if isinstance(value, int | float):
            return float(value)
        found = re.fullmatch(r"([0-9]{1,9}(?:\.[0-9]{1,9})?) ?([smhd]?)", str(value).strip().casefold())
        seconds = float(found[1]) * _SECONDS[found[2] or "s"] if found else 0.0
        if seconds <= 0:
            self.fail(f"'{value}' is no length of time; expected {_EXPECTED}", param, ctx)
        return seconds
