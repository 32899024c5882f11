import { PartnerRatingClient } from '@partner-rating/client';

const client = new PartnerRatingClient({
  apiKey: process.env.SERVICE_API_KEY ?? '',
  baseUrl: 'http://localhost:3001/api/v1',
});

// Awaited, a list is its first page.
const { total, deliveries } = await client.webhooks.listDeliveries({ status: 'failed' });
process.stdout.write(`${deliveries.length} of ${total} deliveries that failed\n`);

// Iterated, it is every item; each page is fetched when its first item is asked for.
for await (const player of client.members.search({ city: 'Austin', maxItems: 500 })) {
  process.stdout.write(`${player.displayName}\n`);
}

// Or an array of so many, the pages themselves, or the first hit alone.
const best = await client.leaderboard.list({ sport: 'padel' }).toArray({ limit: 50 });
for await (const { updates } of client.members.listRatingUpdates({ limit: 100 }).pages()) {
  process.stdout.write(`${updates.length} updates\n`);
}
const player = await client.members.find('Mike Brennan', { sport: ['pickleball', 'padel'] });
process.stdout.write(`${best[0]?.displayName}, ${player?.displayName ?? 'nobody'}\n`);
