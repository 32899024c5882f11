"""Verifies webhooks by Standard Webhooks (https://www.standardwebhooks.com), without network calls."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import Message
from typing import cast

from ._generated.models import WebhookEvent
from .errors import WebhookVerificationError

Secrets = str | Sequence[str]
"""One secret, `whsec_…`, or several during a rotation: each secret signs, and one valid signature is enough."""

# Standard Webhooks requires 192 to 512 bits. A shorter key was truncated while it was copied.
_MIN_KEY_BYTES = 24
_MAX_KEY_BYTES = 64

# The id has no full stop, because `id.timestamp.body` would be ambiguous.
_ID = re.compile(r"[\x21-\x2d\x2f-\x7e]{1,256}")


@dataclass(frozen=True)
class VerifiedWebhook:
    """A webhook with a valid signature."""

    id: str
    """The `webhook-id`: the same if this event is redelivered. Handle each event once."""
    sent_at: datetime
    """When this attempt was sent; `event["timestamp"]` is when the event happened."""
    event: WebhookEvent
    """The parsed body. It may have a type that this version does not know: ignore such events."""


@dataclass(frozen=True)
class SignedWebhook:
    """The header fields and the body of a request to your endpoint."""

    headers: Mapping[str, str]
    body: bytes


def verify_webhook(
    headers: Mapping[str, str] | Message,
    body: bytes | str | None,
    *,
    secret: Secrets,
    tolerance_seconds: float = 300,
    clock: Callable[[], float] = time.time,
) -> VerifiedWebhook:
    """Verifies a request to your endpoint, and returns its event.

    `headers` are the header fields of the request, in any case, also as the `Message` of `http.server`, and `body` is its raw body, before anything
    parses it. A timestamp that differs by more than `tolerance_seconds` from the current time is refused.

    Raises:
        WebhookVerificationError: you cannot trust the webhook; `code` says why. Answer 401.
        TypeError: the body was already parsed.
        ValueError: the secret or the tolerance is invalid.
    """
    keys = _signing_keys(secret)
    if not tolerance_seconds >= 0:
        raise ValueError("tolerance_seconds must be a number of at least 0.")
    received = {name.lower(): value for name, value in headers.items()}
    webhook_id = _header(received, "webhook-id", _ID)
    timestamp = _header(received, "webhook-timestamp", re.compile(r"[0-9]{1,12}"))
    signatures = _header(received, "webhook-signature", re.compile(r".+", re.DOTALL))
    _check_time(int(timestamp), tolerance_seconds, clock)
    if body is None:
        raise WebhookVerificationError(
            "There is no body. Either the request is not a webhook, or nothing has read its body.",
            code="missing_body",
        )
    raw = _raw(body)
    content = f"{webhook_id}.{timestamp}.".encode() + raw
    candidates = [_utf8(one) for one in signatures.split(" ")]
    if not any(_is_signed(key, content, candidates) for key in keys):
        raise WebhookVerificationError(
            "No signature in webhook-signature matches. Check that you pass the secret of this endpoint, "
            "and the raw body, as it was before any parser.",
            code="no_matching_signature",
        )
    try:
        event = json.loads(raw.decode())
    except ValueError as cause:
        raise WebhookVerificationError(
            "The signature is valid, but the body is not JSON. Report the webhook-id to the operator.",
            code="body_not_json",
        ) from cause
    return VerifiedWebhook(webhook_id, datetime.fromtimestamp(int(timestamp), UTC), event)


def sign_webhook(
    event: WebhookEvent | str,
    *,
    secret: Secrets,
    id: str | None = None,
    sent_at: datetime | None = None,
) -> SignedWebhook:
    """Signs an event like the service, for the tests of your receiver. Text is signed unchanged.

    Raises:
        ValueError: an argument is invalid.
    """
    webhook_id = f"evt_0{uuid.uuid4().hex[:25]}" if id is None else id
    if _ID.fullmatch(webhook_id) is None:
        raise ValueError("id must be 1 to 256 printable ASCII characters, without a space or a full stop.")
    timestamp = int(time.time() if sent_at is None else sent_at.timestamp())
    text = event if isinstance(event, str) else json.dumps(event, ensure_ascii=False)
    body = text.encode()
    content = f"{webhook_id}.{timestamp}.".encode() + body
    signatures = [_signature(key, content).decode() for key in _signing_keys(secret)]
    return SignedWebhook(
        {
            "content-type": "application/json",
            "webhook-id": webhook_id,
            "webhook-timestamp": str(timestamp),
            "webhook-signature": " ".join(signatures),
        },
        body,
    )


def _signing_keys(secrets: Secrets) -> list[bytes]:
    listed = [secrets] if isinstance(secrets, str) else list(secrets)
    if not listed:
        raise _invalid_secret()
    return [_signing_key(secret) for secret in listed]


def _signing_key(secret: str) -> bytes:
    prefix, found, text = secret.partition("whsec_")
    try:
        key = base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except (binascii.Error, ValueError):
        raise _invalid_secret() from None
    if prefix or not found or not _MIN_KEY_BYTES <= len(key) <= _MAX_KEY_BYTES:
        raise _invalid_secret()
    return key


def _invalid_secret() -> ValueError:
    return ValueError(
        "secret must be the signing secret of your webhook endpoint: whsec_ and the complete key in Base64, "
        "without spaces. webhooks.create_endpoint returns it when it creates the endpoint, and "
        "webhooks.rotate_secret returns a new one."
    )


def _signature(key: bytes, content: bytes) -> bytes:
    return b"v1," + base64.b64encode(hmac.new(key, content, hashlib.sha256).digest())


def _is_signed(key: bytes, content: bytes, received: list[bytes]) -> bool:
    # Computed once per secret, even if the header has many signatures.
    expected = _signature(key, content)
    return any(hmac.compare_digest(one, expected) for one in received)


def _raw(body: object) -> bytes:
    if isinstance(body, str):
        return _utf8(body)
    if isinstance(body, (bytes, bytearray, memoryview)):
        return bytes(cast(bytes, body))
    raise TypeError(
        "body must be the raw body of the request, as text or bytes. A parsed body cannot be verified: pass "
        "request.get_data() of Flask, request.body of Django, or await request.body() of FastAPI."
    )


def _utf8(received: str) -> bytes:
    # Some servers turn bytes that are not UTF-8 into lone surrogates, which match no signature.
    return received.encode(errors="surrogatepass")


def _header(headers: Mapping[str, str], name: str, pattern: re.Pattern[str]) -> str:
    value = headers.get(name)
    if not value:
        raise WebhookVerificationError(
            f"The header {name} is missing. Either the request is not a webhook, or the headers of another "
            "request were passed.",
            code="missing_header",
        )
    if pattern.fullmatch(value) is None:
        raise WebhookVerificationError(
            f"The header {name} does not have the format of Standard Webhooks.",
            code="malformed_header",
        )
    return value


def _check_time(sent_at: int, tolerance: float, clock: Callable[[], float]) -> None:
    age = int(clock()) - sent_at
    if age > tolerance:
        raise WebhookVerificationError(
            f"The webhook was sent {age} seconds ago, and {tolerance:g} seconds are tolerated. "
            "It may be a replay, or the clock of this machine is fast.",
            code="timestamp_too_old",
        )
    if -age > tolerance:
        raise WebhookVerificationError(
            f"The timestamp of the webhook is {-age} seconds in the future, and {tolerance:g} seconds are tolerated. "
            "The clock of this machine may be slow.",
            code="timestamp_too_new",
        )
