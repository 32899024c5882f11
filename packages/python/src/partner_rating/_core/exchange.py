"""A request and its response, and what carries the one to the service and brings the other."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True)
class Request:
    """A request that is about to be sent."""

    operation: str
    """The operation, such as `members.get`."""
    method: str
    """The HTTP method, in capitals."""
    url: str
    """The whole address, with its query."""
    headers: Mapping[str, str] = field(repr=False)
    """The header fields, the credential included, with their names in lower case."""
    body: bytes | None = field(repr=False)
    """The JSON that is sent; None where there is none."""
    timeout: float
    """How many seconds the response, with its body, may take."""


@dataclass(frozen=True)
class Response:
    """A response with its whole body."""

    status_code: int
    """The HTTP status."""
    headers: Mapping[str, str]
    """The header fields, with their names in lower case."""
    body: bytes = field(repr=False)
    """The body, as it came."""

    @property
    def is_success(self) -> bool:
        """Whether the status is one of success."""
        return 200 <= self.status_code < 300

    def json(self) -> object:
        """The body, parsed; raises ValueError where it is not JSON in UTF-8, or nested too deeply."""
        try:
            return json.loads(self.body.decode("utf-8-sig"), parse_constant=_refuse_constant)
        except RecursionError as cause:
            raise ValueError("The JSON is nested too deeply.") from cause


class Transport(Protocol):
    """Sends one request and returns the response, of whatever status.

    Raises TimeoutError where that takes longer than `request.timeout`, ConnectionRefusedError where the
    request was never sent, and any other OSError where the network failed. Redirects are not followed. It
    is called by several threads at once.
    """

    def __call__(self, request: Request, /) -> Response:
        """Sends the request."""
        ...


class NotSentError(ConnectionRefusedError):
    """No connection was made, so nothing was sent."""


def _refuse_constant(name: str) -> object:
    raise ValueError(f"{name} is not JSON")
