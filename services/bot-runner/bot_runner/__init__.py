"""Chooses a bot's action from the view of its seat."""

__version__ = "0.1.0"
