"""Typed clients and handlers of every service; generated."""
