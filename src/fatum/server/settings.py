"""Settings of a server, decided by its host. A flag wins over the environment, that over the file."""

import dataclasses
import ipaddress
import math
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, get_type_hints
from urllib.parse import urlsplit

from fatum.core.errors import FatumError

PREFIX: Final = "FATUM_"
_WORDS: Final = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}


class InvalidSettings(FatumError):
    """An unknown setting, or a value that is not allowed."""


def _say(default: Any, about: str, least: float | None = None) -> Any:
    return field(default=default, metadata={"about": about, "least": least})


@dataclass(frozen=True)
class Settings:
    """Every field is a flag, a variable and a key of the file, all of the same name."""

    host: str = _say("127.0.0.1", "Address to listen on; 0.0.0.0 for everybody in the network.")
    port: int = _say(8000, "Port to listen on; 0 takes any that is free.", 0)
    store: str = _say(
        "", "File or postgresql:// address of the tables; by default a file in the data folder."
    )
    redis: str = _say("", "redis:// address for wake-ups between several processes.")
    public_url: str = _say("", "Address under which people reach the server, for links.")
    origins: str = _say("", "Other web addresses whose pages may use the server, comma-separated.")
    proxies: str = _say("", "Addresses of trusted proxies, comma-separated.")
    certificate: str = _say("", "TLS certificate, to serve https without a proxy.")
    certificate_key: str = _say("", "Private key of the certificate.")
    bot_processes: int = _say(0, "Processes in which bots think; 0 for one less than cores.", 0)
    bot_delay: float = _say(0.8, "Seconds a bot takes for a move, whatever its cards are.", 0)
    connections: int = _say(5000, "Most sockets at a time.", 1)
    connections_per_address: int = _say(200, "Most sockets at a time from one address.", 1)
    requests_per_minute: int = _say(600, "Most HTTP requests in a minute from one address.", 1)
    tables_per_hour: int = _say(120, "Most tables opened in an hour from one address.", 1)
    messages_per_second: int = _say(20, "Most messages in a second on one socket.", 1)
    unread_bytes: int = _say(
        256 * 1024, "Most bytes that wait for a socket that does not read.", 1024
    )
    unread_bytes_per_address: int = _say(
        16 * 1024 * 1024, "Most bytes that wait for clients of one address.", 1024
    )
    largest_request: int = _say(256 * 1024, "Most bytes of one HTTP request.", 1024)
    keep_days: int = _say(90, "Days after which untouched tables are deleted; 0 for never.", 0)
    metrics: bool = _say(True, "Whether /metrics tells numbers for Prometheus.")
    log_level: str = _say("info", "How much is logged: debug, info, warning or error.")
    log_format: str = _say("auto", "Form of the log: json, text, or auto: text on a terminal.")
    stop_seconds: float = _say(10.0, "Longest time that a stop waits for requests to end.", 0)

    def __post_init__(self) -> None:
        for spec in dataclasses.fields(self):
            least = spec.metadata["least"]
            value = getattr(self, spec.name)
            if isinstance(value, float) and not math.isfinite(value):
                raise InvalidSettings(f"{spec.name} must be a number, not {value}")
            if least is not None and value < least:
                raise InvalidSettings(f"{spec.name} must be at least {least}, not {value}")
        if self.port > 65535:
            raise InvalidSettings(f"port must be at most 65535, not {self.port}")
        _one_of("log_level", self.log_level, ("debug", "info", "warning", "error"))
        _one_of("log_format", self.log_format, ("auto", "json", "text"))
        for name in ("public_url", *(["origins"] if self.origins else [])):
            for url in split(getattr(self, name)):
                _check_url(name, url)
        if self.redis and _scheme(self.redis) not in {"redis", "rediss", "unix"}:
            raise InvalidSettings("redis must be an address such as redis://localhost:6379")
        for proxy in split(self.proxies):
            _check_proxy(proxy)
        if bool(self.certificate) != bool(self.certificate_key):
            raise InvalidSettings("certificate and certificate_key belong together")


def split(text: str) -> list[str]:
    """``a, b`` → both."""
    return [part.strip() for part in text.split(",") if part.strip()]


def _one_of(name: str, value: str, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise InvalidSettings(f"{name} must be {', '.join(allowed)}, not {value!r}")


def _scheme(url: str) -> str | None:
    """The part before ``://`` of an address that can be read."""
    try:
        parts = urlsplit(url)
        _ = parts.port  # which is only read now
        return parts.scheme
    except ValueError:
        return None


def _check_proxy(text: str) -> None:
    try:
        ipaddress.ip_network(text)
    except ValueError:
        if text != "*":
            raise InvalidSettings(
                f"proxies must be addresses or networks such as 10.0.0.0/8, not {text!r}"
            ) from None


def _check_url(name: str, url: str) -> None:
    scheme = _scheme(url)
    parts = None if scheme is None else urlsplit(url)
    if (
        parts is None
        or scheme not in {"http", "https"}
        or not parts.hostname
        or parts.path.strip("/")
    ):
        raise InvalidSettings(f"{name} must be an address such as https://example.org, not {url!r}")


def specs() -> list[tuple[str, type, Any, str]]:
    """Name, type, default and meaning of each setting."""
    hints = get_type_hints(Settings)
    return [
        (spec.name, hints[spec.name], spec.default, spec.metadata["about"])
        for spec in dataclasses.fields(Settings)
    ]


def read_settings(
    flags: Mapping[str, Any],
    environment: Mapping[str, str] = os.environ,
    file: Path | None = None,
) -> Settings:
    """All sources together; what none of them names has its default."""
    named = environment.get(f"{PREFIX}CONFIG")
    if file is None and named:
        file = Path(named)
    values = {} if file is None else _from_file(file)
    for name, kind, _, _ in specs():
        variable = f"{PREFIX}{name.upper()}"
        if variable in environment:
            values[name] = _from_text(variable, kind, environment[variable])
        if flags.get(name) is not None:
            values[name] = flags[name]
    return Settings(**values)


def _from_file(file: Path) -> dict[str, Any]:
    try:
        data = tomllib.loads(file.read_text("utf-8"))
    except OSError as error:
        raise InvalidSettings(f"cannot read {file}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InvalidSettings(f"{file} is not TOML: {error}") from None
    known = {name: kind for name, kind, _, _ in specs()}
    for name, value in data.items():
        if name not in known:
            raise InvalidSettings(f"{file}: there is no setting {name!r}")
        kind = known[name]
        if kind is float and type(value) is int:
            data[name] = float(value)
        elif type(value) is not kind:
            raise InvalidSettings(f"{file}: {name} must be {_WANTED[kind]}, not {value!r}")
    return data


_WANTED: Final = {str: "text", int: "a whole number", float: "a number", bool: "true or false"}


def _from_text(name: str, kind: type, text: str) -> Any:
    try:
        return _WORDS[text.lower()] if kind is bool else kind(text)
    except (KeyError, ValueError):
        raise InvalidSettings(f"{name} must be {_WANTED[kind]}, not {text!r}") from None
