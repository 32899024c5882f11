import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { documentWithOperation, findings } from './findings.ts';

describe('explicit-security', () => {
  it('refuses an operation that leaves its credentials to a default', async () => {
    expect(await findings('explicit-security', documentWithOperation({ responses: {} }))).toEqual([
      { at: '#/paths/~1partner~1members/get', message: expect.stringContaining('`security`') },
    ]);
  });

  testRows([
    ['a credential', [{ ApiKey: [] }]],
    ['no credential, said so', []],
  ])('accepts a credential, or none where that is said', async (_, security) => {
    const document = documentWithOperation({ security, responses: {} });
    expect(await findings('explicit-security', document)).toEqual([]);
  });
});
