import { testRows } from '@partner-rating/table-tests';
import { describe, expect } from 'vitest';
import { documentWithSchemas, findings } from './findings.ts';

describe('string-bounds', () => {
  testRows([
    ['a bare string', { type: 'string' }],
    ['a string that may be null', { type: ['string', 'null'] }],
    ['a string with a least length only', { type: 'string', minLength: 1 }],
  ])('refuses a string without a bound', async (_, schema) => {
    expect(await findings('string-bounds', documentWithSchemas({ Subject: schema }))).toEqual([
      { at: '#/components/schemas/Subject/type', message: expect.stringContaining('`maxLength`') },
    ]);
  });

  testRows(['[a-z]+', '^[a-z]+', '[a-z]+$'])(
    'refuses a pattern that lets anything pass before or after it',
    async (pattern) => {
      const document = documentWithSchemas({ Subject: { type: 'string', pattern } });
      expect(await findings('string-bounds', document)).toEqual([
        { at: '#/components/schemas/Subject/pattern', message: expect.stringContaining('`^`') },
      ]);
    },
  );

  testRows([
    ['a length', { type: 'string', maxLength: 100 }],
    ['a pattern', { type: 'string', pattern: '^[a-z]+$' }],
    ['a format', { type: 'string', format: 'date-time' }],
    ['a closed list', { type: 'string', enum: ['enabled', 'disabled'] }],
    ['one value', { type: 'string', const: 'Bearer' }],
    ['another type', { type: 'integer' }],
  ])('accepts a string with a bound', async (_, schema) => {
    expect(await findings('string-bounds', documentWithSchemas({ Subject: schema }))).toEqual([]);
  });
});
