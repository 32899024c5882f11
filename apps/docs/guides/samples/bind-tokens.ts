import { PartnerRatingClient, TokenSession, type TokenStore } from '@partner-rating/client';
import { createDpop } from '@partner-rating/client/dpop';

const baseUrl = 'http://localhost:3001/api/v1';
// One key for this process, or a key that all your processes share.
const { fetch, thumbprint } = await createDpop();
// Reads the API key from SERVICE_API_KEY.
const client = new PartnerRatingClient({ baseUrl, fetch });

/** Returns the address to send the browser to. Only your key can use the code that comes back. */
export async function startBoundConnection(redirect_uri: string): Promise<string> {
  const { authorization_url } = await client.oauth.authorize({
    redirect_uri,
    dpop_jkt: thumbprint,
  });
  return authorization_url;
}

/** Reads the name of a player with a token that is bound to the key. */
export async function nameOfBoundPlayer(store: TokenStore): Promise<string | undefined> {
  const session = new TokenSession({ oauth: client.oauth, store });
  const player = new PartnerRatingClient({ accessToken: session.accessToken, baseUrl, fetch });
  return (await player.members.get()).fullName;
}
