import { type Kysely, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { findHistory, ratingHistory } from '../../../ratings/store/rating-history.ts';
import { insertApplication, insertMember } from '../../../testing/builders.ts';
import { createTestDatabase, databases } from '../../../testing/test-database.ts';
import { createSchema } from '../schema/create-schema.ts';
import { packHistory } from './0015-packed-history.ts';
import { addMemberNumbers } from './0017-member-numbers.ts';
import { addPartitions } from './0019-partitions.ts';

const stored = (lena: string, otto: string, application: string) => `
  insert into match_batch (id, application_id, created_at) values ('bat_1', '${application}', now());
  insert into match (
    id, batch_id, application_id, identifier, content_hash, sport, match_date, brackets, content, created_at
  ) select
    id, 'bat_1', '${application}', id, '', 'padel', '2026-01-01', '{}', '{}', '2026-01-02'
  from unnest(array['mat_1', 'mat_2']) as id;
  insert into rating_change (
    member_id, sport, bracket, match_id, batch_id, previous_rating, rating, reliability, games,
    match_date, changed_at, cause
  ) values
    ('${lena}', 'padel', 'overall-open', 'mat_1', 'bat_1', null, 3.6, 0.1, 2, '2026-01-01', '2026-01-02', 'match'),
    ('${otto}', 'padel', 'overall-open', 'mat_1', 'bat_1', null, 3.4, 0.1, 2, '2026-01-01', '2026-01-02', 'match'),
    ('${lena}', 'padel', 'doubles-open', 'mat_1', 'bat_1', null, 3.7, 0.2, 2, '2026-01-01', '2026-01-02', 'match'),
    ('${lena}', 'padel', 'overall-open', 'mat_2', 'bat_1', 3.6, 3.9, 0.3, 4, '2026-01-01', '2026-01-02', 'match'),
    ('${lena}', 'padel', 'overall-open', null, null, 3.9, null, null, 0, null, '2026-01-03', 'settlement');
  insert into player_state (member_id, sport, match_date, arrival, match_id, brackets, numbers)
  select '${lena}', 'padel', match_date, arrival, id, 'overall-open', decode(repeat('00', 40), 'hex') from match;
  insert into match_void (match_id, application_id, reason, created_at)
  values ('mat_2', '${application}', 'twice', now());
`;

describe.each(databases)('matches from before players had numbers on %s', (kind) => {
  it('keep their history in its order, their states, and which of them do not count', async () => {
    const database = await createTestDatabase(kind);
    for (const statement of [`drop schema public cascade`, `create schema public`])
      await sql.raw(statement).execute(database);
    const schema = database as Kysely<unknown>;
    await createSchema(schema);
    const application = await insertApplication(database);
    const [lena, otto] = [await insertMember(database), await insertMember(database)];
    for (const statement of stored(lena.id, otto.id, application).split(';\n'))
      await sql.raw(statement).execute(database);
    await packHistory(schema);
    await addMemberNumbers(schema);
    await addPartitions(schema);

    const all = { sports: null, bracket: null, before: null, limit: 10 };
    const entries = await findHistory(database, { memberId: lena.id, ...all });
    expect(entries).toMatchObject([
      {
        ...{ match_id: null, match_date: null, bracket: 'overall-open', cause: 'settlement' },
        ...{ previous_rating: 3.9, rating: null, reliability: null, games: 0 },
      },
      { match_id: 'mat_2', bracket: 'overall-open', previous_rating: 3.6, rating: 3.9, games: 4 },
      { match_id: 'mat_1', bracket: 'doubles-open', previous_rating: null, reliability: 0.2 },
      { match_id: 'mat_1', bracket: 'overall-open', changed_at: new Date('2026-01-02') },
    ]);
    const last = entries[0]?.change_order ?? 0;
    await sql`
      insert into rating_change (member_number, sport, changed_at, cause, brackets, numbers)
      select member_number, 'padel', now(), 'rebuild', 'A', '{NaN,4,0.1,2}'
      from member where id = ${lena.id}
    `.execute(database);
    const newest = await database
      .selectFrom(ratingHistory)
      .selectAll()
      .where('cause', '=', 'rebuild')
      .executeTakeFirstOrThrow();
    expect(newest.change_order).toBeGreaterThan(last);

    const counted = await sql`
      select match.id, reason
      from player_state as state
      join member on member.member_number = state.member_number
      join match on match.arrival = state.arrival
      left join uncounted_match as uncounted on uncounted.arrival = state.arrival
      where member.id = ${lena.id}
      order by state.state_order
    `.execute(database);
    expect(counted.rows).toEqual([
      { id: 'mat_1', reason: null },
      { id: 'mat_2', reason: 'voided' },
    ]);
  });
});
