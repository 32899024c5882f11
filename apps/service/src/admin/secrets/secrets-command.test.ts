import { beforeEach, describe, expect, it } from 'vitest';
import { createAccount } from '../../accounts/create-account.ts';
import { lockSecondFactor } from '../../accounts/store/second-factors.ts';
import { turnOn } from '../../accounts/testing/second-factor.ts';
import { readConfiguration } from '../../platform/configuration/configuration.ts';
import type { Database } from '../../platform/database/schema.ts';
import { checkSecretsKey } from '../../platform/secrets/key-check.ts';
import { createSecretSealing } from '../../platform/secrets/sealing.ts';
import { insertApplication, insertEndpoint, noon } from '../../testing/builders.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { openSigningSecrets, sealPrevious } from '../../webhooks/dispatch/signing-secrets.ts';
import { defaultEndpoint } from '../../webhooks/domain/endpoint-key.ts';
import { findEndpoint } from '../../webhooks/store/endpoints.ts';
import { after } from '../../webhooks/testing/fixtures.ts';
import { OperatorError } from '../terminal/operator-error.ts';
import { runOperator } from '../testing/run-operator.ts';

const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64');
const sealingWith = (byte: number) =>
  createSecretSealing({ secretsKey: Buffer.alloc(32, byte), dataDirectory: '/nowhere' });
const [previous, present] = [sealingWith(1), sealingWith(2)];

describe('operator secrets change-key', () => {
  let database: Database;
  let applicationId: string;

  beforeEach(async () => {
    database = await createTestDatabase('postgres');
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

  async function changeKey({ input = '', words = [] as string[] } = {}): Promise<string> {
    const configuration = readConfiguration({ SECRETS_KEY: keyOf(2) });
    const dependencies = { database, clock: () => noon, configuration, publicUrl: '' };
    const command = ['secrets', 'change-key', ...words];
    return (await runOperator(dependencies, command, input)).join('\n');
  }

  async function signingSecrets(sealing = present): Promise<string[]> {
    const endpoint = await findEndpoint(database, defaultEndpoint(applicationId));
    if (endpoint === null) throw new Error('The endpoint is gone.');
    const sealed = {
      secretSealed: endpoint.secret_sealed,
      previousSecretSealed: endpoint.previous_secret_sealed,
      previousSecretExpiresAt: endpoint.previous_secret_expires_at,
    };
    return await openSigningSecrets(applicationId, sealed, noon, sealing);
  }

  it('lets the same secrets sign under the present key, and that one start alone', async () => {
    expect(await changeKey({ input: `${keyOf(1)}\n` })).toMatch(/opens {3}1\n.*lost +0\n/);
    expect(await signingSecrets()).toEqual(['whsec_current', 'whsec_before']);
    await checkSecretsKey(database, present);
    await expect(checkSecretsKey(database, previous)).rejects.toThrow('sealed with another key');
  });

  it('is audited without a key', async () => {
    await changeKey({ input: keyOf(1) });
    const entries = await database.selectFrom('audit_entry').selectAll().execute();
    expect(entries).toMatchObject([{ actor: 'operator', action: 'secrets_key.changed' }]);
    expect(JSON.stringify(entries)).not.toContain(keyOf(1));
  });

  it('names the partners whose secrets are lost with the previous key', async () => {
    const readable = await insertSealed(2);
    const output = await changeKey({ words: ['--lost'] });
    expect(output).toMatch(/opens {3}1\n.*lost +1\n/);
    const { endpointId } = defaultEndpoint(applicationId);
    expect(output).toContain(`\n  ${applicationId} ${endpointId}`);
    expect(output).not.toContain(readable);
    await checkSecretsKey(database, present);
  });

  describe('with players who have a second factor', () => {
    let player: { memberId: string; email: string };
    let key: string;
    beforeEach(async () => {
      const account = { firstName: 'Lena', lastName: 'Vogt', password: 'racket strings at noon' };
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

    it('seals their keys with the present key, for them alone', async () => {
      expect(await changeKey({ input: keyOf(1) })).toMatch(/opens {2}1\n.*lost +0$/);
      const sealed = (await sealedKey()) ?? Buffer.of();
      expect(await present.open(sealed, player.memberId)).toBe(key);
      await expect(previous.open(sealed, player.memberId)).rejects.toThrow('cannot be read');
      await expect(present.open(sealed, 'mem_another')).rejects.toThrow('cannot be read');
    });

    it('names those whose key is lost with the previous one', async () => {
      const output = await changeKey({ words: ['--lost'] });
      expect(output).toContain(
        `recovery code alone until they set it up again:\n  ${player.memberId}`,
      );
    });
  });

  it.each([
    ['another key', keyOf(3), 'not the one this database was sealed with'],
    ['no key', '', 'on standard input'],
    ['half a key', 'c2hvcnQ=', 'on standard input'],
  ])('changes nothing for %s in place of the previous one', async (_case, input, message) => {
    const changed = changeKey({ input });
    await expect(changed).rejects.toThrow(OperatorError);
    await expect(changed).rejects.toThrow(message);
    expect(await signingSecrets(previous)).toEqual(['whsec_current', 'whsec_before']);
    await checkSecretsKey(database, previous);
  });
});
