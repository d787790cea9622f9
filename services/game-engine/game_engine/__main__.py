"""`python -m game_engine`."""

from cardkit.lifecycle import main
from game_engine import __version__
from game_engine.bootstrap import build
from game_engine.settings import EngineSettings

if __name__ == "__main__":
    main("game-engine", __version__, EngineSettings, build)
