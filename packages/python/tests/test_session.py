"""Tests sessions that threads and processes share."""

from __future__ import annotations

import threading
import time
import unittest
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from unittest import mock

from partner_rating import (
    TimeoutError,
    Clock,
    OAuthError,
    PartnerRatingClient,
    PartnerRatingError,
    Request,
    Response,
    SessionTokens,
    TokenSession,
)
from partner_rating.models import RefreshRequest, TokenResponse


def _tokens(number: int) -> TokenResponse:
    return {
        "access_token": f"pra_{number}",
        "refresh_token": f"prr_{number}",
        "token_type": "Bearer",
        "expires_in": 3600,
        "scope": ["user:profile:read"],
        "player_id": "mem_01jq8z6v3mfb7s4d2k9c5x1ha0",
    }


class _Store:
    """A store in memory, whose tokens have expired."""

    def __init__(self) -> None:
        self.stored: SessionTokens | None = SessionTokens(**_tokens(1), expires_at=0)

    def load(self) -> SessionTokens | None:
        return self.stored

    def save(self, tokens: SessionTokens | None, /) -> None:
        self.stored = tokens


class _HeldRefresh:
    """A service that answers a refresh with an error after the test allows it."""

    def __init__(self) -> None:
        self.asked = threading.Event()
        self.may_answer = threading.Event()
        self.count = 0

    def __call__(self, request: Request, /) -> Response:
        self.count += 1
        self.asked.set()
        self.may_answer.wait(60)
        type_ = {"content-type": "application/problem+json"}
        return Response(500, type_, b'{"code":"internal"}')


class SessionTest(unittest.TestCase):
    """A session that several threads use."""

    def setUp(self) -> None:
        self.service = _HeldRefresh()
        self.store = _Store()
        client = PartnerRatingClient(
            api_key="prk_test",
            base_url="https://ratings.example/api/v1",
            transport=self.service,
            max_retries=0,
        )
        self.session = TokenSession(client.oauth, self.store)
        self.errors: list[str] = []

    def ask(self) -> threading.Thread:
        def run() -> None:
            try:
                self.session.access_token()
            except PartnerRatingError as error:
                self.errors.append(error.code)

        thread = threading.Thread(target=run)
        thread.start()
        return thread

    def test_a_new_start_waits_for_a_refresh_in_flight_and_replaces_it(self) -> None:
        asking = self.ask()
        self.assertTrue(self.service.asked.wait(60))
        starting = threading.Thread(target=lambda: self.session.start(_tokens(5)))
        starting.start()
        self.assertTrue(starting.is_alive())
        self.service.may_answer.set()
        for thread in (asking, starting):
            thread.join(10)
        self.assertEqual(self.errors, ["internal"])
        self.assertEqual(self.session.access_token(), "pra_5")

    def test_a_refresh_that_fails_leaves_the_stored_tokens(self) -> None:
        self.service.may_answer.set()
        self.ask().join(10)
        self.assertEqual(self.errors, ["internal"])
        self.assertEqual(self.store.stored, SessionTokens(**_tokens(1), expires_at=0))


class _Clock(Clock):
    """A clock that stands still."""

    def __init__(self) -> None:
        self.now = 1_789_227_000.0

    def time(self) -> float:
        return self.now


class _SharedStore:
    """A store that several processes share. Its lock is a transaction."""

    def __init__(self, stored: SessionTokens | None) -> None:
        self.stored = stored
        self.saved: list[str | None] = []
        self.is_broken = False
        self.commit_fails = False
        self._mutex = threading.Lock()

    def load(self) -> SessionTokens | None:
        return self.stored

    def save(self, tokens: SessionTokens | None, /) -> None:
        if self.is_broken:
            raise RuntimeError("The disk is full.")
        self.saved.append(None if tokens is None else tokens["access_token"])
        self.stored = tokens

    @contextmanager
    def lock(self) -> Generator[None]:
        with self._mutex:
            stored = self.stored
            try:
                yield
                if self.commit_fails:
                    raise RuntimeError("The commit failed.")
            except BaseException:
                self.stored = stored
                raise


class _OAuth:
    """A service in which a refresh token works once. While `repeats` is set, the last one returns the same tokens."""

    def __init__(self) -> None:
        self.newest = 1
        self.refreshes: list[str] = []
        self.repeats = False
        self.may_answer = threading.Event()
        self.may_answer.set()

    def refresh(self, body: RefreshRequest, /) -> TokenResponse:
        token = body["refresh_token"]
        self.refreshes.append(token)
        self.may_answer.wait(60)
        is_repeated = self.repeats and token == f"prr_{self.newest - 1}"
        if not is_repeated and token != f"prr_{self.newest}":
            raise OAuthError("It was used before.", code="invalid_grant")
        if not is_repeated:
            self.newest += 1
        return _tokens(self.newest)


class UnsavedTokensTest(unittest.TestCase):
    """Tokens that could not be saved, with two processes that share a store."""

    def share(self, stored: SessionTokens | None) -> None:
        """Sets up two sessions on one store."""
        self.clock = _Clock()
        self.oauth = _OAuth()
        self.store = _SharedStore(stored)
        self.session, self.elsewhere = (
            TokenSession(self.oauth, self.store, lock=self.store.lock, clock=self.clock) for _ in range(2)
        )

    def fail_to_start(self, number: int) -> None:
        self.store.is_broken = True
        with self.assertRaisesRegex(RuntimeError, "The disk is full."):
            self.session.start(_tokens(number))
        self.store.is_broken = False

    def fail_to_refresh(self) -> None:
        self.store.is_broken = True
        with self.assertRaisesRegex(RuntimeError, "The disk is full."):
            self.session.access_token()
        self.store.is_broken = False

    def test_tokens_of_a_refresh_are_dropped_after_another_process_has_saved_newer_tokens(self) -> None:
        self.share(SessionTokens(**_tokens(1), expires_at=0))
        self.fail_to_refresh()
        self.oauth.repeats = True
        self.assertEqual(self.elsewhere.access_token(), "pra_2")
        self.oauth.repeats = False
        self.clock.now += 3600
        self.assertEqual(self.elsewhere.access_token(), "pra_3")

        self.assertEqual(self.session.access_token(), "pra_3")
        self.assertEqual(self.store.saved, ["pra_2", "pra_3"])
        self.assertEqual(self.oauth.refreshes, ["prr_1", "prr_1", "prr_2"])
        self.clock.now += 3600
        self.assertEqual(self.session.access_token(), "pra_4")

    def test_tokens_of_a_start_are_dropped_after_the_player_has_connected_in_another_process(self) -> None:
        self.share(None)
        self.fail_to_start(40)
        self.elsewhere.start(_tokens(1))
        self.clock.now += 3600
        self.assertEqual(self.elsewhere.access_token(), "pra_2")

        self.assertEqual(self.session.access_token(), "pra_2")
        self.assertEqual(self.store.saved, ["pra_1", "pra_2"])
        self.assertEqual(self.oauth.refreshes, ["prr_1"])

    def test_tokens_of_a_start_are_saved_by_the_next_call_if_no_process_has_saved_others(self) -> None:
        self.share(None)
        self.session.start(_tokens(1))
        self.fail_to_start(40)
        self.assertEqual(self.session.access_token(), "pra_40")
        self.assertEqual(self.store.saved, ["pra_1", "pra_40"])

    def test_tokens_of_a_start_are_saved_even_if_the_store_could_not_be_read(self) -> None:
        self.share(None)
        self.session.start(_tokens(1))
        with mock.patch.object(self.store, "load", side_effect=RuntimeError("The database is gone.")):
            self.fail_to_start(40)
        self.assertEqual(self.session.access_token(), "pra_40")
        self.assertEqual(self.store.saved, ["pra_1", "pra_40"])

    def test_a_start_replaces_stored_tokens_that_cannot_be_read(self) -> None:
        self.share(None)
        unreadable = ValueError("They were encrypted by another key.")
        with mock.patch.object(self.store, "load", side_effect=unreadable):
            self.session.start(_tokens(1))
        self.assertEqual(self.store.saved, ["pra_1"])
        self.assertEqual(self.session.access_token(), "pra_1")

    def test_tokens_are_saved_only_once_if_the_connection_has_ended(self) -> None:
        self.share(None)
        self.fail_to_start(40)
        self.clock.now += 3600
        for _ in range(2):
            with self.assertRaises(OAuthError):
                self.session.access_token()
        self.assertEqual(self.store.saved, ["pra_40", None])
        self.assertIsNone(self.store.stored)
        self.assertEqual(self.oauth.refreshes, ["prr_40"])

    def test_a_lock_that_fails_at_its_end_fails_all_waiting_calls_and_the_next_call_saves(self) -> None:
        self.share(SessionTokens(**_tokens(1), expires_at=0))
        self.store.commit_fails = True
        errors = self.errors_of_three_calls()
        self.assertEqual(errors, ["The commit failed."] * 3)
        self.assertEqual((self.store.stored or {}).get("access_token"), "pra_1")
        self.store.commit_fails = False
        self.assertEqual(self.session.access_token(), "pra_2")
        self.assertEqual((self.store.stored or {}).get("access_token"), "pra_2")
        self.assertEqual(self.oauth.refreshes, ["prr_1"])

    def errors_of_three_calls(self) -> list[str]:
        def error_of(_: int) -> str:
            try:
                return self.session.access_token()
            except RuntimeError as error:
                return str(error)

        self.oauth.may_answer.clear()
        with ThreadPoolExecutor(3) as pool:
            errors = pool.map(error_of, range(3))
            # Time to join the refresh. Later calls get the same error from another refresh.
            time.sleep(0.05)
            self.oauth.may_answer.set()
            return list(errors)

    def test_a_lock_that_fails_after_a_late_save_and_a_refresh_loses_no_tokens(self) -> None:
        self.share(SessionTokens(**_tokens(1), expires_at=0))
        self.fail_to_refresh()
        self.clock.now += 3600
        self.store.commit_fails = True
        with self.assertRaisesRegex(RuntimeError, "The commit failed."):
            self.session.access_token()
        self.store.commit_fails = False
        self.assertEqual(self.session.access_token(), "pra_3")
        self.assertEqual((self.store.stored or {}).get("access_token"), "pra_3")
        self.assertEqual(self.oauth.refreshes, ["prr_1", "prr_2"])


class WaitTest(unittest.TestCase):
    """Calls that wait for the refresh of another thread."""

    def test_a_call_waits_at_most_until_its_timeout(self) -> None:
        service = _HeldRefresh()
        self.addCleanup(service.may_answer.set)
        client = PartnerRatingClient(
            api_key="prk_test", base_url="https://ratings.example/api/v1", transport=service, max_retries=0
        )
        session = TokenSession(client.oauth, _Store())
        player = client.with_options(access_token=session.access_token)
        with ThreadPoolExecutor(1) as pool:
            refreshing = pool.submit(session.access_token)
            self.assertTrue(service.asked.wait(60))
            with self.assertRaises(TimeoutError) as raised:
                player.members.get(timeout=0.05)
            self.assertEqual(raised.exception.code, "timeout")
            self.assertFalse(refreshing.done())
            service.may_answer.set()
        self.assertEqual(service.count, 1)
