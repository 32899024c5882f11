import {
  OAuthError,
  PartnerRatingClient,
  type SessionTokens,
  TokenSession,
  type TokenStore,
} from '@partner-rating/client';

const baseUrl = 'http://localhost:3001/api/v1';
const client = new PartnerRatingClient({ apiKey: process.env.SERVICE_API_KEY ?? '', baseUrl });

// In your application, use a table with encrypted rows.
const rows = new Map<string, SessionTokens>();

// One session for each player, so that there is only one refresh at a time.
const sessions = new Map<string, TokenSession>();

/** The session of one player. Begin it with `start(tokens)` once the code is exchanged. */
export function sessionOf(playerId: string): TokenSession {
  const store: TokenStore = {
    load: async () => rows.get(playerId) ?? null,
    save: async (tokens) => {
      if (tokens === null) rows.delete(playerId);
      else rows.set(playerId, tokens);
    },
  };
  const session = sessions.get(playerId) ?? new TokenSession({ oauth: client.oauth, store });
  sessions.set(playerId, session);
  return session;
}

/** The player's name, for as long as they stay connected. */
export async function nameOf(session: TokenSession): Promise<string | undefined> {
  try {
    const player = new PartnerRatingClient({ accessToken: session.accessToken, baseUrl });
    return (await player.members.get()).fullName;
  } catch (error) {
    // The player disconnected your application, or no token was refreshed for 90 days.
    if (error instanceof OAuthError && error.errorCode === 'invalid_grant') return undefined;
    throw error;
  }
}
