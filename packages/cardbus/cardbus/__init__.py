"""Typed calls, the game log and its feed over NATS, bound from the contracts."""
