"""The error of an attempt that failed, by its status and its body, or by what came in their place."""

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
    PermissionDeniedError,
    RateLimitError,
    ValidationError,
)
from .exchange import Response
from .operation import Operation

_CLASS_BY_STATUS: dict[int, type[PartnerRatingError]] = {
    400: ValidationError,
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    413: ValidationError,
    415: ValidationError,
    422: ValidationError,
    429: RateLimitError,
}


def attempt_error(
    operation: Operation, base_url: str, response: Response, body: object, now: float
) -> PartnerRatingError:
    """The error for a response that is no answer to the operation."""
    members = cast(Mapping[str, Any], body if isinstance(body, dict) else {})

    def text(name: str) -> str | None:
        value = members.get(name)
        return value if isinstance(value, str) else None

    listed = members.get("errors")
    errors = cast(list[Any], listed) if isinstance(listed, list) else []
    code = text("error") or text("code")
    detail = text("error_description") or text("detail")
    headers = response.headers
    said = (
        " ".join(filter(None, [f"{code}:", detail, _first_fault(errors), text("type")]))
        if code
        # The query of a redirect may be secret.
        else f"{headers.get('location', '').split('?')[0] or headers.get('content-type')} at {base_url} is "
        "no answer of the service. Check the address; redirects are not followed."
    )
    has_oauth_form = operation.has_oauth_errors and text("error") is not None
    error_class = (
        OAuthError
        if has_oauth_form
        else _CLASS_BY_STATUS.get(response.status_code, PartnerRatingError)
    )
    return error_class(
        f"{operation.id}: {response.status_code} {said}",
        code=(text("error") if has_oauth_form else text("code")) or "unexpected_answer",
        response=response,
        request_id=headers.get("x-request-id") or text("instance"),
        detail=detail,
        retry_after=retry_after_seconds(headers.get("retry-after"), now),
        errors=errors,
    )


def retry_after_seconds(value: str | None, now: float) -> float | None:
    """The seconds of a `Retry-After` header, which may also be a date; None where it is neither."""
    if value is None:
        return None
    if re.fullmatch(r"\s*\d+\s*", value):
        return int(value)
    try:
        return max(0, math.ceil(parsedate_to_datetime(value).timestamp() - now))
    except (TypeError, ValueError, OverflowError):
        return None


def _first_fault(errors: list[Any]) -> str | None:
    fault = errors[0] if errors else None
    if not isinstance(fault, dict):
        return None
    known = cast(Mapping[str, Any], fault)
    return f"{known.get('pointer')}: {known.get('detail')}"
