"""The errors of calls. Every class is a `PartnerRatingError`, and matches the status of the problem document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._core.exchange import Response
    from ._generated.models import ErrorItem


class PartnerRatingError(Exception):
    """The base class of every error of this client. The client raises it itself if no other class fits.

    Its message is for a log: the operation, the status, the code, what happened, the first error, the
    address of a page that explains the code, and the request id. Show people your own text for the `code`,
    because `detail` is for developers.
    """

    status_code: int | None
    """The HTTP status; None if there was no response."""
    response: Response | None
    """The response; None if there was none."""
    request_id: str | None
    """Quote it when you ask for support."""
    code: str
    """The kind of error, for programs: `code` of problem details (RFC 9457), `error` of an OAuth error response, or a
    code of the client: `connection_failed`, `timeout`, `unexpected_answer`, or `client_closed`."""
    detail: str | None
    """A description of the error from the service."""
    retry_after: float | None
    """Seconds to wait before the call may succeed, from `Retry-After`."""
    errors: Sequence[ErrorItem]
    """The errors of the request, each with a JSON Pointer to the value; empty if the service names none."""

    def __init__(
        self,
        message: str,
        *,
        code: str = "unexpected_answer",
        response: Response | None = None,
        request_id: str | None = None,
        detail: str | None = None,
        retry_after: float | None = None,
        errors: Sequence[ErrorItem] = (),
    ) -> None:
        super().__init__(message)
        self.code = code
        self.status_code = None if response is None else response.status_code
        self.response = response
        self.request_id = request_id
        self.detail = detail
        self.retry_after = retry_after
        self.errors = list(errors)


class ValidationError(PartnerRatingError):
    """400, 413, 415, and 422: the request is invalid, so it would fail again unchanged."""


class AuthenticationError(PartnerRatingError):
    """401: the API key or the access token is missing, unknown, expired, or revoked."""


class PermissionError(PartnerRatingError):
    """403: the credential is valid, but does not allow this call; `code` says why."""


class NotFoundError(PartnerRatingError):
    """404 `not_found`: the resource does not exist, or your application may not see it. Any other 404, such as
    `unknown_address` or a proxy's page, is a `PartnerRatingError`."""


class ConflictError(PartnerRatingError):
    """409 and 412: the request conflicts with the current state; `code` says how."""


class RateLimitError(PartnerRatingError):
    """429: your application has reached its rate limit. `retry_after` says when to try again."""


class OAuthError(PartnerRatingError):
    """An error response of the OAuth flow (RFC 6749 section 5.2); `code` is its `error`."""


class ConnectionError(PartnerRatingError):
    """The response is missing or incomplete. The service may have run the call."""


class TimeoutError(PartnerRatingError):
    """The response was not complete in time. Repeat a write only with the same `idempotency_key`."""


class WebhookVerificationError(PartnerRatingError):
    """A request to your webhook endpoint that you cannot trust. Answer it with 401.

    `code` says why: `missing_header`, `malformed_header`, `timestamp_too_old`, `timestamp_too_new`,
    `missing_body`, `no_matching_signature`, or `body_not_json`.
    """
