import { describe, expect, it, onTestFinished } from 'vitest';
import { createAccount } from '../account/register.ts';
import { openAccount } from '../account/testing/account.ts';
import { useConnectFlow } from '../connect/testing/connect-flow.ts';
import { createSecretSealing } from '../platform/secrets/sealing.ts';
import { auditRatings } from '../ratings/audit-ratings.ts';
import { insertConnection, insertEndpoint } from '../testing/builders.ts';
import { untilBlocked } from '../testing/until-blocked.ts';
import { openWebhookReceiver } from '../testing/webhook-receiver.ts';
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
