import { readConfiguration } from '../../platform/configuration/configuration.ts';
import { newId } from '../../platform/database/identifiers.ts';
import type { Database, MemberRow, NewMemberRow } from '../../platform/database/schema.ts';
import { nameColumns } from '../../players/domain/name-columns.ts';
import type { IngestDependencies, Submitter } from '../ingest-batch.ts';

export const submittedAt = new Date('2026-09-12T18:04:11Z');

export const allScopes = [
  'user:profile:read',
  'user:rating:read',
  'user:match:submit',
  'user:webhook:subscribe',
];

/** A partner application whose players have all granted it everything. */
export interface Club {
  dependencies: IngestDependencies;
  submitter: Submitter;
  players: MemberRow[];
}

export async function createClub(
  database: Database,
  players: Partial<NewMemberRow>[],
): Promise<Club> {
  const applicationId = await insertApplication(database);
  const members: MemberRow[] = [];
  for (const player of players) {
    const member = await insertPlayer(database, player);
    await connect(database, applicationId, member.id, allScopes);
    members.push(member);
  }
  return {
    dependencies: {
      database,
      clock: () => submittedAt,
      configuration: readConfiguration({}),
    },
    submitter: { applicationId, trusted: false },
    players: members,
  };
}

export async function insertApplication(database: Database): Promise<string> {
  const id = newId('app');
  await database
    .insertInto('application')
    .values({
      id,
      client_id: id,
      name: 'Courtside Club',
      redirect_uris: ['https://courtside.example/callback'],
      created_at: submittedAt,
      disabled_at: null,
    })
    .execute();
  return id;
}

export async function insertPlayer(
  database: Database,
  player: Partial<NewMemberRow> = {},
): Promise<MemberRow> {
  const row = {
    id: newId('mem'),
    first_name: 'Mike',
    last_name: 'Brennan',
    email: null,
    birth_date: null,
    gender: 'UNKNOWN' as const,
    city: null,
    state: null,
    zip: null,
    country: null,
    created_at: submittedAt,
    ...player,
  };
  return await database
    .insertInto('member')
    .values({ ...row, ...nameColumns(row) })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function connect(
  database: Database,
  applicationId: string,
  memberId: string,
  scopes: string[],
): Promise<void> {
  await database
    .insertInto('connection')
    .values({
      id: newId('con'),
      application_id: applicationId,
      member_id: memberId,
      scopes,
      created_at: submittedAt,
      updated_at: submittedAt,
      revoked_at: null,
    })
    .execute();
}

export async function listen(database: Database, applicationId: string): Promise<void> {
  await database
    .insertInto('webhook_endpoint')
    .values({
      application_id: applicationId,
      url: 'https://courtside.example/webhooks',
      events: ['rating.updated'],
      status: 'enabled',
      disabled_reason: null,
      secret_sealed: Buffer.alloc(0),
      previous_secret_sealed: null,
      previous_secret_expires_at: null,
      failing_since: null,
      created_at: submittedAt,
      updated_at: submittedAt,
    })
    .execute();
}

const tablesOfIngest = [
  'match_batch',
  'match',
  'match_participant',
  'rating',
  'rating_change',
  'member_sequence',
  'webhook_delivery',
] as const;

/** How much a batch has left, table by table. */
export async function countRows(database: Database): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of tablesOfIngest) {
    const { count } = await database
      .selectFrom(table)
      .select((expression) => expression.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    counts[table] = count;
  }
  return counts;
}

/** What `countRows` gives where nothing was left. */
export const nothing: Record<string, number> = Object.fromEntries(
  tablesOfIngest.map((table) => [table, 0]),
);
