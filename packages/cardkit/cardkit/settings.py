"""Settings from the environment, and nowhere else; wrong ones end the process with plain words.

Every setting is read from `CARTEADO_<NAME>`. A secret may instead stand in a file: its path in
`CARTEADO_<NAME>_FILE`, or the file `carteado_<name>` in the folder `CARTEADO_SECRETS_DIR`.
"""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic.fields import FieldInfo
from pydantic_settings import (
    BaseSettings,
    NoDecode,
    PydanticBaseSettingsSource,
    SecretsSettingsSource,
    SettingsConfigDict,
)

from cardkit.clock import TimeScale

PREFIX = "CARTEADO_"
BAD_SETTINGS = 78
"""Exit status of a process whose settings are missing or wrong (sysexits' EX_CONFIG)."""

LogLevel = Literal["debug", "info", "warning", "error"]


class SettingConflict(ValueError):
    """A setting is given twice, or its file cannot be read. The text holds no value."""


class FileSource(PydanticBaseSettingsSource):
    """Reads `CARTEADO_<NAME>_FILE`: the setting is that file's content without the line's end."""

    def get_field_value(self, field: FieldInfo, field_name: str) -> tuple[Any, str, bool]:
        """The content of the field's file, or None where no file is named."""
        variable = f"{PREFIX}{field_name}".upper()
        path = os.environ.get(f"{variable}_FILE")
        if path is None:
            return None, field_name, False
        if variable in os.environ:
            raise SettingConflict(f"both {variable} and {variable}_FILE are set")
        try:
            return Path(path).read_text(encoding="utf-8").rstrip("\r\n"), field_name, False
        except OSError as error:
            raise SettingConflict(f"{variable}_FILE: {error.strerror}") from error
        except UnicodeDecodeError:
            raise SettingConflict(f"{variable}_FILE: is no text") from None

    def __call__(self) -> dict[str, Any]:
        """All fields that a file gives."""
        found: dict[str, Any] = {}
        for name, field in self.settings_cls.model_fields.items():
            value, key, _ = self.get_field_value(field, name)
            if value is not None:
                found[key] = value
        return found


class ServiceSettings(BaseSettings):
    """What every service is told. A service adds its own fields in a subclass."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, frozen=True, extra="ignore", hide_input_in_errors=True
    )

    nats_urls: Annotated[tuple[str, ...], NoDecode] = Field(min_length=1)
    """Addresses of the NATS servers, separated by commas, without credentials."""
    nats_user: str
    nats_password: SecretStr
    nats_sharded: bool = False
    """Streams that may be split are split, as they were provisioned."""

    instance: str = Field(default_factory=lambda: f"{socket.gethostname()}-{os.getpid()}")
    """Tells replicas apart in logs and metrics."""
    log_format: Literal["json", "console"] = "json"
    log_level: LogLevel = "info"
    admin_host: str = "127.0.0.1"
    admin_port: int = Field(default=0, ge=0, le=65535)
    """gRPC: health, reflection, admin. 0: any free port."""
    metrics_host: str = "127.0.0.1"
    metrics_port: int = Field(default=0, ge=0, le=65535)
    """Prometheus exposition over HTTP. 0: any free port."""
    time_scale: float = Field(default=1.0, gt=0, le=100)
    """Every duration of the product is multiplied by it."""
    drain_s: float = Field(default=20.0, ge=0, le=600)
    """Real seconds from the request to stop until what is left undone is dropped."""

    lifeline: bool = False
    """Stop when standard input ends: whoever started this process is gone."""

    @field_validator("nats_urls", mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        if isinstance(value, str):
            return tuple(part.strip() for part in value.split(",") if part.strip())
        return value

    @property
    def scale(self) -> TimeScale:
        """The time scale as a value."""
        return TimeScale(self.time_scale)

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Arguments, environment, named files, then the folder of secrets."""
        sources = [init_settings, env_settings, FileSource(settings_cls)]
        folder = os.environ.get(f"{PREFIX}SECRETS_DIR")
        if folder is not None:
            sources.append(SecretsSettingsSource(settings_cls, secrets_dir=folder))
        return tuple(sources)


class RedisSettings(ServiceSettings):
    """For a service that keeps state in Redis (or Valkey)."""

    redis_url: str
    """`redis://host:port/db`, without the password."""
    redis_password: SecretStr = SecretStr("")
    """Empty: the server asks for none."""

    @field_validator("redis_url")
    @classmethod
    def _readable(cls, value: str) -> str:
        if not value.startswith(("redis://", "rediss://", "unix://")):
            raise ValueError("begins with redis://, rediss:// or unix://")
        return value


S = TypeVar("S", bound=ServiceSettings)


def load(settings: type[S]) -> S:
    """Read `settings` from the environment.

    Ends the process with status 78, naming each wrong variable and what is wrong with it, but
    never a value: a mistyped secret stays one.
    """
    try:
        return settings()
    except ValidationError as error:
        for fault in error.errors(include_input=False, include_url=False):
            name = "_".join(str(part) for part in fault["loc"][:1]).upper()
            sys.stderr.write(f"{PREFIX}{name}: {fault['msg']}\n")
    except SettingConflict as error:
        sys.stderr.write(f"{error}\n")
    sys.exit(BAD_SETTINGS)
