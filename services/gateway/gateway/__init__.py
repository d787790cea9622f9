"""The gateway: clients' sockets, sessions, documents over HTTP, and the web site.

It knows no game: what it passes on between engine and client are opaque bytes.
"""

__version__ = "0.1.0"
