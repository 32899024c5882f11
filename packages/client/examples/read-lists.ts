import { PartnerRatingClient } from '@partner-rating/client';

const client = new PartnerRatingClient({
  apiKey: process.env.SERVICE_API_KEY ?? '',
  baseUrl: 'http://localhost:3001/api/v1',
});

// If you await a list, you get its first page.
const { total, deliveries } = await client.webhooks.listDeliveries({ status: 'failed' });
process.stdout.write(`${deliveries.length} of ${total} deliveries that failed\n`);

// If you iterate it, you get every item. Each page is fetched when you need its first item.
for await (const player of client.members.search({ city: 'Austin', maxItems: 500 })) {
  process.stdout.write(`${player.displayName}\n`);
}

// Or get an array of at most 50 items, whole pages, or only the first hit.
const best = await client.leaderboard.list({ sport: 'padel' }).toArray({ limit: 50 });
for await (const { updates } of client.members.listRatingUpdates({ limit: 100 }).pages()) {
  process.stdout.write(`${updates.length} updates\n`);
}
const player = await client.members.find('Mike Brennan', { sport: ['pickleball', 'padel'] });
process.stdout.write(`${best[0]?.displayName}, ${player?.displayName ?? 'nobody'}\n`);
