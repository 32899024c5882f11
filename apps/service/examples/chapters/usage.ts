import { createKey } from '../../src/admin/partners.ts';
import type { Telling } from '../telling.ts';

const REQUESTS = 42;
const LIMIT = 600;

/** A key of its own is used that often within a minute, and then as often as it may be. */
export async function tellUsage(telling: Telling): Promise<void> {
  const { dependencies } = telling.stage;
  const { apiKey } = await createKey(dependencies, { clientId: 'courtside-club' });
  const { usage } = telling.client(apiKey);
  telling.at('2026-09-12T18:10:00Z');
  for (let count = 1; count < REQUESTS; count += 1) await usage.get();
  telling.at('2026-09-12T18:10:37Z');
  await telling.tell('usage.get', usage.get());
  for (let count = REQUESTS; count < LIMIT; count += 1) await usage.get();
  telling.at('2026-09-12T18:10:43Z');
  await telling.tellRefusal('error-rate_limited', usage.get());
}
