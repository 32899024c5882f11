import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { documentWithSchemas, findings } from './findings.ts';

const found = (beside: object) =>
  findings(
    'reference-siblings',
    documentWithSchemas({
      Name: { type: 'string' },
      Subject: {
        type: 'object',
        properties: { name: { $ref: '#/components/schemas/Name', ...beside } },
      },
    }),
  );

describe('reference-siblings', () => {
  testRows([{ maxLength: 3 }, { type: 'integer' }, { enum: ['a'] }])(
    'refuses keywords that change the type next to a reference',
    async (beside) => {
      const [keyword] = Object.keys(beside);
      expect(await found(beside)).toEqual([
        {
          at: `#/components/schemas/Subject/properties/name/${keyword}`,
          message: expect.stringContaining('Put it into the schema'),
        },
      ]);
    },
  );

  it('accepts words, a default and the marks of deprecation', async () => {
    const dates = { deprecated: true, 'x-deprecated-at': '2026-10-01', 'x-sunset': '2027-04-01' };
    expect(await found({ description: 'A name.', default: 'Mike', ...dates })).toEqual([]);
  });
});
