import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { documentWithOperation, findings } from './findings.ts';

const valid = {
  operationId: 'matches.submit',
  security: [{ ApiKey: [] }],
  'x-rate-limit-class': 'ingest',
  responses: {},
};
const at = '#/paths/~1partner~1members/get/x-rate-limit-class';

describe('rate-limit-class', () => {
  testRows(['default', 'upload'])(
    'refuses an unknown class and lists the known ones',
    async (named) => {
      const document = documentWithOperation({ ...valid, 'x-rate-limit-class': named });
      expect(await findings('rate-limit-class', document)).toEqual([
        { at, message: expect.stringContaining('Known are ingest, token, webhook-test') },
      ]);
    },
  );

  it('refuses a class where no credential could be counted', async () => {
    const document = documentWithOperation({ ...valid, security: [] });
    expect(await findings('rate-limit-class', document)).toEqual([
      { at, message: expect.stringContaining('leave `x-rate-limit-class` out') },
    ]);
  });

  testRows([
    ['a known class', valid],
    ['an operation that names none', { ...valid, 'x-rate-limit-class': undefined }],
  ])('accepts a known class, or none', async (_, operation) => {
    expect(await findings('rate-limit-class', documentWithOperation(operation))).toEqual([]);
  });
});
