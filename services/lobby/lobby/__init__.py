"""Rooms, seats, hosts and who is present."""

__version__ = "0.1.0"
