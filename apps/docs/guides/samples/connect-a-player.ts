import { createHash, randomBytes } from 'node:crypto';
import { PartnerRatingClient } from '@partner-rating/client';

const redirect_uri = 'https://courtside.example/callback';
const issuer = 'http://localhost:3001/api/v1';
const client = new PartnerRatingClient({
  apiKey: process.env.SERVICE_API_KEY ?? '',
  baseUrl: issuer,
});

/** What your server keeps in the player's session between the two halves. */
export interface PendingConnection {
  state: string;
  verifier: string;
}

/** First half: where to send the browser, and what to keep. */
export async function startConnection(): Promise<{ url: string; pending: PendingConnection }> {
  const pending = {
    state: randomBytes(32).toString('base64url'),
    verifier: randomBytes(32).toString('base64url'),
  };
  const { authorization_url } = await client.oauth.authorize({
    redirect_uri,
    scope: ['user:profile:read', 'user:rating:read', 'user:match:submit'],
    state: pending.state,
    code_challenge: createHash('sha256').update(pending.verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  return { url: authorization_url, pending };
}

/** Second half: what the player's browser brought back to your redirect address. */
export async function finishConnection(callback: URL, pending: PendingConnection) {
  const answer = callback.searchParams;
  if (answer.get('state') !== pending.state) throw new Error('This is not the request we started.');
  if (answer.get('iss') !== issuer) throw new Error('This answer is from somebody else.');
  const code = answer.get('code');
  if (code === null) return null; // access_denied: the player refused.
  return await client.oauth.exchangeToken({
    code,
    redirect_uri,
    code_verifier: pending.verifier,
  });
}
