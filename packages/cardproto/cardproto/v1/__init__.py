"""Generated from ``proto/carteado/v1``."""
