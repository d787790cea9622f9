"""`python -m timer`."""

from cardkit.lifecycle import main
from timer import __version__
from timer.bootstrap import build
from timer.settings import TimerSettings

if __name__ == "__main__":
    main("timer", __version__, TimerSettings, build)
