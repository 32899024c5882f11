"""Tests the behaviour that only the Python client has."""

from __future__ import annotations

import json
import unittest
from datetime import UTC, date, datetime, timedelta, timezone
from typing import cast

from partner_rating import (
    Clock,
    PartnerRatingClient,
    PartnerRatingError,
    Request,
    RequestOptions,
    Response,
    TimeoutError,
    ValidationError,
    generate_pkce,
    generate_state,
    rating_difference,
    rating_for,
    split_for,
)


class _Recorder:
    """A service that gives every request the same answer."""

    def __init__(self, body: bytes = b'{"players":[],"nextCursor":null}', status: int = 200) -> None:
        self.requests: list[Request] = []
        self._response = Response(status, {"x-request-id": "req_1"}, body)

    def __call__(self, request: Request, /) -> Response:
        self.requests.append(request)
        return self._response


def _client(service: _Recorder) -> PartnerRatingClient:
    return PartnerRatingClient(
        api_key="prk_secret", base_url="https://ratings.example/api/v1", transport=service
    )


class ClientTest(unittest.TestCase):
    """The client."""

    def test_a_closed_client_makes_no_calls(self) -> None:
        service = _Recorder()
        with _client(service) as client:
            client.usage.get()
        with self.assertRaises(PartnerRatingError) as raised:
            client.usage.get()
        self.assertEqual(raised.exception.code, "client_closed")
        self.assertEqual(len(service.requests), 1)

    def test_a_credential_replaces_a_credential_of_either_kind(self) -> None:
        service = _Recorder()
        player = _client(service).with_options(access_token="pra_1")
        player.usage.get()
        self.assertEqual(service.requests[0].headers["authorization"], "Bearer pra_1")
        self.assertNotIn("x-api-key", service.requests[0].headers)

    def test_a_body_over_the_limit_of_its_operation_is_not_sent(self) -> None:
        service = _Recorder()
        client = _client(service)
        # Each é takes two bytes in UTF-8.
        event = "é" * 600_000
        with self.assertRaises(ValidationError) as raised:
            client.matches.predict({"sport": event})  # pyright: ignore
        error = raised.exception
        self.assertEqual((error.code, error.status_code), ("body_too_large", None))
        self.assertRegex(str(error), r"^matches\.predict: .* has 1200013 bytes; the limit is 1048576\.")
        client.matches.import_tournament({"event": event})  # pyright: ignore
        self.assertEqual([request.operation for request in service.requests], ["matches.importTournament"])

    def test_a_date_is_sent_as_a_day_and_a_time_with_its_offset(self) -> None:
        chicago = timezone(timedelta(hours=-5), "CDT")
        for match_date, sent in [
            (date(2026, 9, 12), "2026-09-12"),
            (datetime(2026, 9, 12, 20, 30, tzinfo=chicago), "2026-09-12T20:30:00-05:00"),
            (datetime(2026, 9, 12, 20, 30, 0, 250_000, UTC), "2026-09-12T20:30:00.250000+00:00"),
            ("2026-09-12", "2026-09-12"),
        ]:
            service = _Recorder()
            _client(service).matches.submit({"sport": "padel", "matchDate": match_date, "matches": []})
            body = service.requests[0].body
            self.assertEqual(json.loads(body or b"")["matchDate"], sent)

    def test_a_query_takes_dates_and_times_like_a_body(self) -> None:
        chicago = timezone(timedelta(hours=-5), "CDT")
        service = _Recorder(b'{"matches":[],"updates":[],"nextCursor":null}')
        client = _client(service)
        client.members.list_matches("10482", from_=date(2026, 9, 1), to="2026-09-30").page()
        client.members.list_rating_updates(since=datetime(2026, 9, 12, 20, 30, tzinfo=chicago)).page()
        client.request("GET", "/partner/a", query={"days": [date(2026, 9, 1), date(2026, 9, 2)]})
        sent = [request.url.partition("?")[2] for request in service.requests]
        self.assertEqual(
            sent,
            [
                "memberId=10482&from=2026-09-01&to=2026-09-30",
                "since=2026-09-12T20%3A30%3A00-05%3A00",
                "days=2026-09-01,2026-09-02",
            ],
        )

    def test_a_time_without_a_time_zone_is_refused_before_it_is_sent(self) -> None:
        service = _Recorder()
        match_date = datetime(2026, 9, 12, 20, 30)
        with self.assertRaisesRegex(ValueError, "^2026-09-12T20:30:00 has no time zone, .* or send its date"):
            _client(service).matches.submit({"sport": "padel", "matchDate": match_date, "matches": []})
        with self.assertRaisesRegex(ValueError, "^2026-09-12T20:30:00 has no time zone"):
            _client(service).members.list_rating_updates(since=match_date).page()
        with self.assertRaisesRegex(TypeError, "JSON has no set"):
            _client(service).matches.submit({"sport": {"padel"}, "matches": []})  # pyright: ignore
        self.assertEqual(service.requests, [])

    def test_another_environment_replaces_the_address(self) -> None:
        service = _Recorder()
        _client(service).with_options(environment="mock").usage.get()
        self.assertTrue(service.requests[0].url.startswith("http://localhost:4010/api/v1/"))

    def test_on_response_receives_the_response(self) -> None:
        seen: list[Response] = []
        _client(_Recorder()).usage.get(on_response=seen.append)
        self.assertEqual([one.headers["x-request-id"] for one in seen], ["req_1"])

    def test_a_lone_surrogate_is_refused_and_nothing_is_sent(self) -> None:
        service = _Recorder()
        client = _client(service)
        for call in (
            lambda: list(client.members.search(name="a\ud800")),
            lambda: client.matches.get("mat_\ud800"),
            lambda: client.request("POST", "/partner/a", body={"a": "\ud800"}),
        ):
            with self.assertRaisesRegex(ValueError, "must not hold a lone surrogate"):
                call()
        self.assertEqual(service.requests, [])

    def test_deeply_nested_json_is_an_unexpected_answer(self) -> None:
        with self.assertRaises(PartnerRatingError) as raised:
            _client(_Recorder(b"[" * 100_000)).usage.get()
        self.assertEqual(raised.exception.code, "unexpected_answer")

    def test_the_identifier_of_a_member_needs_no_name(self) -> None:
        service = _Recorder(b'{"history":[],"nextCursor":null}')
        client = _client(service)
        client.members.get("10482", sport="padel")
        list(client.members.list_rating_history("10482"))
        for request in service.requests:
            self.assertIn("memberId=10482", request.url)

    def test_an_unknown_option_is_refused(self) -> None:
        service = _Recorder()
        with self.assertRaisesRegex(TypeError, "usage.get takes no idempotency_key"):
            _client(service).usage.get(**cast(RequestOptions, {"idempotency_key": "a"}))
        with self.assertRaisesRegex(TypeError, "usage.get takes no if_match"):
            _client(service).usage.get(**cast(RequestOptions, {"if_match": '"1"'}))
        with self.assertRaisesRegex(TypeError, "key"):
            PartnerRatingClient(**cast(RequestOptions, {"key": "a"}))  # pyright: ignore
        self.assertEqual(service.requests, [])

    def test_the_log_names_the_request_of_each_attempt(self) -> None:
        client = _client(_Recorder(status=503)).with_options(max_retries=1, clock=_Clock())
        with self.assertLogs("partner_rating", "DEBUG") as logs, self.assertRaises(PartnerRatingError):
            client.usage.get()
        self.assertRegex(logs.output[0], r"usage\.get: unexpected_answer \(request req_1\), retried in")
        self.assertRegex(logs.output[1], r"usage\.get: unexpected_answer \(request req_1\)$")
        with self.assertLogs("partner_rating", "DEBUG") as logs:
            _client(_Recorder()).usage.get()
        self.assertRegex(logs.output[0], r"usage\.get: answered \(request req_1\)$")

    def test_a_printed_request_or_error_has_no_credential(self) -> None:
        service = _Recorder(b'{"code":"unauthenticated"}', 401)
        with self.assertRaises(PartnerRatingError) as raised:
            _client(service).usage.get()
        shown = f"{service.requests[0]!r} {raised.exception!r} {vars(raised.exception)!r}"
        self.assertNotIn("prk_secret", shown)

    def test_find_requests_one_player(self) -> None:
        service = _Recorder()
        self.assertIsNone(_client(service).members.find("Mike Brennan", state="TX"))
        self.assertIn("limit=1", service.requests[0].url)

    def test_the_authorization_url_has_its_parameters(self) -> None:
        service = _Recorder()
        url = _client(service).oauth.authorization_url(
            client_id="courtside-club",
            redirect_uri="https://courtside.example/callback",
            scope=["user:match:submit"],
            code_challenge="abc",
        )
        self.assertIn("scope=user%3Aprofile%3Aread%20user%3Amatch%3Asubmit", url)
        self.assertIn("code_challenge_method=S256", url)
        self.assertEqual(service.requests, [])

    def test_an_authorization_takes_its_scopes_as_a_list_or_a_text(self) -> None:
        service = _Recorder(b'{"authorization_url":"https://ratings.example/a"}')
        oauth = _client(service).oauth
        redirect = "https://courtside.example/callback"
        oauth.authorize({"redirect_uri": redirect, "scope": ["user:rating:read", "user:match:submit"]})
        oauth.authorize({"redirect_uri": redirect, "scope": "user:rating:read user:match:submit"})
        sent = [json.loads(request.body or b"")["scope"] for request in service.requests]
        self.assertEqual(sent, ["user:profile:read user:rating:read user:match:submit"] * 2)


class _Clock(Clock):
    """A clock that only the test moves."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


class TokenTimeTest(unittest.TestCase):
    """The time of a function that returns the access token."""

    def time_out(self, service: _Recorder, *seconds: float) -> None:
        """Makes a call with a timeout of 30 seconds, whose tokens take these seconds."""
        clock = _Clock()
        durations = list(seconds)

        def token(_: str | None) -> str:
            clock.now += durations.pop(0)
            return f"pra_{len(durations)}"

        client = PartnerRatingClient(
            access_token=token,
            base_url="https://ratings.example/api/v1",
            transport=service,
            clock=clock,
            timeout=30,
        )
        with self.assertRaises(TimeoutError) as raised:
            client.usage.get()
        self.assertEqual(raised.exception.code, "timeout")

    def test_a_call_is_not_sent_if_its_token_comes_after_the_timeout(self) -> None:
        service = _Recorder()
        self.time_out(service, 30)
        self.assertEqual(service.requests, [])

    def test_a_call_is_not_repeated_if_its_new_token_comes_after_the_timeout(self) -> None:
        service = _Recorder(b'{"code":"unauthenticated"}', 401)
        self.time_out(service, 10, 25)
        self.assertEqual(len(service.requests), 1)


class AuthorizationTest(unittest.TestCase):
    """The state and the PKCE pair of an authorization."""

    def test_every_pair_and_state_is_different(self) -> None:
        self.assertNotEqual(generate_pkce().code_verifier, generate_pkce().code_verifier)
        self.assertNotEqual(generate_state(), generate_state())
        self.assertRegex(generate_pkce().code_challenge, r"^[A-Za-z0-9_-]{43}$")


class RatingsTest(unittest.TestCase):
    """The ratings of a response."""

    member = {"sport": {"padel": {"splits": {"overall-open": {"R": 4.1, "reliability": 0.8, "games": 9}}}}}

    def test_the_primary_rating_is_overall_open(self) -> None:
        self.assertEqual(rating_for(self.member, "padel"), 4.1)

    def test_a_player_may_have_no_rating(self) -> None:
        self.assertIsNone(rating_for(self.member, "tennis"))
        self.assertIsNone(split_for({}, "padel", "overall-open"))

    def test_a_difference_has_three_decimals_and_needs_both_ratings(self) -> None:
        self.assertEqual(rating_difference({"previousRating": 3.1, "newRating": 3.136}), 0.036)
        for change in ({"previousRating": None, "newRating": 4.0}, {"previousRating": 4.0, "newRating": None}, {}):
            self.assertIsNone(rating_difference(change))
