import { OAuthError, PartnerRatingClient } from '@partner-rating/client';

const baseUrl = 'http://localhost:3001/api/v1';
const redirect_uri = 'https://courtside.example/callback';
const client = new PartnerRatingClient({ apiKey: process.env.SERVICE_API_KEY ?? '', baseUrl });

/** Where to send the player's browser. Keep `state` in the player's session. */
export async function startConnection(state: string): Promise<string> {
  const { authorization_url } = await client.oauth.authorize({
    redirect_uri,
    scope: ['user:profile:read', 'user:rating:read', 'user:match:submit'],
    state,
  });
  return authorization_url;
}

/** What to do at your redirect address, once `state` is found to be the one you kept. */
export async function finishConnection(code: string): Promise<string> {
  try {
    const tokens = await client.oauth.exchangeToken({ code, redirect_uri });
    const player = new PartnerRatingClient({ accessToken: tokens.access_token, baseUrl });
    const member = await player.members.get();
    return `Welcome, ${member.firstName}.`;
  } catch (error) {
    if (error instanceof OAuthError && error.errorCode === 'invalid_grant') {
      return 'That took too long. Please connect once more.';
    }
    throw error;
  }
}
