import { type RawBuilder, sql } from 'kysely';
import { expect, it } from 'vitest';
import { batchOf, matchOf } from '../../matches/testing/batches.ts';
import { type Club, createClub } from '../../matches/testing/club.ts';
import { handle } from '../../matches/testing/story.ts';
import type { Database } from '../../platform/database/schema.ts';
import { sample, seededRandom } from '../../platform/random.ts';
import { addParts } from '../../ratings/store/parts.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { readStorage } from './storage.ts';

const MATCHES = 100_000;
// Copies of the matches that were played are the rest.
const PLAYED = 2_000;
const MATCHES_A_DAY = 100;
const PLAYERS = 200;
const FIRST_DAY = Date.UTC(2025, 0, 1);
// Of the copies, which are each a month later.
const LAST_DAY = new Date('2029-12-31');

it('a doubles match takes at most 4,200 bytes with all indexes, if there are 100,000', async () => {
  const database = await createTestDatabase('postgres');
  const club = await createClub(
    database,
    Array.from({ length: PLAYERS }, (_, index) => ({
      gender: index % 2 === 0 ? ('MALE' as const) : ('FEMALE' as const),
      birth_date: `${1985 + (index % 15)}-01-01`,
    })),
  );
  await playDoubles(club);
  await addParts(database, ['pickleball'], LAST_DAY);
  for (let copy = 1; copy < MATCHES / PLAYED; copy += 1) await copyMatches(database, copy);
  await sql`vacuum analyze`.execute(database);
  const { bytesPerMatch, tables } = await readStorage(database);
  expect(tables.find(({ name }) => name === 'player_state')?.rows).toBe(4 * MATCHES);
  expect(bytesPerMatch).toBeLessThan(4_200);
});

async function playDoubles(club: Club): Promise<void> {
  const random = seededRandom(1);
  for (let first = 0; first < PLAYED; first += MATCHES_A_DAY) {
    const matches = Array.from({ length: MATCHES_A_DAY }, (_, index) => {
      const [one, two, three, four] = sample(random, club.players, 4);
      if (!one || !two || !three || !four) throw new RangeError('A club has more players.');
      const teams = [
        [one, two],
        [three, four],
      ];
      const games = [{ scores: [11, 4] }, { scores: [11, 7] }];
      return matchOf(`evening-${first + index}`, teams, { games });
    });
    const playedAt = new Date(FIRST_DAY + (first / MATCHES_A_DAY) * 24 * 60 * 60_000);
    await handle(club, batchOf(matches, { matchDate: playedAt.toISOString() }));
  }
}

/** Stores all matches that were played once more, with their players, states and history, for another year. */
async function copyMatches(database: Database, copy: number): Promise<void> {
  const idOf = (id: RawBuilder<unknown>) =>
    sql`overlay(${id} placing ${String(copy).padStart(4, '0')} from 5 for 4)`;
  const later = sql`interval '1 month' * ${copy}`;
  const played = sql`(
    select match.*, copy.arrival as copied_arrival, copy.id as copied_id
    from match join match as copy on copy.id = ${idOf(sql`match.id`)}
    where match.arrival <= ${PLAYED}
  ) as played`;
  await sql`
    insert into match (
      id, batch_id, application_id, identifier, content_hash, sport, match_date, brackets, content,
      created_at
    )
    select
      ${idOf(sql`id`)}, batch_id, application_id, identifier || '-' || ${copy}::text, content_hash, sport,
      match_date + ${later}, brackets, content, created_at
    from match where arrival <= ${PLAYED} order by arrival
  `.execute(database);
  await sql`
    insert into match_fingerprint (arrival, moment, first_day, last_day, fingerprint)
    select
      copied_arrival, moment, first_day, last_day,
      substring(sha256(convert_to(copied_id, 'UTF8')) for 16)
    from match_fingerprint as report join ${played} on played.arrival = report.arrival
    order by copied_arrival
  `.execute(database);
  await sql`
    insert into match_participant (
      match_date, arrival, member_number, team, position, is_confirmed
    )
    select
      participant.match_date + ${later}, copied_arrival, member_number, team, position, is_confirmed
    from match_participant as participant join ${played} on played.arrival = participant.arrival
    order by copied_arrival
  `.execute(database);
  await sql`
    insert into player_state (match_date, arrival, member_number, sport, brackets, numbers)
    select
      state.match_date + ${later}, copied_arrival, member_number, state.sport, state.brackets, numbers
    from player_state as state join ${played} on played.arrival = state.arrival
    order by copied_arrival
  `.execute(database);
  await sql`
    insert into rating_change (arrival, changed_at, member_number, sport, brackets, numbers)
    select copied_arrival, changed_at, member_number, change.sport, change.brackets, numbers
    from rating_change as change join ${played} on played.arrival = change.arrival
    order by copied_arrival
  `.execute(database);
}
