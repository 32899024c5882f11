"""What threads do with one session."""

from __future__ import annotations

import threading
import unittest

from partner_rating import (
    PartnerRatingClient,
    PartnerRatingError,
    Request,
    Response,
    SessionTokens,
    TokenSession,
)
from partner_rating.models import TokenResponse


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
    """A service that answers a refresh with an error, once it may."""

    def __init__(self) -> None:
        self.asked = threading.Event()
        self.may_answer = threading.Event()
        self.count = 0

    def __call__(self, request: Request, /) -> Response:
        self.count += 1
        self.asked.set()
        self.may_answer.wait(10)
        return Response(500, {}, b'{"code":"internal"}')


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

    def test_a_new_start_waits_for_a_refresh_in_flight_and_wins_whatever_becomes_of_it(self) -> None:
        asking = self.ask()
        self.assertTrue(self.service.asked.wait(10))
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
