"""Chooses a bot's action from the view of its seat."""
