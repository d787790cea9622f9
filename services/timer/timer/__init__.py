"""All deadlines: indexed from the log, fired when due."""

__version__ = "0.1.0"
