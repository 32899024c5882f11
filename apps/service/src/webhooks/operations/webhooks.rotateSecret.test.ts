import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { noon } from '../../testing/builders.ts';
import { type DatabaseKind, databases } from '../../testing/test-database.ts';
import { createDispatcher } from '../dispatch/dispatcher.ts';
import { deliverDue } from '../testing/dispatch.ts';
import {
  ENDPOINTS,
  expectOwnEndpoint,
  ratingsUrl,
  startWithEndpoint,
  startWithTwo,
  strangeId,
} from '../testing/endpoints.ts';
import { after, insertDueDeliveries, loseSecretsKey } from '../testing/fixtures.ts';
import { openReceiver, type Receiver, verify } from '../testing/receiver.ts';
import { startWebhookService } from '../testing/service.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;

const pathOf = (endpointId: string) => `${ENDPOINTS}/${endpointId}/rotate-secret`;

/** Returns the request that rotates the secret of an endpoint, with a key. */
const requestOf = (path: string, key: string) => ({
  method: 'POST',
  path,
  headers: { 'idempotency-key': key },
});

async function startRotatable(kind?: DatabaseKind) {
  const service = await startWithEndpoint(kind);
  const path = pathOf(service.made.id);
  return { ...service, path, withKey: (key: string) => requestOf(path, key) };
}

/** Starts the service with an endpoint at a receiver, whose requests show which secrets sign them. */
async function startRotating() {
  const receiver = await openReceiver();
  const service = await startWebhookService('postgres', {
    WEBHOOK_PRIVATE_TARGETS: receiver.target,
  });
  const { call, database, applicationId, dependencies } = service;
  const made = await call('POST', ENDPOINTS, { url: receiver.url });
  const path = pathOf(made.body.id);
  const ignore = () => {};
  return {
    ...service,
    secret: made.body.secret ?? '',
    rotate: async () => (await call('POST', path)).body,
    /** Delivers an event and returns which of these secrets verify it. */
    signersOf: async (secrets: readonly string[]): Promise<boolean[]> => {
      const position = receiver.requests.length;
      await insertDueDeliveries(database, applicationId, 1, { next_attempt_at: noon });
      const log = { debug: ignore, warn: ignore, error: ignore };
      await deliverDue(createDispatcher(dependencies, { log }));
      await receiver.received(position + 1);
      return secrets.map((secret) => isSignedBy(receiver, position, secret));
    },
  };
}

function isSignedBy(receiver: Receiver, position: number, secret: string): boolean {
  try {
    return verify(receiver.requests[position], secret) !== undefined;
  } catch {
    return false;
  }
}

describe('POST /partner/webhook-endpoints/{endpointId}/rotate-secret answers 200', () => {
  it('with a new secret, and the time until which the earlier one also signs', async () => {
    const { call, time, path, made } = await startRotatable();
    time.now = after(60);
    const rotated = await call('POST', path);
    expect(rotated).toEqual({
      status: 200,
      body: {
        secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
        previousSecretExpiresAt: after(60 + DAY).toISOString(),
      },
    });
    expect(rotated.body.secret).not.toBe(made.secret);
    expect(await call('GET', `${ENDPOINTS}/${made.id}`)).toEqual({
      status: 200,
      body: expect.not.objectContaining({ secret: expect.anything() }),
    });
  });

  it('and both secrets sign for 24 hours, then only the new one', async () => {
    const { secret: first, rotate, signersOf, time } = await startRotating();
    expect(await signersOf([first])).toEqual([true]);
    const { secret: second = '' } = await rotate();
    expect(await signersOf([first, second])).toEqual([true, true]);
    time.now = after(DAY - 1);
    expect(await signersOf([first, second])).toEqual([true, true]);
    time.now = after(DAY);
    expect(await signersOf([first, second])).toEqual([false, true]);
  });

  it('and a second rotation in between ends none of them sooner', async () => {
    const { secret: first, rotate, signersOf, time } = await startRotating();
    const { secret: second = '' } = await rotate();
    time.now = after(HOUR);
    const { secret: third = '' } = await rotate();
    const all = [first, second, third];
    expect(await signersOf(all)).toEqual([true, true, true]);
    time.now = after(DAY);
    expect(await signersOf(all)).toEqual([false, true, true]);
    time.now = after(DAY + HOUR);
    expect(await signersOf(all)).toEqual([false, false, true]);
  });

  it('with a secret that signs without the earlier ones if the key to those is lost', async () => {
    const { rotate, signersOf, database, applicationId, secret: first } = await startRotating();
    await loseSecretsKey(database, applicationId);
    const { secret: second = '', previousSecretExpiresAt } = await rotate();
    expect(previousSecretExpiresAt).toBe(noon.toISOString());
    expect(await signersOf([first, second])).toEqual([false, true]);
    const { secret: third = '' } = await rotate();
    expect(await signersOf([second, third])).toEqual([true, true]);
  });

  it('and is audited without the secret', async () => {
    const { call, database, applicationId, path } = await startRotatable();
    const { secret = '' } = (await call('POST', path)).body;
    const lines = await database
      .selectFrom('audit_entry')
      .selectAll()
      .where('action', '=', 'webhook.secret_rotated')
      .execute();
    expect(lines).toMatchObject([
      { actor: 'partner', application_id: applicationId, occurred_at: noon },
    ]);
    expect(JSON.stringify(lines)).not.toContain(secret);
  });
});

describe.each(databases)(
  'POST /partner/webhook-endpoints/{endpointId}/rotate-secret on %s',
  (kind) => {
    it('leaves the secret of every other endpoint', async () => {
      const { call, database, made } = await startWithTwo(kind);
      const secrets = () =>
        database
          .selectFrom('webhook_endpoint')
          .select(['id', 'secret_sealed'])
          .orderBy('id')
          .execute();
      const before = await secrets();
      expect(await call('POST', pathOf(made.id))).toMatchObject({ status: 200 });
      const changed = (await secrets()).filter(
        ({ secret_sealed }, index) =>
          Buffer.compare(secret_sealed, before[index]?.secret_sealed ?? Buffer.of()) !== 0,
      );
      expect(changed.map(({ id }) => id)).toEqual([made.id]);
    });

    it('replays the same secret for the same Idempotency-Key, even after another rotation', async () => {
      const { send, withKey } = await startRotatable(kind);
      const first = await send(withKey('rotate-2026-09'));
      expect(first.headers.has('idempotency-replayed')).toBe(false);
      const other = await send(withKey('rotate-again'));
      expect(other.body.secret).not.toBe(first.body.secret);

      const repeated = await send(withKey('rotate-2026-09'));
      expect(repeated.status).toBe(200);
      expect(repeated.headers.get('idempotency-replayed')).toBe('true');
      expect(repeated.body).toEqual(first.body);
    });

    it('stores the response sealed, only for its application and key', async () => {
      const { call, send, database, createOther, withKey } = await startRotatable(kind);
      const { secret = '' } = (await send(withKey('a'))).body;
      const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
      const [record] = await database.selectFrom('idempotency_record').selectAll().execute();
      const sealed = Buffer.from(record?.body ?? '', 'base64');
      expect(record?.body).not.toContain(secret);
      expect(sealed.length).toBeGreaterThan(secret.length);
      for (const form of [secret, secret.slice('whsec_'.length), key]) {
        expect(sealed.includes(form)).toBe(false);
      }

      const apiKey = await createOther();
      const { id } = (await call('POST', ENDPOINTS, { url: ratingsUrl }, apiKey)).body;
      const ofOther = { ...requestOf(pathOf(id), 'a'), apiKey };
      await send(ofOther);
      await database
        .updateTable('idempotency_record')
        .set({ body: record?.body ?? null })
        .where('owner', '<>', record?.owner ?? '')
        .execute();
      const repeated = await send(ofOther);
      expect(repeated.body.secret).not.toBe(secret);
      expect(repeated.headers.has('idempotency-replayed')).toBe(false);
    });

    it('rotates again, once, if the key to the response is lost', async () => {
      const { send, database, applicationId, withKey } = await startRotatable(kind);
      const first = await send(withKey('a'));
      await loseSecretsKey(database, applicationId);
      const answers = await Promise.all([send(withKey('a')), send(withKey('a'))]);
      const made = answers.filter(({ status }) => status === 200);
      expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
      const second = await send(withKey('a'));
      expect(second.headers.get('idempotency-replayed')).toBe('true');
      expect(second.body.secret).not.toBe(first.body.secret);
      for (const { body } of made) expect(body).toEqual(second.body);
    });

    it('rotates nothing if the response cannot be sealed with it', async () => {
      const { send, database, withKey } = await startRotatable(kind);
      const secret = () =>
        database.selectFrom('webhook_endpoint').select('secret_sealed').execute();
      const before = await secret();
      await sql`alter table idempotency_record add check (status is null)`.execute(database);
      expect((await send(withKey('a'))).status).toBe(500);
      expect(await secret()).toEqual(before);
    });

    it('gives each of several simultaneous requests a valid secret, and one secret for one key', async () => {
      const { send, database, applicationId, withKey } = await startRotatable(kind);
      const answers = await Promise.all(['a', 'b', 'c', 'a'].map((key) => send(withKey(key))));
      const made = answers.filter(({ status }) => status === 200).map(({ body }) => body.secret);
      expect(new Set(made).size).toBe(3);
      const audited = await database
        .selectFrom('audit_entry')
        .selectAll()
        .where('action', '=', 'webhook.secret_rotated')
        .where('application_id', '=', applicationId)
        .execute();
      expect(audited).toHaveLength(3);
    });
  },
);

describe('POST /partner/webhook-endpoints/{endpointId}/rotate-secret answers', () => {
  it('404 for an unknown endpoint, and frees the Idempotency-Key', async () => {
    const { send, withKey } = await startRotatable();
    expect(await send(requestOf(pathOf(strangeId), 'a'))).toMatchObject({
      status: 404,
      body: { code: 'not_found', detail: expect.stringContaining('webhooks.listEndpoints') },
    });
    expect(await send(withKey('a'))).toMatchObject({ status: 200 });
  });

  it('400 for an identifier of another form, and 404 for an endpoint of others', async () => {
    const service = await startRotatable();
    await expectOwnEndpoint(service, { method: 'POST', pathOf, id: service.made.id });
  });
});
