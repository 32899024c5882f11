import { beforeAll, describe, expect, it } from 'vitest';
import { insertEndpoint } from '../testing/builders.ts';
import { databases } from '../testing/test-database.ts';
import { type Revocation, revokeConnection } from './revoke.ts';
import { type ConnectFlow, useConnectFlow } from './testing/connect-flow.ts';
import { exchangeJson, obtainCode, statusOfToken } from './testing/journeys.ts';
import { race } from './testing/race.ts';

async function revoke(flow: ConnectFlow, changes: Partial<Revocation> = {}): Promise<boolean> {
  const { database, dependencies } = flow;
  return await database.transaction().execute((transaction) =>
    revokeConnection(transaction, dependencies, {
      applicationId: flow.partner.applicationId,
      memberId: flow.player.memberId,
      revokedBy: 'player',
      now: dependencies.clock(),
      ...changes,
    }),
  );
}

describe.each(databases)('revokeConnection on %s', (kind) => {
  const flow = useConnectFlow({ kind });
  beforeAll(async () => await insertEndpoint(flow().database, flow().partner.applicationId));
  const connect = async () => (await exchangeJson(flow(), await obtainCode(flow()))).json();
  const audit = () =>
    flow()
      .database.selectFrom('audit_entry')
      .select(['actor', 'action', 'application_id', 'member_id', 'occurred_at'])
      .where('action', '=', 'connection.revoked')
      .orderBy('audit_order')
      .execute();
  const events = () =>
    flow()
      .database.selectFrom('webhook_delivery')
      .select(['event_type', 'payload'])
      .where('event_type', '=', 'connection.revoked')
      .orderBy('delivery_order')
      .execute();

  it('returns false and changes nothing without a valid connection', async () => {
    expect(await revoke(flow())).toBe(false);
    await connect();
    expect(await revoke(flow())).toBe(true);
    expect(await revoke(flow())).toBe(false);
    expect(await audit()).toHaveLength(1);
  });

  it('consumes unused codes permanently: connecting again does not make them valid', async () => {
    const code = await obtainCode(flow());
    await revoke(flow());
    await connect();
    expect((await exchangeJson(flow(), code)).json()).toMatchObject({ error: 'invalid_grant' });
  });

  it.each(['player', 'partner', 'service'] as const)(
    'adds an audit entry and an event that name the %s',
    async (revokedBy) => {
      await connect();
      flow().advance(60);
      await revoke(flow(), { revokedBy });
      const now = flow().dependencies.clock();
      const { memberId, memberNumber } = flow().player;
      expect((await audit()).at(-1)).toEqual({
        actor: revokedBy,
        action: 'connection.revoked',
        application_id: flow().partner.applicationId,
        member_id: memberId,
        occurred_at: now,
      });
      expect(JSON.parse((await events()).at(-1)?.payload ?? '')).toEqual({
        type: 'connection.revoked',
        timestamp: now.toISOString(),
        data: {
          memberId: memberNumber,
          id: memberId,
          displayName: 'Mike B.',
          revokedAt: now.toISOString(),
          revokedBy,
        },
      });
    },
  );

  it('happens completely or not at all', async () => {
    const { access_token } = await connect();
    const before = [await audit(), await events()];
    await flow().database.schema.alterTable('webhook_endpoint').renameTo('gone').execute();
    await expect(revoke(flow())).rejects.toThrow();
    await flow().database.schema.alterTable('gone').renameTo('webhook_endpoint').execute();
    expect([await audit(), await events()]).toEqual(before);
    expect(await statusOfToken(flow(), access_token)).toBe(200);
  });

  it('happens once for ten simultaneous calls', async () => {
    await connect();
    const before = (await audit()).length;
    const revocations = Array.from({ length: 10 }, () => () => revoke(flow()));
    const done = await race(flow().database, kind, 'connection', revocations);
    expect(done.filter((one) => one)).toHaveLength(1);
    expect(await audit()).toHaveLength(before + 1);
  });

  it('leaves no valid token, whether an exchange runs before it or after', async () => {
    const code = await obtainCode(flow());
    const [exchanged] = await Promise.all([exchangeJson(flow(), code), revoke(flow())]);
    if (exchanged.statusCode === 200) {
      expect(await statusOfToken(flow(), exchanged.json().access_token)).toBe(401);
    } else {
      expect(exchanged.json()).toMatchObject({ error: 'invalid_grant' });
    }
  });
});
