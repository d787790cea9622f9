"""`python -m bot_runner`."""

if __name__ == "__main__":
    # Here and not above: worker processes import this module too, and need nothing of it.
    from bot_runner import __version__
    from bot_runner.bootstrap import build
    from bot_runner.settings import BotRunnerSettings
    from cardkit.lifecycle import main

    main("bot-runner", __version__, BotRunnerSettings, build)
