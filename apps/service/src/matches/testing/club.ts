import { readConfiguration } from '../../platform/configuration/configuration.ts';
import type { Database, MemberRow, NewMemberRow } from '../../platform/database/schema.ts';
import {
  insertApplication,
  insertConnection,
  insertEndpoint,
  insertMember,
} from '../../testing/builders.ts';
import { testSecretsKey } from '../../testing/test-service.ts';
import type { IngestDependencies } from '../submit/ingest-batch.ts';
import type { Submitter } from '../submit/read-facts.ts';

export const submittedAt = new Date('2026-09-12T18:04:11Z');

/** A partner application. All its players have granted it everything. */
export interface Club<Players extends readonly unknown[] = unknown[]> {
  dependencies: IngestDependencies;
  submitter: Submitter;
  players: { -readonly [Index in keyof Players]: MemberRow };
}

/** Creates an application that is not trusted, and members who all agreed that it submits matches. */
export async function createClub<const Players extends readonly Partial<NewMemberRow>[]>(
  database: Database,
  players: Players,
): Promise<Club<Players>> {
  const applicationId = await insertApplication(database);
  const members: MemberRow[] = [];
  for (const player of players) {
    const member = await insertMember(database, player);
    await insertConnection(database, applicationId, member.id);
    members.push(member);
  }
  return {
    dependencies: {
      database,
      clock: () => submittedAt,
      configuration: readConfiguration({ SECRETS_KEY: testSecretsKey }),
    },
    submitter: { applicationId, trusted: false },
    players: members as Club<Players>['players'],
  };
}

/** Returns players of both genders and many ages, who play in many brackets. */
export function peopleOfAllKinds(count: number): Partial<NewMemberRow>[] {
  return Array.from({ length: count }, (_, index) => ({
    gender: index % 2 === 0 ? 'MALE' : 'FEMALE',
    birth_date: `${1960 + index * 4}-01-01`,
  }));
}

/** Subscribes the application to rating updates. */
export async function listen(database: Database, applicationId: string): Promise<void> {
  await insertEndpoint(database, applicationId, { events: ['rating.updated'] });
}

/** Returns the events that wait to be sent, in their order, each with its application and its player. */
export async function writtenEvents(database: Database) {
  const deliveries = await database
    .selectFrom('webhook_delivery')
    .select(['application_id', 'member_id', 'payload'])
    .orderBy('delivery_order')
    .execute();
  return deliveries.map(({ payload, ...row }) => ({ ...row, ...JSON.parse(payload) }));
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

/** Counts the rows that a batch has left in each table. */
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

/** The result of `countRows` if nothing was left. */
export const nothing: Record<string, number> = Object.fromEntries(
  tablesOfIngest.map((table) => [table, 0]),
);

/** Returns the club over a database that counts its statements. */
export function countStatements(club: Club): { club: Club; statements: () => number } {
  let statements = 0;
  const database = club.dependencies.database.withPlugin({
    transformQuery: ({ node }) => {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return {
    club: { ...club, dependencies: { ...club.dependencies, database } },
    statements: () => statements,
  };
}
