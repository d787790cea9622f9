"""The golden records are what the rules write, and are judged as they say."""

from tests.golden import records


def test_the_records_are_current() -> None:
    """Writing the file anew changes nothing."""
    assert records.FILE.read_text(encoding="utf-8") == records.text()
