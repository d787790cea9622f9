"""The five card games as pure functions: rules, shuffles, notation, records."""
