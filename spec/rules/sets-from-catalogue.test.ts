import { describe, expect, it } from 'vitest';
import { documentWithSchemas, findings } from './findings.ts';

describe('sets-from-catalogue', () => {
  it.each(['enum', 'x-extensible-enum'])(
    'refuses %s with values that no list has',
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

  it.each([
    { 'x-extensible-enum': ['{{endpoint-statuses}}'] },
    { enum: ['all', 'failed', 'success'] },
    { enum: ['private, no-store'] },
    { type: 'integer', enum: [1, 2] },
  ])('accepts %j', async (schema) => {
    const document = documentWithSchemas({ Subject: { type: 'string', ...schema } });
    expect(await findings('sets-from-catalogue', document)).toEqual([]);
  });
});
