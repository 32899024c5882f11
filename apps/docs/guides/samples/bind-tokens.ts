import { PartnerRatingClient, TokenSession, type TokenStore } from '@partner-rating/client';
import { createDpop } from '@partner-rating/client/dpop';

const baseUrl = 'http://localhost:3001/api/v1';
// One key for the process, or the keys that all your processes have.
const { fetch, thumbprint } = await createDpop();
// The key is that of SERVICE_API_KEY.
const client = new PartnerRatingClient({ baseUrl, fetch });

/** Where to send the browser. The code that comes back is of use with your key alone. */
export async function startBoundConnection(redirect_uri: string): Promise<string> {
  const { authorization_url } = await client.oauth.authorize({
    redirect_uri,
    dpop_jkt: thumbprint,
  });
  return authorization_url;
}

/** The name of a player, read with a token that is bound to the key. */
export async function nameOfBoundPlayer(store: TokenStore): Promise<string | undefined> {
  const session = new TokenSession({ oauth: client.oauth, store });
  const player = new PartnerRatingClient({ accessToken: session.accessToken, baseUrl, fetch });
  return (await player.members.get()).fullName;
}
