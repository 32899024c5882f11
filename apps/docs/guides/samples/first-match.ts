import { PartnerRatingClient, ratingDifference } from '@partner-rating/client';

const { BASE: baseUrl = '', PLAYER = '', OPPONENT = '' } = process.env;
// The API key is that of SERVICE_API_KEY.
const client = new PartnerRatingClient({ baseUrl });

const { ratingChanges } = await client.matches.submit({
  sport: 'pickleball',
  winScore: 11,
  winBy: 2,
  matches: [
    {
      identifier: 'quick-start-again',
      teams: [[PLAYER], [OPPONENT]],
      games: [{ scores: [7, 11] }, { scores: [11, 9] }, { scores: [11, 4] }],
    },
  ],
});

for (const change of ratingChanges) {
  const { displayName, bracket, newRating } = change;
  process.stdout.write(`${displayName}, ${bracket}: ${newRating} (${ratingDifference(change)})\n`);
}
