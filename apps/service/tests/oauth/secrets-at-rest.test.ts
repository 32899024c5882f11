import { testRows } from '@partner-rating/table-tests';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashRecoveryCode } from '../../src/connect/login/domain/passwords.ts';
import { useConnectFlow } from '../../src/connect/testing/connect-flow.ts';
import { createLogger } from '../../src/platform/http/logging.ts';
import { hashSecret } from '../../src/platform/secrets/sealing.ts';
import { databases } from '../../src/testing/test-database.ts';
import { openWebhookReceiver } from '../../src/testing/webhook-receiver.ts';
import { createDispatcher } from '../../src/webhooks/dispatch/dispatcher.ts';
import { dumpDatabase } from './support/database-dump.ts';
import { revealEverySecret, type Secrets } from './support/every-secret.ts';
import { formsFound } from './support/secret-forms.ts';

const receiver = await openWebhookReceiver();
afterAll(() => receiver.close());

describe.each(databases)('what the service stores and logs, on %s', (kind) => {
  const logged: string[] = [];
  const logger = createLogger('trace', { write: (line) => logged.push(line) });
  const flow = useConnectFlow({
    kind,
    logger,
    environment: {
      SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
      WEBHOOK_PRIVATE_TARGETS: receiver.target,
    },
  });
  let secrets: Secrets = {};
  let dump = '';
  let log = '';

  beforeAll(async () => {
    secrets = await revealEverySecret(flow(), receiver.url);
    const dispatcher = createDispatcher(flow().dependencies, { log: logger });
    dispatcher.start();
    await dispatcher.stop();
    dump = await dumpDatabase(flow().database);
    log = logged.join('');
  });

  const leaksIn = (text: string) =>
    Object.entries(secrets).flatMap(([name, secret]) =>
      formsFound(text, secret).map((form) => `${name}: ${form}`),
    );

  it('includes a secret of every kind from the journey', () => {
    for (const [name, secret] of Object.entries(secrets)) {
      expect(secret, name).toMatch(/^.{16,}$/);
    }
    expect(new Set(Object.values(secrets)).size).toBe(Object.keys(secrets).length);
  });

  it('RFC 9700 §2.3: a dump of the database contains no secret, in any form', () => {
    expect(leaksIn(dump)).toEqual([]);
  });

  it('RFC 9700 §4.2.4: the log contains no secret at its most verbose level, even after failures', () => {
    expect(leaksIn(log)).toEqual([]);
  });

  testRows([
    'the API key',
    'the other API key',
    'the request handle',
    'the session',
    'the code of the server’s start',
    'the code',
    'an access token',
    'a refresh token',
    'an access token of a form',
    'a used refresh token',
    'a refreshed access token',
    'a rotated refresh token',
  ])('the dump contains the hash of each secret, so the search works', (name) => {
    expect(dump).toContain(Buffer.from(hashSecret(secrets[name] ?? '')).toString('hex'));
  });

  it('the dump contains the password as argon2id and the webhook secrets sealed', async () => {
    expect(dump).toContain('$argon2id$');
    const endpoint = await flow()
      .database.selectFrom('webhook_endpoint')
      .select(['secret_sealed', 'previous_secret_sealed'])
      .executeTakeFirstOrThrow();
    for (const sealed of [endpoint.secret_sealed, endpoint.previous_secret_sealed]) {
      expect(dump).toContain(Buffer.from(sealed ?? []).toString('hex'));
      expect(sealed?.length).toBeGreaterThan(0);
    }
    expect(dump).toContain('webhooks.rotateSecret');
  });

  it('the dump contains the key of two-step verification sealed and a recovery code as a hash', async () => {
    const { memberId } = flow().otherPlayer;
    const factors = flow().database.selectFrom('account_second_factor').select('key_sealed');
    const { key_sealed: sealed } = await factors.executeTakeFirstOrThrow();
    const hash = hashRecoveryCode(memberId, secrets['a recovery code'] ?? '');
    for (const bytes of [sealed, hash]) {
      expect(dump).toContain(Buffer.from(bytes).toString('hex'));
    }
  });

  it('the log has lines of requests, of deliveries, and of failures, so the search works', () => {
    expect(log).toContain('"path":"/api/v1/partner/oauth/token"');
    expect(log).toContain('/api/v1/partner/nowhere');
    expect(log).toMatch(/"deliveryId":"whd_[^"]+".*"statusCode":204/);
    expect(log).toMatch(/"level":50.*refresh_token/);
  });

  it('RFC 9700 §2.3: the search finds a secret in a dump or a log', () => {
    for (const secret of Object.values(secrets)) {
      expect(leaksIn(`${dump}${secret}${log}`)).not.toEqual([]);
    }
  });
});
