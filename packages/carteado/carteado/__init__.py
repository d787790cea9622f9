"""The command line: start a table, speak the rules protocol, watch services."""
