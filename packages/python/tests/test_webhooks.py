"""What `verify_webhook` says to a receiver that calls it wrongly."""

from __future__ import annotations

import unittest
from collections.abc import Mapping
from typing import cast

from partner_rating import WebhookVerificationError, sign_webhook, verify_webhook

_SECRET = "whsec_YSBzZWNyZXQgZm9yIHRoZXNlIHRlc3RzIGFsb25l"


class ParsedBodyTest(unittest.TestCase):
    def test_a_parsed_body_is_refused_with_what_to_pass(self) -> None:
        signed = sign_webhook('{"type":"webhook.test"}', secret=_SECRET)
        for parsed in ({"type": "webhook.test"}, ["type"], 5):
            with self.assertRaisesRegex(TypeError, "raw body of the request"):
                verify_webhook(signed.headers, cast(bytes, parsed), secret=_SECRET)

    def test_the_raw_body_is_taken_as_text_and_as_bytes(self) -> None:
        signed = sign_webhook('{"type":"webhook.test"}', secret=_SECRET)
        for raw in (signed.body, signed.body.decode(), cast(bytes, memoryview(signed.body))):
            event = verify_webhook(signed.headers, raw, secret=_SECRET).event
            self.assertEqual(event["type"], "webhook.test")


class LoneSurrogateTest(unittest.TestCase):
    """What a server makes of bytes that are no UTF-8."""

    signed = sign_webhook('{"type":"webhook.test"}', secret=_SECRET)

    def refusal(self, headers: Mapping[str, str], body: bytes | str) -> str:
        with self.assertRaises(WebhookVerificationError) as raised:
            verify_webhook(headers, body, secret=_SECRET)
        return raised.exception.code

    def test_one_in_a_header_is_a_webhook_that_is_not_to_be_trusted(self) -> None:
        codes = {
            name: self.refusal({**self.signed.headers, name: self.signed.headers[name] + "\udc80"}, self.signed.body)
            for name in ("webhook-id", "webhook-timestamp", "webhook-signature")
        }
        self.assertEqual(
            codes,
            {
                "webhook-id": "malformed_header",
                "webhook-timestamp": "malformed_header",
                "webhook-signature": "no_matching_signature",
            },
        )

    def test_one_in_a_body_given_as_text_is_a_webhook_that_is_not_to_be_trusted(self) -> None:
        body = self.signed.body.decode() + "\udc80"
        self.assertEqual(self.refusal(self.signed.headers, body), "no_matching_signature")

    def test_one_beside_a_signature_that_matches_changes_nothing(self) -> None:
        signatures = f"v1,\udc80 {self.signed.headers['webhook-signature']}"
        headers = {**self.signed.headers, "webhook-signature": signatures}
        self.assertEqual(verify_webhook(headers, self.signed.body, secret=_SECRET).event["type"], "webhook.test")
