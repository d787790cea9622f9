"""WebSocket clients, HTTP, sessions and the web site."""
