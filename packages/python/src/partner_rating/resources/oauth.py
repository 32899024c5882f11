"""The resource `oauth`."""

from __future__ import annotations

from typing import Unpack

from .._core.options import RequestOptions
from .._core.url import with_query
from .._generated import models
from .._generated.oauth import OAuthOperations
from ..authorization import ScopeRequest, requested_scopes


class OAuth(OAuthOperations):
    """The operations `oauth.*`: connect players to your application and disconnect them, by the authorization code
    grant (RFC 6749 section 4.1). They raise an `OAuthError`."""

    def authorize(
        self, body: models.AuthorizationRequest, **options: Unpack[RequestOptions]
    ) -> models.AuthorizationResponse:
        """Starts an authorization from your server. Send the player's browser to `authorization_url`
        within 10 minutes. Needs an API key with `key:oauth:connect`.

        Without a `scope`, it requests the default scopes. It always adds `user:profile:read`.

        Raises:
            OAuthError: the service refuses the authorization, or a scope does not exist.
        """
        return super().authorize({**body, "scope": requested_scopes(body.get("scope"))}, **options)

    def authorization_url(
        self,
        *,
        client_id: str,
        redirect_uri: str,
        scope: ScopeRequest | None = None,
        state: str | None = None,
        code_challenge: str | None = None,
    ) -> str:
        """Returns the address of the authorization page for the player's browser. Sends nothing. Prefer `authorize`, whose
        parameters never pass through the browser.

        Raises:
            OAuthError: `invalid_scope`, if a scope does not exist.
        """
        return with_query(
            f"{self._call.settings.base_url}/partner/oauth/authorize",
            {
                "response_type": "code",
                "client_id": client_id,
                "redirect_uri": redirect_uri,
                "scope": requested_scopes(scope),
                "state": state,
                "code_challenge": code_challenge,
                "code_challenge_method": "S256" if code_challenge else None,
            },
        )
