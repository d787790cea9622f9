"""What every service needs: settings, logs, metrics, health, lifecycle."""
