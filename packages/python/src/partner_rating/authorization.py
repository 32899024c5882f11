"""Scopes, and the values that protect an authorization."""

from __future__ import annotations

import hashlib
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from dataclasses import dataclass, field

from ._generated.catalogue import DEFAULT_SCOPES, SCOPES
from .errors import OAuthError

ScopeRequest = str | Sequence[str]
"""The scopes to request: one scope, a list, or a space-separated string (RFC 6749 section 3.3)."""


@dataclass(frozen=True)
class Pkce:
    """A code verifier and its challenge (RFC 7636 section 4). A leaked code is worthless without the verifier."""

    code_verifier: str = field(repr=False)
    """Store it in the player's session, and pass it to `oauth.exchange_token`."""
    code_challenge: str
    """Pass it to the start of the authorization."""
    code_challenge_method: str = "S256"
    """The only method that the service accepts."""


def generate_pkce() -> Pkce:
    """Generates a new pair for one authorization."""
    verifier = secrets.token_urlsafe(32)
    digest = hashlib.sha256(verifier.encode()).digest()
    return Pkce(verifier, urlsafe_b64encode(digest).rstrip(b"=").decode())


def generate_state() -> str:
    """Generates a `state`, which protects against forged callbacks (RFC 6749 section 10.12). Store it in the player's
    session, and refuse a callback without it."""
    return secrets.token_urlsafe(32)


def requested_scopes(scope: ScopeRequest | None) -> str:
    """Returns the scopes to send: the default scopes if none is named, and always `user:profile:read`.

    Raises:
        OAuthError: `invalid_scope`, if a scope does not exist.
    """
    named = scope.split() if isinstance(scope, str) else list(scope or [])
    unknown = [name for name in named if name not in SCOPES]
    if unknown:
        message = (
            f'Separate scopes by spaces, not by commas. You sent "{unknown[0]}".'
            if "," in unknown[0]
            else f'There is no scope "{unknown[0]}". The scopes are {", ".join(SCOPES)}.'
        )
        raise OAuthError(message, code="invalid_scope")
    profile = DEFAULT_SCOPES[0]
    asked = named or list(DEFAULT_SCOPES)
    return " ".join(dict.fromkeys(asked if profile in asked else [profile, *asked]))
