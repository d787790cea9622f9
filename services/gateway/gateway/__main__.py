"""`python -m gateway`."""

from cardkit.lifecycle import main
from gateway import __version__
from gateway.bootstrap import build
from gateway.settings import GatewaySettings

if __name__ == "__main__":
    main("gateway", __version__, GatewaySettings, build)
