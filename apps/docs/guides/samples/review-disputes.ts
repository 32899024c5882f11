import { type Match, PartnerRatingClient } from '@partner-rating/client';

// Reads the API key from SERVICE_API_KEY.
const client = new PartnerRatingClient({ baseUrl: 'http://localhost:3001/api/v1' });

/** Reviews the matches that players dispute, and voids the wrong ones. */
export async function reviewDisputes(isWrong: (match: Match) => Promise<boolean>): Promise<number> {
  let voided = 0;
  for await (const match of client.matches.list({ status: 'disputed' })) {
    if (!(await isWrong(match))) continue;
    await client.matches.void(match.id, { reason: 'A player disputed the result.' });
    voided += 1;
  }
  return voided;
}
