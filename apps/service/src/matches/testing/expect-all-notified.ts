import type { Schemas } from '@partner-rating/server';
import { expect } from 'vitest';
import type { Database } from '../../platform/database/schema.ts';
import { ratingHistory } from '../../ratings/store/rating-history.ts';
import { writtenEvents } from './club.ts';

/**
 * Expects the outbox to contain one `rating.updated` for each player and sport of each batch, those of settlements, and no
 * others, numbered without a gap for each player. The batches name their players by id, and one application is subscribed
 * to all of them.
 */
export async function expectAllNotified(
  database: Database,
  batches: readonly Schemas.MatchBatch[],
): Promise<void> {
  const events = await writtenEvents(database);
  const sent: Schemas.RatingUpdate[] = events.map(({ data }) => data);
  const settled = await countSettled(database);
  expect(sent.map(({ id, sport }) => `${id} ${sport}`).toSorted()).toEqual(
    [...batches.flatMap(playersAndSports), ...settled].toSorted(),
  );
  for (const ofPlayer of Map.groupBy(sent, ({ id }) => id).values()) {
    const sequences = ofPlayer.map(({ sequence }) => sequence).toSorted((one, two) => one - two);
    expect(sequences).toEqual(ofPlayer.map((_, index) => index + 1));
  }
}

/** Expects that no two events of a player have the same number. */
export async function expectDistinctSequences(database: Database): Promise<void> {
  const events = await writtenEvents(database);
  const sequences = events.map(({ data }) => `${data.id} ${data.sequence}`);
  expect(new Set(sequences).size).toBe(sequences.length);
}

/** Returns an entry for each settlement that changed ratings of a player in a sport. */
async function countSettled(database: Database): Promise<string[]> {
  const rows = await database
    .selectFrom(ratingHistory)
    .select(['member_id', 'sport', 'changed_at'])
    .distinct()
    .where('cause', '!=', 'match')
    .execute();
  return rows.map(({ member_id: memberId, sport }) => `${memberId} ${sport}`);
}

function playersAndSports({ sport: defaultSport, matches }: Schemas.MatchBatch): string[] {
  const all = matches.flatMap(({ teams, sport = defaultSport }) =>
    teams.flat().map((id) => `${id} ${sport}`),
  );
  return [...new Set(all)];
}
