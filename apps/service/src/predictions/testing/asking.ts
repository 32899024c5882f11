import { currentModel, PRIMARY_BRACKET, type Skill, UNCONNECTED } from '@partner-rating/ratings';
import type { Schemas } from '@partner-rating/server';
import { onTestFinished } from 'vitest';
import { newKeyRow } from '../../console/actions/keys.ts';
import { insertKey } from '../../console/store/applications.ts';
import { submittedAt } from '../../matches/testing/club.ts';
import { listenOver } from '../../matches/testing/listening-app.ts';
import { readConfiguration } from '../../platform/configuration/configuration.ts';
import type { Database, MemberRow } from '../../platform/database/schema.ts';
import { insertApplication, insertMember } from '../../testing/builders.ts';
import { createTestDatabase, type DatabaseKind } from '../../testing/test-database.ts';
import { testSecretsKey } from '../../testing/test-service.ts';

/** An application with a key that may read members, and sends requests to `path`. */
export async function openAsking<Body>(kind: DatabaseKind, path: string) {
  const database = await createTestDatabase(kind);
  const { baseUrl, close } = await listenOver(database);
  onTestFinished(close);
  const applicationId = await insertApplication(database);
  const scopes = ['key:member:read'];
  const { apiKey, row } = newKeyRow(applicationId, { now: submittedAt, scopes });
  await insertKey(database, row);

  /** Sends a body, as JSON unless it is a string, with additional header fields. */
  async function ask(body: unknown, headers: Record<string, string> = {}) {
    const response = await fetch(`${baseUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': apiKey, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    const answer = (await response.json()) as Body & Schemas.Problem;
    return { status: response.status, headers: response.headers, body: answer };
  }

  /** Returns a player as `members.get` shows them. */
  async function readMember(memberId: string): Promise<Schemas.Member> {
    const query = new URLSearchParams({ memberId });
    const response = await fetch(`${baseUrl}/partner/member?${query}`, {
      headers: { 'x-api-key': apiKey },
    });
    return (await response.json()) as Schemas.Member;
  }

  const dependencies = {
    database,
    clock: () => submittedAt,
    configuration: readConfiguration({ SECRETS_KEY: testSecretsKey }),
  };
  return {
    database,
    dependencies,
    applicationId,
    ask,
    readMember,
    insertRatedPlayer: insertRatedPlayer.bind(null, database),
    insertPlayers: insertPlayers.bind(null, database),
  };
}

/** Inserts a discoverable player who is rated in these brackets of pickleball, with an optional last match. */
async function insertRatedPlayer(
  database: Database,
  ratings: Record<string, Skill> = {},
  lastPlayedAt: Date | null = null,
): Promise<MemberRow> {
  const member = await insertMember(database, { birth_date: '1986-03-04' });
  for (const [bracket, skill] of Object.entries(ratings)) {
    const { mu, sigma, direction, partner, open: open_difference } = skill;
    await database
      .insertInto('rating')
      .values({
        member_id: member.id,
        sport: 'pickleball',
        bracket,
        ...{ mu, sigma, direction, partner, open_difference },
        rating: currentModel.ratingOf(mu),
        reliability: currentModel.reliabilityOf(sigma),
        games: 40,
        last_played_at: lastPlayedAt,
        updated_at: submittedAt,
      })
      .execute();
  }
  return member;
}

/** Inserts players with these strengths in the primary bracket, all equally reliable. */
async function insertPlayers(
  database: Database,
  mus: readonly number[],
  sigma = 2,
): Promise<MemberRow[]> {
  const players: MemberRow[] = [];
  for (const mu of mus) {
    const skill = { mu, sigma, ...UNCONNECTED };
    players.push(await insertRatedPlayer(database, { [PRIMARY_BRACKET]: skill }));
  }
  return players;
}
