import { readAdminContract } from '@partner-rating/spec/contract';
import type { Operation, Schema } from '@partner-rating/spec/document';
import { checkRows } from '@partner-rating/table-tests';
import { sql } from 'kysely';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createAccount } from '../src/account/register.ts';
import { operations as described } from '../src/console/api/interface.gen.ts';
import { stopJobs } from '../src/console/jobs/start-job.ts';
import { createOperator } from '../src/console/operations/operators.ts';
import { adminSender } from '../src/console/testing/admin.ts';
import { CALLBACK, operatorSettings } from '../src/console/testing/operator.ts';
import { makeOperator } from '../src/console/testing/set-up-operator.ts';
import { disputeResult } from '../src/matches/answer-result.ts';
import { matchOf } from '../src/matches/testing/batches.ts';
import { twin } from '../src/matches/testing/reports.ts';
import { openClub } from '../src/matches/testing/story.ts';
import { play, voidedAt } from '../src/matches/testing/voids.ts';
import type { Database } from '../src/platform/database/schema.ts';
import { endpointOf, insertEndpoint, insertGhost } from '../src/testing/builders.ts';
import { type DatabaseKind, databases } from '../src/testing/test-database.ts';
import { insertDueDeliveries } from '../src/webhooks/testing/fixtures.ts';
import { dumpDatabase } from './oauth/support/database-dump.ts';
import { formsFound } from './oauth/support/secret-forms.ts';

// Repeats every operation of operators that honours an Idempotency-Key. The operations come from the document, so a
// new one fails here until it has a request.

// The database refuses half of the requests.
const log = pino({ level: 'silent' });

const contract = readAdminContract();
const idempotent = contract.operations().filter(({ isIdempotent }) => isIdempotent);

const url = 'https://courtside.example/hooks';
const since = '2026-09-12T00:00:00Z';
const reason = 'Both teams say that it was not played.';
const password = 'racket strings at noon';
const names = { firstName: 'Zoë', lastName: 'Müller', birthDate: '1990-11-20', city: 'Hamburg' };

/** Opens a service in which each of these operations has something to change. */
async function openWorld(kind: DatabaseKind) {
  const { database, club, mike, daniel, sofia, doubles, singles } = await openClub(kind);
  const { applicationId } = club.submitter;
  const dependencies = { ...club.dependencies, ...operatorSettings({ clock: () => voidedAt }) };
  await insertEndpoint(database, applicationId, { url });
  const ended = { status: 'failed', attempts: 10, next_attempt_at: null } as const;
  const [deliveryId] = await insertDueDeliveries(database, applicationId, 2, {
    ...ended,
    completed_at: voidedAt,
  });
  const ghost = await insertGhost(database, applicationId, { first_name: 'Lena' });
  const trusted = { ...club, submitter: { ...club.submitter, trusted: true } };
  await play(trusted, matchOf('of-the-ghost', [[ghost], [sofia]]));
  const disputed = matchOf('disputed', [[mike], [sofia]]);
  const idOf = await play(club, doubles, singles, twin(singles), disputed);
  await disputeResult(dependencies, { memberId: mike.id, matchId: idOf('disputed') });
  const player = { ...names, email: 'mike.brennan@example.com', password };
  const { memberId } = await createAccount(dependencies, { ...player, isDiscoverable: true });
  await createOperator(dependencies, { name: 'carl' });
  await makeOperator(dependencies, 'dora');
  return {
    ...{ database, send: adminSender(dependencies, { log }) },
    ...{ partner: applicationId.replace('_', '-'), endpointId: endpointOf(applicationId) },
    ...{ deliveryId, memberId, email: player.email, ghostId: ghost.id, claimantId: daniel.id },
    ...{ played: idOf(doubles.identifier), held: idOf('reported-again') },
    disputed: idOf('disputed'),
  };
}

type World = Awaited<ReturnType<typeof openWorld>>;

/** The path and the body of a request to each operation. */
const requests: Record<string, (world: World) => [path: string, body?: object]> = {
  'partners.create': () => [
    '/partners',
    { clientId: 'alpine-club', name: 'Alpine', redirectUris: [CALLBACK] },
  ],
  'team.add': ({ partner }) => [
    `/partners/${partner}/team`,
    { email: 'ida@example.com', role: 'developer' },
  ],
  'endpoints.create': ({ partner }) => [
    `/partners/${partner}/webhook-endpoints`,
    { url: 'https://courtside.example/more-hooks' },
  ],
  'endpoints.rotateSecret': ({ partner, endpointId }) => [
    `/partners/${partner}/webhook-endpoints/${endpointId}/secret`,
  ],
  'keys.create': ({ partner }) => [`/partners/${partner}/keys`, {}],
  'matches.void': ({ played }) => [`/matches/${played}/void`, { reason }],
  'matches.release': ({ held }) => [`/matches/${held}/release`],
  'matches.uphold': ({ disputed }) => [`/matches/${disputed}/upholding`, { reason }],
  'deliveries.redeliver': ({ deliveryId }) => [`/deliveries/${deliveryId}/redelivery`],
  'deliveries.replay': ({ partner }) => [`/partners/${partner}/delivery-replays`, { since }],
  'ratings.audit': () => ['/ratings/audits'],
  'ratings.rebuild': () => ['/ratings/rebuilds', { dryRun: true }],
  'ratings.fit': () => ['/ratings/pickleball/fits', { dryRun: true }],
  'members.create': () => ['/members', { ...names, email: 'zoe@example.com', password }],
  'members.reset': ({ memberId }) => [`/members/${memberId}/reset`, {}],
  'members.claim': ({ ghostId, claimantId }) => [`/members/${ghostId}/claim`, { for: claimantId }],
  'members.createLink': ({ email }) => ['/account-links', { email, purpose: 'reset' }],
  'operators.create': () => ['/operators', { name: 'bea', role: 'support' }],
  'operators.reset': () => ['/operators/carl/reset'],
  'operators.createLink': () => ['/operators/dora/link'],
  'secrets.reseal': () => ['/secrets/reseals', { dryRun: true }],
  'tokens.create': () => ['/operator-tokens', { operator: 'ben', role: 'support' }],
};

// A void is stored before its ratings are settled. The repeated request finds it, and finishes it.
const resumed: readonly string[] = ['matches.void'];

/** Sends a request of an operation with its key. */
async function sendOnce(world: World, { id, method }: Operation) {
  const [path, body] = requests[id]?.(world) ?? [`No request to ${id} is listed.`];
  const headers = { 'idempotency-key': id };
  const answer = await world.send(`${method} ${path}`, { headers, ...(body && { body }) });
  await stopJobs(world.database);
  return answer;
}

async function countActs(database: Database, { id }: Operation): Promise<number> {
  const action = described.find((one) => one.id === id)?.audit ?? '';
  const entries = await sql`select 1 as act from audit_entry where action = ${action}`.execute(
    database,
  );
  return entries.rows.length;
}

/** Lets the database refuse every answer that is stored. */
async function failAnswers(database: Database) {
  await sql`
    alter table idempotency_record add constraint answers_fail check (status is null) not valid
  `.execute(database);
  return async () =>
    await sql`alter table idempotency_record drop constraint answers_fail`.execute(database);
}

/** Returns the secrets in an answer that the document marks. Of a link, the secret is its token. */
function secretsIn({ responses }: Operation, body: Record<string, string>): string[] {
  const [, success] = Object.entries(responses).find(([status]) => status < '300') ?? [];
  const schema = success?.content['application/json']?.schema ?? {};
  return Object.entries(contract.resolve<Schema>(schema).properties ?? {})
    .filter(([, property]) => contract.resolve<Schema>(property)['x-secret'] === true)
    .map(([name]) => (body[name] ?? '').split('token=').at(-1) ?? '');
}

describe.each(databases)('operations of operators with an Idempotency-Key, on %s', (kind) => {
  it('act once and repeat their answer, even if it could not be stored at first', async () => {
    const world = await openWorld(kind);
    const { database } = world;
    await checkRows(idempotent, async (operation: Operation) => {
      const before = await countActs(database, operation);
      const acts = async () => (await countActs(database, operation)) - before;
      const healAnswers = await failAnswers(database);
      expect((await sendOnce(world, operation)).status).toBe(500);
      expect(await acts()).toBe(resumed.includes(operation.id) ? 1 : 0);
      await healAnswers();

      const first = await sendOnce(world, operation);
      expect(first.status, JSON.stringify(first.body)).toBeLessThan(300);
      expect(first.headers.has('idempotency-replayed')).toBe(false);
      const again = await sendOnce(world, operation);
      expect(again.headers.get('idempotency-replayed')).toBe('true');
      expect(again).toMatchObject({ status: first.status, body: first.body });
      expect(await acts()).toBe(1);
    });
  });

  it('store no secret of an answer in any form', async () => {
    const world = await openWorld(kind);
    const shown: [operation: string, secret: string][] = [];
    await checkRows(idempotent, async (operation: Operation) => {
      const { body } = await sendOnce(world, operation);
      const secrets = secretsIn(operation, body);
      for (const secret of secrets) shown.push([operation.id, secret]);
      expect(secrets.length > 0).toBe(operation.showsSecret);
      for (const secret of secrets) expect(secret).toMatch(/^\S{30,}$/);
    });
    const dump = await dumpDatabase(world.database);
    expect(shown.filter(([, secret]) => formsFound(dump, secret).length > 0)).toEqual([]);
    expect(shown.map(([operation]) => operation)).toContain('operators.create');
  });
});
