import { generatePkce, generateState, PartnerRatingClient } from '@partner-rating/client';

const redirect_uri = 'https://courtside.example/callback';
const issuer = 'http://localhost:3001/api/v1';
// The key is that of SERVICE_API_KEY.
const client = new PartnerRatingClient({ baseUrl: issuer });

/** What your server keeps in the player's session between the two halves. */
export interface PendingConnection {
  state: string;
  code_verifier: string;
}

/** First half: where to send the browser, and what to keep. */
export async function startConnection(): Promise<{ url: string; pending: PendingConnection }> {
  const state = generateState();
  const { code_verifier, ...challenge } = await generatePkce();
  const { authorization_url } = await client.oauth.authorize({
    redirect_uri,
    scope: ['user:profile:read', 'user:rating:read', 'user:match:submit'],
    state,
    ...challenge,
  });
  return { url: authorization_url, pending: { state, code_verifier } };
}

/** Second half: what the player's browser brought back to your redirect address. */
export async function finishConnection(callback: URL, pending: PendingConnection) {
  const answer = callback.searchParams;
  if (answer.get('state') !== pending.state) throw new Error('This is not the request we started.');
  if (answer.get('iss') !== issuer) throw new Error('This answer is from somebody else.');
  const code = answer.get('code');
  if (code === null) return null; // access_denied: the player refused.
  const { code_verifier } = pending;
  return await client.oauth.exchangeToken({ code, redirect_uri, code_verifier });
}
