import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { documentWith, documentWithSchemas, findings } from './findings.ts';

const named = (name: string) =>
  documentWithSchemas({ Subject: { type: 'object', properties: { [name]: { type: 'string' } } } });

describe('property-names', () => {
  testRows(['win_score', 'WinScore', 'win-score'])(
    'refuses a property in another case',
    async (name) => {
      expect(await findings('property-names', named(name))).toEqual([
        {
          at: `#/components/schemas/Subject/properties/${name}`,
          message: expect.stringContaining('camelCase'),
        },
      ]);
    },
  );

  it('refuses a query parameter that is not in camelCase', async () => {
    const parameter = { name: 'page_size', in: 'query', schema: { type: 'integer' } };
    const document = documentWith({ components: { parameters: { PageSize: parameter } } });
    expect(await findings('property-names', document)).toHaveLength(1);
  });

  testRows(['winScore', 'R', 'redirect_uri', 'player_id'])(
    'accepts camel case, and the names of RFCs and the specification',
    async (name) => {
      expect(await findings('property-names', named(name))).toEqual([]);
    },
  );

  it('accepts a header parameter as HTTP writes it', async () => {
    const parameter = { name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } };
    const document = documentWith({ components: { parameters: { IdempotencyKey: parameter } } });
    expect(await findings('property-names', document)).toEqual([]);
  });
});
