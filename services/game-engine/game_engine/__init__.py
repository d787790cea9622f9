"""The authoritative table of every game: decide, append, answer."""
