"""Makes the error of an attempt that failed, from its status and body."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from typing import Any, cast

from ..errors import (
    AuthenticationError,
    ConflictError,
    NotFoundError,
    OAuthError,
    PartnerRatingError,
    PermissionError,
    RateLimitError,
    ValidationError,
)
from .exchange import Response
from .operation import Operation

_CLASS_BY_STATUS: dict[int, type[PartnerRatingError]] = {
    400: ValidationError,
    401: AuthenticationError,
    403: PermissionError,
    404: NotFoundError,
    409: ConflictError,
    412: ConflictError,
    413: ValidationError,
    415: ValidationError,
    422: ValidationError,
    429: RateLimitError,
}


def attempt_error(
    operation: Operation, base_url: str, response: Response, body: object, now: float
) -> PartnerRatingError:
    """Makes the error for a response that is not a success.

    The status of a problem document determines the class. Any other response did not come from the service, so the error
    has the base class, and its message names the address and the response.
    """
    fields = cast(Mapping[str, Any], body if isinstance(body, dict) else {})
    has_oauth_form = operation.has_oauth_errors and isinstance(fields.get("error"), str)
    members: Mapping[str, Any] = fields if has_oauth_form or _is_problem(response) else {}

    def text(name: str) -> str | None:
        value = members.get(name)
        return value if isinstance(value, str) else None

    listed = members.get("errors")
    errors = cast(list[Any], listed) if isinstance(listed, list) else []
    code = text("error") if has_oauth_form else text("code")
    detail = text("error_description") if has_oauth_form else text("detail")
    status = response.status_code
    headers = response.headers
    request_id = headers.get("x-request-id") or text("instance")
    is_wrong_address = not code or code == "unknown_address"
    returned = f"{base_url} returned {_returned(response)}, not a Partner Rating response."
    said: list[str | None] = [
        f"{operation.id}: {status}",
        f"{code}:" if code else returned,
        detail,
        _first_error(errors),
        text("error_uri") if has_oauth_form else text("type"),
        f"Check base_url ({base_url}): it should end in /api/v1." if is_wrong_address else None,
        f"(request {request_id})" if request_id else None,
    ]
    error_class: type[PartnerRatingError] = PartnerRatingError
    if has_oauth_form:
        error_class = OAuthError
    # Other services answer 404 too; only this code means that the requested resource does not exist.
    elif code and (status != 404 or code == "not_found"):
        error_class = _CLASS_BY_STATUS.get(status, PartnerRatingError)
    return error_class(
        " ".join(part for part in said if part),
        code=code or "unexpected_answer",
        response=response,
        request_id=request_id,
        detail=detail,
        retry_after=retry_after_seconds(headers.get("retry-after"), now),
        errors=errors,
    )


def retry_after_seconds(value: str | None, now: float) -> float | None:
    """Returns the seconds of a `Retry-After` header, which may also be a date; None if it is malformed."""
    if value is None:
        return None
    if re.fullmatch(r"\s*\d{1,10}\s*", value):
        return int(value)
    # Without GMT, parsedate_to_datetime would assume the local time zone.
    if not value.endswith(" GMT"):
        return None
    try:
        return max(0, math.ceil(parsedate_to_datetime(value).timestamp() - now))
    except (TypeError, ValueError, OverflowError):
        return None


def _is_problem(response: Response) -> bool:
    """Returns whether the Content-Type is that of problem details (RFC 9457)."""
    type_ = response.headers.get("content-type", "")
    return re.match(r"application/problem\+json\b", type_, re.IGNORECASE) is not None


def _returned(response: Response) -> str:
    """Describes what was returned instead of a response of the service."""
    # The query of a redirect may be secret.
    target = re.sub(r"[?#].*", "", response.headers.get("location", ""))
    if target:
        return f"a redirect to {target} (not followed)"
    if not response.body:
        return "an empty body"
    type_ = response.headers.get("content-type", "no Content-Type")
    if "json" not in type_.lower():
        return type_
    try:
        response.json()
    except ValueError:
        return "invalid JSON"
    return "JSON"


def _first_error(errors: list[Any]) -> str | None:
    error = errors[0] if errors else None
    if not isinstance(error, dict):
        return None
    known = cast(Mapping[str, Any], error)
    return f"{known.get('pointer')}: {known.get('detail')}"
