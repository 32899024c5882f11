import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readConfiguration } from '../../platform/configuration/configuration.ts';
import type { Database } from '../../platform/database/schema.ts';
import { createLimits } from '../../platform/http/limits.ts';
import { countInMemory } from '../../platform/http/rate-limits.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import { testSecretsKey } from '../../testing/test-service.ts';
import { readLogInName } from './realms.ts';
import { type CodeAttempt, createThrottles } from './throttles.ts';

const configured = (limit: string) =>
  readConfiguration({ LOG_IN_RATE_LIMIT: limit, SECRETS_KEY: testSecretsKey });
let database: Database;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ database, close } = await openTestDatabase('pglite'));
});
afterAll(async () => await close());
const throttlesOf = (limit: string) => {
  const configuration = configured(limit);
  const dependencies = { database, clock: () => new Date(), configuration };
  return createThrottles(createLimits(configuration, countInMemory()), dependencies);
};

describe('the throttle of log-ins', () => {
  const attemptWith = (limit: string) => {
    const count = throttlesOf(limit).logIn;
    return (email: string, address = '192.0.2.1', knownDevice: string | null = null) =>
      count({ of: 'player', name: `${email}@example.com`, address, knownDevice });
  };

  it('throttles an address that tries many accounts', async () => {
    const attempt = attemptWith('2');
    expect(await attempt('a')).toBeNull();
    expect(await attempt('b')).toBeNull();
    expect(await attempt('c')).toBeGreaterThan(0);
  });

  it('throttles an account that many addresses try, after more attempts than from one address', async () => {
    const attempt = attemptWith('1');
    for (let address = 1; address <= 5; address += 1) {
      expect(await attempt('a', `192.0.2.${address}`)).toBeNull();
    }
    expect(await attempt('a', '192.0.2.6')).toBeGreaterThan(0);
    expect(await attempt('b', '192.0.2.7')).toBeNull();
  });

  it('does not throttle a browser that logged in before because of the attempts of other browsers', async () => {
    const attempt = attemptWith('1');
    for (let address = 1; address <= 9; address += 1) await attempt('a', `192.0.2.${address}`);
    expect(await attempt('a', '192.0.2.1')).toBeGreaterThan(0);
    expect(await attempt('a', '192.0.2.1', 'the cookie of the owner')).toBeNull();
    // The cookie does not allow unlimited guesses.
    expect(await attempt('a', '192.0.2.1', 'the cookie of the owner')).toBeGreaterThan(0);
  });

  it('recognizes an account in any case and with surrounding spaces', async () => {
    const count = throttlesOf('1').logIn;
    const attempt = (email: string, last: number) =>
      count({
        ...(readLogInName('player', email) ?? { of: 'player', name: 'none' }),
        ...{ address: `192.0.2.${last}`, knownDevice: null },
      });
    for (let last = 1; last <= 5; last += 1)
      expect(await attempt('A@example.com', last)).toBeNull();
    expect(await attempt(' a@EXAMPLE.com ', 6)).toBeGreaterThan(0);
  });

  it('counts an IPv6 network as one address', async () => {
    const attempt = attemptWith('1');
    expect(await attempt('a', '2001:db8:1:2::1')).toBeNull();
    expect(await attempt('b', '2001:db8:1:2:ffff::9')).not.toBeNull();
    expect(await attempt('c', '2001:db8:1:3::1')).toBeNull();
  });

  it('does not count for the account if the address is refused', async () => {
    const attempt = attemptWith('2');
    for (let tries = 0; tries < 30; tries += 1) await attempt('mike', '192.0.2.1');
    expect(await attempt('mike', '192.0.2.2')).toBeNull();
  });

  it('is off if the limit is 0', async () => {
    const attempt = attemptWith('0');
    for (let tries = 0; tries < 20; tries += 1) expect(await attempt('a')).toBeNull();
  });
});

describe('the throttle of passwords', () => {
  it('throttles a player who tries many passwords', async () => {
    const count = throttlesOf('2').password;
    expect(await count('mem_1')).toBeNull();
    expect(await count('mem_1')).toBeNull();
    expect(await count('mem_1')).toBeGreaterThan(0);
    expect(await count('mem_2')).toBeNull();
  });

  it('does not count the log-in attempts of others', async () => {
    const { logIn, password } = throttlesOf('1');
    const attempt = {
      of: 'player',
      name: 'a@example.com',
      ...{ address: '192.0.2.1', knownDevice: null },
    } as const;
    await logIn(attempt);
    expect(await logIn(attempt)).not.toBeNull();
    expect(await password('mem_1')).toBeNull();
  });
});

describe('the throttle of codes', () => {
  beforeEach(async () => {
    await database.deleteFrom('attempt_count').execute();
  });
  const attemptWith = (limit: string) => {
    const count = throttlesOf(limit).code;
    return (changes: Partial<CodeAttempt> = {}) =>
      count({
        accountId: 'mem_1',
        passwordDigest: 'of the password',
        address: '192.0.2.1',
        knownDevice: null,
        kind: 'one-time',
        ...changes,
      });
  };

  it('limits the codes for an account in an hour, from all addresses', async () => {
    const attempt = attemptWith('3');
    for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) {
      expect(await attempt({ address })).toBeNull();
    }
    expect(await attempt({ address: '192.0.2.4' })).toBeGreaterThan(60);
    expect(await attempt({ accountId: 'mem_2' })).toBeNull();
  });

  it('accepts codes again after a change of the password, so that nobody with the old one locks the owner out', async () => {
    const attempt = attemptWith('1');
    await attempt();
    expect(await attempt({ address: '192.0.2.2' })).not.toBeNull();
    expect(await attempt({ address: '192.0.2.3', passwordDigest: 'of another' })).toBeNull();
  });

  it('limits the codes for an account in a day, even if its password changes', async () => {
    const attempt = attemptWith('2');
    const wait = 60 * 60;
    for (let last = 1; last <= 10; last += 1) {
      const passwordDigest = `of password ${Math.ceil(last / 2)}`;
      expect(await attempt({ address: `192.0.2.${last}`, passwordDigest })).toBeNull();
    }
    const late = { address: '192.0.2.11', passwordDigest: 'of a new one' };
    expect(await attempt(late)).toBeGreaterThan(wait);
    expect(await attempt({ ...late, accountId: 'mem_2' })).toBeNull();
    expect(await attempt({ ...late, address: '192.0.2.12', kind: 'recovery' })).toBeNull();
    expect(await attempt({ ...late, knownDevice: 'the cookie of the owner' })).toBeNull();
  });

  it('does not use up the codes of the day above the limit of the hour', async () => {
    const attempt = attemptWith('1');
    for (let last = 1; last <= 20; last += 1) await attempt({ address: `192.0.2.${last}` });
    expect(await attempt({ address: '192.0.2.21', passwordDigest: 'of another' })).toBeNull();
  });

  it('lets the owner log in with a known browser or a recovery code while others try codes', async () => {
    const attempt = attemptWith('1');
    for (let last = 1; last <= 9; last += 1) await attempt({ address: `192.0.2.${last}` });
    expect(await attempt({ address: '192.0.2.10' })).not.toBeNull();
    expect(await attempt({ knownDevice: 'the cookie of the owner' })).toBeNull();
    expect(await attempt({ address: '192.0.2.11', kind: 'recovery' })).toBeNull();
    expect(await attempt({ knownDevice: 'the cookie of the owner', kind: 'recovery' })).toBeNull();
    // None of these allows unlimited attempts.
    expect(await attempt({ knownDevice: 'the cookie of the owner' })).not.toBeNull();
    expect(await attempt({ address: '192.0.2.11', kind: 'recovery' })).not.toBeNull();
  });
});
