"""The options of a client and of a call."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypedDict

from .._generated.catalogue import ENVIRONMENTS
from .._generated.version import VERSION
from .clock import Clock
from .exchange import Response, Transport
from .http_transport import HttpTransport

AccessToken = str | Callable[[str | None], str]
"""The access token of a connection, `pra_…`, or a function that returns the current one, such as
`access_token` of a `TokenSession`. Each call calls the function once. If the service refuses the token, the call
passes the refused token to the function, and retries if the function returns a different token."""


class ClientOptions(TypedDict, total=False):
    """The options of a client."""

    api_key: str | None
    """The key of your application, `prk_…`. Default: SERVICE_API_KEY, unless there is an `access_token`."""
    access_token: AccessToken | None
    """The access token of one connected player, instead of a key."""
    base_url: str | None
    """The address of the service, which ends in `/api/v1`."""
    environment: str | None
    """The service by name, instead of its address. Default: SERVICE_ENV, unless there is a `base_url`. The variable
    SERVICE_URL_STAGING has the address of `staging`."""
    timeout: float
    """The timeout of a call in seconds, including retries and waits. Default: 30."""
    attempt_timeout: float
    """The timeout of one attempt in seconds, if a retry can follow it. Default: half of `timeout`."""
    max_retries: int
    """How often a call is retried, if a retry is safe. Default: 2."""
    headers: Mapping[str, str]
    """Header fields of every call."""
    transport: Transport
    """Sends the requests, instead of the standard library."""
    clock: Clock
    """Time and random numbers, for tests."""


class RequestOptions(TypedDict, total=False):
    """The options of one call."""

    timeout: float
    """The timeout of the call in seconds, instead of the client's."""
    attempt_timeout: float
    """The timeout of one attempt in seconds, instead of the client's."""
    max_retries: int
    """How often the call is retried, instead of the client's `max_retries`."""
    headers: Mapping[str, str]
    """More header fields. They cannot replace the credential."""
    on_response: Callable[[Response], object]
    """Called with the response that ends the call, for its status and header fields."""


class IdempotentOptions(RequestOptions, total=False):
    """The options of one call that takes an idempotency key."""

    idempotency_key: str
    """For 24 hours the same key with the same body returns the first response again. Printable ASCII, at most
    255 characters. Default: a random key for each call, which covers the client's retries."""


class ConditionalOptions(RequestOptions, total=False):
    """The options of one call that replaces or deletes only the version that was read."""

    if_match: str
    """The `ETag` of the version to replace or delete, from `on_response`. If somebody has changed it, nothing
    happens, and the call raises a `ConflictError` with the code `changed_meanwhile`. Default: any version."""


class CallOptions(IdempotentOptions, ConditionalOptions, total=False):
    """All options of calls."""


@dataclass(frozen=True)
class Settings:
    """The options of a client, checked and with their defaults."""

    base_url: str
    credential: Mapping[str, str]
    token_provider: Callable[[str | None], str] | None
    timeout: float
    attempt_timeout: float | None
    max_retries: int
    headers: Mapping[str, str]
    transport: Transport
    clock: Clock


def checked_settings(options: ClientOptions) -> Settings:
    """Returns the settings of a client; raises ValueError for an invalid option, and its message names it."""
    unknown = options.keys() - ClientOptions.__annotations__.keys()
    if unknown:
        raise TypeError(f"Unknown option: {', '.join(sorted(unknown))}.")
    check_limits(options)
    credential, provider = _authentication(options)
    return Settings(
        base_url=_address(options),
        credential=credential,
        token_provider=provider,
        timeout=options.get("timeout", 30.0),
        attempt_timeout=options.get("attempt_timeout"),
        max_retries=options.get("max_retries", 2),
        headers={
            "user-agent": f"partner-rating-python/{VERSION}",
            **checked_headers(options.get("headers", {})),
        },
        transport=options.get("transport") or HttpTransport(),
        clock=options.get("clock") or Clock(),
    )


def check_limits(options: Mapping[str, object]) -> None:
    """Raises ValueError for an invalid limit."""
    for name in ("timeout", "attempt_timeout"):
        seconds = options.get(name, 1)
        _check(isinstance(seconds, (int, float)) and seconds > 0, f"{name} must be above 0 seconds.")
    retries = options.get("max_retries", 0)
    _check(isinstance(retries, int) and retries >= 0, "max_retries must be a whole number.")
    key = options.get("idempotency_key", "k")
    _check(
        isinstance(key, str) and re.fullmatch(r"[ -~]{1,255}", key) is not None,
        "idempotency_key must be 1 to 255 printable ASCII characters.",
    )


def checked_headers(headers: Mapping[str, str]) -> dict[str, str]:
    """Returns header fields with lower-case names; raises ValueError for a field that cannot be sent."""
    for name, value in headers.items():
        _check(
            re.fullmatch(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+", name) is not None
            and re.fullmatch(r"[\t\x20-\x7e\x80-\xff]*", value) is not None,
            f"The header field {name!r} cannot be sent.",
        )
    return {name.lower(): value for name, value in headers.items()}


def credential_header(api_key: str | None, access_token: str | None) -> dict[str, str]:
    """Returns the header field with the credential; raises ValueError if it cannot be sent."""
    secret = api_key or access_token or ""
    _check(
        not (api_key and access_token) and re.fullmatch(r"[!-~]+", secret) is not None,
        "Set either api_key or access_token, in printable ASCII.",
    )
    return {"authorization": f"Bearer {secret}"} if access_token else {"x-api-key": secret}


def _authentication(
    options: ClientOptions,
) -> tuple[Mapping[str, str], Callable[[str | None], str] | None]:
    token = options.get("access_token")
    api_key = options.get("api_key")
    if api_key is None and token is None:
        api_key = os.environ.get("SERVICE_API_KEY")
    _check(
        bool(api_key or token),
        "There is no credential. Set SERVICE_API_KEY or api_key, or access_token.",
    )
    if callable(token):
        _check(not api_key, "Set either api_key or access_token.")
        return {}, token
    return credential_header(api_key, token), None


def _address(options: ClientOptions) -> str:
    base_url = options.get("base_url")
    environment = options.get("environment")
    if base_url is None:
        base_url = _environment_address(environment or os.environ.get("SERVICE_ENV"))
    else:
        _check(environment is None, "Set either base_url or environment.")
    _check(
        re.fullmatch(r"https?://[^\s?#@]+", base_url) is not None,
        "base_url must be an http(s) address that ends in /api/v1, without a query or a password.",
    )
    return base_url.rstrip("/")


def _environment_address(name: str | None) -> str:
    names = ", ".join(ENVIRONMENTS)
    if not name:
        raise ValueError(f"There is no address. Pass base_url, or set SERVICE_ENV to one of: {names}.")
    setting = "SERVICE_URL_" + re.sub(r"\W", "_", name).upper()
    url = os.environ.get(setting) or ENVIRONMENTS.get(name)
    if url is None:
        raise ValueError(
            f'Unknown environment "{name}". Known environments: {names}. For another environment, set {setting} '
            "or pass base_url."
        )
    return url


def _check(condition: bool, message: str) -> None:
    if not condition:
        raise ValueError(message)
