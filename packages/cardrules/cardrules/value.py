"""What makes positions values, in the lean classes that they are."""


class Value:
    """Equal to another of its kind where their keys are equal."""

    __slots__ = ()

    def _key(self) -> tuple[object, ...]:
        """All that counts; what is derived from it need not be in it."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return False
        assert isinstance(other, Value)
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return f"{type(self).__name__}{self._key()!r}"
