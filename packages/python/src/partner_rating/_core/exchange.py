"""A request, its response, and the transport between client and service."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True)
class Request:
    """A request before it is sent."""

    operation: str
    """The operation, such as `members.get`."""
    method: str
    """The HTTP method, in capitals."""
    url: str
    """The whole address, with its query."""
    headers: Mapping[str, str] = field(repr=False)
    """The header fields, including the credential, with their names in lower case."""
    body: bytes | None = field(repr=False)
    """The JSON of the body; None if there is no body."""
    timeout: float
    """The seconds that the response and its body may take."""


@dataclass(frozen=True)
class Response:
    """A response with its whole body."""

    status_code: int
    """The HTTP status."""
    headers: Mapping[str, str]
    """The header fields, with their names in lower case."""
    body: bytes = field(repr=False)
    """The body, as it was received."""

    @property
    def is_success(self) -> bool:
        """Whether the status is 2xx."""
        return 200 <= self.status_code < 300

    def json(self) -> object:
        """Returns the parsed body; raises ValueError if it is not JSON in UTF-8, or is nested too deeply."""
        try:
            return json.loads(self.body.decode("utf-8-sig"), parse_constant=_refuse_constant)
        except RecursionError as cause:
            raise ValueError("The JSON is nested too deeply.") from cause


class Transport(Protocol):
    """Sends one request, and returns the response with any status.

    Raises TimeoutError if that takes longer than `request.timeout`, ConnectionRefusedError if the
    request was never sent, and any other OSError if the network failed. It does not follow redirects, and
    several threads may call it at once.
    """

    def __call__(self, request: Request, /) -> Response:
        """Sends the request."""
        ...


class NotSentError(ConnectionRefusedError):
    """Reports that no connection was made, so nothing was sent."""


def _refuse_constant(name: str) -> object:
    raise ValueError(f"{name} is not JSON")
