"""A child process with a log file, a readiness probe and an orderly end."""

from __future__ import annotations

import errno
import os
import random
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path


class ServerFailed(RuntimeError):
    """A server did not become ready, or ended by itself; the text holds the end of its log."""


# Below what Linux, macOS and Windows give out by themselves, so that no port chosen here is
# taken by somebody's outgoing connection or port 0 before its server listens.
_PORTS = range(10_000, 32_000)
_given: set[int] = set()


def free_port(host: str = "127.0.0.1") -> int:
    """A TCP port that nobody listens on at this moment; never the same twice in a process."""
    while True:
        port = random.choice(_PORTS)
        if port not in _given and port_is_free(port, host):
            _given.add(port)
            return port


def port_is_free(port: int, host: str = "127.0.0.1") -> bool:
    """Whether a server could listen on `port` at this moment.

    Raises ServerFailed where no other port would do either: `host` is no address of this machine,
    or a port so low is not for this user.
    """
    try:
        family, _, _, _, place = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (socket.gaierror, UnicodeError) as error:
        raise ServerFailed(f"{host} is no address: {error}") from None
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            probe.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        try:
            probe.bind(place)
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                return False
            raise ServerFailed(f"cannot listen on {host}, port {port}: {error.strerror}") from None
        return True


def command_of(pid: int) -> str | None:
    """The command line of a living process, or None where there is none."""
    if Path("/proc/self/cmdline").exists():
        try:
            words = Path(f"/proc/{pid}/cmdline").read_bytes()
        except OSError:
            return None
        return words.replace(b"\0", b" ").decode(errors="replace").strip() or None
    shown = subprocess.run(
        ["ps", "-ww", "-p", str(pid), "-o", "command="], capture_output=True, text=True, check=False
    )
    return shown.stdout.strip() or None


def stop_leftover(pid: int, marker: str, deadline_s: float = 10.0) -> bool:
    """End process `pid` of an earlier run if its command line still holds `marker`.

    True if there was one. A recycled pid, whose command line is another, is left alone.
    """
    command = command_of(pid)
    if command is None or marker not in command:
        return False
    for sig, patience_s in ((signal.SIGTERM, deadline_s), (signal.SIGKILL, 5.0)):
        try:
            os.kill(pid, sig)
        except ProcessLookupError:
            return True
        until = time.monotonic() + patience_s
        while time.monotonic() < until:
            if marker not in (command_of(pid) or ""):
                return True
            time.sleep(0.02)
    raise ServerFailed(f"process {pid} of an earlier run does not end: {command}")


class ServerProcess:
    """One server of ours as a child process, its output appended to `log`.

    `probe` says whether the server answers; it may block for a moment but must not raise.
    With `lifeline` its standard input is a pipe that ends when this process does, however that
    happens. The child has a session of its own: an interrupt typed at the terminal does not
    reach it, so that whoever started it decides the order in which things end.
    """

    def __init__(
        self,
        name: str,
        argv: Sequence[str],
        log: Path,
        probe: Callable[[], bool],
        environment: Mapping[str, str] | None = None,
        *,
        lifeline: bool = False,
    ) -> None:
        self.name = name
        self.argv = tuple(argv)
        self.log = log
        self._probe = probe
        self._environment = environment
        self._lifeline = lifeline
        self._child: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        """The child's process id. Raises ServerFailed where it was never started."""
        if self._child is None:
            raise ServerFailed(f"{self.name} was not started")
        return self._child.pid

    @property
    def exit_code(self) -> int | None:
        """None while it runs or before it was started; else its status, negative for a signal."""
        return None if self._child is None else self._child.poll()

    @property
    def running(self) -> bool:
        """Whether the child lives (a frozen one does too)."""
        return self._child is not None and self._child.poll() is None

    def launch(self) -> None:
        """Start the child without waiting for it to be ready."""
        if self.running:
            raise ServerFailed(f"{self.name} runs already")
        self.log.parent.mkdir(parents=True, exist_ok=True)
        with self.log.open("ab") as output:
            self._child = subprocess.Popen(
                self.argv,
                stdin=subprocess.PIPE if self._lifeline else subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                env=None if self._environment is None else dict(self._environment),
                start_new_session=True,
            )

    @property
    def ready(self) -> bool:
        """Whether it lives and the probe holds at this moment."""
        return self.running and self._probe()

    def await_ready(self, deadline_s: float = 10.0) -> None:
        """Block until the probe holds. Raises ServerFailed when the child ends or time is up."""
        until = time.monotonic() + deadline_s
        while not self._probe():
            if not self.running:
                raise ServerFailed(f"{self.name} ended ({self.exit_code}): {self.log_tail()}")
            if time.monotonic() > until:
                raise ServerFailed(f"{self.name} not ready in {deadline_s} s: {self.log_tail()}")
            time.sleep(0.01)

    def start(self, deadline_s: float = 10.0) -> None:
        """Launch, and block until ready; what did not become ready is killed again."""
        self.launch()
        try:
            self.await_ready(deadline_s)
        except ServerFailed:
            self.kill()
            raise

    def stop(self, deadline_s: float = 10.0) -> int:
        """Ask it to end (SIGTERM) and reap it; after `deadline_s` seconds it is killed.

        Returns its exit status, -9 where it had to be killed, 0 where it never ran.
        """
        if self._child is None:
            return 0
        if self._child.poll() is None:
            self._child.send_signal(signal.SIGCONT)
            self._child.terminate()
        try:
            return self._child.wait(deadline_s)
        except subprocess.TimeoutExpired:
            self.kill()
            return self._child.wait()

    def kill(self) -> None:
        """End it at once (SIGKILL) and reap it."""
        if self._child is not None:
            self._child.kill()
            self._child.wait()

    def freeze(self) -> None:
        """Stop it from running without ending it (SIGSTOP): sockets stay open, nothing answers."""
        os.kill(self.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        """Let a frozen process run on (SIGCONT)."""
        os.kill(self.pid, signal.SIGCONT)

    def restart(self, deadline_s: float = 10.0) -> None:
        """Stop it if it runs, then start it on the same address and folder."""
        self.stop(deadline_s)
        self.start(deadline_s)

    def terminate(self) -> None:
        """Ask it to end (SIGTERM) without waiting; `stop` reaps it."""
        if self.running:
            os.kill(self.pid, signal.SIGTERM)

    def log_tail(self, lines: int = 12) -> str:
        """The last lines of its log."""
        if not self.log.exists():
            return "(no log)"
        text = self.log.read_text(encoding="utf-8", errors="replace")
        return "\n".join(text.splitlines()[-lines:]) or "(empty log)"
