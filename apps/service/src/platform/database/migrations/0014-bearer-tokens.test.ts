import { type Kysely, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { insertApplication, insertConnection, insertMember } from '../../../testing/builders.ts';
import { createTestDatabase, databases } from '../../../testing/test-database.ts';
import { removeBoundTokens } from './0014-bearer-tokens.ts';

// What this migration removes.
const before = [
  `alter table access_token add column dpop_jkt text`,
  `alter table authorization_code add column dpop_jkt text`,
  `alter table authorization_request add column dpop_jkt text`,
  `alter table application add column dpop_bound_access_tokens boolean not null default false`,
  `create table used_dpop_proof (proof_hash bytea primary key)`,
];

describe.each(databases)('access tokens on %s', (kind) => {
  it('are revoked if they were bound to a key, and stay as they are otherwise', async () => {
    const database = await createTestDatabase(kind);
    for (const statement of before) await sql.raw(statement).execute(database);
    const applicationId = await insertApplication(database);
    const { id: memberId } = await insertMember(database);
    const connectionId = await insertConnection(database, applicationId, memberId);
    await sql`
      insert into access_token (token_hash, connection_id, scopes, created_at, expires_at, dpop_jkt, revoked_at)
        values ('bearer', ${connectionId}, '{}', now(), now(), null, null),
          ('bound', ${connectionId}, '{}', now(), now(), 'key', null),
          ('over', ${connectionId}, '{}', now(), now(), 'key', '2026-01-01')
    `.execute(database);
    await removeBoundTokens(database as Kysely<unknown>);
    const tokens = await database
      .selectFrom('access_token')
      .select(['token_hash', 'revoked_at'])
      .orderBy('token_hash')
      .execute();
    expect(
      tokens.map(({ token_hash, revoked_at }) => [Buffer.from(token_hash).toString(), revoked_at]),
    ).toEqual([
      ['bearer', null],
      ['bound', expect.any(Date)],
      ['over', new Date('2026-01-01')],
    ]);
  });
});
