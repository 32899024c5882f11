import { generatePkce, generateState, PartnerRatingClient } from '@partner-rating/client';

const redirect_uri = 'https://courtside.example/callback';
const issuer = 'http://localhost:3001/api/v1';
// Reads the API key from SERVICE_API_KEY.
const client = new PartnerRatingClient({ baseUrl: issuer });

/** What your server stores in the player's session between the two halves. */
export interface PendingConnection {
  state: string;
  code_verifier: string;
}

/** First half: returns the address to send the browser to, and what to store. */
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

/** Second half: handles the redirect of the player's browser to your application. */
export async function finishConnection(callback: URL, pending: PendingConnection) {
  const answer = callback.searchParams;
  if (answer.get('state') !== pending.state) throw new Error('The state does not match.');
  if (answer.get('iss') !== issuer) throw new Error('This response is from another server.');
  const code = answer.get('code');
  if (code === null) return null; // access_denied: the player did not give consent.
  const { code_verifier } = pending;
  return await client.oauth.exchangeToken({ code, redirect_uri, code_verifier });
}
