import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { connectDatabase } from '../../platform/database/connect.ts';
import { migrateToLatest } from '../../platform/database/migrate.ts';
import { createSchema } from '../../platform/database/schema/create-schema.ts';
import { insertMember } from '../../testing/builders.ts';
import { createEmptyPostgres } from '../../testing/test-database.ts';
import { ratingsIn } from '../domain/state-columns.ts';
import { findStates } from './player-states.ts';
import { findMemberNumbers } from './players.ts';
import { loadRatings } from './ratings.ts';

it('reads ratings and states of release 0.1.0 after the upgrade', async () => {
  const databaseUrl = await createEmptyPostgres();
  const { database, close } = await connectDatabase({ databaseUrl, dataDirectory: '' });
  onTestFinished(close);
  await migrateToLatest(database, { '0001-schema': { up: createSchema } });
  const { id: memberId } = await insertMember(database);
  const matchDate = new Date('2026-09-12T15:30:00Z');
  const at = matchDate.toISOString();
  await sql`
    insert into rating
      (member_id, sport, bracket, mu, sigma, rating, reliability, games, updated_at, last_played_at)
    values (${memberId}, 'padel', 'overall-open', 31, 4, 4.012, 0.77, 12, ${at}, ${at})
  `.execute(database);
  await sql`
    insert into player_state (member_id, sport, match_date, arrival, match_id, brackets, numbers)
    values (
      ${memberId}, 'padel', ${at}, 1, 'mat_1', 'overall-open',
      float8send(31) || float8send(4) || float8send(4.012) || float8send(12)
        || float8send(${matchDate.getTime()}::float8)
    )
  `.execute(database);

  expect(await migrateToLatest(database)).toContain('0002-groups-and-pairs');
  const [rating] = await loadRatings(database, [memberId], ['padel']);
  const nothing = { direction: 0, partner: 0 };
  expect(rating).toMatchObject({ mu: 31, rating: 4.012, games: 12, ...nothing });
  const memberNumbers = await findMemberNumbers(database, [memberId]);
  const which = { sport: 'padel', version: 'published', memberNumbers } as const;
  const [state] = await findStates(database, which, [{ memberId, matchDate, arrival: 1 }]);
  const lastPlayed = matchDate.getTime();
  expect(state && ratingsIn(state)).toMatchObject([
    { mu: 31, sigma: 4, games: 12, lastPlayed, ...nothing, open: 0 },
  ]);
});
