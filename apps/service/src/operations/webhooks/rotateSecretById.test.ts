import { describe, expect, it } from 'vitest';
import { databases } from '../../testing/test-database.ts';
import {
  ENDPOINTS,
  expectKeyNeeded,
  expectOwnEndpoint,
  startWithTwo,
} from '../../webhooks/testing/endpoints.ts';
import { after } from '../../webhooks/testing/fixtures.ts';

const pathOf = (endpointId: string) => `${ENDPOINTS}/${endpointId}/rotate-secret`;

/** The request that rotates the secret of the endpoint beside the default one, under a key. */
const withKey = (path: string, key: string) => ({
  method: 'POST',
  path,
  headers: { 'idempotency-key': key },
});

describe.each(databases)(
  'POST /partner/webhook-endpoints/{endpointId}/rotate-secret on %s',
  (kind) => {
    it('answers 200 with a new secret, and leaves that of every other endpoint', async () => {
      const { call, database, made } = await startWithTwo(kind);
      const secrets = () =>
        database
          .selectFrom('webhook_endpoint')
          .select(['id', 'secret_sealed'])
          .orderBy('id')
          .execute();
      const before = await secrets();
      const rotated = await call('POST', pathOf(made.id));
      expect(rotated).toEqual({
        status: 200,
        body: {
          secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
          previousSecretExpiresAt: after(86_400).toISOString(),
        },
      });
      expect(rotated.body.secret).not.toBe(made.secret);
      const changed = (await secrets()).filter(
        ({ secret_sealed }, index) =>
          Buffer.compare(secret_sealed, before[index]?.secret_sealed ?? Buffer.of()) !== 0,
      );
      expect(changed.map(({ id }) => id)).toEqual([made.id]);
    });

    it('answers once for an Idempotency-Key, and the answer it keeps hides the secret', async () => {
      const { send, database, made } = await startWithTwo(kind);
      const first = await send(withKey(pathOf(made.id), 'a'));
      expect((await send(withKey(pathOf(made.id), 'a'))).body).toEqual(first.body);
      const rows = await database.selectFrom('idempotency_record').selectAll().execute();
      expect(JSON.stringify(rows)).not.toContain(first.body.secret);
    });
  },
);

describe('POST /partner/webhook-endpoints/{endpointId}/rotate-secret answers', () => {
  it('400 for a parameter, or an identifier of another form; 404 for what is not its own', async () => {
    const service = await startWithTwo();
    const { call, made } = service;
    expect(await call('POST', `${pathOf(made.id)}?a=1`)).toMatchObject({ status: 400 });
    await expectOwnEndpoint(service, { method: 'POST', pathOf, id: made.id });
  });

  it('401 without a key, 403 without key:webhook:manage', async () => {
    const service = await startWithTwo();
    await expectKeyNeeded(service, ['POST', pathOf(service.made.id)]);
  });

  it('409 while the first request with the Idempotency-Key runs', async () => {
    const { send, database, made } = await startWithTwo('postgres');
    const { first } = await database.transaction().execute(async (transaction) => {
      await transaction.selectFrom('webhook_endpoint').selectAll().forUpdate().execute();
      const first = send(withKey(pathOf(made.id), 'a'));
      await expect
        .poll(() => database.selectFrom('idempotency_record').selectAll().execute())
        .toHaveLength(1);
      expect(await send(withKey(pathOf(made.id), 'a'))).toMatchObject({
        status: 409,
        body: { code: 'idempotency_in_progress' },
      });
      return { first };
    });
    expect(await first).toMatchObject({ status: 200 });
  });

  it('413 for a large body', async () => {
    const { call, made } = await startWithTwo();
    expect(await call('POST', pathOf(made.id), 'x'.repeat(1_048_576))).toMatchObject({
      status: 413,
    });
  });

  it('422 for an Idempotency-Key that another request used', async () => {
    const { send, made, defaultId } = await startWithTwo();
    await send(withKey(pathOf(made.id), 'a'));
    expect(await send(withKey(pathOf(defaultId), 'a'))).toMatchObject({
      status: 422,
      body: { code: 'idempotency_key_reused' },
    });
  });
});
