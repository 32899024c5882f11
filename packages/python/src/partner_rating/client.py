"""The client."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, Self, Unpack

from ._core.caller import Caller
from ._core.http_transport import HttpTransport
from ._core.operation import Operation
from ._core.options import ClientOptions, IdempotentOptions, checked_settings
from ._generated.leaderboard import Leaderboard
from ._generated.matches import Matches
from ._generated.usage import Usage
from ._generated.webhooks import Webhooks
from .resources.members import Members
from .resources.oauth import OAuth


class PartnerRatingClient:
    """A client of the Partner Rating Service. Its methods have the names of the operations: `matches.submit` is
    `client.matches.submit(...)`, and `members.getBulk` is `client.members.get_bulk(...)`.

    A call returns the response as plain data with types of `partner_rating.models`, or raises a subclass of
    `PartnerRatingError`. The client passes on unknown fields and values unchanged. All threads can share one client.

    Raises:
        ValueError: an option is invalid; the message names it.
    """

    oauth: OAuth
    """Connects players to your application and disconnects them."""
    members: Members
    """Looks up members, their ratings and rating changes."""
    matches: Matches
    """Submits match results and tournaments."""
    leaderboard: Leaderboard
    """Ranks players by sport, bracket and location."""
    webhooks: Webhooks
    """Sets the endpoint for events and inspects their deliveries."""
    usage: Usage
    """Returns how much of your rate limit is used."""

    def __init__(self, **options: Unpack[ClientOptions]) -> None:
        settings = checked_settings(options)
        self._options = options
        self._call = Caller(settings)
        self.oauth = OAuth(self._call)
        self.members = Members(self._call)
        self.matches = Matches(self._call)
        self.leaderboard = Leaderboard(self._call)
        self.webhooks = Webhooks(self._call)
        self.usage = Usage(self._call)

    def with_options(self, **changes: Unpack[ClientOptions]) -> PartnerRatingClient:
        """Returns another client with some options replaced. Both use the same connections. A credential replaces one
        of either kind. `base_url` replaces `environment`, and `environment` replaces `base_url`."""
        options: ClientOptions = {**self._options, "transport": self._call.settings.transport}
        if changes.get("api_key") or changes.get("access_token"):
            options.update(api_key=None, access_token=None)
        if changes.get("base_url") or changes.get("environment"):
            options.update(base_url=None, environment=None)
        return PartnerRatingClient(**{**options, **changes})

    def request(
        self,
        method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"],
        path: str,
        *,
        path_parameters: Mapping[str, str] | None = None,
        query: Mapping[str, object] | None = None,
        body: object = None,
        **options: Unpack[IdempotentOptions],
    ) -> Any:
        """Calls an operation for which this version has no method, with everything that a call has. A write is retried
        only if you pass an idempotency key.

        Raises:
            ValueError: the path does not begin with a slash.
        """
        if not path.startswith("/"):
            raise ValueError("The path must begin with a slash.")
        operation = Operation(f"{method} {path}", method, path, takes_key=method != "GET")
        return self._call(
            operation, options, path=path_parameters, query=query, body=body, makes_key=False
        )

    def close(self) -> None:
        """Closes the client and its connections. Later calls raise an error whose `code` is `client_closed`."""
        self._call.is_closed = True
        transport = self._call.settings.transport
        if isinstance(transport, HttpTransport):
            transport.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
