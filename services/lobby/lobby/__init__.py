"""Rooms, seats, hosts and who is present."""
