import { describe, expect, it, onTestFinished } from 'vitest';
import { changeProfile } from '../account/change-profile.ts';
import { createAccount } from '../account/register.ts';
import { openAccount } from '../account/testing/account.ts';
import { type ConnectFlow, useConnectFlow } from '../connect/testing/connect-flow.ts';
import { editMember } from '../console/actions/edit-member.ts';
import { adminSender } from '../console/testing/admin.ts';
import { disputeResult } from '../matches/answer-result.ts';
import { importTournament } from '../matches/import/import-tournament.ts';
import { called, finalOf, importOf } from '../matches/import/testing/tournament.ts';
import { ingestBatch } from '../matches/submit/ingest-batch.ts';
import { batchOf, matchOf } from '../matches/testing/batches.ts';
import { voidMatch } from '../matches/void-match.ts';
import { newId } from '../platform/database/identifiers.ts';
import type { Database, DatabaseTransaction } from '../platform/database/schema.ts';
import { createSecretSealing } from '../platform/secrets/sealing.ts';
import { auditRatings } from '../ratings/audit-ratings.ts';
import { insertConnection, insertEndpoint, noon } from '../testing/builders.ts';
import { untilBlocked } from '../testing/until-blocked.ts';
import { openWebhookReceiver } from '../testing/webhook-receiver.ts';
import { EVENT_TYPES } from '../webhooks/domain/endpoint-address.ts';
import { secret } from '../webhooks/testing/dispatch.ts';
import { insertDueDeliveries } from '../webhooks/testing/fixtures.ts';
import { eraseMember } from './erase-member.ts';
import { findValues } from './testing/find-values.ts';
import { dispatcherFor, liveLife, valuesOfZaphira, zaphira } from './testing/lived-life.ts';

describe('an erasure during other work', () => {
  const environment = { SECRETS_KEY: Buffer.alloc(32, 7).toString('base64') };
  const flow = useConnectFlow({ kind: 'postgres', environment });

  it('lets a running delivery end, and stores nothing about it', async () => {
    const { database, dependencies, otherPartner } = flow();
    const { applicationId } = otherPartner;
    let answer = () => {};
    const receiver = await openWebhookReceiver((response) => {
      answer = () => response.writeHead(200).end('Zaphira Q.');
    });
    onTestFinished(receiver.close);
    const { memberId } = await createAccount(dependencies, zaphira);
    const sealing = createSecretSealing(dependencies.configuration);
    await insertEndpoint(database, applicationId, {
      url: receiver.url,
      secret_sealed: await sealing.seal(secret, applicationId),
    });
    await insertDueDeliveries(database, applicationId, 1, {
      member_id: memberId,
      payload: '{"data":{"displayName":"Zaphira Q."}}',
    });
    const dispatcher = dispatcherFor(flow(), receiver.target);
    dispatcher.start();
    await receiver.received(0);
    const erasure = await eraseMember(dependencies, { memberId, actor: 'player' });
    if (erasure === null) throw new Error('The member does not exist.');
    answer();
    await dispatcher.stop();
    const hits = await findValues(database, valuesOfZaphira);
    expect(hits.filter((hit) => !hit.startsWith('pg_stats'))).toEqual([]);
    expect(receiver.requests).toHaveLength(1);
  });

  it('waits for a batch that rates the player, and erases what it wrote', async () => {
    const receiver = await openWebhookReceiver();
    onTestFinished(receiver.close);
    const life = await liveLife(flow(), receiver);
    const { database, dependencies } = flow();
    const { memberId } = life.player;
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, (_, index) => life.play(`race-${index}`)),
      eraseMember(dependencies, { memberId, actor: 'player' }),
    ]);
    const statuses = answers
      .slice(0, -1)
      .map((answer) => answer !== null && 'statusCode' in answer && answer.statusCode);
    expect(statuses.filter((status) => status !== 200 && status !== 422)).toEqual([]);
    const names = valuesOfZaphira.filter((value) => value !== 'Ziffy');
    const hits = await findValues(database, names);
    expect(hits.filter((hit) => !/^pg_stats/.test(hit))).toEqual([]);
    const findings: unknown[] = [];
    await auditRatings(dependencies, { onFinding: (finding) => findings.push(finding) });
    expect(findings).toEqual([]);
  });
});

describe.each(['the player', 'the partner'] as const)(
  'an erasure during a disconnection by %s',
  (by) => {
    const flow = useConnectFlow({ kind: 'postgres' });

    it('leaves no name in its event', async () => {
      const { app, database, dependencies, partner } = flow();
      const player = { ...zaphira, ...(await createAccount(dependencies, zaphira)) };
      const { memberId } = player;
      await insertConnection(database, partner.applicationId, memberId);
      await insertEndpoint(database, partner.applicationId);
      const { browser } = await openAccount(flow(), player);
      const page = await browser.open(`/account/disconnect?application=${partner.clientId}`);
      const disconnect = async () =>
        by === 'the player'
          ? await browser.submit(page, '/account/disconnect', {})
          : await app.inject({
              method: 'POST',
              url: '/api/v1/partner/oauth/revoke',
              headers: { 'x-api-key': partner.apiKey },
              payload: { player_id: memberId },
            });
      // Holds the connection until both are running.
      const holder = await lockConnection(database, memberId);
      const answer = disconnect();
      await untilBlocked(database, 1);
      const erasure = eraseMember(dependencies, { memberId, actor: 'player' });
      await untilBlocked(database, 2);
      await holder.commit().execute();
      expect((await answer).statusCode).toBeLessThan(400);
      expect(await erasure).not.toBeNull();
      const hits = await findValues(database, ['Zaphira', 'Quillonwick']);
      expect(hits.filter((hit) => hit.startsWith('webhook'))).toEqual([]);
    });
  },
);

describe('an erasure during a request that names the player', () => {
  describe.each(['void', 'import'] as const)('in the response to a repeated %s', (request) => {
    const flow = useConnectFlow({ kind: 'postgres' });

    it('waits until the response is stored, and deletes it', async () => {
      const { database, dependencies } = flow();
      const { memberId, submitter, matchId } = await playMatch(flow());
      let erasure: ReturnType<typeof eraseMember> | undefined;
      let stored = '';
      const beforeCommit = async (transaction: DatabaseTransaction, result: object) => {
        erasure = eraseMember(dependencies, { memberId, actor: 'player' });
        await untilBlocked(database);
        stored = JSON.stringify(result);
        await storeForLater(transaction, submitter.applicationId, stored);
      };
      if (request === 'void') {
        const { applicationId } = submitter;
        const voiding = { applicationId, matchId, reason: 'twice' };
        await voidMatch(dependencies, voiding);
        await voidMatch(dependencies, voiding, { beforeCommit });
      } else {
        const { firstName, lastName, email } = zaphira;
        const teams = [[{ firstName, lastName, email }], [called('Priya Natarajan')]];
        const body = importOf([finalOf('final', teams)]);
        await importTournament(dependencies, submitter, body);
        await importTournament(dependencies, submitter, body, beforeCommit);
      }
      expect(await erasure).not.toBeNull();
      expect(stored).toContain('"Zaphira Q."');
      expect(await tablesWithName(database)).not.toContain('idempotency_record');
    });
  });

  describe('that it started before', () => {
    const flow = useConnectFlow({ kind: 'postgres' });

    it('keeps the response to a dry run from being stored', async () => {
      const { app, database, partner } = flow();
      const { memberId, opponent } = await playMatch(flow());
      const erasure = await startErasure(flow(), memberId);
      const answer = app.inject({
        method: 'POST',
        url: '/api/v1/partner/matches',
        headers: { 'x-api-key': partner.apiKey, 'idempotency-key': 'dry' },
        payload: batchOf([matchOf('next', [[{ id: memberId }], [opponent]])], {
          ...{ matchDate: '2026-09-12T10:30:00Z', dryRun: true },
        }),
      });
      await untilBlocked(database, 2);
      await erasure.finish();
      expect(await answer).toMatchObject({ statusCode: 200 });
      expect((await answer).body).toContain('"Zaphira Q."');
      expect(await database.selectFrom('idempotency_record').selectAll().execute()).toEqual([]);
    });
  });
});

describe('an erasure during a dispute of the player', () => {
  const flow = useConnectFlow({ kind: 'postgres' });

  it('refuses the dispute, so that no event contains the name', async () => {
    const { database, dependencies, partner } = flow();
    const { memberId, matchId } = await playMatch(flow());
    await insertEndpoint(database, partner.applicationId, { events: [...EVENT_TYPES] });
    const erasure = await startErasure(flow(), memberId);
    const dispute = disputeResult(dependencies, { memberId, matchId });
    await untilBlocked(database, 2);
    await erasure.finish();
    expect(await dispute).toEqual({ kind: 'not_found' });
    expect(await tablesWithName(database)).not.toContain('webhook_delivery');
  });
});

describe('an erasure that started before an operator upholds a result of the player', () => {
  const flow = useConnectFlow({ kind: 'postgres' });

  it('keeps the name out of the stored response', async () => {
    const { database, dependencies } = flow();
    const { memberId, opponent, matchId } = await playMatch(flow());
    await disputeResult(dependencies, { memberId: opponent.id, matchId });
    const erasure = await startErasure(flow(), memberId);
    const upheld = adminSender(dependencies)(`POST /matches/${matchId}/upholding`, {
      body: { reason: 'The score sheet shows it.' },
      headers: { 'idempotency-key': 'uphold' },
    });
    await untilBlocked(database, 2);
    await erasure.finish();
    expect((await upheld).status).toBe(200);
    expect(await database.selectFrom('idempotency_record').select('status').execute()).toEqual([
      { status: 200 },
    ]);
    expect(await tablesWithName(database)).not.toContain('idempotency_record');
  });
});

describe.each(['an operator', 'the player'] as const)('an erasure during an edit by %s', (by) => {
  const flow = useConnectFlow({ kind: 'postgres' });

  it('refuses the edit, so that the name does not return', async () => {
    const { database, dependencies } = flow();
    const { memberId } = await playMatch(flow());
    const erasure = await startErasure(flow(), memberId);
    const { firstName, birthDate, gender, city, state, country } = zaphira;
    const lastName = 'Quillonwick-Bell';
    const profile = { firstName, lastName, birthDate, gender, city, state, country };
    const edit = (
      by === 'an operator'
        ? editMember(dependencies, memberId, { lastName }, undefined)
        : changeProfile(dependencies, memberId, profile)
    ).catch((error: unknown) => error);
    await untilBlocked(database, 2);
    await erasure.finish();
    if (by === 'an operator') expect(await edit).toMatchObject({ code: 'not_found' });
    else expect(await edit).toBeNull();
    expect(await tablesWithName(database)).not.toContain('member');
  });
});

/** Stores a match of the player, who is connected to the partner. */
async function playMatch(flow: ConnectFlow) {
  const { database, dependencies, partner, otherPlayer } = flow;
  const { memberId } = await createAccount(dependencies, zaphira);
  await insertConnection(database, partner.applicationId, memberId);
  const submitter = { applicationId: partner.applicationId, trusted: true };
  const opponent = { id: otherPlayer.memberId };
  const match = matchOf('first', [[{ id: memberId }], [opponent]]);
  const batch = batchOf([match], { matchDate: '2026-09-11T15:30:00Z' });
  const outcome = await ingestBatch(dependencies, submitter, batch);
  const matchId = outcome.kind === 'handled' ? (outcome.result.matches[0]?.id ?? '') : '';
  return { memberId, submitter, opponent, matchId };
}

/** Starts an erasure that has overwritten the name, and waits until it may finish. */
async function startErasure({ database, dependencies }: ConnectFlow, memberId: string) {
  const holder = await lockConnection(database, memberId);
  const erasure = eraseMember(dependencies, { memberId, actor: 'player' });
  await untilBlocked(database);
  return {
    finish: async () => {
      await holder.commit().execute();
      expect(await erasure).not.toBeNull();
    },
  };
}

/** Locks the connections of a member until the transaction ends. */
async function lockConnection(database: Database, memberId: string) {
  const holder = await database.startTransaction().execute();
  onTestFinished(async () => {
    if (!holder.isCommitted) await holder.rollback().execute();
  });
  await holder
    .selectFrom('connection')
    .select('id')
    .where('member_id', '=', memberId)
    .forUpdate()
    .execute();
  return holder;
}

/** Stores a response as for an `Idempotency-Key`. */
async function storeForLater(
  transaction: DatabaseTransaction,
  owner: string,
  body: string,
): Promise<void> {
  const key = newId('evt');
  await transaction
    .insertInto('idempotency_record')
    .values({
      ...{ owner, idempotency_key: key, operation_id: 'matches.void', holder: key },
      ...{ request_hash: Buffer.alloc(0), status: 200, body, created_at: noon },
      ...{ locked_until: noon, expires_at: new Date('2026-09-14T12:00:00Z') },
    })
    .execute();
}

async function tablesWithName(database: Database): Promise<string[]> {
  const hits = await findValues(database, ['Zaphira', 'Quillonwick']);
  return hits.map((hit) => hit.split(':')[0] ?? '');
}
