"""Settings come from the environment or from files, and wrong ones are named without values."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardkit.settings import BAD_SETTINGS, RedisSettings, ServiceSettings, load

NEEDED = {
    "CARTEADO_NATS_URLS": "nats://a:1, nats://b:2",
    "CARTEADO_NATS_USER": "user",
    "CARTEADO_NATS_PASSWORD": "pa55word",
}


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what is needed is set."""
    for name, value in NEEDED.items():
        monkeypatch.setenv(name, value)


def test_addresses_are_a_list() -> None:
    """Separated by commas, blanks around them ignored."""
    assert load(ServiceSettings).nats_urls == ("nats://a:1", "nats://b:2")


def test_a_secret_is_shown_nowhere() -> None:
    """Not in the settings' own text."""
    settings = load(ServiceSettings)
    assert settings.nats_password.get_secret_value() == "pa55word"
    assert "pa55word" not in repr(settings)


def test_a_secret_from_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`_FILE` names it; the line's end does not belong to it."""
    path = tmp_path / "secret"
    path.write_text("from file\n")
    monkeypatch.delenv("CARTEADO_NATS_PASSWORD")
    monkeypatch.setenv("CARTEADO_NATS_PASSWORD_FILE", str(path))
    assert load(ServiceSettings).nats_password.get_secret_value() == "from file"


def test_a_secret_from_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As an orchestrator mounts them: one file a secret."""
    (tmp_path / "carteado_nats_password").write_text("mounted\n")
    monkeypatch.delenv("CARTEADO_NATS_PASSWORD")
    monkeypatch.setenv("CARTEADO_SECRETS_DIR", str(tmp_path))
    assert load(ServiceSettings).nats_password.get_secret_value() == "mounted"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"CARTEADO_NATS_URLS": None}, "CARTEADO_NATS_URLS"),
        ({"CARTEADO_NATS_URLS": " , "}, "CARTEADO_NATS_URLS"),
        ({"CARTEADO_TIME_SCALE": "0"}, "CARTEADO_TIME_SCALE"),
        ({"CARTEADO_LOG_LEVEL": "loud"}, "CARTEADO_LOG_LEVEL"),
        ({"CARTEADO_ADMIN_PORT": "70000"}, "CARTEADO_ADMIN_PORT"),
        ({"CARTEADO_NATS_PASSWORD_FILE": "/dev/null"}, "both CARTEADO_NATS_PASSWORD and"),
        (
            {"CARTEADO_NATS_PASSWORD": None, "CARTEADO_NATS_PASSWORD_FILE": "/no/such"},
            "CARTEADO_NATS_PASSWORD_FILE: No such file",
        ),
    ],
)
def test_wrong_settings_are_named(
    changes: dict[str, str | None],
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """One line each on standard error, status 78, and never the password."""
    for name, value in changes.items():
        if value is None:
            monkeypatch.delenv(name)
        else:
            monkeypatch.setenv(name, value)
    with pytest.raises(SystemExit) as ended:
        load(ServiceSettings)
    assert ended.value.code == BAD_SETTINGS
    errors = capsys.readouterr().err
    assert errors.startswith(said)
    assert "pa55word" not in errors


def test_a_file_that_is_no_text_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Such as a key in bytes; none of them is shown."""
    path = tmp_path / "secret"
    path.write_bytes(b"\xff\xfe\x81")
    monkeypatch.delenv("CARTEADO_NATS_PASSWORD")
    monkeypatch.setenv("CARTEADO_NATS_PASSWORD_FILE", str(path))
    with pytest.raises(SystemExit) as ended:
        load(ServiceSettings)
    assert ended.value.code == BAD_SETTINGS
    assert capsys.readouterr().err == "CARTEADO_NATS_PASSWORD_FILE: is no text\n"


def test_redis_is_asked_of_those_who_need_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its address has no default."""
    with pytest.raises(SystemExit):
        load(RedisSettings)
    assert capsys.readouterr().err == "CARTEADO_REDIS_URL: Field required\n"
    monkeypatch.setenv("CARTEADO_REDIS_URL", "127.0.0.1:6379")
    with pytest.raises(SystemExit):
        load(RedisSettings)
    assert "CARTEADO_REDIS_URL: Value error, begins with" in capsys.readouterr().err
    monkeypatch.setenv("CARTEADO_REDIS_URL", "redis://127.0.0.1:1/0")
    assert load(RedisSettings).redis_password.get_secret_value() == ""


def test_the_scale_keeps_short_durations_positive(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundredth of 20 ms is still something to wait for, none stays none."""
    monkeypatch.setenv("CARTEADO_TIME_SCALE", "0.01")
    scale = load(ServiceSettings).scale
    assert [scale.ms(duration) for duration in (20, 30_000, 0)] == [1, 300, 0]
