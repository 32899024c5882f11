import type { OperationId } from '@partner-rating/server';
import { contract } from '@partner-rating/spec/contract';
import { describe, expect, it } from 'vitest';
import { createAnswerSealing } from './sealed-answers.ts';

const sealing = createAnswerSealing({ secretsKey: Buffer.alloc(32, 7), dataDirectory: '/nowhere' });
const place = { applicationId: 'app_1', key: 'a' };
const text = '{"secret":"whsec_c2VjcmV0"}';

/** The operations that honour an Idempotency-Key and may show a secret, by the contract. */
function operationsShowingSecrets(): OperationId[] {
  return contract
    .operations()
    .filter(({ isIdempotent }) => isIdempotent)
    .filter(({ responses }) => contract.schemasBehind(responses).has('WebhookSigningSecret'))
    .map(({ id }) => id as OperationId);
}

describe('an answer that is kept', () => {
  it('is sealed where the contract says that it shows a secret', async () => {
    const operations = operationsShowingSecrets();
    expect(operations).toContain('webhooks.rotateSecret');
    for (const operation of operations) {
      const kept = await sealing.seal(operation, place, text);
      expect(kept).not.toContain('secret');
      expect(await sealing.open(operation, place, kept)).toBe(text);
    }
  });

  it('is left as it is where it shows none', async () => {
    expect(await sealing.seal('matches.submit', place, text)).toBe(text);
    expect(await sealing.open('matches.submit', place, text)).toBe(text);
  });

  it.each([
    ['of another application', { ...place, applicationId: 'app_2' }],
    ['with another key', { ...place, key: 'b' }],
  ])('opens for no request %s', async (_case, other) => {
    const kept = await sealing.seal('webhooks.rotateSecret', place, text);
    expect(await sealing.open('webhooks.rotateSecret', other, kept)).toBeNull();
  });
});
