"""All deadlines: indexed from the log, fired when due."""
