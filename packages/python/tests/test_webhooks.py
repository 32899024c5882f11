"""What `verify_webhook` says to a receiver that calls it wrongly."""

from __future__ import annotations

import unittest
from typing import cast

from partner_rating import sign_webhook, verify_webhook

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
