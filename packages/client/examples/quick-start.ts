import { PartnerRatingClient, ValidationError } from '@partner-rating/client';

const client = new PartnerRatingClient({
  apiKey: process.env.SERVICE_API_KEY ?? '',
  baseUrl: 'http://localhost:3001/api/v1',
});

const member = await client.members.get({ memberId: '10482', sport: 'pickleball' });
process.stdout.write(`${member.displayName}: ${member.sport?.pickleball?.R}\n`);

try {
  const result = await client.matches.submit(
    {
      sport: 'pickleball',
      winScore: 11,
      winBy: 2,
      matches: [
        {
          identifier: 'court-3-final',
          teams: [
            ['10482', '10517'],
            ['10533', '10591'],
          ],
          games: [{ scores: [11, 8] }, { scores: [11, 6] }],
        },
      ],
    },
    { idempotencyKey: 'court-3-final' },
  );
  for (const { displayName, previousRating, newRating } of result.ratingChanges) {
    process.stdout.write(`${displayName}: ${previousRating} → ${newRating}\n`);
  }
} catch (error) {
  if (!(error instanceof ValidationError)) throw error;
  for (const { pointer, detail } of error.errors) process.stderr.write(`${pointer}: ${detail}\n`);
}
