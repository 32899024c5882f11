import { setTimeout as sleep } from 'node:timers/promises';
import { type MatchBatch, PartnerRatingClient } from '@partner-rating/client';

// Reads the API key from SERVICE_API_KEY.
const client = new PartnerRatingClient({ baseUrl: 'http://localhost:3001/api/v1' });

/** Submits results, and waits until late ones are settled. */
export async function submitAndSettle(batch: MatchBatch, timeoutSeconds = 60): Promise<boolean> {
  const deadline = Date.now() + timeoutSeconds * 1_000;
  const { matches } = await client.matches.submit(batch);
  const late = matches.filter(({ settled }) => settled === false);
  for (const id of late.flatMap((match) => match.id ?? [])) {
    while (!(await client.matches.get(id)).settled) {
      if (Date.now() > deadline) return false;
      await sleep(1_000);
    }
  }
  return true;
}
