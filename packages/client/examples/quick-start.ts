import { PartnerRatingClient, ratingFor, ValidationError } from '@partner-rating/client';

// Reads the API key from SERVICE_API_KEY. `local` is http://localhost:3001/api/v1.
const client = new PartnerRatingClient({ environment: 'local' });

const { players } = await client.members.search({ city: 'Austin', sport: 'pickleball' });
for (const player of players) {
  console.log(`${player.displayName}: ${ratingFor(player, 'pickleball')}`);
}

// Singles between two players who are connected to your application.
const connected = players.filter(({ status }) => status.isConnected);
try {
  const result = await client.matches.submit(
    {
      sport: 'pickleball',
      winScore: 11,
      winBy: 2,
      matches: [
        {
          identifier: 'court-3-final',
          teams: connected.slice(0, 2).map(({ id }) => [id]),
          games: [{ scores: [11, 8] }, { scores: [11, 6] }],
        },
      ],
    },
    // A UUID that you store with the batch. Use a new one for each batch.
    { idempotencyKey: 'd5accf85-bb75-4a6a-a4fc-619e5d3d6e8f' },
  );
  for (const { displayName, bracket, previousRating, newRating } of result.ratingChanges) {
    console.log(`${displayName}, ${bracket}: ${previousRating} → ${newRating}`);
  }
} catch (error) {
  if (!(error instanceof ValidationError)) throw error;
  for (const { pointer, detail } of error.errors) console.error(`${pointer}: ${detail}`);
}
