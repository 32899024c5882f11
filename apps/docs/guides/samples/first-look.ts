import { PartnerRatingClient } from '@partner-rating/client';

const client = new PartnerRatingClient({ environment: 'local' });

const { ratingChanges } = await client.matches.submit({
  sport: 'pickleball',
  winScore: 11,
  winBy: 2,
  matches: [
    {
      identifier: 'court-3-final',
      teams: [['10482'], ['10517']],
      games: [{ scores: [11, 8] }, { scores: [11, 6] }],
    },
  ],
});
for (const { displayName, newRating } of ratingChanges) {
  process.stdout.write(`${displayName}: ${newRating}\n`);
}
