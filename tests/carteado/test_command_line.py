"""What the command line says where it was asked for the impossible: one line, and a status."""

from __future__ import annotations

import signal
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from carteado.__main__ import main
from carteado.processes import ServerFailed, free_port, port_is_free


@pytest.mark.parametrize(
    "given",
    [
        ["up", "--port", "65536"],
        ["up", "--port", "-1"],
        ["up", "--engines", "0"],
        ["load", "--tables", "-1"],
        ["load", "--seconds", "nan"],
        ["soak", "--minutes", "0"],
        ["bench", "path", "--rate", "-1"],
        ["bench", "rules", "--seconds", "0"],
        ["arena", "hearts", "--games", "0"],
        ["provision", "--max-bytes", "0"],
    ],
)
def test_numbers_that_make_no_sense_are_refused(
    given: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Status 2 and the option's name, before anything is started."""
    with pytest.raises(SystemExit) as ended:
        main(given)
    assert ended.value.code == 2
    assert f"argument {given[-2]}" in capsys.readouterr().err


@pytest.fixture
def signals() -> Iterator[None]:
    """`up` takes them over: they are given back."""
    kept = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in kept.items():
        signal.signal(number, handler)


@pytest.mark.usefixtures("signals")
@pytest.mark.parametrize("host", ["999.1.1.1", "192.0.2.1", "2001:db8::1", "a..b"])
@pytest.mark.parametrize("port", ["0", "8080"])
def test_an_address_of_another_machine_is_refused(
    host: str, port: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is named, no free port is looked for on it, and nothing is left behind that runs."""
    given = ["up", "--home", str(tmp_path / "home"), "--host", host, "--port", port]
    assert main(given) == 1
    shown = capsys.readouterr()
    assert host in shown.out + shown.err


def test_a_folder_that_cannot_be_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where a file stands already."""
    (tmp_path / "file").touch()
    assert main(["up", "--home", str(tmp_path / "file")]) == 1
    shown = capsys.readouterr()
    assert "file" in shown.out + shown.err


def test_a_table_that_is_not_there_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    """Where `--url` leads to nobody."""
    assert main(["load", "--url", f"http://127.0.0.1:{free_port()}"]) == 1
    assert "refused" in capsys.readouterr().err


def test_a_server_that_is_not_there_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """By `provision`, with its address and without the password."""
    url = f"nats://127.0.0.1:{free_port()}"
    monkeypatch.setenv("CARTEADO_NATS_URLS", url)
    monkeypatch.setenv("CARTEADO_NATS_PASSWORD", "a secret of tests")
    assert main(["provision"]) == 1
    shown = capsys.readouterr().err
    assert url in shown
    assert "a secret" not in shown


def test_a_port_is_free_by_its_own_address() -> None:
    """In both families; what another holds is taken, and a bad address is neither."""
    for family, host in ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1")):
        try:
            with socket.create_server((host, 0), family=family) as held:
                port = held.getsockname()[1]
                assert not port_is_free(port, host)
        except OSError:
            assert family == socket.AF_INET6  # a machine without it
            continue
        assert port_is_free(port, host)
        assert port_is_free(free_port(host), host)
    with pytest.raises(ServerFailed):
        free_port("192.0.2.1")
