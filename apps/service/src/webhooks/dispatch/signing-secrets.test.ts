import { describe, expect, it, vi } from 'vitest';
import { readConfiguration } from '../../platform/configuration/configuration.ts';
import { createSecretSealing } from '../../platform/secrets/sealing.ts';
import { cacheOpenedSecrets, MAX_SECRETS } from './signing-secrets.ts';

function setUp() {
  const key = Buffer.alloc(32, 7).toString('base64');
  const sealing = createSecretSealing(readConfiguration({ SECRETS_KEY: key }));
  const open = vi.fn(sealing.open);
  return { open, caching: cacheOpenedSecrets({ ...sealing, open }) };
}

describe('cacheOpenedSecrets', () => {
  it('opens a secret once for any number of requests', async () => {
    const { open, caching } = setUp();
    const sealed = await caching.seal('whsec_one', 'app');
    for (let times = 0; times < 3; times += 1) {
      // The database returns another buffer each time, with the same bytes.
      expect(await caching.open(Buffer.from(sealed), 'app')).toBe('whsec_one');
    }
    expect(open).toHaveBeenCalledOnce();
  });

  it('distinguishes a secret from its replacement and from that of another application', async () => {
    const { caching } = setUp();
    const first = await caching.seal('whsec_one', 'app');
    const second = await caching.seal('whsec_two', 'app');
    expect(await caching.open(first, 'app')).toBe('whsec_one');
    expect(await caching.open(second, 'app')).toBe('whsec_two');
    await expect(caching.open(first, 'other')).rejects.toThrow();
  });

  it('does not cache a failure', async () => {
    const { open, caching } = setUp();
    const sealed = await caching.seal('whsec_one', 'app');
    open.mockRejectedValueOnce(new Error('The key is not there yet.'));
    await expect(caching.open(sealed, 'app')).rejects.toThrow('not there yet');
    expect(await caching.open(sealed, 'app')).toBe('whsec_one');
  });

  it('limits its size, and opens the least recently used secret again', async () => {
    const open = vi.fn(async (sealed: Uint8Array) => Buffer.from(sealed).toString());
    const { open: openCached } = cacheOpenedSecrets({ ...setUp().caching, open });
    const ask = async (number: number) => {
      await openCached(Buffer.from(`whsec_${number}`), 'app');
      return open.mock.calls.length;
    };
    for (let number = 0; number <= MAX_SECRETS; number += 1) await ask(number);
    expect(await ask(1)).toBe(MAX_SECRETS + 1);
    expect(await ask(0)).toBe(MAX_SECRETS + 2);
  });
});
