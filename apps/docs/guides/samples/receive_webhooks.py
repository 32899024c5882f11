from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from partner_rating import VerifiedWebhook, WebhookVerificationError, verify_webhook

MAX_BYTES = 1_048_576


def webhook_receiver(
    secret: str, store: Callable[[VerifiedWebhook], None], port: int = 0
) -> ThreadingHTTPServer:
    """Your webhook endpoint. `secret` comes from `webhooks.createEndpoint`. `store` stores an event under its id, in a
    table or a queue of your own, unless that id is stored already."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            # Anybody can post here, so the size of the body is limited; events are far smaller.
            length = self.headers.get("content-length", "")
            is_known = length.isascii() and length.isdigit() and len(length) <= len(str(MAX_BYTES))
            body = self.rfile.read(int(length)) if is_known and int(length) <= MAX_BYTES else None
            try:
                store(verify_webhook(self.headers, body, secret=secret))
                status = 204
            except WebhookVerificationError:
                status = 401  # It is not from the service.
            except OSError:
                status = 500  # It was not stored, so the service sends it again later.
            self.send_response(status)
            self.end_headers()

    return ThreadingHTTPServer(("localhost", port), Handler)
