import type { Schemas } from '@partner-rating/server';
import { expect } from 'vitest';
import type { Database } from '../../platform/database/schema.ts';

/**
 * Expects the outbox to hold one `rating.updated` for each player and sport of each batch, and
 * nothing else, numbered without a gap for each player. The batches name their players by id, and
 * one application listens to all of them.
 */
export async function expectAllNotified(
  database: Database,
  batches: readonly Schemas.MatchBatch[],
): Promise<void> {
  const deliveries = await database.selectFrom('webhook_delivery').select('payload').execute();
  const sent = deliveries.map(({ payload }) => JSON.parse(payload).data as Schemas.RatingUpdate);
  expect(sent.map(({ id, sport }) => `${id} ${sport}`).toSorted()).toEqual(
    batches.flatMap(playersAndSports).toSorted(),
  );
  for (const ofPlayer of Map.groupBy(sent, ({ id }) => id).values()) {
    const sequences = ofPlayer.map(({ sequence }) => sequence).toSorted((one, two) => one - two);
    expect(sequences).toEqual(ofPlayer.map((_, index) => index + 1));
  }
}

function playersAndSports({ sport: defaultSport, matches }: Schemas.MatchBatch): string[] {
  const all = matches.flatMap(({ teams, sport = defaultSport }) =>
    teams.flat().map((id) => `${id} ${sport}`),
  );
  return [...new Set(all)];
}
