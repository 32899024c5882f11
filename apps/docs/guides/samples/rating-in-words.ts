import { PartnerRatingClient } from '@partner-rating/client';

const client = new PartnerRatingClient({
  apiKey: process.env.SERVICE_API_KEY ?? '',
  baseUrl: 'http://localhost:3001/api/v1',
});

const SETTLED = 0.5;

/** A player's rating in a sport as a person reads it. */
export async function ratingInWords(memberId: string, sport: string): Promise<string> {
  const { displayName, sport: ratings } = await client.members.get({ memberId, sport });
  const rating = ratings?.[sport];
  if (rating === undefined) return `${displayName} is not rated yet`;
  const mark = rating.reliability < SETTLED ? ' (provisional)' : '';
  return `${displayName}: ${rating.R.toFixed(3)}${mark}, from ${rating.games} games`;
}
