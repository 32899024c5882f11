import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { documentWithOperation, findings } from './findings.ts';

describe('explicit-statuses', () => {
  testRows(['4XX', '5xx', 'default'])(
    'refuses ranges of statuses and the default',
    async (status) => {
      const document = documentWithOperation({
        responses: { [status]: { description: 'Refused.' } },
      });
      expect(await findings('explicit-statuses', document)).toEqual([
        {
          at: `#/paths/~1partner~1members/get/responses/${status}`,
          message: expect.stringContaining("`'404'`"),
        },
      ]);
    },
  );

  it('accepts a single status', async () => {
    const document = documentWithOperation({ responses: { '404': { description: 'Not found.' } } });
    expect(await findings('explicit-statuses', document)).toEqual([]);
  });
});
