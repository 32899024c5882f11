"""Carries out calls: request, retries, timeouts, and errors."""

from __future__ import annotations

import builtins
import json
import logging
import uuid
import warnings
from collections.abc import Mapping
from datetime import date
from typing import Any, cast

from ..errors import ConnectionError, PartnerRatingError, TimeoutError, ValidationError
from .attempt_error import attempt_error
from .exchange import Request, Response
from .operation import Operation
from .options import (
    CallOptions,
    IdempotentOptions,
    RequestOptions,
    Settings,
    check_limits,
    checked_headers,
    credential_header,
)
from .retry import retry_delay
from .time_left import limited_to
from .times import time_text
from .url import filled_path, with_query

_log = logging.getLogger("partner_rating")
_warned: set[str] = set()


class Caller:
    """Carries out the calls of one client."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.is_closed = False

    def __call__(
        self,
        operation: Operation,
        options: RequestOptions | IdempotentOptions,
        *,
        path: Mapping[str, str] | None = None,
        query: Mapping[str, object] | None = None,
        body: object = None,
        makes_key: bool = True,
    ) -> Any:
        """Returns the response as plain data, or raises a `PartnerRatingError`."""
        if self.is_closed:
            raise PartnerRatingError("The client is closed.", code="client_closed")
        given = _checked(operation, options)
        settings = self.settings
        clock = settings.clock
        timeout = given.get("timeout", settings.timeout)
        max_retries = given.get("max_retries", settings.max_retries)
        # The default leaves time for a retry after an attempt that hangs.
        attempt_timeout = given.get("attempt_timeout", settings.attempt_timeout) or timeout / 2
        url = with_query(settings.base_url + filled_path(operation.path, path or {}), query or {})
        headers = {
            **settings.headers,
            **checked_headers(given.get("headers", {})),
            "accept": "application/json, application/problem+json",
            **settings.credential,
        }
        content = None if body is None else _content(operation, body)
        if content is not None:
            headers["content-type"] = "application/json"
        key = given.get("idempotency_key") if operation.takes_key else None
        if key is None and operation.takes_key and makes_key and max_retries and not operation.is_repeatable:
            key = str(uuid.uuid4())
        if key is not None:
            headers["idempotency-key"] = key
        if "if_match" in given:
            headers |= checked_headers({"if-match": given["if_match"]})
        # Without an idempotency key, a retry could repeat a write whose answer was lost.
        is_repeatable = operation.method == "GET" or operation.is_repeatable or key is not None
        end = clock.monotonic() + timeout
        token = self._authorize(headers, None, end)
        was_authorized_again = False
        retried = 0
        while True:
            now = clock.monotonic()
            if now >= end:
                message = f"{operation.id}: the timeout of {timeout:g} s ended before the call was sent."
                raise TimeoutError(message, code="timeout")
            # The last attempt may use all the time that is left.
            can_follow = is_repeatable and retried < max_retries
            left = min(end - now, attempt_timeout) if can_follow else end - now
            request = Request(
                operation.id,
                operation.method,
                url,
                headers,
                content,
                left,
            )
            answer, error, was_not_sent = self._attempt(operation, request)
            if error is None:
                assert isinstance(answer, _Answer)
                _warn_of_deprecation(operation, answer.response)
                _log.debug("%s: answered%s", operation.id, _request_of(answer.response))
                if "on_response" in given:
                    given["on_response"](answer.response)
                return answer.value
            can_authorize_again = token is not None and not was_authorized_again
            if error.status_code == 401 and can_authorize_again and _takes_token(error):
                was_authorized_again = True
                renewed = self._authorize(headers, token, end)
                if renewed != token:
                    token = renewed
                    continue
            delay = retry_delay(
                error,
                retried,
                is_repeatable=is_repeatable,
                was_not_sent=was_not_sent,
                clock=clock,
            )
            # If the deadline comes before the retry, raise this error, which says more than a timeout.
            if delay is None or retried >= max_retries or clock.monotonic() + delay >= end:
                _log.debug("%s: %s%s", operation.id, error.code, _request_of(error.response))
                if "on_response" in given and error.response is not None:
                    given["on_response"](error.response)
                raise error
            id_text = _request_of(error.response)
            _log.warning("%s: %s%s, retried in %.3f s", operation.id, error.code, id_text, delay)
            # A write that is still in progress has not failed, so the call waits for it until the deadline.
            if error.code != "idempotency_in_progress":
                retried += 1
            clock.sleep(delay)

    def _authorize(self, headers: dict[str, str], refused: str | None, end: float) -> str | None:
        """Puts the current access token into the headers; returns None if the credential is not a function."""
        if self.settings.token_provider is None:
            return None
        with limited_to(lambda: end - self.settings.clock.monotonic()):
            token = self.settings.token_provider(refused)
        headers.update(credential_header(None, token))
        return token

    def _attempt(
        self, operation: Operation, request: Request
    ) -> tuple[_Answer | None, PartnerRatingError | None, bool]:
        """Returns the response, or the error and whether the request was never sent."""
        base_url = self.settings.base_url
        try:
            response = self.settings.transport(request)
        except builtins.TimeoutError as cause:
            error = TimeoutError(
                f"{operation.id}: no complete answer from {base_url} in {request.timeout:g} s.",
                code="timeout",
            )
            error.__cause__ = cause
            return None, error, False
        except OSError as cause:
            reason = cause or type(cause).__name__
            is_refused = "refused" in f"{reason}".lower() and "proxy" not in f"{reason}"
            error = ConnectionError(
                f"{operation.id}: no server is listening at {base_url} ({reason}). Check base_url, or start the service."
                if is_refused
                else f"{operation.id}: no complete answer from {base_url} ({reason}).",
                code="connection_failed",
            )
            error.__cause__ = cause
            return None, error, isinstance(cause, ConnectionRefusedError)
        if response.status_code == 204:
            return _Answer(None, response), None, False
        try:
            body = response.json()
        except ValueError:
            body = None
        if response.is_success and isinstance(body, (dict, list)):
            return _Answer(cast(object, body), response), None, False
        now = self.settings.clock.time()
        return None, attempt_error(operation, base_url, response, cast(object, body), now), False


class _Answer:
    def __init__(self, value: object, response: Response) -> None:
        self.value = value
        self.response = response


def _checked(operation: Operation, options: RequestOptions | IdempotentOptions) -> CallOptions:
    allowed = set(RequestOptions.__annotations__)
    if operation.takes_key:
        allowed.add("idempotency_key")
    if operation.takes_version:
        allowed.add("if_match")
    unknown = options.keys() - allowed
    if unknown:
        raise TypeError(f"{operation.id} takes no {', '.join(sorted(unknown))}.")
    check_limits(cast(Mapping[str, object], options))
    return cast(CallOptions, options)


def _content(operation: Operation, body: object) -> bytes:
    """Returns the body as JSON.

    Refuses a body over the limit before it is sent, because the service would refuse it. If the service broke the
    connection first, the client would retry for nothing.
    """
    try:
        content = json.dumps(body, ensure_ascii=False, allow_nan=False, default=_as_text).encode()
    except UnicodeEncodeError:
        raise ValueError("The body must not hold a lone surrogate.") from None
    except RecursionError:
        raise ValueError("The body is nested too deeply.") from None
    if len(content) > operation.max_bytes:
        detail = (
            f"The body has {len(content)} bytes; the limit is {operation.max_bytes}. Split it."
        )
        message = f"{operation.id}: body_too_large: {detail}"
        raise ValidationError(message, code="body_too_large", detail=detail)
    return content


def _as_text(value: object) -> str:
    if isinstance(value, date):
        return time_text(value)
    raise TypeError(f"The body must not contain {value!r}: JSON has no {type(value).__name__}.")


def _request_of(response: Response | None) -> str:
    """Returns the request id of the response for a log line."""
    request_id = None if response is None else response.headers.get("x-request-id")
    return f" (request {request_id})" if request_id else ""


def _takes_token(refusal: PartnerRatingError) -> bool:
    """Returns whether the challenges of a 401 allow an access token (RFC 9110 section 11.6.1)."""
    response = refusal.response
    challenges = None if response is None else response.headers.get("www-authenticate")
    return challenges is None or "bearer" in challenges.lower()


def _warn_of_deprecation(operation: Operation, response: Response) -> None:
    """Warns about `Deprecation` (RFC 9745), once per operation."""
    if "deprecation" not in response.headers or operation.id in _warned:
        return
    _warned.add(operation.id)
    warnings.warn(
        f"{operation.id}, or a part of it, is deprecated; Sunset: {response.headers.get('sunset')}.",
        DeprecationWarning,
        stacklevel=4,
    )
