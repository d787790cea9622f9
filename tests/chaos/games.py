"""What tests of whole games ask of a room and of the bus; see `hall` and `checks`."""

from tests.chaos.checks import bus_of
from tests.chaos.hall import is_settled

__all__ = ["bus_of", "is_settled"]
