"""Keeps a player connected."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, wait
from contextlib import AbstractContextManager, nullcontext
from typing import Protocol, cast

from ._core.clock import Clock
from ._core.time_left import time_left
from ._generated.models import RefreshRequest, TokenResponse
from .errors import OAuthError, PartnerRatingError, TimeoutError


class SessionTokens(TokenResponse):
    """The stored tokens of one connection. They are secrets: encrypt them, or store them where only you can read them."""

    expires_at: int
    """When the access token expires, in seconds since 1970."""


class TokenStore(Protocol):
    """The storage of the tokens of one connection, such as a row of a table."""

    def load(self) -> SessionTokens | None:
        """Returns the tokens that were saved last, or None."""
        ...

    def save(self, tokens: SessionTokens | None, /) -> None:
        """Replaces the stored tokens; None deletes them."""
        ...


class Refreshes(Protocol):
    """The part of `client.oauth` that a session needs."""

    def refresh(self, body: RefreshRequest, /) -> TokenResponse:
        """Exchanges a refresh token for new tokens."""
        ...


# Leaves time for a call in flight and for clock skew.
_EXPIRY_MARGIN = 60

# The pause after a refresh that failed while the token still worked.
_RETRY_AFTER = 5


class TokenSession:
    """Keeps one player connected: returns the access token, and refreshes it shortly before it expires or after the
    service refuses it. Refreshes are single-flight: all waiting threads share one.

    Pass `session.access_token` as the option `access_token` of a client. Use one session per player. If
    several processes share a connection, pass `lock`, which returns a context manager that they share, one for each player:
    a refresh token works once, and if it is sent again after 30 seconds, the service revokes all tokens. The player stays
    connected, but must go through the connect flow again before you get new tokens.

    If a refresh fails while the access token is still valid, no call fails.

    New tokens are saved before any call gets them. If `save` fails, or the end of `lock` after it, the waiting calls
    fail, and the next call saves again instead of refreshing. If another process has saved newer tokens by then, the
    session uses those. If the response of a refresh is lost, the session retries: for 30 seconds the service returns
    the same tokens again. The session cannot recover in one case: the process dies before it saves the new tokens, and
    does not refresh again within 30 seconds. The player then has to connect again. So make `save` one quick write.
    """

    def __init__(
        self,
        oauth: Refreshes,
        store: TokenStore,
        *,
        lock: Callable[[], AbstractContextManager[object]] = nullcontext,
        clock: Clock | None = None,
    ) -> None:
        self._oauth = oauth
        self._store = store
        self._lock = lock
        self._clock = clock or Clock()
        self._mutex = threading.Lock()
        self._flight: Future[SessionTokens] | None = None
        self._saved: SessionTokens | None = None
        self._unsaved: SessionTokens | None = None
        # While tokens are not saved, the access tokens that the store may still have. If the store has any other token,
        # another process has saved newer tokens.
        self._replaced: set[str | None] = set()
        self._retry_at = 0.0

    def start(self, tokens: TokenResponse) -> None:
        """Saves the tokens that you exchanged a code for, instead of earlier ones, and starts to use them."""
        while True:
            is_own, flight = self._run_or_join(lambda: self._started(tokens))
            if is_own:
                flight.result()
                return
            # The result of a refresh in flight does not matter, because these new tokens replace it.
            wait([flight])

    def access_token(self, refused: str | None = None) -> str:
        """Returns a valid access token, other than the one that the service refused.

        Raises:
            OAuthError: `invalid_grant`, if the connection has ended or never existed. The session then clears the
                store, and the player has to connect again.
            TimeoutError: if another thread's refresh takes longer than the timeout of the call.
        """
        waits = self._clock.time() < self._retry_at
        tokens = self._usable(self._saved, refused, until_the_end=waits)
        if tokens is None:
            _, flight = self._run_or_join(lambda: self._refreshed(refused))
            wait([flight], time_left())
            if not flight.done():
                message = "The refresh of another thread took longer than the timeout of this call."
                raise TimeoutError(message, code="timeout")
            tokens = flight.result()
        return tokens["access_token"]

    def _run_or_join(self, work: Callable[[], SessionTokens]) -> tuple[bool, Future[SessionTokens]]:
        """Runs the work, or joins the run in flight. Returns whether this work ran, and the result."""
        with self._mutex:
            flight = self._flight
            mine: Future[SessionTokens] = Future()
            if flight is None:
                self._flight = mine
        if flight is not None:
            return False, flight
        try:
            mine.set_result(self._locked(work))
        except BaseException as error:
            mine.set_exception(error)
        finally:
            with self._mutex:
                self._flight = None
        return True, mine

    def _locked(self, work: Callable[[], SessionTokens]) -> SessionTokens:
        outcome: SessionTokens | OAuthError
        with self._lock():
            try:
                outcome = work()
            except OAuthError as error:
                if error.code != "invalid_grant":
                    raise
                outcome = error
        # Not earlier: the lock may be a transaction, which must commit the cleared store.
        if isinstance(outcome, OAuthError):
            raise outcome
        # A failed commit raises before this, because it saves nothing.
        tokens = outcome
        self._unsaved = None
        self._replaced.clear()
        self._saved = tokens
        return tokens

    def _started(self, tokens: TokenResponse) -> SessionTokens:
        try:
            stored = self._store.load()
        except Exception:
            # If the stored tokens cannot be read, for example because the key has changed, they are replaced too.
            stored = self._unsaved or self._saved
        return self._save(self._with_expiry(tokens), stored)

    def _refreshed(self, refused: str | None) -> SessionTokens:
        # Another process may have refreshed the tokens, or they have expired before they could be saved.
        stored = self._stored()
        tokens = self._usable(stored, refused)
        if tokens is not None:
            return tokens
        try:
            refresh_token = None if stored is None else stored.get("refresh_token")
            if refresh_token is None:
                raise OAuthError(
                    "The connection has ended, or start() was not called. Let the player connect.",
                    code="invalid_grant",
                )
            refreshed = self._oauth.refresh({"refresh_token": refresh_token})
            return self._save(self._with_expiry(refreshed), stored)
        except PartnerRatingError as error:
            if stored is None:
                raise
            if error.code == "invalid_grant":
                self._saved = self._unsaved = None
                self._store.save(None)
                raise
            unexpired = self._usable(stored, refused, until_the_end=True)
            if unexpired is None:
                raise
            delay = _RETRY_AFTER if error.retry_after is None else error.retry_after
            self._retry_at = self._clock.time() + delay
            return unexpired

    def _stored(self) -> SessionTokens | None:
        """Saves tokens that could not be saved before, and returns the stored tokens."""
        stored = self._store.load()
        if self._unsaved is not None and _access_token_of(stored) in self._replaced:
            return self._save(self._unsaved, stored)
        # If unsaved tokens replaced newer ones, a used refresh token would be sent again, which revokes all tokens.
        self._unsaved = None
        self._replaced.clear()
        return stored

    def _save(self, tokens: SessionTokens, stored: SessionTokens | None) -> SessionTokens:
        self._saved = None
        self._unsaved = tokens
        self._replaced.add(_access_token_of(stored))
        self._store.save(tokens)
        return tokens

    def _with_expiry(self, tokens: TokenResponse) -> SessionTokens:
        expires_at = int(self._clock.time()) + tokens["expires_in"]
        return cast(SessionTokens, {**tokens, "expires_at": expires_at})

    def _usable(
        self, tokens: SessionTokens | None, refused: str | None, *, until_the_end: bool = False
    ) -> SessionTokens | None:
        """Returns the tokens, unless they expire soon (or have expired), or the service refused their access token."""
        if tokens is None or tokens["access_token"] == refused:
            return None
        # Otherwise a short-lived token would be refreshed for every call.
        early = min(_EXPIRY_MARGIN, tokens["expires_in"] / 2)
        if until_the_end or not tokens.get("refresh_token"):
            early = 0
        return tokens if self._clock.time() < tokens["expires_at"] - early else None


def _access_token_of(tokens: SessionTokens | None) -> str | None:
    return None if tokens is None else tokens["access_token"]
