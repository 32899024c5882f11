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
    """The stored tokens of one connection. They are secrets: store them where nobody else can read them."""

    expires_at: int
    """When the access token expires, in seconds since 1970."""


class TokenStore(Protocol):
    """The storage of the tokens of one connection, such as a row of a table."""

    def load(self) -> SessionTokens | None:
        """The tokens saved last, or None."""
        ...

    def save(self, tokens: SessionTokens | None, /) -> None:
        """Replaces the stored tokens; None deletes them."""
        ...


class Refreshes(Protocol):
    """What a session needs of `client.oauth`."""

    def refresh(self, body: RefreshRequest, /) -> TokenResponse:
        """Exchanges a refresh token for new tokens."""
        ...


# Leaves time for a call in flight and for clock skew.
_EXPIRY_MARGIN = 60

# Before a refresh that failed is tried again, while the token still works.
_RETRY_AFTER = 5


class TokenSession:
    """Keeps one player connected: it returns the access token, and refreshes it shortly before it expires or once the
    service refuses it. Refreshes are single-flight: all threads that wait share one.

    Pass `session.access_token` as the option `access_token` of a client. Use one session per player; where
    several processes share a connection, `lock` returns a context manager that they share, since a refresh
    token works once, and one that comes again after 30 seconds ends the connection.

    A refresh that the service cannot do now fails no call as long as the access token has not expired.

    New tokens are saved before any call gets them. If `save` fails, or the end of `lock` after it, the waiting calls
    fail, and the next call saves again instead of refreshing, unless another process has saved others meanwhile: then
    it uses those. A refresh whose answer was lost is retried: for 30 seconds the service gives the same tokens again.
    One failure has no recovery: if the process dies after the service issued new tokens, before they are saved, and for
    longer than that, the player has to connect again. So make `save` one quick write.
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
        # The access tokens that the store may have in place of the unsaved. Any other was saved by another process
        # since, and is newer.
        self._replaced: set[str | None] = set()
        self._retry_at = 0.0

    def start(self, tokens: TokenResponse) -> None:
        """Starts with the tokens that a code was exchanged for, and saves them in place of earlier ones."""
        while True:
            is_own, flight = self._lead(lambda: self._started(tokens))
            if is_own:
                flight.result()
                return
            # What becomes of a refresh in flight does not matter: these tokens replace its own.
            wait([flight])

    def access_token(self, refused: str | None = None) -> str:
        """An access token that has not expired, and is not the one that the service refused.

        Raises:
            OAuthError: `invalid_grant`, where the connection ended or never existed. The store is then cleared,
                and the player has to connect again.
            TimeoutError: where another thread's refresh takes longer than the call that asks may take.
        """
        waits = self._clock.time() < self._retry_at
        tokens = self._usable(self._saved, refused, until_the_end=waits)
        if tokens is None:
            _, flight = self._lead(lambda: self._refreshed(refused))
            wait([flight], time_left())
            if not flight.done():
                message = "The refresh of another thread took longer than this call may take."
                raise TimeoutError(message, code="timeout")
            tokens = flight.result()
        return tokens["access_token"]

    def _lead(self, work: Callable[[], SessionTokens]) -> tuple[bool, Future[SessionTokens]]:
        """Runs the work, or joins the run in flight: whether it was this work that ran, and its outcome."""
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
        # Only now: the lock may be a transaction, which has to commit that the store was cleared.
        if isinstance(outcome, OAuthError):
            raise outcome
        # And which saves nothing if its commit fails.
        tokens = outcome
        self._unsaved = None
        self._replaced.clear()
        self._saved = tokens
        return tokens

    def _started(self, tokens: TokenResponse) -> SessionTokens:
        try:
            stored = self._store.load()
        except Exception:
            # What cannot be read, such as what another key encrypted, is replaced all the same.
            stored = self._unsaved or self._saved
        return self._save(self._with_expiry(tokens), stored)

    def _refreshed(self, refused: str | None) -> SessionTokens:
        # Another process may have refreshed meanwhile, and tokens saved late may have expired.
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
        """The stored tokens, after those were saved that could not be before."""
        stored = self._store.load()
        if self._unsaved is not None and _access_token_of(stored) in self._replaced:
            return self._save(self._unsaved, stored)
        # Saved over newer ones, they would have a used refresh token sent again, which ends the connection.
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
        """The tokens, unless they expire soon (or have expired) or their access token is the refused one."""
        if tokens is None or tokens["access_token"] == refused:
            return None
        # Otherwise a short-lived token would be refreshed at every call.
        early = min(_EXPIRY_MARGIN, tokens["expires_in"] / 2)
        if until_the_end or not tokens.get("refresh_token"):
            early = 0
        return tokens if self._clock.time() < tokens["expires_at"] - early else None


def _access_token_of(tokens: SessionTokens | None) -> str | None:
    return None if tokens is None else tokens["access_token"]
