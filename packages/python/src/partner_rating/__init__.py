"""The typed client of the Partner Rating Service."""

import logging

from ._core.clock import Clock
from ._core.exchange import NotSentError, Request, Response, Transport
from ._core.http_transport import HttpTransport
from ._core.options import ClientOptions, ConditionalOptions, IdempotentOptions, RequestOptions
from ._core.paging import PagedList
from ._generated.catalogue import DEFAULT_SCOPES, SCOPES
from ._generated.version import VERSION as __version__
from .authorization import Pkce, generate_pkce, generate_state
from .client import PartnerRatingClient
from .errors import (
    AuthenticationError,
    ConflictError,
    ConnectionError,
    NotFoundError,
    OAuthError,
    PartnerRatingError,
    PermissionError,
    RateLimitError,
    TimeoutError,
    ValidationError,
    WebhookVerificationError,
)
from .ratings import rating_difference, rating_for, split_for
from .session import SessionTokens, TokenSession, TokenStore
from .webhooks import SignedWebhook, VerifiedWebhook, sign_webhook, verify_webhook

# Attempts are logged as "partner_rating". Without this handler, Python would print warnings to standard error.
logging.getLogger("partner_rating").addHandler(logging.NullHandler())

__all__ = [
    "AuthenticationError",
    "ClientOptions",
    "Clock",
    "ConditionalOptions",
    "ConflictError",
    "ConnectionError",
    "DEFAULT_SCOPES",
    "HttpTransport",
    "IdempotentOptions",
    "NotFoundError",
    "NotSentError",
    "OAuthError",
    "PagedList",
    "PartnerRatingClient",
    "PartnerRatingError",
    "PermissionError",
    "Pkce",
    "RateLimitError",
    "Request",
    "RequestOptions",
    "Response",
    "SCOPES",
    "SessionTokens",
    "SignedWebhook",
    "TimeoutError",
    "TokenSession",
    "TokenStore",
    "Transport",
    "ValidationError",
    "VerifiedWebhook",
    "WebhookVerificationError",
    "__version__",
    "generate_pkce",
    "generate_state",
    "rating_difference",
    "rating_for",
    "sign_webhook",
    "split_for",
    "verify_webhook",
]
