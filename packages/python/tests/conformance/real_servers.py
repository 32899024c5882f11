"""Runs the cases about real servers, and prints the passed cases and the failures.

Its arguments are the name of the server in the cases, and its address; the key is that of SERVICE_API_KEY.
"""

from __future__ import annotations

import json
import sys
import traceback
from typing import Any, cast

from partner_rating import PartnerRatingClient

from .cases import Json, server_cases
from .test_conformance import Conformance, make_call


def main(server: str, base_url: str) -> None:
    """Prints the result as JSON."""
    judge = Conformance()
    passed: list[str] = []
    failed: dict[str, str] = {}
    for case in server_cases():
        if server not in case["servers"]:
            continue
        try:
            _carry_out(judge, case, base_url)
            passed.append(case["name"])
        except Exception:
            failed[case["name"]] = traceback.format_exc()
    print(json.dumps({"passed": passed, "failed": failed}))


def _carry_out(judge: Conformance, case: Json, base_url: str) -> None:
    client = PartnerRatingClient(api_key=case.get("client", {}).get("apiKey"), base_url=base_url)
    expected = case["outcome"]
    with client:
        value, error = make_call(client, case["call"])
    if "error" in expected:
        judge.judge(expected, (value, error))
        return
    if error is not None:
        raise error
    answer = cast(list[Any] | Json, value)
    if "count" in expected:
        judge.assertEqual(len(answer), expected["count"])
    for field in expected.get("has", []):
        judge.assertIn(field, answer)


if __name__ == "__main__":
    main(*sys.argv[1:])
