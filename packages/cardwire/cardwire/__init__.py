"""Rules values to protobuf and back: the one place where the two meet.

`codec(game_id)` gives a game's `Codec`; `codec_of(update)` the one that can read an update.
"""

from cardwire.codec import AnyCodec, Codec
from cardwire.errors import MalformedUpdate, WireError
from cardwire.mirror import result_from_proto, result_to_proto
from cardwire.registry import CODECS, codec, codec_of

__all__ = [
    "CODECS",
    "AnyCodec",
    "Codec",
    "MalformedUpdate",
    "WireError",
    "codec",
    "codec_of",
    "result_from_proto",
    "result_to_proto",
]
