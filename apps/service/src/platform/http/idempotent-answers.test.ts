import { contract, readAdminContract } from '@partner-rating/spec/contract';
import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { createAnswerSealing } from './idempotent-answers.ts';

const sealing = createAnswerSealing({
  secretsKeys: [Buffer.alloc(32, 7)],
  dataDirectory: '/nowhere',
});
const context = { owner: 'app_1', key: 'a' };
const text = '{"secret":"whsec_c2VjcmV0"}';

/** The operations that honour an Idempotency-Key and may show a secret, by both documents. */
const operationsShowingSecrets = [contract, readAdminContract()]
  .flatMap(({ operations }) => operations())
  .filter(({ isIdempotent, showsSecret }) => isIdempotent && showsSecret)
  .map(({ id }) => id);

describe('a stored answer to a request with an Idempotency-Key', () => {
  it('is sealed if a document says that the answer contains a secret', async () => {
    const known = ['webhooks.rotateSecret', 'keys.create', 'operators.create', 'members.reset'];
    expect(operationsShowingSecrets).toEqual(expect.arrayContaining(known));
    for (const operation of operationsShowingSecrets) {
      const sealed = await sealing.seal(operation, context, text);
      expect(sealed).not.toContain('secret');
      expect(await sealing.open(operation, context, sealed)).toBe(text);
    }
  });

  it('is stored unchanged if it contains no secret', async () => {
    expect(await sealing.seal('matches.submit', context, text)).toBe(text);
    expect(await sealing.open('matches.submit', context, text)).toBe(text);
  });

  testRows([
    ['from another application', { ...context, owner: 'app_2' }],
    ['with another key', { ...context, key: 'b' }],
  ])('cannot be opened for a request', async (_case, other) => {
    const sealed = await sealing.seal('webhooks.rotateSecret', context, text);
    expect(await sealing.open('webhooks.rotateSecret', other, sealed)).toBeNull();
  });
});
