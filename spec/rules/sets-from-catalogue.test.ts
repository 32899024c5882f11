import { testRows } from '@partner-rating/table-tests';
import { describe, expect } from 'vitest';
import { documentWithSchemas, findings } from './findings.ts';

describe('sets-from-catalogue', () => {
  testRows(['enum', 'x-extensible-enum'])(
    'refuses a set with values that no list has',
    async (name) => {
      const document = documentWithSchemas({ Subject: { type: 'string', [name]: ['on', 'off'] } });
      expect(await findings('sets-from-catalogue', document)).toEqual([
        {
          at: `#/components/schemas/Subject/${name}`,
          message: expect.stringContaining('spec/catalogue/sets.json'),
        },
      ]);
    },
  );

  testRows([
    { 'x-extensible-enum': ['{{endpoint-statuses}}'] },
    { enum: ['all', 'failed', 'success'] },
    { enum: ['private, no-store'] },
    { type: 'integer', enum: [1, 2] },
  ])('accepts lists of the catalogue, and small sets of a schema', async (schema) => {
    const document = documentWithSchemas({ Subject: { type: 'string', ...schema } });
    expect(await findings('sets-from-catalogue', document)).toEqual([]);
  });
});
