import { describe, expect, it } from 'vitest';
import { readConfiguration } from '../platform/configuration/configuration.ts';
import { countInMemory } from '../platform/http/counters.ts';
import { createLimits } from '../platform/http/limits.ts';
import { createLogInThrottle, createPasswordThrottle } from './log-in-throttle.ts';

const limitsOf = (limit: string) =>
  createLimits(readConfiguration({ LOG_IN_RATE_LIMIT: limit }), countInMemory());
const throttle = (limit: string) => createLogInThrottle(limitsOf(limit));

describe('createLogInThrottle', () => {
  it('makes an address wait that tries one account after another', async () => {
    const count = throttle('2');
    const attempt = (email: string) => count({ email, address: '192.0.2.1' });
    expect(await attempt('a@example.com')).toBeNull();
    expect(await attempt('b@example.com')).toBeNull();
    expect(await attempt('c@example.com')).toBeGreaterThan(0);
  });

  it('makes an account wait that is tried from one address after another', async () => {
    const count = throttle('2');
    const attempt = (address: string) => count({ email: 'a@example.com', address });
    expect(await attempt('192.0.2.1')).toBeNull();
    expect(await attempt('192.0.2.2')).toBeNull();
    expect(await attempt('192.0.2.3')).toBeGreaterThan(0);
  });

  it('knows an account whatever the case and the spaces around it', async () => {
    const count = throttle('1');
    expect(await count({ email: 'A@example.com', address: '192.0.2.1' })).toBeNull();
    expect(await count({ email: ' a@EXAMPLE.com ', address: '192.0.2.2' })).toBeGreaterThan(0);
  });

  it('counts an IPv6 network as one address', async () => {
    const count = throttle('1');
    expect(await count({ email: 'a@example.com', address: '2001:db8:1:2::1' })).toBeNull();
    expect(await count({ email: 'b@example.com', address: '2001:db8:1:2:ffff::9' })).not.toBeNull();
    expect(await count({ email: 'c@example.com', address: '2001:db8:1:3::1' })).toBeNull();
  });

  it('leaves the account its attempts where the address is refused', async () => {
    const count = throttle('2');
    const attempt = (email: string, address: string) => count({ email, address });
    for (const email of ['b', 'c', 'mike', 'mike', 'mike']) {
      await attempt(`${email}@example.com`, '192.0.2.1');
    }
    expect(await attempt('mike@example.com', '192.0.2.2')).toBeNull();
  });

  it('is off at 0', async () => {
    const count = throttle('0');
    for (let attempts = 0; attempts < 20; attempts += 1) {
      expect(await count({ email: 'a@example.com', address: '192.0.2.1' })).toBeNull();
    }
  });
});

describe('createPasswordThrottle', () => {
  it('makes a player wait who tries one password after another', async () => {
    const count = createPasswordThrottle(limitsOf('2'));
    expect(await count('mem_1')).toBeNull();
    expect(await count('mem_1')).toBeNull();
    expect(await count('mem_1')).toBeGreaterThan(0);
    expect(await count('mem_2')).toBeNull();
  });

  it('leaves the player all attempts, however often others tried to log in', async () => {
    const limits = limitsOf('1');
    const logIn = createLogInThrottle(limits);
    await logIn({ email: 'a@example.com', address: '192.0.2.1' });
    expect(await logIn({ email: 'a@example.com', address: '192.0.2.2' })).not.toBeNull();
    expect(await createPasswordThrottle(limits)('mem_1')).toBeNull();
  });
});
