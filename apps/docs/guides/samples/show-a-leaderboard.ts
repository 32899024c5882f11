import { type LeaderboardEntry, NotFoundError, PartnerRatingClient } from '@partner-rating/client';

// Reads the API key from SERVICE_API_KEY.
const client = new PartnerRatingClient({ baseUrl: 'http://localhost:3001/api/v1' });

const TEXAS = { sport: 'pickleball', scope: 'state', country: 'US', state: 'TX' } as const;
const PROVISIONAL_BELOW = 0.5;

/** Returns the best players of Texas, one a line. */
export async function bestOfTexas(limit: number): Promise<string[]> {
  // `await` returns the first page of a list. `for await` would read all pages.
  const { players } = await client.leaderboard.list({ ...TEXAS, limit });
  return players.map(lineOf);
}

/** Returns a player's line with the next better and the next weaker player; null if the player is not on the board. */
export async function nearInTexas(memberId: string): Promise<string[] | null> {
  try {
    const request = { ...TEXAS, memberId, contextSize: 1 };
    const { player, above, below, total } = await client.leaderboard.rank(request);
    return [...above, player, ...below].map((entry) => `${lineOf(entry)}, of ${total}`);
  } catch (error) {
    if (error instanceof NotFoundError) return null;
    throw error;
  }
}

function lineOf({ rank, displayName, R, reliability }: LeaderboardEntry): string {
  const mark = reliability < PROVISIONAL_BELOW ? ' (provisional)' : '';
  return `${rank}. ${displayName}: ${R.toFixed(3)}${mark}`;
}
