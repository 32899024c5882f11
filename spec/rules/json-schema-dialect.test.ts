import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { documentWith, findings } from './findings.ts';

describe('json-schema-dialect', () => {
  testRows([
    ['no dialect', {}],
    ['another dialect', { jsonSchemaDialect: 'https://spec.openapis.org/oas/3.1/dialect/base' }],
  ])('refuses a missing or another dialect', async (_, parts) => {
    const found = await findings('json-schema-dialect', documentWith(parts));
    expect(found.map(({ message }) => message)).toEqual([
      expect.stringContaining('`jsonSchemaDialect: https://json-schema.org/draft/2020-12/schema`'),
    ]);
  });

  it('accepts draft 2020-12', async () => {
    const jsonSchemaDialect = 'https://json-schema.org/draft/2020-12/schema';
    expect(await findings('json-schema-dialect', documentWith({ jsonSchemaDialect }))).toEqual([]);
  });
});
