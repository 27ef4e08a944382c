"""The module of this name in the second tutorial."""

from maybe_outfeed_queue import MaybeOutfeedQueue

__all__ = ['MaybeOutfeedQueue']
