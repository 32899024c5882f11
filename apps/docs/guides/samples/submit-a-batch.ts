import { PartnerRatingClient, ValidationError } from '@partner-rating/client';

// Reads the API key from SERVICE_API_KEY.
const client = new PartnerRatingClient({ baseUrl: 'http://localhost:3001/api/v1' });

try {
  const { ratingChanges, duplicates } = await client.matches.submit(
    {
      // Defaults for all matches. A match can override them.
      sport: 'pickleball',
      winScore: 11,
      winBy: 2,
      event: 'Courtside Saturday League',
      location: 'Courtside Club, Austin',
      matchDate: '2026-09-12T15:30:00Z',
      matches: [
        {
          identifier: 'court-3-1530',
          teams: [
            ['10001', '10002'],
            ['10003', '10004'],
          ],
          games: [{ scores: [11, 8] }, { scores: [11, 6] }],
        },
        {
          identifier: 'court-4-1545',
          matchDate: '2026-09-12T15:45:00Z',
          teams: [['10002'], ['10003']],
          games: [
            { scores: [11, 9] },
            { scores: [8, 11] },
            // The decider went to 15.
            { scores: [15, 13], winScore: 15 },
          ],
        },
      ],
    },
    // A UUID that you store with the batch. Use a new one for each batch.
    { idempotencyKey: 'f436629b-7209-4635-987a-67a710347d9b' },
  );
  process.stdout.write(`${duplicates} matches were already stored.\n`);
  for (const { displayName, bracket, previousRating, newRating } of ratingChanges) {
    process.stdout.write(`${displayName}, ${bracket}: ${previousRating} → ${newRating}\n`);
  }
} catch (error) {
  if (!(error instanceof ValidationError)) throw error;
  for (const { pointer, code, detail } of error.errors) {
    process.stderr.write(`${pointer} (${code}): ${detail}\n`);
  }
}
