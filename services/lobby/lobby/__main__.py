"""`python -m lobby`."""

from cardkit.lifecycle import main
from lobby import __version__
from lobby.bootstrap import build
from lobby.settings import LobbySettings

if __name__ == "__main__":
    main("lobby", __version__, LobbySettings, build)
