"""The fakes of a case: clock, network, and store."""

from __future__ import annotations

import json
import re
import threading
from typing import Any, cast
from urllib.parse import unquote, unquote_plus, urlsplit

from partner_rating import Clock, Request, Response, SessionTokens

from .cases import Json, example

_START = 1_789_227_000.0
_TOLERATED = 0.01


class FakeClock(Clock):
    """A clock that moves only during waits."""

    def __init__(self, chance: float) -> None:
        self._chance = chance
        self._elapsed = 0.0

    def time(self) -> float:
        return _START + self._elapsed

    def monotonic(self) -> float:
        return self._elapsed

    def sleep(self, seconds: float) -> None:
        self._elapsed += seconds

    def random(self) -> float:
        return self._chance


class RecordingStore:
    """A store in memory, and the access tokens saved in it; None if it was cleared."""

    def __init__(self, stored: SessionTokens | None) -> None:
        self._stored = stored
        self.saved: list[str | None] = []
        self.is_broken = False

    def load(self) -> SessionTokens | None:
        return self._stored

    def save(self, tokens: SessionTokens | None, /) -> None:
        if self.is_broken:
            raise RuntimeError("The disk is full.")
        self.saved.append(None if tokens is None else tokens["access_token"])
        self._stored = tokens


class ExpectedService:
    """A service that expects the requests of a case in order, and answers each as the case says."""

    def __init__(self, clock: FakeClock) -> None:
        self._clock = clock
        self._mutex = threading.Lock()
        self._expected: list[Json] = []
        self._generated: dict[str, str] = {}
        self._started_at = 0.0
        self._faults: list[AssertionError] = []

    def expect(self, exchanges: list[Json]) -> None:
        """Starts a step."""
        self._expected = list(exchanges)
        self._started_at = self._clock.monotonic()

    def seconds_since_start(self) -> float:
        return self._clock.monotonic() - self._started_at

    def finish(self) -> None:
        """Fails if a request was not sent, or was different."""
        if self._faults:
            raise self._faults[0]
        assert not self._expected, f"requests that were not sent: {self._expected}"

    def __call__(self, request: Request, /) -> Response:
        with self._mutex:
            try:
                assert self._expected, f"an unexpected {request.method} {request.url}"
                exchange = self._expected.pop(0)
                self._check(exchange["request"], request)
            except AssertionError as fault:
                self._faults.append(fault)
                raise
        if "fault" in exchange:
            return self._fail(exchange["fault"], request)
        answer = exchange["answer"]
        type_ = "application/json" if answer["status"] < 400 else "application/problem+json"
        headers = {"content-type": type_, **answer.get("headers", {})}
        return Response(answer["status"], headers, _body(answer))

    def _fail(self, fault: str, request: Request) -> Response:
        match fault:
            case "connection_refused":
                raise ConnectionRefusedError("connection refused")
            case "connection_lost":
                raise ConnectionResetError("connection reset")
            case "ends_half_way":
                raise ConnectionError("incomplete read")
            case _:
                self._clock.sleep(request.timeout)
                raise TimeoutError("timed out")

    def _check(self, expected: Json, request: Request) -> None:
        address = urlsplit(request.url)
        origin = expected.get("origin", "https://ratings.example")
        _equal(request.method, expected["method"])
        _equal(f"{address.scheme}://{address.netloc}", origin)
        path = f"/api/v1{expected['path']}"
        _equal([unquote(part) for part in address.path.split("/")], [unquote(part) for part in path.split("/")])
        query = expected.get("query", {})
        _equal(_query_of(address.query, query), query)
        for name, value in expected.get("headers", {}).items():
            self._check_header(name, value, request.headers.get(name))
        sent = None if request.body is None else json.loads(request.body)
        body = example(expected["bodyExample"]) if "bodyExample" in expected else expected.get("body")
        if body is not None:
            _equal(sent, body)
        if "atMs" in expected:
            late = abs(self.seconds_since_start() - expected["atMs"] / 1000)
            assert late < _TOLERATED, f"sent at {self.seconds_since_start()} s, not {expected['atMs']} ms"

    def _check_header(self, name: str, expected: Any, value: str | None) -> None:
        if not isinstance(expected, dict):
            _equal((name, value), (name, expected))
            return
        symbol = cast(dict[str, str], expected)
        assert value is not None, f"no {name}"
        if "matches" in symbol:
            assert re.search(symbol["matches"], value), f"{name}: {value}"
            return
        assert re.fullmatch(r"[ -~]{1,255}", value), f"{name}: {value}"
        known = self._generated.setdefault(symbol["generated"], value)
        _equal(value, known)
        others = [one for label, one in self._generated.items() if label != symbol["generated"]]
        assert value not in others, f"{name} is not a new one"


def _body(answer: Json) -> bytes:
    if "text" in answer:
        return answer["text"].encode()
    if "example" in answer:
        return json.dumps(example(answer["example"])).encode()
    return json.dumps(answer["json"]).encode() if "json" in answer else b""


def _query_of(query: str, expected: Json) -> Json:
    """Returns the decoded query; for an expected list, the decoded values between its commas."""
    found: dict[str, Any] = {}
    for pair in filter(None, query.split("&")):
        name, _, value = pair.partition("=")
        name = unquote_plus(name)
        if isinstance(expected.get(name), list):
            found.setdefault(name, []).extend(value.split(","))
        else:
            found[name] = unquote_plus(value)
    return found


def _equal(found: object, expected: object) -> None:
    assert found == expected, f"{found!r} is not {expected!r}"
