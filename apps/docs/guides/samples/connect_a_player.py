from dataclasses import dataclass
from urllib.parse import parse_qs, urlsplit

from partner_rating import PartnerRatingClient, generate_pkce, generate_state
from partner_rating.models import TokenResponse

REDIRECT_URI = "https://courtside.example/callback"
ISSUER = "http://localhost:3001/api/v1"
# Reads the API key from SERVICE_API_KEY.
client = PartnerRatingClient(base_url=ISSUER)


@dataclass
class PendingConnection:
    """What your server stores in the player's session between the two halves."""

    state: str
    code_verifier: str


def start_connection() -> tuple[str, PendingConnection]:
    """First half: returns the address to send the browser to, and what to store."""
    state, pkce = generate_state(), generate_pkce()
    started = client.oauth.authorize(
        {
            "redirect_uri": REDIRECT_URI,
            "scope": "user:profile:read user:rating:read user:match:submit",
            "state": state,
            "code_challenge": pkce.code_challenge,
            "code_challenge_method": "S256",
        }
    )
    return started["authorization_url"], PendingConnection(state, pkce.code_verifier)


def finish_connection(callback: str, pending: PendingConnection) -> TokenResponse | None:
    """Second half: handles the redirect of the player's browser to your application."""
    answer = {name: values[0] for name, values in parse_qs(urlsplit(callback).query).items()}
    if answer.get("state") != pending.state:
        raise ValueError("The state does not match.")
    if answer.get("iss") != ISSUER:
        raise ValueError("This response is from another server.")
    if "code" not in answer:
        return None  # access_denied: the player did not give consent.
    return client.oauth.exchange_token(
        {
            "code": answer["code"],
            "redirect_uri": REDIRECT_URI,
            "code_verifier": pending.code_verifier,
        }
    )
