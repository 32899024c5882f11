import os
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import parse_qsl, urlsplit

from partner_rating import (
    PartnerRatingClient,
    WebhookVerificationError,
    generate_pkce,
    generate_state,
    rating_difference,
    verify_webhook,
)

PORT = os.environ.get("PORT", "8080")
SECRET = os.environ["WEBHOOK_SECRET"]
REDIRECT_URI = f"http://localhost:{PORT}/callback"
# Reads the API key from SERVICE_API_KEY.
client = PartnerRatingClient(base_url=os.environ["BASE"])

# 1. Start the connect flow. The player logs in and gives consent in a browser.
state, pkce = generate_state(), generate_pkce()
started = client.oauth.authorize(
    {
        "redirect_uri": REDIRECT_URI,
        "scope": "user:profile:read user:rating:read user:match:submit user:webhook:subscribe",
        "state": state,
        "code_challenge": pkce.code_challenge,
        "code_challenge_method": "S256",
    }
)
print(f"Open this address in a browser:\n{started['authorization_url']}", flush=True)


def finish_connection(answer: dict[str, str]) -> str:
    """2. Takes the code from the browser, exchanges it for tokens, and reports a match."""
    if answer.get("state") != state:
        return "The state does not match. Start again."
    if "code" not in answer:
        return "The player did not give consent."
    tokens = client.oauth.exchange_token(
        {
            "code": answer["code"],
            "redirect_uri": REDIRECT_URI,
            "code_verifier": pkce.code_verifier,
        }
    )
    player_id = tokens["player_id"]
    players = client.members.search(city="Austin", sport="pickleball").page()["players"]
    opponent = next(player for player in players if player["id"] != player_id)
    result = client.matches.submit(
        {
            "sport": "pickleball",
            "winScore": 11,
            "winBy": 2,
            "matches": [
                {
                    "identifier": "my-first-match-in-python",
                    "teams": [[player_id], [opponent["id"]]],
                    "games": [{"scores": [11, 7]}, {"scores": [11, 5]}],
                }
            ],
        }
    )
    if not result["ratingChanges"]:
        return "This match was reported before."
    return "\n".join(
        f"{change['displayName']}, {change['bracket']}: {change['newRating']} ({rating_difference(change)})"
        for change in result["ratingChanges"]
    )


class MyClub(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        address = urlsplit(self.path)
        if address.path != "/callback":
            return self.send_error(404)
        words = finish_connection(dict(parse_qsl(address.query)))
        print(words, flush=True)
        self.send_response(200)
        self.end_headers()
        self.wfile.write(words.encode())

    def do_POST(self) -> None:
        """3. Verifies each webhook: the service signs it with the secret of your endpoint."""
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            webhook = verify_webhook(self.headers, body, secret=SECRET)
        except WebhookVerificationError:
            return self.send_error(401)
        print(f"Webhook {webhook.id}: {webhook.event['type']}", flush=True)
        self.send_response(204)
        self.end_headers()


HTTPServer(("localhost", int(PORT)), MyClub).serve_forever()
