"""Generated protobuf contracts of Carteado, and the generator that makes them."""
