import { describe, expect, it, vi } from 'vitest';
import { readConfiguration } from '../../platform/configuration/configuration.ts';
import { createSecretSealing } from '../../platform/secrets/sealing.ts';
import { rememberOpened } from './opened-secrets.ts';

function setUp() {
  const key = Buffer.alloc(32, 7).toString('base64');
  const sealing = createSecretSealing(readConfiguration({ SECRETS_KEY: key }));
  const open = vi.fn(sealing.open);
  return { open, remembering: rememberOpened({ ...sealing, open }) };
}

describe('rememberOpened', () => {
  it('opens a secret once, however often it is asked for', async () => {
    const { open, remembering } = setUp();
    const sealed = await remembering.seal('whsec_one', 'app');
    for (let times = 0; times < 3; times += 1) {
      // As the database gives it: other bytes each time, though the same.
      expect(await remembering.open(Buffer.from(sealed), 'app')).toBe('whsec_one');
    }
    expect(open).toHaveBeenCalledOnce();
  });

  it('takes no secret for one that came in its place, nor for that of another', async () => {
    const { remembering } = setUp();
    const first = await remembering.seal('whsec_one', 'app');
    const second = await remembering.seal('whsec_two', 'app');
    expect(await remembering.open(first, 'app')).toBe('whsec_one');
    expect(await remembering.open(second, 'app')).toBe('whsec_two');
    await expect(remembering.open(first, 'other')).rejects.toThrow();
  });

  it('holds on to no failure', async () => {
    const { open, remembering } = setUp();
    const sealed = await remembering.seal('whsec_one', 'app');
    open.mockRejectedValueOnce(new Error('The key is not there yet.'));
    await expect(remembering.open(sealed, 'app')).rejects.toThrow('not there yet');
    expect(await remembering.open(sealed, 'app')).toBe('whsec_one');
  });
});
