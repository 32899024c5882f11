import { createKey } from '@partner-rating/service/src/console/actions/keys.ts';
import type { Recorder } from '../recorder.ts';

const REQUESTS = 42;
const LIMIT = 600;

/** A separate key reaches the rate limit. */
export async function recordUsage(recorder: Recorder): Promise<void> {
  const { dependencies } = recorder.environment;
  const { apiKey } = await createKey(dependencies, { clientId: 'courtside-club' });
  const { usage } = recorder.client(apiKey);
  recorder.advanceTo('2026-09-12T18:10:00Z');
  for (let count = 1; count < REQUESTS; count += 1) await usage.get();
  recorder.advanceTo('2026-09-12T18:10:37Z');
  await recorder.record('usage.get', usage.get());
  for (let count = REQUESTS; count < LIMIT; count += 1) await usage.get();
  recorder.advanceTo('2026-09-12T18:10:43Z');
  await recorder.recordRefusal('error-rate_limited', usage.get());
}
