"""Rules values to protobuf and back: the one place where the two meet."""
