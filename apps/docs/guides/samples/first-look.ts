import { PartnerRatingClient } from '@partner-rating/client';

const client = new PartnerRatingClient({ baseUrl: 'http://localhost:3001/api/v1' });

const { ratingChanges } = await client.matches.submit({
  sport: 'pickleball',
  winScore: 11,
  winBy: 2,
  matches: [
    {
      identifier: 'court-1-final',
      teams: [['10001'], ['10002']],
      games: [{ scores: [11, 8] }, { scores: [11, 6] }],
    },
  ],
});
for (const { displayName, newRating } of ratingChanges) {
  process.stdout.write(`${displayName}: ${newRating}\n`);
}
