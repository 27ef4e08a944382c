"""A name that somebody may have meant, for errors: both packages ask here."""

import difflib
from collections.abc import Iterable


def near_name(name: str, names: Iterable[str]) -> str:
    """That of `names` that is nearest to it, capitals aside; '' where none is near."""
    public = {each.lower(): each for each in sorted(names) if not each.startswith('_')}
    found = difflib.get_close_matches(name.lower(), public, 1, 0.75)
    return public[found[0]] if found else ''
