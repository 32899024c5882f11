"""Runs each case as a test."""

from __future__ import annotations

import os
import re
import unittest
import warnings
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from itertools import islice
from typing import Any, cast
from unittest import mock

from partner_rating import (
    ClientOptions,
    PagedList,
    PartnerRatingClient,
    PartnerRatingError,
    TokenSession,
    sign_webhook,
    verify_webhook,
)

from .cases import Json, case_files, example, path_parameters, steps_of
from .fakes import ExpectedService, FakeClock, RecordingStore

_USUAL = {"apiKey": "prk_test", "baseUrl": "https://ratings.example/api/v1"}

_KEYWORDS = {"from": "from_"}

Outcome = tuple[object, Exception | None]


class Conformance(unittest.TestCase):
    """The cases of `spec/conformance`."""

    maxDiff = None

    def run_case(self, case: Json) -> None:
        """Runs a case, and compares the result."""
        variables = {name: value for name, value in os.environ.items() if not name.startswith("SERVICE_")}
        with (
            mock.patch.dict(os.environ, {**variables, **case.get("variables", {})}, clear=True),
            warnings.catch_warnings(),
        ):
            warnings.simplefilter("ignore", DeprecationWarning)
            if "verify" in case:
                self.judge(case["outcome"], _outcome_of(lambda: _verified(case["verify"])))
            elif "sign" in case:
                self.judge(case["outcome"], _outcome_of(lambda: _signed(case["sign"])))
            else:
                self.carry_out(case)

    def carry_out(self, case: Json) -> None:
        clock = FakeClock(case.get("random", 0))
        service = ExpectedService(clock)
        given = case.get("session", {})
        store = RecordingStore(given.get("stored"))
        try:
            client = PartnerRatingClient(**_options(case.get("client", {}), service, clock))
        except (TypeError, ValueError) as error:
            self.judge(case["outcome"], (None, error))
            return
        session = TokenSession(client.oauth, store, clock=clock)
        if "start" in given:
            session.start(given["start"])
        if "session" in case:
            client = client.with_options(access_token=session.access_token)
        for step in steps_of(case):
            clock.sleep(step.get("advanceMs", 0) / 1000)
            store.saved = []
            store.is_broken = step.get("saveFails", False)
            service.expect(step["exchanges"])
            outcomes = _take(step, client, session)
            service.finish()
            for outcome in outcomes:
                self.judge(step["outcome"], outcome)
            if "afterMs" in step["outcome"]:
                seconds = step["outcome"]["afterMs"] / 1000
                self.assertAlmostEqual(service.seconds_since_start(), seconds, delta=0.01)
            if "saved" in step:
                self.assertEqual(store.saved, step["saved"])

    def judge(self, expected: Json, outcome: Outcome) -> None:
        value, error = outcome
        if "refused" in expected:
            self.assertIsInstance(error, (TypeError, ValueError))
        elif "thrown" in expected:
            self.assertIsNotNone(error)
        elif "error" in expected:
            if not isinstance(error, PartnerRatingError):
                self.fail(f"no error of the client, but {outcome!r}")
            self.judge_error(expected["error"], error)
        else:
            if error is not None:
                raise error
            wanted = example(expected["example"]) if "example" in expected else expected.get("value")
            self.assertEqual(value, wanted)

    def judge_error(self, expected: Json, error: PartnerRatingError) -> None:
        if "kind" in expected:
            name = expected["kind"]
            self.assertEqual(type(error).__name__, name)
        for name in ("code", "statusCode", "retryAfter", "requestId", "detail", "errors"):
            if name in expected:
                self.assertEqual(getattr(error, _snake_case(name)), expected[name], name)
        for text in expected.get("message", []):
            self.assertIn(text, str(error))
        for text in expected.get("notMessage", []):
            self.assertNotIn(text, str(error))


def _verified(given: Json) -> Json:
    headers = {name: value for name, value in given["headers"].items() if value is not None}
    verified = verify_webhook(
        headers,
        given["body"],
        secret=given["secrets"],
        tolerance_seconds=given.get("toleranceSeconds", 300),
        clock=lambda: given["now"],
    )
    return {"id": verified.id, "sentAt": verified.sent_at.timestamp(), "event": verified.event}


def _signed(given: Json) -> object:
    sent_at = datetime.fromtimestamp(given["sentAt"], UTC)
    signed = sign_webhook(given["body"], secret=given["secrets"], id=given["id"], sent_at=sent_at)
    return signed.headers


def _options(given: Json, service: ExpectedService, clock: FakeClock) -> ClientOptions:
    options: Json = _call_options({**_USUAL, **given})
    tokens = cast(list[str], options.pop("access_tokens", []))

    def next_token(_: str | None) -> str:
        return tokens.pop(0)

    if tokens:
        options["access_token"] = next_token
    return cast(ClientOptions, {**options, "transport": service, "clock": clock})


def _call_options(given: Json) -> Json:
    """Returns the options with Python names, and with times in seconds."""
    return {
        _snake_case(name.removesuffix("Ms")): value / 1000 if name.endswith("Ms") else value
        for name, value in given.items()
        if value is not None
    }


def _take(step: Json, client: PartnerRatingClient, session: TokenSession) -> list[Outcome]:
    if "start" in step:
        return [_outcome_of(lambda: session.start(step["start"]))]
    times = step.get("times", 1)
    if times == 1:
        return [_outcome_of(lambda: _made(client, step["call"]))]
    with ThreadPoolExecutor(times) as pool:
        calls = [pool.submit(_outcome_of, lambda: _made(client, step["call"])) for _ in range(times)]
        return [each.result() for each in calls]


def make_call(client: PartnerRatingClient, call: Json) -> Outcome:
    """Makes the call of a case, and returns its result or its error."""
    return _outcome_of(lambda: _made(client, call))


def _outcome_of(work: Callable[[], object]) -> Outcome:
    try:
        return work(), None
    except Exception as error:
        return None, error


def _made(client: PartnerRatingClient, call: Json) -> object:
    body = example(call["bodyExample"]) if "bodyExample" in call else call.get("body")
    options = _call_options(call.get("options", {}))
    if "operation" not in call:
        return client.request(
            call["method"],
            call["template"],
            path_parameters=call.get("path"),
            query=call.get("query"),
            body=body,
            **options,
        )
    resource, method = call["operation"].split(".")
    in_path = [call["path"][name] for name in path_parameters(call["operation"])]
    if "maxItems" in call:
        options["max_items"] = call["maxItems"]
    query = {_snake_case(name): value for name, value in call.get("query", {}).items()}
    bodies = [] if body is None else [body]
    answer = getattr(getattr(client, resource), _snake_case(method))(
        *in_path, *bodies, **query, **options
    )
    if not isinstance(answer, PagedList):
        return answer
    paged = cast(PagedList[Any, Any], answer)
    match call.get("as"):
        case "items":
            return list(islice(paged, call["take"])) if "take" in call else list(paged)
        case "pages":
            return list(paged.pages())
        case _:
            return paged.page()


def _snake_case(name: str) -> str:
    return _KEYWORDS.get(name) or re.sub(r"(?<=[a-z0-9])[A-Z]", r"_\g<0>", name).lower()


def _test_of(case: Json) -> Callable[[Conformance], None]:
    def run(self: Conformance) -> None:
        self.run_case(case)

    run.__doc__ = case["name"]
    return run


def load_tests(loader: unittest.TestLoader, _: object, __: object) -> unittest.TestSuite:
    """Creates a class for each file, with a test for each case."""
    suite = unittest.TestSuite()
    for file, cases in case_files().items():
        tests = {f"test_{index:03}": _test_of(case) for index, case in enumerate(cases)}
        suite.addTests(loader.loadTestsFromTestCase(type(file, (Conformance,), tests)))
    return suite
