"""The authoritative table of every game: decide, append, answer."""

__version__ = "0.1.0"
