"""Words that end in a full stop without ending a sentence, in the languages that write such words."""

from __future__ import annotations

import re
from functools import lru_cache

_LISTED = """
mr mrs ms mx dr drs prof sr jr st gen col maj capt cmdr lt sgt cpl rev hon gov sen rep pres supt messrs mt ft
figs eq eqs vol vols chap para pp pg eds al cf vs approx est dept univ assn ave blvd rd ph.d m.sc b.sc
inc ltd co corp bros tel ext avg incl excl resp viz etc ca
feb apr jun jul aug sep sept oct nov dec tue tues wed thu thur thurs fri
hr fr frl nr str bzw usw evtl ggf inkl exkl zzgl vgl geb gest abb mio mrd tsd sog bspw etw
mme mlle mm éd éds sra srta dra ud uds vd vds pág págs núm admón aprox cía gral
sig sigg dott avv ing geom egr spett exmo exma dhr mevr mw bijv enz kl bl.a f.eks osv
np itd itp tzn tzv např apod vb bkz yy örn doç
г гг ул руб коп тыс млн млрд им проф др пр см рис стр тел डॉ प्रो श्री
"""
"""Words without their last stop, folded."""

_BEFORE_A_NUMBER = frozenset(["no", "nos", "art", "sec", "ch", "fig", "max", "min", "mar", "jan", "p", "tel"])
"""Short for something only where a number follows: "No. 5", but "The answer is no. It never was."."""

_LETTERS_WITH_STOPS = re.compile(r"(?:[^\W\d_]\.)*[^\W\d_]")
"""Initials, and what is written as some: "J", "U.S", "z.B"."""

_GERMAN_MONTH = re.compile(
    r"(?:Januar|Jänner|Februar|Feber|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)\b"
)
"""A number with a stop before it is an ordinal: "am 3. Oktober"."""


@lru_cache(maxsize=1)
def _words() -> frozenset[str]:
    return frozenset(_LISTED.split())


def is_short_for_more(word: str, following: str) -> bool:
    """Whether `word`, which has a full stop between it and `following`, is an abbreviation, an initial or an ordinal.

    Where both readings are possible, as after "U.S.", the answer is yes.
    """
    folded = word.casefold()
    if folded in _BEFORE_A_NUMBER:
        return following[:1].isdigit()
    if word.isdecimal():
        return len(word) <= 2 and _GERMAN_MONTH.match(following) is not None
    return folded in _words() or _LETTERS_WITH_STOPS.fullmatch(word) is not None
