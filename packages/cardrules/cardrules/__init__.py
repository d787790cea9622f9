"""Card games as pure functions over frozen values.

Nothing here reads a clock, a socket or a source of randomness, and nothing is imported but the
standard library: whoever has this package alone can repeat every deal and verify every record.

Where to look: `registry` for the games, `game` for what every game offers, `shuffle` for seeds,
`record` for verification, `policy` for what a room must know of a game, `errors` for the codes.
"""

__version__ = "0.1.0"
