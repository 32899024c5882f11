import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { documentWithSchemas, findings } from './findings.ts';

const map = {
  type: 'object',
  propertyNames: { pattern: '^[a-z]+$' },
  maxProperties: 64,
  additionalProperties: { type: 'number' },
};

describe('map-keys', () => {
  testRows(['propertyNames', 'maxProperties'])(
    'refuses a map without bounds for its keys',
    async (keyword) => {
      const { [keyword as keyof typeof map]: _, ...rest } = map;
      expect(await findings('map-keys', documentWithSchemas({ Subject: rest }))).toEqual([
        {
          at: '#/components/schemas/Subject/additionalProperties',
          message: expect.stringContaining(`\`${keyword}\``),
        },
      ]);
    },
  );

  it('refuses named properties beside a map', async () => {
    const mixed = { ...map, properties: { size: { type: 'number' } } };
    expect(await findings('map-keys', documentWithSchemas({ Subject: mixed }))).toEqual([
      {
        at: '#/components/schemas/Subject/additionalProperties',
        message: expect.stringContaining('`additionalProperties: true`'),
      },
    ]);
  });

  it('accepts a map with both, and an object that is no map', async () => {
    const document = documentWithSchemas({
      Map: map,
      Closed: { type: 'object', additionalProperties: false },
      Open: { type: 'object', additionalProperties: true },
    });
    expect(await findings('map-keys', document)).toEqual([]);
  });
});
