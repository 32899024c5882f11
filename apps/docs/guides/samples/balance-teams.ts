import { PartnerRatingClient } from '@partner-rating/client';

// Reads the API key from SERVICE_API_KEY.
const client = new PartnerRatingClient({ baseUrl: 'http://localhost:3001/api/v1' });

/** Returns the fairest doubles matches, one a court, among the players who came: 4, 8, 12, or 16. */
export async function fairestCourts(players: string[]): Promise<string[]> {
  const { lineups } = await client.matches.balance({ sport: 'pickleball', players, teamSize: 2 });
  const [fairest] = lineups;
  if (fairest === undefined) return [];
  return fairest.courts.map(({ teams, winProbability }) => {
    const [ours = 0.5] = winProbability;
    const odds = `${Math.round(100 * ours)} to ${Math.round(100 * (1 - ours))}`;
    return `${teams.map((team) => team.join(' and ')).join(' against ')}: ${odds}`;
  });
}
