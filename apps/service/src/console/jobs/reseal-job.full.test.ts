import { beforeEach, describe, expect, it } from 'vitest';
import { createAccount } from '../../account/register.ts';
import { lockSecondFactor } from '../../connect/login/store/second-factors.ts';
import { turnOn } from '../../connect/login/testing/second-factor.ts';
import { readConfiguration } from '../../platform/configuration/configuration.ts';
import type { Database } from '../../platform/database/schema.ts';
import { createAnswerSealing } from '../../platform/http/idempotent-answers.ts';
import { checkSecretsKey } from '../../platform/secrets/reseal.ts';
import { createSecretSealing } from '../../platform/secrets/sealing.ts';
import { endpointOf, insertApplication, insertEndpoint, noon } from '../../testing/builders.ts';
import { createTestDatabase, databases } from '../../testing/test-database.ts';
import { openSigningSecrets, sealPrevious } from '../../webhooks/dispatch/signing-secrets.ts';
import { findEndpoint } from '../../webhooks/store/endpoints.ts';
import { after } from '../../webhooks/testing/fixtures.ts';
import { findOperator } from '../store/operators.ts';
import { OperatorError } from '../terminal.ts';
import { runOperator } from '../testing/operator.ts';
import { makeOperator } from '../testing/set-up-operator.ts';

const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64');
const sealingWith = (byte: number) =>
  createSecretSealing({ secretsKeys: [Buffer.alloc(32, byte)], dataDirectory: '/nowhere' });
const both = `${keyOf(2)},${keyOf(1)}`;
const [previous, present] = [sealingWith(1), sealingWith(2)];

describe.each(databases)('operator secrets reseal on %s', (kind) => {
  let database: Database;
  let applicationId: string;

  beforeEach(async () => {
    database = await createTestDatabase(kind);
    await checkSecretsKey(database, previous);
    applicationId = await insertSealed(1);
  });

  /** An endpoint that rotates its secret, sealed with this key. */
  async function insertSealed(byte: number): Promise<string> {
    const id = await insertApplication(database);
    const sealing = sealingWith(byte);
    const before = [{ secret: 'whsec_before', expiresAt: after(60) }];
    await insertEndpoint(database, id, {
      secret_sealed: await sealing.seal('whsec_current', id),
      previous_secret_sealed: await sealPrevious(id, before, sealing),
      previous_secret_expires_at: after(60),
    });
    return id;
  }

  async function resealWith(keys: string, ...words: string[]): Promise<string> {
    const configuration = readConfiguration({ SECRETS_KEY: keys });
    const dependencies = { database, clock: () => noon, configuration, publicUrl: '' };
    return (await runOperator(dependencies, ['secrets', 'reseal', ...words])).join('\n');
  }

  async function signingSecrets(sealing = present): Promise<string[]> {
    const endpoint = await findEndpoint(database, {
      applicationId,
      endpointId: endpointOf(applicationId),
    });
    if (endpoint === null) throw new Error('The endpoint is gone.');
    const sealed = {
      secretSealed: endpoint.secret_sealed,
      previousSecretSealed: endpoint.previous_secret_sealed,
      previousSecretExpiresAt: endpoint.previous_secret_expires_at,
    };
    return await openSigningSecrets(applicationId, sealed, noon, sealing);
  }

  it('keeps the secrets valid under the new key, so that the service starts with only this key', async () => {
    expect(await resealWith(both)).toMatch(/endpoints +1 row: 1 sealed again, 0 remain, 0 lost\n/);
    expect(await signingSecrets()).toEqual(['whsec_current', 'whsec_before']);
    await checkSecretsKey(database, present);
    await expect(checkSecretsKey(database, previous)).rejects.toThrow('sealed with another key');
  });

  it('finishes when it runs again, and lists what remains with --dry-run', async () => {
    expect(await resealWith(both, '--dry-run')).toMatch(/endpoints +1 row: 1 remain, 0 lost\n/);
    await checkSecretsKey(database, previous);
    await resealWith(both);
    expect(await resealWith(both, '--dry-run')).toMatch(/endpoints +1 row: 0 remain, 0 lost\n/);
    expect(await resealWith(keyOf(2))).toMatch(/endpoints +1 row: 0 sealed again/);
    const changes = database.selectFrom('audit_entry').where('action', '=', 'secrets_key.changed');
    expect(await changes.select('action').execute()).toHaveLength(1);
  });

  it('keeps the authenticator app of an operator valid, and names an operator whose key is lost', async () => {
    const operator = async (keys: string, name: string) => {
      const configuration = readConfiguration({ SECRETS_KEY: keys });
      const dependencies = { database, clock: () => noon, configuration, publicUrl: 'https://x' };
      return await makeOperator(dependencies, name);
    };
    const { key } = await operator(keyOf(1), 'anna');
    await operator(keyOf(3), 'bea');
    expect(await resealWith(both)).toMatch(
      /operators +2 rows: 1 sealed again, 0 remain, 1 lost\n[\s\S]*cannot log in until .*\n {2}bea/,
    );
    const anna = await findOperator(database, 'anna');
    const id = anna?.id ?? '';
    const factor = await database.transaction().execute((one) => lockSecondFactor(one, id));
    expect(factor && (await present.open(factor.keySealed, id))).toBe(key);
  });

  it('seals more rows than one batch', async () => {
    const secretSealed = await previous.seal('whsec_current', applicationId);
    await database
      .insertInto('webhook_endpoint')
      .values(
        Array.from({ length: 1_001 }, (_, index) => ({
          id: `whe_${String(index).padStart(5, '0')}`,
          application_id: applicationId,
          url: `https://courtside.example/${index}`,
          events: [],
          status: 'enabled' as const,
          secret_sealed: secretSealed,
          created_at: noon,
          updated_at: noon,
        })),
      )
      .execute();
    expect(await resealWith(both)).toMatch(/1002 rows: 1002 sealed again, 0 remain, 0 lost\n/);
  });

  it('keeps the secret in the answer to a repeated request', async () => {
    const context = { owner: applicationId, key: 'a' };
    const sealingOf = (byte: number) =>
      createAnswerSealing({ secretsKeys: [Buffer.alloc(32, byte)], dataDirectory: '/nowhere' });
    const operation = 'webhooks.rotateSecret';
    await database
      .insertInto('idempotency_record')
      .values({
        owner: applicationId,
        idempotency_key: 'a',
        operation_id: operation,
        request_hash: Buffer.alloc(32),
        status: 200,
        body: await sealingOf(1).seal(operation, context, 'whsec_shown'),
        created_at: noon,
        holder: 'holder',
        locked_until: noon,
        expires_at: after(60),
      })
      .execute();
    expect(await resealWith(both)).toMatch(/secret +1 row: 1 sealed again/);
    const { body } = await database
      .selectFrom('idempotency_record')
      .select('body')
      .where('idempotency_key', '=', 'a')
      .executeTakeFirstOrThrow();
    expect(await sealingOf(2).open(operation, context, body ?? '')).toBe('whsec_shown');
  });

  it('is audited without a key', async () => {
    await resealWith(both);
    const entries = await database.selectFrom('audit_entry').selectAll().execute();
    expect(entries.map(({ actor, action }) => [actor, action])).toEqual([
      ['operator', 'job.started'],
      ['operator', 'secrets_key.changed'],
    ]);
    expect(JSON.stringify(entries)).not.toContain(keyOf(1));
  });

  it('names the partners whose secrets are lost with the previous key', async () => {
    const readable = await insertSealed(2);
    const output = await resealWith(keyOf(2), '--lost', '--yes');
    expect(output).toMatch(/endpoints +2 rows: 0 sealed again, 0 remain, 1 lost\n/);
    const endpointId = endpointOf(applicationId);
    expect(output).toContain(`\n  ${applicationId.replace('_', '-')} ${endpointId}`);
    expect(output).not.toContain(readable);
    await checkSecretsKey(database, present);
  });

  it('asks before it gives up a key, and changes nothing without the answer', async () => {
    await expect(resealWith(keyOf(2), '--lost')).rejects.toThrow(
      'Nothing was done: you did not type secrets reseal.',
    );
    expect(await signingSecrets(previous)).toEqual(['whsec_current', 'whsec_before']);
    await checkSecretsKey(database, previous);
    expect(await resealWith(keyOf(2), '--lost', '--dry-run')).toContain('1 lost');
  });

  describe('with players who have two-step verification', () => {
    let player: { memberId: string; email: string };
    let key: string;
    beforeEach(async () => {
      const names = { firstName: 'Lena', lastName: 'Vogt' };
      const account = { ...names, password: 'racket strings at noon', isDiscoverable: true };
      const email = 'lena.vogt@example.com';
      const configuration = readConfiguration({ SECRETS_KEY: keyOf(1) });
      const dependencies = { database, clock: () => noon, configuration, publicUrl: '' };
      player = { ...(await createAccount(dependencies, { ...account, email })), email };
      ({ key } = await turnOn(dependencies, player));
    });
    const sealedKey = async () => {
      const locking = database.transaction();
      return (await locking.execute((one) => lockSecondFactor(one, player.memberId)))?.keySealed;
    };

    it('seals their keys with the present key, so that each key opens only for its player', async () => {
      expect(await resealWith(both)).toMatch(
        /verification +1 row: 1 sealed again, 0 remain, 0 lost\n/,
      );
      const sealed = (await sealedKey()) ?? Buffer.of();
      expect(await present.open(sealed, player.memberId)).toBe(key);
      await expect(previous.open(sealed, player.memberId)).rejects.toThrow('cannot be read');
      await expect(present.open(sealed, 'mem_another')).rejects.toThrow('cannot be read');
    });

    it('names those whose key is lost with the previous one', async () => {
      const output = await resealWith(keyOf(2), '--lost', '--yes');
      expect(output).toContain(
        `only with a recovery code until they set it up again:\n  ${player.memberId}`,
      );
    });
  });

  it.each([
    ['only the new key', keyOf(2)],
    ['the new key with another one', `${keyOf(2)},${keyOf(3)}`],
  ])('changes nothing for %s instead of both keys', async (_case, keys) => {
    const resealed = resealWith(keys);
    await expect(resealed).rejects.toThrow(OperatorError);
    await expect(resealed).rejects.toThrow('sealed with a key that SECRETS_KEY lacks');
    expect(await signingSecrets(previous)).toEqual(['whsec_current', 'whsec_before']);
    await checkSecretsKey(database, previous);
  });
});
