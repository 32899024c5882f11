import { describe, expect, it } from 'vitest';
import { documentWithSchemas, findings } from './findings.ts';

describe('string-bounds', () => {
  it.each([
    ['a bare string', { type: 'string' }],
    ['a string that may be null', { type: ['string', 'null'] }],
    ['a string with a least length only', { type: 'string', minLength: 1 }],
  ])('refuses %s', async (_, schema) => {
    expect(await findings('string-bounds', documentWithSchemas({ Subject: schema }))).toEqual([
      { at: '#/components/schemas/Subject/type', message: expect.stringContaining('`maxLength`') },
    ]);
  });

  it.each(['[a-z]+', '^[a-z]+', '[a-z]+$'])(
    'refuses the pattern %s, which lets anything pass beside it',
    async (pattern) => {
      const document = documentWithSchemas({ Subject: { type: 'string', pattern } });
      expect(await findings('string-bounds', document)).toEqual([
        { at: '#/components/schemas/Subject/pattern', message: expect.stringContaining('`^`') },
      ]);
    },
  );

  it.each([
    ['a length', { type: 'string', maxLength: 100 }],
    ['a pattern', { type: 'string', pattern: '^[a-z]+$' }],
    ['a format', { type: 'string', format: 'date-time' }],
    ['a closed list', { type: 'string', enum: ['enabled', 'disabled'] }],
    ['one value', { type: 'string', const: 'Bearer' }],
    ['another type', { type: 'integer' }],
  ])('accepts %s', async (_, schema) => {
    expect(await findings('string-bounds', documentWithSchemas({ Subject: schema }))).toEqual([]);
  });
});
