import {
  generatePkce,
  generateState,
  OAuthError,
  PartnerRatingClient,
} from '@partner-rating/client';

const baseUrl = 'http://localhost:3001/api/v1';
const redirect_uri = 'https://courtside.example/callback';
const client = new PartnerRatingClient({ apiKey: process.env.SERVICE_API_KEY ?? '', baseUrl });

/** The URL for the player's browser, and the values to store in the player's session. */
export async function startConnection() {
  const state = generateState();
  const { code_verifier, ...challenge } = await generatePkce();
  const { authorization_url } = await client.oauth.authorize({
    redirect_uri,
    scope: ['user:rating:read', 'user:match:submit'],
    state,
    ...challenge,
  });
  return { authorization_url, session: { state, code_verifier } };
}

/** The callback at your redirect URI, after `state` was compared with the one in the session. */
export async function finishConnection(code: string, code_verifier: string): Promise<string> {
  try {
    const tokens = await client.oauth.exchangeToken({ code, redirect_uri, code_verifier });
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
