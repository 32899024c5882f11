import { PartnerRatingClient, splitFor } from '@partner-rating/client';

// Reads the API key from SERVICE_API_KEY.
const client = new PartnerRatingClient({ baseUrl: 'http://localhost:3001/api/v1' });

const PROVISIONAL_BELOW = 0.5;

/** Describes a player's rating in a sport. */
export async function ratingInWords(memberId: string, sport: string): Promise<string> {
  const member = await client.members.get(memberId, { sport });
  const rating = splitFor(member, sport, 'overall-open');
  if (rating === undefined) return `${member.displayName} is not rated yet`;
  const mark = rating.reliability < PROVISIONAL_BELOW ? ' (provisional)' : '';
  return `${member.displayName}: ${rating.R.toFixed(3)}${mark}, from ${rating.games} games`;
}
