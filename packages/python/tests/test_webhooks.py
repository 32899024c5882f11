"""Tests how `verify_webhook` handles bodies and headers of Python servers."""

from __future__ import annotations

import unittest
from collections.abc import Mapping
from email.message import Message
from typing import cast

from partner_rating import WebhookVerificationError, sign_webhook, verify_webhook

_SECRET = "whsec_YSBzZWNyZXQgZm9yIHRoZXNlIHRlc3RzIGFsb25l"


class ParsedBodyTest(unittest.TestCase):
    def test_the_error_of_a_parsed_body_says_what_to_pass(self) -> None:
        signed = sign_webhook('{"type":"webhook.test"}', secret=_SECRET)
        for parsed in ({"type": "webhook.test"}, ["type"], 5):
            with self.assertRaisesRegex(TypeError, "raw body of the request"):
                verify_webhook(signed.headers, cast(bytes, parsed), secret=_SECRET)

    def test_the_raw_body_may_be_text_or_bytes(self) -> None:
        signed = sign_webhook('{"type":"webhook.test"}', secret=_SECRET)
        for raw in (signed.body, signed.body.decode(), cast(bytes, memoryview(signed.body))):
            event = verify_webhook(signed.headers, raw, secret=_SECRET).event
            self.assertEqual(event["type"], "webhook.test")


    def test_the_headers_may_be_those_of_http_server(self) -> None:
        signed = sign_webhook('{"type":"webhook.test"}', secret=_SECRET)
        headers = Message()
        for name, value in signed.headers.items():
            headers[name.title()] = value
        self.assertEqual(verify_webhook(headers, signed.body, secret=_SECRET).event["type"], "webhook.test")


class LoneSurrogateTest(unittest.TestCase):
    """Lone surrogates, which some servers create from bytes that are not UTF-8."""

    signed = sign_webhook('{"type":"webhook.test"}', secret=_SECRET)

    def refusal(self, headers: Mapping[str, str], body: bytes | str) -> str:
        with self.assertRaises(WebhookVerificationError) as raised:
            verify_webhook(headers, body, secret=_SECRET)
        return raised.exception.code

    def test_a_surrogate_in_a_header_is_a_verification_error(self) -> None:
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

    def test_a_surrogate_in_a_text_body_is_a_verification_error(self) -> None:
        body = self.signed.body.decode() + "\udc80"
        self.assertEqual(self.refusal(self.signed.headers, body), "no_matching_signature")

    def test_a_surrogate_next_to_a_matching_signature_is_ignored(self) -> None:
        signatures = f"v1,\udc80 {self.signed.headers['webhook-signature']}"
        headers = {**self.signed.headers, "webhook-signature": signatures}
        self.assertEqual(verify_webhook(headers, self.signed.body, secret=_SECRET).event["type"], "webhook.test")
