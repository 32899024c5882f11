import threading
import unittest
from collections.abc import Mapping
from datetime import datetime, timezone
from http.client import HTTPConnection

from partner_rating import VerifiedWebhook, sign_webhook
from receive_webhooks import webhook_receiver

SECRET = "whsec_YSBzZWNyZXQgZm9yIHRoZXNlIHRlc3RzIGFsb25l"
EVENT = """{"type":"connection.revoked","timestamp":"2026-09-12T18:04:11Z","data":{"memberId":10482,
"id":"mem_01jq8z6v3mfb7s4d2k9c5x1ha0","displayName":"Mike B.","revokedAt":"2026-09-12T18:04:11Z",
"revokedBy":"player"}}"""


class ReceiverTest(unittest.TestCase):
    def setUp(self) -> None:
        self.stored: list[VerifiedWebhook] = []
        self.receiver = webhook_receiver(SECRET, self.stored.append)
        threading.Thread(target=self.receiver.serve_forever, daemon=True).start()
        self.addCleanup(self.receiver.server_close)
        self.addCleanup(self.receiver.shutdown)

    def post(self, headers: Mapping[str, str], body: bytes) -> int:
        connection = HTTPConnection("localhost", self.receiver.server_port)
        connection.request("POST", "/hooks", body, dict(headers))
        status = connection.getresponse().status
        connection.close()
        return status

    def test_a_signed_event_is_stored(self) -> None:
        signed = sign_webhook(EVENT, secret=SECRET, id="evt_1")
        self.assertEqual(self.post(signed.headers, signed.body), 204)
        self.assertEqual([webhook.id for webhook in self.stored], ["evt_1"])

    def test_a_changed_event_is_refused(self) -> None:
        signed = sign_webhook(EVENT, secret=SECRET)
        forged = signed.body.replace(b"player", b"partner")
        self.assertEqual(self.post(signed.headers, forged), 401)

    def test_a_replayed_event_is_refused(self) -> None:
        sent_at = datetime(2026, 9, 12, 18, 4, 12, tzinfo=timezone.utc)
        signed = sign_webhook(EVENT, secret=SECRET, sent_at=sent_at)
        self.assertEqual(self.post(signed.headers, signed.body), 401)
