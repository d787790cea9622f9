"""What every service needs and no game: settings, logs, metrics, health, lifecycle, clock.

A service's `__main__` is one call of `cardkit.lifecycle.main`; its `bootstrap` builds the
components that the lifecycle starts in order and stops in reverse.
"""
